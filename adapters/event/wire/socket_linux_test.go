package wire

import (
	"errors"
	"testing"

	"golang.org/x/sys/unix"
)

// Only addresses in numbers and localhost are dialed: nothing is looked up.
func TestAddress(t *testing.T) {
	v4 := func(port int, ip ...byte) unix.Sockaddr { return &unix.SockaddrInet4{Port: port, Addr: [4]byte(ip)} }
	for addr, want := range map[string]unix.Sockaddr{
		"127.0.0.1:4222":   v4(4222, 127, 0, 0, 1),
		"localhost:1":      v4(1, 127, 0, 0, 1),
		"10.0.255.9:65535": v4(65535, 10, 0, 255, 9),
		"[::1]:7":          &unix.SockaddrInet6{Port: 7, Addr: [16]byte{15: 1}},
		"127.0.0.1":        nil, "127.0.0.1:": nil, "127.0.0.1:65536": nil, "127.0.0.1:-1": nil, "127.0.1:1": nil, "127.0.0.256:1": nil,
		"127.0.0.01:1": nil, "127.0.0.+1:1": nil, "example.org:1": nil, ":1": nil, "": nil, "1.2.3.4.5:1": nil,
	} {
		_, got, err := address(addr)
		if want == nil {
			if !errors.Is(err, ErrURL) {
				t.Errorf("%q: %v, %v", addr, got, err)
			}
			continue
		}
		switch w := want.(type) {
		case *unix.SockaddrInet4:
			if g, ok := got.(*unix.SockaddrInet4); err != nil || !ok || g.Addr != w.Addr || g.Port != w.Port {
				t.Errorf("%q: %v, %v", addr, got, err)
			}
		case *unix.SockaddrInet6:
			if g, ok := got.(*unix.SockaddrInet6); err != nil || !ok || g.Addr != w.Addr || g.Port != w.Port {
				t.Errorf("%q: %v, %v", addr, got, err)
			}
		}
	}
}
