// What every attack shares. An attack runs in a process and a directory of its
// own:
//
//	closed/secret  never to be read, written or run
//	fixed/file     may be read, never changed; no name may appear in fixed/
//	open/          the attack's own
//	bin/           good and evil programs, of which only the good may run
//
// Nothing is judged here. What an attack gets hold of it writes to "got", a
// forbidden program writes to descriptor 9, which is "ran".
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/io_uring.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define RAN 9 // where a forbidden program leaves its mark

struct attack { const char *name; void (*run)(void); };
extern const struct attack abi[], files[], races[], execs[], processes[];

extern volatile int trophy;     // of the process above; changing it is a breach
extern const char *good, *evil; // programs in bin/, absolute
extern char home[4096];         // the attack's directory, absolute

void got(const char *text);              // notes a breach that leaves no other trace
void take(int fd);                       // copies what a descriptor gives to "got"
void grab(const char *path);             // opens and takes
const char *in(const char *format, ...); // a path; good for a few calls
void spill(const char *path, const char *text);
int tries(void);
int launch(const char *path, char *const argv[]); // fork, exec, wait; the status
void load(int fd, const char *path);              // copies a file
