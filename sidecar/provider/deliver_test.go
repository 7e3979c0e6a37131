package provider_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/tracestore/trace"
)

// door is a verifier's HTTP side whose answers the test decides.
type door struct {
	answers []func(http.ResponseWriter) // one per attempt; the last one stays
	bodies  [][]byte
	paths   []string
}

func (d *door) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	z, err := zstd.NewReader(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	defer z.Close()
	body, err := io.ReadAll(z)
	if err != nil || r.Header.Get("Content-Encoding") != "zstd" || r.Method != http.MethodPost {
		http.Error(w, fmt.Sprint(err), http.StatusBadRequest)
		return
	}
	d.bodies, d.paths = append(d.bodies, body), append(d.paths, r.URL.Path)
	answer := d.answers[0]
	if len(d.answers) > 1 {
		d.answers = d.answers[1:]
	}
	answer(w)
}

func says(status int, text string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		w.WriteHeader(status)
		io.WriteString(w, text)
	}
}

var (
	bundle  = []byte(strings.Repeat("a line of evidence\n", 20000))
	receipt = fmt.Sprintf(`{"claim":%q,"accepted":true,"bundle_hash":%q,"received_at_block_time":77}`, claim, trace.Keccak(bundle))
)

func deliver(ctx context.Context, url string) (provider.Receipt, error) {
	return provider.Deliver(ctx, provider.Delivery{URL: url, Claim: claim, Attempts: 3, Pause: time.Millisecond,
		Open: func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(bundle)), nil }})
}

func TestDelivery(t *testing.T) {
	for _, tc := range []struct {
		name     string
		answers  []func(http.ResponseWriter)
		attempts int
		err      error  // nil for a receipt
		says     string // part of the error
	}{
		{"taken", []func(http.ResponseWriter){says(200, receipt)}, 1, nil, ""},
		{"taken after the verifier was down", []func(http.ResponseWriter){says(503, `{"code":"unavailable","message":"later"}`), says(502, "bad gateway"), says(200, receipt)}, 3, nil, ""},
		{"taken once the filing has its confirmations", []func(http.ResponseWriter){says(404, `{"code":"unknown_claim","message":"no such claim"}`), says(200, receipt)}, 2, nil, ""},
		{"taken after too many uploads", []func(http.ResponseWriter){says(429, `{"code":"busy","message":"later"}`), says(200, receipt)}, 2, nil, ""},
		{"always down", []func(http.ResponseWriter){says(503, `{"code":"unavailable","message":"no chain"}`)}, 3, provider.ErrUndelivered, "no chain"},
		{"no evidence", []func(http.ResponseWriter){says(422, `{"code":"not_evidence","message":"the signature is somebody else's"}`)}, 1, provider.ErrRefused, "the signature is somebody else's"},
		{"another copy was first", []func(http.ResponseWriter){says(409, `{"code":"kept","message":"another copy is kept"}`)}, 1, provider.ErrRefused, "another copy is kept"},
		{"late", []func(http.ResponseWriter){says(410, `{"code":"late","message":"due by 5"}`)}, 1, provider.ErrRefused, "due by 5"},
		{"no verifier at that address", []func(http.ResponseWriter){says(404, "404 page not found")}, 1, provider.ErrRefused, "Not Found"},
		{"receipt for another claim", []func(http.ResponseWriter){says(200, strings.Replace(receipt, "0xc1", "0xc2", 1))}, 3, provider.ErrUndelivered, "not for this claim"},
		{"no receipt", []func(http.ResponseWriter){says(200, "welcome")}, 3, provider.ErrUndelivered, "no receipt"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := &door{answers: tc.answers}
			srv := httptest.NewServer(d)
			defer srv.Close()
			got, err := deliver(t.Context(), srv.URL+"/")
			if len(d.bodies) != tc.attempts {
				t.Errorf("%d attempts, want %d", len(d.bodies), tc.attempts)
			}
			for n, body := range d.bodies {
				if !bytes.Equal(body, bundle) || d.paths[n] != "/v1/claims/"+claim.String()+"/evidence" {
					t.Errorf("attempt %d: %d bytes to %s", n+1, len(body), d.paths[n])
				}
			}
			if tc.err == nil {
				if err != nil || got.BundleHash != trace.Keccak(bundle) || got.BlockTime != 77 {
					t.Errorf("receipt %+v, %v", got, err)
				}
				return
			}
			if !errors.Is(err, tc.err) || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("%v; want %v with %q", err, tc.err, tc.says)
			}
		})
	}
}

func TestDeliveryWithoutVerifier(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	srv.Close()
	if _, err := deliver(t.Context(), srv.URL); !errors.Is(err, provider.ErrUndelivered) || !strings.Contains(err.Error(), "after 3 attempts") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := deliver(ctx, srv.URL); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
	if _, err := deliver(t.Context(), "://"); err == nil {
		t.Error("a URL that is none")
	}
}

// A bundle that cannot be read is not the verifier's fault and is not retried.
func TestBundleThatCannotBeRead(t *testing.T) {
	d := &door{answers: []func(http.ResponseWriter){says(200, receipt)}}
	srv := httptest.NewServer(d)
	defer srv.Close()
	fault := errors.New("input/output error")
	opened := 0
	_, err := provider.Deliver(t.Context(), provider.Delivery{URL: srv.URL, Claim: claim, Attempts: 3, Pause: time.Millisecond,
		Open: func() (io.ReadCloser, error) {
			opened++
			return io.NopCloser(io.MultiReader(bytes.NewReader(bundle), faulty{fault})), nil
		}})
	if !errors.Is(err, fault) || opened != 1 {
		t.Errorf("%v after %d attempts", err, opened)
	}
}

type faulty struct{ err error }

func (f faulty) Read([]byte) (int, error) { return 0, f.err }
