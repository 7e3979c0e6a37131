package command

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
)

// session is one run of the command: its global flags and what they lead to.
type session struct {
	state, networkName, keyFile, role string
	passwordFile, signerURL, from     string
	json, dryRun                      bool

	effects []string        // what the command is about to do, in sentences
	acting  *escrow.Account // whose transactions are remembered until the end
	plan    *escrow.Plan    // of a dry run
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
	c, err := escrow.Dial(ctx, n)
	if err != nil {
		return nil, err
	}
	dir, err := s.stateDir()
	if err == nil {
		err = c.Remember(filepath.Join(dir, "chain"))
	}
	if err != nil {
		c.Close()
		return nil, environment(err)
	}
	return c, nil
}

// dev says that the network is the state directory's own chain, where every
// role has a key.
func (s *session) dev() bool { return s.networkName == "dev" }

// next spells a follow-up command with the flags that this one was given, so
// that it runs as printed.
func (s *session) next(cmd *cobra.Command, words ...string) string {
	return s.spell(cmd, append([]string{"varek-escrow"}, words...), "state", "network", "key", "as", "password-file", "signer", "from")
}

func (s *session) spell(cmd *cobra.Command, line []string, flags ...string) string {
	for _, name := range flags {
		if f := cmd.Root().PersistentFlags().Lookup(name); f.Changed {
			line = append(line, "--"+name, f.Value.String())
		}
	}
	return shellLine(line)
}
