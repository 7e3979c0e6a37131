// Attempts to reach what the policy does not name: classes 45 to 56 of the
// warden's reference. Each prints "name yes" when the kernel said that it
// worked, "name no" otherwise; the test compares with its listeners too.
// Usage: net UDPGOOD UDPBAD TCPGOOD TCPBAD DIR ABSTRACT
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void tell(const char *what, long r) { printf("%s %s\n", what, r < 0 ? "no" : "yes"); fflush(stdout); }
static struct sockaddr_in v4(const char *ip, int port) {
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port)};
	inet_pton(AF_INET, ip, &a.sin_addr);
	return a;
}
static struct sockaddr_in6 v6(const char *ip, int port) {
	struct sockaddr_in6 a = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
	inet_pton(AF_INET6, ip, &a.sin6_addr);
	return a;
}
static long udp(int family, void *a, socklen_t n) {
	int s = socket(family, SOCK_DGRAM, 0);
	long r = sendto(s, "x", 1, 0, a, n);
	close(s);
	return r;
}
static long tcp(int family, void *a, socklen_t n) {
	int s = socket(family, SOCK_STREAM, 0);
	long r = connect(s, a, n);
	close(s);
	return r;
}
static long local(int kind, const char *path) {
	struct sockaddr_un u = {AF_UNIX, ""};
	strncpy(u.sun_path, path, sizeof u.sun_path - 1);
	int s = socket(AF_UNIX, kind, 0);
	long r = kind == SOCK_DGRAM ? sendto(s, "x", 1, 0, (void *)&u, sizeof u) : connect(s, (void *)&u, sizeof u);
	close(s);
	return r;
}
static long named(int kind, const char *name) {
	struct sockaddr_un u = {AF_UNIX, ""};
	memcpy(u.sun_path + 1, name, strlen(name));
	socklen_t n = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name);
	int s = socket(AF_UNIX, kind, 0);
	long r = kind == SOCK_DGRAM ? sendto(s, "x", 1, 0, (void *)&u, n) : connect(s, (void *)&u, n);
	close(s);
	return r;
}

int main(int c, char **v) {
	if (c != 7) return 2;
	signal(SIGPIPE, SIG_IGN);
	int ug = atoi(v[1]), ub = atoi(v[2]), tg = atoi(v[3]), tb = atoi(v[4]);
	struct sockaddr_in good = v4("127.0.0.1", ug), bad = v4("127.0.0.1", ub);
	struct iovec part = {"x", 1};
	struct msghdr m = {.msg_name = &bad, .msg_namelen = sizeof bad, .msg_iov = &part, .msg_iovlen = 1}, g = m;
	g.msg_name = &good;
	int s = socket(AF_INET, SOCK_DGRAM, 0);
	tell("sendto-good", udp(AF_INET, &good, sizeof good));
	tell("sendto", udp(AF_INET, &bad, sizeof bad));
	tell("sendmsg", sendmsg(s, &m, 0));
	struct mmsghdr mm[3] = {{g}, {m}, {g}};
	printf("sendmmsg %d\n", sendmmsg(s, mm, 3, 0));
	struct sockaddr_in unspec = bad; unspec.sin_family = AF_UNSPEC;
	tell("sendto-unspec", udp(AF_INET, &unspec, sizeof unspec));
	tell("connect-good", connect(s, (void *)&good, sizeof good));
	tell("sendmsg-connected", sendmsg(s, &m, 0));
	tell("sendto-connected", sendto(s, "x", 1, 0, (void *)&bad, sizeof bad));
	struct sockaddr none = {.sa_family = AF_UNSPEC};
	connect(s, &none, sizeof none);
	tell("connect-again", connect(s, (void *)&bad, sizeof bad));
	tell("send-after", send(s, "x", 1, 0));
	struct sockaddr_in t = v4("127.0.0.1", tb), tgood = v4("127.0.0.1", tg);
	tell("tcp-good", tcp(AF_INET, &tgood, sizeof tgood));
	tell("tcp", tcp(AF_INET, &t, sizeof t));
	int f = socket(AF_INET, SOCK_STREAM, 0), on = 1;
	tell("fastopen", sendto(f, "x", 1, MSG_FASTOPEN, (void *)&t, sizeof t));
	setsockopt(f, SOL_TCP, TCP_FASTOPEN_CONNECT, &on, sizeof on);
	tell("fastopen-connect", connect(f, (void *)&t, sizeof t)); tell("fastopen-write", write(f, "x", 1));
	static const char *spellings[] = {"::ffff:127.0.0.1", "::", "::1", "::ffff:0.0.0.0", "::ffff:127.1.2.3"};
	for (unsigned i = 0; i < 5; i++) {
		struct sockaddr_in6 a = v6(spellings[i], ub), b = v6(spellings[i], tb);
		char what[64];
		snprintf(what, 64, "udp-%s", spellings[i]); tell(what, udp(AF_INET6, &a, sizeof a));
		snprintf(what, 64, "tcp-%s", spellings[i]); tell(what, tcp(AF_INET6, &b, sizeof b));
	}
	struct sockaddr_in any = v4("0.0.0.0", ub), anyt = v4("0.0.0.0", tb), other = v4("127.9.9.9", ub);
	tell("udp-0.0.0.0", udp(AF_INET, &any, sizeof any)); tell("tcp-0.0.0.0", tcp(AF_INET, &anyt, sizeof anyt));
	tell("udp-127.9.9.9", udp(AF_INET, &other, sizeof other));
	static const char *specials[] = {"169.254.169.254", "224.0.0.1", "255.255.255.255", "100.100.100.200"};
	for (unsigned i = 0; i < 4; i++) { struct sockaddr_in a = v4(specials[i], 80); tell(specials[i], udp(AF_INET, &a, sizeof a)); }
	struct sockaddr_in6 imds = v6("fd00:ec2::254", 80); tell("fd00:ec2::254", udp(AF_INET6, &imds, sizeof imds));
	// Sockets with names.
	char path[256], link[300];
	if (chdir(v[5])) return 3;
	snprintf(path, sizeof path, "%s/docker.sock", v[5]);
	tell("unix-good", local(SOCK_STREAM, "plain.sock"));
	tell("unix", local(SOCK_STREAM, path)); tell("unix-relative", local(SOCK_STREAM, "./docker.sock"));
	if (symlink(path, "link") == 0) tell("unix-link", local(SOCK_STREAM, "link"));
	snprintf(link, sizeof link, "/proc/self/root%s", path); tell("unix-root", local(SOCK_STREAM, link));
	tell("unix-cwd", local(SOCK_STREAM, "/proc/self/cwd/docker.sock"));
	int d = open(".", O_PATH); snprintf(link, sizeof link, "/proc/self/fd/%d/docker.sock", d); tell("unix-fd", local(SOCK_STREAM, link));
	int h = open("docker.sock", O_PATH); snprintf(link, sizeof link, "/proc/self/fd/%d", h); tell("unix-object", local(SOCK_STREAM, link));
	rename("docker.sock", "renamed"); tell("unix-renamed", local(SOCK_STREAM, "renamed"));
	if (linkat(AT_FDCWD, "docker.sock", AT_FDCWD, "hard", 0) == 0) tell("unix-hard", local(SOCK_STREAM, "hard"));
	tell("dgram", local(SOCK_DGRAM, "sub/podman.sock"));
	tell("abstract", named(SOCK_STREAM, v[6])); tell("abstract-dgram", named(SOCK_DGRAM, v[6]));
	// Families and kinds that know no address we decide on.
	tell("packet", socket(AF_PACKET, SOCK_RAW, 0)); tell("raw", socket(AF_INET, SOCK_RAW, IPPROTO_UDP)); tell("raw6", socket(AF_INET6, SOCK_RAW, IPPROTO_UDP));
	tell("vsock", socket(AF_VSOCK, SOCK_STREAM, 0)); tell("alg", socket(AF_ALG, SOCK_SEQPACKET, 0)); tell("netfilter", socket(AF_NETLINK, SOCK_RAW, 12));
	tell("sctp", socket(AF_INET, SOCK_STREAM, 132)); tell("xdp", socket(AF_XDP, SOCK_RAW, 0));
	// Doors.
	struct sockaddr_in door = v4("0.0.0.0", 0);
	int l = socket(AF_INET, SOCK_STREAM, 0);
	tell("bind", bind(l, (void *)&door, sizeof door)); tell("listen", listen(l, 5));
	int l6 = socket(AF_INET6, SOCK_STREAM, 0); tell("listen6", listen(l6, 5));
	door.sin_family = AF_UNSPEC; door.sin_addr.s_addr = 0; tell("bind-unspec", bind(l, (void *)&door, sizeof door)); tell("listen-after", listen(l, 5));
	// Ways past the route.
	static const struct { const char *what; int level, name; } options[] = {
		{"device", SOL_SOCKET, SO_BINDTODEVICE}, {"ifindex", SOL_SOCKET, 62}, {"mark", SOL_SOCKET, SO_MARK}, {"options", SOL_IP, IP_OPTIONS},
		{"transparent", SOL_IP, IP_TRANSPARENT}, {"rthdr", SOL_IPV6, 57}, {"pktoptions", SOL_IPV6, 6}, {"iptables", SOL_IP, 64}};
	int o = socket(AF_INET6, SOCK_DGRAM, 0), o4 = socket(AF_INET, SOCK_DGRAM, 0);
	char value[64] = "lo";
	for (unsigned i = 0; i < sizeof options / sizeof *options; i++)
		tell(options[i].what, setsockopt(options[i].level == SOL_IPV6 ? o : o4, options[i].level, options[i].name, value, i == 0 ? 3 : 4));
	union { char b[CMSG_SPACE(4)]; struct cmsghdr h; } ctl = {0};
	ctl.h.cmsg_len = CMSG_LEN(4); ctl.h.cmsg_level = SOL_IP; ctl.h.cmsg_type = IP_RETOPTS;
	g.msg_control = ctl.b; g.msg_controllen = sizeof ctl.b; tell("retopts", sendmsg(o4, &g, 0));
	ctl.h.cmsg_level = SOL_SOCKET; ctl.h.cmsg_type = SO_MARK; tell("mark-message", sendmsg(o4, &g, 0));
	return 0;
}
