package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// filingWindow is how long after the final commitment, or the promise's
// retirement, a claim can be filed (formats, section 10).
const filingWindow = 30 * 24 * 3600

// eraseFlags say what is erased.
type eraseFlags struct {
	pick
	all, force bool
}

func newTraceErase(s *settings, con console) *cobra.Command {
	var f eraseFlags
	cmd := &cobra.Command{
		Use:   "erase SESSION",
		Short: "Take bodies and salts out of a session's store for good, keeping every proof",
		Long: `erase removes the chosen bodies with their salts from the database, its log and its free pages, and keeps heads and hashes: commitments
and proofs hold as before, and what was erased stays visible as erased. --action takes all records of a call, its permissions among them, because
they repeat the hash of its arguments. Bundles that were exported before are copies that this cannot reach.

It is held back while somebody could still file a claim: until the session is closed and finally committed, the filing deadline of each of its
promises has passed, and no claim is open. --force erases a closed session all the same; a claim that needs an erased body is then lost.`,
		Example: `  varek-sidecar trace erase 5e3f --action a17
  varek-sidecar trace erase 5e3f --pointer /args/email
  varek-sidecar trace erase 5e3f --all --force`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case f.all && !f.empty():
				return usage("trace erase", errors.New("--all and a choice contradict each other"), "give one of them")
			case !f.all && f.empty():
				return usage("trace erase", errors.New("nothing is chosen"), "give --action, --tool, --seq, --pointer or --all")
			}
			if err := f.prepare(); err != nil {
				return err
			}
			r, err := findRun(s.state, args[0])
			if err != nil {
				return err
			}
			return f.erase(cmd.Context(), s, con, r)
		},
	}
	f.register(cmd.Flags(), "erase")
	cmd.Flags().BoolVar(&f.all, "all", false, "erase every body of the session")
	cmd.Flags().BoolVar(&f.force, "force", false, "erase although a claim may still need it")
	return cmd
}

func (f *eraseFlags) erase(ctx context.Context, s *settings, con console, r *runFile) error {
	if r.alive() {
		return &fault{op: "trace erase", err: fmt.Errorf("process %d still runs the session", r.PID), hint: "end it first", code: exitNo}
	}
	if !r.Final {
		// Who takes the session up reads its bodies; without them there would never be a final commitment.
		return &fault{op: "trace erase", err: errors.New("the session has no final commitment yet, and could get none without its bodies"),
			hint: map[bool]string{false: "varek-sidecar run --resume " + r.Session.String(), true: "varek-sidecar session close " + r.Session.String()}[r.Store != ""], code: exitNo}
	}
	if !f.force {
		held, err := heldBack(ctx, s, r)
		if err != nil {
			return err
		}
		if held != "" {
			if err := noteAccess(s.state, r.Session, access{Command: "trace erase", Detail: "held back: " + held}); err != nil {
				return err
			}
			return &fault{op: "trace erase", err: errors.New(held), hint: "wait, or erase with --force and lose a claim that needs it", code: exitNo}
		}
	}
	if _, err := os.Stat(r.path(s.state)); err != nil { // opening for writing would make one
		return environment("open the trace of "+r.Session.String(), err, "")
	}
	store, err := tracestore.Open(ctx, r.path(s.state), tracestore.Options{Preallocate: -1})
	if errors.Is(err, tracestore.ErrLocked) && r.Store != "" {
		return environment("open the trace of "+r.Session.String(), err, "end serve first: what is erased must leave its database, too")
	}
	if err != nil {
		return environment("open the trace of "+r.Session.String(), err, "")
	}
	seqs, err := f.chosen(ctx, store, r)
	if err == nil && len(seqs) > 0 {
		err = noteAccess(s.state, r.Session, access{Command: "trace erase", From: seqs[0], To: seqs[len(seqs)-1],
			Detail: fmt.Sprintf("%d bodies%s", len(seqs), map[bool]string{true: ", forced"}[f.force])})
	}
	erased := 0
	if err == nil && len(seqs) > 0 {
		erased, err = store.Erase(ctx, r.Session, seqs)
	}
	if err = errors.Join(err, store.Close()); err != nil {
		return environment("erase", err, "the same command can be repeated")
	}
	if tracestore.ErasurePending(r.path(s.state)) {
		return environment("erase", fmt.Errorf("%w: the database rows are gone", tracestore.ErrErase), r.path(s.state)+": "+pendingErasure)
	}
	if s.json {
		return printJSON(con.out, map[string]any{"session": r.Session, "chosen": len(seqs), "erased": erased})
	}
	_, err = fmt.Fprintf(con.out, "%d bodies erased (%d chosen); heads, hashes and commitments are as before\n  next: varek-sidecar trace verify %s\n",
		erased, len(seqs), r.Session)
	return err
}

// chosen lists the records that have a body to erase.
func (f *eraseFlags) chosen(ctx context.Context, store *tracestore.Store, r *runFile) (seqs []uint64, err error) {
	err = store.Read(ctx, r.Session, 1, 0, func(rec trace.Record, seq uint64) error {
		if rec.Hidden {
			return nil
		}
		h, err := trace.DecodeHead(rec.Head)
		if err != nil {
			return fmt.Errorf("record %d: %w", seq, err)
		}
		if f.all || f.takes(rec, h) {
			seqs = append(seqs, seq)
		}
		return nil
	})
	return seqs, err
}

// heldBack says why the session must still be kept, "" where nothing speaks for
// it. Time is block time.
func heldBack(ctx context.Context, s *settings, r *runFile) (string, error) {
	if len(r.Promises) == 0 {
		return "", nil
	}
	s.network = r.Network
	c, err := dialChain(ctx, s)
	if err != nil {
		return "", err
	}
	defer c.Close()
	claims, err := c.Claims(ctx, escrow.ClaimFilter{Session: r.Session})
	if err != nil {
		return "", environment("list the session's claims", err, "check the network's RPC address")
	}
	for _, cl := range claims {
		if cl.Status == escrow.StatusOpen {
			return fmt.Sprintf("claim %s is open", cl.ID), nil
		}
	}
	final, closed, err := c.Final(ctx, r.Owner, r.Session)
	if err != nil {
		return "", environment("read the final commitment", err, "check the network's RPC address")
	}
	now, err := c.HeadBlock(ctx)
	if err != nil {
		return "", environment("read the chain's time", err, "check the network's RPC address")
	}
	for _, id := range r.Promises {
		p, err := c.Promise(ctx, id)
		if err != nil {
			return "", environment(fmt.Sprintf("read promise %d", id), err, "check the network's RPC address")
		}
		until := uint64(0)
		if closed {
			until = final.Time + filingWindow
		}
		if p.RetiredAt > 0 && (until == 0 || p.RetiredAt+filingWindow < until) {
			until = p.RetiredAt + filingWindow
		}
		switch {
		case until == 0:
			return fmt.Sprintf("promise %d is live and the session has no final commitment: claims can be filed without end", id), nil
		case now.Time <= until:
			return fmt.Sprintf("a claim on promise %d can be filed until %s", id, time.Unix(int64(until), 0).UTC().Format(time.RFC3339)), nil
		}
	}
	return "", nil
}
