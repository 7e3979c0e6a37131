package escrow_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// TestProvidersWords: what public providers answer to a range that is too
// large, and to being asked too often.
func TestProvidersWords(t *testing.T) {
	for text, want := range map[string]struct {
		kind string
		span uint64
	}{
		"query returned more than 10000 results. Try with this block range [0x1D0A2, 0x1D4A2].":                                                                                                            {"too much", 1025},
		"Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size. Based on your parameters, this block range should work: [0x0, 0x7f]": {"too much", 128},
		"eth_getLogs is limited to a 10,000 range":                                           {"too much", 10000},
		"eth_getLogs is limited to 0 - 50 blocks range":                                      {"too much", 50},
		"exceed maximum block range: 5000":                                                   {"too much", 5000},
		"Max range: 800":                                                                     {"too much", 800},
		"query exceeds max block range 3":                                                    {"too much", 3},
		"block range greater than 10000 max":                                                 {"too much", 10000},
		"ranges over 10000 blocks are not supported on freetier":                             {"too much", 10000},
		"Block range is too wide":                                                            {"too much", 0},
		"block range limit exceeded":                                                         {"too much", 0},
		"query timeout exceeded":                                                             {"too much", 0},
		"backend response too large":                                                         {"too much", 0},
		"some words that no provider has used yet":                                           {"too much", 0},
		"Your app has exceeded its compute units per second capacity":                        {"too fast", 0},
		"daily request count exceeded, request rate limited":                                 {"too fast", 0},
		"Too Many Requests":                                                                  {"too fast", 0},
		"100/second request limit reached - reduce calls per second or upgrade your account": {"too fast", 0},
		"missing trie node 0a":                                                               {"hopeless", 0},
		"history has been pruned for this block":                                             {"hopeless", 0},
		"Unauthorized: You must authenticate your request with an API key":                   {"hopeless", 0},
	} {
		kind, span := escrow.ReadRefusal(text)
		if kind != want.kind || span != want.span {
			t.Errorf("%q: %s, %d blocks; want %s, %d", text, kind, span, want.kind, want.span)
		}
	}
}

// TestNodeThatTiresIsAskedAgain: a node that answers 429 is asked again later,
// and what it says about ranges is believed.
func TestNodeThatTiresIsAskedAgain(t *testing.T) {
	s := newScene(t)
	id := s.register(gwei(1000))
	x := s.open("a", id)
	for n := range uint32(8) {
		s.commit(item(x, n+1))
	}
	want := must(s.client.Items(t.Context(), x.Owner, x.ID))(t)
	p := newProxy(t, s.endpoint)
	c := s.through(p)
	c.Breathe(time.Millisecond)
	var mu sync.Mutex
	tired, asked := 0, []uint64{}
	p.lie(func(c call) (answer, bool) {
		mu.Lock()
		defer mu.Unlock()
		if c.Method != "eth_getLogs" {
			return answer{}, false
		}
		if tired < 3 {
			tired++
			return answer{status: http.StatusTooManyRequests}, true
		}
		var q struct{ FromBlock, ToBlock string }
		if err := json.Unmarshal(c.Params[0], &q); err != nil {
			t.Error(err)
		}
		span := hexNumber(t, q.ToBlock) - hexNumber(t, q.FromBlock) + 1
		asked = append(asked, span)
		if span > 4 {
			return answer{Error: &answerError{Code: -32602, Message: "eth_getLogs is limited to a 4 range"}}, true
		}
		return answer{}, false
	})
	if got := must(c.Items(t.Context(), x.Owner, x.ID))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v\nwant %+v", got, want)
	}
	refused := 0
	for _, span := range asked {
		if span > 4 {
			refused++
		}
	}
	if refused != 1 {
		t.Errorf("%d of the spans %v were refused, want 1: the answer names the limit", refused, asked)
	}
}

// TestRememberedCommitments: a second process reads what is new alone; a memory
// that was tampered with, or cut, or made before a reorganisation is found out
// and mended.
func TestRememberedCommitments(t *testing.T) {
	s := newScene(t)
	id := s.register(gwei(1000))
	x := s.open("a", id)
	for n := range uint32(5) {
		s.commit(item(x, n+1))
	}
	dir := t.TempDir()
	p := newProxy(t, s.endpoint)
	var mu sync.Mutex
	var first []uint64 // first blocks of the ranges that were asked for
	p.lie(func(c call) (answer, bool) {
		mu.Lock()
		defer mu.Unlock()
		if c.Method == "eth_getLogs" {
			var q struct{ FromBlock string }
			if err := json.Unmarshal(c.Params[0], &q); err != nil {
				t.Error(err)
			}
			first = append(first, hexNumber(t, q.FromBlock))
		}
		return answer{}, false
	})
	read := func(want int) (from []uint64) {
		t.Helper()
		c := s.through(p)
		if err := c.Remember(dir); err != nil {
			t.Fatal(err)
		}
		first = nil
		if got := must(c.Items(t.Context(), x.Owner, x.ID))(t); len(got) != want {
			t.Errorf("%d commitments, want %d", len(got), want)
		}
		return first
	}
	if from := read(5); len(from) != 1 {
		t.Errorf("the first reader asked for ranges from %v", from)
	}
	if from := read(5); len(from) != 0 {
		t.Errorf("the second reader asked for ranges from %v, although there is nothing new", from)
	}
	last := s.commit(item(x, 6))
	if from := read(6); len(from) != 1 || from[0] > last.Block || from[0]+2 < last.Block {
		t.Errorf("asked for ranges from %v, new is block %d alone", from, last.Block)
	}
	for name, damage := range memoryDamages(t, dir) {
		damage()
		if from := read(6); len(from) == 0 {
			t.Errorf("%s: nothing was read again", name)
		}
		if from := read(6); len(from) != 0 {
			t.Errorf("%s: the memory is not mended, ranges from %v were read", name, from)
		}
	}
	posted := must(s.client.Posted(t.Context(), x.Owner, escrow.KindCheckpoint, []trace.Item{item(x, 6), item(x, 7), item(x, 1)}))(t)
	if posted[0] != last.TxHash || !posted[1].IsZero() || posted[2].IsZero() || posted[2] == posted[0] {
		t.Errorf("posted %v", posted)
	}
}

// memoryDamages change the one file of remembered commitments.
func memoryDamages(t *testing.T, dir string) map[string]func() {
	change := func(f func(lines [][]byte) [][]byte) func() {
		return func() {
			files := must(filepath.Glob(filepath.Join(dir, "batches-*.jsonl")))(t)
			if len(files) != 1 {
				t.Fatalf("files %v", files)
			}
			lines := bytes.SplitAfter(must(os.ReadFile(files[0]))(t), []byte("\n"))
			if err := os.WriteFile(files[0], bytes.Join(f(lines), nil), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return map[string]func(){
		"a batch left out": change(func(l [][]byte) [][]byte { return slices.Delete(l, 2, 3) }),
		"a batch redated": change(func(l [][]byte) [][]byte {
			l[3] = bytes.Replace(l[3], []byte(`"time":1`), []byte(`"time":2`), 1)
			return l
		}),
		"a torn last line": change(func(l [][]byte) [][]byte { l[6] = l[6][:20]; return l[:7] }),
		"another owner": change(func(l [][]byte) [][]byte {
			l[0] = bytes.Replace(l[0], []byte(`"owner":"0x`), []byte(`"owner":"0xf`), 1)
			return l
		}),
		"nothing but noise": change(func([][]byte) [][]byte { return [][]byte{[]byte("noise\n")} }),
		"a replaced block": change(func(l [][]byte) [][]byte {
			l[6] = bytes.Replace(bytes.Replace(l[6], []byte(`"block_hash":"0x`), []byte(`"block_hash":"0xff`), 1), []byte(`"time":1`), []byte(`"time":3`), 1)
			return l
		}),
	}
}
