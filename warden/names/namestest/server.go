// Package namestest is a DNS server for tests of names and of what uses it.
//
// Promise. It is a real server on loopback, over UDP and TCP, and answers from
// the zone that the test writes: addresses, aliases inside the zone, no such
// name for the rest; it tells what it was asked. Limits. One question a
// message, no EDNS, no zones but its own; it belongs into test binaries only.
package namestest

import (
	"encoding/binary"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// Server answers from a zone and counts what it was asked.
type Server struct {
	udp *net.UDPConn
	tcp net.Listener

	mu    sync.Mutex
	zone  map[string][]string
	ttl   uint32
	asked []string
	big   map[string]bool
}

// New starts a server; the test's end ends it.
func New(t testing.TB) *Server {
	t.Helper()
	udp, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	tcp, err := net.Listen("tcp4", udp.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{udp: udp, tcp: tcp, zone: map[string][]string{}, ttl: 300, big: map[string]bool{}}
	t.Cleanup(func() { udp.Close(); tcp.Close() })
	go s.serveUDP()
	go s.serveTCP()
	return s
}

// Addr is where it listens.
func (s *Server) Addr() netip.AddrPort { return s.udp.LocalAddr().(*net.UDPAddr).AddrPort() }

// Set gives a name (lower case, no final dot) its answers: addresses, or "=name" for an alias.
func (s *Server) Set(name string, answers ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.zone[name] = answers
}

// SetTTL sets the time of the answers from now on, in seconds.
func (s *Server) SetTTL(ttl uint32) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ttl = ttl
}

// OverTCP makes the server say over UDP that the name's answer does not fit.
func (s *Server) OverTCP(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.big[name] = true
}

// Asked returns what was asked, as "name type".
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.asked...)
}

func (s *Server) serveUDP() {
	buf := make([]byte, 4096)
	for {
		n, from, err := s.udp.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		if b := s.answer(buf[:n], false); b != nil {
			_, _ = s.udp.WriteToUDPAddrPort(b, from) // a lost answer is asked for again
		}
	}
}

func (s *Server) serveTCP() {
	for {
		c, err := s.tcp.Accept()
		if err != nil {
			return
		}
		go func() {
			defer c.Close()
			var size [2]byte
			for {
				if _, err := io.ReadFull(c, size[:]); err != nil {
					return
				}
				msg := make([]byte, binary.BigEndian.Uint16(size[:]))
				if _, err := io.ReadFull(c, msg); err != nil {
					return
				}
				b := s.answer(msg, true)
				if _, err := c.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(b))), b...)); err != nil {
					return
				}
			}
		}()
	}
}

func (s *Server) answer(msg []byte, tcp bool) []byte {
	var m dnsmessage.Message
	if m.Unpack(msg) != nil || len(m.Questions) != 1 {
		return nil
	}
	q := m.Questions[0]
	name := strings.ToLower(strings.TrimSuffix(q.Name.String(), "."))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, name+" "+strings.TrimPrefix(q.Type.String(), "Type"))
	m.Response, m.RecursionAvailable, m.Additionals = true, true, nil
	if s.big[name] && !tcp {
		m.Truncated = true
	} else if _, known := s.zone[name]; known {
		m.Answers = s.records(name, q.Type)
	} else {
		m.RCode = dnsmessage.RCodeNameError
	}
	b, err := m.Pack()
	if err != nil {
		return nil
	}
	return b
}

// records follows aliases inside the zone.
func (s *Server) records(name string, kind dnsmessage.Type) (out []dnsmessage.Resource) {
	h := dnsmessage.ResourceHeader{Name: dnsmessage.MustNewName(name + "."), Class: dnsmessage.ClassINET, TTL: s.ttl}
	for _, a := range s.zone[name] {
		if target, alias := strings.CutPrefix(a, "="); alias {
			out = append(out, dnsmessage.Resource{Header: h, Body: &dnsmessage.CNAMEResource{CNAME: dnsmessage.MustNewName(target + ".")}})
			return append(out, s.records(target, kind)...)
		}
		switch ip := netip.MustParseAddr(a); {
		case ip.Is4() && kind == dnsmessage.TypeA:
			out = append(out, dnsmessage.Resource{Header: h, Body: &dnsmessage.AResource{A: ip.As4()}})
		case ip.Is6() && kind == dnsmessage.TypeAAAA:
			out = append(out, dnsmessage.Resource{Header: h, Body: &dnsmessage.AAAAResource{AAAA: ip.As16()}})
		}
	}
	return out
}
