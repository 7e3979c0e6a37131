package evidence

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/varek/varek/tracestore/trace"
)

func (s *Server) postEvidence(w http.ResponseWriter, r *http.Request) {
	claim, err := claimOf(r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	receipt, err := s.receive(w, r, claim)
	s.counts.answered(err)
	if err != nil {
		answer(w, &claim, err)
		return
	}
	writeJSON(w, http.StatusOK, receipt)
}

// receive takes one upload from the first byte to the receipt.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, claim trace.Hash) (Receipt, error) {
	h, err := s.house(r, claim)
	if err != nil {
		return Receipt{}, err
	}
	if err := h.mayStillCome(r.Context(), claim); err != nil {
		return Receipt{}, err
	}
	release, ok := s.slots.take(r.RemoteAddr)
	if !ok {
		w.Header().Set("Retry-After", "5")
		return Receipt{}, refuse(http.StatusServiceUnavailable, "busy", "too many uploads are under way; send it again in a few seconds")
	}
	defer release()
	staged, err := h.Vault.stage()
	if err != nil {
		return Receipt{}, err
	}
	defer func() {
		_ = staged.Close()
		_ = os.Remove(staged.Name()) // gone already when it was kept
	}()
	if err := s.upload(w, r, staged); err != nil {
		return Receipt{}, err
	}
	hash, err := bundleHash(staged)
	if err != nil {
		return Receipt{}, err
	}
	return s.consider(r.Context(), h, claim, staged, hash)
}

// mayStillCome refuses what is late or unknown before a body is read.
func (h *House) mayStillCome(ctx context.Context, claim trace.Hash) error {
	f, err := h.Book.Filing(ctx, claim)
	if err != nil {
		return err
	}
	now, err := h.Now(ctx)
	if err != nil {
		return fmt.Errorf("the chain does not answer: %w", err)
	}
	if _, kept, err := h.Vault.Receipt(claim); err != nil || kept {
		return err // a repeated copy gets its receipt again, however late
	}
	if !f.mayComeInTime(now) {
		return late(f)
	}
	return nil
}

func late(f Filing) error {
	if !f.Open {
		return refuse(http.StatusGone, "closed", "this claim is being ruled on or closed; it takes no more evidence")
	}
	return refuse(http.StatusGone, "late", "evidence was due by block time %d (filing + 3 days)", f.FiledAt+Window)
}

// consider fixes the time of arrival, checks the bundle and keeps it. While it
// runs nobody can rule that there is no evidence.
func (s *Server) consider(ctx context.Context, h *House, claim trace.Hash, staged *os.File, hash trace.Hash) (Receipt, error) {
	done := h.Vault.Receiving(claim)
	defer done()
	if old, kept, err := h.Vault.Receipt(claim); err != nil {
		return Receipt{}, err
	} else if kept {
		return h.again(ctx, old, hash)
	}
	now, err := h.Now(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("the chain does not answer: %w", err)
	}
	f, err := h.Book.Filing(ctx, claim)
	if err != nil {
		return Receipt{}, err
	}
	if !f.InTime(now, hash) {
		return Receipt{}, late(f)
	}
	if _, err := staged.Seek(0, io.SeekStart); err != nil {
		return Receipt{}, fmt.Errorf("reading the upload back: %w", err)
	}
	if err := s.admit(ctx, h, claim, staged); errors.Is(err, ErrNotEvidence) {
		return Receipt{}, refuse(http.StatusUnprocessableEntity, "not_evidence", "%v", err)
	} else if err != nil {
		return Receipt{}, fmt.Errorf("checking the bundle: %w", err)
	}
	kept, first, err := h.Vault.keepBundle(staged.Name(), Receipt{Claim: claim, Accepted: true, BundleHash: hash, BlockTime: now})
	if err != nil {
		return Receipt{}, err
	}
	if !first {
		return h.again(ctx, kept, hash)
	}
	return kept, h.Kept(ctx, claim)
}

// admit checks the bundle when it is its turn: a record with its blobs is in
// memory as a whole, and anybody can send one. The time of arrival is fixed.
func (s *Server) admit(ctx context.Context, h *House, claim trace.Hash, staged io.Reader) error {
	select {
	case s.checks <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-s.checks }()
	return h.Admit(ctx, claim, staged)
}

// again answers an upload for a claim whose bundle is kept: the same receipt for
// the same bytes, a conflict for others.
func (h *House) again(ctx context.Context, kept Receipt, hash trace.Hash) (Receipt, error) {
	if kept.BundleHash != hash {
		conflict := refuse(http.StatusConflict, "kept", "another copy was complete first and is kept; evidence cannot be replaced")
		conflict.BundleHash = &kept.BundleHash
		return Receipt{}, conflict
	}
	return kept, h.Kept(ctx, kept.Claim)
}
