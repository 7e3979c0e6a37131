package evidence

import (
	"net/http"
	"strconv"

	"github.com/varek/varek/tracestore/trace"
)

// Report is what anyone may know of a claim. It has no member that could carry
// a line of the trace: the judge's own sentence stays with the verifier.
type Report struct {
	Claim    trace.Hash `json:"claim"`
	Session  trace.Hash `json:"session"`
	Promise  uint32     `json:"promise"`
	Round    uint32     `json:"round"`
	FiledAt  uint64     `json:"filed_at"`  // block time
	Deadline uint64     `json:"deadline"`  // last block time at which evidence is in time
	State    string     `json:"state"`     // filed, awaiting-evidence, judging, settling, settled, closed
	Evidence *Receipt   `json:"evidence"`  // null while none is kept
	Verdict  *Verdict   `json:"verdict"`   // null while there is none
	Closed   string     `json:"closed"`    // why the claim ended without our verdict, or ""
	Recheck  []string   `json:"recompute"` // commands by which a holder of the bundle reaches the same verdict
}

// Verdict is the ruling as published. Records are record numbers of the trace.
type Verdict struct {
	Violated    bool       `json:"violated"`
	Reason      string     `json:"reason"`
	Explanation string     `json:"explanation"`
	Records     []uint64   `json:"records"`
	Tx          trace.Hash `json:"tx"` // zero until the settlement is confirmed
}

const (
	pageSize = 100
	maxPage  = 1000
)

func (s *Server) getClaim(w http.ResponseWriter, r *http.Request) {
	claim, err := claimOf(r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	report, err := s.cfg.Book.Report(r.Context(), claim)
	if err != nil {
		answer(w, &claim, err)
		return
	}
	writeJSON(w, http.StatusOK, report)
}

func (s *Server) getClaims(w http.ResponseWriter, r *http.Request) {
	reports, err := s.reports(r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{"claims": reports})
}

// reports reads the page that ?limit= and ?offset= name.
func (s *Server) reports(r *http.Request) ([]Report, error) {
	limit, err := number(r, "limit", pageSize)
	if err != nil {
		return nil, err
	}
	offset, err := number(r, "offset", 0)
	if err != nil {
		return nil, err
	}
	reports, err := s.cfg.Book.Reports(r.Context(), min(limit, maxPage), offset)
	if reports == nil {
		reports = []Report{} // JSON [] and not null
	}
	return reports, err
}

func number(r *http.Request, name string, def int) (int, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return def, nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, refuse(http.StatusBadRequest, "bad_query", "%s is a whole number, not %q", name, text)
	}
	return int(n), nil
}
