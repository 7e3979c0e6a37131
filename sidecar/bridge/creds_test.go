package bridge_test

import (
	"errors"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar/bridge"
)

// signer is an operator with one account: it issues users' credentials files.
type signer struct {
	t       *testing.T
	c       *cluster
	account nkeys.KeyPair
}

// newSigner makes the cluster one that knows its users by what the account has
// signed and has no list of them.
func newSigner(c *cluster) *signer {
	s := &signer{t: c.t, c: c}
	operator, err := nkeys.CreateOperator()
	s.check(err)
	s.account, err = nkeys.CreateAccount()
	s.check(err)
	operatorKey, err := operator.PublicKey()
	s.check(err)
	accountKey, err := s.account.PublicKey()
	s.check(err)
	about, err := jwt.NewAccountClaims(accountKey).Encode(operator)
	s.check(err)
	accounts := &server.MemAccResolver{}
	s.check(accounts.Store(accountKey, about))
	c.opts.Nkeys, c.opts.TrustedKeys, c.opts.AccountResolver = nil, []string{operatorKey}, accounts
	return s
}

func (s *signer) check(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// issue writes <name>.creds and gives the access with it; by signs it.
func (s *signer) issue(name string, by nkeys.KeyPair, publish, subscribe []string, expires time.Time) bridge.Access {
	s.t.Helper()
	user, err := nkeys.CreateUser()
	s.check(err)
	key, err := user.PublicKey()
	s.check(err)
	seed, err := user.Seed()
	s.check(err)
	claims := jwt.NewUserClaims(key)
	claims.Pub.Allow, claims.Sub.Allow = publish, subscribe
	claims.Expires = expires.Unix()
	token, err := claims.Encode(by)
	s.check(err)
	text, err := jwt.FormatUserConfig(token, seed)
	s.check(err)
	s.c.write(name+".creds", text)
	return bridge.Access{URL: s.c.url(), CA: s.c.path("ca.pem"), Creds: s.c.path(name + ".creds")}
}

// A cluster whose users bring a signed credentials file: heads arrive with a
// good one; a file of a foreign account, or one that has expired, is not let
// in, and a renewed file at the same path is.
func TestClusterWithCredentialsFiles(t *testing.T) {
	c, l := newCluster(t), newLocal(t)
	s := newSigner(c)
	c.start()
	later := time.Now().Add(time.Hour)
	heads := []string{event.HeadsSubject(mine)}
	stranger, err := nkeys.CreateAccount()
	s.check(err)
	connect := func(a bridge.Access) (*nats.Conn, error) {
		return nats.Connect(a.URL, nats.RootCAs(a.CA), nats.UserCredentials(a.Creds), nats.Timeout(time.Minute))
	}
	for name, a := range map[string]bridge.Access{
		"foreign": s.issue("foreign", stranger, heads, nil, later),
		"expired": s.issue("expired", s.account, heads, nil, time.Now().Add(-time.Hour)),
	} {
		s.check(a.Check())
		conn, err := connect(a)
		if err == nil {
			conn.Close()
		}
		if !errors.Is(err, nats.ErrAuthorization) && !errors.Is(err, nats.ErrAuthExpired) {
			t.Errorf("the %s file: %v, want a refusal", name, err)
		}
	}
	reader, err := connect(s.issue("reader", s.account, []string{"none"}, heads, later))
	s.check(err)
	t.Cleanup(reader.Close)
	got := follow(t, reader)

	// The bridge begins with the foreign file and finds the good one at its path.
	b := l.join(s.issue("sidecar", stranger, []string{event.HeadsSubject(mine)}, []string{"varek.v1.*.*"}, later), false)
	b.Head(mine, []byte("one"))
	l.call() // the local side waits for nobody
	if b.Connected() {
		t.Error("connected with the file of a foreign account")
	}
	s.issue("sidecar", s.account, []string{event.HeadsSubject(mine), "_INBOX.>"}, []string{"varek.v1.*.*"}, later)
	until(t, got, "one")
	b.Head(mine, []byte("two"))
	until(t, got, "two")
}
