package evidence

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/crypto/sha3"

	"github.com/varek/varek/tracestore/trace"
)

const (
	maxHeads  = 4 << 20  // largest file of signed heads
	maxWindow = 64 << 20 // largest zstd window that a sender may ask us to hold
)

func (s *Server) postEvidence(w http.ResponseWriter, r *http.Request) {
	claim, err := claimOf(r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	receipt, err := s.receive(w, r, claim)
	if err != nil {
		answer(w, &claim, err)
		return
	}
	writeJSON(w, http.StatusOK, receipt)
}

// receive takes one upload from the first byte to the receipt.
func (s *Server) receive(w http.ResponseWriter, r *http.Request, claim trace.Hash) (Receipt, error) {
	if err := s.mayStillCome(r, claim); err != nil {
		return Receipt{}, err
	}
	release, ok := s.slots.take(r.RemoteAddr)
	if !ok {
		w.Header().Set("Retry-After", "5")
		return Receipt{}, refuse(http.StatusServiceUnavailable, "busy", "too many uploads are under way; send it again in a few seconds")
	}
	defer release()
	staged, err := s.cfg.Vault.stage()
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
	return s.consider(r, claim, staged, hash)
}

// mayStillCome refuses what is late or unknown before a body is read.
func (s *Server) mayStillCome(r *http.Request, claim trace.Hash) error {
	f, err := s.cfg.Book.Filing(r.Context(), claim)
	if err != nil {
		return err
	}
	now, err := s.cfg.Now(r.Context())
	if err != nil {
		return fmt.Errorf("the chain does not answer: %w", err)
	}
	if _, kept, err := s.cfg.Vault.Receipt(claim); err != nil || kept {
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
func (s *Server) consider(r *http.Request, claim trace.Hash, staged *os.File, hash trace.Hash) (Receipt, error) {
	done := s.cfg.Vault.Receiving(claim)
	defer done()
	ctx := r.Context()
	if old, kept, err := s.cfg.Vault.Receipt(claim); err != nil {
		return Receipt{}, err
	} else if kept {
		return s.again(r, old, hash)
	}
	now, err := s.cfg.Now(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("the chain does not answer: %w", err)
	}
	f, err := s.cfg.Book.Filing(ctx, claim)
	if err != nil {
		return Receipt{}, err
	}
	if !f.InTime(now, hash) {
		return Receipt{}, late(f)
	}
	if _, err := staged.Seek(0, io.SeekStart); err != nil {
		return Receipt{}, fmt.Errorf("reading the upload back: %w", err)
	}
	if err := s.cfg.Admit(ctx, claim, staged); errors.Is(err, ErrNotEvidence) {
		return Receipt{}, refuse(http.StatusUnprocessableEntity, "not_evidence", "%v", err)
	} else if err != nil {
		return Receipt{}, fmt.Errorf("checking the bundle: %w", err)
	}
	kept, first, err := s.cfg.Vault.keepBundle(staged.Name(), Receipt{Claim: claim, Accepted: true, BundleHash: hash, BlockTime: now})
	if err != nil {
		return Receipt{}, err
	}
	if !first {
		return s.again(r, kept, hash)
	}
	return kept, s.cfg.Kept(ctx, claim)
}

// again answers an upload for a claim whose bundle is kept: the same receipt for
// the same bytes, a conflict for others.
func (s *Server) again(r *http.Request, kept Receipt, hash trace.Hash) (Receipt, error) {
	if kept.BundleHash != hash {
		conflict := refuse(http.StatusConflict, "kept", "another copy was complete first and is kept; evidence cannot be replaced")
		conflict.BundleHash = &kept.BundleHash
		return Receipt{}, conflict
	}
	return kept, s.cfg.Kept(r.Context(), kept.Claim)
}

// upload writes the uncompressed body to the file and syncs it.
func (s *Server) upload(w http.ResponseWriter, r *http.Request, to *os.File) error {
	lim := s.cfg.Limits
	if r.ContentLength > lim.Wire {
		return tooLarge(lim.Wire)
	}
	var body io.Reader = &pacedBody{
		r:    http.MaxBytesReader(w, r.Body, lim.Wire),
		set:  http.NewResponseController(w).SetReadDeadline,
		idle: lim.Idle, until: time.Now().Add(lim.Upload),
	}
	switch enc := r.Header.Get("Content-Encoding"); enc {
	case "", "identity":
	case "zstd":
		z, err := zstd.NewReader(body, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			return fmt.Errorf("opening the decompressor: %w", err)
		}
		defer z.Close()
		body = z
	default:
		return refuse(http.StatusUnsupportedMediaType, "encoding", "content encoding %q is not taken; send zstd or identity", enc)
	}
	n, err := io.Copy(to, io.LimitReader(body, lim.Bundle+1))
	if err != nil {
		return uploadError(err, lim.Wire)
	}
	if n > lim.Bundle {
		return tooLarge(lim.Bundle)
	}
	if err := to.Sync(); err != nil {
		return fmt.Errorf("syncing the upload: %w", err)
	}
	return nil
}

func tooLarge(limit int64) error {
	return refuse(http.StatusRequestEntityTooLarge, "too_large", "the bundle is larger than the %d bytes that this verifier takes", limit)
}

// uploadError says whose fault a broken upload is.
func uploadError(err error, wire int64) error {
	var big *http.MaxBytesError
	var path *os.PathError
	switch {
	case errors.As(err, &big):
		return tooLarge(wire)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return refuse(http.StatusRequestTimeout, "too_slow", "the upload paused or took too long; send it again")
	case errors.As(err, &path):
		return fmt.Errorf("writing the upload: %w", err)
	}
	return refuse(http.StatusBadRequest, "broken_upload", "the body cannot be read: %v", err)
}

// pacedBody moves the connection's read deadline along, so that a pause or an
// upload that never ends frees its slot. Wall time: this is transport, not law.
type pacedBody struct {
	r     io.Reader
	set   func(time.Time) error
	idle  time.Duration
	until time.Time
}

func (p *pacedBody) Read(b []byte) (int, error) {
	next := time.Now().Add(p.idle)
	if next.After(p.until) {
		next = p.until
	}
	if err := p.set(next); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, fmt.Errorf("setting the upload's time limit: %w", err)
	}
	return p.r.Read(b)
}

// bundleHash is the hash of everything before the last line, which is
// what the signature in that line covers.
func bundleHash(f *os.File) (trace.Hash, error) {
	info, err := f.Stat()
	if err != nil {
		return trace.Hash{}, fmt.Errorf("reading the upload back: %w", err)
	}
	end, err := lastLine(f, info.Size())
	if err != nil {
		return trace.Hash{}, fmt.Errorf("reading the upload back: %w", err)
	}
	k := sha3.NewLegacyKeccak256()
	if _, err := io.Copy(k, io.NewSectionReader(f, 0, end)); err != nil {
		return trace.Hash{}, fmt.Errorf("reading the upload back: %w", err)
	}
	return trace.Hash(k.Sum(nil)), nil
}

// lastLine is the offset at which the last line begins.
func lastLine(f io.ReaderAt, size int64) (int64, error) {
	const step = 64 << 10
	for end := size - 1; end > 0; { // the newline that ends the last line does not begin one
		n := min(step, end)
		buf := make([]byte, n)
		if _, err := f.ReadAt(buf, end-n); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(buf, '\n'); i >= 0 {
			return end - n + int64(i) + 1, nil
		}
		end -= n
	}
	return 0, nil
}

func (s *Server) postHeads(w http.ResponseWriter, r *http.Request) {
	claim, err := claimOf(r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	if err := s.receiveHeads(w, r, claim); err != nil {
		answer(w, &claim, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"claim": claim, "accepted": true})
}

// receiveHeads keeps the heads that the user filed with. Their hash is on chain,
// so nothing but the exact file is taken and it may be sent any number of times.
func (s *Server) receiveHeads(w http.ResponseWriter, r *http.Request, claim trace.Hash) error {
	text, err := io.ReadAll(&pacedBody{
		r:    http.MaxBytesReader(w, r.Body, maxHeads),
		set:  http.NewResponseController(w).SetReadDeadline,
		idle: s.cfg.Limits.Idle, until: time.Now().Add(s.cfg.Limits.Upload),
	})
	if err != nil {
		return uploadError(err, maxHeads)
	}
	done := s.cfg.Vault.Receiving(claim)
	defer done()
	f, err := s.cfg.Book.Filing(r.Context(), claim)
	if err != nil {
		return err
	}
	now, err := s.cfg.Now(r.Context())
	if err != nil {
		return fmt.Errorf("the chain does not answer: %w", err)
	}
	switch {
	case f.HeadsHash.IsZero():
		return refuse(http.StatusConflict, "no_heads", "this claim was filed without signed heads")
	case trace.Keccak(text) != f.HeadsHash:
		return refuse(http.StatusUnprocessableEntity, "other_heads", "this is not the file whose hash stands in the filing")
	case !f.Open || now > f.FiledAt+HeadsWindow:
		return refuse(http.StatusGone, "late", "signed heads were due by block time %d (filing + 1 day)", f.FiledAt+HeadsWindow)
	}
	if err := s.cfg.CheckHeads(text); err != nil {
		return refuse(http.StatusUnprocessableEntity, "no_heads_file", "%v", err)
	}
	if err := s.cfg.Vault.keepHeads(claim, text); err != nil {
		return err
	}
	return s.cfg.Kept(r.Context(), claim)
}
