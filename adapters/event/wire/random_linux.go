package wire

import (
	"errors"

	"golang.org/x/sys/unix"
)

// Random fills b, at most 256 bytes, from the kernel: crypto/rand would start
// Go's whole cryptography with a process that lives for one request. Like
// crypto/rand it does not return when the kernel has no randomness to give.
func Random(b []byte) {
	for len(b) > 0 {
		n, err := unix.Getrandom(b, 0)
		if err != nil && !errors.Is(err, unix.EINTR) {
			panic("wire: the kernel gives no random bytes: " + err.Error())
		}
		b = b[max(n, 0):]
	}
}
