//go:build !linux

package wire

import (
	"context"
	"net"
	"time"
)

type socket struct{ net.Conn }

func open(ctx context.Context, addr string) (stream, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	return socket{conn}, nil
}

func (s socket) Write(b []byte) (int, error) {
	if err := s.SetWriteDeadline(time.Now().Add(stuck)); err != nil {
		return 0, err
	}
	return s.Conn.Write(b)
}

func (s socket) Interrupt() { s.Close() }

func (s socket) Until(end time.Time) { _ = s.SetReadDeadline(end) }
