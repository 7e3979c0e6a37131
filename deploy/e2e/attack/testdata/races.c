// Arguments and names that change while they are looked at (classes 9 to 20).
// The second party flips them as fast as it can; each try counts only by what
// it reached.
#include "attack.h"

static volatile int over;
static void by_exec(void);
static int variant; // of the exec race, which is run in full once
static int exec_tries(void)
{
	const char *n = getenv("EXEC_TRIES");
	if (n)
		return atoi(n);
	int full = tries() < 20000 ? tries() / 4 : tries(); // starting a program takes milliseconds
	return variant ? full / 8 : full;
}
static int reached; // the granted object, which shows that the race was run
static int counted; // whether this race counts what it reached

// more goes on beyond the tries until the race was run at all: on a machine full
// of work the other party may sleep through the first of them.
static int more(int left)
{
	static time_t end;
	if (left > 0 || reached)
		return left > 0;
	if (!end)
		end = time(0) + 60;
	return time(0) < end;
}

static char *name;        // what is flipped
static const char *a, *b; // of equal length

static void *flip(void *unused)
{
	while (!over) {
		memcpy(name, b, strlen(b));
		memcpy(name, a, strlen(a));
	}
	return unused;
}

// flipping runs body against a thread that rewrites name between a and b.
static void flipping(const char *first, const char *second, void (*body)(void))
{
	pthread_t t;
	a = first;
	b = second;
	if (!name)
		name = calloc(1, 4096);
	strcpy(name, a);
	over = 0;
	pthread_create(&t, 0, flip, 0);
	for (int i = body == by_exec ? exec_tries() : tries(); counted ? more(i) : i > 0; i--)
		body();
	over = 1;
	pthread_join(t, 0);
}

static void read_name(int fd)
{
	char text[8] = {0};
	if (fd < 0)
		return;
	if (read(fd, text, 6) == 6 && !strcmp(text, "secret"))
		got("secret");
	reached++;
	close(fd);
}

static void by_openat(void) { read_name(open(name, O_RDONLY)); }
static void ran(void)
{
	if (!reached)
		got("nothing was reached");
}

static void thread_path(void) { counted = 1, flipping("open/public", "closed/seen", by_openat), ran(); }

// other_process flips through shared memory, other_task through a shared
// address space.
static void other_process(void)
{
	name = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	a = "open/public";
	b = "closed/seen";
	strcpy(name, a);
	pid_t pid = fork();
	if (pid == 0)
		flip(0);
	for (int i = tries(); more(i); i--)
		by_openat();
	kill(pid, SIGKILL);
	waitpid(pid, 0, 0);
	ran();
}

static int flip_task(void *arg) { flip(arg); return 0; }

static void other_task(void)
{
	char *stack = mmap(0, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	name = calloc(1, 4096);
	a = "open/public";
	b = "closed/seen";
	strcpy(name, a);
	over = 0;
	pid_t pid = clone(flip_task, stack + 65536, CLONE_VM | CLONE_FS | CLONE_FILES | SIGCHLD, 0);
	for (int i = tries(); more(i); i--)
		by_openat();
	over = 1;
	waitpid(pid, 0, 0);
	ran();
}

// links flips what a name on disk leads to.
static void *flip_links(void *unused)
{
	while (!over) {
		for (int i = 0; i < 2; i++) {
			unlink("open/new");
			if (symlink(i ? a : b, "open/new") == 0)
				rename("open/new", "open/link");
		}
	}
	return unused;
}

static void on_disk(const char *first, const char *second, const char *path, int flags)
{
	pthread_t t;
	a = first;
	b = second;
	if (symlink(a, "open/link"))
		return;
	over = 0;
	pthread_create(&t, 0, flip_links, 0);
	for (int i = tries(); more(i); i--) {
		int fd = open(path, flags, 0644);
		if ((flags & O_ACCMODE) == O_RDONLY)
			read_name(fd);
		else if (fd >= 0) {
			reached += write(fd, "x", 1) == 1;
			close(fd);
		}
	}
	over = 1;
	pthread_join(t, 0);
	ran();
}

static void link_swap(void) { on_disk("public", "../closed/seen", "open/link", O_RDONLY); }
static void directory_swap(void) { spill("open/dir/seen", "public"), on_disk("dir", "../closed", "open/link/seen", O_RDONLY); }
static void write_swap(void) { on_disk("public", "../fixed/file", "open/link", O_WRONLY | O_CREAT | O_TRUNC); }
static void create_swap(void) { on_disk("dir", "../fixed", "open/link/made", O_WRONLY | O_CREAT); }

// exchange swaps two directories below the path at every moment.
static void *exchange(void *unused)
{
	while (!over)
		renameat2(AT_FDCWD, "open/dir", AT_FDCWD, "open/other", RENAME_EXCHANGE);
	return unused;
}

static void parent_swap(void)
{
	pthread_t t;
	spill("open/dir/seen", "public");
	if (symlink("../../closed/seen", "open/other/seen"))
		return;
	over = 0;
	pthread_create(&t, 0, exchange, 0);
	for (int i = tries(); more(i); i--)
		read_name(open("open/dir/seen", O_RDONLY));
	over = 1;
	pthread_join(t, 0);
	ran();
}

// how flips the flags of openat2 between reading and emptying.
static struct open_how how;
static void *flip_how(void *unused)
{
	while (!over) {
		*(volatile uint64_t *)&how.flags = O_WRONLY | O_TRUNC;
		*(volatile uint64_t *)&how.flags = O_RDONLY;
	}
	return unused;
}

static void how_flags(void)
{
	pthread_t t;
	over = 0;
	pthread_create(&t, 0, flip_how, 0);
	for (int i = tries(); more(i); i--) {
		int fd = syscall(SYS_openat2, AT_FDCWD, "fixed/file", &how, sizeof how);
		reached += fd >= 0;
		close(fd);
	}
	over = 1;
	pthread_join(t, 0);
	ran();
}

// changing calls on a flipped name.
static void by_change(void)
{
	struct timespec t[2] = {{1, 0}, {1, 0}};
	static int i;
	switch (i++ % 6) {
	case 0: reached += truncate(name, 0) == 0; break;
	case 1: reached += chmod(name, 0666) == 0; break;
	case 2: reached += utimensat(AT_FDCWD, name, t, 0) == 0; break;
	case 3: reached += setxattr(name, "user.mark", "v", 1, 0) == 0; break;
	case 4: unlink(name); break;
	case 5: close(open("open/mine", O_CREAT | O_WRONLY, 0644)); rename("open/public", name); break;
	}
	spill("open/mine", "public");
}
static void thread_change(void) { counted = 1, flipping("open/mine", "fixed/its", by_change), ran(); }

static void by_link(void)
{
	unlink("open/alias");
	if (link(name, "open/alias") == 0)
		read_name(open("open/alias", O_RDONLY));
}
static void thread_link(void) { counted = 1, flipping("open/public", "closed/seen", by_link), ran(); }

// swapped descriptors: fchmod decides on one file and must not change another.
static int number;
static void *flip_fd(void *unused)
{
	int mine = open("open/public", O_RDONLY), theirs = open("fixed/file", O_RDONLY);
	while (!over) {
		dup2(theirs, number);
		dup2(mine, number);
	}
	return unused;
}

static void descriptor_swap(void)
{
	pthread_t t;
	number = open("open/public", O_RDONLY);
	over = 0;
	pthread_create(&t, 0, flip_fd, 0);
	for (int i = tries(); more(i); i--) {
		struct timespec at[2] = {{1, 0}, {1, 0}};
		reached += fchmod(number, 0600) == 0;
		futimens(number, at);
		fsetxattr(number, "user.mark", "v", 1, 0);
	}
	over = 1;
	pthread_join(t, 0);
	ran();
}

// working directories that change under a relative name.
static void *flip_cwd(void *unused)
{
	int in1 = open("open", O_PATH), in2 = open("closed", O_PATH);
	while (!over) {
		(void)!fchdir(in2);
		(void)!fchdir(in1);
	}
	return unused;
}

static void cwd_swap(void)
{
	pthread_t t;
	spill("open/seen", "public");
	over = 0;
	pthread_create(&t, 0, flip_cwd, 0);
	for (int i = tries(); more(i); i--)
		read_name(open("seen", O_RDONLY));
	over = 1;
	pthread_join(t, 0);
	(void)!chdir(home);
	ran();
}

// dying callers: ids come back while the supervisor still works for the dead.
static void dying(void)
{
	for (int i = tries() / 20; i > 0; i--) {
		pid_t pid = fork();
		if (pid == 0)
			for (;;) {
				close(open("open/public", O_RDWR));
				close(open("fixed/left", O_CREAT | O_WRONLY, 0644));
				grab("closed/secret");
			}
		struct timespec t = {0, 200000};
		nanosleep(&t, 0);
		kill(pid, SIGKILL);
		waitpid(pid, 0, 0);
	}
}

// stalls of the supervisor's read.
static void stalls(void)
{
	if (syscall(SYS_userfaultfd, 0) >= 0 || syscall(SYS_userfaultfd, 1) >= 0 || open("/dev/userfaultfd", O_RDWR) >= 0)
		got("secret: userfaultfd");
	if (fcntl(open("open/public", O_RDWR), F_SETLEASE, F_WRLCK) == 0)
		got("secret: a lease");
	if (mount("x", "open", "fuse", 0, in("fd=%d,rootmode=40000,user_id=0,group_id=0", open("/dev/fuse", O_RDWR))) == 0)
		got("secret: a file system of its own");
}

// exec races: only the good program may ever run.
static int status_of(const char *path, char *const argv[])
{
	int status = -1;
	extern char **environ;
	pid_t pid = vfork();
	if (pid == 0) {
		execve(path, argv, environ);
		_exit(113);
	}
	waitpid(pid, &status, 0);
	return status;
}

static char *args[3];
static void by_exec(void) { reached += status_of(name, args) == 0; }

static void exec_path(void)
{
	args[0] = "x";
	counted = 1;
	flipping(good, evil, by_exec);
	ran();
}

// pad makes a name as long as another, which flipping needs.
static const char *pad(const char *path, size_t length)
{
	char *p = malloc(length + 1);
	memset(p, '/', length);
	strcpy(p + length - strlen(path), path);
	return p;
}

static void exec_loader(void)
{
	const char *ld = getenv("LOADER");
	size_t n = strlen(good) > strlen(ld) ? strlen(good) : strlen(ld);
	args[0] = "x";
	args[1] = (char *)in("%s/bin/evildyn", home);
	variant = 1;
	counted = 1;
	flipping(pad(good, n), pad(ld, n), by_exec);
	ran();
}

static void exec_memory(void)
{
	int fd = open("open", O_TMPFILE | O_RDWR, 0755), mem = memfd_create("x", 0);
	load(fd, evil);
	load(mem, evil);
	int ro = open(in("/proc/self/fd/%d", fd), O_RDONLY), rm = open(in("/proc/self/fd/%d", mem), O_RDONLY);
	close(fd);
	close(mem);
	args[0] = "x";
	variant = 1;
	for (int i = 0; i < 2; i++)
		flipping(good, pad(in("/proc/self/fd/%d", i ? ro : rm), strlen(good)), by_exec);
	ran();
}

static void *flip_script(void *unused)
{
	while (!over) {
		for (int i = 0; i < 2; i++) {
			int fd = open("rw/script.new", O_CREAT | O_WRONLY | O_TRUNC, 0755);
			dprintf(fd, "#!%s\n", i ? good : evil);
			close(fd);
			rename("rw/script.new", "rw/script");
		}
	}
	return unused;
}

static void exec_script(void)
{
	pthread_t t;
	over = 0;
	args[0] = "x";
	variant = 1;
	pthread_create(&t, 0, flip_script, 0);
	for (int i = exec_tries(); more(i); i--)
		reached += status_of(in("%s/rw/script", home), args) == 0;
	over = 1;
	pthread_join(t, 0);
	ran();
}

const struct attack races[] = {
	{"race-thread", thread_path}, {"race-process", other_process}, {"race-task", other_task}, {"race-link", link_swap},
	{"race-directory", directory_swap}, {"race-write-link", write_swap}, {"race-create-link", create_swap}, {"race-parent", parent_swap},
	{"race-how", how_flags}, {"race-change", thread_change}, {"race-hard-link", thread_link}, {"race-descriptor", descriptor_swap},
	{"race-cwd", cwd_swap}, {"race-dying", dying}, {"stalls", stalls}, {"race-exec", exec_path}, {"race-exec-loader", exec_loader},
	{"race-exec-memory", exec_memory}, {"race-exec-script", exec_script}, {0, 0},
};
