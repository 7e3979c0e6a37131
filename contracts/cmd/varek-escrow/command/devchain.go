package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/devchain"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func devchainCommand(s *session) *cobra.Command {
	var detach bool
	var timeout, heartbeat time.Duration
	cmd := &cobra.Command{
		Use:   "devchain",
		Short: "Run the development chain of the state directory",
		Long: "Run a private Ethereum chain with the escrow deployed and a funded key for each role. It is a PRIVATE LEDGER:\n" +
			"its owner can stop it, rewrite it and move its clock, so it proves nothing against its owner and nothing on it is\n" +
			"worth anything. The first start makes it; later ones continue it, also after kill -9. It can be reached by a\n" +
			"unix socket only. With --detach it runs in the background, and a chain that runs already is joined.",
		Example: "  varek-escrow devchain --detach\n" +
			"  varek-escrow devchain status\n" +
			"  varek-escrow devchain advance 3d1h\n" +
			"  varek-escrow devchain stop",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			state, err := s.devState()
			if err != nil {
				return err
			}
			if detach {
				return s.detachChain(cmd, state, timeout, heartbeat)
			}
			return s.runChain(cmd, state, heartbeat)
		},
	}
	cmd.Flags().BoolVar(&detach, "detach", false, "start in the background, or join, and return when the chain answers")
	cmd.Flags().DurationVar(&timeout, "timeout", time.Minute, "with --detach: how long to wait for the chain")
	cmd.Flags().DurationVar(&heartbeat, "heartbeat", devchain.DefaultHeartbeat, "how often an idle chain seals a block, so that its clock moves")
	cmd.AddCommand(devchainStatus(s), devchainStop(s), devchainAdvance(s))
	return cmd
}

// devState is the state directory of a command about the development chain.
func (s *session) devState() (string, error) {
	if !s.dev() {
		return "", usage("devchain is about the network dev; leave --network %s out", s.networkName)
	}
	return s.stateDir()
}

// runChain is the chain's own process.
func (s *session) runChain(cmd *cobra.Command, state string, heartbeat time.Duration) error {
	fresh := s.firstStart(state)
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	n, err := devnet.Start(cmd.Context(), devnet.Config{State: state, Heartbeat: heartbeat, Log: log})
	if errors.Is(err, devchain.ErrRunning) {
		return environment(fmt.Errorf("%w: %s; join it with: %s", err, devnet.Dir(state), s.next(cmd, "devchain", "--detach")))
	} else if err != nil {
		return environment(err)
	}
	if err := s.printChain(cmd, state, n.Chain.Socket(), "runs until it is interrupted", fresh); err != nil {
		return errors.Join(err, n.Close())
	}
	select {
	case <-cmd.Context().Done():
	case <-n.Chain.Done():
	}
	if err := n.Close(); err != nil {
		return environment(err)
	}
	return nil
}

func (s *session) detachChain(cmd *cobra.Command, state string, timeout, heartbeat time.Duration) error {
	self, err := os.Executable()
	if err != nil {
		return environment(fmt.Errorf("cannot find this program to start it again: %w", err))
	}
	ctx, cancel := context.WithTimeout(cmd.Context(), timeout)
	defer cancel()
	fresh := s.firstStart(state)
	argv := []string{self, "devchain", "--state", state, "--network", "dev", "--heartbeat", heartbeat.String()}
	st, started, err := devchain.Detach(ctx, devnet.Dir(state), argv)
	if err != nil {
		return environment(err)
	}
	how := fmt.Sprintf("was running, process %d", st.PID)
	if started {
		how = fmt.Sprintf("started, process %d", st.PID)
	}
	return s.printChain(cmd, state, st.Socket, how, fresh && started)
}

// chainView is what programs learn about a running chain.
type chainView struct {
	State       string            `json:"state"`
	NetworkFile string            `json:"network_file"`
	Socket      string            `json:"socket"`
	Network     escrow.Network    `json:"network"`
	Keys        map[string]string `json:"keys"` // key file by role
	// Accounts are the roles' addresses.
	Accounts map[string]trace.Address `json:"accounts"`
}

// firstStart says that no chain was ever made in the state directory.
func (s *session) firstStart(state string) bool {
	_, err := os.Stat(escrow.DevNetworkFile(state))
	return errors.Is(err, fs.ErrNotExist)
}

func (s *session) printChain(cmd *cobra.Command, state, socket, how string, fresh bool) error {
	file := escrow.DevNetworkFile(state)
	n, err := escrow.LoadNetwork(file)
	if err != nil {
		return environment(err)
	}
	keys, accounts := map[string]string{}, map[string]trace.Address{}
	for _, role := range devnet.Roles() {
		keys[role] = devnet.KeyFile(state, role)
		key, err := escrow.LoadKey(keys[role])
		if err != nil {
			return environment(err)
		}
		accounts[role] = key.Address()
	}
	r := newReport(n, chainView{state, file, socket, n, keys, accounts})
	r.say("development chain %s", how)
	if fresh {
		r.say("its accounts, each with a million ether that is worth nothing (printed this once; the keys stay in %s):", devnet.KeyDir(state))
		for _, role := range devnet.Roles() {
			r.field(role, "%s", accounts[role])
		}
	}
	r.field("network file", "%s", file)
	r.field("escrow", "%s", n.Escrow)
	r.field("keys", "%s", devnet.KeyDir(state))
	r.next(s.next(cmd, "promise", "register", "promise.yaml"))
	return s.print(cmd, r)
}

func devchainStatus(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "status",
		Short:   "Say whether the development chain runs, and where it stands",
		Long:    "Say whether the development chain runs, and where it stands. Exit status 1 when it does not run.",
		Example: "  varek-escrow devchain status\n  varek-escrow devchain status --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			state, err := s.devState()
			if err != nil {
				return err
			}
			st, err := devchain.Find(cmd.Context(), devnet.Dir(state))
			if err != nil {
				return s.notRunning(cmd, err, exitNo)
			}
			r := newReport(escrow.Network{Private: true}, st)
			r.say("development chain runs, process %d", st.PID)
			r.field("socket", "%s", st.Socket)
			r.field("chain", "%d, genesis %s", st.ChainID, st.Genesis)
			r.field("block", "%d", st.Block)
			r.field("time", "%s", escrow.BlockTime(st.Time).Format(time.RFC3339))
			r.field("advanced", "%s", span(st.Advanced))
			return s.print(cmd, r)
		},
	}
}

func (s *session) notRunning(cmd *cobra.Command, err error, code int) error {
	if errors.Is(err, devchain.ErrNotRunning) {
		return fault{fmt.Errorf("%w; start it with: %s", err, s.next(cmd, "devchain", "--detach")), code}
	}
	return environment(err)
}

func devchainStop(s *session) *cobra.Command {
	var timeout time.Duration
	cmd := &cobra.Command{
		Use:     "stop",
		Short:   "Stop the development chain and keep its state",
		Long:    "Stop the development chain and keep its state. Exit status 1 when none runs.",
		Example: "  varek-escrow devchain stop",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			state, err := s.devState()
			if err != nil {
				return err
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), timeout)
			defer cancel()
			err = devchain.Stop(ctx, devnet.Dir(state))
			if errors.Is(err, devchain.ErrNotRunning) {
				return fault{err, exitNo}
			} else if err != nil {
				return environment(err)
			}
			r := newReport(escrow.Network{Private: true}, map[string]bool{"stopped": true})
			r.say("development chain stopped; its state is kept in %s", devnet.Dir(state))
			return s.print(cmd, r)
		},
	}
	cmd.Flags().DurationVar(&timeout, "timeout", time.Minute, "how long to wait for it to end")
	return cmd
}

func devchainAdvance(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "advance DURATION",
		Short:   "Move the development chain's clock forward",
		Long:    "Move the development chain's clock forward, to see deadlines pass. It can not be moved back.",
		Example: "  varek-escrow devchain advance 90s\n  varek-escrow devchain advance 3d1h",
		Args:    exactly(1, "the duration, for instance 3d1h"),
		RunE: func(cmd *cobra.Command, args []string) error {
			state, err := s.devState()
			if err != nil {
				return err
			}
			d, err := parseSpan(args[0])
			if err != nil {
				return err
			}
			at, err := devchain.Advance(cmd.Context(), devnet.Dir(state), d)
			if err != nil {
				return s.notRunning(cmd, err, exitEnvironment)
			}
			r := newReport(escrow.Network{Private: true}, map[string]int64{"time": at.Unix()})
			r.say("the chain's clock stands at %s", at.Format(time.RFC3339))
			return s.print(cmd, r)
		},
	}
}

// exactly asks for n arguments and says which.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return usage("%s wants %s; see: %s --help", cmd.CommandPath(), what, cmd.CommandPath())
		}
		return nil
	}
}
