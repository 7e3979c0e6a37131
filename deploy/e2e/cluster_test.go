package e2e

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// elsewhere is a NATS server in another process than serve's: TLS, seeds, and
// permissions per session.
type elsewhere struct {
	t    *testing.T
	dir  string
	keys map[string]string // public keys by user
	tls  *tls.Config
	port int
	ns   *server.Server
}

func newElsewhere(t *testing.T) *elsewhere {
	c := &elsewhere{t: t, dir: t.TempDir(), keys: map[string]string{}, port: server.RANDOM_PORT}
	for _, name := range []string{"sidecar", "reader", "harness", "stranger"} {
		kp, err := nkeys.CreateUser()
		if err != nil {
			t.Fatal(err)
		}
		seed, err := kp.Seed()
		if err == nil {
			err = os.WriteFile(c.seed(name), seed, 0o600)
		}
		if err == nil {
			c.keys[name], err = kp.PublicKey()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "cluster"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err == nil {
		err = os.WriteFile(c.ca(), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	c.tls = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
	c.start(trace.Hash{}, trace.Hash{})
	return c
}

func (c *elsewhere) seed(name string) string { return filepath.Join(c.dir, name+".seed") }
func (c *elsewhere) ca() string              { return filepath.Join(c.dir, "ca.pem") }
func (c *elsewhere) url() string             { return fmt.Sprintf("tls://127.0.0.1:%d", c.port) }

// start runs the server with users for the two sessions; again it restarts it
// on its port.
func (c *elsewhere) start(mine, other trace.Hash) {
	c.t.Helper()
	if c.ns != nil {
		c.ns.Shutdown()
		c.ns.WaitForShutdown()
	}
	user := func(name string, publish, subscribe []string) *server.NkeyUser {
		p := &server.SubjectPermission{Allow: publish}
		if len(publish) == 0 {
			p = &server.SubjectPermission{Deny: []string{">"}}
		}
		return &server.NkeyUser{Nkey: c.keys[name], Permissions: &server.Permissions{Publish: p, Subscribe: &server.SubjectPermission{Allow: subscribe}}}
	}
	ns, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: c.port, NoLog: true, NoSigs: true, TLSTimeout: 60, AuthTimeout: 60, TLSConfig: c.tls.Clone(),
		Nkeys: []*server.NkeyUser{
			user("sidecar", []string{event.HeadsSubject(mine), event.HeadsSubject(other), "_INBOX.>"}, []string{"varek.v1.*.*"}),
			user("reader", nil, []string{event.HeadsSubject(mine)}),
			user("harness", []string{event.SessionSubjects(mine)}, []string{"_INBOX.>"}),
		}})
	if err != nil {
		c.t.Fatal(err)
	}
	ns.Start()
	if !ns.ReadyForConnections(time.Minute) {
		c.t.Fatal("the cluster did not start")
	}
	c.ns, c.port = ns, ns.Addr().(*net.TCPAddr).Port
	c.t.Cleanup(ns.Shutdown)
}

// dial connects a user of the cluster that is not serve.
func (c *elsewhere) dial(name string) (*nats.Conn, chan error) {
	c.t.Helper()
	refused := make(chan error, 16)
	conn, err := c.connect(name, nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
		select {
		case refused <- err:
		default: // the test has seen enough of them
		}
	}))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(conn.Close)
	return conn, refused
}

func (c *elsewhere) connect(name string, more ...nats.Option) (*nats.Conn, error) {
	seed, err := nats.NkeyOptionFromSeed(c.seed(name))
	if err != nil {
		return nil, err
	}
	return nats.Connect(c.url(), append(more, seed, nats.RootCAs(c.ca()), nats.Timeout(time.Minute))...)
}

// serve with a cluster elsewhere: its heads arrive there and are what the
// user's side keeps, a harness elsewhere reports its calls and can give no
// permission, sessions are kept apart by the cluster, who has no seed stays
// outside, and all of it goes on when the cluster was away.
func TestServeOnACluster(t *testing.T) {
	l, c := newLine(t), newElsewhere(t)
	s := l.serve("--k", "1", "--r", "1s", "--cluster-url", c.url(), "--cluster-ca", c.ca(), "--cluster-nkey", c.seed("sidecar"), "--cluster-events")
	mine, other := l.open(), l.open()
	c.start(mine.Session, other.Session) // the cluster was away, and now knows the sessions

	if conn, err := c.connect("stranger"); err == nil {
		conn.Close()
		t.Error("a seed that the cluster does not know is let in")
	}
	reader, readerRefused := c.dial("reader")
	heads, err := reader.SubscribeSync(event.HeadsSubject(mine.Session))
	if err != nil {
		t.Fatal(err)
	}
	harness, harnessRefused := c.dial("harness")
	intent := askElsewhere(t, harness, mine.Session, "i", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{"a":1}`})
	if !intent.OK {
		t.Fatalf("an intent: %+v", intent)
	}
	allow := event.Data{Kind: "permission", ActionID: intent.ActionID, Decision: "allow", Permission: &event.Permission{Authority: "human", Scope: "session"}}
	if r := askElsewhere(t, harness, mine.Session, "p", allow); r.OK || r.Code != event.CodeRefused {
		t.Errorf("a permission from elsewhere: %+v", r)
	}
	if r := askElsewhere(t, harness, mine.Session, "a", event.Data{Kind: "action", ActionID: intent.ActionID, Status: "ok"}); !r.OK {
		t.Errorf("the end of the call: %+v", r)
	}
	for name, try := range map[string]struct {
		conn    *nats.Conn
		refused chan error
		do      func(*nats.Conn) error
	}{
		"a reader of another session": {reader, readerRefused, func(n *nats.Conn) error { _, err := n.SubscribeSync(event.HeadsSubject(other.Session)); return err }},
		"a reader that speaks":        {reader, readerRefused, func(n *nats.Conn) error { return n.Publish(event.Subject(mine.Session, "intent"), []byte("{}")) }},
		"a harness in another":        {harness, harnessRefused, func(n *nats.Conn) error { return n.Publish(event.Subject(other.Session, "intent"), []byte("{}")) }},
		"a harness that listens":      {harness, harnessRefused, func(n *nats.Conn) error { _, err := n.SubscribeSync(event.SessionSubjects(mine.Session)); return err }},
	} {
		if err := errors.Join(try.do(try.conn), try.conn.Flush()); err != nil {
			t.Fatal(name, err)
		}
		select {
		case err := <-try.refused:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(time.Minute):
			t.Errorf("%s: allowed", name)
		}
	}
	// The newest head comes over the cluster, and is the one that lies in the file.
	var got struct {
		N         uint64
		H         trace.Hash
		Signature string
	}
	eventually(t, time.Minute, "the head of the call's end", func() bool {
		m, err := heads.NextMsg(10 * time.Second)
		return err == nil && json.Unmarshal(m.Data, &got) == nil && got.N >= intent.Seq+2
	})
	text, err := os.ReadFile(filepath.Join(l.state, "sessions", strings.TrimPrefix(mine.Session.String(), "0x"), "heads.json"))
	if err != nil || !strings.Contains(string(text), got.Signature) || got.Signature == "" {
		t.Errorf("the head %+v is not in heads.json (%v): %s", got, err, text)
	}
	for _, r := range l.trace(mine.Session.String()) {
		peer, _ := r.Body.Metadata["peer"].(map[string]any) // nil says no route
		if (r.Head.Kind == "intent" || r.Head.Kind == "action") && peer["route"] != "remote" {
			t.Errorf("record %d does not say that it came from elsewhere: %v", r.Head.Seq, r.Body.Metadata)
		}
		if r.Head.Kind == "permission" {
			t.Errorf("record %d is a permission from elsewhere", r.Head.Seq)
		}
	}
	if n := len(l.trace(other.Session.String())); n != 1 {
		t.Errorf("the other session has %d records, want its opening alone", n)
	}
	l.ok("varek-sidecar", "session", "close", mine.Session.String())
	l.ok("varek-sidecar", "trace", "verify", mine.Session.String(), "--chain")
	if code := s.end(syscall.SIGTERM); code != 0 {
		t.Errorf("serve ended with %d", code)
	}
}

// askElsewhere sends an event as a harness elsewhere does and wants an answer.
func askElsewhere(t *testing.T, conn *nats.Conn, session trace.Hash, id string, d event.Data) (r event.Reply) {
	t.Helper()
	text, err := event.New(id, "/adapter/there", d).Encode()
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, 2*time.Minute, "an answer to "+id, func() bool {
		m, err := conn.Request(event.Subject(session, d.Kind), text, 10*time.Second)
		if err != nil {
			return false // serve has not come back to the cluster yet; the event's id makes a repetition harmless
		}
		if r, err = event.DecodeReply(m.Data); err != nil {
			t.Fatal(err)
		}
		return true
	})
	return r
}
