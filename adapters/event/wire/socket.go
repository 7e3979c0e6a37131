package wire

import (
	"io"
	"time"
)

// stream is a byte stream to the bus. Interrupt ends what waits in Read and
// Write and everything after it; it may be called at any time, also after
// Close. Close does the same and waits until nobody is inside.
type stream interface {
	io.ReadWriteCloser
	Interrupt()
	Until(end time.Time) // when Read gives up; called before the first
}
