package names

import (
	"bufio"
	"bytes"
	"io"
	"net/netip"
	"strings"
)

// Port of name servers.
const Port = 53

// ReadServers reads the name servers of a resolv.conf(5). Where it names none,
// programs ask this machine.
func ReadServers(r io.Reader) []netip.AddrPort {
	var out []netip.AddrPort
	for s := bufio.NewScanner(r); s.Scan(); {
		f := strings.Fields(s.Text())
		if len(f) < 2 || f[0] != "nameserver" {
			continue
		}
		if a, err := netip.ParseAddr(f[1]); err == nil {
			out = append(out, netip.AddrPortFrom(a, Port))
		}
	}
	if len(out) == 0 {
		out = []netip.AddrPort{netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), Port)}
	}
	return out
}

// WithServer is the text of a resolv.conf with at in the place of its name
// servers.
func WithServer(text []byte, at netip.Addr) []byte {
	out := []byte("nameserver " + at.String() + "\n")
	for line := range bytes.Lines(text) {
		if f := bytes.Fields(line); len(f) == 0 || string(f[0]) != "nameserver" {
			out = append(out, line...)
		}
	}
	return out
}
