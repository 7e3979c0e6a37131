// floor PROGRAM ARGS…: runs a program under a filter that reports openat, in a
// supervisor that only lets every call go on. No supervisor can be faster than
// this one: it is the floor that the warden is measured against.
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS SECCOMP_IOW(4, __u64)
#define SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP (1UL << 0)
#endif

static void die(const char *what)
{
	perror(what);
	exit(125);
}

static int load(void)
{
	struct sock_filter code[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = {sizeof code / sizeof *code, code};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		die("no_new_privs");
	int fd = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
			 SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &prog);
	if (fd < 0)
		die("seccomp");
	return fd;
}

static void hand(int sock, int fd)
{
	char data = 0, control[CMSG_SPACE(sizeof fd)] = {0};
	struct iovec io = {&data, 1};
	struct msghdr m = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);
	c->cmsg_level = SOL_SOCKET, c->cmsg_type = SCM_RIGHTS, c->cmsg_len = CMSG_LEN(sizeof fd);
	memcpy(CMSG_DATA(c), &fd, sizeof fd);
	if (sendmsg(sock, &m, 0) != 1)
		die("handing the listener over");
}

static int take(int sock)
{
	int fd;
	char data, control[CMSG_SPACE(sizeof fd)];
	struct iovec io = {&data, 1};
	struct msghdr m = {.msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
	if (recvmsg(sock, &m, MSG_CMSG_CLOEXEC) != 1)
		die("taking the listener over");
	memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof fd);
	return fd;
}

static void serve(int listener)
{
	struct seccomp_notif n;
	struct seccomp_notif_resp r;
	ioctl(listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP); // as the warden does
	for (;;) {
		memset(&n, 0, sizeof n);
		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &n)) {
			struct pollfd p = {listener, POLLIN, 0};
			if (errno == ENOENT && poll(&p, 1, 0) >= 0 && !(p.revents & POLLHUP))
				continue;
			return;
		}
		memset(&r, 0, sizeof r);
		r.id = n.id, r.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &r);
	}
}

int main(int argc, char **argv)
{
	int pair[2], status;
	if (argc < 2 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
		die("start");
	pid_t child = fork();
	if (child == 0) {
		int fd = load();
		hand(pair[1], fd);
		close(fd);
		execv(argv[1], argv + 1);
		die(argv[1]);
	}
	close(pair[1]);
	serve(take(pair[0]));
	if (waitpid(child, &status, 0) < 0)
		die("wait");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 125;
}
