package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/sidecar/host"
	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// openRequest asks serve for a new session.
type openRequest struct {
	Promises  []uint32 `json:"promises"`
	Workspace string   `json:"workspace"`
}

// seat is what an adapter needs to speak in a session.
type seat struct {
	Session trace.Hash `json:"session"`
	URL     string     `json:"url"`
	Creds   string     `json:"creds"` // path; readable by this user alone
}

// sessionLine is one line of the list of sessions.
type sessionLine struct {
	Session   trace.Hash `json:"session"`
	Records   uint64     `json:"records"`
	Committed uint64     `json:"committed"`
}

// control is what serve answers on its socket, which belongs to this user.
func (v *serving) control() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/sessions", func(w http.ResponseWriter, r *http.Request) {
		var ask openRequest
		if err := json.NewDecoder(io.LimitReader(r.Body, 1<<20)).Decode(&ask); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if ask.Promises == nil {
			ask.Promises = []uint32{}
		}
		p, err := v.open(r.Context(), ask)
		reply(w, p, err)
	})
	mux.HandleFunc("GET /v1/sessions", func(w http.ResponseWriter, _ *http.Request) {
		list := []sessionLine{}
		for _, st := range v.points.Statuses() {
			list = append(list, sessionLine{st.Session, st.Acked, st.Committed})
		}
		reply(w, list, nil)
	})
	mux.HandleFunc("GET /v1/sessions/{id}", v.withSession(func(_ context.Context, id trace.Hash) (any, error) {
		if _, ok := v.host.Session(id); !ok {
			return nil, host.ErrUnknown
		}
		return v.place(id), nil
	}))
	mux.HandleFunc("POST /v1/sessions/{id}/close", v.withSession(func(ctx context.Context, id trace.Hash) (any, error) {
		st, err := v.end(ctx, id, "closed")
		return sessionLine{st.Session, st.Acked, st.Committed}, err
	}))
	mux.HandleFunc("GET /health", func(w http.ResponseWriter, _ *http.Request) {
		h, err := v.store.Health()
		if err == nil && h.Stopped != nil {
			err = h.Stopped
		}
		if err == nil && h.Full {
			err = errors.New("no space left")
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	mux.HandleFunc("GET /metrics", v.metrics)
	return mux
}

func (v *serving) withSession(f func(context.Context, trace.Hash) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := trace.ParseHash(r.PathValue("id"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		out, err := f(r.Context(), id)
		reply(w, out, err)
	}
}

func reply(w http.ResponseWriter, out any, err error) {
	switch {
	case errors.Is(err, host.ErrUnknown):
		http.Error(w, err.Error(), http.StatusNotFound)
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	default:
		w.Header().Set("Content-Type", "application/json")
		// The caller may have gone; there is nobody to tell.
		_ = json.NewEncoder(w).Encode(out)
	}
}

// metrics speaks the text format of Prometheus.
func (v *serving) metrics(w http.ResponseWriter, _ *http.Request) {
	h, err := v.store.Health()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	stopped, full := 0, 0
	if h.Stopped != nil {
		stopped = 1
	}
	if h.Full {
		full = 1
	}
	exposed, attempts, sessions := uint64(0), 0, 0
	var oldest float64
	for _, st := range v.points.Statuses() {
		sessions++
		exposed += st.Exposed
		attempts += st.Attempts
		oldest = max(oldest, st.Since.Seconds())
	}
	for _, m := range []struct {
		name, kind string
		value      any
	}{
		{"varek_store_stopped", "gauge", stopped}, {"varek_store_full", "gauge", full},
		{"varek_store_free_bytes", "gauge", h.FreeBytes}, {"varek_store_queue", "gauge", h.Queue},
		{"varek_store_records_total", "counter", h.Records}, {"varek_store_commits_total", "counter", h.Commits},
		{"varek_store_wait_p50_seconds", "gauge", h.P50.Seconds()}, {"varek_store_wait_p99_seconds", "gauge", h.P99.Seconds()},
		{"varek_sessions", "gauge", sessions}, {"varek_exposed_records", "gauge", exposed},
		{"varek_exposed_oldest_seconds", "gauge", oldest}, {"varek_checkpoint_failed_attempts", "gauge", attempts},
	} {
		fmt.Fprintf(w, "# TYPE %s %s\n%s %v\n", m.name, m.kind, m.name, m.value)
	}
}

// answerClaims does the provider's duty for the sessions that are kept here: a
// claim against an open one ends it, and evidence is delivered. What fails is
// tried again at the next look.
func (v *serving) answerClaims(ctx context.Context) {
	claims, err := v.chain.client.Claims(ctx, escrow.ClaimFilter{Owner: v.chain.owner})
	if err != nil {
		v.log.Warn("claims cannot be listed", "op", "claims", "err", err)
		return
	}
	for _, claim := range claims {
		if claim.Status != escrow.StatusOpen || v.delivered(claim.ID) {
			continue
		}
		if n, err := v.store.Head(ctx, claim.Session); err != nil || n == 0 {
			continue // recorded by a run, which has its own store
		}
		log := v.log.With("claim", claim.ID, "session", claim.Session, "op", "claims")
		if err := v.answerClaim(ctx, claim); err != nil {
			log.Warn("claim not answered yet", "err", err)
			continue
		}
		log.Info("evidence delivered")
	}
}

func (v *serving) deliveredPath(id trace.Hash) string {
	return v.dir + "/delivered/" + id.String()[2:]
}

func (v *serving) delivered(id trace.Hash) bool {
	_, err := os.Stat(v.deliveredPath(id))
	return err == nil
}

func (v *serving) answerClaim(ctx context.Context, claim escrow.Claim) error {
	if _, open := v.host.Session(claim.Session); open {
		if _, err := v.end(ctx, claim.Session, "claim"); err != nil {
			return err
		}
	}
	url, err := claimFlags{}.verifierURL(v.chain.client.Network(), claim, v.settings.state)
	if err != nil {
		return err
	}
	evidence, err := evidenceOf(ctx, v.chain, claim)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(v.dir, "bundle-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = provider.Assemble(ctx, v.store, evidence, v.chain.signer, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	_, err = provider.Deliver(ctx, provider.Delivery{URL: url, Claim: claim.ID, Attempts: 1,
		Open: func() (io.ReadCloser, error) { return os.Open(f.Name()) }})
	if err != nil {
		return err
	}
	if err := os.MkdirAll(v.dir+"/delivered", 0o700); err != nil {
		return err
	}
	return os.WriteFile(v.deliveredPath(claim.ID), nil, 0o600)
}
