package launch

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
)

// Names under which the binary is executed again, in argv[0]; and ShimName.
const (
	InitName     = "varek-init"
	EmulatorName = "varek-emulator"
)

// Descriptors of the processes. Init gets all three sockets and hands the last
// two on; in the emulator and the shim their socket is Control.
const (
	Control         = 3
	emulatorControl = 4
	shimControl     = 5
)

// InitOrder is what init is told.
type InitOrder struct {
	Namespaces bool         // it lives in PID and mount namespaces of its own
	UserNS     bool         // and in a user namespace
	Privileged bool         // every capability stays, for an agent that makes namespaces
	Landlock   floor.Domain // domain D
	Shim       string       // the program that is the shim under its name
}

// InitReport is init's first answer; Fault is empty when the domain is entered.
type InitReport struct {
	Restriction  floor.Restriction
	Capabilities []string // that are left
	Fault        string
}

// Ending is init's last message: how the agent or the emulator ended, as
// wait(2) tells it.
type Ending struct {
	Agent    bool
	Emulator bool
	Status   uint32
}

const maxMessage = 64 << 20

// Write sends one message.
func Write(w io.Writer, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encoding a message: %w", err)
	}
	msg := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
	_, err = w.Write(append(msg, body...))
	return err
}

// Read receives one message. io.EOF when the other end is closed.
func Read(r io.Reader, v any) error {
	var size [4]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return err
	}
	n := binary.LittleEndian.Uint32(size[:])
	if n > maxMessage {
		return fmt.Errorf("a message of %d bytes is too long", n)
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return err
	}
	return json.Unmarshal(body, v)
}

// Raw is a descriptor read and written with plain system calls: no poller, no
// fcntl, so that it can be used under the filter.
type Raw int

// Read implements io.Reader.
func (fd Raw) Read(b []byte) (int, error) {
	for {
		n, err := unix.Read(int(fd), b)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return 0, err
		case n == 0 && len(b) > 0:
			return 0, io.EOF
		default:
			return n, nil
		}
	}
}

// Write implements io.Writer.
func (fd Raw) Write(b []byte) (int, error) {
	done := 0
	for done < len(b) {
		n, err := unix.Write(int(fd), b[done:])
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
}

// ReadFrom receives one message and the sender's process id as this process
// sees it. The socket must have SO_PASSCRED.
func ReadFrom(fd Raw, v any) (pid int, err error) {
	var size [4]byte
	if pid, err = readSender(fd, size[:]); err != nil {
		return 0, err
	}
	return pid, Read(io.MultiReader(bytes.NewReader(size[:]), fd), v)
}

// readSender fills b and returns who sent its first byte.
func readSender(fd Raw, b []byte) (pid int, err error) {
	oob := make([]byte, unix.CmsgSpace(unix.SizeofUcred))
	var n, oobn int
	for {
		if n, oobn, _, _, err = unix.Recvmsg(int(fd), b, oob, unix.MSG_WAITALL); !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err != nil {
		return 0, err
	}
	if n == 0 {
		return 0, io.EOF
	}
	msgs, err := unix.ParseSocketControlMessage(oob[:oobn])
	if err != nil || len(msgs) != 1 || n != len(b) {
		return 0, fmt.Errorf("the message names no sender (%w)", errors.Join(err, io.ErrUnexpectedEOF))
	}
	cred, err := unix.ParseUnixCredentials(&msgs[0])
	if err != nil {
		return 0, fmt.Errorf("the message names no sender: %w", err)
	}
	return int(cred.Pid), nil
}
