package command

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// session is one run of the command: its global flags and what they lead to.
type session struct {
	state, networkName, keyFile, role string
	json                              bool
}

// stateDir is the state directory as an absolute path.
func (s *session) stateDir() (string, error) {
	dir := s.state
	if dir == "" {
		var err error
		if dir, err = defaultState(); err != nil {
			return "", err
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", environment(err)
	}
	return abs, nil
}

func (s *session) network() (escrow.Network, error) {
	dir, err := s.stateDir()
	if err != nil {
		return escrow.Network{}, err
	}
	return escrow.Resolve(s.networkName, dir)
}

// dial connects to the network's escrow.
func (s *session) dial(ctx context.Context) (*escrow.Client, error) {
	n, err := s.network()
	if err != nil {
		return nil, err
	}
	return escrow.Dial(ctx, n)
}

// dev says that the network is the state directory's own chain, where every
// role has a key.
func (s *session) dev() bool { return s.networkName == "dev" }

// signer is the key that the command acts with: --key, or on dev that of --as
// or else of role.
func (s *session) signer(role string) (escrow.Signer, error) {
	file := s.keyFile
	switch {
	case file != "" && s.role != "":
		return nil, usage("--key and --as both name a key; give one of them")
	case file != "":
	case !s.dev():
		return nil, usage("on %s the key must be named: --key FILE", s.networkName)
	default:
		if s.role != "" {
			role = s.role
		}
		known := false
		for _, r := range devnet.Roles() {
			known = known || r == role
		}
		if !known {
			return nil, usage("there is no role %q; the roles are deployer, owner, operator, user and verifier", role)
		}
		dir, err := s.stateDir()
		if err != nil {
			return nil, err
		}
		file = devnet.KeyFile(dir, role)
	}
	key, err := escrow.LoadKey(file)
	if err != nil {
		return nil, environment(err)
	}
	return key, nil
}

// account dials the network and makes the role's account on it.
func (s *session) account(ctx context.Context, role string) (*escrow.Client, *escrow.Account, error) {
	dir, err := s.stateDir()
	if err != nil {
		return nil, nil, err
	}
	// The network first: without a running chain there are no keys to miss.
	c, err := s.dial(ctx)
	if err != nil {
		return nil, nil, err
	}
	signer, err := s.signer(role)
	if err == nil {
		var a *escrow.Account
		if a, err = c.Account(signer, devnet.KeyDir(dir)); err == nil {
			return c, a, nil
		}
	}
	c.Close()
	return nil, nil, err
}

// addressOr reads an address argument, or takes the role's on dev.
func (s *session) addressOr(text, flag, role string) (trace.Address, error) {
	if text != "" {
		return parseAddress(text)
	}
	if !s.dev() {
		return trace.Address{}, usage("the address must be named: %s", flag)
	}
	dir, err := s.stateDir()
	if err != nil {
		return trace.Address{}, err
	}
	key, err := escrow.LoadKey(devnet.KeyFile(dir, role))
	if errors.Is(err, escrow.ErrNoKey) {
		_, err = s.network() // says that no chain runs, where that is the reason
	}
	if err != nil {
		return trace.Address{}, environment(err)
	}
	return key.Address(), nil
}

// next spells a follow-up command with the flags that this one was given, so
// that it runs as printed.
func (s *session) next(cmd *cobra.Command, words ...string) string {
	return s.spell(cmd, append([]string{"varek-escrow"}, words...), "state", "network", "key", "as")
}

func (s *session) spell(cmd *cobra.Command, line []string, flags ...string) string {
	for _, name := range flags {
		if f := cmd.Root().PersistentFlags().Lookup(name); f.Changed {
			line = append(line, "--"+name, f.Value.String())
		}
	}
	return shellLine(line)
}
