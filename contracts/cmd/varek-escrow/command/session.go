package command

import (
	"crypto/rand"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func sessionCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "session",
		Short: "Open and read sessions",
		Long: "A session is one run of an agent for one user under promises. The sidecar opens its sessions itself;\n" +
			"these commands are for doing it by hand and for looking.",
		Example: "  varek-escrow session open --promise 1\n  varek-escrow session show 0x3f…",
	}
	cmd.AddCommand(sessionOpen(s), sessionSign(s), sessionShow(s), sessionList(s))
	return cmd
}

// opening holds the flags of `session open`.
type opening struct {
	owner, user, salt string
	promises          []uint
}

func sessionOpen(s *session) *cobra.Command {
	var f opening
	cmd := &cobra.Command{
		Use:   "open",
		Short: "Open a session under promises",
		Long: "Open a session of the owner for a user under the owner's promises, with the owner's key or its operator's.\n" +
			"Only the user named here can file claims about it.",
		Example: "  varek-escrow session open --promise 1\n" +
			"  varek-escrow session open --promise 1,2 --user 0x00000000000000000000000000000000000000aa",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.open(cmd, f) },
	}
	f.register(cmd)
	return cmd
}

func (f *opening) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.owner, "owner", "", "owner of session and promises (default on dev: the role's; else the key's address)")
	cmd.Flags().StringVar(&f.user, "user", "", "user who may file claims (default on dev: the role's)")
	cmd.Flags().StringVar(&f.salt, "salt", "", "32 bytes that make the id unique (default: random)")
	cmd.Flags().UintSliceVar(&f.promises, "promise", nil, "promise numbers, may be repeated")
}

// newSession is the session that the flags describe, not opened yet.
func (s *session) newSession(cmd *cobra.Command, c *escrow.Client, a *escrow.Account, f opening) (x escrow.Session, err error) {
	if x.Promises, err = promiseList32(f.promises); err != nil {
		return x, err
	}
	x.Owner = a.Address()
	if f.owner != "" || s.dev() {
		if x.Owner, err = s.addressOr(f.owner, "--owner ADDRESS", devnet.Owner); err != nil {
			return x, err
		}
	}
	if x.User, err = s.addressOr(f.user, "--user ADDRESS", devnet.User); err != nil {
		return x, err
	}
	if f.salt != "" {
		x.Salt, err = parseHash("salt", f.salt)
	} else if _, rerr := rand.Read(x.Salt[:]); rerr != nil {
		err = environment(rerr)
	}
	x.ID = c.SessionID(x.Owner, x.User, x.Salt, x.Promises)
	return x, err
}

func (s *session) open(cmd *cobra.Command, f opening) error {
	c, a, err := s.account(cmd.Context(), devnet.Operator)
	if err != nil {
		return err
	}
	defer c.Close()
	x, err := s.newSession(cmd, c, a, f)
	if err != nil {
		return err
	}
	s.effect("open the session %s of %s under the promises %v", x.ID, x.Owner, x.Promises)
	s.effect("let %s, and nobody else, file claims about it", x.User)
	id, receipt, err := a.OpenSession(cmd.Context(), x.Owner, x.User, x.Salt, x.Promises)
	if err != nil {
		return err
	}
	opened, err := c.Session(cmd.Context(), id)
	if err != nil {
		return err
	}
	sent := viewOfReceipt(receipt)
	r := newReport(c.Network(), sessionView{Session: opened, Sent: &sent})
	r.say("session %s opened", id)
	r.session(opened)
	r.cost(receipt)
	r.next(s.next(cmd, "session", "show", id.String()))
	return s.print(cmd, r)
}

// promiseList32 sorts promise numbers and removes repetitions.
func promiseList32(in []uint) ([]uint32, error) {
	out := make([]uint32, len(in))
	for i, n := range in {
		number, err := promiseFlag(n)
		if err != nil {
			return nil, err
		}
		if number == 0 {
			return nil, usage("promises are numbered from 1")
		}
		out[i] = number
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// promiseFlag is a promise number given by a flag, 0 where it was not given.
func promiseFlag(n uint) (uint32, error) {
	if n > math.MaxUint32 {
		return 0, usage("%d is no promise number", n)
	}
	return uint32(n), nil
}

// sessionView is what programs learn about a session.
type sessionView struct {
	escrow.Session
	Items []escrow.Commitment `json:"commitments,omitempty"`
	Final *escrow.Final       `json:"final,omitempty"`
	Sent  *sentView           `json:"transaction,omitempty"`
}

func (r *report) session(x escrow.Session) {
	r.field("owner", "%s", x.Owner)
	r.field("user", "%s", x.User)
	numbers := make([]string, len(x.Promises))
	for i, p := range x.Promises {
		numbers[i] = fmt.Sprint(p)
	}
	if len(numbers) == 0 {
		numbers = []string{"none: recorded and committed, nothing is insured"}
	}
	r.field("promises", "%s", strings.Join(numbers, ", "))
}

func sessionShow(s *session) *cobra.Command {
	var openingFile string
	cmd := &cobra.Command{
		Use:   "show [SESSION]",
		Short: "Show a session and its commitments",
		Long: "Show a session with every checkpoint and the final commitment, after adding them up to the accumulator\n" +
			"that the contract holds: a node that hides one is found out. With --opening, check and show an opening that\n" +
			"was signed, which the chain need not know.",
		Example: "  varek-escrow session show 0x3f…\n  varek-escrow session show 0x3f… --json\n  varek-escrow session show --opening opening.json",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 || (len(args) == 1) == (openingFile != "") {
				return usage("%s wants a session id or --opening FILE; see: %s --help", cmd.CommandPath(), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var id trace.Hash
			if openingFile == "" {
				var err error
				if id, err = parseHash("session id", args[0]); err != nil {
					return err
				}
			}
			c, err := s.dial(cmd.Context())
			if err != nil {
				return err
			}
			defer c.Close()
			if openingFile != "" {
				return s.showOpening(cmd, c, openingFile)
			}
			return s.showSession(cmd, c, id)
		},
	}
	cmd.Flags().StringVar(&openingFile, "opening", "", "file of a signed opening, instead of a session id")
	return cmd
}

func (s *session) showSession(cmd *cobra.Command, c *escrow.Client, id trace.Hash) error {
	x, err := c.Session(cmd.Context(), id)
	if err != nil {
		return err
	}
	items, err := c.Items(cmd.Context(), x.Owner, id)
	if err != nil {
		return err
	}
	final, closed, err := c.Final(cmd.Context(), x.Owner, id)
	if err != nil {
		return err
	}
	now, err := c.LatestTime(cmd.Context())
	if err != nil {
		return err
	}
	v := sessionView{Session: x, Items: items}
	r := newReport(c.Network(), &v)
	r.say("session %s", id)
	r.session(x)
	r.field("opened", "%s", when(x.OpenedAt, now))
	for _, it := range items {
		if it.Kind == escrow.KindCheckpoint {
			r.field("checkpoint", "n %d, h %s, %s", it.N, it.H, when(it.BlockTime, now))
		}
	}
	if closed {
		v.Final = &final
		r.field("final", "n %d, h %s, %s", final.N, final.H, when(final.Time, now))
		r.field("claims until", "%s", when(final.Time+uint64(escrow.FilingWindow.Seconds()), now))
	} else {
		r.field("final", "none yet")
	}
	return s.print(cmd, r)
}

func sessionList(s *session) *cobra.Command {
	var owner, user string
	cmd := &cobra.Command{
		Use:     "ls",
		Short:   "List sessions",
		Example: "  varek-escrow session ls\n  varek-escrow session ls --user 0x00000000000000000000000000000000000000aa",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var of, by trace.Address
			var err error
			if owner != "" {
				if of, err = parseAddress(owner); err != nil {
					return err
				}
			}
			if user != "" {
				if by, err = parseAddress(user); err != nil {
					return err
				}
			}
			c, err := s.dial(cmd.Context())
			if err != nil {
				return err
			}
			defer c.Close()
			all, err := c.Sessions(cmd.Context(), of, by)
			if err != nil {
				return err
			}
			r := newReport(c.Network(), all)
			if len(all) == 0 {
				r.say("no sessions")
			}
			for _, x := range all {
				r.say("%s  opened %s, user %s, promises %v", x.ID, escrow.BlockTime(x.OpenedAt).Format("2006-01-02 15:04:05"), x.User, x.Promises)
			}
			return s.print(cmd, r)
		},
	}
	cmd.Flags().StringVar(&owner, "owner", "", "only sessions of this owner")
	cmd.Flags().StringVar(&user, "user", "", "only sessions of this user")
	return cmd
}
