package object

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// procRoot is the inode number of a procfs root (fs/proc: PROC_ROOT_INO).
const procRoot = 1

// pidOf returns the process id in a path below /proc, 0 where there is none.
func pidOf(path string) int {
	rest, ok := strings.CutPrefix(path, "/proc/")
	if !ok {
		return 0
	}
	first, _, _ := strings.Cut(rest, "/")
	n, err := strconv.Atoi(first)
	if err != nil {
		return 0
	}
	return n
}

// kin reports whether pid, a number of the agent's namespace, is the caller's
// process or descends from it.
func (v *View) kin(c Caller, pid int) bool {
	for range 4096 {
		if pid == c.InnerTGID || pid == c.Inner {
			return true
		}
		tgid, parent := v.parent(pid)
		if tgid == c.InnerTGID {
			return true
		}
		if parent <= 0 || parent == pid {
			return false
		}
		pid = parent
	}
	return false
}

// parent reads thread group and parent of an agent's process, 0 when it is gone.
func (v *View) parent(pid int) (tgid, parent int) {
	fd, err := unix.Openat(v.inner, strconv.Itoa(pid)+"/status", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0, 0
	}
	defer unix.Close(fd)
	var buf [1024]byte
	n, err := unix.Read(fd, buf[:])
	if err != nil {
		return 0, 0
	}
	return number(buf[:n], "\nTgid:"), number(buf[:n], "\nPPid:")
}

func number(text []byte, key string) int {
	_, rest, ok := bytes.Cut(text, []byte(key))
	if !ok {
		return 0
	}
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	n, _ := strconv.Atoi(string(bytes.TrimSpace(line)))
	return n
}

// otherProcs lists the devices of process file systems besides the agent's own
// one: they show processes outside its sight.
func otherProcs(own uint64) map[uint64]bool {
	out := map[uint64]bool{}
	f, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return out
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		before, after, ok := strings.Cut(s.Text(), " - ")
		fields := strings.Fields(before)
		if !ok || !strings.HasPrefix(after, "proc ") || len(fields) < 3 {
			continue
		}
		major, minor, _ := strings.Cut(fields[2], ":")
		ma, err1 := strconv.ParseUint(major, 10, 32)
		mi, err2 := strconv.ParseUint(minor, 10, 32)
		if dev := unix.Mkdev(uint32(ma), uint32(mi)); err1 == nil && err2 == nil && dev != own {
			out[dev] = true
		}
	}
	return out
}

// hardening mirrors the sysctls fs.protected_*, which the kernel applies to
// names only, so that work on opened objects must apply them itself.
type hardening struct{ symlinks, regular, fifos int }

func readHardening() hardening {
	read := func(name string) int {
		b, err := os.ReadFile("/proc/sys/fs/" + name)
		if err != nil {
			return 1 // unknown: the stricter common setting
		}
		n, _ := strconv.Atoi(strings.TrimSpace(string(b)))
		return n
	}
	return hardening{symlinks: read("protected_symlinks"), regular: read("protected_regular"), fifos: read("protected_fifos")}
}

// mayFollow is the kernel's may_follow_link for a link in dir.
func (h hardening) mayFollow(dir, link *unix.Stat_t, fsuid uint32) bool {
	const stickyWorld = unix.S_ISVTX | 0o002
	return h.symlinks == 0 || link.Uid == fsuid || dir.Mode&stickyWorld != stickyWorld || dir.Uid == link.Uid
}

// MayCreateOver is the kernel's may_create_in_sticky: whether an open with
// O_CREAT may use the existing file o in a directory.
func (v *View) MayCreateOver(dir *unix.Stat_t, o *Object, fsuid uint32) bool {
	level := 0
	switch o.Kind() {
	case unix.S_IFREG:
		level = v.sysctl.regular
	case unix.S_IFIFO:
		level = v.sysctl.fifos
	}
	if level == 0 || dir.Mode&unix.S_ISVTX == 0 || o.Stat.Uid == dir.Uid || o.Stat.Uid == fsuid {
		return true
	}
	return dir.Mode&0o002 == 0 && (dir.Mode&0o020 == 0 || level < 2)
}
