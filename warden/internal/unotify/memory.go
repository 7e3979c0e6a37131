package unotify

import (
	"bytes"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

const page = 4096

// ReadMemory copies len(buf) bytes at addr of the thread's memory, all or
// nothing. EFAULT when they are not readable.
func ReadMemory(tid int, addr uint64, buf []byte) unix.Errno {
	if len(buf) == 0 {
		return 0
	}
	n, e := readSome(tid, addr, buf)
	if e == 0 && n != len(buf) {
		return unix.EFAULT
	}
	return e
}

// ReadString copies the NUL-terminated string at addr, without the NUL, using
// buf as room. ENAMETOOLONG when no NUL is found within buf, EFAULT when the
// memory is not readable up to the NUL.
func ReadString(tid int, addr uint64, buf []byte) (string, unix.Errno) {
	n, e := ReadName(tid, addr, buf)
	return string(buf[:n]), e
}

// most names are shorter than this: the first read copies no more.
const most = 256

// ReadName is ReadString without an allocation: the string is buf[:n], and
// buf[n] is its NUL.
func ReadName(tid int, addr uint64, buf []byte) (n int, e unix.Errno) {
	for n < len(buf) {
		room := min(page-int((addr+uint64(n))%page), len(buf)-n)
		if n == 0 {
			room = min(room, most)
		}
		got, e := readSome(tid, addr+uint64(n), buf[n:n+room])
		if e != 0 {
			return 0, e
		}
		if i := bytes.IndexByte(buf[n:n+got], 0); i >= 0 {
			return n + i, 0
		}
		if got < room {
			return 0, unix.EFAULT
		}
		n += got
	}
	return 0, unix.ENAMETOOLONG
}

// readSome reads what is there. ESRCH and ENOSYS fall back to /proc/TID/mem,
// which some sandboxes allow where they refuse process_vm_readv.
func readSome(tid int, addr uint64, buf []byte) (int, unix.Errno) {
	local := unix.Iovec{Base: &buf[0], Len: uint64(len(buf))}
	remote := struct{ base, len uintptr }{uintptr(addr), uintptr(len(buf))}
	n, _, e := unix.RawSyscall6(unix.SYS_PROCESS_VM_READV, uintptr(tid), uintptr(unsafe.Pointer(&local)), 1, uintptr(unsafe.Pointer(&remote)), 1, 0)
	switch e {
	case 0:
		return int(n), 0
	case unix.ENOSYS:
		return readProc(tid, addr, buf)
	default:
		return 0, unix.EFAULT
	}
}

func readProc(tid int, addr uint64, buf []byte) (int, unix.Errno) {
	f, err := os.Open(fmt.Sprintf("/proc/%d/mem", tid))
	if err != nil {
		return 0, unix.EFAULT
	}
	defer f.Close()
	n, err := f.ReadAt(buf, int64(addr))
	if n == 0 && err != nil {
		return 0, unix.EFAULT
	}
	return n, 0
}
