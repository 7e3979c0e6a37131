// Programs that must not run (classes 37 to 44).
#include "attack.h"

static char *none[] = {"x", 0};
extern char **environ;

// descriptor executes what a descriptor stands for, in both spellings.
static void descriptor(int fd)
{
	if (fd < 0)
		return;
	if (fork() == 0) {
		syscall(SYS_execveat, fd, "", none, environ, AT_EMPTY_PATH);
		execve(in("/proc/self/fd/%d", fd), none, environ);
		execve(in("/dev/fd/%d", fd), none, environ);
		_exit(113);
	}
	wait(0);
}

static void memory(void)
{
	unsigned kinds[] = {0, 1 /* MFD_CLOEXEC */, 2 /* ALLOW_SEALING */, 8 /* NOEXEC_SEAL */, 16 /* EXEC */, 24};
	for (int i = 0; i < 6; i++) {
		int fd = syscall(SYS_memfd_create, "good", kinds[i]);
		load(fd, evil);
		(void)!fchmod(fd, 0755);
		descriptor(fd);
		int ro = open(in("/proc/self/fd/%d", fd), O_RDONLY);
		close(fd);
		descriptor(ro);
		descriptor(open(in("/proc/self/fd/%d", ro), O_PATH));
	}
}

static void unnamed(void)
{
	int fd = open("open", O_TMPFILE | O_RDWR, 0755);
	load(fd, evil);
	int ro = open(in("/proc/self/fd/%d", fd), O_RDONLY);
	close(fd);
	descriptor(ro);
	fd = open("open/gone", O_CREAT | O_RDWR, 0755);
	load(fd, evil);
	ro = open("open/gone", O_RDONLY);
	close(fd);
	unlink("open/gone");
	descriptor(ro);
}

// shared maps an anonymous shared page and executes it by its map_files name.
static void shared(void)
{
	struct stat st;
	if (stat(evil, &st))
		return;
	char *m = mmap(0, st.st_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int fd = open(evil, O_RDONLY);
	if (read(fd, m, st.st_size) != st.st_size)
		return;
	const char *name = in("/proc/self/map_files/%lx-%lx", (long)m, (long)m + ((st.st_size + 4095) & ~4095L));
	launch(name, none);
	launch(in("/proc/%d/map_files/%lx-%lx", getpid(), (long)m, (long)m + ((st.st_size + 4095) & ~4095L)), none);
	descriptor(open(name, O_RDONLY));
	descriptor(open(name, O_PATH));
}

static void loader(void)
{
	const char *ld = getenv("LOADER");
	char *argv[] = {"ld.so", (char *)in("%s/bin/evildyn", home), 0}, *opt[] = {"ld.so", "--inhibit-cache", argv[1], 0};
	launch(ld, argv);
	launch(ld, opt);
	(void)!symlink(ld, "open/ld");
	launch("open/ld", argv);
	(void)!link(ld, "open/hard");
	launch("open/hard", argv);
	launch(in("/proc/self/root%s", ld), argv);
	int fd = open("rw/ld", O_CREAT | O_WRONLY, 0755); // a copy, where programs may be made
	load(fd, ld);
	close(fd);
	launch("rw/ld", argv);
	if (fork() == 0) {
		syscall(SYS_execveat, open(ld, O_PATH), "", argv, environ, AT_EMPTY_PATH);
		_exit(113);
	}
	wait(0);
	spill("rw/script", in("#!%s %s\n", ld, argv[1]));
	chmod("rw/script", 0755);
	launch("rw/script", none);
}

static void written(void)
{
	const char *places[] = {"open/x", "/dev/shm/varek-attack-x", "/tmp/varek-attack-x", "fixed/x", "x"};
	for (int i = 0; i < 5; i++) {
		int fd = open(places[i], O_CREAT | O_WRONLY | O_TRUNC, 0755);
		load(fd, evil);
		close(fd);
		launch(places[i], none);
		launch(in("/proc/self/cwd/%s", places[i]), none);
		unlink(places[i]);
	}
}

static void direct(void)
{
	int dir = open("bin", O_PATH), op = open(evil, O_PATH);
	launch(evil, none);
	launch("bin/evil", none);
	launch("open/../bin/evil", none);
	launch(in("/proc/self/root%s", evil), none);
	launch(in("/proc/self/cwd/bin/evil"), none);
	launch(in("/proc/self/fd/%d/evil", dir), none);
	descriptor(op);
	(void)!symlink(evil, "open/s");
	launch("open/s", none);
	(void)!link(evil, "open/h");
	launch("open/h", none);
	(void)!link(evil, "rw/h");
	launch("rw/h", none);
	(void)!rename(evil, "rw/moved");
	launch("rw/moved", none);
	if (fork() == 0) {
		syscall(SYS_execveat, dir, "evil", none, environ, 0);
		syscall(SYS_execveat, AT_FDCWD, evil, none, environ, AT_SYMLINK_NOFOLLOW);
		syscall(SYS_execveat, op, "", none, environ, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW);
		_exit(113);
	}
	wait(0);
}

static void scripts(void)
{
	const char *lines[] = {in("#!%s\n", evil), in("#! %s -x\n", evil), in("#!/usr/bin/env %s\n", evil), in("#!/usr/bin/env -S %s a b\n", evil),
		"#!open/../bin/evil\n", in("#!%s/rw/s0\n", home), in("#!/bin/sh\n%s\nexec %s\n", evil, evil)};
	for (int i = 0; i < 7; i++) {
		const char *name = in("rw/s%d", i);
		int fd = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0755);
		(void)!write(fd, lines[i], strlen(lines[i]));
		close(fd);
		launch(name, none);
		descriptor(open(name, O_RDONLY));
	}
}

static void preload(void)
{
	const char *lib = in("%s/closed/lib.so", home);
	const char *vars[] = {in("LD_PRELOAD=%s", lib), in("LD_AUDIT=%s", lib), in("LD_LIBRARY_PATH=%s/closed", home)};
	for (int i = 0; i < 3; i++)
		if (fork() == 0) {
			char *env[] = {(char *)vars[i], 0}, *argv[] = {"true", 0};
			execve("/bin/true", argv, env);
			_exit(113);
		}
	while (wait(0) > 0)
		;
}

static void setuid_program(void) { launch(in("%s/bin/setuid", home), none); }

static void *from_thread(void *unused)
{
	grab("closed/secret");
	execve(evil, none, environ);
	grab("closed/secret");
	char *sh[] = {"sh", "-c", "cat closed/secret > got; bin/evil; exec bin/evil", 0};
	execve("/bin/sh", sh, environ);
	return unused;
}

static void thread(void)
{
	pthread_t t;
	pthread_create(&t, 0, from_thread, 0);
	pthread_join(t, 0);
}

static void vforked(void)
{
	for (int i = 0; i < 20; i++) {
		pid_t pid = vfork();
		if (pid == 0) {
			take(open("closed/secret", O_RDONLY));
			execve(i & 1 ? evil : "closed/secret", none, environ);
			_exit(0);
		}
		waitpid(pid, 0, 0);
	}
}

const struct attack execs[] = {
	{"exec-memory", memory}, {"exec-unnamed", unnamed}, {"exec-shared-memory", shared}, {"exec-loader", loader}, {"exec-written", written},
	{"exec-denied", direct}, {"exec-scripts", scripts}, {"exec-preload", preload}, {"exec-setuid", setuid_program}, {"exec-thread", thread},
	{"exec-vfork", vforked}, {0, 0},
};
