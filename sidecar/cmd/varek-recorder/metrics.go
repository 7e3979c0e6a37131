package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/varek/varek/sidecar/provider/duty"
)

// exposeMetrics answers collectors and supervisors on an address of their own.
func (v *serving) exposeMetrics(con console) error {
	if v.flags.metrics == "" {
		return nil
	}
	l, err := net.Listen("tcp", v.flags.metrics)
	if err != nil {
		return environment("serve", err, "another --metrics-listen")
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", v.metrics)
	mux.HandleFunc("GET /healthz", v.health)
	mux.HandleFunc("GET /readyz", v.ready)
	srv := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: time.Minute}
	go srv.Serve(l) // until this process ends; what it says is worth nothing after that
	fmt.Fprintf(con.out, "varek: metrics on http://%s/metrics\n", l.Addr())
	return nil
}

func (v *serving) health(w http.ResponseWriter, _ *http.Request) { say(w, v.sound()) }

// sound says what keeps this process from recording.
func (v *serving) sound() error {
	h, err := v.store.Health()
	switch {
	case err != nil:
		return err
	case h.Stopped != nil:
		return h.Stopped
	case h.Full:
		return errors.New("no space left")
	}
	return nil
}

// ready says also whether claims are read.
func (v *serving) ready(w http.ResponseWriter, _ *http.Request) {
	err := v.sound()
	if since, ever := v.claims.Since(); err == nil && (!ever || since > 5*v.flags.every+time.Minute) {
		err = errors.New("the claims could not be read; see the log, op=claims")
	}
	say(w, err)
}

func say(w http.ResponseWriter, err error) {
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	fmt.Fprintln(w, "ok")
}

// figure is one line that collectors read.
type figure struct {
	name, kind string
	value      any
}

// metrics speaks the text format of Prometheus.
func (v *serving) metrics(w http.ResponseWriter, _ *http.Request) {
	h, err := v.store.Health()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	exposed, attempts, sessions := uint64(0), 0, 0
	var oldest float64
	for _, st := range v.points.Statuses() {
		sessions++
		exposed += st.Exposed
		attempts += st.Attempts
		oldest = max(oldest, st.Since.Seconds())
	}
	for _, m := range append([]figure{
		{"varek_store_stopped", "gauge", flag(h.Stopped != nil)}, {"varek_store_full", "gauge", flag(h.Full)},
		{"varek_store_free_bytes", "gauge", h.FreeBytes}, {"varek_store_queue", "gauge", h.Queue},
		{"varek_store_records_total", "counter", h.Records}, {"varek_store_commits_total", "counter", h.Commits},
		{"varek_store_wait_p50_seconds", "gauge", h.P50.Seconds()}, {"varek_store_wait_p99_seconds", "gauge", h.P99.Seconds()},
		{"varek_sessions", "gauge", sessions}, {"varek_exposed_records", "gauge", exposed},
		{"varek_exposed_oldest_seconds", "gauge", oldest}, {"varek_checkpoint_failed_attempts", "gauge", attempts},
	}, v.claimFigures()...) {
		fmt.Fprintf(w, "# TYPE %s %s\n%s %v\n", m.name, m.kind, m.name, m.value)
	}
	v.stageFigures(w)
	v.reserves.figures(w)
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// claimFigures sum up the claims to which an answer is owed.
func (v *serving) claimFigures() []figure {
	urgent, failing := 0, 0
	left := int64(3 * 24 * 3600)
	for _, s := range v.claims.Statuses() {
		if !s.Urgent() {
			continue
		}
		urgent++
		if s.Attempts > 0 {
			failing++
		}
		left = min(left, s.Left())
	}
	read := -1.0
	if since, ever := v.claims.Since(); ever {
		read = since.Seconds()
	}
	return []figure{{"varek_claims_unanswered", "gauge", urgent}, {"varek_claims_failing", "gauge", failing},
		{"varek_claim_least_seconds_left", "gauge", left}, {"varek_claims_read_seconds", "gauge", read}}
}

func (v *serving) stageFigures(w http.ResponseWriter) {
	count := map[duty.Stage]int{}
	for _, s := range v.claims.Statuses() {
		count[s.Stage]++
	}
	fmt.Fprintln(w, "# TYPE varek_claims gauge")
	for _, stage := range []duty.Stage{duty.Seen, duty.Final, duty.Assembled, duty.Delivered, duty.Closed, duty.Missed, duty.Elsewhere} {
		fmt.Fprintf(w, "varek_claims{stage=%q} %d\n", string(stage), count[stage])
	}
}
