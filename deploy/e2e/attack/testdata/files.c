// Names, links, descriptors and devices (classes 21 to 36, 71).
#include "attack.h"

static int constant = 1;

static void memory_files(void)
{
	for (int i = 0; i < 2; i++) {
		int fd = open(i ? in("/proc/%d/mem", getppid()) : "/proc/self/mem", O_RDWR), one = 7;
		if (fd >= 0 && pwrite(fd, &one, sizeof one, (off_t)(i ? (uintptr_t)&trophy : (uintptr_t)&constant)) > 0)
			got("secret: wrote memory");
	}
}

// spellings of a path that all lead to the closed file.
static void paths(void)
{
	int dir = open(".", O_RDONLY | O_DIRECTORY), op = open(".", O_PATH), sub = open("open", O_PATH | O_DIRECTORY);
	const char *list[] = {
		in("/proc/self/root%s/closed/secret", home), "/proc/self/cwd/closed/secret", in("/dev/fd/%d/closed/secret", dir),
		in("/proc/self/fd/%d/closed/secret", op), in("/proc/thread-self/cwd/closed/secret"), in("/proc/%d/cwd/closed/secret", getpid()),
		in("/proc/self/task/%d/cwd/closed/secret", getpid()), in("/proc/self/fd/%d/../closed/secret", sub), "closed//secret",
		"closed/./secret", "open/../closed/secret", "./closed/secret", in("/%s/closed/secret", home), in("/../..%s/closed/secret", home),
		in("/proc/self/../self/cwd/closed/secret"), in("/proc/self/task/../cwd/closed/secret"), "open/link", "open/dirlink/secret", "/dev/fd/../cwd/closed/secret",
	};
	if (symlink("../closed/secret", "open/link") || symlink("/proc/self/cwd/closed", "open/dirlink"))
		perror("symlink");
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		grab(list[i]);
	take(openat(op, "closed/secret", O_RDONLY));
	if (chdir("closed") == 0) {
		grab("secret");
		grab("./secret");
		grab("/proc/self/cwd/secret");
	}
}

// long_paths cross pages, fill the whole length and run into unmapped memory.
static void long_paths(void)
{
	char *m = mmap(0, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	const char *name = "closed/secret";
	size_t n = strlen(name);
	munmap(m + 8192, 4096);
	strcpy(m + 4096 - 5, name);
	grab(m + 4096 - 5);
	memcpy(m + 8192 - n, name, n);
	grab(m + 8192 - n);
	strcpy(m + 8192 - n - 1, name);
	grab(m + 8192 - n - 1);
	for (int length = 4090; length < 4100; length++) {
		char *p = m;
		memset(m, '/', length - n - 1);
		memcpy(m, "./", 2);
		strcpy(p + length - n, name);
		p[length - n - 1] = '/';
		grab(m);
	}
}

static void links(void)
{
	int op = open("closed/secret", O_PATH), fx = open("fixed/file", O_RDONLY);
	(void)!link("closed/secret", "open/a");
	grab("open/a");
	(void)!linkat(op, "", AT_FDCWD, "open/b", AT_EMPTY_PATH);
	grab("open/b");
	(void)!linkat(AT_FDCWD, in("/proc/self/fd/%d", op), AT_FDCWD, "open/c", AT_SYMLINK_FOLLOW);
	grab("open/c");
	(void)!link("fixed/file", "open/d");
	(void)!truncate("open/d", 0);
	spill("open/d", "changed");
	(void)!linkat(fx, "", AT_FDCWD, "open/e", AT_EMPTY_PATH);
	spill("open/e", "changed");
	(void)!link("open/public", "fixed/new");
	int tmp = open("fixed", O_TMPFILE | O_WRONLY, 0644);
	(void)!linkat(AT_FDCWD, in("/proc/self/fd/%d", tmp), AT_FDCWD, "fixed/tmp", AT_SYMLINK_FOLLOW);
	tmp = open("open", O_TMPFILE | O_WRONLY, 0644);
	(void)!linkat(AT_FDCWD, in("/proc/self/fd/%d", tmp), AT_FDCWD, "fixed/tmp2", AT_SYMLINK_FOLLOW);
	(void)!linkat(tmp, "", AT_FDCWD, "fixed/tmp3", AT_EMPTY_PATH);
}

static void renames(void)
{
	(void)!rename("open/public", "fixed/file");
	(void)!rename("open/public", "fixed/new");
	(void)!rename("open/public", ".git/hooks/pre-commit");
	(void)!renameat2(AT_FDCWD, "open/public", AT_FDCWD, "fixed/file", RENAME_EXCHANGE);
	(void)!renameat2(AT_FDCWD, "fixed/file", AT_FDCWD, "open/public", RENAME_EXCHANGE);
	(void)!renameat2(AT_FDCWD, "open/public", AT_FDCWD, "fixed/white", RENAME_WHITEOUT);
	(void)!renameat2(AT_FDCWD, "fixed/file", AT_FDCWD, "open/white", RENAME_WHITEOUT);
	(void)!rename("closed/secret", "open/moved");
	grab("open/moved");
	(void)!rename("closed", "open/closed");
	grab("open/closed/secret");
	(void)!rename("fixed", "open/fixed");
	mkdir("open/hooks", 0755);
	spill("open/hooks/pre-commit", "changed");
	(void)!rename("open/hooks", ".git/hooks");
	(void)!rename(".git", "open/git");
	spill("open/git/hooks/pre-commit", "changed");
	(void)!rename("open/git", ".git");
	(void)!syscall(SYS_renameat, open("open", O_PATH), "public", open("fixed", O_PATH), "new");
}

static void write_links(void)
{
	(void)!symlink("../fixed/file", "open/a");
	(void)!symlink("../fixed/new", "open/dangling");
	(void)!symlink(in("%s/fixed", home), "open/dir");
	(void)!symlink(in("/proc/self/cwd/fixed/new2"), "open/magic");
	spill("open/a", "changed");
	close(open("open/dangling", O_CREAT | O_WRONLY, 0644));
	close(open("open/dir/new3", O_CREAT | O_EXCL | O_WRONLY, 0644));
	close(open("open/magic", O_CREAT | O_RDWR, 0644));
	close(open("open/dir/../fixed/new4", O_CREAT | O_WRONLY, 0644));
	(void)!mkdir("open/dir/new5", 0755);
	(void)!truncate("open/a", 0);
	(void)!chmod("open/a", 0777);
	(void)!symlink("x", "fixed/link");
	(void)!mknod("fixed/pipe", S_IFIFO | 0644, 0);
	(void)!unlink("open/dir/file");
	(void)!syscall(SYS_mkdirat, open("fixed", O_PATH), "new6", 0755);
}

// reopen asks for more through a descriptor that grants less.
static void reopen(void)
{
	int op = open("closed/secret", O_PATH), fx = open("fixed/file", O_RDONLY), dir = open("closed", O_PATH);
	grab(in("/proc/self/fd/%d", op));
	grab(in("/dev/fd/%d", op));
	spill(in("/proc/self/fd/%d", fx), "changed");
	spill(in("/dev/fd/%d", fx), "changed");
	spill(in("/proc/thread-self/fd/%d", fx), "changed");
	take(openat(dir, "secret", O_RDONLY));
	take(syscall(SYS_openat, op, "", O_RDONLY));
	take(open(in("/proc/self/fd/%d/secret", dir), O_RDONLY));
	if (fork() == 0) { // from a child: the parent's descriptor
		grab(in("/proc/%d/fd/%d", getppid(), op));
		spill(in("/proc/%d/fd/%d", getppid(), fx), "changed");
		_exit(0);
	}
	wait(0);
}

static void attributes(void)
{
	struct timespec t[2] = {{1, 0}, {1, 0}};
	int op = open("fixed/file", O_PATH), fx = open("fixed/file", O_RDONLY), flags = FS_NODUMP_FL;
	(void)!chmod("fixed/file", 0777);
	(void)!fchmod(fx, 0777);
	(void)!syscall(452, op, "", 0777, AT_EMPTY_PATH);
	(void)!chmod(in("/proc/self/fd/%d", op), 0777);
	(void)!chown("fixed/file", 1, 1);
	(void)!fchown(fx, 1, 1);
	(void)!lchown("fixed/file", 1, 1);
	(void)!fchownat(op, "", 1, 1, AT_EMPTY_PATH);
	(void)!utimensat(AT_FDCWD, "fixed/file", t, 0);
	(void)!futimens(fx, t);
	(void)!utimensat(op, "", t, AT_EMPTY_PATH);
	(void)!setxattr("fixed/file", "user.mark", "v", 1, 0);
	(void)!lsetxattr("fixed/file", "user.mark", "v", 1, 0);
	(void)!fsetxattr(fx, "user.mark", "v", 1, 0);
	(void)!setxattr(in("/proc/self/fd/%d", op), "user.mark", "v", 1, 0);
	(void)!fremovexattr(fx, "user.old");
	(void)!removexattr("fixed/file", "user.old");
	(void)!ioctl(fx, FS_IOC_SETFLAGS, &flags);
}

// each way alone, so that one refusal does not hide the next.
static void fchmod_only(void) { (void)!fchmod(open("fixed/file", O_RDONLY), 0777); }
static void fchown_only(void) { (void)!fchown(open("fixed/file", O_RDONLY), 1, 1); }
static void futimens_only(void)
{
	struct timespec t[2] = {{1, 0}, {1, 0}};
	(void)!futimens(open("fixed/file", O_RDONLY), t);
}
static void fsetxattr_only(void) { (void)!fsetxattr(open("fixed/file", O_RDONLY), "user.mark", "v", 1, 0); }
static void fremovexattr_only(void) { (void)!fremovexattr(open("fixed/file", O_RDONLY), "user.old"); }
static void setflags_only(void)
{
	int flags = FS_NODUMP_FL;
	(void)!ioctl(open("fixed/file", O_RDONLY), FS_IOC_SETFLAGS, &flags);
}

static void truncates(void)
{
	(void)!truncate("fixed/file", 0);
	close(open("fixed/file", O_RDONLY | O_TRUNC));
	close(open("fixed/file", O_WRONLY | O_TRUNC));
	close(open("fixed/file", O_CREAT | O_RDWR | O_TRUNC, 0644));
	int fd = open("fixed/file", O_RDONLY);
	(void)!ftruncate(fd, 0);
	(void)!fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, 3);
	(void)!copy_file_range(open("open/public", O_RDONLY), 0, fd, 0, 6, 0);
	off_t at = 0;
	(void)!sendfile(fd, open("open/public", O_RDONLY), &at, 6);
	(void)!ioctl(fd, FICLONE, open("open/public", O_RDONLY));
}

static void devices(void)
{
	(void)!mknod("open/block", S_IFBLK | 0666, makedev(7, 0));
	(void)!mknod("open/mem", S_IFCHR | 0666, makedev(1, 1));
	for (const char *const *p = (const char *const[]){"open/block", "open/mem", "/dev/mem", "/dev/kmem", "/dev/port", "/proc/kcore", "/dev/userfaultfd", 0}; *p; p++)
		if (open(*p, O_RDWR) >= 0 || open(*p, O_RDONLY) >= 0)
			got(in("secret: opened %s", *p));
	if (open("/dev/kmsg", O_WRONLY) >= 0)
		got("secret: opened /dev/kmsg");
}

static void mapping(void)
{
	int fd = open("fixed/file", O_RDONLY);
	char *m = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (m != MAP_FAILED)
		memcpy(m, "CHANG", 5);
	m = mmap(0, 4096, PROT_READ, MAP_SHARED, fd, 0);
	if (m != MAP_FAILED && mprotect(m, 4096, PROT_READ | PROT_WRITE) == 0)
		memcpy(m, "CHANG", 5);
}

static void mounts(void)
{
	mkdir("open/m", 0755);
	if (mount("closed", "open/m", 0, MS_BIND, 0) == 0)
		grab("open/m/secret");
	int tree = syscall(SYS_open_tree, AT_FDCWD, "closed", 1 /* OPEN_TREE_CLONE */);
	if (tree >= 0) {
		take(openat(tree, "secret", O_RDONLY));
		if (syscall(SYS_move_mount, tree, "", AT_FDCWD, "open/m", 4) == 0)
			grab("open/m/secret");
	}
	if (syscall(SYS_fsopen, "tmpfs", 0) >= 0 || mount("none", "open/m", "tmpfs", 0, 0) == 0)
		got("secret: a mount");
	if (chroot("closed") == 0)
		grab("/secret");
	if (syscall(SYS_pivot_root, "closed", "closed") == 0)
		grab("/secret");
}

static void user_namespace(void)
{
	mkdir("open/m", 0755);
	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && mount("closed", "open/m", 0, MS_BIND, 0) == 0)
		grab("open/m/secret");
}

// prepare writes what would run later, outside the watch.
static void protected_set(void)
{
	spill(".git/hooks/pre-commit", "changed");
	(void)!symlink("/bin/true", ".git/hooks/post-commit");
	int fd = openat(open(".git/hooks", O_PATH), "pre-push", O_CREAT | O_WRONLY, 0755);
	close(fd);
	const char *ws = getenv("WORKSPACE"), *h = getenv("HOME");
	spill(in("%s/.mcp.json", ws), "changed");
	spill(in("%s/.github/workflows/x.yml", ws), "changed");
	spill(in("%s/.bashrc", h), "changed");
	(void)!rename("open/public", in("%s/.profile", h));
}

static void inherited(void)
{
	for (int fd = 3; fd < 64; fd++)
		if (fd != RAN)
			take(dup(fd));
}

// cgroups tries to leave the leaf of the call, and with it the attribution.
static void cgroups(void)
{
	char before[4096] = {0}, after[4096] = {0};
	int fd = open("/proc/self/cgroup", O_RDONLY);
	(void)!read(fd, before, sizeof before - 1);
	const char *roots[] = {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"};
	for (int i = 0; i < 2; i++) {
		spill(in("%s/cgroup.procs", roots[i]), in("%d", getpid()));
		if (mkdir(in("%s/attack-%d", roots[i], getpid()), 0755) == 0) {
			spill(in("%s/attack-%d/cgroup.procs", roots[i], getpid()), in("%d", getpid()));
			got("secret: made a group");
			spill(in("%s/cgroup.procs", roots[i]), in("%d", getpid()));
			rmdir(in("%s/attack-%d", roots[i], getpid()));
		}
	}
	fd = open("/proc/self/cgroup", O_RDONLY);
	(void)!read(fd, after, sizeof after - 1);
	if (strcmp(before, after))
		got("secret: left the group");
}

// state reaches for the recorder's own files.
static void state(void)
{
	const char *s = getenv("STATE");
	grab(in("%s/planted", s));
	(void)!link(in("%s/planted", s), "open/planted");
	grab("open/planted");
	spill(in("%s/planted", s), "changed");
	spill(in("%s/new", s), "changed");
	(void)!rename(s, in("%s.moved", s));
	(void)!symlink(s, "open/state");
	grab("open/state/planted");
	int d = open(s, O_PATH | O_DIRECTORY);
	take(openat(d, "planted", O_RDONLY));
	if (fchdir(d) == 0) {
		grab("planted");
		if (mkdir("/proc/self/cwd/made", 0755) == 0)
			got("secret: made a directory there");
	}
}

// kernel writes to the machine's switches.
static void kernel(void)
{
	const char *list[] = {"/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches", "/proc/sysrq-trigger", "/proc/sys/fs/binfmt_misc/register",
		"/proc/self/attr/current", "/proc/self/attr/exec", "/sys/kernel/profiling", "/sys/power/state", "/proc/irq/default_smp_affinity", "/proc/bus/pci/devices"};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++)
		if (open(list[i], O_WRONLY) >= 0)
			got(in("secret: opened %s", list[i]));
}

const struct attack files[] = {
	{"proc-mem", memory_files}, {"path-spellings", paths}, {"long-paths", long_paths}, {"hard-links", links}, {"renames", renames},
	{"write-through-links", write_links}, {"reopen", reopen}, {"attributes", attributes}, {"fchmod-read-only", fchmod_only},
	{"fchown-read-only", fchown_only}, {"futimens-read-only", futimens_only}, {"fsetxattr-read-only", fsetxattr_only},
	{"fremovexattr-read-only", fremovexattr_only}, {"setflags-read-only", setflags_only}, {"truncates", truncates}, {"devices", devices},
	{"shared-mapping", mapping}, {"mounts", mounts}, {"user-namespace", user_namespace}, {"protected-set", protected_set},
	{"inherited-descriptors", inherited}, {"cgroups", cgroups}, {"state", state}, {"kernel-switches", kernel}, {0, 0},
};
