package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func sessionSign(s *session) *cobra.Command {
	var f opening
	var out string
	cmd := &cobra.Command{
		Use:   "sign",
		Short: "Open a session by a signature, without a transaction",
		Long: "Open a session of the owner for a user by the signature of the owner's key or its operator's. Nothing is sent and\n" +
			"nothing is paid. The user keeps the file and shows it when filing a claim: varek-escrow claim file --opening FILE.\n" +
			"The user should have the file before the agent's first covered action, and look at it with session show --opening:\n" +
			"it has to be of now, and the chain must have neither an opening nor a final of the session.",
		Example: "  varek-escrow session sign --promise 1 --out opening.json\n" +
			"  varek-escrow session sign --promise 1,2 --user 0x00000000000000000000000000000000000000aa --out opening.json",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.signOpening(cmd, f, out) },
	}
	f.register(cmd)
	cmd.Flags().StringVar(&out, "out", "opening.json", "file to write")
	return cmd
}

func (s *session) signOpening(cmd *cobra.Command, f opening, out string) error {
	c, a, err := s.account(cmd.Context(), devnet.Operator)
	if err != nil {
		return err
	}
	defer c.Close()
	x, err := s.newSession(cmd, c, a, f)
	if err != nil {
		return err
	}
	now, err := c.LatestTime(cmd.Context())
	if err != nil {
		return err
	}
	if err := checkCarried(cmd, c, x, now); err != nil {
		return err
	}
	o, err := c.SignOpening(cmd.Context(), a.Signer(), x.Owner, x.User, x.Salt, x.Promises, now)
	if err != nil {
		return environment(err)
	}
	if _, err := c.CheckOpening(cmd.Context(), o); err != nil {
		return err
	}
	text, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return environment(err)
	}
	file, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return usage("%s exists; name another file with --out", out)
	}
	if err == nil {
		_, err = file.Write(append(text, '\n'))
		err = errors.Join(err, file.Sync(), file.Close())
	}
	if err != nil {
		return environment(fmt.Errorf("cannot write the opening: %w", err))
	}
	r := newReport(c.Network(), o)
	r.say("session %s opened by signature, written to %s", o.Session, out)
	r.session(x)
	r.field("opened", "%s", when(o.OpenedAt, now))
	r.next(s.next(cmd, "session", "show", "--opening", pathWord(out)))
	return s.print(cmd, r)
}

// checkCarried makes sure, as the contract will, that each promise is the
// owner's and live.
func checkCarried(cmd *cobra.Command, c *escrow.Client, x escrow.Session, now uint64) error {
	for _, id := range x.Promises {
		p, err := c.Promise(cmd.Context(), id)
		if err != nil {
			return err
		}
		if p.Owner != x.Owner {
			return fault{fmt.Errorf("%w: promise %d is of %s, the session's owner is %s", escrow.ErrNotOwner, id, p.Owner, x.Owner), exitNo}
		}
		if p.RetiredAt != 0 && p.RetiredAt <= now {
			return fault{fmt.Errorf("%w: number %d, since %s", escrow.ErrRetired, id, when(p.RetiredAt, now)), exitNo}
		}
	}
	return nil
}

// readOpening reads and checks the file of an opening.
func readOpening(cmd *cobra.Command, c *escrow.Client, file string) (o escrow.Opening, signer trace.Address, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return o, signer, usage("cannot read the opening: %w", err)
	}
	if o, err = escrow.ParseOpening(text); err != nil {
		return o, signer, usage("%s: %w", file, err)
	}
	signer, err = c.CheckOpening(cmd.Context(), o)
	return o, signer, err
}

// showOpening shows a signed opening, which the chain need not know.
func (s *session) showOpening(cmd *cobra.Command, c *escrow.Client, file string) error {
	o, signer, err := readOpening(cmd, c, file)
	if err != nil {
		return err
	}
	now, err := c.LatestTime(cmd.Context())
	if err != nil {
		return err
	}
	r := newReport(c.Network(), o)
	r.say("session %s, opened by signature", o.Session)
	r.session(sessionOf(o))
	r.field("signed by", "%s", signer)
	r.field("opened", "%s", when(o.OpenedAt, now))
	if err := onChain(cmd, c, r, o, now); err != nil {
		return err
	}
	r.next(s.next(cmd, "claim", "file", "--opening", pathWord(file)))
	return s.print(cmd, r)
}

// onChain says what the chain has of the session already. Who accepts an opening
// wants to find neither another opening, nor a final that lies before this one.
func onChain(cmd *cobra.Command, c *escrow.Client, r *report, o escrow.Opening, now uint64) error {
	x, err := c.Session(cmd.Context(), o.Session)
	switch {
	case errors.Is(err, escrow.ErrUnknownSession):
		r.field("on chain", "not shown yet")
	case err != nil:
		return err
	case x.OpenedAt != o.OpenedAt:
		r.field("on chain", "opened otherwise, %s: that counts, not this file", when(x.OpenedAt, now))
	default:
		r.field("on chain", "shown")
	}
	final, closed, err := c.FinalTime(cmd.Context(), o.Owner, o.Session)
	if err != nil || !closed {
		return err
	}
	if final < o.OpenedAt {
		r.field("final", "%s, BEFORE the opening: do not work under it; it is void once you file a claim with this file", when(final, now))
		return nil
	}
	r.field("final", "%s", when(final, now))
	return nil
}

func sessionOf(o escrow.Opening) escrow.Session {
	return escrow.Session{ID: o.Session, Owner: o.Owner, User: o.User, Salt: o.Salt, Promises: o.Promises, OpenedAt: o.OpenedAt}
}
