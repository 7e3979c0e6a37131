package emulator

import (
	"encoding/binary"
	"errors"

	"golang.org/x/sys/unix"
)

// Op is a call that can be performed.
type Op uint8

// The calls. FDs and Names say what each takes.
const (
	Open          Op = iota + 1 // FDs: directory; Names: name; Flags, Mode. Replies a descriptor
	Reopen                      // FDs: object; Flags. Replies a descriptor
	Unlink                      // FDs: directory; Names: name; Flags
	Mkdir                       // FDs: directory; Names: name; Mode
	Mknod                       // FDs: directory; Names: name; Mode, Dev
	Symlink                     // FDs: directory; Names: name, target
	Rename                      // FDs: two directories; Names: two names; Flags
	Link                        // FDs: two directories; Names: two names
	LinkObject                  // FDs: object, directory; Names: name
	Truncate                    // FDs: object; Size
	Chmod                       // FDs: object; Mode
	Chown                       // FDs: object; UID, GID
	Utimes                      // FDs: object; Times
	SetXattr                    // FDs: object; Names: attribute; Data, Flags
	SetXattrAt                  // FDs: directory; Names: attribute, name; Data, Flags; a link is not followed
	RemoveXattr                 // FDs: object; Names: attribute
	RemoveXattrAt               // FDs: directory; Names: attribute, name
	Connect                     // FDs: socket; Data: address; Flags: Try
	ConnectUnix                 // FDs: socket, socket file; Flags: Try
	Bind                        // FDs: socket; Data: address
	BindUnix                    // FDs: socket, working directory; Data: address
	Listen                      // FDs: socket; Size: backlog
)

// Try is a flag of the connects: do not wait for the other side. The reply is
// Waits where the connect of a blocking socket has to; it is then under way, and
// the same call without Try waits for its end.
const (
	Try   uint32     = 1
	Waits unix.Errno = unix.ERESTART // no connect answers so
)

// Now leaves a time to the kernel: Times with a nil pointer.
type Times struct {
	Now bool
	At  [2]unix.Timespec
}

// Request is one call.
type Request struct {
	Op       Op
	Flags    uint32
	Mode     uint32
	Umask    uint32
	Dev      uint64
	Size     int64
	UID, GID uint32
	Times    Times
	Names    [2]string
	Data     []byte
	FDs      [2]int // -1 for none
}

// Reply is how it went. FD is -1 when the call replies none.
type Reply struct {
	Errno unix.Errno
	FD    int
}

const (
	fixed      = 1 + 4 + 4 + 4 + 8 + 8 + 4 + 4 + 1 + 32 + 1 + 2 + 2 + 4
	maxMessage = fixed + 2*unix.PathMax + 1<<16
)

var errMalformed = errors.New("malformed message between supervisor and emulator")

// encode appends the request, without its descriptors.
func (r *Request) encode(b []byte) []byte {
	le := binary.LittleEndian
	b = append(b, byte(r.Op))
	b = le.AppendUint32(b, r.Flags)
	b = le.AppendUint32(b, r.Mode)
	b = le.AppendUint32(b, r.Umask)
	b = le.AppendUint64(b, r.Dev)
	b = le.AppendUint64(b, uint64(r.Size))
	b = le.AppendUint32(b, r.UID)
	b = le.AppendUint32(b, r.GID)
	b = append(b, bit(r.Times.Now))
	for _, t := range r.Times.At {
		b = le.AppendUint64(b, uint64(t.Sec))
		b = le.AppendUint64(b, uint64(t.Nsec))
	}
	b = append(b, byte(r.fds()))
	b = le.AppendUint16(b, uint16(len(r.Names[0])))
	b = le.AppendUint16(b, uint16(len(r.Names[1])))
	b = le.AppendUint32(b, uint32(len(r.Data)))
	b = append(b, r.Names[0]...)
	b = append(b, r.Names[1]...)
	return append(b, r.Data...)
}

func (r *Request) fds() int {
	switch {
	case r.FDs[0] < 0:
		return 0
	case r.FDs[1] < 0:
		return 1
	}
	return 2
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// decode reads a request; it takes fds over, also when it fails.
func decode(b []byte, fds []int) (Request, error) {
	r := Request{FDs: [2]int{-1, -1}}
	copy(r.FDs[:], fds)
	if len(b) < fixed || len(fds) > 2 {
		return r, errMalformed
	}
	le := binary.LittleEndian
	r.Op, b = Op(b[0]), b[1:]
	r.Flags, r.Mode, r.Umask, b = le.Uint32(b), le.Uint32(b[4:]), le.Uint32(b[8:]), b[12:]
	r.Dev, r.Size, b = le.Uint64(b), int64(le.Uint64(b[8:])), b[16:]
	r.UID, r.GID, b = le.Uint32(b), le.Uint32(b[4:]), b[8:]
	r.Times.Now, b = b[0] != 0, b[1:]
	for i := range r.Times.At {
		r.Times.At[i] = unix.Timespec{Sec: int64(le.Uint64(b)), Nsec: int64(le.Uint64(b[8:]))}
		b = b[16:]
	}
	count := int(b[0])
	n0, n1, nd := int(le.Uint16(b[1:])), int(le.Uint16(b[3:])), int(le.Uint32(b[5:]))
	b = b[9:]
	if count != len(fds) || len(b) != n0+n1+nd {
		return r, errMalformed
	}
	r.Names[0], r.Names[1] = string(b[:n0]), string(b[n0:n0+n1])
	r.Data = append([]byte(nil), b[n0+n1:]...)
	return r, nil
}
