package evidence

import (
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

// Limits bound what a stranger can make the verifier do.
type Limits struct {
	Wire    int64         // largest request body; 0 means 256 MiB
	Bundle  int64         // largest bundle uncompressed; 0 means 1 GiB
	Upload  time.Duration // longest upload; 0 means 10 minutes
	Idle    time.Duration // longest pause inside an upload; 0 means 30 seconds
	Uploads int           // uploads at the same time; 0 means 32
	PerPeer int           // uploads at the same time from one address; 0 means 8
}

func (l Limits) withDefaults() Limits {
	def := func(v *int64, d int64) {
		if *v == 0 {
			*v = d
		}
	}
	def(&l.Wire, 256<<20)
	def(&l.Bundle, 1<<30)
	def((*int64)(&l.Upload), int64(10*time.Minute))
	def((*int64)(&l.Idle), int64(30*time.Second))
	if l.Uploads == 0 {
		l.Uploads = 32
	}
	if l.PerPeer == 0 {
		l.PerPeer = 8
	}
	return l
}

// Config wires a server. Houses may not be empty.
type Config struct {
	Houses []House
	// Banner stands above every page, for instance PRIVATE LEDGER.
	Banner string
	Limits Limits
}

// Server answers the evidence interface. It is an http.Handler.
type Server struct {
	cfg    Config
	mux    *http.ServeMux
	slots  *slots
	checks chan struct{} // of bundles under way
	pages  *template.Template
	counts counts
}

// mostChecks is how many bundles are checked at once; the others wait.
const mostChecks = 2

// NewServer returns a handler.
func NewServer(cfg Config) *Server {
	cfg.Limits = cfg.Limits.withDefaults()
	s := &Server{cfg: cfg, mux: http.NewServeMux(), slots: newSlots(cfg.Limits.Uploads, cfg.Limits.PerPeer),
		checks: make(chan struct{}, mostChecks), pages: pages()}
	s.mux.HandleFunc("POST /v1/claims/{claim}/evidence", s.postEvidence)
	s.mux.HandleFunc("POST /v1/claims/{claim}/heads", s.postHeads)
	s.mux.HandleFunc("POST /v1/claims/{claim}/voices", s.postVoice)
	s.mux.HandleFunc("GET /v1/claims/{claim}", s.getClaim)
	s.mux.HandleFunc("GET /v1/claims", s.getClaims)
	s.mux.HandleFunc("GET /claims/{claim}", s.pageClaim)
	s.mux.HandleFunc("GET /{$}", s.pageClaims)
	s.mux.HandleFunc("GET /healthz", s.healthz)
	s.mux.HandleFunc("GET /readyz", s.readyz)
	return s
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	s.mux.ServeHTTP(w, r)
}

// Listener returns an http.Server around the handler with time limits that fit it.
func (s *Server) Listener() *http.Server {
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       time.Minute,
		WriteTimeout:      s.cfg.Limits.Upload + 5*time.Minute, // admission reads the whole bundle
		MaxHeaderBytes:    16 << 10,
	}
}

// refusal is the answer to everything that is not accepted.
type refusal struct {
	Claim      *trace.Hash `json:"claim,omitempty"`
	Accepted   bool        `json:"accepted"`
	Code       string      `json:"code"`
	Message    string      `json:"message"`
	BundleHash *trace.Hash `json:"bundle_hash,omitempty"` // of the copy that is kept
	status     int
}

func (r *refusal) Error() string { return r.Message }

func refuse(status int, code, format string, args ...any) *refusal {
	return &refusal{status: status, Code: code, Message: fmt.Sprintf(format, args...)}
}

// answer writes an error as JSON; what is not a refusal is the verifier's own trouble.
func answer(w http.ResponseWriter, claim *trace.Hash, err error) {
	var r *refusal
	switch {
	case errors.As(err, &r):
	case errors.Is(err, ErrUnknownClaim):
		r = refuse(http.StatusNotFound, "unknown_claim", "this verifier knows no such claim; a fresh filing appears after the network's confirmations")
		w.Header().Set("Retry-After", "5")
	default:
		r = refuse(http.StatusServiceUnavailable, "unavailable", "the verifier cannot answer now: %s; send it again", Cause(err))
		w.Header().Set("Retry-After", "5")
	}
	r.Claim = claim
	writeJSON(w, r.status, r)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		http.Error(w, "the answer cannot be written as JSON", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(text, '\n')) // a client that went away has no answer to miss
}

func claimOf(r *http.Request) (trace.Hash, error) {
	h, err := trace.ParseHash(r.PathValue("claim"))
	if err != nil {
		return h, refuse(http.StatusBadRequest, "bad_claim", "the claim is named by 0x and 64 lower-case hex digits")
	}
	return h, nil
}

// healthz says that this process answers, whatever its chains do.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]any{"ok": true})
}

// readyz says whether every chain is read up to its confirmed head, so that what
// is delivered now is taken.
func (s *Server) readyz(w http.ResponseWriter, r *http.Request) {
	states := make([]map[string]any, 0, len(s.cfg.Houses))
	status := http.StatusOK
	for _, h := range s.cfg.Houses {
		state := map[string]any{"name": h.Name, "ok": true}
		if err := h.Ready(r.Context()); err != nil {
			status = http.StatusServiceUnavailable
			state["ok"], state["cause"] = false, Cause(err)
		}
		states = append(states, state)
	}
	writeJSON(w, status, map[string]any{"ok": status == http.StatusOK, "houses": states})
}
