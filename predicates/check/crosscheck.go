package check

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
)

// crosscheck reads a state twice: by a walker of its own, which has read other
// states before, and each step's facts from the document that the world makes
// the slow way.
type crosscheck struct {
	world    world.World
	walker   world.Walker
	out      *world.Steps
	facts    []world.Fact
	pointers []formula.Pointer
	read     []bool // the facts that the search reads
}

func newCrosscheck(s *search) (*crosscheck, error) {
	walker, err := s.world.Walk()
	if err != nil {
		return nil, fmt.Errorf("begin to walk the world: %w", err)
	}
	c := &crosscheck{world: s.world, walker: walker, facts: s.world.Facts()}
	c.out = world.NewSteps(len(c.facts))
	if c.read = s.prog.slots(len(c.facts)); s.prog.needsDocument() {
		for i := range c.read {
			c.read[i] = true
		}
	}
	for _, f := range c.facts {
		p, err := formula.ParsePointer(f.Pointer)
		if err != nil {
			return nil, err
		}
		c.pointers = append(c.pointers, p)
	}
	return c, nil
}

// compare expands the state again and holds the steps to it.
func (c *crosscheck) compare(state []byte, seen *world.Steps) error {
	c.out.Reset()
	if err := c.walker.Expand(state, c.out); err != nil {
		return fmt.Errorf("expand a state again: %w", err)
	}
	first, again := seen.All(), c.out.All()
	if len(first) != len(again) {
		return fmt.Errorf("state %x has %d steps and then %d: %w", state, len(first), len(again), ErrDisagree)
	}
	for i := range first {
		if err := c.step(state, &first[i], &again[i]); err != nil {
			return fmt.Errorf("state %x, step %d, %q: %w", state, i+1, c.world.Names().Action(first[i].Label).ID, err)
		}
	}
	return nil
}

func (c *crosscheck) step(state []byte, a, b *world.Step) error {
	if a.Label != b.Label || a.Refused != b.Refused || a.Outside != b.Outside || !bytes.Equal(a.State, b.State) || len(a.Records) != len(b.Records) {
		return fmt.Errorf("the successors are %x and %x: %w", a.State, b.State, ErrDisagree)
	}
	for i := range a.Records {
		if !sameRecord(&a.Records[i], &b.Records[i]) {
			return fmt.Errorf("record %d differs: %w", i+1, ErrDisagree)
		}
	}
	if a.Refused {
		return nil
	}
	exact, ok := c.walker.(world.Exact)
	if !ok {
		for i := range a.Facts {
			if c.read[i] && a.Facts[i] != b.Facts[i] {
				return fmt.Errorf("%s differs: %w", c.facts[i].Pointer, ErrDisagree)
			}
		}
		return nil
	}
	root, err := exact.Document(state, a.Label, a.State)
	if err != nil {
		return fmt.Errorf("read the step as a document: %w", err)
	}
	return c.document(root, a.Facts)
}

func (c *crosscheck) document(root any, facts []world.Value) error {
	for i, p := range c.pointers {
		if !c.read[i] {
			continue
		}
		v, there := p.Resolve(root)
		if there != (facts[i] != world.Absent) || there && !value.Equal(v, facts[i].JSON(c.world.Names())) {
			return fmt.Errorf("%s is %v in the document and %v as a fact: %w", p, v, facts[i], ErrDisagree)
		}
	}
	return nil
}

func sameRecord(a, b *world.Record) bool {
	return a.Kind == b.Kind && a.Tool == b.Tool && a.Status == b.Status && a.Error == b.Error && a.Decision == b.Decision &&
		slices.Equal(a.Args, b.Args) && slices.Equal(a.Result, b.Result) && slices.Equal(a.Metadata, b.Metadata)
}
