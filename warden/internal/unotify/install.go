package unotify

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

type sockFprog struct {
	len    uint16
	filter unsafe.Pointer
}

// Install loads a BPF program (struct sock_filter, 8 bytes each) for the
// calling thread alone and returns the listener's descriptor. The thread must
// be locked and have no_new_privs. It makes no other system call, so that the
// hand-over cannot wait for itself. killable reports whether waiting callers
// can be ended by fatal signals only (Linux 5.19).
func Install(program []byte) (fd int, killable bool, err error) {
	if len(program) == 0 || len(program)%8 != 0 {
		return -1, false, fmt.Errorf("%w: a filter of %d bytes is no BPF program", ErrUnsupported, len(program))
	}
	p := sockFprog{len: uint16(len(program) / 8), filter: unsafe.Pointer(&program[0])}
	const listen = unix.SECCOMP_FILTER_FLAG_NEW_LISTENER
	r, e := install(&p, listen|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV)
	if e == unix.EINVAL {
		r, e = install(&p, listen)
		return r, false, InstallError(e)
	}
	return r, true, InstallError(e)
}

func install(p *sockFprog, flags uintptr) (int, unix.Errno) {
	r, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(p)))
	return int(r), e
}

// InstallError words what loading a filter returned; nil for 0.
func InstallError(e unix.Errno) error {
	switch e {
	case 0:
		return nil
	case unix.EBUSY:
		return fmt.Errorf("%w: this process already runs under another supervisor with a listener (%w)", ErrUnsupported, e)
	default:
		return fmt.Errorf("%w: loading the filter: %w", ErrUnsupported, e)
	}
}

// BlockSignals blocks every signal on the calling thread, which must be locked
// and stay so.
func BlockSignals() error {
	var all unix.Sigset_t
	for i := range all.Val {
		all.Val[i] = ^all.Val[i]
	}
	if err := unix.PthreadSigmask(unix.SIG_BLOCK, &all, nil); err != nil {
		return fmt.Errorf("blocking signals: %w", err)
	}
	return nil
}
