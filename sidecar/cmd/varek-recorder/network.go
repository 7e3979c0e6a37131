package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/sidecar/speak"
	"github.com/varek/varek/tracestore/trace"
)

// parties says who acts on the chain. On a development chain the accounts in
// the state directory play every part that is not named.
type parties struct {
	operatorKey, owner, user string
}

func (p *parties) register(fs *pflag.FlagSet) {
	fs.StringVar(&p.operatorKey, "operator-key", "", "key file of the operator, who opens sessions, commits and signs evidence (dev: the state directory's)")
	fs.StringVar(&p.owner, "owner", "", "address that owns the promises (dev: the state directory's owner)")
	fs.StringVar(&p.user, "user", "", "address of the session's user, who may file claims (dev: the state directory's user)")
}

// chain is the escrow as one session's operator sees it.
type chain struct {
	client      *escrow.Client
	operator    *escrow.Account
	signer      *escrow.KeySigner
	owner, user trace.Address
}

func (c *chain) close() { c.client.Close() }

// ledger is the warning that every summary on a private chain begins with.
func ledger(n escrow.Network) string {
	if n.Private {
		return "PRIVATE LEDGER (development chain): proves nothing against its operator\n"
	}
	return ""
}

// openChain finds the network, starts or joins the development chain where that
// is the network, and loads the operator's key.
func openChain(ctx context.Context, s *settings, p parties) (*chain, error) {
	n, client, err := reach(ctx, s)
	if err != nil && s.network == "dev" {
		if err := startDevchain(ctx, s.state); err != nil {
			return nil, err
		}
		n, client, err = reach(ctx, s)
	}
	if err != nil {
		return nil, err
	}
	c := &chain{client: client}
	key, owner, user, err := p.resolve(n, s.state)
	if err != nil {
		client.Close()
		return nil, err
	}
	c.owner, c.user = owner, user
	if c.signer, err = escrow.LoadKey(key); err != nil {
		client.Close()
		return nil, environment("load the operator's key "+key, err, "name the key file with --operator-key")
	}
	if err = c.client.Remember(filepath.Join(s.state, "chain")); err != nil {
		c.client.Close()
		return nil, environment("remember what the chain has shown", err, "check that the state directory is writable")
	}
	if c.operator, err = c.client.Account(c.signer, filepath.Join(s.state, "keys")); err != nil {
		c.client.Close()
		return nil, environment("use the operator's key", err, "check that the state directory is writable")
	}
	return c, nil
}

// reach dials the network. A development chain that runs already is met here,
// which spares the start of the program that would join it.
func reach(ctx context.Context, s *settings) (escrow.Network, *escrow.Client, error) {
	n, err := escrow.Resolve(s.network, s.state)
	if err != nil {
		return n, nil, environment("find the network "+s.network, err, "varek-escrow devchain --detach, or name a network file with --network")
	}
	client, err := escrow.Dial(ctx, n)
	if err != nil {
		return n, nil, environment("reach the network "+n.Name, err, "check its RPC address; on the development chain: varek-escrow devchain --detach")
	}
	return n, client, nil
}

// resolve fills in the development accounts on a private network and refuses
// to guess anywhere else.
func (p parties) resolve(n escrow.Network, state string) (key string, owner, user trace.Address, err error) {
	key = p.operatorKey
	if key == "" && n.Private {
		key = filepath.Join(state, "keys", "operator.key")
	}
	if key == "" {
		return "", owner, user, usage("run on "+n.Name, errors.New("no operator key"), "name its file with --operator-key")
	}
	if owner, err = p.address("owner", p.owner, n, state); err != nil {
		return "", owner, user, err
	}
	user, err = p.address("user", p.user, n, state)
	return key, owner, user, err
}

func (p parties) address(role, given string, n escrow.Network, state string) (trace.Address, error) {
	if given != "" {
		a, err := trace.ParseAddress(strings.ToLower(given))
		if err != nil {
			return a, usage("read --"+role, err, "give an address: 0x and 40 hex digits")
		}
		return a, nil
	}
	if !n.Private {
		return trace.Address{}, usage("run on "+n.Name, fmt.Errorf("no %s address", role), "give it with --"+role)
	}
	k, err := escrow.LoadKey(filepath.Join(state, "keys", role+".key"))
	if err != nil {
		return trace.Address{}, environment("load the development "+role, err, "varek-escrow devchain --detach makes the development accounts")
	}
	return k.Address(), nil
}

// startDevchain starts or joins the state directory's chain. It is another
// program's process: the sidecar links no chain.
func startDevchain(ctx context.Context, state string) error {
	path, err := companion("varek-escrow")
	if err != nil {
		return environment("start the development chain", err, "put varek-escrow beside varek-sidecar or on the PATH, or name another chain with --network")
	}
	cmd := exec.CommandContext(ctx, path, "devchain", "--detach", "--json", "--state", state)
	cmd.Env = speak.WithoutBus(os.Environ())
	if out, err := cmd.CombinedOutput(); err != nil {
		return environment("start the development chain", fmt.Errorf("%w: %s", err, strings.TrimSpace(string(out))),
			path+" devchain --state "+state+" shows what is wrong")
	}
	return nil
}

// companion finds another of our commands: beside this one, else on the PATH.
func companion(name string) (string, error) {
	self, err := os.Executable()
	if err == nil {
		beside := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	return exec.LookPath(name)
}
