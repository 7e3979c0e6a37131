package picture

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// MaxNodes bounds a graph that is drawn.
const MaxNodes = 500

// ErrTooManyStates says that a world is too large to be drawn.
var ErrTooManyStates = errors.New("the graph has more states than can be drawn")

// Graph writes the graph of a world to a depth in the language of Graphviz. allow
// restricts the actions; nil allows all. Monitors are not part of it: a state is
// one of the world.
func Graph(w world.World, depth int, allow func(world.Action) bool) ([]byte, error) {
	k, err := w.Walk()
	if err != nil {
		return nil, fmt.Errorf("begin to walk the world: %w", err)
	}
	defer k.Close()
	g := drawing{w: w, k: k, allow: allow, seen: map[string]int{}, edges: map[[2]int]*edge{}}
	out := world.NewSteps(len(w.Facts()))
	if err := k.Begin(out); err != nil {
		return nil, fmt.Errorf("start the world: %w", err)
	}
	var level []string
	for _, s := range out.All() {
		if n, fresh := g.node(s.State, s.Outside); fresh && !s.Outside {
			level = append(level, string(s.State))
			g.starts = append(g.starts, n)
		}
	}
	for range depth {
		if level, err = g.next(level, out); err != nil {
			return nil, err
		}
	}
	return g.text(), nil
}

type drawing struct {
	w      world.World
	k      world.Walker
	allow  func(world.Action) bool
	seen   map[string]int
	shapes []string
	starts []int
	edges  map[[2]int]*edge
	order  [][2]int
}

// edge gathers the actions between two states.
type edge struct {
	label string
	more  int
}

func (g *drawing) node(state []byte, outside bool) (n int, fresh bool) {
	if n, ok := g.seen[string(state)]; ok {
		return n, false
	}
	n = len(g.shapes)
	g.seen[string(state)] = n
	h := trace.Keccak(state)
	shape := fmt.Sprintf("label=%s", quote(fmt.Sprintf("%d\n%s", n, hex.EncodeToString(h[:3]))))
	if outside {
		shape += ", style=dashed"
	}
	g.shapes = append(g.shapes, shape)
	return n, true
}

func (g *drawing) next(level []string, out *world.Steps) (after []string, err error) {
	for _, state := range level {
		out.Reset()
		if err := g.k.Expand([]byte(state), out); err != nil {
			return nil, fmt.Errorf("expand a state: %w", err)
		}
		from := g.seen[state]
		for _, s := range out.All() {
			a := g.w.Names().Action(s.Label)
			if s.Refused || g.allow != nil && !g.allow(a) {
				continue
			}
			to, fresh := g.node(s.State, s.Outside)
			if len(g.shapes) > MaxNodes {
				return nil, fmt.Errorf("over %d: %w", MaxNodes, ErrTooManyStates)
			}
			if fresh && !s.Outside {
				after = append(after, string(s.State))
			}
			g.join([2]int{from, to}, a.ID)
		}
	}
	return after, nil
}

func (g *drawing) join(at [2]int, id string) {
	if e := g.edges[at]; e != nil {
		e.more++
		return
	}
	g.edges[at] = &edge{label: id}
	g.order = append(g.order, at)
}

func (g *drawing) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph %s {\n  node [shape=box, fontname=\"monospace\"];\n  edge [fontname=\"monospace\", fontsize=9];\n", quote(g.w.About().Name))
	for n, shape := range g.shapes {
		fmt.Fprintf(&b, "  n%d [%s];\n", n, shape)
	}
	for i, n := range g.starts {
		fmt.Fprintf(&b, "  start%d [shape=point]; start%d -> n%d;\n", i, i, n)
	}
	for _, at := range g.order {
		e := g.edges[at]
		label := e.label
		if e.more > 0 {
			label += fmt.Sprintf(" and %d more", e.more)
		}
		fmt.Fprintf(&b, "  n%d -> n%d [label=%s];\n", at[0], at[1], quote(label))
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// quote writes a text as Graphviz reads it: only the quote and the backslash
// mean something in it, and a line break is \n.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", "").Replace(s) + `"`
}
