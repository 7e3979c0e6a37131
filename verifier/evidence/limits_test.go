package evidence_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
)

func TestLimitsAnswerWithTheirReason(t *testing.T) {
	tests := []struct {
		name     string
		limits   evidence.Limits
		claim    string
		encoding string
		body     func(t *testing.T) io.Reader
		want     int
		code     string
	}{
		{"wire, length announced", evidence.Limits{Wire: 8}, "", "", text(bundle), 413, "too_large"},
		{"wire, length hidden", evidence.Limits{Wire: 8}, "", "", func(t *testing.T) io.Reader {
			return io.MultiReader(strings.NewReader(bundle)) // no length: sent in chunks
		}, 413, "too_large"},
		{"a small bomb", evidence.Limits{Bundle: 1 << 20}, "", "zstd", func(t *testing.T) io.Reader {
			return bytes.NewReader(compress(t, strings.Repeat("a", 8<<20)))
		}, 413, "too_large"},
		{"not zstd", evidence.Limits{}, "", "zstd", text("this is no zstd frame"), 400, "broken_upload"},
		{"zstd cut short", evidence.Limits{}, "", "zstd", func(t *testing.T) io.Reader {
			z := compress(t, strings.Repeat(bundle, 100))
			return bytes.NewReader(z[:len(z)-6])
		}, 400, "broken_upload"},
		{"another encoding", evidence.Limits{}, "", "gzip", text(bundle), 415, "encoding"},
		{"empty body", evidence.Limits{}, "", "", text(""), 422, "not_evidence"},
		{"no claim id", evidence.Limits{}, "0x12", "", text(bundle), 400, "bad_claim"},
		{"capital letters", evidence.Limits{}, strings.ToUpper(theClaim.String()), "", text(bundle), 400, "bad_claim"},
		{"unknown claim", evidence.Limits{}, trace.Keccak([]byte("other")).String(), "", text(bundle), 404, "unknown_claim"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := openDoor(t, tt.limits)
			claim := tt.claim
			if claim == "" {
				claim = theClaim.String()
			}
			got := d.post(t, claim+"/evidence", tt.encoding, tt.body(t))
			if got.Status != tt.want || got.Code != tt.code || got.Accepted || got.Message == "" {
				t.Errorf("answer %+v, want status %d, code %s", got, tt.want, tt.code)
			}
			if left := d.left(t); len(left) != 0 {
				t.Errorf("it left %v behind", left)
			}
			if got := d.evidence(t, "valid\n"); tt.limits.Wire == 0 && got.Status != 200 {
				t.Errorf("a valid copy after it: %+v", got)
			}
		})
	}
}

func text(s string) func(*testing.T) io.Reader {
	return func(*testing.T) io.Reader { return strings.NewReader(s) }
}

func TestChainThatDoesNotAnswerRefusesNothingForGood(t *testing.T) {
	d := openDoor(t, evidence.Limits{})
	d.set(func() { d.down = errors.New("connection refused") })
	if got := d.evidence(t, bundle); got.Status != 503 || got.Code != "unavailable" {
		t.Fatalf("without a chain: %+v", got)
	}
	if status, _ := d.get(t, "/readyz"); status != 503 {
		t.Errorf("readyz without a chain: %d", status)
	}
	d.set(func() { d.down = nil })
	if got := d.evidence(t, bundle); got.Status != 200 {
		t.Fatalf("with the chain back: %+v", got)
	}
	if status, text := d.get(t, "/readyz"); status != 200 || !strings.Contains(text, `"ok":true`) {
		t.Errorf("readyz: %d %s", status, text)
	}
}

// A sender that stops in the middle loses its slot after the idle limit; a
// sender that is cut off leaves nothing.
func TestStalledUploadFreesItsSlot(t *testing.T) {
	d := openDoor(t, evidence.Limits{Uploads: 1, Idle: 50 * time.Millisecond})
	conn, err := net.Dial("tcp", strings.TrimPrefix(d.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	head := "POST /v1/claims/" + theClaim.String() + "/evidence HTTP/1.1\r\nHost: v\r\nContent-Length: 1000\r\n\r\nvalid\n"
	if _, err := io.WriteString(conn, head); err != nil {
		t.Fatal(err)
	}
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.HasPrefix(string(answer), "HTTP/1.1 408 ") {
		t.Fatalf("the stalled sender reads %q, %v", answer, err)
	}
	if got := d.evidence(t, bundle); got.Status != 200 {
		t.Fatalf("after it: %+v", got)
	}
}

func TestUploadsAreBoundedPerSenderAndInAll(t *testing.T) {
	for name, limits := range map[string]evidence.Limits{"in all": {Uploads: 1}, "per sender": {PerPeer: 1}} {
		t.Run(name, func(t *testing.T) {
			d := openDoor(t, limits)
			body, w := io.Pipe()
			got := make(chan reply, 1)
			go func() { got <- d.post(t, theClaim.String()+"/evidence", "", body) }()
			if _, err := io.WriteString(w, before); err != nil {
				t.Fatal(err)
			}
			// The pipe's write returns when the client took the bytes; the door has
			// them when it has opened its file.
			for len(d.left(t)) == 0 {
				runtime.Gosched()
			}
			if second := d.evidence(t, bundle); second.Status != 503 || second.Code != "busy" {
				t.Errorf("a second upload: %+v", second)
			}
			if _, err := io.WriteString(w, "footer\n"); err != nil {
				t.Fatal(err)
			}
			w.Close()
			if r := <-got; r.Status != 200 {
				t.Errorf("the first upload: %+v", r)
			}
		})
	}
}

func TestHeadsProveThemselves(t *testing.T) {
	heads := `[{"h":"0x00","n":1,"signature":"0x00"}]`
	path := theClaim.String() + "/heads"
	tests := []struct {
		name string
		hash trace.Hash
		now  uint64
		body string
		want int
	}{
		{"the file of the filing", trace.Keccak([]byte(heads)), filedAt + evidence.HeadsWindow, heads, 200},
		{"one byte more", trace.Keccak([]byte(heads)), filedAt + 1, heads + " ", 422},
		{"no file of heads", trace.Keccak([]byte("{")), filedAt + 1, "{", 422},
		{"a day and a second", trace.Keccak([]byte(heads)), filedAt + evidence.HeadsWindow + 1, heads, 410},
		{"filed without heads", trace.Hash{}, filedAt + 1, heads, 409},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := openDoor(t, evidence.Limits{})
			d.set(func() { d.now, d.filing.HeadsHash = tt.now, tt.hash })
			if got := d.post(t, path, "", strings.NewReader(tt.body)); got.Status != tt.want {
				t.Fatalf("answer %+v, want status %d", got, tt.want)
			}
			_, have, err := d.vault.Heads(theClaim)
			if err != nil || have != (tt.want == 200) {
				t.Fatalf("kept: %v, %v", have, err)
			}
		})
	}
}

func TestPagesShowNoPrivateContent(t *testing.T) {
	d := openDoor(t, evidence.Limits{})
	d.evidence(t, "valid\nSECRET body\nfooter\n")
	for _, path := range []string{"/v1/claims", "/v1/claims/" + theClaim.String(), "/", "/claims/" + theClaim.String()} {
		status, text := d.get(t, path)
		if status != 200 || !strings.Contains(text, theClaim.String()) {
			t.Errorf("%s: status %d, %s", path, status, text)
		}
		if strings.Contains(text, "SECRET") {
			t.Errorf("%s shows the bundle's content", path)
		}
		if strings.HasPrefix(path, "/v1") == strings.Contains(text, "PRIVATE LEDGER") {
			t.Errorf("%s: the banner belongs on pages, not into JSON", path)
		}
	}
	if _, text := d.get(t, "/claims/"+theClaim.String()); !strings.Contains(text, "&lt;facts.json&gt;") {
		t.Errorf("the page does not escape what it shows: %s", text)
	}
}

func TestUnknownPathsAndQueries(t *testing.T) {
	d := openDoor(t, evidence.Limits{})
	for path, want := range map[string]int{
		"/v1/claims?limit=x":     http.StatusBadRequest,
		"/v1/claims?offset=-1":   http.StatusBadRequest,
		"/v1/claims?limit=5":     http.StatusOK,
		"/v1/claims?offset=1":    http.StatusOK,
		"/v1/claims/0x":          http.StatusBadRequest,
		"/claims/0x":             http.StatusBadRequest,
		"/v1/bundles":            http.StatusNotFound,
		"/v1/claims/" + zero():   http.StatusNotFound,
		"/claims/" + zero():      http.StatusNotFound,
		"/v1/claims/../../claim": http.StatusNotFound,
	} {
		if status, text := d.get(t, path); status != want {
			t.Errorf("GET %s: %d %s, want %d", path, status, text, want)
		}
	}
}

func zero() string { return trace.Hash{}.String() }
