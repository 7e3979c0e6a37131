package emulator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/unotify"
)

// Serve runs the emulator process: every message on control brings a channel,
// and each channel is served by a thread of its own. It returns nil when the
// supervisor closes control.
func Serve(control int) error {
	p, err := NewPerformer()
	if err != nil {
		return fmt.Errorf("emulator: %w", err)
	}
	defer p.Close()
	// One thread makes all others, so that they inherit its Landlock domain.
	buf := make([]byte, 16)
	for {
		n, fds, err := receive(control, buf)
		if err != nil {
			return fmt.Errorf("emulator: %w", err)
		}
		if n == 0 {
			return nil
		}
		for _, fd := range fds {
			go serve(p, fd)
		}
	}
}

// serve answers one channel until its other end is closed.
func serve(p *Performer, ch int) {
	runtime.LockOSThread() // never unlocked: the thread ends with the channel
	defer unix.Close(ch)
	if unotify.BlockSignals() != nil || unix.Unshare(unix.CLONE_FS) != nil {
		return
	}
	buf := make([]byte, maxMessage)
	for {
		n, fds, err := receive(ch, buf)
		if err != nil || n == 0 {
			return
		}
		r, err := decode(buf[:n], fds)
		reply := Reply{Errno: unix.EIO, FD: -1}
		if err == nil {
			reply = p.Do(&r)
		}
		for _, fd := range fds {
			unix.Close(fd)
		}
		if err := answer(ch, reply); err != nil {
			return
		}
	}
}

func answer(ch int, r Reply) error {
	var b [4]byte
	binary.LittleEndian.PutUint32(b[:], uint32(r.Errno))
	if r.FD < 0 {
		return send(ch, b[:])
	}
	err := send(ch, b[:], r.FD)
	unix.Close(r.FD)
	if err != nil {
		return err
	}
	return send(ch, b[:1]) // our copy is closed
}

func send(fd int, b []byte, fds ...int) error {
	var oob []byte
	if len(fds) > 0 {
		oob = unix.UnixRights(fds...)
	}
	for {
		err := unix.Sendmsg(fd, b, oob, nil, unix.MSG_NOSIGNAL)
		if !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}

// receive reads one message with its descriptors; n is 0 at the end.
func receive(fd int, b []byte) (n int, fds []int, err error) {
	var oob [64]byte
	var oobn, flags int
	for {
		n, oobn, flags, _, err = unix.Recvmsg(fd, b, oob[:], unix.MSG_CMSG_CLOEXEC)
		if !errors.Is(err, unix.EINTR) {
			break
		}
	}
	if err != nil {
		return 0, nil, err
	}
	if oobn > 0 {
		if fds, err = rights(oob[:oobn]); err != nil {
			return 0, nil, err
		}
	}
	if flags&(unix.MSG_TRUNC|unix.MSG_CTRUNC) != 0 {
		for _, fd := range fds {
			unix.Close(fd)
		}
		return 0, nil, errMalformed
	}
	return n, fds, nil
}

func rights(oob []byte) ([]int, error) {
	msgs, err := unix.ParseSocketControlMessage(oob)
	if err != nil {
		return nil, err
	}
	var out []int
	for i := range msgs {
		fds, err := unix.ParseUnixRights(&msgs[i])
		if err != nil {
			return nil, err
		}
		out = append(out, fds...)
	}
	return out, nil
}
