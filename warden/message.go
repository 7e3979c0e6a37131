package warden

import (
	"encoding/binary"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/unotify"
)

// Layout of 64-bit Linux: struct user_msghdr, struct mmsghdr, struct cmsghdr.
const (
	msghdrSize    = 56
	mmsghdrSize   = 64
	mmsghdrLength = 56   // where sendmmsg reports the bytes sent
	maxMessages   = 1024 // UIO_MAXIOV, the kernel's bound for sendmmsg
	cmsghdrSize   = 16
	maxRights     = 253 // SCM_MAX_FD
	// maxControl is more than any control message that is passed on can need
	// (net.core.optmem_max is smaller where it is left alone).
	maxControl = 128 << 10
	// maxDatagram bounds the copy of one datagram; the kernel refuses those
	// larger than the socket's buffer.
	maxDatagram = 16 << 20
	chunk       = 256 << 10 // of a stream, copied at a time
)

// outgoing is one message, its header copied from the agent once.
type outgoing struct {
	name    sockaddr
	named   bool // there is an address, be it of length 0
	data    []unotify.Range
	total   uint64
	control []byte // as the kernel shall see it, descriptors and all ours
	rights  []int  // our copies of the descriptors in it

	credentials bool   // it says who sends
	identity    []byte // what we added to say so, for each part of a stream
	flags       int
}

func (m *outgoing) close() {
	for _, fd := range m.rights {
		unix.Close(fd)
	}
	m.rights = nil
}

// copyFlat copies the arguments of sendto.
func (c *call) copyFlat() (m outgoing, e unix.Errno) {
	a := &c.n.Args
	m.flags, m.data, m.total = int(int32(a[3])), []unotify.Range{{Addr: a[1], Len: a[2]}}, a[2]
	if m.named = a[4] != 0; m.named {
		m.name, e = c.address(a[4], a[5])
	}
	return m, e
}

// copyHeader copies the struct msghdr at addr and all that it points to, but
// for the data itself, which nobody decides on.
func (c *call) copyHeader(addr uint64, sk *socket, flags int) (m outgoing, e unix.Errno) {
	var h [msghdrSize]byte
	if e := unotify.ReadMemory(c.th.ID, addr, h[:]); e != 0 {
		return m, e
	}
	ne := binary.NativeEndian
	name, size := ne.Uint64(h[0:]), int32(ne.Uint32(h[8:]))
	vector, count := ne.Uint64(h[16:]), ne.Uint64(h[24:])
	control, length := ne.Uint64(h[32:]), ne.Uint64(h[40:])
	m.flags = flags
	switch {
	case name != 0 && size < 0:
		return m, unix.EINVAL
	case name != 0 && size > 0:
		// sendmsg cuts a longer address off, sendto refuses it.
		m.named = true
		if m.name, e = c.address(name, uint64(min(size, maxSockaddr))); e != 0 {
			return m, e
		}
	}
	if e := m.copyVector(c.th.ID, vector, count); e != 0 {
		return m, e
	}
	if control == 0 || length == 0 {
		return m, 0
	}
	if length > maxControl {
		return m, unix.ENOBUFS
	}
	m.control = make([]byte, length)
	if e := unotify.ReadMemory(c.th.ID, control, m.control); e != 0 {
		return m, e
	}
	return m, c.translate(&m, sk)
}

// copyVector copies the struct iovec array.
func (m *outgoing) copyVector(tid int, at, count uint64) unix.Errno {
	if count > unotify.MaxRanges {
		return unix.EMSGSIZE
	}
	b := make([]byte, 16*count)
	if e := unotify.ReadMemory(tid, at, b); e != 0 {
		return e
	}
	for ; len(b) > 0; b = b[16:] {
		r := unotify.Range{Addr: binary.NativeEndian.Uint64(b), Len: binary.NativeEndian.Uint64(b[8:])}
		if r.Len > 1<<62 || m.total+r.Len > 1<<62 {
			return unix.EINVAL
		}
		m.total += r.Len
		m.data = append(m.data, r)
	}
	return 0
}

// skip drops the first n bytes, which are sent.
func (m *outgoing) skip(n uint64) {
	m.total -= n
	for n > 0 {
		if r := &m.data[0]; r.Len > n {
			r.Addr, r.Len = r.Addr+n, r.Len-n
			return
		}
		n -= m.data[0].Len
		m.data = m.data[1:]
	}
}

// take copies at most limit bytes of the data.
func (m *outgoing) take(tid int, limit uint64) ([]byte, unix.Errno) {
	b := make([]byte, min(m.total, limit))
	n, e := unotify.ReadRanges(tid, m.data, b)
	if e == 0 && n < len(b) {
		e = unix.EFAULT
	}
	return b[:n], e
}

// harmless are the control messages that are passed on: what they say concerns
// the packet (its size, time, class, source address) or the peer. All others
// are refused, source routes (IP_RETOPTS, IPV6_RTHDR) and marks among them.
var harmless = map[[2]int32]bool{
	{unix.SOL_SOCKET, unix.SCM_RIGHTS}: true, {unix.SOL_SOCKET, unix.SCM_CREDENTIALS}: true,
	{unix.SOL_SOCKET, unix.SO_TIMESTAMPING_OLD}: true, {unix.SOL_SOCKET, unix.SCM_TXTIME}: true,
	{unix.SOL_IP, unix.IP_TTL}: true, {unix.SOL_IP, unix.IP_TOS}: true, {unix.SOL_IP, unix.IP_PKTINFO}: true,
	{unix.SOL_IPV6, unix.IPV6_HOPLIMIT}: true, {unix.SOL_IPV6, unix.IPV6_TCLASS}: true, {unix.SOL_IPV6, unix.IPV6_PKTINFO}: true,
	{unix.SOL_IPV6, unix.IPV6_DONTFRAG}: true, {unix.SOL_IPV6, unix.IPV6_2292PKTINFO}: true, {unix.SOL_IPV6, unix.IPV6_2292HOPLIMIT}: true,
	{unix.SOL_UDP, unix.UDP_SEGMENT}: true,
}

// translate walks the control messages as the kernel does, puts our copies in
// the place of the agent's descriptors and refuses what is not harmless.
func (c *call) translate(m *outgoing, sk *socket) unix.Errno {
	for rest := m.control; len(rest) >= cmsghdrSize; {
		size := binary.NativeEndian.Uint64(rest)
		level, kind := int32(binary.NativeEndian.Uint32(rest[8:])), int32(binary.NativeEndian.Uint32(rest[12:]))
		if size < cmsghdrSize || size > uint64(len(rest)) {
			return unix.EINVAL
		}
		if !harmless[[2]int32{level, kind}] {
			c.rec.Event = "send"
			c.refuse(RuleControl, unix.EPERM)
			return unix.EPERM
		}
		if body := rest[cmsghdrSize:size]; level == unix.SOL_SOCKET && sk.domain == unix.AF_UNIX {
			if e := c.translateUnix(m, kind, body); e != 0 {
				return e
			}
		}
		rest = rest[min((size+7)&^7, uint64(len(rest))):]
	}
	return 0
}

// translateUnix: descriptors are fetched from the caller's table. Credentials
// are the caller's own or nothing, and of them only the process id has to
// change, because the kernel looks at the task that sends.
func (c *call) translateUnix(m *outgoing, kind int32, body []byte) unix.Errno {
	switch kind {
	case unix.SCM_RIGHTS:
		if len(body)%4 != 0 || len(m.rights)+len(body)/4 > maxRights {
			return unix.EINVAL
		}
		for ; len(body) > 0; body = body[4:] {
			fd, e := c.duplicate(uint64(binary.NativeEndian.Uint32(body)))
			if e != 0 {
				return e
			}
			m.rights = append(m.rights, fd)
			if e := c.passes(fd); e != 0 {
				return e
			}
			binary.NativeEndian.PutUint32(body, uint32(fd))
		}
	case unix.SCM_CREDENTIALS:
		if len(body) != unix.SizeofUcred {
			return unix.EINVAL
		}
		if pid := int(int32(binary.NativeEndian.Uint32(body))); pid != c.th.Inner {
			return unix.EPERM
		}
		binary.NativeEndian.PutUint32(body, uint32(c.ownNumber()))
		m.credentials = true
	}
	return 0
}

// asItself makes a message on a unix socket carry the caller's process id where
// we may say so, for receivers that ask who sends (SO_PASSCRED): the kernel would
// put ours.
func (c *call) asItself(m *outgoing, sk *socket) {
	if sk.domain != unix.AF_UNIX || !c.s.floor.PIDNamespace || m.credentials {
		return
	}
	base := c.s.table.Base()
	b := make([]byte, unix.CmsgSpace(unix.SizeofUcred))
	ne := binary.NativeEndian
	ne.PutUint64(b, uint64(unix.CmsgLen(unix.SizeofUcred)))
	ne.PutUint32(b[8:], unix.SOL_SOCKET)
	ne.PutUint32(b[12:], unix.SCM_CREDENTIALS)
	ne.PutUint32(b[16:], uint32(c.ownNumber()))
	ne.PutUint32(b[20:], base.FSUID)
	ne.PutUint32(b[24:], base.FSGID)
	m.identity, m.credentials = b, true
	m.control = append(b[:len(b):len(b)], m.control...)
}

// ownNumber is the process id that a message which we send for the caller can
// truthfully carry: the caller's own, where we may say so, else ours.
func (c *call) ownNumber() int {
	if c.s.floor.PIDNamespace { // made with CAP_SYS_ADMIN, which this needs too
		return c.th.TGID
	}
	return unix.Getpid()
}
