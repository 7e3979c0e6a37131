package duty

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// steps does what is left for one claim, in order; an error stops it until the
// next attempt. Each step that was done is written down before the next.
func (k *Keeper) steps(ctx context.Context, s *Status, c Claim, now uint64) error {
	path := filepath.Join(k.cfg.Dir, folder(c.ID), bundleName)
	if !c.Open {
		s.Stage, s.Outcome = Closed, c.Outcome
		return forget(path) // it holds private records and nobody needs it now
	}
	if s.Stage == Closed { // the block with the outcome was replaced
		s.Stage, s.Outcome = Seen, ""
	}
	if now > c.Until && c.Offer.IsZero() && s.Stage != Delivered {
		s.Stage = Missed
		return nil
	}
	if s.Stage == Delivered && !k.doubtful(s, c, now) {
		return nil
	}
	if s.Stage == Seen || s.Stage == Elsewhere || s.Stage == Missed {
		if err := k.finalize(ctx, s, c, now); err != nil {
			return err
		}
	}
	if err := k.assemble(ctx, s, c, path); err != nil {
		return err
	}
	err := k.offer(ctx, s, c, now)
	if door := k.deliver(ctx, s, c, path); door != nil {
		return errors.Join(err, door)
	}
	// The insurance is not taken out while the offer fails.
	s.Insured = s.Insured || err == nil && k.closing(c, now)
	return err
}

// closing says that the time for evidence is nearly over.
func (k *Keeper) closing(c Claim, now uint64) bool { return now+k.cfg.Insure >= c.Until }

// doubtful says that a receipt should have led to a verdict by now: once, the
// bundle is offered and sent again while that can still help.
func (k *Keeper) doubtful(s *Status, c Claim, now uint64) bool {
	return !s.Insured && k.closing(c, now) && now <= c.Until
}

func (k *Keeper) note(s *Status, stage Stage) error {
	s.Stage = stage
	return s.write(k.cfg.Dir)
}

func (k *Keeper) finalize(ctx context.Context, s *Status, c Claim, now uint64) error {
	err := k.cfg.House.Close(ctx, c, now)
	if errors.Is(err, ErrElsewhere) {
		s.Stage = Elsewhere
	}
	if err != nil {
		return fmt.Errorf("close the session: %w", err)
	}
	return k.note(s, Final)
}

// assemble makes the bundle's file, unless it is there.
func (k *Keeper) assemble(ctx context.Context, s *Status, c Claim, path string) error {
	if _, err := os.Stat(path); err == nil && !s.Bundle.IsZero() {
		return nil
	}
	var sum provider.Summary
	err := replace(path, func(f *os.File) (err error) {
		sum, err = k.cfg.House.Assemble(ctx, c, f)
		return err
	})
	if err != nil {
		return fmt.Errorf("assemble the evidence: %w", err)
	}
	s.Bundle, s.Records, s.Shown = sum.BundleHash, sum.Records, sum.Shown
	if s.Stage == Delivered {
		return s.write(k.cfg.Dir)
	}
	return k.note(s, Assembled)
}

// offer puts the hash on chain where the verifier has not answered for long, or
// the time is nearly over.
func (k *Keeper) offer(ctx context.Context, s *Status, c Claim, now uint64) error {
	switch {
	case !c.Offer.IsZero() && c.Offer != s.Bundle:
		return fmt.Errorf("the bundle %s was offered on chain, what the store gives now is %s", c.Offer, s.Bundle)
	case !c.Offer.IsZero(), now > c.Until:
		return nil
	case k.closing(c, now), s.Stage == Assembled && s.Attempts > 0 && now >= s.Failing+k.cfg.OfferAfter:
		if err := k.cfg.Chain.Offer(ctx, c.ID, s.Bundle); err != nil {
			return fmt.Errorf("offer the evidence on chain: %w", err)
		}
		s.Offered = s.Bundle
		k.cfg.Log.Warn("evidence offered on chain: its verifier has not ruled", "claim", c.ID, "session", c.Session, "op", "claims", "bundle", s.Bundle)
		return s.write(k.cfg.Dir)
	}
	return nil
}

// deliver tries every door once and stops at the first receipt.
func (k *Keeper) deliver(ctx context.Context, s *Status, c Claim, path string) error {
	doors, err := k.cfg.House.Doors(c)
	if err != nil {
		return err
	}
	var errs []error
	for _, door := range doors {
		d := k.cfg.Delivery
		d.URL, d.Claim, d.Bundle, d.Attempts = door, c.ID, s.Bundle, 1
		d.Open = func() (io.ReadCloser, error) { return os.Open(path) }
		receipt, err := provider.Deliver(ctx, d)
		if err == nil {
			s.Receipt, s.Kept = &receipt, trace.Hash{}
			return k.note(s, Delivered)
		}
		var r *provider.Refusal
		if errors.As(err, &r) && r.Code == "kept" && !r.BundleHash.IsZero() {
			// Another signed copy of ours came first, a manual one for instance.
			s.Kept = r.BundleHash
			k.cfg.Log.Warn("the verifier keeps another copy", "claim", c.ID, "op", "claims", "kept", r.BundleHash, "bundle", s.Bundle)
			return k.note(s, Delivered)
		}
		if errors.As(err, &r) && r.Code == "not_evidence" {
			// The file may have been damaged here; the next attempt makes it anew.
			err = errors.Join(err, forget(path))
		}
		errs = append(errs, fmt.Errorf("%s: %w", door, err))
	}
	return errors.Join(errs...)
}

func forget(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
