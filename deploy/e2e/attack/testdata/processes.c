// Other processes, the supervisor and the machine (classes 57 to 75).
#include "attack.h"
#include <linux/bpf.h>
#include <linux/perf_event.h>

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

const struct attack processes[] = {
	{"write-parent", write_parent}, {"signals", strike}, {"full-table", full_table}, {"flood", flood}, {"orphan", orphan}, {"namespaces", namespaces},
	{"undumpable", undumpable}, {"keys", keys}, {"machine", machine}, {"personality", persona}, {"fifos", pipes}, {"neighbours", neighbours},
	{"odd-names", odd_names}, {"self-sandbox", sandbox}, {"terminal-ioctls", terminals}, {0, 0},
};
