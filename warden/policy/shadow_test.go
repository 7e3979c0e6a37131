package policy

import (
	"net/netip"
	"path"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func compiled(t interface {
	Fatal(...any)
	Helper()
}, text string) *Rules {
	t.Helper()
	p, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Compile(p, Env{Workspace: "/w", Home: "/h"})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestShadowed(t *testing.T) {
	for _, c := range []struct{ name, text, rule, by string }{
		{"earlier directory", "files: {read: {allow: [/usr, /usr/lib]}}", "files.read.allow[1]", "files.read.allow[0]"},
		{"later directory is none", "files: {read: {allow: [/usr/lib, /usr]}}", "", ""},
		{"same again", "files: {read: {allow: ['/a/*.c', '/a/*.c']}}", "files.read.allow[1]", "files.read.allow[0]"},
		{"wildcard over file", "files: {read: {allow: ['/a/*.c', /a/x.c]}}", "files.read.allow[1]", "files.read.allow[0]"},
		{"wildcard over other file", "files: {read: {allow: ['/a/*.c', /a/x.h]}}", "", ""},
		{"denial", "files: {write: {allow: [$WORKSPACE/out], deny: [$WORKSPACE]}}", "files.write.allow[0]", "files.write.deny[0]"},
		{"denial of a part", "files: {write: {allow: [$WORKSPACE], deny: [$WORKSPACE/.git]}}", "", ""},
		{"denial twice", "files: {exec: {deny: [/opt, /opt/bin]}}", "files.exec.deny[1]", "files.exec.deny[0]"},
		{"protected", "files: {write: {allow: [$HOME/.bashrc]}}", "", ""},
		{"protected by the policy", "protect: [/srv/keys]\nfiles: {write: {allow: [/srv/keys/new]}}", "", ""},
		{"reads are not protected", "protect: [/srv/keys]\nfiles: {read: {allow: [/srv/keys/new]}}", "", ""},
		{"ports", "network: {connect: {allow: ['10.0.0.0/8:1-1000', '10.1.0.0/16:443']}}", "network.connect.allow[1]", "network.connect.allow[0]"},
		{"wider ports", "network: {connect: {allow: ['10.0.0.0/8:443', '10.1.0.0/16:1-1000']}}", "", ""},
		{"a range says nothing of loopback", "network: {connect: {allow: ['0.0.0.0/0:*', '127.0.0.1:80']}}", "", ""},
		{"any says nothing of a range", "network: {connect: {allow: ['*:443', '10.0.0.0/8:443']}}", "", ""},
		{"any twice", "network: {connect: {allow: ['*:1-500', '*:443']}}", "network.connect.allow[1]", "network.connect.allow[0]"},
		{"denied address", "network: {connect: {allow: ['10.1.2.3:80'], deny: ['10.0.0.0/8:*']}}", "network.connect.allow[0]", "network.connect.deny[0]"},
		{"unix", "network: {connect: {allow: ['unix:/run/a', 'unix:/run/a/b']}}", "network.connect.allow[1]", "network.connect.allow[0]"},
	} {
		got := compiled(t, "version: 1\nmode: observe\n"+c.text+"\n").Shadowed()
		if c.rule == "" {
			if len(got) > 0 {
				t.Errorf("%s: %+v, want none", c.name, got)
			}
			continue
		}
		if len(got) != 1 || got[0].Rule != c.rule || !strings.HasPrefix(got[0].By, c.by+" (") || got[0].Text == "" {
			t.Errorf("%s: %+v, want %s shadowed by %s", c.name, got, c.rule, c.by)
		}
	}
}

// TestShadowedNeverDecides: whatever the lists, a rule that is called shadowed
// decides no request.
func TestShadowedNeverDecides(t *testing.T) {
	element := rapid.SampledFrom([]string{"a", "b", "*", "a*", "**", "?"})
	rapid.Check(t, func(t *rapid.T) {
		pattern := func() string {
			return "/" + strings.Join(rapid.SliceOfN(element, 1, 3).Draw(t, "pattern"), "/")
		}
		p := Default() // observes: the rule is named all the same
		for range rapid.IntRange(1, 4).Draw(t, "allows") {
			p.Files.Write.Allow = append(p.Files.Write.Allow, pattern())
		}
		for range rapid.IntRange(0, 2).Draw(t, "denials") {
			p.Files.Write.Deny = append(p.Files.Write.Deny, pattern())
		}
		r, err := Compile(p, Env{Workspace: "/w", Home: "/h"})
		if err != nil {
			t.Fatal(err)
		}
		shadowed := r.Shadowed()
		for range 40 {
			at := "/" + strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "ab", "c"}), 1, 4).Draw(t, "path"), "/")
			d := r.Decide(Request{Op: OpUnlink, Path: path.Clean(at)})
			if slices.ContainsFunc(shadowed, func(s Shadow) bool { return s.Rule == d.Rule }) {
				t.Fatalf("%s is decided by %s, which is said to be shadowed: %+v", at, d.Rule, shadowed)
			}
		}
	})
}

// TestShadowedAddressNeverDecides is the same for addresses.
func TestShadowedAddressNeverDecides(t *testing.T) {
	rule := rapid.SampledFrom([]string{"*:443", "*:*", "10.0.0.0/8:443", "10.1.0.0/16:1-1000", "10.1.2.3:443", "0.0.0.0/0:*", "127.0.0.1:443",
		"127.0.0.0/8:*", "169.254.169.254:80", "[::1]:443", "[2001:db8::]/32:*", "[2001:db8::1]:443"})
	rapid.Check(t, func(t *rapid.T) {
		p := Default() // observes: the rule is named all the same
		p.Network.Connect.Allow = rapid.SliceOfN(rule, 1, 5).Draw(t, "allow")
		p.Network.Connect.Deny = rapid.SliceOfN(rule, 0, 2).Draw(t, "deny")
		r, err := Compile(p, Env{Workspace: "/w", Home: "/h"})
		if err != nil {
			t.Skip(err)
		}
		shadowed := r.Shadowed()
		for _, a := range []string{"10.1.2.3", "10.9.9.9", "127.0.0.1", "127.1.2.3", "169.254.169.254", "8.8.8.8", "::1", "2001:db8::1", "2001:db8::2"} {
			for _, port := range []uint16{80, 443, 5000} {
				d := r.Decide(Request{Op: OpConnect, Addr: netip.AddrPortFrom(netip.MustParseAddr(a), port)})
				if slices.ContainsFunc(shadowed, func(s Shadow) bool { return s.Rule == d.Rule }) {
					t.Fatalf("%s:%d is decided by %s, which is said to be shadowed: %+v", a, port, d.Rule, shadowed)
				}
			}
		}
	})
}
