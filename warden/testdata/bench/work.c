// work: what an agent waits for. Prints the median and the 99th percentile in
// nanoseconds of N rounds of one thing:
//
//	work open N FILE        open and close
//	work connect N          socket, connect to a loopback port of its own, close
//	work call N             the same, only the connect call is timed
//	work free N             getppid, which no filter reports (batches of 100)
//	work flood THREADS N FILE  N opens in each of THREADS threads at once; prints how many succeeded and failed
//	work park THREADS FILE  one open in each of THREADS threads, which then wait for the end of standard input
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static int ascending(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void report(int64_t *took, int n)
{
	qsort(took, n, sizeof *took, ascending);
	printf("%lld %lld\n", (long long)took[n / 2], (long long)took[(int64_t)n * 99 / 100]);
}

static void opens(int64_t *took, int n, const char *file)
{
	for (int i = 0; i < n; i++) {
		int64_t begin = now();
		int fd = open(file, O_RDONLY | O_CLOEXEC);
		if (fd < 0)
			die(file);
		close(fd);
		took[i] = now() - begin;
	}
}

// The other side is this thread too, so that nobody else has to be woken while
// the clock runs.
static void connects(int64_t *took, int n, int whole)
{
	struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t size = sizeof a;
	struct linger hard = {1, 0}; // no TIME_WAIT: the ports would run out
	int l = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (l < 0 || bind(l, (struct sockaddr *)&a, sizeof a) || listen(l, 16) || getsockname(l, (struct sockaddr *)&a, &size))
		die("listen");
	for (int i = 0; i < n; i++) {
		int64_t start = now();
		int s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
		if (s < 0)
			die("socket");
		int64_t begin = now();
		if (connect(s, (struct sockaddr *)&a, sizeof a) < 0)
			die("connect");
		int64_t end = now();
		int c = accept(l, NULL, NULL);
		if (c < 0)
			die("accept");
		setsockopt(s, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
		int64_t last = now();
		close(s);
		took[i] = whole ? end - start + now() - last : end - begin;
		close(c);
	}
}

static void frees(int64_t *took, int n)
{
	for (int i = 0; i < n; i++) {
		int64_t begin = now();
		for (int k = 0; k < 100; k++)
			syscall(SYS_getppid);
		took[i] = (now() - begin) / 100;
	}
}

static const char *flood_file;
static int flood_n;
static atomic_int good, bad, parked;
static pthread_barrier_t gate;

static void *flooder(void *unused)
{
	pthread_barrier_wait(&gate);
	for (int i = 0; i < flood_n; i++) {
		int fd = open(flood_file, O_RDONLY | O_CLOEXEC);
		// 0 is standard input: an answer that means no file.
		if (fd > 2 && close(fd) == 0)
			good++;
		else
			bad++;
	}
	return unused;
}

static void *parker(void *unused)
{
	char c;
	int fd = open(flood_file, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		die(flood_file);
	close(fd);
	parked++;
	while (read(0, &c, 1) > 0)
		;
	return unused;
}

static void threads(int n, void *(*body)(void *))
{
	pthread_t *t = calloc(n, sizeof *t);
	pthread_attr_t small;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 64 << 10);
	for (int i = 0; i < n; i++)
		if (pthread_create(&t[i], &small, body, NULL) != 0)
			die("pthread_create");
	if (body == parker) {
		while (parked < n)
			usleep(1000);
		printf("parked\n");
		fflush(stdout);
	}
	for (int i = 0; i < n; i++)
		pthread_join(t[i], NULL);
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	int n = atoi(argv[2]);
	int64_t *took = calloc(n, sizeof *took);
	if (!strcmp(argv[1], "open") && argc == 4)
		opens(took, n, argv[3]);
	else if (!strcmp(argv[1], "connect") && argc == 3)
		connects(took, n, 1);
	else if (!strcmp(argv[1], "call") && argc == 3)
		connects(took, n, 0);
	else if (!strcmp(argv[1], "free") && argc == 3)
		frees(took, n);
	else if (!strcmp(argv[1], "flood") && argc == 5) {
		flood_n = atoi(argv[3]), flood_file = argv[4];
		pthread_barrier_init(&gate, NULL, n);
		threads(n, flooder);
		printf("%d %d\n", good, bad);
		return 0;
	} else if (!strcmp(argv[1], "park") && argc == 4) {
		flood_file = argv[3];
		threads(n, parker);
		return 0;
	} else
		return 2;
	report(took, n);
	return 0;
}
