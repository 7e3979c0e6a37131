// The shim, before the Go runtime starts. It is executed between the
// supervisor's decision that everything stands and the agent's first
// instruction, so its start is waited for; and it does nothing but system
// calls, which C does on a few pages. Everything it is told comes over its
// control socket from the supervisor (see launch/shim.go for the format), and every
// fault is told there as a step and an errno.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// What launch/shim.go knows, too.
#define NAME "varek-shim"
enum {
	step_done,
	step_message,
	step_directory,
	step_privileges,
	step_signals,
	step_descriptors,
	step_limits = 16, // and the number of the resource
};

// Of headers newer than those of the oldest system we build on.
#ifndef SECCOMP_FILTER_FLAG_NEW_LISTENER
#define SECCOMP_FILTER_FLAG_NEW_LISTENER (1UL << 3)
#endif
#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
#define CLOSE_RANGE_CLOEXEC_FLAG (1U << 2)
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_RESTRICT_SELF 446
#define LANDLOCK_VERSION_FLAG (1U << 0)
#define LANDLOCK_SCOPE_SIGNAL_BIT (1ULL << 1)

enum { control = 3, largest = 64 << 20 };

// struct landlock_ruleset_attr as of ABI 6.
struct ruleset { uint64_t files, net, scoped; };

struct filter { unsigned short len; void *code; };

static int put(const void *from, size_t n) {
	for (const char *p = from; n > 0;) {
		ssize_t done = write(control, p, n);
		if (done < 0 && errno == EINTR) continue;
		if (done <= 0) return -1;
		p += done, n -= (size_t)done;
	}
	return 0;
}

static int get(void *to, size_t n) {
	for (char *p = to; n > 0;) {
		ssize_t done = read(control, p, n);
		if (done < 0 && errno == EINTR) continue;
		if (done <= 0) return -1;
		p += done, n -= (size_t)done;
	}
	return 0;
}

// report tells how far the shim came: step 0 is all of it.
static int report(uint32_t step, uint32_t error, uint32_t layer) {
	uint32_t r[3] = {step, error, layer};
	return put(r, sizeof r);
}

// mark marks every descriptor above 2 close-on-exec.
static int mark(void) {
	if (syscall(SYS_close_range, 3U, ~0U >> 1, CLOSE_RANGE_CLOEXEC_FLAG) == 0) return 0;
	if (errno != ENOSYS && errno != EINVAL) return -1;
	DIR *d = opendir("/proc/self/fd");
	if (d == NULL) return -1;
	for (struct dirent *e; (e = readdir(d)) != NULL;) {
		int fd = atoi(e->d_name);
		if (fd > 2) fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
	closedir(d);
	return 0;
}

// layer adds the second Landlock layer, which holds signals alone: 1 added, 0
// this kernel has none, -1 an error.
static int layer(void) {
	long abi = syscall(LANDLOCK_CREATE_RULESET, NULL, 0, LANDLOCK_VERSION_FLAG);
	if (abi < 6) return 0;
	struct ruleset r = {0, 0, LANDLOCK_SCOPE_SIGNAL_BIT};
	int fd = (int)syscall(LANDLOCK_CREATE_RULESET, &r, sizeof r, 0);
	if (fd < 0) return -1;
	if (syscall(LANDLOCK_RESTRICT_SELF, fd, 0) != 0) return -1;
	close(fd);
	return 1;
}

// lower sets a limit, which is never raised.
static int lower(uint32_t resource, uint64_t value) {
	struct rlimit l;
	if (getrlimit(resource, &l) != 0) return -1;
	if (value < l.rlim_max) l.rlim_max = value;
	l.rlim_cur = l.rlim_max;
	return setrlimit(resource, &l);
}

// A message is read through a cursor that never passes its end.
struct cursor { char *at, *end; };

static uint32_t number(struct cursor *c) {
	uint32_t v = 0;
	if (c->at == NULL || c->end - c->at < 4) { c->at = NULL; return 0; }
	memcpy(&v, c->at, 4);
	c->at += 4;
	return v;
}

static char *text(struct cursor *c) {
	char *from = c->at;
	if (from == NULL) return NULL;
	char *nul = memchr(from, 0, (size_t)(c->end - from));
	c->at = nul == NULL ? NULL : nul + 1;
	return nul == NULL ? NULL : from;
}

static char **list(struct cursor *c, uint32_t n) {
	if (c->at == NULL || n > (uint32_t)(c->end - c->at)) { c->at = NULL; return NULL; }
	char **v = calloc((size_t)n + 1, sizeof *v);
	if (v == NULL) { c->at = NULL; return NULL; }
	for (uint32_t i = 0; i < n; i++) {
		v[i] = text(c);
		if (v[i] == NULL) { c->at = NULL; return NULL; }
	}
	return v;
}

// hand loads the filter and tells the number of its listener, or minus an errno.
// From here on only read and write are called, on the control socket, until the
// supervisor says that it answers: neither is notified.
static int hand(struct filter *f) {
	unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV;
	int32_t r[2] = {0, 1};
	long fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, f);
	if (fd < 0 && errno == EINVAL) {
		r[1] = 0; // before Linux 5.19
		fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, (unsigned long)SECCOMP_FILTER_FLAG_NEW_LISTENER, f);
	}
	r[0] = fd < 0 ? -errno : (int32_t)fd;
	return put(r, sizeof r) != 0 || fd < 0 ? -1 : 0;
}

static int shim(void) {
	uint32_t size;
	if (get(&size, sizeof size) != 0) return 125;
	if (size == 0 || size > largest) return report(step_message, EMSGSIZE, 0), 125;
	char *m = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (m == MAP_FAILED) return report(step_message, (uint32_t)errno, 0), 125;
	if (get(m, size) != 0) return 125;

	struct cursor c = {m, m + size};
	uint32_t limits = number(&c);
	char *each = c.at;
	if (c.at == NULL || limits > (uint32_t)(c.end - c.at) / 12) return report(step_message, EBADMSG, 0), 125;
	c.at += limits * 12;
	uint32_t length = number(&c);
	if (c.at == NULL || length > (uint32_t)(c.end - c.at) || length % 8 != 0 || length / 8 > 0xffff) return report(step_message, EBADMSG, 0), 125;
	struct filter f = {(unsigned short)(length / 8), c.at};
	c.at += length;
	uint32_t nargs = number(&c), nenv = number(&c);
	char *dir = text(&c), *path = text(&c), **argv = list(&c, nargs), **envp = list(&c, nenv);
	if (c.at != c.end) return report(step_message, EBADMSG, 0), 125;

	if (chdir(dir) != 0) return report(step_directory, (uint32_t)errno, 0), 125;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return report(step_privileges, (uint32_t)errno, 0), 125;
	int signals = layer();
	if (signals < 0) return report(step_signals, (uint32_t)errno, 0), 125;
	if (mark() != 0) return report(step_descriptors, (uint32_t)errno, (uint32_t)signals), 125;
	for (uint32_t i = 0; i < limits; i++, each += 12) {
		uint32_t resource;
		uint64_t value;
		memcpy(&resource, each, 4);
		memcpy(&value, each + 4, 8);
		if (lower(resource, value) != 0) return report(step_limits + resource, (uint32_t)errno, (uint32_t)signals), 125;
	}
	char go;
	if (report(step_done, 0, (uint32_t)signals) != 0 || get(&go, 1) != 0) return 125;
	if (hand(&f) != 0 || get(&go, 1) != 0) return 125;
	execve(path, argv, envp);
	int32_t why = errno;
	if (put(&why, sizeof why) != 0) return 125;
	return why == ENOENT ? 127 : 126;
}

__attribute__((constructor)) static void early(int argc, char **argv) {
	if (argc > 0 && strcmp(argv[0], NAME) == 0) _exit(shim());
}
