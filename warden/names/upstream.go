package names

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// tries is how often each name server is asked.
const tries = 2

var errNoServer = errors.New("this machine has no name server")

// exchange asks the name servers in turn.
func (s *Server) exchange(name string, kind dnsmessage.Type) (dnsmessage.Message, error) {
	err := errNoServer
	for range tries {
		for _, server := range s.cfg.Upstream {
			var r dnsmessage.Message
			if r, err = s.ask(server, name, kind); err == nil && r.RCode != dnsmessage.RCodeServerFailure && r.RCode != dnsmessage.RCodeRefused {
				return r, nil
			}
			if err == nil {
				err = fmt.Errorf("%s answers %s", server, r.RCode)
			}
			if s.ctx.Err() != nil {
				return r, s.ctx.Err()
			}
		}
	}
	return dnsmessage.Message{}, err
}

// ask asks one server, over TCP where its answer does not fit.
func (s *Server) ask(server netip.AddrPort, name string, kind dnsmessage.Type) (dnsmessage.Message, error) {
	var id [2]byte
	_, _ = rand.Read(id[:]) // never fails
	msg, q, err := build(binary.BigEndian.Uint16(id[:]), name, kind)
	if err != nil {
		return dnsmessage.Message{}, err
	}
	r, err := s.over("udp", server, msg, q)
	if err == nil && r.Truncated {
		r, err = s.over("tcp", server, msg, q)
	}
	return r, err
}

// build makes a query from the decided text.
func build(id uint16, name string, kind dnsmessage.Type) ([]byte, dnsmessage.Question, error) {
	n, err := dnsmessage.NewName(name + ".")
	if err != nil {
		return nil, dnsmessage.Question{}, fmt.Errorf("the name %q cannot be asked: %w", name, err)
	}
	q := dnsmessage.Question{Name: n, Type: kind, Class: dnsmessage.ClassINET}
	m := dnsmessage.Message{Header: dnsmessage.Header{ID: id, RecursionDesired: true}, Questions: []dnsmessage.Question{q}}
	var h dnsmessage.ResourceHeader
	if err := h.SetEDNS0(maxUDP, dnsmessage.RCodeSuccess, false); err != nil {
		return nil, q, err
	}
	m.Additionals = []dnsmessage.Resource{{Header: h, Body: &dnsmessage.OPTResource{}}}
	msg, err := m.Pack()
	return msg, q, err
}

// over makes one exchange on a connection of its own. What is no answer to the
// question is passed over until the time ends.
func (s *Server) over(network string, server netip.AddrPort, msg []byte, q dnsmessage.Question) (r dnsmessage.Message, err error) {
	d := net.Dialer{Timeout: s.cfg.Wait}
	c, err := d.DialContext(s.ctx, network, server.String())
	if err != nil {
		return r, err
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(s.cfg.Wait)); err != nil {
		return r, err
	}
	if network == "tcp" {
		err = writeMessage(c, msg)
	} else {
		_, err = c.Write(msg)
	}
	buf := make([]byte, maxMessage)
	for err == nil {
		var b []byte
		if network == "tcp" {
			b, err = readMessage(c)
		} else {
			var n int
			n, err = c.Read(buf)
			b = buf[:n]
		}
		if err == nil && accept(&r, b, binary.BigEndian.Uint16(msg), q) {
			return r, nil
		}
	}
	return r, err
}

// accept reads an answer to exactly this question.
func accept(r *dnsmessage.Message, b []byte, id uint16, q dnsmessage.Question) bool {
	var m dnsmessage.Message
	if m.Unpack(b) != nil || !m.Response || m.ID != id || len(m.Questions) != 1 {
		return false
	}
	a := m.Questions[0]
	if Canonical(a.Name.String()) != Canonical(q.Name.String()) || a.Type != q.Type || a.Class != q.Class {
		return false
	}
	*r = m
	return true
}
