package derive

import (
	"fmt"
	"net/netip"
	"strings"
)

// entry is one entry of an allow list: a directory with all beneath, or a host.
type entry struct {
	text string // as the policy writes it
	path string // with $WORKSPACE or $HOME in front; "" for a host
	host string // as promises write it: name, .domain, address, CIDR or unix:…
}

func pathEntry(p string) entry {
	return entry{text: strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`).Replace(p), path: p}
}

// within reports whether everything that e permits, o is sure to permit too.
func (e entry) within(o entry) bool {
	if e.path != "" {
		return o.path == "/" && strings.HasPrefix(e.path, "/") || e.path == o.path || o.path != "" && strings.HasPrefix(e.path, o.path+"/")
	}
	if e.host == o.host {
		return true
	}
	if strings.HasPrefix(o.host, ".") {
		return strings.HasSuffix(e.host, o.host) && !strings.HasPrefix(e.host, "unix:")
	}
	net, err := netip.ParsePrefix(o.host)
	if err != nil {
		return false
	}
	if a, err := netip.ParseAddr(e.host); err == nil {
		return net.Contains(a)
	}
	inner, err := netip.ParsePrefix(e.host)
	return err == nil && net.Contains(inner.Addr()) && inner.Bits() >= net.Bits()
}

// rooted gives a path of a promise its root; a relative one is the workspace's.
func rooted(p string) string {
	if strings.HasPrefix(p, "/") || strings.HasPrefix(p, "$") {
		if p = strings.TrimRight(p, "/"); p == "" {
			return "/"
		}
		return p
	}
	return "$WORKSPACE/" + strings.TrimRight(p, "/")
}

// hostEntry writes a host of a promise as the policy does, for every port.
func hostEntry(host, list string) (entry, error) {
	if rest, ok := strings.CutPrefix(host, "unix:"); ok {
		if strings.HasPrefix(rest, "@") || strings.HasPrefix(rest, "/") {
			return entry{text: "unix:" + pathEntry(rest).text, host: host}, nil
		}
		return entry{}, fmt.Errorf("a unix socket has a path or, with an @, an abstract name")
	}
	if n, err := netip.ParsePrefix(host); err == nil {
		return entry{text: bracket(n.Addr(), host) + ":*", host: host}, nil
	}
	if a, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		a = a.Unmap()
		return entry{text: bracket(a, a.String()) + ":*", host: a.String()}, nil
	}
	switch {
	case list == binds:
		return entry{}, fmt.Errorf("a name cannot be bound; the policy needs the address")
	case strings.EqualFold(strings.TrimSuffix(host, "."), "localhost"):
		return entry{}, fmt.Errorf("a policy means the loopback addresses by it, which the promise does not permit by that name")
	case strings.HasPrefix(host, "."):
		return entry{text: "*" + strings.ToLower(host) + ":*", host: strings.ToLower(host)}, nil
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	return entry{text: name + ":*", host: name}, nil
}

func bracket(a netip.Addr, text string) string {
	if a.Is6() {
		return "[" + text + "]"
	}
	return text
}
