package doctor

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// foreignGate: this architecture has calls of another one.
const foreignGate = true

const filterSays = "a seccomp filter loads, a call of the x32 ABI kills its caller, and the 32-bit gate (int 0x80) is closed"

// foreignNumber makes getpid by its number in the x32 ABI.
func foreignNumber() error {
	_, _, _ = unix.RawSyscall(0x40000000|unix.SYS_GETPID, 0, 0, 0) // returning at all is the answer
	return nil
}

// throughForeignGate performs getpid through the 32-bit gate of amd64:
// mov eax, 20; int 0x80; ret.
func throughForeignGate() error {
	code, err := unix.Mmap(-1, 0, 4096, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return err
	}
	copy(code, []byte{0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3})
	if err := unix.Mprotect(code, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		return err
	}
	// A function value is a pointer to a pointer to code.
	entry := unsafe.Pointer(unsafe.SliceData(code))
	value := unsafe.Pointer(&entry)
	(*(*func())(unsafe.Pointer(&value)))()
	return nil
}
