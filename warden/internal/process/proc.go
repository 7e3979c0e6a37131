package process

import (
	"bytes"
	"fmt"
	"strconv"

	"golang.org/x/sys/unix"
)

// Proc is an opened /proc. A thread that has moved to another mount namespace
// still reads its own processes through it.
type Proc struct{ fd int }

// OpenProc opens the procfs mounted at path.
func OpenProc(path string) (*Proc, error) {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	var s unix.Statfs_t
	if err := unix.Fstatfs(fd, &s); err != nil || s.Type != unix.PROC_SUPER_MAGIC {
		unix.Close(fd)
		return nil, fmt.Errorf("%s is not a process file system", path)
	}
	return &Proc{fd: fd}, nil
}

// Close releases the descriptor.
func (p *Proc) Close() error { return unix.Close(p.fd) }

// path is the name of an entry of a thread.
func path(tid int, entry string) string { return strconv.Itoa(tid) + "/" + entry }

// Open opens an entry of a thread, following it where it is a magic link.
func (p *Proc) Open(tid int, entry string, flags int) (int, error) {
	return unix.Openat(p.fd, path(tid, entry), flags|unix.O_CLOEXEC, 0)
}

// Link reads a link entry of a thread, such as "exe".
func (p *Proc) Link(tid int, entry string) (string, error) {
	var buf [unix.PathMax]byte
	n, err := unix.Readlinkat(p.fd, path(tid, entry), buf[:])
	if err != nil {
		return "", err
	}
	return string(buf[:n]), nil
}

// File is device and inode of what a link entry leads to.
type File struct{ Dev, Ino uint64 }

// Stat identifies what a link entry of a thread leads to.
func (p *Proc) Stat(tid int, entry string) (File, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(p.fd, path(tid, entry), &st, 0); err != nil {
		return File{}, err
	}
	return File{Dev: uint64(st.Dev), Ino: st.Ino}, nil
}

func (p *Proc) read(tid int, entry string, buf []byte) ([]byte, error) {
	fd, err := p.Open(tid, entry, unix.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer unix.Close(fd)
	n := 0
	for n < len(buf) {
		m, err := unix.Read(fd, buf[n:])
		if err != nil {
			return nil, err
		}
		if m == 0 {
			break
		}
		n += m
	}
	return buf[:n], nil
}

// Credentials are what decides about permissions besides the user namespace.
type Credentials struct {
	FSUID, FSGID uint32
	Groups, Caps string
}

// Status is what /proc/TID/status says about a thread. Inner numbers are those
// of its own PID namespace.
type Status struct {
	TGID, Parent       int
	InnerTGID, InnerID int
	Umask              uint32
	Credentials        Credentials
}

// Status reads a thread's status.
func (p *Proc) Status(tid int) (Status, error) {
	var buf [4096]byte
	text, err := p.read(tid, "status", buf[:])
	if err != nil {
		return Status{}, fmt.Errorf("reading the status of %d: %w", tid, err)
	}
	var s Status
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte{'\n'})
		key, value, ok := bytes.Cut(line, []byte{':'})
		if ok {
			s.set(string(key), bytes.TrimSpace(value))
		}
	}
	if s.TGID == 0 || s.InnerTGID == 0 {
		return Status{}, fmt.Errorf("the status of %d names no thread group", tid)
	}
	return s, nil
}

func (s *Status) set(key string, value []byte) {
	switch key {
	case "Umask":
		n, _ := strconv.ParseUint(string(value), 8, 32)
		s.Umask = uint32(n)
	case "Tgid":
		s.TGID = field(value, 0)
	case "PPid":
		s.Parent = field(value, 0)
	case "NStgid":
		s.InnerTGID = field(value, -1)
	case "NSpid":
		s.InnerID = field(value, -1)
	case "Uid":
		s.Credentials.FSUID = uint32(field(value, 3))
	case "Gid":
		s.Credentials.FSGID = uint32(field(value, 3))
	case "Groups":
		s.Credentials.Groups = string(value)
	case "CapEff":
		s.Credentials.Caps = string(value)
	}
}

// field returns the i-th number of value, the last one for -1.
func field(value []byte, i int) int {
	f := bytes.Fields(value)
	if i < 0 {
		i = len(f) - 1
	}
	if i < 0 || i >= len(f) {
		return 0
	}
	n, _ := strconv.Atoi(string(f[i]))
	return n
}

// Stat fields of /proc/TID/stat that the warden needs.
type Stat struct {
	Parent   int
	Session  int
	Terminal uint64 // device number of the controlling terminal, 0 for none
	Start    uint64 // clock ticks after boot
}

// StatOf reads a thread's stat line. The name in it may hold anything, so the
// fields are counted from its last parenthesis.
func (p *Proc) StatOf(tid int) (Stat, error) {
	var buf [1024]byte
	text, err := p.read(tid, "stat", buf[:])
	if err != nil {
		return Stat{}, fmt.Errorf("reading the stat of %d: %w", tid, err)
	}
	f := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(f) < 20 {
		return Stat{}, fmt.Errorf("the stat of %d has %d fields", tid, len(f))
	}
	num := func(i int) uint64 { n, _ := strconv.ParseUint(string(f[i]), 10, 64); return n }
	return Stat{Parent: int(num(1)), Session: int(num(3)), Terminal: num(4), Start: num(19)}, nil
}

// idsAtLeast reports whether the kernel gives n ids in turn before it reuses one.
func (p *Proc) idsAtLeast(n int) bool {
	fd, err := unix.Openat(p.fd, "sys/kernel/pid_max", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	var buf [32]byte
	m, err := unix.Read(fd, buf[:])
	return err == nil && field(buf[:m], 0) >= n
}

// Leaf returns the cgroup v2 path of a process, "" where there is none.
func (p *Proc) Leaf(pid int) (string, error) {
	var buf [8192]byte
	text, err := p.read(pid, "cgroup", buf[:])
	if err != nil {
		return "", fmt.Errorf("reading the cgroup of %d: %w", pid, err)
	}
	for line := range bytes.SplitSeq(text, []byte{'\n'}) {
		if leaf, ok := bytes.CutPrefix(line, []byte("0::")); ok {
			return string(leaf), nil
		}
	}
	return "", nil
}

// Alone reports whether the process has one thread. Its descriptor table then
// changes by that thread's calls only: the filter refuses to share a table
// without being a thread.
func (p *Proc) Alone(tgid int) bool {
	var st unix.Stat_t
	// The directory has a link per thread beside its own two (proc_task_getattr).
	return unix.Fstatat(p.fd, strconv.Itoa(tgid)+"/task", &st, 0) == nil && st.Nlink == 3
}
