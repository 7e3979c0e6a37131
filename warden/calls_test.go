package warden

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

func init() { testPrograms["calls"] = callsProgram }

// callsProgram makes every supervised call in many shapes and prints what
// came of each: errno, and what is then there.
func callsProgram([]string) int {
	unix.Umask(0o027)
	for _, step := range callSteps() {
		fmt.Printf("%s: %v\n", step.name, step.do())
	}
	return 0
}

type callStep struct {
	name string
	do   func() any
}

func mode(name string) string {
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%o size=%d links=%d uid=%d", st.Mode, st.Size, st.Nlink, st.Uid)
}

func opens(name string, flags int, perm uint32) any {
	fd, err := unix.Open(name, flags, perm)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	fl, _ := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	fdfl, _ := unix.FcntlInt(uintptr(fd), unix.F_GETFD, 0)
	return fmt.Sprintf("fl=%o fd=%d %s", fl&(unix.O_ACCMODE|unix.O_APPEND|unix.O_NONBLOCK|unix.O_PATH|unix.O_DIRECTORY), fdfl, mode(name))
}

func raw(nr uintptr, args ...uintptr) any {
	var a [6]uintptr
	copy(a[:], args)
	r, _, e := unix.Syscall6(nr, a[0], a[1], a[2], a[3], a[4], a[5])
	if e != 0 {
		return e
	}
	return int(r)
}

func ptr(s string) uintptr {
	b, _ := unix.BytePtrFromString(s)
	kept = append(kept, b)
	return uintptr(unsafe.Pointer(b))
}

// kept keeps strings alive whose address went through a uintptr.
var kept []*byte

func callSteps() []callStep {
	return append(append(append(openSteps(), nameSteps()...), objectSteps()...), oddSteps()...)
}

func openSteps() []callStep {
	const w = unix.O_WRONLY
	return []callStep{
		{"create", func() any { return opens("a", unix.O_CREAT|w, 0o666) }},
		{"create again", func() any { return opens("a", unix.O_CREAT|unix.O_RDWR, 0o600) }},
		{"exclusive exists", func() any { return opens("a", unix.O_CREAT|unix.O_EXCL|w, 0o600) }},
		{"exclusive new", func() any { return opens("b", unix.O_CREAT|unix.O_EXCL|w|unix.O_CLOEXEC, 0o640) }},
		{"truncate flag", func() any { os.WriteFile("a", []byte("hello"), 0o600); return opens("a", unix.O_TRUNC|w, 0) }},
		{"read only truncates", func() any { os.WriteFile("a", []byte("hello"), 0o600); return opens("a", unix.O_TRUNC, 0) }},
		{"append nonblock", func() any { return opens("a", w|unix.O_APPEND|unix.O_NONBLOCK, 0) }},
		{"missing", func() any { return opens("nope", unix.O_RDONLY, 0) }},
		{"missing directory", func() any { return opens("nope/x", unix.O_CREAT|w, 0o600) }},
		{"below a file", func() any { return opens("a/x", unix.O_CREAT|w, 0o600) }},
		{"directory", func() any { return opens(".", unix.O_RDONLY|unix.O_DIRECTORY, 0) }},
		{"directory for writing", func() any { return opens(".", w, 0) }},
		{"create on a directory", func() any { return opens(".", unix.O_CREAT|w, 0o600) }},
		{"file as directory", func() any { return opens("a", unix.O_DIRECTORY, 0) }},
		{"trailing slash on a file", func() any { return opens("a/", unix.O_RDONLY, 0) }},
		{"create with trailing slash", func() any { return opens("new/", unix.O_CREAT|w, 0o600) }},
		{"create and directory", func() any { return opens("new", unix.O_CREAT|unix.O_DIRECTORY|w, 0o600) }},
		{"empty name", func() any { return opens("", unix.O_RDONLY, 0) }},
		{"long name", func() any { return opens(strings.Repeat("x", 300), unix.O_CREAT|w, 0o600) }},
		{"long path", func() any { return opens(strings.Repeat("x/", 2100), unix.O_RDONLY, 0) }},
		{"sym", func() any { return unix.Symlink("a", "la") }},
		{"through a link", func() any { return opens("la", unix.O_RDONLY, 0) }},
		{"link not followed", func() any { return opens("la", unix.O_RDONLY|unix.O_NOFOLLOW, 0) }},
		{"path of a link", func() any { return opens("la", unix.O_PATH|unix.O_NOFOLLOW, 0) }},
		{"path of a file", func() any { return opens("a", unix.O_PATH|unix.O_RDWR, 0) }},
		{"dangling", func() any { return unix.Symlink("target", "dang") }},
		{"dangling read", func() any { return opens("dang", unix.O_RDONLY, 0) }},
		{"dangling exclusive", func() any { return opens("dang", unix.O_CREAT|unix.O_EXCL|w, 0o600) }},
		{"dangling nofollow", func() any { return opens("dang", unix.O_CREAT|unix.O_NOFOLLOW|w, 0o600) }},
		{"dangling creates target", func() any { return opens("dang", unix.O_CREAT|w, 0o604) }},
		{"target", func() any { return mode("target") }},
		{"loop", func() any { unix.Symlink("loop", "loop"); return opens("loop", unix.O_RDONLY, 0) }},
		{"tmpfile", func() any { return opens(".", unix.O_TMPFILE|unix.O_RDWR, 0o600) }},
		{"tmpfile read only", func() any { return opens(".", unix.O_TMPFILE, 0o600) }},
		{"dot", func() any { return opens("././a", unix.O_RDONLY, 0) }},
		{"up and down", func() any { return opens("../"+base()+"/a", unix.O_RDONLY, 0) }},
		{"absolute", func() any { wd, _ := os.Getwd(); return opens(wd+"//a", unix.O_RDONLY, 0) }},
		{"creat", func() any {
			return rawFD(raw(unix.SYS_OPENAT, ^uintptr(99), ptr("cr"), unix.O_CREAT|unix.O_WRONLY|1<<30, 0o7777))
		}},
		{"null pointer", func() any { return raw(unix.SYS_OPENAT, ^uintptr(99), 0, 0, 0) }},
		{"bad pointer", func() any { return raw(unix.SYS_OPENAT, ^uintptr(99), 8, 0, 0) }},
		{"bad descriptor", func() any { return raw(unix.SYS_OPENAT, 77, ptr("a"), 0, 0) }},
		{"descriptor is a file", func() any {
			return withFD("a", func(fd int) any { return raw(unix.SYS_OPENAT, uintptr(fd), ptr("x"), 0, 0) })
		}},
		{"openat2 beneath", func() any { return how("../x", unix.OpenHow{Resolve: unix.RESOLVE_BENEATH}) }},
		{"openat2 no links", func() any { return how("la", unix.OpenHow{Resolve: unix.RESOLVE_NO_SYMLINKS}) }},
		{"openat2 unknown flag", func() any { return how("a", unix.OpenHow{Flags: 1 << 40}) }},
		{"openat2 mode without create", func() any { return how("a", unix.OpenHow{Mode: 0o600}) }},
		{"openat2 good", func() any { return how("a", unix.OpenHow{Resolve: unix.RESOLVE_IN_ROOT}) }},
		{"openat2 in root", func() any { return how("/a", unix.OpenHow{Resolve: unix.RESOLVE_IN_ROOT}) }},
		{"openat2 in root missing", func() any { return how("/etc/hostname", unix.OpenHow{Resolve: unix.RESOLVE_IN_ROOT}) }},
		{"openat2 in root creates", func() any {
			return how("/../inroot", unix.OpenHow{Flags: unix.O_CREAT | unix.O_RDWR, Mode: 0o600, Resolve: unix.RESOLVE_IN_ROOT})
		}},
		{"openat2 absolute beneath", func() any { return how("/a", unix.OpenHow{Resolve: unix.RESOLVE_BENEATH}) }},
		{"self", func() any { return readSelf("/proc/self/comm") }},
		{"thread self", func() any { return readSelf("/proc/thread-self/comm") }},
		{"self by pid", func() any { return readSelf(fmt.Sprintf("/proc/%d/comm", os.Getpid())) }},
		{"own descriptor", func() any {
			return withFD("a", func(fd int) any { return opens(fmt.Sprintf("/proc/self/fd/%d", fd), unix.O_RDWR, 0) })
		}},
		{"dev fd", func() any {
			return withFD("a", func(fd int) any { return opens(fmt.Sprintf("/dev/fd/%d", fd), unix.O_RDONLY, 0) })
		}},
		{"closed descriptor", func() any { return opens("/proc/self/fd/99", unix.O_RDONLY, 0) }},
		{"cwd link", func() any { return opens("/proc/self/cwd/a", unix.O_RDONLY, 0) }},
		{"no terminal", func() any { return opens("/dev/tty", unix.O_RDWR, 0) }},
		{"null device", func() any { return opens("/dev/null", unix.O_RDWR, 0) }},
	}
}

func base() string {
	wd, _ := os.Getwd()
	return wd[strings.LastIndexByte(wd, '/')+1:]
}

func rawFD(v any) any {
	if fd, ok := v.(int); ok {
		unix.Close(fd)
		return "descriptor " + mode("cr")
	}
	return v
}

func withFD(name string, do func(int) any) any {
	fd, err := unix.Open(name, unix.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return do(fd)
}

func how(name string, h unix.OpenHow) any {
	fd, err := unix.Openat2(unix.AT_FDCWD, name, &h)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func readSelf(name string) any {
	b, err := os.ReadFile(name)
	return fmt.Sprintf("%q %v", b, err)
}

func nameSteps() []callStep {
	return []callStep{
		{"mkdir", func() any { return unix.Mkdir("d", 0o777) }},
		{"mkdir mode", func() any { return mode("d") }},
		{"mkdir exists", func() any { return unix.Mkdir("d", 0o777) }},
		{"mkdir slash", func() any { return unix.Mkdir("d2/", 0o777) }},
		{"mkdir dot", func() any { return unix.Mkdir("d/.", 0o777) }},
		{"mkdir root", func() any { return unix.Mkdir("/", 0o777) }},
		{"rmdir dot", func() any { return unix.Rmdir("d/.") }},
		{"rmdir dotdot", func() any { return unix.Rmdir("d/..") }},
		{"rmdir file", func() any { return unix.Rmdir("a") }},
		{"rmdir full", func() any { os.WriteFile("d/x", nil, 0o600); return unix.Rmdir("d") }},
		{"rmdir", func() any { return unix.Rmdir("d2/") }},
		{"unlink directory", func() any { return unix.Unlink("d") }},
		{"unlink slash", func() any { return unix.Unlink("d/x/") }},
		{"unlink", func() any { return unix.Unlink("d/x") }},
		{"unlink missing", func() any { return unix.Unlink("d/x") }},
		{"unlink empty", func() any { return unix.Unlink("") }},
		{"unlinkat flag", func() any { return unix.Unlinkat(unix.AT_FDCWD, "a", 1<<4) }},
		{"unlinkat removedir", func() any { return unix.Unlinkat(unix.AT_FDCWD, "d", unix.AT_REMOVEDIR) }},
		{"rename missing", func() any { return unix.Rename("nope", "x") }},
		{"rename new", func() any { os.WriteFile("r1", []byte("1"), 0o600); return unix.Rename("r1", "r2") }},
		{"rename over", func() any { os.WriteFile("r1", []byte("22"), 0o600); return unix.Rename("r1", "r2") }},
		{"renamed", func() any { return mode("r2") }},
		{"rename to directory", func() any { os.Mkdir("rd", 0o755); return unix.Rename("r2", "rd") }},
		{"rename directory to file", func() any { return unix.Rename("rd", "r2") }},
		{"rename into itself", func() any { return unix.Rename("rd", "rd/x") }},
		{"rename into directory", func() any { return unix.Rename("r2", "rd/r2") }},
		{"rename same", func() any { return unix.Rename("rd/r2", "rd/r2") }},
		{"noreplace", func() any {
			os.WriteFile("r3", nil, 0o600)
			return unix.Renameat2(-100, "r3", -100, "rd/r2", unix.RENAME_NOREPLACE)
		}},
		{"exchange", func() any { return unix.Renameat2(-100, "r3", -100, "rd/r2", unix.RENAME_EXCHANGE) }},
		{"exchanged", func() any { return mode("r3") + mode("rd/r2") }},
		{"exchange missing", func() any { return unix.Renameat2(-100, "r3", -100, "rd/nope", unix.RENAME_EXCHANGE) }},
		{"rename flags", func() any { return unix.Renameat2(-100, "r3", -100, "rd/r2", 1<<9) }},
		{"rename dot", func() any { return unix.Rename("rd/.", "x") }},
		{"link", func() any { return unix.Link("a", "ha") }},
		{"linked", func() any { return mode("ha") }},
		{"link exists", func() any { return unix.Link("a", "ha") }},
		{"link directory", func() any { return unix.Link("rd", "hd") }},
		{"link of a link", func() any { return fmt.Sprint(unix.Link("la", "hla"), mode("hla")) }},
		{"link followed", func() any {
			return fmt.Sprint(unix.Linkat(-100, "la", -100, "hla2", unix.AT_SYMLINK_FOLLOW), mode("hla2"))
		}},
		{"link descriptor by path", func() any {
			return withFD("a", func(fd int) any {
				return fmt.Sprint(unix.Linkat(-100, fmt.Sprintf("/proc/self/fd/%d", fd), -100, "hfd", unix.AT_SYMLINK_FOLLOW), mode("hfd"))
			})
		}},
		{"link unnamed by path", func() any { return linkUnnamed("un1", unix.AT_SYMLINK_FOLLOW) }},
		{"link unnamed by descriptor", func() any { return linkUnnamed("un2", unix.AT_EMPTY_PATH) }},
		{"symlink", func() any { return unix.Symlink("anything/at all", "sl") }},
		{"symlink exists", func() any { return unix.Symlink("x", "sl") }},
		{"symlink empty", func() any { return unix.Symlink("", "sl2") }},
		{"symlink text", func() any { s, err := os.Readlink("sl"); return fmt.Sprint(s, err) }},
		{"fifo", func() any { return fmt.Sprint(unix.Mknod("ff", unix.S_IFIFO|0o666, 0), mode("ff")) }},
		{"mknod file", func() any { return fmt.Sprint(unix.Mknod("nf", unix.S_IFREG|0o666, 0), mode("nf")) }},
		{"mknod directory", func() any { return unix.Mknod("nd", unix.S_IFDIR|0o666, 0) }},
	}
}

// linkUnnamed gives a file without a name (O_TMPFILE) one.
func linkUnnamed(name string, how int) any {
	fd, err := unix.Open(".", unix.O_TMPFILE|unix.O_RDWR, 0o640)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if how == unix.AT_EMPTY_PATH {
		err = unix.Linkat(fd, "", unix.AT_FDCWD, name, how)
	} else {
		err = unix.Linkat(unix.AT_FDCWD, fmt.Sprintf("/proc/self/fd/%d", fd), unix.AT_FDCWD, name, how)
	}
	return fmt.Sprint(err, mode(name))
}

func objectSteps() []callStep {
	times := []unix.Timespec{{Sec: 11, Nsec: 12}, {Sec: 13, Nsec: unix.UTIME_OMIT}}
	return []callStep{
		{"truncate", func() any { return fmt.Sprint(unix.Truncate("a", 100), mode("a")) }},
		{"truncate negative", func() any { return unix.Truncate("a", -1) }},
		{"truncate directory", func() any { return unix.Truncate("rd", 0) }},
		{"truncate missing", func() any { return unix.Truncate("nope", 0) }},
		{"chmod", func() any { return fmt.Sprint(unix.Chmod("a", 0o4711), mode("a")) }},
		{"chmod through link", func() any { return fmt.Sprint(unix.Chmod("la", 0o640), mode("a"), mode("la")) }},
		{"chmod missing", func() any { return unix.Chmod("nope", 0) }},
		{"fchmodat2 nofollow", func() any { return raw(unix.SYS_FCHMODAT2, ^uintptr(99), ptr("a"), 0o600, unix.AT_SYMLINK_NOFOLLOW) }},
		{"fchmodat2 link", func() any { return raw(unix.SYS_FCHMODAT2, ^uintptr(99), ptr("la"), 0o600, unix.AT_SYMLINK_NOFOLLOW) }},
		{"fchmodat2 empty", func() any {
			return withFD("a", func(fd int) any { return raw(unix.SYS_FCHMODAT2, uintptr(fd), ptr(""), 0o644, unix.AT_EMPTY_PATH) })
		}},
		{"fchmodat2 flags", func() any { return raw(unix.SYS_FCHMODAT2, ^uintptr(99), ptr("a"), 0o600, 1) }},
		{"chown self", func() any { return fmt.Sprint(unix.Chown("a", os.Getuid(), -1), mode("a")) }},
		{"lchown", func() any { return unix.Lchown("la", -1, os.Getgid()) }},
		{"chown missing", func() any { return unix.Chown("nope", 0, 0) }},
		{"chown empty", func() any {
			return withFD("a", func(fd int) any { return unix.Fchownat(fd, "", -1, -1, unix.AT_EMPTY_PATH) })
		}},
		{"chown empty without flag", func() any { return unix.Fchownat(unix.AT_FDCWD, "", -1, -1, 0) }},
		{"utimes", func() any { return fmt.Sprint(unix.UtimesNanoAt(-100, "a", times, 0), stamp("a")) }},
		{"utimes link", func() any {
			return fmt.Sprint(unix.UtimesNanoAt(-100, "la", times, unix.AT_SYMLINK_NOFOLLOW), stamp("la"))
		}},
		{"utime old", func() any { return fmt.Sprint(unix.Utime("a", &unix.Utimbuf{Actime: 5, Modtime: 6}), stamp("a")) }},
		{"utimes old", func() any {
			return fmt.Sprint(unix.Utimes("a", []unix.Timeval{{Sec: 7, Usec: 8}, {Sec: 9, Usec: 10}}), stamp("a"))
		}},
		{"utimes bad", func() any { return unix.UtimesNanoAt(-100, "a", []unix.Timespec{{Nsec: 2e9}, {}}, 0) }},
		{"utimes missing", func() any { return unix.UtimesNanoAt(-100, "nope", times, 0) }},
		{"futimens", func() any {
			return withFD("a", func(fd int) any { return raw(unix.SYS_UTIMENSAT, uintptr(fd), 0, 0, 0) })
		}},
		{"setxattr", func() any { return unix.Setxattr("a", "user.x", []byte("v"), 0) }},
		{"setxattr exists", func() any { return unix.Setxattr("a", "user.x", []byte("v"), unix.XATTR_CREATE) }},
		{"setxattr link", func() any { return unix.Lsetxattr("la", "user.x", []byte("v"), 0) }},
		{"lsetxattr file", func() any { return unix.Lsetxattr("a", "user.y", []byte("w"), 0) }},
		{"getxattr", func() any {
			b := make([]byte, 9)
			n, err := unix.Getxattr("a", "user.y", b)
			return fmt.Sprint(string(b[:max(n, 0)]), err)
		}},
		{"removexattr", func() any { return unix.Removexattr("a", "user.x") }},
		{"removexattr again", func() any { return unix.Removexattr("a", "user.x") }},
		{"lremovexattr", func() any { return unix.Lremovexattr("a", "user.y") }},
		{"setxattr class", func() any { return unix.Setxattr("a", "nothing", []byte("v"), 0) }},
	}
}

func stamp(name string) string {
	var st unix.Stat_t
	err := unix.Lstat(name, &st)
	mtime := st.Mtim.Sec
	if mtime > 1000 {
		mtime = -1 // now
	}
	return fmt.Sprint(st.Atim.Sec, st.Atim.Nsec, mtime, err)
}

func oddSteps() []callStep {
	return []callStep{
		{"socket bind", func() any { return bindAt("s1") }},
		{"socket bind exists", func() any { return bindAt("s1") }},
		{"socket mode", func() any { return mode("s1") }},
		{"socket open", func() any { return opens("s1", unix.O_RDWR, 0) }},
		{"socket missing directory", func() any { return bindAt("nope/s") }},
		{"connect missing", func() any { return connectTo("nope") }},
		{"connect refused", func() any { return connectTo("s1") }},
		{"connect file", func() any { return connectTo("a") }},
		{"connect short", func() any {
			fd, _ := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
			defer unix.Close(fd)
			return raw(unix.SYS_CONNECT, uintptr(fd), ptr("ab"), 2)
		}},
		{"connect bad length", func() any { return raw(unix.SYS_CONNECT, 0, ptr("ab"), 4096) }},
		{"connect not a socket", func() any { return unix.Connect(1, &unix.SockaddrInet4{Port: 1}) }},
		{"connect closed", func() any { return unix.Connect(99, &unix.SockaddrInet4{Port: 1}) }},
		{"connect nobody", func() any {
			fd, _ := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
			defer unix.Close(fd)
			return unix.Connect(fd, &unix.SockaddrInet4{Port: 1, Addr: [4]byte{127, 0, 0, 1}})
		}},
		{"exec missing", func() any { return unix.Exec("nope", []string{"nope"}, nil) }},
		{"exec file", func() any { return unix.Exec("a", []string{"a"}, nil) }},
		{"exec directory", func() any { return unix.Exec("rd", []string{"rd"}, nil) }},
		{"exec text", func() any {
			os.WriteFile("txt", []byte("no program"), 0o755)
			return unix.Exec("txt", []string{"txt"}, nil)
		}},
		{"closed directory", func() any {
			os.Mkdir("cd", 0o755)
			os.WriteFile("cd/f", nil, 0o600)
			os.Chmod("cd", 0)
			defer os.Chmod("cd", 0o755)
			return opens("cd/f", unix.O_RDONLY, 0)
		}},
		{"closed file", func() any { os.WriteFile("cf", nil, 0); return opens("cf", unix.O_RDWR, 0) }},
		{"of root", func() any { return opens("/etc/shadow", unix.O_WRONLY, 0) }},
		{"in root's directory", func() any { return unix.Unlink("/etc/hostname/x") }},
		{"removed directory", func() any {
			os.Mkdir("gone", 0o755)
			unix.Chdir("gone")
			unix.Rmdir("../gone")
			e := opens("x", unix.O_CREAT|unix.O_RDWR, 0o600)
			unix.Chdir("..")
			return e
		}},
	}
}

func bindAt(name string) any {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	if err := unix.Bind(fd, &unix.SockaddrUnix{Name: name}); err != nil {
		return err
	}
	sa, err := unix.Getsockname(fd)
	return fmt.Sprint(sa.(*unix.SockaddrUnix).Name, err)
}

func connectTo(name string) any {
	fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Connect(fd, &unix.SockaddrUnix{Name: name})
}

// TestCallsLikeNative makes every supervised call in many shapes, with and
// without supervision, and compares every result.
func TestCallsLikeNative(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	native := exec.Command(self)
	native.Dir = realDir(t)
	native.Env = []string{"WARDEN_TEST_PROGRAM=calls"}
	native.SysProcAttr = &unix.SysProcAttr{Setsid: true}
	want, err := native.CombinedOutput()
	if err != nil {
		t.Fatalf("native: %v\n%s", err, want)
	}
	for name, policy := range map[string]string{"observe": "", "enforce": enforceAll, "sync": "version: 1\nrecord: {sync: true}\n"} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, policy, "/usr/bin/setsid", "-w", self)
			s.cfg.Env = append(s.cfg.Env, "WARDEN_TEST_PROGRAM=calls")
			s.run(t)
			compareLines(t, string(want), s.out.String())
			if s.errOut.Len() > 0 {
				t.Errorf("stderr: %s", s.errOut.String())
			}
		})
	}
}

// enforceAll allows everything by rules, so that opens pass through Landlock
// and the emulator.
const enforceAll = `
version: 1
mode: enforce
files: {read: {allow: ["/**"]}, write: {allow: ["/**"]}, exec: {allow: ["/**"]}}
network: {connect: {allow: ["0.0.0.0/0:*", "127.0.0.0/8:*", "unix:/**", "unix:@*"]}, bind: {allow: ["127.0.0.0/8:*", "0.0.0.0/8:*", "unix:/**", "unix:@*"]}}
`

func compareLines(t *testing.T, want, got string) {
	t.Helper()
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(w), len(g)) {
		var a, b string
		if i < len(w) {
			a = w[i]
		}
		if i < len(g) {
			b = g[i]
		}
		if a != b {
			t.Errorf("native     %q\nsupervised %q", a, b)
		}
	}
}
