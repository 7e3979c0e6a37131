package verifier

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/judge"
)

var _ evidence.Book = (*Service)(nil)

// Door returns the HTTP interface to this service's claims alone.
func (s *Service) Door(banner string, limits evidence.Limits) *evidence.Server {
	return evidence.NewServer(evidence.Config{Houses: []evidence.House{s.House()}, Banner: banner, Limits: limits})
}

// House is what a door needs to serve this service's claims, beside others.
func (s *Service) House() evidence.House {
	h := evidence.House{
		Name: s.Name(), Book: s, Vault: s.vault, Admit: s.Admit, Now: s.cfg.Ledger.Now, Kept: s.Kept, Ready: s.Ready,
		CheckHeads: func(text []byte) error { _, err := ParseHeads(text); return err },
	}
	if s.cfg.Quorum != nil {
		h.AddVoice = s.AddVoice
	}
	return h
}

// Knows implements evidence.Book.
func (s *Service) Knows(ctx context.Context, claim trace.Hash) (bool, error) {
	_, err := s.book.Claim(ctx, claim)
	if errors.Is(err, ErrNoClaim) {
		return false, nil
	}
	return err == nil, err
}

// Admit says whether a bundle is evidence for the claim at all: nil, an error
// that is evidence.ErrNotEvidence, or another one when it cannot be known now.
func (s *Service) Admit(ctx context.Context, claim trace.Hash, bundle io.Reader) error {
	facts, err := s.cfg.Ledger.Facts(ctx, claim, nil)
	if err != nil {
		return fmt.Errorf("collecting the chain's facts: %w", err)
	}
	return s.admit(facts, bundle)
}

// Filing implements evidence.Book. A claim that is not known yet may have been
// filed a moment ago: the chain is looked at before the sender is told so.
func (s *Service) Filing(ctx context.Context, claim trace.Hash) (evidence.Filing, error) {
	c, err := s.claim(ctx, claim)
	if errors.Is(err, evidence.ErrUnknownClaim) {
		p, readErr := s.catchUp(ctx)
		if readErr != nil {
			return evidence.Filing{}, readErr
		}
		if p.Moved {
			s.nudge()
		}
		c, err = s.claim(ctx, claim)
	}
	if errors.Is(err, evidence.ErrUnknownClaim) {
		c, err = s.missed(ctx, claim)
	}
	if err != nil {
		return evidence.Filing{}, err
	}
	return evidence.Filing{
		Claim: c.ID, Open: c.State == Filed || c.State == Awaiting,
		FiledAt: c.FiledAt, Offer: c.Offer, HeadsHash: c.HeadsHash,
	}, nil
}

// missed asks the chain for a claim that the watcher has not seen. A node that
// shows it now did not show it when its block was read: the blocks from there on
// are read again.
func (s *Service) missed(ctx context.Context, claim trace.Hash) (Claim, error) {
	verifier, block, err := s.cfg.Ledger.Filed(ctx, claim)
	if errors.Is(err, evidence.ErrUnknownClaim) || err == nil && verifier != s.cfg.Identity.Verifier {
		return Claim{}, evidence.ErrUnknownClaim
	}
	if err != nil {
		return Claim{}, err
	}
	if cursor, err := s.book.cursor(ctx); err != nil || block > cursor {
		return Claim{}, errors.Join(err, evidence.ErrUnknownClaim) // it waits for its confirmations
	}
	s.cfg.Log.Warn("the node had hidden the filing of a claim; the chain is read again from its block", "claim", claim, "op", "watch", "block", block)
	s.reading.Lock()
	err = s.watcher.Reread(ctx, block)
	s.reading.Unlock()
	if err != nil {
		return Claim{}, err
	}
	s.nudge()
	return s.claim(ctx, claim)
}

func (s *Service) claim(ctx context.Context, id trace.Hash) (Claim, error) {
	c, err := s.book.Claim(ctx, id)
	if errors.Is(err, ErrNoClaim) {
		return Claim{}, evidence.ErrUnknownClaim
	}
	return c, err
}

// Report implements evidence.Book.
func (s *Service) Report(ctx context.Context, claim trace.Hash) (evidence.Report, error) {
	c, err := s.claim(ctx, claim)
	if err != nil {
		return evidence.Report{}, err
	}
	return s.report(ctx, c)
}

// Reports implements evidence.Book.
func (s *Service) Reports(ctx context.Context, limit, offset int) ([]evidence.Report, error) {
	claims, err := s.book.Claims(ctx, limit, offset)
	if err != nil {
		return nil, err
	}
	reports := make([]evidence.Report, 0, len(claims))
	for _, c := range claims {
		r, err := s.report(ctx, c)
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// report takes from a claim what may be published. The verdict appears with the
// settlement: before that it could still be acted upon by one side.
func (s *Service) report(ctx context.Context, c Claim) (evidence.Report, error) {
	r := evidence.Report{
		Claim: c.ID, Network: s.cfg.Network, Session: c.Session, Promise: c.Promise, Round: c.Round,
		FiledAt: c.FiledAt, Deadline: c.FiledAt + evidence.Window, State: string(c.State), Closed: c.Closed,
		Recheck: []string{
			fmt.Sprintf("varek-verifier facts %s --network %s > facts.json", c.ID, s.cfg.Network),
			"varek-verifier judge BUNDLE --facts facts.json",
		},
	}
	receipt, kept, err := s.vault.Receipt(c.ID)
	if err != nil {
		return r, err
	}
	if kept {
		r.Evidence = &receipt
	}
	if _, r.Heads, err = s.vault.Heads(c.ID); err != nil {
		return r, err
	}
	if r.Quorum, err = s.voiced(ctx, c); err != nil {
		return r, err
	}
	if c.State == Settled {
		r.Verdict = &evidence.Verdict{Violated: c.Violated, Reason: c.Reason,
			Explanation: Explain(judge.Reason(c.Reason)), Records: c.Records, Tx: c.Tx}
	}
	return r, nil
}
