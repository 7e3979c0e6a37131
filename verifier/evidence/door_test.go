package evidence_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
)

const filedAt = 1_000_000

// door is a server over a real folder, with one claim and a block time to turn.
// Bundles whose first line is "valid" pass admission.
type door struct {
	url   string
	dir   string
	vault *evidence.Vault

	mu     sync.Mutex
	now    uint64
	filing evidence.Filing
	down   error // the chain does not answer
	kept   int   // how often the service was told
	onTime func()
}

var theClaim = trace.Keccak([]byte("claim"))

func openDoor(t *testing.T, limits evidence.Limits) *door {
	t.Helper()
	d := &door{dir: t.TempDir(), now: filedAt + 10, filing: evidence.Filing{Claim: theClaim, Open: true, FiledAt: filedAt}}
	var err error
	if d.vault, err = evidence.OpenVault(d.dir); err != nil {
		t.Fatal(err)
	}
	s := evidence.NewServer(evidence.Config{Banner: "PRIVATE LEDGER", Limits: limits, Houses: []evidence.House{{
		Name: "one", Book: d, Vault: d.vault,
		Admit: func(_ context.Context, _ trace.Hash, r io.Reader) error {
			text, err := io.ReadAll(r)
			if err == nil && !strings.HasPrefix(string(text), "valid") {
				err = evidence.NotEvidence(errors.New("the signature is not the operator's"))
			}
			return err
		},
		CheckHeads: func(text []byte) error {
			if !json.Valid(text) {
				return errors.New("no JSON")
			}
			return nil
		},
		Now: func(context.Context) (uint64, error) {
			if d.onTime != nil {
				d.onTime()
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			return d.now, d.down
		},
		Kept: func(context.Context, trace.Hash) error {
			d.mu.Lock()
			defer d.mu.Unlock()
			d.kept++
			return nil
		},
		Ready: func(context.Context) error {
			d.mu.Lock()
			defer d.mu.Unlock()
			return d.down
		},
	}}})
	srv := httptest.NewUnstartedServer(s)
	srv.Config = s.Listener()
	srv.Start()
	t.Cleanup(srv.Close)
	d.url = srv.URL
	return d
}

func (d *door) set(change func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	change()
}

func (d *door) Knows(_ context.Context, c trace.Hash) (bool, error) { return c == theClaim, nil }

func (d *door) Filing(_ context.Context, c trace.Hash) (evidence.Filing, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c != theClaim {
		return evidence.Filing{}, evidence.ErrUnknownClaim
	}
	return d.filing, nil
}

func (d *door) Report(_ context.Context, c trace.Hash) (evidence.Report, error) {
	if c != theClaim {
		return evidence.Report{}, evidence.ErrUnknownClaim
	}
	receipt, kept, err := d.vault.Receipt(c)
	r := evidence.Report{Claim: c, Promise: 7, Round: 1, FiledAt: filedAt, State: "awaiting-evidence",
		Recheck: []string{"varek-verifier judge BUNDLE --facts <facts.json>"}}
	if kept {
		r.Evidence = &receipt
	}
	return r, err
}

func (d *door) Reports(ctx context.Context, limit, offset int) ([]evidence.Report, error) {
	if offset > 0 || limit == 0 {
		return nil, nil
	}
	r, err := d.Report(ctx, theClaim)
	return []evidence.Report{r}, err
}

// reply is an answer of the door.
type reply struct {
	Status     int        `json:"-"`
	Claim      trace.Hash `json:"claim"`
	Accepted   bool       `json:"accepted"`
	BundleHash trace.Hash `json:"bundle_hash"`
	BlockTime  uint64     `json:"received_at_block_time"`
	Code       string     `json:"code"`
	Message    string     `json:"message"`
}

func (d *door) post(t testing.TB, path, encoding string, body io.Reader) reply {
	t.Helper()
	req, err := http.NewRequest("POST", d.url+"/v1/claims/"+path, body)
	if err != nil {
		t.Fatal(err)
	}
	if encoding != "" {
		req.Header.Set("Content-Encoding", encoding)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	r := reply{Status: resp.StatusCode}
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		t.Fatalf("answer to %s: status %d, no JSON: %v", path, resp.StatusCode, err)
	}
	return r
}

func (d *door) evidence(t testing.TB, bundle string) reply {
	t.Helper()
	return d.post(t, theClaim.String()+"/evidence", "", strings.NewReader(bundle))
}

func (d *door) get(t testing.TB, path string) (int, string) {
	t.Helper()
	resp, err := http.Get(d.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// left lists the files that an upload left in the folder.
func (d *door) left(t testing.TB) []string {
	t.Helper()
	entries, err := os.ReadDir(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func compress(t testing.TB, text string) []byte {
	t.Helper()
	var buf bytes.Buffer
	z, err := zstd.NewWriter(&buf)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(z, text); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

const (
	before = "valid\nrecord\n"
	bundle = before + "footer\n"
)

func TestReceiptNamesWhatIsKept(t *testing.T) {
	for _, encoding := range []string{"", "identity", "zstd"} {
		t.Run("encoding "+encoding, func(t *testing.T) {
			d := openDoor(t, evidence.Limits{})
			body := []byte(bundle)
			if encoding == "zstd" {
				body = compress(t, bundle)
			}
			got := d.post(t, theClaim.String()+"/evidence", encoding, bytes.NewReader(body))
			want := reply{Status: 200, Claim: theClaim, Accepted: true, BundleHash: trace.Keccak([]byte(before)), BlockTime: filedAt + 10}
			if got != want {
				t.Fatalf("answer %+v\nwant   %+v", got, want)
			}
			f, err := d.vault.Open(theClaim)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if text, err := io.ReadAll(f); err != nil || string(text) != bundle {
				t.Fatalf("kept %q, %v", text, err)
			}
			if d.kept != 1 {
				t.Fatalf("the service was told %d times", d.kept)
			}
		})
	}
}

// The kept copy survives the process: a new server over the same folder answers
// the same receipt, however late, and refuses other bytes.
func TestFirstValidCopyStands(t *testing.T) {
	d := openDoor(t, evidence.Limits{})
	first := d.evidence(t, bundle)
	d.set(func() { d.now = filedAt + 30*evidence.Window; d.filing.Open = false })
	if again := d.evidence(t, bundle); again != first {
		t.Errorf("the same copy again: %+v, want the first receipt %+v", again, first)
	}
	other := d.evidence(t, "valid\nother record\nfooter\n")
	if other.Status != 409 || other.Accepted || other.BundleHash != first.BundleHash {
		t.Errorf("another copy: %+v, want a conflict that names the kept hash", other)
	}
	v, err := evidence.OpenVault(d.dir)
	if err != nil {
		t.Fatal(err)
	}
	if r, ok, err := v.Receipt(theClaim); !ok || err != nil || r.BundleHash != first.BundleHash || r.BlockTime != first.BlockTime {
		t.Errorf("receipt from disk: %+v, %v, %v", r, ok, err)
	}
}

func TestInvalidCopyDoesNotBlock(t *testing.T) {
	d := openDoor(t, evidence.Limits{})
	if got := d.evidence(t, "forged\nfooter\n"); got.Status != 422 || got.Accepted || got.Code != "not_evidence" {
		t.Fatalf("a forged copy: %+v", got)
	}
	if left := d.left(t); len(left) != 0 {
		t.Fatalf("a forged copy left %v behind", left)
	}
	if got := d.evidence(t, bundle); got.Status != 200 || !got.Accepted {
		t.Fatalf("the valid copy after it: %+v", got)
	}
}

func TestTimeIsBlockTime(t *testing.T) {
	offered := trace.Keccak([]byte(before))
	tests := []struct {
		name  string
		now   uint64
		open  bool
		offer trace.Hash
		want  int
	}{
		{"last second", filedAt + evidence.Window, true, trace.Hash{}, 200},
		{"one second late", filedAt + evidence.Window + 1, true, trace.Hash{}, 410},
		{"late but offered", filedAt + 9*evidence.Window, true, offered, 200},
		{"late and another one offered", filedAt + evidence.Window + 1, true, trace.Keccak([]byte("x")), 410},
		{"offered but ruled on", filedAt + evidence.Window + 1, false, offered, 410},
		{"in time but closed", filedAt + 1, false, trace.Hash{}, 410},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := openDoor(t, evidence.Limits{})
			d.set(func() { d.now, d.filing.Open, d.filing.Offer = tt.now, tt.open, tt.offer })
			if got := d.evidence(t, bundle); got.Status != tt.want {
				t.Fatalf("at %d: %+v, want status %d", tt.now-filedAt, got, tt.want)
			}
		})
	}
}

// The time of arrival is that of the newest block when the last byte is there,
// not when the first one was.
func TestArrivalIsWhenTheBundleIsComplete(t *testing.T) {
	d := openDoor(t, evidence.Limits{})
	body, w := io.Pipe()
	got := make(chan reply, 1)
	go func() { got <- d.post(t, theClaim.String()+"/evidence", "", body) }()
	if _, err := io.WriteString(w, before); err != nil {
		t.Fatal(err)
	}
	d.set(func() { d.now = filedAt + evidence.Window + 1 })
	if _, err := io.WriteString(w, "footer\n"); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if r := <-got; r.Status != 410 {
		t.Fatalf("begun in time, completed late: %+v", r)
	}
}

// Ruling on absence waits for a bundle that is being taken in, and keeps later
// ones out until it is done.
func TestRulingExcludesReceiving(t *testing.T) {
	d := openDoor(t, evidence.Limits{})
	inside, goOn := make(chan struct{}), make(chan struct{})
	reads := 0
	d.onTime = func() {
		if reads++; reads == 2 { // the first look is before the upload, the second fixes the time
			close(inside)
			<-goOn
		}
	}
	got := make(chan reply, 1)
	go func() { got <- d.evidence(t, bundle) }()
	<-inside
	ruled := make(chan bool, 1)
	go func() {
		done := d.vault.Ruling(theClaim)
		defer done()
		_, kept, err := d.vault.Receipt(theClaim)
		ruled <- kept && err == nil
	}()
	select {
	case <-ruled:
		t.Fatal("a ruling went ahead while a bundle was being taken in")
	default:
	}
	close(goOn)
	if !<-ruled {
		t.Fatal("the ruling did not see the bundle that was in time")
	}
	if r := <-got; r.Status != 200 {
		t.Fatalf("the bundle: %+v", r)
	}
}

func TestManySendersKeepOne(t *testing.T) {
	d := openDoor(t, evidence.Limits{PerPeer: 100, Uploads: 100})
	var wg sync.WaitGroup
	replies := make([]reply, 24)
	for i := range replies {
		wg.Go(func() { replies[i] = d.evidence(t, fmt.Sprintf("valid\ncopy %d\nfooter\n", i%8)) })
	}
	wg.Wait()
	kept, _, err := d.vault.Receipt(theClaim)
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for _, r := range replies {
		if r.Accepted {
			accepted++
		}
		if r.BundleHash != kept.BundleHash || (r.Status != 200 && r.Status != 409) {
			t.Errorf("answer %+v; kept is %s", r, kept.BundleHash)
		}
	}
	if accepted != 3 {
		t.Errorf("%d senders hold a receipt, want the 3 that sent the kept bytes", accepted)
	}
	if left := d.left(t); len(left) != 2 {
		t.Errorf("the folder holds %v, want one bundle and one receipt", left)
	}
}

func TestUnfinishedUploadsAreRemovedAtStart(t *testing.T) {
	dir := t.TempDir()
	part := filepath.Join(dir, "upload-1.part")
	if err := os.WriteFile(part, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := evidence.OpenVault(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(part); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("after the start: %v", err)
	}
}
