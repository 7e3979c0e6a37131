package bridge_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar/bridge"
	"github.com/varek/varek/tracestore/trace"
)

var mine, other = trace.Keccak([]byte("mine")), trace.Keccak([]byte("other"))

// cluster is a real server elsewhere: TLS, seeds instead of passwords, and
// permissions that keep sessions apart.
type cluster struct {
	t    *testing.T
	dir  string
	opts *server.Options
	ns   *server.Server
}

// newCluster makes the keys of a cluster that is not started yet. Its port is
// taken at the first start and kept.
func newCluster(t *testing.T) *cluster {
	c := &cluster{t: t, dir: t.TempDir()}
	c.opts = &server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, TLSTimeout: 60, AuthTimeout: 60, TLSConfig: c.certificate(),
		Nkeys: []*server.NkeyUser{
			c.user("sidecar", []string{event.HeadsSubject(mine), event.HeadsSubject(other), "_INBOX.>"}, []string{"varek.v1.*.*"}),
			c.user("reader", []string{}, []string{event.HeadsSubject(mine)}),
			c.user("harness", []string{event.SessionSubjects(mine)}, []string{"_INBOX.>"}),
		}}
	return c
}

func (c *cluster) path(name string) string { return filepath.Join(c.dir, name) }

func (c *cluster) write(name string, text []byte) {
	c.t.Helper()
	if err := os.WriteFile(c.path(name), text, 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// user draws a seed, keeps it in <name>.seed, and says what it may do.
func (c *cluster) user(name string, publish, subscribe []string) *server.NkeyUser {
	c.t.Helper()
	kp, err := nkeys.CreateUser()
	if err != nil {
		c.t.Fatal(err)
	}
	seed, err := kp.Seed()
	if err != nil {
		c.t.Fatal(err)
	}
	c.write(name+".seed", append(seed, '\n'))
	key, err := kp.PublicKey()
	if err != nil {
		c.t.Fatal(err)
	}
	p := &server.SubjectPermission{Allow: publish}
	if len(publish) == 0 {
		p = &server.SubjectPermission{Deny: []string{">"}}
	}
	return &server.NkeyUser{Nkey: key, Permissions: &server.Permissions{Publish: p, Subscribe: &server.SubjectPermission{Allow: subscribe}}}
}

// certificate signs itself and is its own authority, in ca.pem.
func (c *cluster) certificate() *tls.Config {
	c.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		c.t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "cluster"}, NotBefore: time.Now().Add(-time.Hour),
		NotAfter: time.Now().Add(24 * time.Hour), IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		c.t.Fatal(err)
	}
	c.write("ca.pem", pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}}
}

func (c *cluster) start() {
	c.t.Helper()
	ns, err := server.NewServer(c.opts.Clone())
	if err != nil {
		c.t.Fatal(err)
	}
	ns.Start()
	if !ns.ReadyForConnections(time.Minute) {
		c.t.Fatal("the cluster did not start")
	}
	c.ns = ns
	c.opts.Port = ns.Addr().(*net.TCPAddr).Port
	c.t.Cleanup(ns.Shutdown)
}

func (c *cluster) stop() {
	c.ns.Shutdown()
	c.ns.WaitForShutdown()
}

func (c *cluster) url() string { return fmt.Sprintf("tls://127.0.0.1:%d", c.opts.Port) }

// as is the access of a user of the cluster.
func (c *cluster) as(name string) bridge.Access {
	return bridge.Access{URL: c.url(), CA: c.path("ca.pem"), NKey: c.path(name + ".seed")}
}

// dial connects one that is not a sidecar; refusals tells what it was refused.
func (c *cluster) dial(name string) (conn *nats.Conn, refusals chan error) {
	c.t.Helper()
	seed, err := nats.NkeyOptionFromSeed(c.path(name + ".seed"))
	if err != nil {
		c.t.Fatal(err)
	}
	refusals = make(chan error, 64)
	conn, err = nats.Connect(c.url(), nats.RootCAs(c.path("ca.pem")), seed, nats.Timeout(time.Minute),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refusals <- err }))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(conn.Close)
	return conn, refusals
}
