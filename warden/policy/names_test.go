package policy_test

import (
	"net/netip"
	"strings"
	"testing"

	"github.com/varek/varek/warden/policy"
)

const everyFile = "files: {read: {allow: [/]}, write: {allow: [/]}, exec: {allow: [/]}}\n"

func enforcing(t *testing.T, network string) *policy.Rules {
	t.Helper()
	return compile(t, "version: 1\nmode: enforce\n"+everyFile+"network: {connect: "+network+"}\n")
}

// handed is a connect to an address that the resolver handed out under names.
func handed(a string, names ...string) policy.Request {
	q := connect(a)
	q.Names = names
	return q
}

// TestNames: a name opens the addresses that were handed out under it, on its
// ports, and nothing of this machine or a private network.
func TestNames(t *testing.T) {
	r := enforcing(t, `{allow: ["api.example.com:443", "*.Wild.example.:8000-8999", "bücher.example:443", "10.1.2.3:443"], deny: ["bad.wild.example:*"]}`)
	check(t, r, []decision{
		{handed("93.184.216.34:443", "api.example.com"), true, "network.connect.allow[0]"},
		{handed("93.184.216.34:443", "other.example", "api.example.com"), true, "network.connect.allow[0]"},
		{handed("[2606:2800::1]:443", "api.example.com"), true, "network.connect.allow[0]"},
		{handed("93.184.216.34:80", "api.example.com"), false, "default"},
		{connect("93.184.216.34:443"), false, "default"},
		{handed("93.184.216.34:443", "xapi.example.com"), false, "default"},
		{handed("93.184.216.34:443", "api.example.com.evil.org"), false, "default"},
		{handed("93.184.216.34:8080", "a.wild.example"), true, "network.connect.allow[1]"},
		{handed("93.184.216.34:8080", "a.b.wild.example"), true, "network.connect.allow[1]"},
		{handed("93.184.216.34:8080", "wild.example"), false, "default"},
		{handed("93.184.216.34:8080", "evilwild.example"), false, "default"},
		{handed("93.184.216.34:8080", "bad.wild.example"), false, "network.connect.deny[0]"},
		{handed("93.184.216.34:443", "xn--bcher-kva.example"), true, "network.connect.allow[2]"},
		{handed("127.0.0.1:443", "api.example.com"), false, "rebound"},
		{handed("169.254.169.254:443", "api.example.com"), false, "rebound"},
		{handed("[fd00:ec2::254]:443", "api.example.com"), false, "rebound"},
		{handed("10.9.9.9:443", "api.example.com"), false, "rebound"},
		{handed("192.168.1.1:443", "api.example.com"), false, "rebound"},
		{handed("[fd12::1]:443", "api.example.com"), false, "rebound"},
		{handed("[64:ff9b::a9fe:a9fe]:443", "api.example.com"), false, "rebound"},
		{handed("10.1.2.3:443", "api.example.com"), true, "network.connect.allow[3]"},
		{policy.Request{Op: policy.OpBind, Addr: netip.MustParseAddrPort("93.184.216.34:443"), Names: []string{"api.example.com"}}, false, "default"},
	})
	if !r.NamesHosts() || compile(t, "version: 1\n").NamesHosts() {
		t.Error("whether a policy names hosts is told wrongly")
	}
	// Of several names the record has the one that the decision rests on.
	for _, c := range []struct {
		q    policy.Request
		want string
	}{
		{handed("93.184.216.34:443", "other.example", "api.example.com"), "api.example.com"},
		{handed("93.184.216.34:8080", "x.wild.example", "bad.wild.example"), "bad.wild.example"},
		{handed("93.184.216.34:80", "api.example.com"), ""},
	} {
		if d := r.Decide(c.q); d.Host != c.want {
			t.Errorf("%v rests on %q, want %q", c.q.Names, d.Host, c.want)
		}
	}
	for name, want := range map[string]bool{"api.example.com": true, "a.wild.example": true, "bad.wild.example": false,
		"xn--bcher-kva.example": true, "example.com": false, "secret.data.evil.org": false, "": false} {
		if d := r.DecideName(name); d.Allow != want {
			t.Errorf("resolving %q: %+v", name, d)
		}
	}
	if d := enforcing(t, `{allow: ["*:443", "a.example:80"]}`).DecideName("any.thing"); !d.Allow {
		t.Errorf("every address is allowed and a name is not: %+v", d)
	}
}

// TestNamesInRules: what no resolver could ever answer with is refused when the
// policy is read.
func TestNamesInRules(t *testing.T) {
	for _, e := range []string{"a..b:1", "*:x", "a.*.b:1", "*a.b:1", "**.b:1", strings.Repeat("a", 64) + ".b:1", "0x7f.1:80", "0177.0.0.1:80",
		"127.1:80", "2130706433:80", "1.2.3.4.5:80", "a b:1", "user@host:1"} {
		if _, err := policy.Parse([]byte("version: 1\nnetwork: {connect: {allow: [\"" + e + "\"]}}\n")); err == nil {
			t.Errorf("%q was accepted", e)
		}
	}
	if _, err := policy.Parse([]byte("version: 1\nnetwork: {bind: {allow: [\"a.example:1\"]}}\n")); err == nil {
		t.Error("a name was accepted for bind")
	}
}

// TestOwnAddresses: what leads back to this machine is not meant by "*".
func TestOwnAddresses(t *testing.T) {
	p, err := policy.Parse([]byte("version: 1\nmode: enforce\n" + everyFile + `network: {connect: {allow: ["*:443", "0.0.0.0/0:80", "203.0.113.0/24:22", "169.254.169.254:81"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	e := env()
	e.Local = []netip.Addr{netip.MustParseAddr("203.0.113.7")}
	r, err := policy.Compile(p, e)
	if err != nil {
		t.Fatal(err)
	}
	check(t, r, []decision{
		{connect("203.0.113.8:443"), true, "network.connect.allow[0]"},
		{connect("203.0.113.7:443"), false, "special"},
		{connect("[::ffff:203.0.113.7]:443"), false, "special"},
		{connect("203.0.113.7:80"), false, "special"},
		{connect("203.0.113.7:22"), true, "network.connect.allow[2]"},
		{connect("[64:ff9b::127.0.0.1]:443"), false, "special"},
		{connect("[64:ff9b::8.8.8.8]:443"), true, "network.connect.allow[0]"},
		{connect("[64:ff9b::169.254.169.254]:81"), false, "special"},
		{connect("169.254.169.254:81"), true, "network.connect.allow[3]"},
	})
}

// TestSocketsOfTheirOwn: a pattern over everything does not open a socket that
// acts for the user; a rule that was written for it does.
func TestSocketsOfTheirOwn(t *testing.T) {
	r := enforcing(t, `{allow: ["unix:/**", "unix:@*", "unix:/run/user/*/bus", "unix:/tmp/ssh-*/agent.*", "unix:@/tmp/.X11-unix/X1"]}`)
	check(t, r, []decision{
		{socket(policy.OpConnect, "/srv/app.sock"), true, "network.connect.allow[0]"},
		{socket(policy.OpConnect, "/run/docker.sock"), false, "protect:launchers"},
		{socket(policy.OpConnect, "/run/user/7/bus"), true, "network.connect.allow[2]"},
		{socket(policy.OpConnect, "/tmp/ssh-a/agent.1"), true, "network.connect.allow[3]"},
		{socket(policy.OpConnect, "/run/user/7/keyring/ssh"), false, "protect:agents"},
		{socket(policy.OpConnect, "@app"), true, "network.connect.allow[1]"},
		{socket(policy.OpConnect, "@/tmp/.X11-unix/X0"), false, "protect:launchers"},
		{socket(policy.OpConnect, "@/tmp/.X11-unix/X1"), true, "network.connect.allow[4]"},
	})
	if d := compile(t, "version: 1\n").Decide(socket(policy.OpConnect, "/run/user/7/keyring/ssh")); !d.Allow {
		t.Errorf("observe mode: %+v", d)
	}
}
