package filter

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const foreignCalls = true

func init() {
	attacks = append(attacks,
		attack{"x32", "foreign", raw(0x40000000 | unix.SYS_GETPID), "", false},
		attack{"int 0x80", "foreign", interrupt80, "", false},
	)
}

// interrupt80 performs getpid through the 32-bit gate: mov eax, 20; int 0x80; ret.
func interrupt80() error {
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
