package pullreview_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/pullreview"
)

// TestReadingsAgree walks at random and holds every fact to the projection of
// the whole repository.
func TestReadingsAgree(t *testing.T) {
	for _, surface := range []string{pullreview.Page, pullreview.Tool} {
		w, err := pullreview.New(surface)
		if err != nil {
			t.Fatal(err)
		}
		var pointers []formula.Pointer
		for _, f := range w.Facts() {
			p, err := formula.ParsePointer(f.Pointer)
			if err != nil {
				t.Fatal(err)
			}
			pointers = append(pointers, p)
		}
		seen := make([]map[world.Value]bool, len(pointers))
		for i := range seen {
			seen[i] = map[world.Value]bool{}
		}
		k, err := w.Walk()
		if err != nil {
			t.Fatal(err)
		}
		out := world.NewSteps(len(pointers))
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 3))
			var state []byte
			for range 40 {
				out.Reset()
				if state == nil {
					err = k.Begin(out)
				} else {
					err = k.Expand(state, out)
				}
				if err != nil {
					t.Fatal(err)
				}
				var open []world.Step
				for _, s := range out.All() {
					if !s.Refused && !s.Outside {
						open = append(open, s)
					}
				}
				if len(open) == 0 {
					t.Fatalf("nothing follows %x", state)
				}
				s := open[r.IntN(len(open))]
				root, err := k.(world.Exact).Document(state, s.Label, s.State)
				if err != nil {
					t.Fatal(err)
				}
				for i, p := range pointers {
					v, there := p.Resolve(root)
					if there != (s.Facts[i] != world.Absent) || there && !value.Equal(v, s.Facts[i].JSON(w.Names())) {
						t.Fatalf("%s, seed %d, after %s: %s is %v as a fact and %v in the document", surface, seed, w.Action(s.Label).ID, p, s.Facts[i].JSON(w.Names()), v)
					}
					seen[i][s.Facts[i]] = true
				}
				state = bytes.Clone(s.State)
			}
		}
		varied := 0
		for _, m := range seen {
			if len(m) > 1 {
				varied++
			}
		}
		if varied < 60 {
			t.Errorf("%s: of %d facts %d were seen to change", surface, len(pointers), varied)
		}
	}
}

// FuzzState: bytes are a state exactly if they are what a state encodes to.
func FuzzState(f *testing.F) {
	w, err := pullreview.New(pullreview.Page)
	if err != nil {
		f.Fatal(err)
	}
	k, err := w.Walk()
	if err != nil {
		f.Fatal(err)
	}
	out := world.NewSteps(len(w.Facts()))
	if err := k.Begin(out); err != nil {
		f.Fatal(err)
	}
	f.Add(bytes.Clone(out.All()[0].State))
	f.Add([]byte{0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, text []byte) {
		out.Reset()
		if err := k.Expand(text, out); err != nil {
			if !errors.Is(err, world.ErrState) {
				t.Fatal(err)
			}
			return
		}
		for _, s := range out.All() {
			if s.Refused {
				continue
			}
			if _, err := k.(world.Exact).Document(text, s.Label, s.State); err != nil {
				t.Fatalf("%x leads to %x: %v", text, s.State, err)
			}
		}
	})
}
