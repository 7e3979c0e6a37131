package check

import (
	"slices"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
)

// Where a reported margin comes from.
const (
	// MarginEveryStep: the least one over every step that was judged.
	MarginEveryStep = "every step"
	// MarginPath: known for the counterexample's path alone, because the rule
	// looks back inside and one state's margin depends on how it was reached.
	MarginPath = "counterexample"
	// MarginNone: the rule compares no numbers.
	MarginNone = "none"
)

// measure follows the margin of one policy whose margin over a path is the
// least over its steps: Always or Never of something that does not look back,
// or nothing that looks back at all.
type measure struct {
	policy  int
	body    formula.Formula
	negated bool
	compare *formula.Compare // the body, where it is one number and a bound
	slot    int
	slots   []int
	whole   bool // the body reads more than single facts
}

// local gives the body of a policy whose margin is taken step by step.
func local(f formula.Formula) (body formula.Formula, negated, ok bool) {
	body = f
	switch f := f.(type) {
	case formula.Always:
		body = f.Part
	case formula.Never:
		body, negated = f.Part, true
	}
	return body, negated, !looksBack(body)
}

func looksBack(f formula.Formula) bool {
	switch f.(type) {
	case formula.Always, formula.Never, formula.Once, formula.Since:
		return true
	}
	return slices.ContainsFunc(formula.Parts(f), looksBack)
}

// measurable tells whether a formula has a margin anywhere.
func measurable(f formula.Formula) bool {
	if c, ok := f.(formula.Compare); ok {
		return c.Op != formula.Same && c.Op != formula.Distinct
	}
	return slices.ContainsFunc(formula.Parts(f), measurable)
}

// scopeOf says where a policy's margin comes from.
func scopeOf(p Policy) string {
	if p.Formula == nil || !measurable(p.Formula) {
		return MarginNone
	}
	if _, _, ok := local(p.Formula); ok {
		return MarginEveryStep
	}
	return MarginPath
}

func measures(policies []Policy, facts []world.Fact) (list []measure) {
	for i, p := range policies {
		if scopeOf(p) != MarginEveryStep {
			continue
		}
		m := measure{policy: i, slot: -1}
		m.body, m.negated, _ = local(p.Formula)
		if n, ok := m.body.(formula.Not); ok {
			m.body, m.negated = n.Part, !m.negated
		}
		pointers, expressions := formula.Pointers(m.body)
		m.whole = expressions
		for _, ptr := range pointers {
			slot := slices.IndexFunc(facts, func(f world.Fact) bool { return f.Pointer == ptr.String() })
			if m.whole = m.whole || slot < 0; slot >= 0 {
				m.slots = append(m.slots, slot)
			}
		}
		if c, ok := m.body.(formula.Compare); ok && !m.whole {
			m.compare, m.slot = &c, m.slots[0]
		}
		list = append(list, m)
	}
	return list
}

// gauge is the least margin so far; it is for one goroutine.
type gauge struct {
	m        *measure
	low      formula.Margin
	min, max int64 // of a compared number, where some
	some     bool
	seen     map[string]struct{} // fact values that were measured
	key      []byte
}

// maxSeen bounds the memory of what was measured already.
const maxSeen = 1 << 12

// marginCache follows all measures of a program.
type marginCache struct {
	gauges []gauge
}

func newMarginCache(p *program) *marginCache {
	if len(p.margins) == 0 {
		return nil
	}
	c := &marginCache{gauges: make([]gauge, len(p.margins))}
	for i := range c.gauges {
		c.gauges[i] = gauge{m: &p.margins[i], seen: map[string]struct{}{}}
	}
	return c
}

// take measures a step. doc gives its document, for what facts do not answer.
func (c *marginCache) take(facts []world.Value, doc func() (*formula.Document, error)) error {
	for i := range c.gauges {
		g := &c.gauges[i]
		if g.m.compare != nil {
			if n, ok := facts[g.m.slot].Int(); ok {
				g.number(n)
				continue
			}
			if facts[g.m.slot] == world.Absent {
				continue
			}
		}
		if !g.m.whole && g.known(facts) {
			continue
		}
		d, err := doc()
		if err != nil {
			return err
		}
		res, err := formula.Evaluate(g.m.body, []*formula.Document{d})
		if err != nil {
			return err
		}
		g.margin(res.Margin)
	}
	return nil
}

func (g *gauge) number(n int64) {
	switch {
	case !g.some:
		g.min, g.max, g.some = n, n, true
	case n < g.min:
		g.min = n
	case n > g.max:
		g.max = n
	}
}

// known tells whether these values were measured, and notes them.
func (g *gauge) known(facts []world.Value) bool {
	g.key = g.key[:0]
	for _, s := range g.m.slots {
		v := uint64(facts[s])
		g.key = append(g.key, byte(v), byte(v>>8), byte(v>>16), byte(v>>24), byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56))
	}
	if _, ok := g.seen[string(g.key)]; ok {
		return true
	}
	if len(g.seen) >= maxSeen {
		clear(g.seen)
	}
	g.seen[string(g.key)] = struct{}{}
	return false
}

func (g *gauge) margin(m formula.Margin) {
	if g.m.negated {
		m = m.Neg()
	}
	if m.Known && (!g.low.Known || m.Value.Cmp(g.low.Value) < 0) {
		g.low = m
	}
}

// least is the least margin of everything taken.
func (g *gauge) least() formula.Margin {
	if g.some {
		g.margin(g.m.compare.Relate(value.Int(g.min)).Margin)
		g.margin(g.m.compare.Relate(value.Int(g.max)).Margin)
	}
	return g.low
}
