//go:build !amd64

package doctor

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// foreignGate: 32-bit calls of arm64 need a 32-bit process, so here a call is
// tried that the filter refuses.
const foreignGate = false

const filterSays = "a seccomp filter loads and refuses a call"

func foreignNumber() error {
	if _, _, e := unix.RawSyscall(unix.SYS_KEYCTL, 0, 0, 0); !errors.Is(e, unix.EPERM) {
		return fmt.Errorf("a call that the filter refuses is answered with %v", e)
	}
	return nil
}

func throughForeignGate() error { return errors.New("this architecture has no such gate") }
