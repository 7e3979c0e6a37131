package unotify

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Range is a stretch of another process's memory (struct iovec).
type Range struct{ Addr, Len uint64 }

// MaxRanges is UIO_MAXIOV, the kernel's bound for one vector.
const MaxRanges = 1024

// ReadRanges copies the bytes of at most MaxRanges ranges into buf, one after
// the other, and returns how many were readable before the first fault. buf
// bounds the copy.
func ReadRanges(tid int, ranges []Range, buf []byte) (int, unix.Errno) {
	if len(buf) == 0 || len(ranges) == 0 {
		return 0, 0
	}
	local := unix.Iovec{Base: &buf[0], Len: uint64(len(buf))}
	n, _, e := unix.Syscall6(unix.SYS_PROCESS_VM_READV, uintptr(tid), uintptr(unsafe.Pointer(&local)), 1,
		uintptr(unsafe.Pointer(&ranges[0])), uintptr(min(len(ranges), MaxRanges)), 0)
	switch e {
	case 0:
		return int(n), 0
	case unix.ENOSYS:
		return readEach(tid, ranges, buf)
	default:
		return 0, unix.EFAULT
	}
}

// readEach is ReadRanges where process_vm_readv is missing.
func readEach(tid int, ranges []Range, buf []byte) (int, unix.Errno) {
	done := 0
	for _, r := range ranges {
		part := buf[done:][:min(uint64(len(buf)-done), r.Len)]
		if len(part) == 0 {
			continue
		}
		n, e := readProc(tid, r.Addr, part)
		if done += n; e != 0 || n < len(part) {
			break
		}
	}
	if done == 0 {
		return 0, unix.EFAULT
	}
	return done, 0
}

// WriteMemory puts b at addr of the thread's memory, for results that the
// kernel would have written there. EFAULT when it is not writable as a whole.
func WriteMemory(tid int, addr uint64, b []byte) unix.Errno {
	if len(b) == 0 {
		return 0
	}
	local := unix.Iovec{Base: &b[0], Len: uint64(len(b))}
	remote := Range{addr, uint64(len(b))}
	n, _, e := unix.RawSyscall6(unix.SYS_PROCESS_VM_WRITEV, uintptr(tid), uintptr(unsafe.Pointer(&local)), 1, uintptr(unsafe.Pointer(&remote)), 1, 0)
	if e != 0 || int(n) != len(b) {
		return unix.EFAULT
	}
	return 0
}
