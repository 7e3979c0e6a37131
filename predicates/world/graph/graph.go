// Package graph is a world that is written out: numbered nodes, and edges with
// a name and with what formulas see on them.
//
// Promise: the states are exactly the nodes, the steps of a node its edges in
// the order given. It is small enough to be read, and so what tests of the
// checker use.
//
// Limits: everything is listed; it emits no records unless an edge has some.
package graph

import (
	"encoding/binary"
	"fmt"

	json "github.com/go-json-experiment/json"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// Edge is one action.
type Edge struct {
	From int `json:"from"`
	To   int `json:"to"`
	// Name is the action's identity; edges may share one.
	Name string `json:"name"`
	// See are the facts of the step by pointer; a pointer that is not here is
	// absent.
	See     map[string]any `json:"see"`
	Refused bool           `json:"refused,omitzero"`
	Outside bool           `json:"outside,omitzero"`
	Records []world.Record `json:"records,omitzero"`
}

// Graph describes a world. From of an edge in Start is not used.
type Graph struct {
	Name  string       `json:"name"`
	Facts []world.Fact `json:"facts"`
	Start []Edge       `json:"start"`
	Edges []Edge       `json:"edges"`
}

// World is a Graph that was read.
type World struct {
	about   world.About
	facts   []world.Fact
	symbols world.Symbols
	actions []world.Action
	start   []edge
	edges   map[int][]edge
}

type edge struct {
	Edge
	label  world.Label
	values []world.Value
}

// New reads a graph.
func New(g Graph) (*World, error) {
	if err := world.CheckFacts(g.Facts); err != nil {
		return nil, fmt.Errorf("graph %s: %w", g.Name, err)
	}
	text, err := json.Marshal(g, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("graph %s: %w", g.Name, err)
	}
	w := &World{facts: g.Facts, edges: map[int][]edge{}, about: world.About{
		Name: g.Name, Version: "1", Surface: "graph", Flow: "a graph that is written out", Digest: trace.Keccak(text),
		Scope: []string{"Nodes and edges as listed."}, Abstraction: "none: the graph is the model",
	}}
	labels := map[string]world.Label{}
	for _, e := range g.Start {
		x, err := w.edge(e, labels)
		if err != nil {
			return nil, err
		}
		x.label = world.None
		w.start = append(w.start, x)
	}
	for _, e := range g.Edges {
		x, err := w.edge(e, labels)
		if err != nil {
			return nil, err
		}
		w.edges[e.From] = append(w.edges[e.From], x)
	}
	start, err := json.Marshal(g.Start, json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("graph %s: %w", g.Name, err)
	}
	w.about.Start, w.about.StartState = trace.Keccak(start), start
	return w, nil
}

func (w *World) edge(e Edge, labels map[string]world.Label) (edge, error) {
	label, ok := labels[e.Name]
	if !ok {
		label = world.Label(len(w.actions))
		labels[e.Name] = label
		w.actions = append(w.actions, world.Action{ID: e.Name, Step: e.Name, Label: e.Name})
	}
	x := edge{Edge: e, label: label}
	known := 0
	for _, f := range w.facts {
		v, ok := e.See[f.Pointer]
		code := world.Absent
		if ok {
			known++
			var err error
			if code, err = w.symbols.Code(literal(v)); err != nil {
				return edge{}, fmt.Errorf("edge %q, %s: %w", e.Name, f.Pointer, err)
			}
		}
		x.values = append(x.values, code)
	}
	if known != len(e.See) {
		return edge{}, fmt.Errorf("edge %q sees what is no fact of the graph: %w", e.Name, world.ErrFacts)
	}
	return x, nil
}

// literal lets numbers be written as int.
func literal(v any) any {
	if n, ok := v.(int); ok {
		return value.Number(fmt.Sprint(n))
	}
	return v
}

// About implements world.World.
func (w *World) About() world.About { return w.about }

// Facts implements world.World.
func (w *World) Facts() []world.Fact { return w.facts }

// Names implements world.World.
func (w *World) Names() world.Names { return w }

// Action implements world.Names.
func (w *World) Action(l world.Label) world.Action {
	if int(l) < len(w.actions) {
		return w.actions[l]
	}
	return world.Action{ID: "start", Step: "Start."}
}

// Symbol implements world.Names.
func (w *World) Symbol(v world.Value) any { return w.symbols.Symbol(v) }

// Walk implements world.World.
func (w *World) Walk() (world.Walker, error) { return walker{w}, nil }

type walker struct{ w *World }

// Begin implements world.Walker.
func (k walker) Begin(out *world.Steps) error {
	add(out, k.w.start)
	return nil
}

// Expand implements world.Walker.
func (k walker) Expand(state []byte, out *world.Steps) error {
	node, n := binary.Uvarint(state)
	if n != len(state) || n == 0 {
		return fmt.Errorf("graph state %x: %w", state, world.ErrState)
	}
	add(out, k.w.edges[int(node)])
	return nil
}

// Close implements world.Walker.
func (k walker) Close() error { return nil }

func add(out *world.Steps, edges []edge) {
	var buf [binary.MaxVarintLen64]byte
	for _, e := range edges {
		if e.Refused {
			out.Refuse(e.label)
			continue
		}
		text := binary.AppendUvarint(buf[:0], uint64(e.To))
		s := out.Add(e.label, len(text))
		copy(s.State, text)
		copy(s.Facts, e.values)
		s.Outside, s.Records = e.Outside, e.Records
	}
}
