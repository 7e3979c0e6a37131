// A program whose every call is disturbed: a timer fires each 200 microseconds
// while it opens, makes, renames, links, connects and starts programs. Its
// handler restarts calls, so none of them may fail or give something else.
//
//	timer ROUNDS
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile long fired;
static int failures;

static void tick(int unused) { (void)unused, fired++; }

static void must(int ok, const char *what)
{
	if (!ok && failures++ < 10)
		printf("%s: %s\n", what, strerror(errno));
}

static void files(void)
{
	char text[8] = {0};
	int fd = open("timer.file", O_RDONLY);
	must(fd > 2, "open"); // descriptors 0 to 2 are taken: a lower number is none of ours
	must(read(fd, text, 7) == 7 && !strcmp(text, "content"), "read");
	must(close(fd) == 0, "close");
	fd = open("timer.new", O_WRONLY | O_CREAT | O_EXCL, 0600);
	must(fd > 2 && write(fd, "x", 1) == 1 && close(fd) == 0, "create");
	must(chmod("timer.new", 0640) == 0, "chmod");
	must(rename("timer.new", "timer.old") == 0, "rename");
	must(link("timer.old", "timer.link") == 0, "link");
	must(unlink("timer.link") == 0 && unlink("timer.old") == 0, "unlink");
	must(mkdir("timer.dir", 0700) == 0 && rmdir("timer.dir") == 0, "mkdir");
	must(open("timer.none", O_RDONLY) == -1 && errno == ENOENT, "a name that is not there");
}

static void start(void)
{
	int status = -1;
	pid_t pid = fork();
	if (pid == 0) {
		execl("/bin/true", "true", (char *)0);
		_exit(1);
	}
	must(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0, "a program");
}

static void sockets(int listener, struct sockaddr_in *at)
{
	int s = socket(AF_INET, SOCK_STREAM, 0);
	must(connect(s, (struct sockaddr *)at, sizeof *at) == 0, "connect");
	int c = accept(listener, 0, 0);
	must(c > 2 && close(c) == 0 && close(s) == 0, "accept");
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 500, listener = socket(AF_INET, SOCK_STREAM, 0);
	struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof at;
	struct sigaction act = {.sa_handler = tick, .sa_flags = SA_RESTART};
	struct itimerval every = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
	int fd = open("timer.file", O_WRONLY | O_CREAT, 0600);
	must(write(fd, "content", 7) == 7 && close(fd) == 0, "prepare");
	must(bind(listener, (struct sockaddr *)&at, sizeof at) == 0 && listen(listener, 16) == 0, "listen");
	must(getsockname(listener, (struct sockaddr *)&at, &len) == 0, "getsockname");
	sigaction(SIGALRM, &act, 0);
	setitimer(ITIMER_REAL, &every, 0);
	for (int i = 0; i < rounds; i++) {
		files();
		if (i % 10 == 0) {
			sockets(listener, &at);
			start();
		}
	}
	setitimer(ITIMER_REAL, &never, 0);
	printf("%d rounds, %d failures, disturbed: %s\n", rounds, failures, fired > rounds ? "yes" : "no");
	return failures != 0;
}
