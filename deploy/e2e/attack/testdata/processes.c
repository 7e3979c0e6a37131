// Other processes, the supervisor and the machine (classes 57 to 75).
#include "attack.h"
#include <arpa/inet.h>
#include <linux/bpf.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <sys/socket.h>

static void write_parent(void)
{
	int one = 1;
	struct iovec mine = {&one, sizeof one}, theirs = {(void *)&trophy, sizeof one};
	if (syscall(SYS_process_vm_writev, getppid(), &mine, 1, &theirs, 1, 0) > 0)
		got("secret: wrote the parent's memory");
	if (ptrace(PTRACE_SEIZE, getppid(), 0, 0) == 0 || ptrace(PTRACE_ATTACH, getppid(), 0, 0) == 0)
		got("secret: traced the parent");
	int pidfd = syscall(SYS_pidfd_open, getppid(), 0);
	if (syscall(SYS_pidfd_getfd, pidfd, 0, 0) >= 0)
		got("secret: took the parent's descriptor");
	if (syscall(SYS_process_madvise, pidfd, &theirs, 1, MADV_COLD, 0) >= 0)
		got("secret: advised on the parent's memory");
	pid_t child = fork();
	if (child == 0) {
		pause();
		_exit(0);
	}
	if (ptrace(PTRACE_ATTACH, child, 0, 0) == 0)
		got("secret: traced a child");
	kill(child, SIGKILL);
	waitpid(child, 0, 0);
}

// above gives the processes between us and the supervisor, as far as they can
// be named.
static pid_t parent_of(pid_t pid)
{
	char b[512] = {0};
	int fd = open(in("/proc/%d/stat", pid), O_RDONLY), parent = 0;
	if (fd >= 0 && read(fd, b, sizeof b - 1) > 0 && strrchr(b, ')'))
		sscanf(strrchr(b, ')'), ") %*c %d", &parent);
	close(fd);
	return parent;
}

// strike sends every kind of signal to everything above the driver; that the
// run goes on to its end is the proof that none arrived.
static void strike(void)
{
	int kinds[] = {SIGSTOP, SIGURG, SIGTERM, SIGKILL};
	int ends[2];
	if (pipe(ends))
		return;
	for (pid_t p = parent_of(getppid()); p > 0; p = parent_of(p)) {
		int pidfd = syscall(SYS_pidfd_open, p, 0);
		for (int i = 0; i < 4; i++) {
			siginfo_t info = {.si_signo = kinds[i], .si_code = SI_QUEUE};
			kill(p, kinds[i]);
			syscall(SYS_tgkill, p, p, kinds[i]);
			syscall(SYS_rt_sigqueueinfo, p, kinds[i], &info);
			syscall(SYS_pidfd_send_signal, pidfd, kinds[i], 0, 0);
			pid_t group = getpgid(p);
			if (group > 1)
				kill(-group, kinds[i]);
			fcntl(ends[0], F_SETOWN, p);
			fcntl(ends[0], F_SETSIG, kinds[i]);
			fcntl(ends[0], F_SETFL, O_ASYNC);
			(void)!write(ends[1], "x", 1);
		}
		syscall(SYS_prlimit64, p, RLIMIT_CPU, &(struct rlimit){0, 0}, 0);
		syscall(SYS_prlimit64, p, RLIMIT_NOFILE, &(struct rlimit){0, 0}, 0);
		syscall(SYS_move_pages, p, 0, 0, 0, 0, 0);
		if (p == 1)
			break;
	}
}

static void full_table(void)
{
	struct rlimit l = {64, 64};
	setrlimit(RLIMIT_NOFILE, &l);
	int last = -1;
	for (int fd; (fd = open("open/public", O_RDONLY)) >= 0;)
		last = fd;
	grab("closed/secret");
	close(last);
	grab("closed/secret");
	close(open("fixed/new", O_CREAT | O_WRONLY, 0644));
	struct rlimit none = {0, 0};
	setrlimit(RLIMIT_NOFILE, &none);
	grab("closed/secret");
	setrlimit(RLIMIT_AS, &none);
	take(open("closed/secret", O_RDONLY));
	struct rlimit up = {1 << 20, 1 << 20};
	setrlimit(RLIMIT_NOFILE, &up);
}

static volatile int served;
static void *crowd(void *unused)
{
	for (int i = 0; i < 3; i++) {
		int fd = open("open/public", O_RDONLY);
		if (fd >= 0)
			__sync_fetch_and_add(&served, 1);
		close(fd);
		fd = open("closed/secret", O_RDONLY);
		if (fd >= 0)
			take(fd);
	}
	return unused;
}

// flood asks from very many threads at once; each gets its own answer.
static void flood(void)
{
	enum { threads = 1000 };
	static pthread_t t[threads];
	pthread_attr_t small;
	int made = 0;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 262144);
	while (made < threads && pthread_create(&t[made], &small, crowd, 0) == 0)
		made++;
	for (int i = 0; i < made; i++)
		pthread_join(t[i], 0);
	if (served != 3 * made || made < threads / 2)
		got(in("lost: %d of %d answers", served, 3 * made));
}

// orphan leaves the tree of its call and tries from there.
static void orphan(void)
{
	if (fork() == 0) {
		setsid();
		if (fork() == 0) {
			while (getppid() != 1 && parent_of(getpid()) == getppid() && getppid() > 1 && kill(getppid(), 0) == 0 && errno == 0)
				usleep(1000);
			usleep(20000);
			prctl(PR_SET_NAME, "innocent");
			grab("closed/secret");
			spill("fixed/file", "changed");
			launch(evil, (char *[]){"x", 0});
			spill("open/orphan", "done");
			_exit(0);
		}
		_exit(0);
	}
	wait(0);
	while (access("open/orphan", F_OK))
		usleep(1000);
}

static void namespaces(void)
{
	struct { uint64_t flags, pidfd, child_tid, parent_tid, exit_signal, stack, stack_size, tls, set_tid, set_tid_size, cgroup; } c = {0};
	int flags[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP, 0x80 /* NEWTIME */};
	for (int i = 0; i < 8; i++) {
		if (unshare(flags[i]) == 0)
			got("secret: unshare");
		c.flags = flags[i];
		c.exit_signal = SIGCHLD;
		for (int k = 0; k < 2; k++) {
			long pid = k ? syscall(SYS_clone3, &c, sizeof c) : syscall(SYS_clone, (long)flags[i] | SIGCHLD, 0, 0, 0, 0);
			if (pid == 0)
				_exit(0);
			if (pid > 0 && flags[i] != 0x80)
				got("secret: clone");
			if (pid > 0)
				waitpid(pid, 0, 0);
		}
	}
	c.flags = 0x200000000ULL; // CLONE_INTO_CGROUP
	c.cgroup = open("/sys/fs/cgroup/unified", O_PATH);
	long pid = syscall(SYS_clone3, &c, sizeof c);
	if (pid == 0)
		_exit(0);
	if (pid > 0)
		got("secret: a child in another group");
	if (setns(syscall(SYS_pidfd_open, getppid(), 0), CLONE_NEWNS) == 0 || setns(open("/proc/self/ns/mnt", O_RDONLY), 0) == 0)
		got("secret: setns");
}

static void undumpable(void)
{
	prctl(PR_SET_DUMPABLE, 0);
	grab("closed/secret");
	spill("fixed/file", "changed");
	close(open("fixed/new", O_CREAT | O_WRONLY, 0644));
}

static void keys(void)
{
	if (syscall(SYS_add_key, "user", "varek-attack", "x", 1, -2 /* process keyring */) >= 0)
		got("secret: a key");
	if (syscall(SYS_keyctl, 0, -3 /* session */, 1) >= 0)
		got("secret: the session's keyring");
}

static void machine(void)
{
	union bpf_attr b = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
	struct perf_event_attr p = {.type = PERF_TYPE_SOFTWARE, .size = sizeof p, .config = PERF_COUNT_SW_CPU_CLOCK};
	if (syscall(SYS_bpf, BPF_MAP_CREATE, &b, sizeof b) >= 0)
		got("secret: bpf");
	if (syscall(SYS_perf_event_open, &p, 0, -1, -1, 0) >= 0)
		got("secret: perf");
	const struct { long nr; int e; } refused[] = {{SYS_init_module, EPERM}, {SYS_kexec_load, EPERM}, {SYS_iopl, EPERM}, {SYS_swapon, EPERM},
		{SYS_acct, EPERM}, {SYS_quotactl, EPERM}, {SYS_sethostname, EPERM}, {SYS_kcmp, EPERM}, {SYS_modify_ldt, EPERM}, {SYS_fanotify_init, EPERM}};
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (syscall(refused[i].nr, 0, 0, 0, 0, 0) >= 0 || errno != refused[i].e)
			got(in("secret: call %ld answers %d", refused[i].nr, errno));
}

static void persona(void)
{
	unsigned long kinds[] = {0x0040000, 0x0400000, 0x80040000, 0xff};
	for (int i = 0; i < 4; i++)
		if (syscall(SYS_personality, kinds[i]) >= 0)
			got("secret: personality");
	if (prctl(PR_SET_MM, PR_SET_MM_ARG_START, (long)&trophy, 0, 0) == 0)
		got("secret: rewrote what it is called");
	if (syscall(SYS_modify_ldt, 0, &kinds, 16) >= 0)
		got("secret: modify_ldt");
}

// pipes block their callers and nobody else.
static void pipes(void)
{
	pid_t pid[8];
	(void)!mkfifo("open/fifo", 0644);
	for (int i = 0; i < 8; i++)
		if ((pid[i] = fork()) == 0) {
			close(open("open/fifo", O_RDONLY));
			_exit(0);
		}
	for (int i = 0; i < 50; i++)
		if (open("open/public", O_RDONLY) < 0)
			got("lost");
	grab("closed/secret");
	for (int i = 0; i < 8; i++) {
		kill(pid[i], SIGKILL);
		waitpid(pid[i], 0, 0);
	}
}

// neighbours looks into every other process's descriptors, memory and roots.
static void neighbours(void)
{
	for (pid_t p = getppid(); p > 0; p = parent_of(p)) {
		const char *secret[] = {"environ", "mem", "maps", "fd/0", "fd/1", "fd/2", "root/etc/hostname", "cwd/.", "exe", "task/../environ"};
		for (size_t i = 0; i < sizeof secret / sizeof *secret; i++)
			if (open(in("/proc/%d/%s", p, secret[i]), O_RDONLY) >= 0)
				got(in("secret: opened %s of %d", secret[i], p));
		if (p == 1)
			break;
	}
}

// odd names must stay names.
static void odd_names(void)
{
	const char *list[] = {"open/a\n{\"kind\":\"syscall\"}", "open/\033[2J\033[1;1Hvarek: all is well", "open/\xff\xfe", "open/tab\there\\x0a"};
	for (int i = 0; i < 4; i++)
		close(open(list[i], O_CREAT | O_WRONLY, 0644));
}

// sandbox restricts itself with Landlock: what it gave up must stay given up,
// although others perform its calls.
static void sandbox(void)
{
	struct { uint64_t fs, net, scoped; } attr = {1 << 1 | 1 << 2 | 1 << 8 | 1 << 3, 0, 0}; // write, read, make_reg, readdir
	int fd = syscall(SYS_landlock_create_ruleset, &attr, 8, 0);
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (fd < 0 || syscall(SYS_landlock_restrict_self, fd, 0)) {
		spill("refused", "no Landlock here");
		return;
	}
	int mine = open("open/public", O_RDONLY), made = open("open/made", O_CREAT | O_WRONLY, 0644), dir = open("open", O_RDONLY | O_DIRECTORY);
	if (mine >= 0 || made >= 0 || dir >= 0)
		(void)!write(RAN, "evil", 4);
	if (fork() == 0) {
		if (open("open/public", O_RDONLY) >= 0)
			(void)!write(RAN, "evil", 4);
		_exit(0);
	}
	wait(0);
}

// terminals asks for what only consoles need.
static void terminals(void)
{
	int zero = 0;
	const unsigned long kinds[] = {TIOCLINUX, TIOCCONS, TIOCSETD};
	int tty = open("/dev/ptmx", O_RDWR | O_NOCTTY);
	for (int i = 0; i < 3; i++)
		for (int g = 0; g < 2; g++)
			if (syscall(SYS_ioctl, tty, kinds[i] | (g ? 0xdeadbeefUL << 32 : 0), &zero) == 0 || errno != EPERM)
				got(in("secret: ioctl %lx answers %d", kinds[i], errno));
}

// capabilities uses what root has on a machine and needs no other call than
// those that ordinary programs make: routes, limits, priorities, the kernel's log.
static void capabilities(void)
{
	struct ifreq r = {.ifr_name = "lo:varek"};
	struct sockaddr_in *at = (struct sockaddr_in *)&r.ifr_addr;
	int s = socket(AF_INET, SOCK_DGRAM, 0), big = 1 << 28;
	at->sin_family = AF_INET;
	at->sin_addr.s_addr = htonl(0x7f4d4d4d);
	if (ioctl(s, SIOCSIFADDR, &r) == 0) {
		got("secret: gave the machine an address");
		r.ifr_flags = 0;
		ioctl(s, SIOCSIFFLAGS, &r);
	}
	struct { struct nlmsghdr h; struct ifinfomsg m; } change = {{sizeof change, RTM_NEWLINK, NLM_F_REQUEST | NLM_F_ACK, 1, 0}, {AF_UNSPEC, 0, 1 /* lo */, IFF_UP, IFF_UP}};
	struct { struct nlmsghdr h; struct nlmsgerr e; char room[512]; } answer = {0};
	int n = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	if (write(n, &change, sizeof change) == sizeof change && read(n, &answer, sizeof answer) > 0 && answer.h.nlmsg_type == NLMSG_ERROR && answer.e.error == 0)
		got("secret: changed a link");
	if (setsockopt(s, SOL_SOCKET, SO_SNDBUFFORCE, &big, sizeof big) == 0)
		got("secret: forced a buffer");
	struct rlimit l;
	getrlimit(RLIMIT_NOFILE, &l);
	l.rlim_max++;
	if (setrlimit(RLIMIT_NOFILE, &l) == 0)
		got("secret: raised a limit");
	struct sched_param first = {1};
	if (sched_setscheduler(0, SCHED_FIFO, &first) == 0)
		got("secret: took the processor");
	if (setpriority(PRIO_PROCESS, 0, -20) == 0)
		got("secret: raised its priority");
	if (prctl(PR_CAPBSET_READ, 21 /* SYS_ADMIN */, 0, 0, 0) == 1 && getuid() == 0)
		got("secret: SYS_ADMIN can come back");
	if (mknod("open/disk", S_IFBLK | 0600, makedev(7, 0)) == 0)
		got("secret: made a device");
	if (syscall(SYS_reboot, 0, 0, 0, 0) == 0 || syscall(SYS_settimeofday, 0, 0) == 0 && getuid() == 0)
		got("secret: the machine's clock or power");
}

// families opens sockets below the rules about addresses.
static void families(void)
{
	const struct { int family, type, protocol; const char *what; } list[] = {
		{AF_INET, SOCK_RAW, IPPROTO_ICMP, "raw IPv4"}, {AF_INET6, SOCK_RAW, IPPROTO_ICMPV6, "raw IPv6"}, {AF_PACKET, SOCK_RAW, 0x0300, "packets"},
		{AF_PACKET, SOCK_DGRAM, 0x0300, "packets"}, {AF_NETLINK, SOCK_RAW, NETLINK_SOCK_DIAG, "sock_diag"}, {AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT, "uevent"},
		{AF_NETLINK, SOCK_RAW, NETLINK_AUDIT, "audit"}, {AF_NETLINK, SOCK_RAW, NETLINK_CONNECTOR, "connector"}, {AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER, "netfilter"},
		{AF_VSOCK, SOCK_STREAM, 0, "vsock"}, {AF_ALG, SOCK_SEQPACKET, 0, "alg"}, {AF_KEY, SOCK_RAW, 2, "key"}, {AF_BLUETOOTH, SOCK_RAW, 1, "bluetooth"},
		{AF_XDP, SOCK_RAW, 0, "xdp"}, {AF_TIPC, SOCK_STREAM, 0, "tipc"}, {AF_RDS, SOCK_SEQPACKET, 0, "rds"}, {AF_CAN, SOCK_RAW, 1, "can"}};
	int one = 1;
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		for (unsigned long garbage = 0; garbage < 2; garbage++)
			if (syscall(SYS_socket, list[i].family | garbage << 32, list[i].type, list[i].protocol) >= 0)
				got(in("secret: a socket for %s", list[i].what));
	int s = socket(AF_INET, SOCK_STREAM, 0);
	if (setsockopt(s, SOL_SOCKET, SO_MARK, &one, sizeof one) == 0 || setsockopt(s, IPPROTO_IP, IP_TRANSPARENT, &one, sizeof one) == 0)
		got("secret: marked packets");
}

// scheduling starves what is above the driver: its place before the processor
// and the disk. Where there is a PID namespace, nothing above it can be named.
static void scheduling(void)
{
	cpu_set_t cpus;
	struct sched_param normal = {0};
	for (pid_t p = parent_of(getppid()); p > 1; p = parent_of(p)) {
		errno = 0;
		int nice = getpriority(PRIO_PROCESS, p), kind = sched_getscheduler(p);
		if (sched_getaffinity(p, sizeof cpus, &cpus) == 0 && sched_setaffinity(p, sizeof cpus, &cpus) == 0)
			got(in("secret: placed %d", p));
		if (kind == SCHED_OTHER && (sched_setscheduler(p, SCHED_OTHER, &normal) == 0 || sched_setparam(p, &normal) == 0))
			got(in("secret: scheduled %d", p));
		if (setpriority(PRIO_PROCESS, p, nice) == 0)
			got(in("secret: nice %d of %d", nice, p));
		if (syscall(SYS_ioprio_set, 1, p, 2 << 13 | 4) == 0)
			got(in("secret: put %d last at the disk", p));
	}
	if (getenv("WARDED") && getppid() > 1 && parent_of(getppid()) > 1) // else it would slow the whole machine
		for (int kind = PRIO_PGRP; kind <= PRIO_USER; kind++)
			if (setpriority(kind, 0, getpriority(kind, 0)) == 0 || syscall(SYS_ioprio_set, kind + 1, 0, 2 << 13 | 4) == 0)
				got("secret: its group or its user");
	// What is its own stays its own.
	sched_getaffinity(0, sizeof cpus, &cpus);
	if (sched_setaffinity(getpid(), sizeof cpus, &cpus) || setpriority(PRIO_PROCESS, getpid(), 19) || sched_setaffinity(getppid(), sizeof cpus, &cpus))
		got(in("lost: cannot place itself (%s)", strerror(errno)));
}

const struct attack processes[] = {
	{"capabilities", capabilities}, {"families", families}, {"scheduling", scheduling},
	{"write-parent", write_parent}, {"signals", strike}, {"full-table", full_table}, {"flood", flood}, {"orphan", orphan}, {"namespaces", namespaces},
	{"undumpable", undumpable}, {"keys", keys}, {"machine", machine}, {"personality", persona}, {"fifos", pipes}, {"neighbours", neighbours},
	{"odd-names", odd_names}, {"self-sandbox", sandbox}, {"terminal-ioctls", terminals}, {0, 0},
};
