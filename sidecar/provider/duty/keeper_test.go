package duty_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/sidecar/provider"
	"github.com/varek/varek/sidecar/provider/duty"
	"github.com/varek/varek/tracestore/trace"
)

const (
	day     = 24 * 3600
	filedAt = 1_000_000
)

// world is a chain, a store and the verifiers, each as bad as the test wants it.
type world struct {
	t   *testing.T
	dir string

	once     sync.Once
	mu       sync.Mutex
	now      uint64
	claims   []duty.Claim
	offers   int
	closes   int
	noise    bool
	offerErr error
	closeErr error
	doors    func(duty.Claim) []string
	sent     map[trace.Hash]int // by claim
	over     chan struct{}      // closed when the test ends, before its servers
}

func newWorld(t *testing.T, claims int) *world {
	w := &world{t: t, dir: t.TempDir(), now: filedAt + 10, sent: map[trace.Hash]int{}, over: make(chan struct{})}
	for i := range claims {
		w.claims = append(w.claims, duty.Claim{ID: trace.Hash{1, byte(i >> 8), byte(i)}, Session: trace.Hash{2}, Promise: 3, FiledAt: filedAt, Until: filedAt + 3*day, Open: true})
	}
	srv := w.server(w.answer)
	w.doors = func(duty.Claim) []string { return []string{srv} }
	return w
}

func (w *world) server(h http.HandlerFunc) string {
	srv := httptest.NewServer(h)
	w.t.Cleanup(func() {
		w.once.Do(func() { close(w.over) })
		srv.CloseClientConnections()
		srv.Close()
	})
	return srv.URL
}

// answer is an honest verifier.
func (w *world) answer(rw http.ResponseWriter, r *http.Request) {
	z, err := zstd.NewReader(r.Body)
	if err != nil {
		w.t.Error(err)
		return
	}
	defer z.Close()
	text, err := io.ReadAll(z)
	if err != nil {
		return // the sender went away
	}
	id, err := trace.ParseHash(strings.Split(r.URL.Path, "/")[3])
	if err != nil {
		w.t.Error(err)
	}
	w.mu.Lock()
	w.sent[id]++
	w.mu.Unlock()
	fmt.Fprintf(rw, `{"claim":"%s","accepted":true,"bundle_hash":"%s","received_at_block_time":7}`, id, trace.Keccak(text))
}

func (w *world) Claims(context.Context) (uint64, []duty.Claim, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now, append([]duty.Claim{}, w.claims...), nil
}

func (w *world) Offer(_ context.Context, claim, bundle trace.Hash) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.offerErr != nil {
		return w.offerErr
	}
	w.offers++
	for i := range w.claims {
		if w.claims[i].ID == claim {
			w.claims[i].Offer = bundle
		}
	}
	return nil
}

func (w *world) Close(context.Context, duty.Claim, uint64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closes++
	return w.closeErr
}

func (w *world) Assemble(_ context.Context, c duty.Claim, out io.Writer) (provider.Summary, error) {
	text := []byte(strings.Repeat("record\n", 100) + c.ID.String())
	if w.noise { // more than sockets buffer, however it is compressed
		text = make([]byte, 8<<20)
		_, _ = rand.NewChaCha8([32]byte{}).Read(text) // never fails
	}
	_, err := out.Write(text)
	return provider.Summary{Records: 100, BundleHash: trace.Keccak(text)}, err
}

func (w *world) Doors(c duty.Claim) ([]string, error) { return w.doors(c), nil }

func (w *world) keeper(change func(*duty.Config)) *duty.Keeper {
	w.t.Helper()
	cfg := duty.Config{Chain: w, House: w, Dir: w.dir, Log: slog.New(slog.DiscardHandler), Pause: time.Millisecond, MostPause: time.Millisecond}
	if change != nil {
		change(&cfg)
	}
	k, err := duty.New(cfg)
	if err != nil {
		w.t.Fatal(err)
	}
	return k
}

// look makes a look at a block time and waits for all that it starts.
func (w *world) look(k *duty.Keeper, now uint64) duty.Status {
	w.t.Helper()
	w.mu.Lock()
	w.now = now
	w.mu.Unlock()
	time.Sleep(2 * time.Millisecond) // longer than the pause between attempts
	if err := k.Look(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	k.Wait()
	return k.Statuses()[0]
}

func (w *world) bundle() string {
	return filepath.Join(w.dir, strings.TrimPrefix(w.claims[0].ID.String(), "0x"), "bundle.ndjson")
}

func TestAnswered(t *testing.T) {
	w := newWorld(t, 1)
	k := w.keeper(nil)
	if s := w.look(k, filedAt+10); s.Stage != duty.Delivered || s.Receipt == nil || s.Receipt.BlockTime != 7 || s.Urgent() {
		t.Fatalf("%+v", s)
	}
	w.look(k, filedAt+day)
	w.look(w.keeper(nil), filedAt+2*day) // another process
	if w.closes != 1 || w.sent[w.claims[0].ID] != 1 || w.offers != 0 {
		t.Errorf("%d closes, %d deliveries, %d offers", w.closes, w.sent[w.claims[0].ID], w.offers)
	}
	// A receipt without a verdict is doubted once: offered, and sent again.
	for range 3 {
		w.look(k, filedAt+3*day-100)
	}
	if w.offers != 1 || w.sent[w.claims[0].ID] != 2 {
		t.Errorf("%d offers, %d deliveries", w.offers, w.sent[w.claims[0].ID])
	}
	w.claims[0].Open, w.claims[0].Outcome = false, "satisfied"
	if s := w.look(k, filedAt+4*day); s.Stage != duty.Closed || s.Outcome != "satisfied" {
		t.Errorf("%+v", s)
	}
	if _, err := os.Stat(w.bundle()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the private bundle is still there: %v", err)
	}
	// The block with the outcome is replaced: the duty begins again.
	w.claims[0].Open, w.claims[0].Outcome, w.claims[0].Offer = true, "", trace.Hash{}
	if s := w.look(k, filedAt+day); s.Stage != duty.Delivered || w.closes != 2 {
		t.Errorf("%+v, %d closes", s, w.closes)
	}
}

// Verifiers that lie, stall or are not there: the evidence is offered on chain
// in time, once, and delivered as soon as one answers, however late.
func TestBadVerifiers(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	for name, bad := range map[string]func(w *world) http.HandlerFunc{
		"fails for ever": func(*world) http.HandlerFunc {
			return func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(500) }
		},
		"receipt for another bundle": func(w *world) http.HandlerFunc {
			return func(rw http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				fmt.Fprintf(rw, `{"claim":"%s","accepted":true,"bundle_hash":"0x%064x"}`, w.claims[0].ID, 1)
			}
		},
		"redirects elsewhere": func(w *world) http.HandlerFunc {
			other := w.server(func(http.ResponseWriter, *http.Request) { t.Error("the redirection was followed") })
			return func(rw http.ResponseWriter, r *http.Request) {
				http.Redirect(rw, r, other, http.StatusTemporaryRedirect)
			}
		},
		"asks to come back as a question": func(w *world) http.HandlerFunc {
			return func(rw http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet {
					t.Error("the redirection was followed")
				}
				http.Redirect(rw, r, "/", http.StatusSeeOther)
			}
		},
		"reads nothing and says nothing": func(w *world) http.HandlerFunc {
			return func(http.ResponseWriter, *http.Request) { <-w.over }
		},
		"reads all and says nothing": func(w *world) http.HandlerFunc {
			return func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body); <-w.over }
		},
		"answers a gigabyte": func(*world) http.HandlerFunc {
			return func(rw http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				for range 1 << 30 / (1 << 20) {
					if _, err := rw.Write(make([]byte, 1<<20)); err != nil {
						return
					}
				}
			}
		},
		"is not there": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 1)
			w.noise = name == "reads nothing and says nothing"
			honest := w.doors(w.claims[0])
			url := gone.URL
			if bad != nil {
				url = w.server(bad(w))
			}
			w.doors = func(duty.Claim) []string { return []string{url} }
			quick := func(c *duty.Config) {
				c.Delivery = provider.Delivery{Idle: time.Second, Answer: 2 * time.Second, Most: 20 * time.Second}
			}
			k := w.keeper(quick)
			if s := w.look(k, filedAt+10); s.Stage != duty.Assembled || s.Attempts != 1 || s.Error == "" || w.offers != 0 || !s.Urgent() {
				t.Fatalf("at first: %+v, %d offers", s, w.offers)
			}
			if s := w.look(k, filedAt+1000); s.Stage != duty.Assembled || w.offers != 0 {
				t.Fatalf("after a while: %+v, %d offers", s, w.offers)
			}
			w.look(w.keeper(quick), filedAt+4000)
			if s := w.look(k, filedAt+4000); w.offers != 1 || w.claims[0].Offer != s.Bundle || s.Stage != duty.Assembled {
				t.Fatalf("after an hour: %+v, %d offers", s, w.offers)
			}
			w.doors = func(duty.Claim) []string { return append([]string{url}, honest...) }
			if w.noise {
				k = w.keeper(func(c *duty.Config) { c.Delivery.Idle = 2 * time.Second }) // the hash takes its time
			}
			if s := w.look(k, filedAt+5*day); s.Stage != duty.Delivered || w.offers != 1 {
				t.Errorf("a second address that is honest, late: %+v", s)
			}
		})
	}
}

// A chain that takes no offers does not keep evidence from being delivered.
func TestOfferFails(t *testing.T) {
	w := newWorld(t, 1)
	w.offerErr = errors.New("no money for fees")
	k := w.keeper(nil)
	s := w.look(k, filedAt+3*day-50)
	if s.Stage != duty.Delivered || !strings.Contains(s.Error, "no money for fees") || s.Insured {
		t.Errorf("%+v", s)
	}
	w.offerErr = nil
	if s := w.look(k, filedAt+3*day-40); !s.Insured || w.offers != 1 || s.Error != "" {
		t.Errorf("%+v, %d offers", s, w.offers)
	}
}

func TestMissedAndElsewhere(t *testing.T) {
	w := newWorld(t, 1)
	w.closeErr = fmt.Errorf("%w: moved", duty.ErrElsewhere)
	k := w.keeper(nil)
	if s := w.look(k, filedAt+5); s.Stage != duty.Elsewhere || !s.Urgent() || s.Left() != 3*day-5 {
		t.Errorf("%+v", s)
	}
	if s := w.look(k, filedAt+3*day); s.Stage != duty.Elsewhere {
		t.Errorf("in the last second: %+v", s)
	}
	if s := w.look(k, filedAt+3*day+1); s.Stage != duty.Missed || s.Urgent() {
		t.Errorf("a second late: %+v", s)
	}
	closes := w.closes
	w.look(k, filedAt+3*day+2)
	if w.closes != closes {
		t.Error("a missed claim is worked on")
	}
}

// One verifier that takes uploads and never answers holds up no other, however
// many claims name it.
func TestStallHoldsUpNobody(t *testing.T) {
	w := newWorld(t, 80)
	honest := w.doors(w.claims[0])
	stalls := w.server(func(http.ResponseWriter, *http.Request) { <-w.over })
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for i := range w.claims {
		w.claims[i].Verifier = trace.Address{byte(i % 2)}
		w.claims[i].Until += uint64(i)
	}
	w.doors = func(c duty.Claim) []string {
		if c.Verifier.IsZero() {
			return []string{stalls}
		}
		return honest
	}
	k := w.keeper(nil)
	delivered := func() (n int) {
		for _, s := range k.Statuses() {
			if s.Stage == duty.Delivered {
				n++
			}
		}
		return n
	}
	for end := time.Now().Add(time.Minute); delivered() < 40; time.Sleep(time.Millisecond) {
		if err := k.Look(ctx); err != nil || time.Now().After(end) {
			t.Fatalf("%d of 40 are delivered, %v", delivered(), err)
		}
	}
	if len(w.sent) != 40 {
		t.Errorf("%d claims at the honest verifier", len(w.sent))
	}
	stop()
	k.Wait()
}

// What lies on disk after a death, or damage, never stops the duty.
func TestDamagedFiles(t *testing.T) {
	for name, harm := range map[string]func(dir string) error{
		"status cut off":   func(d string) error { return os.Truncate(filepath.Join(d, "claim.json"), 20) },
		"status gone":      func(d string) error { return os.Remove(filepath.Join(d, "claim.json")) },
		"bundle gone":      func(d string) error { return os.Remove(filepath.Join(d, "bundle.ndjson")) },
		"a file half made": func(d string) error { return os.WriteFile(filepath.Join(d, ".new-1"), []byte("x"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, 1)
			honest := w.doors
			w.doors = func(duty.Claim) []string { return nil }
			k := w.keeper(nil)
			w.doors = func(duty.Claim) []string { return []string{"http://127.0.0.1:1"} }
			if s := w.look(k, filedAt+10); s.Stage != duty.Assembled {
				t.Fatalf("%+v", s)
			}
			if err := harm(filepath.Dir(w.bundle())); err != nil {
				t.Fatal(err)
			}
			w.doors = honest
			if s := w.look(w.keeper(nil), filedAt+20); s.Stage != duty.Delivered {
				t.Errorf("%+v", s)
			}
			if left, _ := filepath.Glob(filepath.Join(w.dir, "*", ".new-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestNewerStatus(t *testing.T) {
	w := newWorld(t, 1)
	w.look(w.keeper(nil), filedAt+10)
	path := filepath.Join(filepath.Dir(w.bundle()), "claim.json")
	text, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, []byte(strings.Replace(string(text), `"v": 1`, `"v": 2`, 1)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := duty.New(duty.Config{Chain: w, House: w, Dir: w.dir, Log: slog.New(slog.DiscardHandler)}); !errors.Is(err, duty.ErrNewerVersion) {
		t.Errorf("%v", err)
	}
}
