package policy

import (
	"net/netip"
	"testing"
)

func TestReaches(t *testing.T) {
	const head = "version: 1\nmode: enforce\nfiles: {read: {allow: [/]}, exec: {allow: [/]}}\nnetwork:\n  connect: "
	for _, c := range []struct {
		lists, host, addr string
		port              uint16
		want              bool
	}{
		{`{allow: ["api.example:8080"]}`, "api.example", "", 0, true},
		{`{allow: ["api.example:8080"]}`, "API.Example.", "", 0, true},
		{`{allow: ["api.example:8080"]}`, "api.example", "", 443, false},
		{`{allow: ["api.example:8080"]}`, "evil.example", "", 0, false},
		{`{allow: ["10.0.0.0/8:443"]}`, "inside.example", "", 0, true},
		{`{allow: ["10.0.0.0/8:443"], deny: ["10.0.0.0/9:443"]}`, "inside.example", "", 443, true},
		{`{allow: ["10.0.0.0/8:443"], deny: ["10.0.0.0/8:443"]}`, "inside.example", "", 443, false},
		{`{allow: ["10.0.0.0/8:443"]}`, "", "11.0.0.1", 443, false},
		{`{allow: ["10.0.0.0/8:443"]}`, "10.1.2.3", "", 443, true},
		{`{allow: ["api.example:443", "10.0.0.0/8:443"]}`, "other.example", "10.0.0.1", 443, true},
	} {
		p, err := Parse([]byte(head + c.lists + "\n"))
		if err != nil {
			t.Fatalf("%s: %v", c.lists, err)
		}
		r, err := Compile(p, Env{Workspace: "/work", Home: "/home/agent"})
		if err != nil {
			t.Fatalf("%s: %v", c.lists, err)
		}
		addr, _ := netip.ParseAddr(c.addr)
		if got := r.Reaches(OpConnect, c.host, addr, c.port); got != c.want {
			t.Errorf("%s: host %q, address %q, port %d: %v, want %v", c.lists, c.host, c.addr, c.port, got, c.want)
		}
	}
}
