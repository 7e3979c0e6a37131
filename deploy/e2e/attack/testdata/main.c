// The attacker: runs the attacks that it is told, each in a process of its own.
//
//	attacker NAME=DIRECTORY…    (SHOW=1: how long each takes)
#include "attack.h"

volatile int trophy;
const char *good, *evil;
char home[4096];

static const struct attack *const families[] = {abi, files, races, execs, processes};

const char *in(const char *format, ...)
{
	static __thread char buf[8][8192];
	static __thread int n;
	char *b = buf[n++ % 8];
	va_list ap;
	va_start(ap, format);
	vsnprintf(b, sizeof buf[0], format, ap);
	va_end(ap);
	return b;
}

void got(const char *text)
{
	int fd = open(in("%s/got", home), O_WRONLY | O_CREAT | O_APPEND, 0644);
	if (fd >= 0 && write(fd, text, strlen(text)) < 0)
		perror("got");
	close(fd);
}

void take(int fd)
{
	char b[256];
	ssize_t n = fd < 0 ? -1 : read(fd, b, sizeof b - 1);
	if (n > 0) {
		b[n] = 0;
		got(b);
	}
	if (fd >= 0)
		close(fd);
}

void grab(const char *path) { take(open(path, O_RDONLY)); }

void spill(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (fd >= 0 && write(fd, text, strlen(text)) < 0)
		perror(path);
	close(fd);
}

int tries(void)
{
	const char *n = getenv("TRIES");
	return n ? atoi(n) : 2000;
}

void load(int fd, const char *path)
{
	struct stat st;
	int from = open(path, O_RDONLY);
	off_t at = 0;
	if (from < 0 || fd < 0 || fstat(from, &st))
		return;
	while (at < st.st_size && sendfile(fd, from, &at, st.st_size - at) > 0)
		;
	close(from);
}

int launch(const char *path, char *const argv[])
{
	int status = -1;
	pid_t pid = fork();
	if (pid == 0) {
		extern char **environ;
		execve(path, argv, environ);
		_exit(113);
	}
	waitpid(pid, &status, 0);
	return status;
}

static void (*find(const char *name, size_t len))(void)
{
	for (size_t f = 0; f < sizeof families / sizeof *families; f++)
		for (const struct attack *a = families[f]; a->name; a++)
			if (strlen(a->name) == len && !strncmp(a->name, name, len))
				return a->run;
	return NULL;
}

static long now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

// attempt runs one attack and leaves how it ended in "status".
static void attempt(const char *name, const char *dir)
{
	int status = 0;
	long began = now();
	void (*run)(void) = find(name, strcspn(name, "="));
	trophy = 0;
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		if (!run || chdir(dir) || !getcwd(home, sizeof home))
			_exit(99);
		if (dup2(open("ran", O_WRONLY | O_CREAT | O_APPEND, 0644), RAN) != RAN)
			_exit(98);
		good = strdup(in("%s/bin/good", home));
		evil = strdup(in("%s/bin/evil", home));
		alarm(300);
		run();
		_exit(0);
	}
	waitpid(pid, &status, 0);
	if (getenv("SHOW"))
		fprintf(stderr, "%5ld ms %.*s\n", now() - began, (int)strcspn(name, "="), name);
	if (trophy)
		spill(in("%s/got", dir), "secret: the parent was changed");
	spill(in("%s/status", dir), WIFSIGNALED(status) ? in("signal %d", WTERMSIG(status)) : in("exit %d", WEXITSTATUS(status)));
}

int main(int argc, char **argv)
{
	setpgid(0, 0); // out of the supervisor's group, which some attacks signal
	for (int i = 1; i < argc; i++) {
		char *dir = strchr(argv[i], '=');
		if (!dir)
			return 2;
		attempt(argv[i], dir + 1);
	}
	return 0;
}
