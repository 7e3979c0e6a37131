// Package devnet is the development network of one state directory: the
// development chain with the escrow deployed, a funded key for each role, and
// the network file that clients resolve as "dev".
//
// The keys are derived from keys/seed.key, which is made at the first start: a
// role's file that was lost comes back.
//
// It promises that who can dial the chain finds the escrow deployed, the keys
// funded and the owner's operator named. It is for development and tests: all
// keys lie in one directory, so owner, user and verifier are the same person.
package devnet

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/devchain"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// The roles that have a key.
const (
	Deployer = "deployer"
	Owner    = "owner"
	Operator = "operator"
	User     = "user"
	Verifier = "verifier"
)

// Roles lists the roles.
func Roles() []string { return []string{Deployer, Owner, Operator, User, Verifier} }

// Dir is the chain's directory in a state directory.
func Dir(state string) string { return filepath.Join(state, "devchain") }

// KeyDir is where keys and their locks lie in a state directory.
func KeyDir(state string) string { return filepath.Join(state, "keys") }

// KeyFile is the key file of a role.
func KeyFile(state, role string) string { return filepath.Join(KeyDir(state), role+".key") }

// Config says where the network lives. Only State is required.
type Config struct {
	State     string        // state directory
	Heartbeat time.Duration // see devchain.Config
	Contracts map[trace.Address]devchain.Contract
	Log       *slog.Logger
}

// Net is a running development network.
type Net struct {
	Chain   *devchain.Chain
	Network escrow.Network
	Keys    map[string]*escrow.KeySigner // by role
	state   string
}

// Start runs the network in this process, creating what is missing: keys,
// chain, escrow and network file.
func Start(ctx context.Context, cfg Config) (*Net, error) {
	state, err := filepath.Abs(cfg.State)
	if err != nil {
		return nil, fmt.Errorf("cannot find the state directory: %w", err)
	}
	if err := os.MkdirAll(state, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the state directory: %w", err)
	}
	n := &Net{Keys: map[string]*escrow.KeySigner{}, state: state}
	var fund []trace.Address
	seed, err := escrow.LoadOrCreateKey(KeyFile(state, "seed"))
	if err != nil {
		return nil, err
	}
	for _, role := range Roles() {
		key, err := escrow.LoadOrDeriveKey(KeyFile(state, role), seed, role)
		if err != nil {
			return nil, err
		}
		n.Keys[role] = key
		fund = append(fund, key.Address())
	}
	n.Chain, err = devchain.Start(ctx, devchain.Config{
		Dir: Dir(state), Fund: fund, Contracts: cfg.Contracts, Heartbeat: cfg.Heartbeat, Log: cfg.Log, Prepare: n.prepare,
	})
	if err != nil {
		return nil, err
	}
	return n, nil
}

// Close stops the network and keeps its state.
func (n *Net) Close() error { return n.Chain.Close() }

// Account dials the network as a role. Closing the client ends it.
func (n *Net) Account(ctx context.Context, role string) (*escrow.Client, *escrow.Account, error) {
	key, ok := n.Keys[role]
	if !ok {
		return nil, nil, fmt.Errorf("there is no role %q", role)
	}
	c, err := escrow.Dial(ctx, n.Network)
	if err != nil {
		return nil, nil, err
	}
	a, err := c.Account(key, KeyDir(n.state))
	if err != nil {
		c.Close()
		return nil, nil, err
	}
	return c, a, nil
}

// prepare makes the network what Start promises, before anybody can dial it.
func (n *Net) prepare(ctx context.Context, c *rpc.Client, socket string) error {
	file := escrow.DevNetworkFile(n.state)
	known, err := escrow.LoadNetwork(file)
	if errors.Is(err, fs.ErrNotExist) {
		known, err = n.deploy(ctx, c, socket)
	}
	if err != nil {
		return err
	}
	current, err := escrow.CodeHash()
	if err != nil {
		return err
	}
	if known.CodeHash != current {
		return fmt.Errorf("the development chain in %s holds the escrow of another version of this program; start a new one with another --state", Dir(n.state))
	}
	known.RPC = socket
	n.Network = known
	if err := n.checkFunds(ctx, c); err != nil {
		return err
	}
	if err := n.nameOperator(ctx, c); err != nil {
		return err
	}
	return keepNetwork(file, known)
}

func (n *Net) deploy(ctx context.Context, c *rpc.Client, socket string) (escrow.Network, error) {
	network := escrow.Network{
		Version: 1, Name: "dev", ChainID: devchain.ChainID, RPC: socket, Private: true,
		Verifiers: []escrow.Verifier{{Address: n.Keys[Verifier].Address()}},
	}
	network, _, err := escrow.Deploy(ctx, network, c, n.Keys[Deployer], KeyDir(n.state), nil, func(d escrow.Network) error {
		return keepNetwork(escrow.DevNetworkFile(n.state), d)
	})
	if errors.Is(err, escrow.ErrFunds) {
		return network, n.strangeKeys()
	}
	return network, err
}

// checkFunds finds out that somebody has exchanged the keys of an old chain.
func (n *Net) checkFunds(ctx context.Context, c *rpc.Client) error {
	client, err := escrow.New(ctx, n.Network, c)
	if errors.Is(err, escrow.ErrWrongCode) {
		return fmt.Errorf("%w; %s is from another chain than the one in %s", err, escrow.DevNetworkFile(n.state), Dir(n.state))
	} else if err != nil {
		return err
	}
	for _, key := range n.Keys {
		balance, err := client.Balance(ctx, key.Address())
		if err != nil {
			return err
		}
		if balance.Sign() == 0 {
			return n.strangeKeys()
		}
	}
	return nil
}

func (n *Net) strangeKeys() error {
	return fmt.Errorf("the keys in %s are not those that the development chain in %s was made with; put them back or use another --state", KeyDir(n.state), Dir(n.state))
}

func (n *Net) nameOperator(ctx context.Context, c *rpc.Client) error {
	client, err := escrow.New(ctx, n.Network, c)
	if err != nil {
		return err
	}
	owner, operator := n.Keys[Owner], n.Keys[Operator].Address()
	named, err := client.Operator(ctx, owner.Address())
	if err != nil || !named.IsZero() {
		return err // whom the owner named later stays named
	}
	account, err := client.Account(owner, KeyDir(n.state))
	if err != nil {
		return err
	}
	_, err = account.SetOperator(ctx, operator)
	return err
}

// keepNetwork writes the network file in one step, where it differs.
func keepNetwork(file string, n escrow.Network) error {
	text, err := json.MarshalIndent(n, "", "  ")
	if err != nil {
		return fmt.Errorf("cannot encode the network file: %w", err)
	}
	text = append(text, '\n')
	if old, err := os.ReadFile(file); err == nil && bytes.Equal(old, text) {
		return nil
	}
	next := file + ".next"
	err = os.WriteFile(next, text, 0o600)
	if err == nil {
		err = os.Rename(next, file)
	}
	if err != nil {
		return fmt.Errorf("cannot write the network file: %w", err)
	}
	return nil
}
