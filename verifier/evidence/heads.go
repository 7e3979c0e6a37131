package evidence

import (
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

const maxHeads = 4 << 20 // largest file of signed heads

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
	h, err := s.house(r, claim)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(&pacedBody{
		r:    http.MaxBytesReader(w, r.Body, maxHeads),
		set:  http.NewResponseController(w).SetReadDeadline,
		idle: s.cfg.Limits.Idle, until: time.Now().Add(s.cfg.Limits.Upload),
	})
	if err != nil {
		return uploadError(err, maxHeads)
	}
	done := h.Vault.Receiving(claim)
	defer done()
	f, err := h.Book.Filing(r.Context(), claim)
	if err != nil {
		return err
	}
	now, err := h.Now(r.Context())
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
	if err := h.CheckHeads(text); err != nil {
		return refuse(http.StatusUnprocessableEntity, "no_heads_file", "%v", err)
	}
	if err := h.Vault.keepHeads(claim, text); err != nil {
		return err
	}
	return h.Kept(r.Context(), claim)
}
