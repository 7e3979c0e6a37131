package devnet_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
)

func start(t *testing.T, state string) *devnet.Net {
	t.Helper()
	n, err := devnet.Start(t.Context(), devnet.Config{State: state})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	return n
}

func TestWhoCanDialFindsEverything(t *testing.T) {
	state := t.TempDir()
	start(t, state)
	network, err := escrow.Resolve("dev", state)
	if err != nil {
		t.Fatal(err)
	}
	if !network.Private || network.Confirmations != 0 || len(network.Verifiers) != 1 {
		t.Errorf("network file %+v", network)
	}
	c, err := escrow.Dial(t.Context(), network)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	addresses := map[string]bool{}
	for _, role := range devnet.Roles() {
		key, err := escrow.LoadKey(devnet.KeyFile(state, role))
		if err != nil {
			t.Fatal(err)
		}
		addresses[key.Address().String()] = true
		if wei, err := c.Balance(t.Context(), key.Address()); err != nil || wei.Sign() <= 0 {
			t.Errorf("%s has %s, %v", role, wei, err)
		}
	}
	if len(addresses) != len(devnet.Roles()) {
		t.Errorf("%d roles share %d keys", len(devnet.Roles()), len(addresses))
	}
}

func TestRestartKeepsEscrowAndOperator(t *testing.T) {
	state := t.TempDir()
	n := start(t, state)
	c, owner, err := n.Account(t.Context(), devnet.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	named, err := c.Operator(t.Context(), owner.Address())
	if err != nil || named != n.Keys[devnet.Operator].Address() {
		t.Errorf("operator %s, %v; want %s", named, err, n.Keys[devnet.Operator].Address())
	}
	other := n.Keys[devnet.Deployer].Address()
	if _, err := owner.SetOperator(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	again := start(t, state)
	if again.Network.Escrow != n.Network.Escrow || again.Network.DeployedBlock != n.Network.DeployedBlock {
		t.Errorf("the restart made another escrow: %+v, before %+v", again.Network, n.Network)
	}
	c2, _, err := again.Account(t.Context(), devnet.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer c2.Close()
	if named, err := c2.Operator(t.Context(), owner.Address()); err != nil || named != other {
		t.Errorf("operator after the restart %s, %v; want the one named before, %s", named, err, other)
	}
}

// TestLostKeyComesBack: a role's key is derived from the seed again; without the
// seed the exchange is noticed.
func TestLostKeyComesBack(t *testing.T) {
	state := t.TempDir()
	n := start(t, state)
	user := n.Keys[devnet.User].Address()
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(devnet.KeyFile(state, devnet.User)); err != nil {
		t.Fatal(err)
	}
	again := start(t, state)
	if got := again.Keys[devnet.User].Address(); got != user {
		t.Errorf("the key came back as %s, it was %s", got, user)
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{devnet.User, "seed"} {
		if err := os.Remove(devnet.KeyFile(state, name)); err != nil {
			t.Fatal(err)
		}
	}
	_, err := devnet.Start(context.Background(), devnet.Config{State: state})
	if err == nil || !strings.Contains(err.Error(), "are not those") {
		t.Errorf("start with an exchanged key: %v", err)
	}
}
