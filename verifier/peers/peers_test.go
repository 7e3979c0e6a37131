package peers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/peers"
)

var claim = trace.Keccak([]byte("claim"))

// door is a peer whose door is answered by h.
func door(t *testing.T, h http.HandlerFunc) *peers.Peer {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	p, err := peers.New(srv.URL+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.Name() != srv.URL {
		t.Errorf("name %q, want %q", p.Name(), srv.URL)
	}
	return p
}

func TestAddresses(t *testing.T) {
	for address, good := range map[string]bool{
		"https://verifier.example.org": true, "http://127.0.0.1:8402/": true,
		"": false, "verifier.example.org": false, "ftp://verifier.example.org": false, "https://": false, "http://%zz": false,
	} {
		if _, err := peers.New(address, nil); (err == nil) != good {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestReport(t *testing.T) {
	whole, err := json.Marshal(evidence.Report{Claim: claim, State: "judging"})
	if err != nil {
		t.Fatal(err)
	}
	other, err := json.Marshal(evidence.Report{Claim: trace.Keccak([]byte("another")), State: "judging"})
	if err != nil {
		t.Fatal(err)
	}
	long := append(bytes.TrimSuffix(bytes.Clone(whole), []byte("}")), fmt.Sprintf(`,"more":%q}`, strings.Repeat("a", 5<<20))...)
	for _, tt := range []struct {
		name    string
		status  int
		body    []byte
		good    bool
		unknown bool
	}{
		{"whole", 200, whole, true, false},
		{"unknown", 404, []byte(`{}`), false, true},
		{"in trouble", 503, whole, false, false},
		{"of another claim", 200, other, false, false},
		{"of no claim", 200, []byte(`{}`), false, false},
		{"cut", 200, whole[:len(whole)-1], false, false},
		{"no JSON", 200, []byte("<html>"), false, false},
		{"longer than is read", 200, long, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := door(t, func(w http.ResponseWriter, r *http.Request) {
				if r.Method != http.MethodGet || r.URL.Path != "/v1/claims/"+claim.String() {
					t.Errorf("asked for %s %s", r.Method, r.URL.Path)
				}
				w.WriteHeader(tt.status)
				_, _ = w.Write(tt.body)
			})
			r, err := p.Report(t.Context(), claim)
			if (err == nil) != tt.good || errors.Is(err, evidence.ErrUnknownClaim) != tt.unknown {
				t.Errorf("%+v, %v", r, err)
			}
			if tt.good && r.State != "judging" {
				t.Errorf("%+v", r)
			}
		})
	}
}

// What arrives is what was sent, compressed on its way.
func TestEvidenceArrives(t *testing.T) {
	bundle := bytes.Repeat([]byte("a line of a bundle\n"), 1<<17)
	p := door(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path != "/v1/claims/"+claim.String()+"/evidence" || r.Header.Get("Content-Encoding") != "zstd" {
			t.Errorf("%s %s %v", r.Method, r.URL.Path, r.Header)
		}
		z, err := zstd.NewReader(r.Body)
		if err != nil {
			t.Error(err)
			return
		}
		defer z.Close()
		if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, bundle) {
			t.Errorf("%d bytes of %d, %v", len(got), len(bundle), err)
		}
	})
	if err := p.SendEvidence(t.Context(), claim, bytes.NewReader(bundle)); err != nil {
		t.Error(err)
	}
}

func TestHeadsArrive(t *testing.T) {
	heads := []byte(`[{"n":1}]`)
	p := door(t, func(w http.ResponseWriter, r *http.Request) {
		got, err := io.ReadAll(r.Body)
		if err != nil || r.URL.Path != "/v1/claims/"+claim.String()+"/heads" || r.Header.Get("Content-Encoding") != "" || !bytes.Equal(got, heads) {
			t.Errorf("%s %q %v", r.URL.Path, got, err)
		}
	})
	if err := p.SendHeads(t.Context(), claim, heads); err != nil {
		t.Error(err)
	}
}

// A refusal that will not change is told from trouble that may pass, and says why.
func TestRefusals(t *testing.T) {
	for status, final := range map[int]bool{
		409: true, 410: true, 413: true, 415: true, 422: true,
		400: false, 404: false, 408: false, 429: false, 500: false, 502: false, 503: false,
	} {
		for body, says := range map[string]string{
			`{"message":"another bundle was kept"}`:             "another bundle was kept",
			`{"message":"` + strings.Repeat("b", 10_000) + `"}`: strings.Repeat("b", 300),
			`<html>`: "without a reason", `{"message":""}`: "without a reason",
		} {
			p := door(t, func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(status)
				_, _ = io.WriteString(w, body)
			})
			for what, err := range map[string]error{
				"evidence": p.SendEvidence(t.Context(), claim, strings.NewReader("bundle")),
				"heads":    p.SendHeads(t.Context(), claim, []byte("[]")),
			} {
				if err == nil || errors.Is(err, verifier.ErrPeerRefused) != final || !strings.HasSuffix(err.Error(), says) || len(err.Error()) > 600 {
					t.Errorf("%s answered with %d: %v", what, status, err)
				}
			}
		}
	}
}

// reads counts what is read of an endless bundle, and fails after some of it where
// it is told to.
type reads struct {
	n    atomic.Int64
	fail int64
}

var errDisk = errors.New("the disk does not answer")

func (r *reads) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(i * i >> 3)
	}
	if n := r.n.Add(int64(len(b))); r.fail > 0 && n > r.fail {
		return 0, errDisk
	}
	return len(b), nil
}

// A peer that answers before it has the whole bundle ends the sending, and the
// bundle, whose owner may close it now, is not read any more.
func TestAnswerBeforeTheEnd(t *testing.T) {
	p := door(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close")
		w.WriteHeader(http.StatusConflict)
	})
	var endless reads
	err := p.SendEvidence(t.Context(), claim, &endless)
	if err == nil {
		t.Fatal("an endless bundle was sent")
	}
	n := endless.n.Load()
	for range 1000 {
		if endless.n.Load() != n {
			t.Fatal("the bundle is read after the answer")
		}
	}
}

// A bundle that cannot be read to its end does not arrive as a shorter one.
func TestBrokenBundle(t *testing.T) {
	var ended atomic.Bool
	p := door(t, func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err == nil {
			ended.Store(true)
		}
	})
	if err := p.SendEvidence(t.Context(), claim, &reads{fail: 4 << 20}); !errors.Is(err, errDisk) {
		t.Errorf("%v, want the reader's own trouble", err)
	}
	if ended.Load() {
		t.Error("the peer saw a bundle that ended well")
	}
}

// A peer that never answers is left when the context ends.
func TestSilentPeer(t *testing.T) {
	asked := make(chan struct{}, 3)
	over := make(chan struct{})
	p := door(t, func(w http.ResponseWriter, r *http.Request) {
		asked <- struct{}{}
		<-over
	})
	defer close(over)
	for what, do := range map[string]func(context.Context) error{
		"report":   func(ctx context.Context) error { _, err := p.Report(ctx, claim); return err },
		"evidence": func(ctx context.Context) error { return p.SendEvidence(ctx, claim, new(reads)) },
		"heads":    func(ctx context.Context) error { return p.SendHeads(ctx, claim, []byte("[]")) },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-asked; cancel() }()
		if err := do(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", what, err)
		}
		cancel()
	}
}
