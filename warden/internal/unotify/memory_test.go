package unotify

import (
	"errors"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// pages maps n readable pages followed by one that is not.
func pages(t *testing.T, n int) []byte {
	t.Helper()
	m, err := unix.Mmap(-1, 0, (n+1)*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.Mprotect(m[n*page:], unix.PROT_NONE); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = unix.Munmap(m) })
	return m[:n*page]
}

func TestReadString(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	tid := unix.Gettid()
	m := pages(t, 2)
	at := func(i int) uint64 { return uint64(uintptr(unsafe.Pointer(&m[0]))) + uint64(i) }
	fill := func(i int, s string) { copy(m[i:], s) }
	buf := make([]byte, page)
	fill(page-3, "across\x00")
	fill(2*page-4, "end\x00")
	for _, k := range []struct {
		at   int
		want string
	}{{page - 3, "across"}, {2*page - 4, "end"}, {2*page - 1, ""}} {
		if got, e := ReadString(tid, at(k.at), buf); e != 0 || got != k.want {
			t.Errorf("at %d: %q %v, want %q", k.at, got, e, k.want)
		}
	}
	fill(2*page-4, "open")
	if _, e := ReadString(tid, at(2*page-4), buf); e != unix.EFAULT {
		t.Errorf("a string that runs into unreadable memory: %v", e)
	}
	fill(0, strings.Repeat("x", page))
	if _, e := ReadString(tid, at(0), buf); e != unix.ENAMETOOLONG {
		t.Errorf("a string longer than the buffer: %v", e)
	}
	if _, e := ReadString(tid, 16, buf); e != unix.EFAULT {
		t.Errorf("no memory: %v", e)
	}
	if e := ReadMemory(tid, at(2*page-2), buf[:4]); e != unix.EFAULT {
		t.Errorf("half readable: %v", e)
	}
	if n, e := readProc(tid, at(2*page-4), buf[:4]); e != 0 || n != 4 || string(buf[:4]) != "open" {
		t.Errorf("through /proc: %d %v %q", n, e, buf[:4])
	}
}

func TestInstallRefusesNonsense(t *testing.T) {
	for _, program := range [][]byte{nil, make([]byte, 7)} {
		if _, _, err := Install(program); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%d bytes: %v", len(program), err)
		}
	}
}
