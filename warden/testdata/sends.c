// What sends do, told line by line: the test compares the lines of a native run
// with those of a supervised one. With an argument a second thread exists, so
// that no send can be left to the kernel.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static void tell(const char *what, long r) { printf("%s: %ld %s\n", what, r, r < 0 ? strerrorname_np(errno) : ""); }
static void *sleeper(void *p) { pause(); return p; }

static struct sockaddr_in local(int port) {
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port)};
	a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	return a;
}

static int receiver(struct sockaddr_in *a) {
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	socklen_t n = sizeof *a;
	*a = local(0);
	if (bind(s, (void *)a, sizeof *a) || getsockname(s, (void *)a, &n)) exit(9);
	struct timeval tv = {5, 0};
	setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &tv, sizeof tv);
	return s;
}

static void got(const char *what, int s) {
	char b[70000];
	long n = recv(s, b, sizeof b, 0);
	printf("%s received: %ld %.20s\n", what, n, n > 0 ? b : "");
}

static void datagrams(void) {
	struct sockaddr_in a;
	int r = receiver(&a), s = socket(AF_INET, SOCK_DGRAM, 0);
	tell("sendto", sendto(s, "one", 4, 0, (void *)&a, sizeof a)); got("sendto", r);
	tell("sendto empty", sendto(s, "", 0, 0, (void *)&a, sizeof a)); got("empty", r);
	struct sockaddr_in u = a; u.sin_family = AF_UNSPEC;
	tell("sendto unspec", sendto(s, "two", 4, 0, (void *)&u, sizeof u)); got("unspec", r);
	tell("short address", sendto(s, "x", 1, 0, (void *)&a, 4));
	tell("long address", sendto(s, "x", 1, 0, (void *)&a, 300));
	tell("bad address", sendto(s, "x", 1, 0, (void *)8, sizeof a));
	tell("bad data", sendto(s, (void *)8, 5, 0, (void *)&a, sizeof a));
	tell("bad descriptor", sendto(77, "x", 1, 0, (void *)&a, sizeof a));
	tell("no socket", sendto(1, "x", 1, 0, (void *)&a, sizeof a));
	char *big = calloc(1, 70000); strcpy(big, "big");
	tell("60000", sendto(s, big, 60000, 0, (void *)&a, sizeof a)); got("60000", r);
	tell("70000", sendto(s, big, 70000, 0, (void *)&a, sizeof a));
	tell("unconnected", send(s, "x", 1, 0));
	struct iovec v[3] = {{"a", 1}, {0, 0}, {"bc", 3}};
	struct msghdr m = {.msg_name = &a, .msg_namelen = sizeof a, .msg_iov = v, .msg_iovlen = 3};
	tell("sendmsg", sendmsg(s, &m, 0)); got("sendmsg", r);
	m.msg_iovlen = 2000; tell("long vector", sendmsg(s, &m, 0)); m.msg_iovlen = 3;
	v[1].iov_len = ~0ul; tell("huge part", sendmsg(s, &m, 0)); v[1].iov_len = 0;
	m.msg_name = 0; tell("sendmsg unnamed", sendmsg(s, &m, 0)); m.msg_name = &a;
	tell("null header", sendmsg(s, 0, 0));
	struct mmsghdr mm[4] = {{m, 7}, {m, 7}, {m, 7}, {m, 7}};
	tell("sendmmsg", sendmmsg(s, mm, 3, 0));
	printf("lengths %u %u %u %u\n", mm[0].msg_len, mm[1].msg_len, mm[2].msg_len, mm[3].msg_len);
	got("mm", r); got("mm", r); got("mm", r);
	struct sockaddr_in short_one = a;
	mm[1].msg_hdr.msg_name = &short_one; mm[1].msg_hdr.msg_namelen = 4;
	tell("sendmmsg partial", sendmmsg(s, mm, 3, 0)); got("partial", r);
	mm[0] = mm[1]; tell("sendmmsg none", sendmmsg(s, mm, 3, 0));
	tell("sendmmsg zero", sendmmsg(s, mm, 0, 0));
	tell("connect", connect(s, (void *)&a, sizeof a));
	m.msg_name = 0; m.msg_namelen = 0;
	tell("connected sendmsg", sendmsg(s, &m, 0)); got("connected", r);
	struct sockaddr none = {.sa_family = AF_UNSPEC};
	tell("disconnect", connect(s, &none, sizeof none)); tell("after", send(s, "x", 1, 0));
	int v6 = socket(AF_INET6, SOCK_DGRAM, 0);
	struct sockaddr_in6 a6 = {.sin6_family = AF_INET6, .sin6_port = a.sin_port};
	inet_pton(AF_INET6, "::ffff:127.0.0.1", &a6.sin6_addr);
	tell("mapped", sendto(v6, "six", 4, 0, (void *)&a6, sizeof a6)); got("mapped", r);
	close(r);
}

static void *reader(void *p) {
	int fd = *(int *)p; long all = 0, n; char b[65536];
	while ((n = read(fd, b, sizeof b)) > 0) all += n;
	printf("read %ld\n", all);
	return 0;
}

static void streams(int threads) {
	int p[2], q[2];
	struct iovec v = {"hello", 5};
	struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};
	if (socketpair(AF_UNIX, SOCK_STREAM, 0, p) || socketpair(AF_UNIX, SOCK_DGRAM, 0, q)) exit(9);
	tell("stream", sendmsg(p[0], &m, 0)); got("stream", p[1]);
	struct sockaddr_un u = {AF_UNIX, "/nowhere"};
	m.msg_name = &u; m.msg_namelen = sizeof u; tell("stream named", sendmsg(p[0], &m, 0)); m.msg_name = 0; m.msg_namelen = 0;
	tell("dgram pair", sendmsg(q[0], &m, 0)); got("dgram pair", q[1]);
	// A descriptor is handed over.
	int fds[2]; if (pipe(fds)) exit(9);
	union { char b[CMSG_SPACE(sizeof(int))]; struct cmsghdr h; } c = {0};
	c.h.cmsg_len = CMSG_LEN(sizeof(int)); c.h.cmsg_level = SOL_SOCKET; c.h.cmsg_type = SCM_RIGHTS;
	memcpy(CMSG_DATA(&c.h), &fds[1], sizeof(int));
	m.msg_control = c.b; m.msg_controllen = sizeof c.b;
	tell("rights", sendmsg(p[0], &m, 0));
	char b[16]; union { char b[CMSG_SPACE(sizeof(int))]; struct cmsghdr h; } d;
	struct iovec w = {b, sizeof b};
	struct msghdr in = {.msg_iov = &w, .msg_iovlen = 1, .msg_control = d.b, .msg_controllen = sizeof d.b};
	tell("rights in", recvmsg(p[1], &in, 0));
	int passed; memcpy(&passed, CMSG_DATA(&d.h), sizeof passed);
	if (write(passed, "through", 8) != 8) exit(8);
	got("rights", -1); if (read(fds[0], b, 16) != 8) exit(8); printf("pipe %s\n", b);
	*(int *)CMSG_DATA(&c.h) = 99; tell("rights bad", sendmsg(p[0], &m, 0));
	c.h.cmsg_type = SCM_CREDENTIALS; tell("credentials short", sendmsg(p[0], &m, 0));
	m.msg_control = 0; m.msg_controllen = 0;
	int on = 1; setsockopt(p[1], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
	tell("with credentials", sendmsg(p[0], &m, 0));
	union { char b[CMSG_SPACE(sizeof(struct ucred))]; struct cmsghdr h; } e = {0};
	in.msg_control = e.b; in.msg_controllen = sizeof e.b; tell("credentials in", recvmsg(p[1], &in, 0));
	struct ucred *cr = (void *)CMSG_DATA(&e.h);
	printf("uid %d\n", (int)cr->uid == (int)getuid());
	// More than fits, blocking and not.
	size_t large = 5 << 20; char *l = mmap(0, large, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	v.iov_base = l; v.iov_len = large;
	if (threads) {
		pthread_t t; pthread_create(&t, 0, reader, &p[1]);
		tell("large", sendmsg(p[0], &m, 0)); shutdown(p[0], SHUT_WR); pthread_join(t, 0);
	} else {
		pid_t k = fork();
		if (!k) { close(p[0]); reader(&p[1]); fflush(stdout); _exit(0); }
		tell("large", sendmsg(p[0], &m, 0)); shutdown(p[0], SHUT_WR); waitpid(k, 0, 0);
	}
	int n[2]; socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, n);
	long some = sendmsg(n[0], &m, 0); printf("some %d\n", some > 0 && some < (long)large);
	tell("full", sendmsg(n[0], &m, 0)); tell("full dontwait", sendmsg(n[0], &m, MSG_DONTWAIT));
	socketpair(AF_UNIX, SOCK_STREAM, 0, n);
	struct timeval tv = {0, 100000}; setsockopt(n[0], SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof tv);
	some = sendmsg(n[0], &m, 0); printf("timed %d\n", some > 0); tell("timed", sendmsg(n[0], &m, 0));
	close(n[1]); v.iov_len = 5;
	tell("nosignal", sendmsg(n[0], &m, MSG_NOSIGNAL));
	fflush(stdout);
	pid_t k = fork();
	if (!k) { if (threads) { pthread_t t; pthread_create(&t, 0, sleeper, 0); } sendmsg(n[0], &m, 0); _exit(0); }
	int st; waitpid(k, &st, 0); printf("signal %d\n", WTERMSIG(st));
}

int main(int argc, char **argv) {
	signal(SIGALRM, SIG_DFL); alarm(60);
	if (argc > 1) { pthread_t t; pthread_create(&t, 0, sleeper, 0); }
	datagrams();
	streams(argc > 1);
	return 0;
}
