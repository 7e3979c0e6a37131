// Races that rewrite, between the warden's look and the kernel's, where a
// datagram goes. Modes: sockaddr (sendto), msghdr, mmsghdr (the second of two
// messages), descriptor (dup2 between a stream and a datagram socket), connect
// (a UDP connect, then a send). Prints how many of the tries were accepted.
// Usage: netraces MODE GOODPORT BADPORT TRIES
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in a[2];
static struct sockaddr_in shared;
static struct msghdr header[2];
static struct mmsghdr both[2];
static volatile int stop;
static int slot, kinds[2];
static const char *mode;

static void *flip(void *p) {
	for (unsigned i = 0; !stop; i++) {
		if (!strcmp(mode, "descriptor")) dup2(kinds[i & 1], slot);
		else {
			*(volatile in_port_t *)&shared.sin_port = a[i & 1].sin_port;
			if (!strcmp(mode, "msghdr")) header[0].msg_name = &a[i & 1];
		}
	}
	return p;
}

int main(int argc, char **argv) {
	if (argc != 5) return 2;
	mode = argv[1];
	for (int i = 0; i < 2; i++) {
		a[i].sin_family = AF_INET; a[i].sin_addr.s_addr = htonl(INADDR_LOOPBACK); a[i].sin_port = htons(atoi(argv[2 + i]));
	}
	shared = a[0];
	int s = socket(AF_INET, SOCK_DGRAM, 0), tries = atoi(argv[4]), accepted = 0;
	struct iovec v = {"x", 1};
	struct msghdr m = {.msg_name = &shared, .msg_namelen = sizeof shared, .msg_iov = &v, .msg_iovlen = 1};
	header[0] = m; both[0].msg_hdr = m; both[1].msg_hdr = m; both[0].msg_hdr.msg_name = &a[0];
	if (!strcmp(mode, "descriptor")) {
		// The address is forbidden throughout; only a stream socket may be named with it.
		int p[2]; if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, p)) return 3;
		kinds[0] = p[0]; kinds[1] = s; slot = dup(p[0]); header[0].msg_name = &a[1];
		int big = 1 << 20; setsockopt(p[0], SOL_SOCKET, SO_SNDBUF, &big, sizeof big);
		if (fork() == 0) { char b[16]; close(p[0]); close(slot); while (read(p[1], b, 16) > 0); _exit(0); }
		close(p[1]);
	}
	pthread_t t; pthread_create(&t, 0, flip, 0);
	for (int i = 0; i < tries; i++) {
		long r;
		if (!strcmp(mode, "sockaddr")) r = sendto(s, "x", 1, 0, (void *)&shared, sizeof shared);
		else if (!strcmp(mode, "msghdr")) r = sendmsg(s, &header[0], 0);
		else if (!strcmp(mode, "mmsghdr")) r = sendmmsg(s, both, 2, 0) - 1;
		else if (!strcmp(mode, "descriptor")) r = sendmsg(slot, &header[0], MSG_NOSIGNAL);
		else {
			int u = socket(AF_INET, SOCK_DGRAM, 0);
			r = connect(u, (void *)&shared, sizeof shared) ? -1 : send(u, "x", 1, 0);
			close(u);
		}
		accepted += r > 0;
	}
	stop = 1; pthread_join(t, 0);
	printf("%d\n", accepted);
	return 0;
}
