package verifier

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/judge"
)

var errPanicked = errors.New("the judge broke down on this bundle")

func recovered(v any) error { return fmt.Errorf("%w: %v", errPanicked, v) }

// advance takes one claim as far as it goes now. Each step reads the claim as it
// is kept, so that what another step or the watcher committed is seen.
func (s *Service) advance(ctx context.Context, c Claim) (moved bool, err error) {
	for {
		var stepped bool
		op := "read"
		switch c.State {
		case Filed:
			op = "await"
			stepped, err = true, s.book.move(ctx, arrow{of: c, to: Awaiting, time: c.FiledAt,
				note: fmt.Sprintf("evidence is due by block time %d", c.FiledAt+evidence.Window)})
		case Awaiting:
			op = "await"
			stepped, err = s.await(ctx, c)
		case Judging:
			op = "judge"
			stepped, err = s.judge(ctx, c)
		case Settling:
			op = "settle"
			stepped, err = s.settle(ctx, c)
			if err == nil {
				return moved || stepped, nil // Settled comes from the chain
			}
		default:
			return moved, nil
		}
		if errors.Is(err, ErrMoved) {
			return true, nil // the chain moved the claim meanwhile; the next step sees where to
		}
		if err != nil {
			return moved, &ClaimError{Claim: c.ID, Op: op, Err: err}
		}
		if !stepped {
			return moved, nil
		}
		moved = true
		if c, err = s.book.Claim(ctx, c.ID); err != nil {
			return moved, &ClaimError{Claim: c.ID, Op: "read", Err: err}
		}
	}
}

// finalPoll is how much block time passes between two looks for a final
// commitment, whose event is no claim's.
const finalPoll = 12

// await shuts the door when there is something to judge: a bundle and the
// session's final commitment, or the end of the time for them. The gate makes
// receiving and ruling exclude each other: a bundle that is in time by the
// newest block is inside before the confirmed block's time is past its window.
func (s *Service) await(ctx context.Context, c Claim) (bool, error) {
	done := s.vault.Ruling(c.ID)
	defer done()
	status, err := s.cfg.Ledger.Status(ctx, c.ID)
	if err != nil {
		return false, fmt.Errorf("reading where the claim stands: %w", err)
	}
	if !status.Open {
		s.sleepUntil(c.ID, status.Time+1) // its event comes with its confirmations
		return false, nil
	}
	receipt, kept, err := s.vault.Receipt(c.ID)
	if err != nil {
		return false, err
	}
	note := "no evidence came in time"
	if kept {
		note = "bundle " + receipt.BundleHash.String()
	}
	wake, err := s.notBefore(ctx, c, status.Time, kept)
	if err != nil {
		return false, err
	}
	if wake > status.Time {
		s.sleepUntil(c.ID, wake)
		return false, nil
	}
	return true, s.book.move(ctx, arrow{of: c, to: Judging, time: status.Time, note: note})
}

// notBefore is the block time at which the claim may be ready to be judged; it
// is ready when that is not in the future.
func (s *Service) notBefore(ctx context.Context, c Claim, now uint64, kept bool) (uint64, error) {
	if wake, err := s.headsDue(c, now); err != nil || wake > now {
		return wake, err
	}
	past := c.FiledAt + evidence.Window + 1
	offered := !c.Offer.IsZero()
	switch {
	case kept && now >= past, !kept && !offered:
		return past, nil
	case kept:
		final, err := s.cfg.Ledger.Final(ctx, c.ID)
		if err != nil || final {
			return now, err
		}
		return min(now+finalPoll, past), nil
	case now < past:
		return past, nil
	}
	// Offered and not delivered: NO_EVIDENCE has to wait, NO_FINAL has not.
	final, err := s.cfg.Ledger.Final(ctx, c.ID)
	if err != nil || !final {
		return now, err
	}
	return c.FiledAt + judge.OfferWait + 1, nil
}

// headsDue returns the block time at which the user's signed heads are no longer
// waited for, or 0 when they are here or there are none.
func (s *Service) headsDue(c Claim, now uint64) (uint64, error) {
	if c.HeadsHash.IsZero() || now > c.FiledAt+evidence.HeadsWindow {
		return 0, nil
	}
	_, have, err := s.vault.Heads(c.ID)
	if err != nil || have {
		return 0, err
	}
	return c.FiledAt + evidence.HeadsWindow + 1, nil
}

// judge asks the pure function and commits its answer. Undecided means that the
// chain's facts ask for more patience than the book thought.
func (s *Service) judge(ctx context.Context, c Claim) (bool, error) {
	text, _, err := s.vault.Heads(c.ID)
	if err != nil {
		return false, err
	}
	heads, err := ParseHeads(text)
	if err != nil {
		return false, err
	}
	facts, err := s.cfg.Ledger.Facts(ctx, c.ID, heads)
	if err != nil {
		return false, fmt.Errorf("collecting the chain's facts: %w", err)
	}
	began := s.cfg.Clock()
	v, err := s.verdict(ctx, facts, c)
	if err == nil {
		s.tally.judged(s.cfg.Clock().Sub(began))
	}
	if errors.Is(err, judge.ErrNotEvidence) {
		return false, s.discard(ctx, c, facts.Now, err)
	}
	if err != nil {
		return false, err
	}
	if !v.Decided {
		s.sleepUntil(c.ID, facts.Now+1)
		err := s.book.move(ctx, arrow{of: c, to: Awaiting, time: facts.Now, note: "undecided: " + v.Sentence})
		return false, err
	}
	note := fmt.Sprintf("verdict %s, records %v", v.Reason, v.Records)
	return true, s.book.rule(ctx, arrow{of: c, time: facts.Now, note: note},
		ruling{violated: v.Violated, reason: string(v.Reason), records: v.Records, sentence: v.Sentence})
}

// verdict runs the judge over the kept bundle, or over its absence. A bundle
// that breaks the judge must not take the other claims down with it.
func (s *Service) verdict(ctx context.Context, facts judge.Facts, c Claim) (v judge.Verdict, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = recovered(p)
		}
	}()
	bundle, err := s.vault.Open(c.ID)
	if errors.Is(err, evidence.ErrNoBundle) {
		return judge.Judge(facts, nil, s.cfg.Registry)
	}
	if err != nil {
		return judge.Verdict{}, err
	}
	v, err = judge.JudgeParallel(facts, stoppable{ctx, bundle}, s.cfg.Registry)
	return v, errors.Join(err, bundle.Close())
}

// discard gives up a kept bundle that is no evidence on the chain as it is now:
// a reorganisation took back what made its signer an operator. The wait goes on.
func (s *Service) discard(ctx context.Context, c Claim, now uint64, cause error) error {
	if err := s.vault.Discard(c.ID); err != nil {
		return err
	}
	return s.book.move(ctx, arrow{of: c, to: Awaiting, time: now, note: "the kept bundle was given up: " + cause.Error()})
}

// settle sends the kept verdict unless the chain has closed the claim already:
// by us before a crash, by the user, or by anyone when it expired. The arrow to
// the end is made by the event, once it has the network's confirmations.
func (s *Service) settle(ctx context.Context, c Claim) (bool, error) {
	status, err := s.cfg.Ledger.Status(ctx, c.ID)
	if err != nil {
		return false, fmt.Errorf("looking whether the claim is still open: %w", err)
	}
	if !status.Open {
		s.sleepUntil(c.ID, status.Time+1) // its event comes with its confirmations
		return false, nil
	}
	if s.cfg.Quorum != nil {
		return s.settleTogether(ctx, c)
	}
	tx, err := s.cfg.Ledger.Settle(ctx, c.ID, c.Violated, judge.Reason(c.Reason))
	if err != nil {
		return false, fmt.Errorf("sending the verdict: %w", err)
	}
	s.cfg.Log.Info("verdict sent", "claim", c.ID, "op", "settle", "tx", tx, "violated", c.Violated, "reason", c.Reason)
	return true, nil
}

// admit asks the judge: is this bundle evidence for the claim at all.
func (s *Service) admit(facts judge.Facts, bundle io.Reader) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = evidence.NotEvidence(recovered(p))
		}
	}()
	err = judge.Admit(facts, bundle)
	if errors.Is(err, judge.ErrNotEvidence) {
		return evidence.NotEvidence(err)
	}
	return err
}

// stoppable ends the reading of a bundle when the service is stopped. That is
// the reader's error and never a verdict.
type stoppable struct {
	ctx context.Context
	r   io.Reader
}

func (s stoppable) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.r.Read(b)
}
