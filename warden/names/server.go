package names

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"time"
)

// Query is one question of the agent.
type Query struct {
	From netip.AddrPort // the socket that asks, on loopback
	TCP  bool
	Name string // canonical; the name that an alias stands for
	Type string // "A", "AAAA", …
}

// Config is what a server needs.
type Config struct {
	Upstream []netip.AddrPort // the machine's name servers
	View     *View
	// Ask decides on a query and records it. False refuses the name: the
	// answer says that there is no such name.
	Ask func(Query) bool
	// Types says that questions for other than addresses are passed on too.
	Types bool
	Log   *slog.Logger
	// Wait bounds one try with one name server; 0 means 2 s.
	Wait time.Duration
}

// Bounds of the server. More questions at a time than maxQueries wait.
const (
	maxQueries  = 64
	tcpIdle     = 30 * time.Second
	wait        = 2 * time.Second
	portTries   = 16
	maxTCP      = 64 // connections at a time
	maxMessage  = 64 << 10
	leastPacket = 12 // a header
)

// Server answers queries on one port of IPv4 loopback, over UDP and TCP.
type Server struct {
	cfg  Config
	udp  *net.UDPConn
	tcp  *net.TCPListener
	ctx  context.Context
	stop context.CancelFunc
	busy chan struct{}
	all  sync.WaitGroup

	mu    sync.Mutex
	conns map[net.Conn]struct{}
}

// Start listens and serves until Close.
func Start(cfg Config) (*Server, error) {
	if cfg.Wait <= 0 {
		cfg.Wait = wait
	}
	s := &Server{cfg: cfg, busy: make(chan struct{}, maxQueries), conns: map[net.Conn]struct{}{}}
	if err := s.listen(); err != nil {
		return nil, fmt.Errorf("starting the session's resolver: %w", err)
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	s.all.Add(2)
	go s.serveUDP()
	go s.serveTCP()
	return s, nil
}

// listen finds a port that is free for both protocols.
func (s *Server) listen() (err error) {
	loopback := net.IPv4(127, 0, 0, 1)
	for range portTries {
		if s.tcp, err = net.ListenTCP("tcp4", &net.TCPAddr{IP: loopback}); err != nil {
			return err
		}
		if s.udp, err = net.ListenUDP("udp4", &net.UDPAddr{IP: loopback, Port: s.tcp.Addr().(*net.TCPAddr).Port}); err == nil {
			return nil
		}
		s.tcp.Close()
	}
	return err
}

// Addr is where the server listens.
func (s *Server) Addr() netip.AddrPort { return s.udp.LocalAddr().(*net.UDPAddr).AddrPort() }

// Close ends the server and waits for what it is doing.
func (s *Server) Close() {
	s.stop()
	s.udp.Close()
	s.tcp.Close()
	s.mu.Lock()
	for c := range s.conns {
		c.Close()
	}
	s.mu.Unlock()
	s.all.Wait()
}

func (s *Server) serveUDP() {
	defer s.all.Done()
	buf := make([]byte, maxMessage)
	for {
		n, from, err := s.udp.ReadFromUDPAddrPort(buf)
		if err != nil {
			if s.ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return
			}
			continue // an earlier answer met a closed port
		}
		msg := append([]byte(nil), buf[:n]...)
		if !s.take() {
			return
		}
		s.all.Add(1)
		go func() {
			defer s.all.Done()
			defer s.give()
			from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
			if reply := s.answer(msg, from, false); reply != nil {
				// Whoever does not take the answer asks again.
				_, _ = s.udp.WriteToUDPAddrPort(reply, from)
			}
		}()
	}
}

// take waits for room; it is false when the server ends.
func (s *Server) take() bool {
	select {
	case s.busy <- struct{}{}:
		return true
	case <-s.ctx.Done():
		return false
	}
}

func (s *Server) give() { <-s.busy }

func (s *Server) serveTCP() {
	defer s.all.Done()
	for {
		c, err := s.tcp.Accept()
		if err != nil {
			if s.ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				return
			}
			continue
		}
		if !s.admit(c) {
			c.Close()
			continue
		}
		s.all.Add(1)
		go func() {
			defer s.all.Done()
			defer s.leave(c)
			s.converse(c)
		}()
	}
}

func (s *Server) admit(c net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.conns) >= maxTCP || s.ctx.Err() != nil {
		return false
	}
	s.conns[c] = struct{}{}
	return true
}

func (s *Server) leave(c net.Conn) {
	c.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, c)
}

// converse answers the queries of one TCP connection, one after the other.
func (s *Server) converse(c net.Conn) {
	from := c.RemoteAddr().(*net.TCPAddr).AddrPort()
	from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
	for {
		if c.SetDeadline(time.Now().Add(tcpIdle)) != nil {
			return
		}
		msg, err := readMessage(c)
		if err != nil || !s.take() {
			return
		}
		reply := s.answer(msg, from, true)
		s.give()
		if reply == nil || writeMessage(c, reply) != nil {
			return
		}
	}
}

// readMessage and writeMessage: over TCP a length of two bytes goes before
// (RFC 1035, 4.2.2).
func readMessage(r io.Reader) ([]byte, error) {
	var size [2]byte
	if _, err := io.ReadFull(r, size[:]); err != nil {
		return nil, err
	}
	msg := make([]byte, binary.BigEndian.Uint16(size[:]))
	_, err := io.ReadFull(r, msg)
	return msg, err
}

func writeMessage(w io.Writer, msg []byte) error {
	if len(msg) >= maxMessage {
		return fmt.Errorf("a DNS message of %d bytes does not fit TCP", len(msg))
	}
	_, err := w.Write(append(binary.BigEndian.AppendUint16(nil, uint16(len(msg))), msg...))
	return err
}
