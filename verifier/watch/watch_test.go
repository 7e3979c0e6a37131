package watch_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/watch"
)

func claim(n byte) trace.Hash { return trace.Keccak([]byte{n}) }

// catchUp steps until there is no more to read at once.
func catchUp(t testing.TB, w *watch.Watcher) watch.Progress {
	t.Helper()
	for range 10_000 {
		p, err := w.Step(t.Context())
		if err != nil {
			t.Fatalf("step: %v", err)
		}
		if !p.More {
			return p
		}
	}
	t.Fatal("the watcher never catches up")
	return watch.Progress{}
}

func TestEventsWaitForTheirConfirmations(t *testing.T) {
	l, j := newLedger(), &journal{}
	w := watch.New(l, j, watch.Config{Start: 1, Confirmations: 3})
	l.extend([]trace.Hash{claim(1)})
	for missing := 3; missing > 0; missing-- {
		if p := catchUp(t, w); p.Events != 0 || len(j.events) != 0 {
			t.Fatalf("with %d blocks on top an event was handed on", 3-missing)
		}
		l.extend(nil)
	}
	if catchUp(t, w); !slices.Equal(j.claims(), []trace.Hash{claim(1)}) {
		t.Fatalf("with 3 blocks on top: claims %v", j.claims())
	}
}

func TestRestartContinuesAtTheCursor(t *testing.T) {
	l, j := newLedger(), &journal{}
	l.extend([]trace.Hash{claim(1)})
	catchUp(t, watch.New(l, j, watch.Config{Start: 1}))
	l.extend([]trace.Hash{claim(2)})
	p := catchUp(t, watch.New(l, j, watch.Config{Start: 1}))
	if p.Cursor != 2 || j.twice || !slices.Equal(j.claims(), []trace.Hash{claim(1), claim(2)}) {
		t.Fatalf("after a restart: cursor %d, claims %v, handed on twice: %v", p.Cursor, j.claims(), j.twice)
	}
}

func TestDeepReorganisationIsUndone(t *testing.T) {
	l, j := newLedger(), &journal{}
	w := watch.New(l, j, watch.Config{Start: 1, Confirmations: 1, Chunk: 1})
	l.extend([]trace.Hash{claim(1)})
	l.extend([]trace.Hash{claim(2)})
	l.extend([]trace.Hash{claim(3)})
	l.extend(nil)
	catchUp(t, w)
	l.fork(3)
	l.extend([]trace.Hash{claim(4)})
	l.extend(nil)
	l.extend(nil)
	p, err := w.Step(t.Context())
	if err != nil || !p.Rewind || p.Cursor != 1 {
		t.Fatalf("the step after the fork: %+v, %v; want a rewind to block 1", p, err)
	}
	catchUp(t, w)
	if want := []trace.Hash{claim(1), claim(4)}; !slices.Equal(j.claims(), want) {
		t.Fatalf("after the fork: claims %v, want %v", j.claims(), want)
	}
}

// A node that lags behind is not a reorganisation: nothing is forgotten.
func TestShorterChainIsWaitedFor(t *testing.T) {
	l, j := newLedger(), &journal{}
	w := watch.New(l, j, watch.Config{Start: 1})
	l.extend([]trace.Hash{claim(1)})
	l.extend([]trace.Hash{claim(2)})
	catchUp(t, w)
	whole := l.blocks
	l.blocks = l.blocks[:2]
	if p := catchUp(t, w); p.Rewind || len(j.events) != 2 {
		t.Fatalf("a lagging node made the watcher forget: %+v, claims %v", p, j.claims())
	}
	l.blocks = whole
	if catchUp(t, w); j.twice || len(j.events) != 2 {
		t.Fatalf("after the node caught up: claims %v, handed on twice: %v", j.claims(), j.twice)
	}
}

func TestChainOfAnotherHistoryIsReadFromTheStart(t *testing.T) {
	l, j := newLedger(), &journal{}
	w := watch.New(l, j, watch.Config{Start: 1})
	l.extend([]trace.Hash{claim(1)})
	catchUp(t, w)
	other := newLedger()
	other.salt = 1 << 40
	other.extend([]trace.Hash{claim(9)})
	catchUp(t, watch.New(other, j, watch.Config{Start: 1}))
	if want := []trace.Hash{claim(9)}; !slices.Equal(j.claims(), want) {
		t.Fatalf("on another history: claims %v, want %v", j.claims(), want)
	}
}

// A node that does not have a block yet answers that it has no events. The second
// look finds what was hidden, once.
func TestSecondLookFindsWhatANodeHid(t *testing.T) {
	l, j := newLedger(), &journal{}
	cfg := watch.Config{Start: 1, Chunk: 4, Behind: 2}
	w := watch.New(l, j, cfg)
	for n := range byte(10) {
		l.extend([]trace.Hash{claim(n)})
	}
	l.hide = 1 // the first range
	catchUp(t, w)
	if catchUp(t, w); !slices.Equal(j.claims(), l.confirmed(1, 0)) || j.looked != 8 || j.twice {
		t.Fatalf("claims %v, read twice up to %d, want all up to 8; handed on twice: %v", j.claims(), j.looked, j.twice)
	}
	l.hide = 1
	for n := range byte(3) {
		l.extend([]trace.Hash{claim(100 + n)})
	}
	w = watch.New(l, j, cfg)
	catchUp(t, w)
	catchUp(t, w)
	if len(j.events) != 11 || j.looked != 11 {
		t.Fatalf("the newest two blocks were read twice already: %v, %d", j.claims(), j.looked)
	}
	if err := w.Reread(t.Context(), 13); err != nil {
		t.Fatal(err)
	}
	l.extend(nil)
	catchUp(t, w)
	if catchUp(t, w); !slices.Equal(j.claims(), l.confirmed(1, 0)) {
		t.Fatalf("claims %v", j.claims())
	}
}

// Nothing is taken back because a node serves another chain.
func TestAnotherChainTakesNothingBack(t *testing.T) {
	l, j := newLedger(), &journal{}
	other := errors.New("another chain")
	right := true
	cfg := watch.Config{Start: 1, SameChain: func(context.Context) error {
		if right {
			return nil
		}
		return other
	}}
	l.extend([]trace.Hash{claim(1)})
	catchUp(t, watch.New(l, j, cfg))
	right = false
	stranger := newLedger()
	stranger.salt = 1 << 40
	stranger.extend([]trace.Hash{claim(9)})
	if _, err := watch.New(stranger, j, cfg).Step(t.Context()); !errors.Is(err, other) || len(j.events) != 1 {
		t.Fatalf("on another chain: %v, claims %v", err, j.claims())
	}
	if _, err := watch.New(stranger, &journal{}, cfg).Step(t.Context()); !errors.Is(err, other) {
		t.Fatalf("a first start on another chain: %v", err)
	}
}

// A fork in the very middle of reading must not mix two branches.
func TestForkWhileReadingHandsNothingOn(t *testing.T) {
	l, j := newLedger(), &journal{}
	w := watch.New(l, j, watch.Config{Start: 1})
	l.extend([]trace.Hash{claim(1)})
	l.extend([]trace.Hash{claim(2)})
	l.onEvents = func() {
		l.onEvents = nil
		l.fork(2)
		l.extend([]trace.Hash{claim(3)})
		l.extend(nil)
	}
	if _, err := w.Step(t.Context()); !errors.Is(err, watch.ErrMoved) {
		t.Fatalf("step over a fork: %v, want ErrMoved", err)
	}
	if len(j.events) != 0 || len(j.marks) != 0 {
		t.Fatalf("half-read blocks were handed on: %v", j.events)
	}
	if catchUp(t, w); !slices.Equal(j.claims(), []trace.Hash{claim(3)}) {
		t.Fatalf("after the fork: claims %v", j.claims())
	}
}

func TestRangeShrinksWhereTheNodeRefuses(t *testing.T) {
	l, j := newLedger(), &journal{}
	l.limit = 3
	var want []trace.Hash
	for n := range byte(40) {
		l.extend([]trace.Hash{claim(n)})
		want = append(want, claim(n))
	}
	w := watch.New(l, j, watch.Config{Start: 1, Chunk: 64})
	for range 200 {
		p, err := w.Step(t.Context())
		if err != nil && !errors.Is(err, errRange) {
			t.Fatal(err)
		}
		if err == nil && !p.More {
			break
		}
	}
	if !slices.Equal(j.claims(), want) {
		t.Fatalf("read %d of %d claims through a node that answers 3 blocks at once", len(j.events), len(want))
	}
}

func TestRefusedJournalIsAskedAgain(t *testing.T) {
	l, j := newLedger(), &journal{fail: errors.New("disk full")}
	w := watch.New(l, j, watch.Config{Start: 1})
	l.extend([]trace.Hash{claim(1)})
	if _, err := w.Step(t.Context()); !errors.Is(err, j.fail) {
		t.Fatalf("step: %v, want the journal's error", err)
	}
	j.fail = nil
	if catchUp(t, w); len(j.events) != 1 || j.twice {
		t.Fatalf("after the journal recovered: %v", j.events)
	}
}

// TestFollowsAnyHistory compares the watcher with the definition of its job over
// random histories: what it handed on and did not take back is what stands on
// the chain with enough confirmations.
func TestFollowsAnyHistory(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		cfg := watch.Config{
			Start:         rapid.Uint64Range(0, 3).Draw(rt, "start"),
			Confirmations: rapid.Uint64Range(0, 4).Draw(rt, "confirmations"),
			Chunk:         rapid.Uint64Range(1, 5).Draw(rt, "chunk"),
			Behind:        rapid.Uint64Range(1, 6).Draw(rt, "behind"),
		}
		l, j := newLedger(), &journal{}
		w := watch.New(l, j, cfg)
		next := byte(0)
		for range rapid.IntRange(1, 60).Draw(rt, "steps") {
			switch rapid.IntRange(0, 5).Draw(rt, "what") {
			case 0, 1, 2:
				var claims []trace.Hash
				for range rapid.IntRange(0, 2).Draw(rt, "claims") {
					claims, next = append(claims, claim(next)), next+1
				}
				l.extend(claims)
			case 3:
				depth := rapid.IntRange(0, min(8, len(l.blocks)-1)).Draw(rt, "depth")
				l.fork(depth)
				for range depth {
					l.extend(nil)
				}
				l.extend(nil)
			case 4:
				if _, err := w.Step(t.Context()); err != nil {
					rt.Fatalf("step: %v", err)
				}
			case 5:
				w = watch.New(l, j, cfg) // a restart
			}
		}
		catchUp(t, w)
		catchUp(t, w) // the second look
		if want := l.confirmed(cfg.Start, cfg.Confirmations); !slices.Equal(j.claims(), want) {
			rt.Fatalf("claims %v, want %v", j.claims(), want)
		}
	})
}
