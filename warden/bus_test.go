package warden

import (
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func init() { testPrograms["dial"] = dialProgram }

// dialProgram connects to the address, sends a word and waits to be hung up on.
func dialProgram(args []string) int {
	c, err := net.Dial("tcp", args[0])
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Fprintln(c, args[1])
	_, _ = io.Copy(io.Discard, c)
	return 0
}

// bus is a server that asks the supervisor who each of its peers is.
type bus struct {
	l     net.Listener
	peers chan string
}

func newBus(t *testing.T) *bus {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return &bus{l: l, peers: make(chan string, 16)}
}

func (b *bus) addr() netip.AddrPort { return b.l.Addr().(*net.TCPAddr).AddrPort() }

func (b *bus) serve(lookup func(netip.AddrPort) (Peer, bool)) {
	for {
		c, err := b.l.Accept()
		if err != nil {
			return
		}
		var word string
		_, _ = fmt.Fscanln(c, &word)
		p, ok := lookup(c.RemoteAddr().(*net.TCPAddr).AddrPort())
		b.peers <- fmt.Sprintf("%s %s %v %s", word, p.Route, ok, p.ActionID)
		c.Close()
	}
}

func (b *bus) next(t *testing.T) string {
	t.Helper()
	select {
	case p := <-b.peers:
		return p
	case <-time.After(20 * time.Second):
		t.Fatal("nobody came")
	}
	return ""
}

// TestBusPeers: the supervisor vouches for who is at the other end.
func TestBusPeers(t *testing.T) {
	b := newBus(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := converseWith(t, "", func(cfg *Config) {
		cfg.BusAddr = b.addr()
		cfg.Env = append(cfg.Env, "SELF="+self, fmt.Sprintf("BUS=%s", b.addr()), "PORT="+fmt.Sprint(b.addr().Port()), "WARDEN_TEST_PROGRAM=dial")
	})
	go b.serve(c.super.Peer)
	for _, step := range []struct{ line, want string }{
		{`exec 3<>/dev/tcp/127.0.0.1/$PORT; echo shell >&3; read x <&3; exec 3>&-`, "shell harness true "},
		{`exec 3<>/dev/tcp/localhost/$PORT; echo again >&3; read x <&3; exec 3>&-`, "again harness true "},
		{`$SELF $BUS own`, "own own true "},
		{`$SELF "[::ffff:127.0.0.1]:$PORT" mapped`, "mapped own true "},
		{`$SELF 0.0.0.0:$PORT anywhere`, "anywhere own true "},
		{`(exec 3<>/dev/tcp/127.0.0.1/$PORT; echo child >&3; cat <&3)`, "child none true "},
		{`bash -c '$SELF $BUS grandchild; true'`, "grandchild hook true "},
		// What a tool's shell becomes is not what the harness started.
		{`bash -c 'exec $SELF $BUS become'`, "become hook true "},
		{`(exec $SELF $BUS fork)`, "fork own true "},
		{`cp $SELF copy; ./copy $BUS copy; rm copy`, "copy none true "},
	} {
		c.say(t, step.line)
		if got := b.next(t); got != step.want {
			t.Errorf("%s\ngot  %q\nwant %q", step.line, got, step.want)
		}
	}
	if _, ok := c.super.Peer(netip.MustParseAddrPort("127.0.0.1:1")); ok {
		t.Error("vouched for a stranger")
	}
	// A connection that the warden did not make is nobody's, also on a port
	// that a peer had before.
	d, err := net.Dial("tcp", b.addr().String())
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintln(d, "outside")
	if got := b.next(t); got != "outside none false " {
		t.Errorf("from outside: %q", got)
	}
	d.Close()
}

// TestBusRefusesCalls: processes of a call are turned away, and that is told.
func TestBusRefusesCalls(t *testing.T) {
	b := newBus(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := converseWith(t, "", func(cfg *Config) {
		cfg.BusAddr = b.addr()
		cfg.Env = append(cfg.Env, "SELF="+self, fmt.Sprintf("BUS=%s", b.addr()), "WARDEN_TEST_PROGRAM=dial")
	})
	go b.serve(c.super.Peer)
	var inner int
	if _, err := fmt.Sscan(c.say(t, `mkfifo go; bash -c 'read < go; $SELF $BUS child > said; : > done' & echo $!`), &inner); err != nil {
		t.Fatal(err)
	}
	if err := c.super.EnterCall(t.Context(), c.outer(t, inner), "call-7"); err != nil {
		t.Fatal(err)
	}
	c.say(t, `echo > go; wait`)
	said, err := os.ReadFile(filepath.Join(c.cfg.Dir, "said"))
	if err != nil || !strings.Contains(string(said), "connection refused") {
		t.Errorf("the call's child got %q %v", said, err)
	}
	got := c.find(func(r Record) bool { return r.Event == "connect" })
	if len(got) != 1 || got[0].Decision != Deny || got[0].Rule != RuleBusCall || got[0].ActionID != "call-7" || got[0].Errno != "ECONNREFUSED" {
		t.Errorf("records %+v", got)
	}
}

// TestNetworkPolicy: connects, binds and addressed sends follow the policy;
// the record holds the address.
func TestNetworkPolicy(t *testing.T) {
	open, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	port := open.Addr().(*net.TCPAddr).Port
	text := fmt.Sprintf(`
version: 1
mode: enforce
files: {read: {allow: ["/**"]}, write: {allow: ["/**"]}, exec: {allow: ["/**"]}}
network: {connect: {allow: ["127.0.0.1:%d", "unix:/**/yes*"]}, bind: {allow: ["127.0.0.1:0", "unix:/**/yes*"]}}
`, port)
	s := newSession(t, text, "python3", "-c", fmt.Sprintf(`
import socket
def tell(name, f):
    try: f(); print(name, "ok")
    except OSError as e: print(name, e.errno)
def tcp(host, port): socket.create_connection((host, port), 2).close()
tell("granted", lambda: tcp("127.0.0.1", %[1]d))
tell("other port", lambda: tcp("127.0.0.1", %[2]d))
tell("other host", lambda: tcp("127.0.0.2", %[1]d))
tell("v6", lambda: tcp("::1", %[1]d))
u = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
tell("sendto", lambda: u.sendto(b"x", ("127.0.0.1", %[2]d)))
tell("sendto granted", lambda: u.sendto(b"x", ("127.0.0.1", %[1]d)))
tell("sendmsg", lambda: u.sendmsg([b"x"], [], 0, ("127.0.0.1", %[2]d)))
tell("bind", lambda: socket.socket().bind(("127.0.0.1", 0)))
tell("bind all", lambda: socket.socket().bind(("0.0.0.0", 0)))
a, b = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
tell("unix bind", lambda: a.bind("yes1")); a.listen()
tell("unix bind no", lambda: socket.socket(socket.AF_UNIX).bind("no"))
tell("unix connect", lambda: b.connect("yes1"))
c, d = socket.socket(socket.AF_UNIX), socket.socket(socket.AF_UNIX)
tell("abstract", lambda: c.bind("\0name")); 
p = socket.socketpair()
tell("pair", lambda: p[0].send(b"x"))
`, port, port%60000+1025))
	s.run(t)
	want := `granted ok
other port 13
other host 13
v6 13
sendto 13
sendto granted ok
sendmsg 13
bind ok
bind all 13
unix bind ok
unix bind no 13
unix connect ok
abstract 13
pair ok
`
	if s.out.String() != want {
		t.Errorf("got\n%s\nwant\n%s\n%s", s.out.String(), want, s.errOut.String())
	}
	granted := s.find(func(r Record) bool { return r.Event == "connect" && r.Addr == "127.0.0.1" && r.Port == port })
	if len(granted) == 0 || !granted[0].Executed() {
		t.Errorf("the granted connect: %+v", granted)
	}
	sends := s.find(func(r Record) bool { return r.Event == "send" && r.Decision == Allow })
	if len(sends) != 1 || sends[0].Mechanism != Emulated {
		t.Errorf("the granted send: %+v", sends)
	}
}
