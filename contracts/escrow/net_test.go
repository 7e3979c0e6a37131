package escrow_test

import (
	"context"
	"math/big"
	"os"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// scene is a running chain with the escrow and an account for each role: the
// development network, or another implementation of a chain where the tests were
// asked to run against one.
type scene struct {
	t        *testing.T
	state    string // state directory with keys and network file
	endpoint string // of the chain
	network  escrow.Network
	keys     map[string]*escrow.KeySigner
	client   *escrow.Client
	as       map[string]*escrow.Account
	move     func(d time.Duration) error // of the chain's clock
}

func newScene(t *testing.T) *scene {
	t.Helper()
	return newSceneIn(t, t.TempDir(), os.Getenv(anvilVariable))
}

// newSceneIn makes a scene in a state directory, on anvil where its binary is
// named. Keys that lie there are used.
func newSceneIn(t *testing.T, state, binary string) *scene {
	t.Helper()
	s := &scene{t: t, state: state, as: map[string]*escrow.Account{}}
	if binary != "" {
		s.onAnvil(binary)
	} else {
		s.onDevnet()
	}
	for _, role := range devnet.Roles() {
		c, err := escrow.Dial(t.Context(), s.network)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		s.client, s.as[role] = c, must(c.Account(s.keys[role], devnet.KeyDir(s.state)))(t)
	}
	return s
}

func (s *scene) onDevnet() {
	n, err := devnet.Start(s.t.Context(), devnet.Config{State: s.state})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if err := n.Close(); err != nil {
			s.t.Error(err)
		}
	})
	s.endpoint, s.network, s.keys = n.Chain.Socket(), n.Network, n.Keys
	s.move = func(d time.Duration) error {
		_, err := n.Chain.Advance(s.ctx(), d)
		return err
	}
}

func (s *scene) ctx() context.Context { return s.t.Context() }

func (s *scene) address(role string) trace.Address { return s.as[role].Address() }

func (s *scene) advance(d time.Duration) {
	s.t.Helper()
	if err := s.move(d); err != nil {
		s.t.Fatal(err)
	}
}

// must fails the test on the error of a call with a value.
func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func gwei(n int64) *big.Int { return new(big.Int).Mul(big.NewInt(n), big.NewInt(1e9)) }

var params = []byte(`{"limit":3}`)

// register makes a promise of the owner: payout 100 gwei, bond 10 gwei.
func (s *scene) register(reserve *big.Int) uint32 {
	s.t.Helper()
	id, _, err := s.as[devnet.Owner].RegisterPromise(s.ctx(), escrow.Registration{
		Predicate: trace.Keccak([]byte("predicate")), ParamsHash: trace.Keccak(params), Params: params,
		Payout: gwei(100), Bond: gwei(10), Reserve: reserve, Verifier: s.address(devnet.Verifier),
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// open opens a session of owner and user under promises.
func (s *scene) open(salt string, promises ...uint32) escrow.Session {
	s.t.Helper()
	id, _, err := s.as[devnet.Operator].OpenSession(s.ctx(), s.address(devnet.Owner), s.address(devnet.User), trace.Keccak([]byte(salt)), promises)
	if err != nil {
		s.t.Fatal(err)
	}
	return must(s.client.Session(s.ctx(), id))(s.t)
}

func item(x escrow.Session, n uint32) trace.Item {
	return trace.Item{Session: x.ID, N: n, H: trace.Commitment(x.ID, uint64(n), trace.Keccak([]byte{byte(n)}))}
}

func (s *scene) commit(items ...trace.Item) escrow.Receipt {
	s.t.Helper()
	return must(s.as[devnet.Operator].Commit(s.ctx(), s.address(devnet.Owner), items))(s.t)
}

func (s *scene) finalize(items ...trace.Item) escrow.Receipt {
	s.t.Helper()
	return must(s.as[devnet.Operator].Finalize(s.ctx(), s.address(devnet.Owner), items))(s.t)
}

func (s *scene) file(x escrow.Session, promise uint32) escrow.Claim {
	s.t.Helper()
	id, _, err := s.as[devnet.User].File(s.ctx(), escrow.Filing{Session: x, Promise: promise, Bond: gwei(10)})
	if err != nil {
		s.t.Fatal(err)
	}
	return must(s.client.Claim(s.ctx(), id))(s.t)
}
