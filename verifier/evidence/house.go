package evidence

import (
	"context"
	"errors"
	"io"
	"net/http"

	"github.com/varek/varek/tracestore/trace"
)

// Book is what the door reads of the claims.
type Book interface {
	// Knows reports whether the claim is in the book, without asking the chain.
	Knows(ctx context.Context, claim trace.Hash) (bool, error)
	// Filing returns the claim's window, or ErrUnknownClaim.
	Filing(ctx context.Context, claim trace.Hash) (Filing, error)
	// Report returns what may be published of a claim, or ErrUnknownClaim.
	Report(ctx context.Context, claim trace.Hash) (Report, error)
	// Reports lists claims, newest filing first.
	Reports(ctx context.Context, limit, offset int) ([]Report, error)
}

// House is the claims of one verifier on one escrow, as the door needs them. All
// members but AddVoice are required.
type House struct {
	Name  string // shown where the houses of a server are told apart
	Book  Book
	Vault *Vault
	// Admit says whether the bundle is evidence for the claim at all: nil, an
	// error that is ErrNotEvidence, or any other error when it cannot be known now.
	Admit func(ctx context.Context, claim trace.Hash, bundle io.Reader) error
	// CheckHeads says whether a text is a file of signed heads.
	CheckHeads func(text []byte) error
	// Now is the time of the chain's newest block.
	Now func(ctx context.Context) (uint64, error)
	// Kept is told of what was kept, before the receipt is sent. It may be told
	// twice of the same bundle.
	Kept func(ctx context.Context, claim trace.Hash) error
	// Ready says what keeps the house from taking evidence, or nil.
	Ready func(ctx context.Context) error
	// AddVoice keeps a quorum member's signature, or refuses it with ErrNoVoice.
	// It is nil where one key rules.
	AddVoice func(ctx context.Context, claim trace.Hash, v Voice) error
}

// house finds whose claim it is. Only a claim that no book has makes the chains
// be asked: it may have been filed a moment ago.
func (s *Server) house(r *http.Request, claim trace.Hash) (*House, error) {
	h, err := s.known(r, claim)
	if !errors.Is(err, ErrUnknownClaim) {
		return h, err
	}
	var trouble error
	for i := range s.cfg.Houses {
		h := &s.cfg.Houses[i]
		_, err := h.Book.Filing(r.Context(), claim)
		if err == nil {
			return h, nil
		}
		if !errors.Is(err, ErrUnknownClaim) {
			trouble = err
		}
	}
	if trouble != nil {
		return nil, trouble
	}
	return nil, ErrUnknownClaim
}

// known is house without asking the chains.
func (s *Server) known(r *http.Request, claim trace.Hash) (*House, error) {
	for i := range s.cfg.Houses {
		h := &s.cfg.Houses[i]
		if known, err := h.Book.Knows(r.Context(), claim); err != nil || known {
			return h, err
		}
	}
	return nil, ErrUnknownClaim
}
