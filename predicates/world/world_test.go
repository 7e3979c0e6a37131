package world_test

import (
	"errors"
	"testing"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/graph"
)

// TestValues: a fact keeps what it was made of.
func TestValues(t *testing.T) {
	var s world.Symbols
	for _, v := range []any{nil, true, false, "x", "", value.Number("0"), value.Number("-7"), value.Number("0.5"), value.Number("4611686018427387903"),
		value.Number("4611686018427387904"), value.Number("-4611686018427387904"), []any{value.Number("1"), "a"}, map[string]any{"k": nil}} {
		code, err := s.Code(v)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.Code(v)
		if err != nil || again != code || code == world.Absent {
			t.Errorf("%v has the codes %d and %d, %v", v, code, again, err)
		}
		if got := code.JSON(names{&s}); !value.Equal(got, v) {
			t.Errorf("%v comes back as %v", v, got)
		}
	}
	if _, ok := world.Absent.Int(); ok || world.Absent.IsSymbol() {
		t.Error("absence is a value")
	}
	if _, err := s.Code(value.Hidden{}); err == nil {
		t.Error("what is hidden has a code")
	}
}

type names struct{ *world.Symbols }

func (names) Action(world.Label) world.Action { return world.Action{} }

// TestFactsAreRefused: no two meanings for one pointer.
func TestFactsAreRefused(t *testing.T) {
	for _, bad := range [][]string{{""}, {"a"}, {"/a", "/a"}, {"/a", "/a/b"}, {"/a/b/c", "/a"}, {"/~"}} {
		var facts []world.Fact
		for _, p := range bad {
			facts = append(facts, world.Fact{Pointer: p})
		}
		if err := world.CheckFacts(facts); err == nil {
			t.Errorf("%q are taken", bad)
		}
	}
	if err := world.CheckFacts([]world.Fact{{Pointer: "/a/b"}, {Pointer: "/a/c"}, {Pointer: "/ab"}}); err != nil {
		t.Error(err)
	}
}

// TestGraph walks a small graph and reads its document.
func TestGraph(t *testing.T) {
	w, err := graph.New(graph.Graph{Name: "g", Facts: []world.Fact{{Pointer: "/a/n"}, {Pointer: "/b~1"}},
		Start: []graph.Edge{{To: 1, See: map[string]any{"/a/n": 1}}},
		Edges: []graph.Edge{{From: 1, To: 300, Name: "go", See: map[string]any{"/a/n": 2, "/b~1": "x"}}, {From: 1, Name: "no", Refused: true}, {From: 300, To: 1, Name: "go", Outside: true}}})
	if err != nil {
		t.Fatal(err)
	}
	k, err := w.Walk()
	if err != nil {
		t.Fatal(err)
	}
	out := world.NewSteps(2)
	if err := k.Begin(out); err != nil || len(out.All()) != 1 {
		t.Fatal(err)
	}
	first := append([]byte(nil), out.All()[0].State...)
	out.Reset()
	if err := k.Expand(first, out); err != nil {
		t.Fatal(err)
	}
	steps := out.All()
	if len(steps) != 2 || steps[0].Refused || !steps[1].Refused || w.Action(steps[0].Label).ID != "go" {
		t.Fatalf("%+v", steps)
	}
	doc, err := world.Document(w.Facts(), steps[0].Facts, w.Names())
	if err != nil || !value.Equal(doc, map[string]any{"a": map[string]any{"n": value.Number("2")}, "b/": "x"}) {
		t.Errorf("%v, %v", doc, err)
	}
	if err := k.Expand([]byte{0x80}, out); !errors.Is(err, world.ErrState) {
		t.Errorf("half a number is a state: %v", err)
	}
	if _, err := graph.New(graph.Graph{Start: []graph.Edge{{See: map[string]any{"/x": 1}}}}); !errors.Is(err, world.ErrFacts) {
		t.Errorf("an unknown fact: %v", err)
	}
}
