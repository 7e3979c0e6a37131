package filter

import (
	"strings"

	"golang.org/x/sys/unix"
)

// class is a group of calls that share an action and a reason.
type class struct {
	action Action
	errno  unix.Errno
	reason string
	calls  string // names, separated by white space
}

// free are calls that act on what the process already holds, or that the
// kernel's floor governs. A name that the architecture lacks is skipped.
var free = []class{
	{action: Free, reason: "reads and writes descriptors that were granted when they were opened", calls: `
		read write pread64 pwrite64 readv writev preadv pwritev preadv2 pwritev2 lseek _llseek sendfile
		copy_file_range splice tee vmsplice readahead fadvise64 fallocate fsync fdatasync sync syncfs
		sync_file_range flock fcntl dup dup2 dup3 close close_range pipe pipe2 getdents getdents64 cachestat
		fgetxattr flistxattr ioctl`},
	{action: Free, reason: "reads names and attributes, not content", calls: `
		stat fstat lstat newfstatat statx access faccessat faccessat2 readlink readlinkat getcwd chdir fchdir
		statfs fstatfs getxattr lgetxattr listxattr llistxattr umask inotify_init inotify_init1
		inotify_add_watch inotify_rm_watch`},
	{action: Free, reason: "waits and polls", calls: `
		poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
		eventfd eventfd2 signalfd signalfd4 timerfd_create timerfd_settime timerfd_gettime pause nanosleep
		clock_nanosleep io_setup io_destroy io_getevents io_pgetevents io_submit io_cancel restart_syscall`},
	{action: Free, reason: "the process's own memory", calls: `
		mmap mprotect munmap brk mremap msync mincore madvise mlock mlock2 munlock mlockall munlockall
		remap_file_pages pkey_mprotect pkey_alloc pkey_free membarrier mbind set_mempolicy get_mempolicy
		set_mempolicy_home_node move_pages migrate_pages`},
	{action: Free, reason: "processes, threads and signals; Landlock and the PID namespace keep signals inside", calls: `
		clone fork vfork exit exit_group wait4 waitid kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo
		pidfd_open pidfd_send_signal rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait
		rt_sigsuspend sigaltstack set_tid_address set_robust_list get_robust_list futex futex_waitv rseq
		arch_prctl set_thread_area get_thread_area prctl getpid getppid gettid getpgid setpgid getpgrp getsid
		setsid unshare getcpu sched_yield sched_setaffinity sched_getaffinity sched_setparam sched_getparam
		sched_setscheduler sched_getscheduler sched_setattr sched_getattr sched_get_priority_max
		sched_get_priority_min sched_rr_get_interval getpriority setpriority ioprio_get ioprio_set
		getrlimit setrlimit prlimit64 getrusage times sysinfo uname alarm getitimer setitimer
		process_mrelease riscv_flush_icache`},
	{action: Free, reason: "reads credentials", calls: `
		getuid geteuid getgid getegid getresuid getresgid getgroups capget`},
	{action: Free, reason: "reads clocks and randomness, keeps timers", calls: `
		time gettimeofday clock_gettime clock_getres timer_create timer_settime timer_gettime timer_getoverrun
		timer_delete getrandom`},
	{action: Free, reason: "sockets that were granted when they were connected or bound", calls: `
		socket socketpair accept accept4 getsockname getpeername getsockopt setsockopt shutdown recvfrom
		recvmsg recvmmsg`},
	{action: Free, reason: "System V and POSIX message queues, semaphores and shared memory of the same user", calls: `
		shmget shmat shmdt shmctl semget semop semtimedop semctl msgget msgsnd msgrcv msgctl mq_open mq_unlink
		mq_timedsend mq_timedreceive mq_notify mq_getsetattr`},
	{action: Free, reason: "only narrows what the process may do", calls: `seccomp`},
	{action: Free, reason: "reads or clears the kernel's log; the clearing forms are refused by argument", calls: `syslog`},
}

// notified are the calls whose object only the supervisor can read: it copies
// the arguments once, decides on the resolved object and performs the call.
var notified = []class{
	{action: Notify, reason: "opens a name", calls: `open openat openat2 creat`},
	{action: Notify, reason: "changes a name or what it stands for", calls: `
		unlink unlinkat rmdir rename renameat renameat2 link linkat symlink symlinkat mkdir mkdirat mknod mknodat
		truncate ftruncate chmod fchmodat chown lchown fchownat utime utimes futimesat
		setxattr lsetxattr removexattr lremovexattr utimensat`},
	{action: Notify, reason: "changes what a descriptor stands for, even one that was granted for reading only", calls: `
		fchmod fchown fsetxattr fremovexattr`},
	{action: Notify, reason: "starts a program", calls: `execve execveat`},
	{action: Notify, reason: "reaches or takes an address", calls: `connect bind listen`},
	{action: Notify, reason: "changes credentials: what the task asks for later must not be performed with ours", calls: `
		setuid setgid setreuid setregid setresuid setresgid setgroups setfsuid setfsgid capset`},
}

// namespaces are refused unless the policy allows namespaces.
var namespaces = []class{
	{errno: unix.EPERM, reason: "a mount puts a protected file under another name", calls: `
		mount umount umount2 pivot_root chroot fsopen fsconfig fsmount fspick move_mount open_tree mount_setattr`},
	{errno: unix.EPERM, reason: "joins a namespace in which resolved names mean something else", calls: `setns`},
}

// refused are calls that no ordinary program needs and that reach around the
// supervisor, into other processes or into the machine.
var refused = []class{
	{errno: unix.ENOSYS, reason: "performs opens and connects that no filter sees; users fall back to plain calls", calls: `
		io_uring_setup io_uring_enter io_uring_register`},
	{errno: unix.EOPNOTSUPP, reason: "a Landlock domain of the process's own would not bind the opens that we perform for it; it learns that there is none", calls: `
		landlock_create_ruleset landlock_add_rule landlock_restrict_self`},
	{errno: unix.ENOSYS, reason: "takes its flags by pointer, where no filter reads them; glibc falls back to clone", calls: `clone3`},
	{errno: unix.EPERM, reason: "reads or changes another process; debuggers and strace do not work here", calls: `
		ptrace process_vm_readv process_vm_writev process_madvise pidfd_getfd kcmp`},
	{errno: unix.EPERM, reason: "stops the supervisor's read of memory at will", calls: `userfaultfd`},
	{errno: unix.EPERM, reason: "programs or observes the kernel", calls: `bpf perf_event_open`},
	{errno: unix.EPERM, reason: "keyrings outlive the session and are shared with what is outside", calls: `add_key request_key keyctl`},
	{errno: unix.EPERM, reason: "opens by inode, past every rule about names", calls: `open_by_handle_at name_to_handle_at`},
	{errno: unix.EPERM, reason: "watches or holds up opens of the whole machine", calls: `fanotify_init fanotify_mark`},
	{errno: unix.EPERM, reason: "hides memory from the supervisor, whose unreadable reads are denials anyway", calls: `memfd_secret`},
	{errno: unix.EPERM, reason: "loads code into the kernel or replaces it", calls: `
		create_module init_module finit_module delete_module kexec_load kexec_file_load`},
	{errno: unix.EPERM, reason: "administers the machine", calls: `
		quotactl quotactl_fd swapon swapoff acct reboot sethostname setdomainname vhangup settimeofday
		clock_settime clock_adjtime adjtimex stime iopl ioperm`},
	{errno: unix.EPERM, reason: "changes how the processor runs the process", calls: `modify_ldt`},
	{errno: unix.ENOSYS, reason: "obsolete", calls: `
		uselib ustat sysfs _sysctl nfsservctl lookup_dcookie`},
}

// numbered are calls that the libseccomp of Debian 12 does not know by name.
// Their numbers are the same on every architecture.
var numbered = []Rule{
	{Syscall: "fchmodat2", Number: unix.SYS_FCHMODAT2, Action: Notify, Reason: "changes a name or what it stands for"},
	{Syscall: "setxattrat", Number: unix.SYS_SETXATTRAT, Action: Notify, Reason: "changes a name or what it stands for"},
	{Syscall: "removexattrat", Number: unix.SYS_REMOVEXATTRAT, Action: Notify, Reason: "changes a name or what it stands for"},
	{Syscall: "getxattrat", Number: unix.SYS_GETXATTRAT, Action: Free, Reason: "reads names and attributes, not content"},
	{Syscall: "listxattrat", Number: unix.SYS_LISTXATTRAT, Action: Free, Reason: "reads names and attributes, not content"},
	{Syscall: "map_shadow_stack", Number: unix.SYS_MAP_SHADOW_STACK, Action: Free, Reason: "the process's own memory"},
	{Syscall: "mseal", Number: unix.SYS_MSEAL, Action: Free, Reason: "the process's own memory"},
	{Syscall: "futex_wake", Number: unix.SYS_FUTEX_WAKE, Action: Free, Reason: "waits"},
	{Syscall: "futex_wait", Number: unix.SYS_FUTEX_WAIT, Action: Free, Reason: "waits"},
	{Syscall: "futex_requeue", Number: unix.SYS_FUTEX_REQUEUE, Action: Free, Reason: "waits"},
	{Syscall: "statmount", Number: unix.SYS_STATMOUNT, Action: Free, Reason: "reads names and attributes, not content"},
	{Syscall: "listmount", Number: unix.SYS_LISTMOUNT, Action: Free, Reason: "reads names and attributes, not content"},
	{Syscall: "lsm_get_self_attr", Number: unix.SYS_LSM_GET_SELF_ATTR, Action: Free, Reason: "reads the process's own labels"},
	{Syscall: "lsm_list_modules", Number: unix.SYS_LSM_LIST_MODULES, Action: Free, Reason: "reads a list"},
	{Syscall: "lsm_set_self_attr", Number: unix.SYS_LSM_SET_SELF_ATTR, Errno: unix.EPERM, Reason: "changes the label under which the process is confined"},
	{Syscall: "open_tree_attr", Number: unix.SYS_OPEN_TREE_ATTR, Errno: unix.EPERM, Reason: "a mount puts a protected file under another name"},
	{Syscall: "file_setattr", Number: unix.SYS_FILE_SETATTR, Errno: unix.ENOSYS, Reason: "changes a file by name; users fall back to ioctl"},
}

// expand turns classes into rules.
func expand(classes []class) []Rule {
	var out []Rule
	for _, c := range classes {
		for _, name := range strings.Fields(c.calls) {
			out = append(out, Rule{Syscall: name, Action: c.action, Errno: c.errno, Reason: c.reason})
		}
	}
	return out
}
