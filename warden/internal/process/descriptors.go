package process

import (
	"bytes"
	"strconv"

	"golang.org/x/sys/unix"
)

// Holds reports whether a descriptor of the process has a link text in
// /proc/PID/fd that matches. One that cannot be listed holds nothing we know of.
func (p *Proc) Holds(pid int, match func(link string) bool) bool {
	return p.descriptors(pid, func(number string) bool {
		link, err := p.Link(pid, "fd/"+number)
		return err == nil && match(link)
	})
}

// Keeps is Holds for descriptors that an exec does not close.
func (p *Proc) Keeps(pid int, match func(link string) bool) bool {
	return p.descriptors(pid, func(number string) bool {
		link, err := p.Link(pid, "fd/"+number)
		return err == nil && match(link) && !p.closedByExec(pid, number)
	})
}

// descriptors calls visit with each descriptor's number until it is true.
func (p *Proc) descriptors(pid int, visit func(number string) bool) bool {
	dir, err := unix.Openat(p.fd, strconv.Itoa(pid)+"/fd", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer unix.Close(dir)
	buf := make([]byte, 8192)
	for {
		n, err := unix.ReadDirent(dir, buf)
		if err != nil || n == 0 {
			return false
		}
		_, _, names := unix.ParseDirent(buf[:n], -1, nil)
		for _, name := range names {
			if visit(name) {
				return true
			}
		}
	}
}

// closedByExec reads the flags line of /proc/PID/fdinfo/N (octal).
func (p *Proc) closedByExec(pid int, number string) bool {
	var buf [1024]byte
	text, err := p.read(pid, "fdinfo/"+number, buf[:])
	if err != nil {
		return true // closed meanwhile
	}
	_, rest, _ := bytes.Cut(text, []byte("flags:"))
	line, _, _ := bytes.Cut(rest, []byte{'\n'})
	flags, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 8, 64)
	return err == nil && flags&unix.O_CLOEXEC != 0
}
