package main

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/adapters/relay"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/speak"
)

// newRelay is mcp, acp or codex outside a run: a run of the program, with the
// relay in this process, where nothing of the agent's reaches.
func newRelay(s *settings, con console, dialect string) *cobra.Command {
	var f runFlags
	own := &relaying{RelayFlags: speak.RelayFlags{Authority: "human"}, dialect: dialect, in: con.in}
	f.relay = own
	cmd := &cobra.Command{
		Use: dialect + " [flags] -- command [argument…]", Short: speak.Relays()[dialect],
		Long: speak.RelayLong(dialect), Example: speak.RelayExamples(dialect),
		RunE: func(cmd *cobra.Command, args []string) error {
			out, ok := con.out.(io.WriteCloser)
			switch {
			case len(args) == 0:
				return usage(dialect, errors.New("no command to run"), "varek-sidecar "+dialect+" --help")
			case !ok:
				return environment(dialect, errors.New("standard output is not open"), "")
			}
			own.out = out
			if _, err := own.Config(dialect, con.err); err != nil {
				return usage(dialect, err, "varek-sidecar "+dialect+" --help")
			}
			return beforeStart(run(cmd.Context(), s, con, f, args))
		},
	}
	fl := cmd.Flags()
	f.register(fl)
	if dialect == "mcp" {
		fl.StringVar(&own.Name, "name", "", "the server's name as the harness knows it")
	} else {
		fl.StringVar(&own.Authority, "authority", own.Authority, "whose decisions the client's answers are, human or rule")
	}
	fl.IntVar(&own.MaxLine, "max-line", relay.DefaultMaxLine, "the longest line that is taken, in bytes")
	fl.DurationVar(&own.Timeout, "timeout", speak.DefaultRelayTimeout, "how long to wait for one acknowledgement")
	return cmd
}

// relaying is the relay of a run; nil members until it starts.
type relaying struct {
	speak.RelayFlags
	dialect string
	in      io.Reader
	out     io.WriteCloser

	toAgent, fromAgent     *os.File // ours
	agentReads, agentTells *os.File // the agent's
	over                   chan error
}

// pipes makes the agent's standard input and output.
func (r *relaying) pipes() (err error) {
	if r.agentReads, r.toAgent, err = os.Pipe(); err != nil {
		return err
	}
	r.fromAgent, r.agentTells, err = os.Pipe()
	return err
}

// begin relays, once the agent runs. stop ends the agent.
func (r *relaying) begin(ctx context.Context, record relay.Record, log io.Writer, stop func()) error {
	// The agent's ends are its own now; while we held them we would not see it go.
	r.agentReads.Close()
	r.agentTells.Close()
	cfg, err := r.Config(r.dialect, log)
	if err != nil {
		return err
	}
	cfg.Record = record
	cfg.Client = relay.Pipe{In: r.in, Out: r.out}
	cfg.Server = relay.Pipe{In: r.fromAgent, Out: r.toAgent}
	r.over = make(chan error, 1)
	go func() {
		err := relay.Run(ctx, cfg)
		if err != nil {
			stop()
		}
		r.over <- err
	}()
	return nil
}

// wait returns when everything that the agent said has been relayed and recorded.
func (r *relaying) wait() error { return <-r.over }

// recordWith hands the relay's events to the sequencer itself: it is this
// process that speaks, and no bus is between.
func recordWith(to listener, timeout time.Duration) relay.Record {
	peer := sidecar.Peer{Route: sidecar.RouteRelay, PID: os.Getpid()}
	return func(ctx context.Context, e event.Event) (event.Reply, error) {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		if err := e.Check(); err != nil {
			return event.Reply{}, err
		}
		for {
			reply := to.Submit(ctx, peer, e)
			switch {
			case reply.OK:
				return reply, nil
			case reply.Code != event.CodeBusy:
				return event.Reply{}, &event.RefusedError{Code: reply.Code, Message: reply.Message}
			}
			select {
			case <-ctx.Done():
				return event.Reply{}, &event.RefusedError{Code: reply.Code, Message: reply.Message}
			case <-time.After(time.Duration(max(reply.RetryAfterMS, 1)) * time.Millisecond):
			}
		}
	}
}
