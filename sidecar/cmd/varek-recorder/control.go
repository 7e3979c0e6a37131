package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"

	"github.com/varek/varek/sidecar/host"
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
	mux.HandleFunc("GET /health", v.health)
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
