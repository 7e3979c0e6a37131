package command

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

func claimCommand(s *session) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "claim",
		Short: "File claims and follow them",
		Long: "A claim says that a session broke a promise. Its user puts down the bond; the promise's verifier rules on\n" +
			"the provider's evidence; a broken promise pays payout and bond, a kept one gives the bond to the provider.",
		Example: "  varek-escrow claim file 0x3f… --promise 1\n" +
			"  varek-escrow claim watch 0x7a…\n" +
			"  varek-escrow claim ls",
	}
	cmd.AddCommand(claimFile(s), claimShow(s), claimWatch(s), claimList(s),
		claimMove(s, "withdraw", devnet.User, "Take an open claim back with its bond",
			"Take an open claim back with its bond: more than 10 days after filing, or at once when the reserve no longer\ncovers the payout. Only its user can.",
			(*escrow.Account).WithdrawClaim),
		claimMove(s, "collect", devnet.User, "Pay a payout that is owed, when the reserve covers it",
			"Pay a payout that is owed because the reserve was short. Anyone can; the user is paid. The oldest comes first.",
			(*escrow.Account).Collect),
		claimMove(s, "expire", devnet.User, "Close a claim that nobody moved",
			"Close a claim that nobody moved for 180 days and whose promise is past its withdrawal date. Anyone can; the\nbond is credited to the user.",
			(*escrow.Account).Expire))
	return cmd
}

// filing holds the flags of `claim file`.
type filing struct {
	promise              uint
	heads, opening, bond string
}

func claimFile(s *session) *cobra.Command {
	var f filing
	cmd := &cobra.Command{
		Use:   "file [SESSION]",
		Short: "File a claim that a session broke a promise",
		Long: "File a claim that a session broke one of its promises, with the promise's bond. Only the session's user can,\n" +
			"and at the latest 30 days after its final commitment or the promise's retirement, whichever came first. A session\n" +
			"that was opened by signature is named by the file of its opening. The hash of a file of signed heads makes the provider answer for every record that they\n" +
			"show; heads deliver then gives the file to the verifier.",
		Example: "  varek-escrow claim file 0x3f… --promise 1\n" +
			"  varek-escrow claim file 0x3f… --promise 1 --dry-run\n" +
			"  varek-escrow claim file --opening opening.json\n" +
			"  varek-escrow claim file 0x3f… --promise 1 --heads heads.json",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 || (len(args) == 1) == (f.opening != "") {
				return usage("%s wants a session id or --opening FILE; see: %s --help", cmd.CommandPath(), cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var id trace.Hash
			if f.opening == "" {
				var err error
				if id, err = parseHash("session id", args[0]); err != nil {
					return err
				}
			}
			return s.fileClaim(cmd, id, f)
		},
	}
	cmd.Flags().UintVar(&f.promise, "promise", 0, "number of the broken promise (may be left out where the session has one)")
	cmd.Flags().StringVar(&f.heads, "heads", "", "file of signed heads, whose hash goes with the claim")
	cmd.Flags().StringVar(&f.opening, "opening", "", "file of the session's signed opening, instead of a session id")
	cmd.Flags().StringVar(&f.bond, "bond", "", "the bond that you expect, such as '0.01 ether'; another one is refused (default: whatever the promise asks)")
	return cmd
}

func (s *session) fileClaim(cmd *cobra.Command, id trace.Hash, f filing) error {
	var headsHash trace.Hash
	var heads []byte
	if f.heads != "" {
		var err error
		if heads, err = os.ReadFile(f.heads); err != nil {
			return usage("cannot read the signed heads: %w", err)
		}
		if _, err := decodeHeads(heads); err != nil {
			return usage("%s is no file of signed heads: %w", f.heads, err)
		}
		headsHash = trace.Keccak(heads)
	}
	c, a, err := s.account(cmd.Context(), devnet.User)
	if err != nil {
		return err
	}
	defer c.Close()
	var o escrow.Opening
	var x escrow.Session
	if f.opening != "" {
		o, _, err = readOpening(cmd, c, f.opening)
		x = sessionOf(o)
	} else {
		x, err = c.Session(cmd.Context(), id)
	}
	if err != nil {
		return err
	}
	p, err := s.claimedPromise(cmd, c, x, f)
	if err != nil {
		return err
	}
	if err := checkFiling(cmd, c, a.Address(), x, p); err != nil {
		return err
	}
	s.effect("claim that session %s broke promise %d", x.ID, p.ID)
	s.effect("put down the bond of %s: it comes back with the payout of %s when the promise was broken, and goes to the provider when it was kept", both(p.Bond), both(p.Payout))
	var claim trace.Hash
	var receipt escrow.Receipt
	if f.opening != "" {
		claim, receipt, err = a.FileSigned(cmd.Context(), o, p.ID, headsHash, p.Bond)
	} else {
		claim, receipt, err = a.File(cmd.Context(), escrow.Filing{Session: x, Promise: p.ID, HeadsHash: headsHash, Bond: p.Bond})
	}
	if err != nil {
		return err
	}
	if heads != nil {
		if err := s.keepFiledHeads(claim, heads); err != nil {
			return err
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "the signed heads are due at the verifier within a day: %s\n", s.next(cmd, "heads", "deliver", claim.String()))
	}
	return s.showClaim(cmd, c, claim, receipt, "claim %s filed", claim)
}

// claimedPromise reads the promise that the claim is about.
func (s *session) claimedPromise(cmd *cobra.Command, c *escrow.Client, x escrow.Session, f filing) (escrow.Promise, error) {
	number, err := promiseFlag(f.promise)
	if err != nil {
		return escrow.Promise{}, err
	}
	if number == 0 {
		if len(x.Promises) == 0 {
			return escrow.Promise{}, fault{fmt.Errorf("the claim cannot be filed: %w: session %s has no promises, so nothing about it is insured", escrow.ErrNotInSession, x.ID), exitNo}
		}
		if len(x.Promises) != 1 {
			return escrow.Promise{}, usage("session %s has the promises %v; say which one was broken: --promise NUMBER", x.ID, x.Promises)
		}
		number = x.Promises[0]
	}
	p, err := c.Promise(cmd.Context(), number)
	if err != nil || f.bond == "" {
		return p, err
	}
	bond, err := predicates.ParseAmount(f.bond)
	if err != nil {
		return p, usage("%w", err)
	}
	if bond.Cmp(p.Bond) != 0 {
		return p, fault{fmt.Errorf("%w: you named %s, promise %d asks exactly %s", escrow.ErrBond, both(bond), p.ID, both(p.Bond)), exitNo}
	}
	return p, nil
}

// claimMove is a command that sends one transaction about a claim.
func claimMove(s *session, verb, role, short, long string, send func(*escrow.Account, context.Context, trace.Hash) (escrow.Receipt, error)) *cobra.Command {
	return &cobra.Command{
		Use: verb + " CLAIM", Short: short, Long: long,
		Example: "  varek-escrow claim " + verb + " 0x7a…",
		Args:    exactly(1, "a claim id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseHash("claim id", args[0])
			if err != nil {
				return err
			}
			c, a, err := s.account(cmd.Context(), role)
			if err != nil {
				return err
			}
			defer c.Close()
			if err := s.moveEffect(cmd.Context(), c, verb, id); err != nil {
				return err
			}
			receipt, err := send(a, cmd.Context(), id)
			if err != nil {
				return err
			}
			return s.showClaim(cmd, c, id, receipt, "claim %s: %s done", id, verb)
		},
	}
}

// moveEffect says what the transaction would do, and whom it would pay.
func (s *session) moveEffect(ctx context.Context, c *escrow.Client, verb string, id trace.Hash) error {
	if !s.dryRun {
		return nil
	}
	claim, err := c.Claim(ctx, id)
	if err != nil {
		return err
	}
	p, err := c.Promise(ctx, claim.Promise)
	if err != nil {
		return err
	}
	s.effect("%s claim %s", verb, id)
	switch verb {
	case "collect":
		s.effect("pay the payout of %s to %s", both(p.Payout), claim.User)
	case "expire":
		s.effect("credit the bond of %s to %s, who pulls it with: varek-escrow credit pull", both(p.Bond), claim.User)
	default:
		s.effect("send the bond of %s back to %s; the claim may be filed again", both(p.Bond), claim.User)
	}
	return nil
}

func claimShow(s *session) *cobra.Command {
	return &cobra.Command{
		Use:     "show CLAIM",
		Short:   "Show where a claim stands and what comes next",
		Example: "  varek-escrow claim show 0x7a…\n  varek-escrow claim show 0x7a… --json",
		Args:    exactly(1, "a claim id"),
		RunE: func(cmd *cobra.Command, args []string) error {
			id, err := parseHash("claim id", args[0])
			if err != nil {
				return err
			}
			c, err := s.dial(cmd.Context())
			if err != nil {
				return err
			}
			defer c.Close()
			return s.showClaim(cmd, c, id, escrow.Receipt{}, "claim %s", id)
		},
	}
}

func claimList(s *session) *cobra.Command {
	var user, sessionID string
	var promise uint
	var open bool
	cmd := &cobra.Command{
		Use:     "ls",
		Short:   "List claims",
		Example: "  varek-escrow claim ls\n  varek-escrow claim ls --open --promise 1",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var f escrow.ClaimFilter
			var err error
			if f.Promise, err = promiseFlag(promise); err != nil {
				return err
			}
			if user != "" {
				if f.User, err = parseAddress(user); err != nil {
					return err
				}
			}
			if sessionID != "" {
				if f.Session, err = parseHash("session id", sessionID); err != nil {
					return err
				}
			}
			return s.listClaims(cmd, f, open)
		},
	}
	cmd.Flags().StringVar(&user, "user", "", "only claims of this user")
	cmd.Flags().StringVar(&sessionID, "session", "", "only claims about this session")
	cmd.Flags().UintVar(&promise, "promise", 0, "only claims about this promise")
	cmd.Flags().BoolVar(&open, "open", false, "only claims without an outcome")
	return cmd
}

func (s *session) listClaims(cmd *cobra.Command, f escrow.ClaimFilter, onlyOpen bool) error {
	c, err := s.dial(cmd.Context())
	if err != nil {
		return err
	}
	defer c.Close()
	all, err := c.Claims(cmd.Context(), f)
	if err != nil {
		return err
	}
	shown := []escrow.Claim{}
	r := newReport(c.Network(), nil)
	for _, claim := range all {
		if onlyOpen && claim.Status != escrow.StatusOpen {
			continue
		}
		shown = append(shown, claim)
		r.say("%s  %-9s promise %d, session %s: %s", claim.ID, claim.Status, claim.Promise, claim.Session, claim.Reason.Sentence())
	}
	if r.value = shown; len(shown) == 0 {
		r.say("no claims")
	}
	return s.print(cmd, r)
}

// claimView is what programs learn about a claim; amounts are wei in decimal.
type claimView struct {
	escrow.Claim
	Sentence          string    `json:"sentence"`
	Payout            string    `json:"payout_wei"`
	Bond              string    `json:"bond_wei"`
	EvidenceUntil     uint64    `json:"evidence_until"`
	WithdrawableAfter uint64    `json:"withdrawable_after"`
	ExpiresAfter      uint64    `json:"expires_after"`
	Now               uint64    `json:"now"`
	Sent              *sentView `json:"transaction,omitempty"`
}

func (s *session) showClaim(cmd *cobra.Command, c *escrow.Client, id trace.Hash, receipt escrow.Receipt, headline string, args ...any) error {
	claim, err := c.Claim(cmd.Context(), id)
	if err != nil {
		return err
	}
	p, err := c.Promise(cmd.Context(), claim.Promise)
	if err != nil {
		return err
	}
	now, err := c.LatestTime(cmd.Context())
	if err != nil {
		return err
	}
	v := claimView{
		Claim: claim, Sentence: outcome(claim, p), Payout: p.Payout.String(), Bond: p.Bond.String(),
		EvidenceUntil: claim.EvidenceUntil(), WithdrawableAfter: claim.WithdrawableAfter(), ExpiresAfter: claim.ExpiresAfter(), Now: now,
	}
	r := newReport(c.Network(), &v)
	r.say(headline, args...)
	r.field("status", "%s", claim.Status)
	r.field("outcome", "%s", v.Sentence)
	r.field("session", "%s", claim.Session)
	r.field("promise", "%d, round %d", claim.Promise, claim.Round)
	r.field("user", "%s", claim.User)
	r.field("verifier", "%s", claim.Verifier)
	r.field("filed", "%s", when(claim.FiledAt, now))
	if receipt.Fee != nil {
		sent := viewOfReceipt(receipt)
		v.Sent = &sent
		r.cost(receipt)
	}
	if claim.Status == escrow.StatusOpen {
		s.deadlines(cmd, r, c, claim, p, now)
	}
	if claim.Status == escrow.StatusDue {
		r.next(s.next(cmd, "claim", "collect", id.String()))
	}
	return s.print(cmd, r)
}

// deadlines says until when an open claim waits, and for what.
func (s *session) deadlines(cmd *cobra.Command, r *report, c *escrow.Client, claim escrow.Claim, p escrow.Promise, now uint64) {
	r.field("evidence", "until %s", when(claim.EvidenceUntil(), now))
	if !claim.Offer.IsZero() {
		r.field("offered", "bundle %s", claim.Offer)
	}
	r.field("withdrawable", "after %s", when(claim.WithdrawableAfter(), now))
	if now > claim.WithdrawableAfter() || p.Available.Cmp(p.Payout) < 0 {
		r.next(s.next(cmd, "claim", "withdraw", claim.ID.String()))
		return
	}
	r.next(s.next(cmd, "claim", "watch", claim.ID.String()))
}

// outcome says in one sentence what became of a claim.
func outcome(c escrow.Claim, p escrow.Promise) string {
	switch c.Status {
	case escrow.StatusOpen:
		return "waiting for the verdict"
	case escrow.StatusPaid:
		return fmt.Sprintf("%s; payout %s and bond %s went to the user", c.Reason.Sentence(), both(p.Payout), both(p.Bond))
	case escrow.StatusDue:
		return fmt.Sprintf("%s; the bond went back, the payout %s is owed because the reserve is short", c.Reason.Sentence(), both(p.Payout))
	case escrow.StatusSatisfied:
		return fmt.Sprintf("%s; the bond %s was credited to the provider", c.Reason.Sentence(), both(p.Bond))
	case escrow.StatusWithdrawn:
		return "the user took it back with the bond"
	case escrow.StatusExpired:
		return "nobody moved it for 180 days; the bond was credited to the user"
	default:
		return "unknown"
	}
}
