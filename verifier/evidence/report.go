package evidence

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"github.com/varek/varek/tracestore/trace"
)

// Report is what anyone may know of a claim. It has no member that could carry
// a line of the trace: the judge's own sentence stays with the verifier.
type Report struct {
	Claim    trace.Hash `json:"claim"`
	Network  string     `json:"network"`
	Session  trace.Hash `json:"session"`
	Promise  uint32     `json:"promise"`
	Round    uint32     `json:"round"`
	FiledAt  uint64     `json:"filed_at"`  // block time
	Deadline uint64     `json:"deadline"`  // last block time at which evidence is in time
	State    string     `json:"state"`     // filed, awaiting-evidence, judging, settling, settled, closed
	Evidence *Receipt   `json:"evidence"`  // null while none is kept
	Verdict  *Verdict   `json:"verdict"`   // null while there is none
	Closed   string     `json:"closed"`    // why the claim ended without our verdict, or ""
	Heads    bool       `json:"heads"`     // whether the user's signed heads are kept
	Quorum   *Quorum    `json:"quorum"`    // null where one key rules
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
	// maxMerged is how deep a list of several houses can be looked through.
	maxMerged = 10_000
)

func (s *Server) getClaim(w http.ResponseWriter, r *http.Request) {
	claim, err := claimOf(r)
	if err != nil {
		answer(w, nil, err)
		return
	}
	report, err := s.report(r, claim)
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

func (s *Server) report(r *http.Request, claim trace.Hash) (Report, error) {
	h, err := s.known(r, claim)
	if err != nil {
		return Report{}, err
	}
	return h.Book.Report(r.Context(), claim)
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
	limit = min(limit, maxPage)
	if len(s.cfg.Houses) == 1 {
		return notNil(s.cfg.Houses[0].Book.Reports(r.Context(), limit, offset))
	}
	// The page of all houses lies within the first offset+limit of each.
	var all []Report
	for _, h := range s.cfg.Houses {
		part, err := h.Book.Reports(r.Context(), min(offset+limit, maxMerged), 0)
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	slices.SortStableFunc(all, func(a, b Report) int { return cmp.Compare(b.FiledAt, a.FiledAt) })
	all = all[min(offset, len(all)):]
	return notNil(all[:min(limit, len(all))], nil)
}

// notNil makes JSON show [] and not null.
func notNil(reports []Report, err error) ([]Report, error) {
	if reports == nil {
		reports = []Report{}
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
