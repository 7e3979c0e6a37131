package table

import (
	"fmt"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
)

// Walk implements world.World.
func (w *World) Walk() (world.Walker, error) {
	k := &walker{w: w, codes: make([]int, len(w.vars)), memo: make([]memo, len(w.actions))}
	k.Select(nil)
	return k, nil
}

// walker remembers what actions lead to.
type walker struct {
	w      *World
	codes  []int
	vars   []int // variables whose value after the step is a fact that is read
	before []int
	memo   []memo
	key    []byte
}

// memo has the results of one action, by the values of what its tool reads.
type memo struct {
	dense  []*result
	sparse map[string]*result
}

// notHere stands in a memo for an outcome that the deciding rule does not have.
var notHere = &result{}

// Select limits the facts of variables that are filled; nil is all.
func (k *walker) Select(read []bool) {
	k.vars, k.before = k.vars[:0], k.before[:0]
	for i := range k.w.vars {
		if read == nil || read[i] {
			k.vars = append(k.vars, i)
		}
		if read == nil || read[len(k.w.vars)+i] {
			k.before = append(k.before, i)
		}
	}
}

// Begin implements world.Walker.
func (k *walker) Begin(out *world.Steps) error {
	w := k.w
	s := out.Add(world.None, w.width)
	clear(s.State)
	for i := range w.vars {
		w.vars[i].put(s.State, w.vars[i].start)
		s.Facts[i], s.Facts[len(w.vars)+i] = w.vars[i].facts[w.vars[i].start], world.Absent
	}
	for i := w.base; i < len(s.Facts); i++ {
		s.Facts[i] = world.Absent
	}
	s.Records = w.begin
	return nil
}

func (v *variable) put(state []byte, code int) {
	if v.wide {
		state[v.at], state[v.at+1] = byte(code>>8), byte(code)
		return
	}
	state[v.at] = byte(code)
}

// load reads a state into codes.
func (w *World) load(state []byte, codes []int) error {
	if len(state) != w.width || len(w.vars) == 0 && state[0] != 0 {
		return fmt.Errorf("%d bytes of a state: %w", len(state), world.ErrState)
	}
	for i := range w.vars {
		v := &w.vars[i]
		c := int(state[v.at])
		if v.wide {
			c = c<<8 | int(state[v.at+1])
		}
		if c >= len(v.texts) {
			return fmt.Errorf("variable %s: %w", v.name, world.ErrState)
		}
		codes[i] = c
	}
	return nil
}

// Expand implements world.Walker.
func (k *walker) Expand(state []byte, out *world.Steps) error {
	if err := k.w.load(state, k.codes); err != nil {
		return err
	}
	for _, t := range k.w.tools {
		at := 0
		if t.dense > 0 {
			for _, v := range t.reads {
				at = at*len(k.w.vars[v].texts) + k.codes[v]
			}
		} else {
			k.key = k.key[:0]
			for _, v := range t.reads {
				k.key = append(k.key, byte(k.codes[v]>>8), byte(k.codes[v]))
			}
		}
		if err := k.tool(t, at, state, out); err != nil {
			return err
		}
	}
	return nil
}

// tool appends the steps of all calls of a tool.
func (k *walker) tool(t *tool, at int, state []byte, out *world.Steps) error {
	end := len(k.w.actions)
	for l := int(t.first); l < end && k.w.actions[l].tool == t; l++ {
		res, err := k.result(l, at)
		switch {
		case err != nil:
			return fmt.Errorf("%s: %w", k.w.actions[l].ID, err)
		case res == notHere:
		case res.refused:
			out.Refuse(world.Label(l))
		default:
			k.step(world.Label(l), res, state, out)
		}
	}
	return nil
}

// result gives what an action leads to, from memory where it was asked before.
func (k *walker) result(l, at int) (*result, error) {
	a, m := &k.w.actions[l], &k.memo[l]
	if a.tool.dense > 0 {
		if m.dense == nil {
			m.dense = make([]*result, a.tool.dense)
		}
		if res := m.dense[at]; res != nil {
			return res, nil
		}
	} else if res := m.sparse[string(k.key)]; res != nil {
		return res, nil
	}
	res, err := k.w.decide(a, k.w.values(k.codes))
	if err != nil {
		return nil, err
	}
	if res == nil {
		res = notHere
	}
	if a.tool.dense > 0 {
		m.dense[at] = res
		return res, nil
	}
	if m.sparse == nil {
		m.sparse = map[string]*result{}
	}
	m.sparse[string(k.key)] = res
	return res, nil
}

// values gives the variables by name.
func (w *World) values(codes []int) map[string]any {
	vars := make(map[string]any, len(w.vars))
	for i := range w.vars {
		vars[w.vars[i].name] = w.vars[i].all[codes[i]]
	}
	return vars
}

func (k *walker) step(l world.Label, res *result, state []byte, out *world.Steps) {
	w := k.w
	s := out.Add(l, w.width)
	copy(s.State, state)
	for _, i := range k.before {
		s.Facts[len(w.vars)+i] = w.vars[i].facts[k.codes[i]]
	}
	for _, i := range k.vars {
		s.Facts[i] = w.vars[i].facts[k.codes[i]]
	}
	for _, set := range res.sets {
		v := &w.vars[set.variable]
		v.put(s.State, set.code)
		s.Facts[set.variable] = v.facts[set.code]
	}
	copy(s.Facts[w.base:], res.facts)
	s.Outside, s.Records = res.outside, res.records
}

// Close implements world.Walker.
func (k *walker) Close() error { return nil }

// Document implements world.Exact: the rules are evaluated anew over all
// variables, without what was remembered.
func (k *walker) Document(prev []byte, l world.Label, next []byte) (any, error) {
	w := k.w
	codes := make([]int, len(w.vars))
	if err := w.load(next, codes); err != nil {
		return nil, err
	}
	doc := map[string]any{"vars": w.values(codes)}
	if prev == nil {
		return doc, nil
	}
	if err := w.load(prev, codes); err != nil {
		return nil, err
	}
	before := w.values(codes)
	a := &w.actions[l]
	res, err := w.decide(a, before)
	if err != nil {
		return nil, err
	}
	if res == nil || res.refused {
		return nil, fmt.Errorf("%s is refused: %w", a.ID, world.ErrState)
	}
	call := map[string]any{"tool": a.tool.Name, "args": a.args}
	for i, name := range []string{"tool", "status", "result", "error", "decision"} {
		if v := res.facts[i]; v != world.Absent {
			call[name] = v.JSON(w)
		}
	}
	after := w.values(codes)
	for _, set := range res.sets {
		after[w.vars[set.variable].name] = w.vars[set.variable].all[set.code]
	}
	if err := w.same(next, after); err != nil {
		return nil, fmt.Errorf("%s: %w", a.ID, err)
	}
	doc["vars"], doc["before"], doc["call"] = after, before, call
	return doc, nil
}

// same holds the values that the rules give to those of a state.
func (w *World) same(state []byte, vars map[string]any) error {
	codes := make([]int, len(w.vars))
	if err := w.load(state, codes); err != nil {
		return err
	}
	for i := range w.vars {
		if v := &w.vars[i]; !value.Equal(v.all[codes[i]], vars[v.name]) {
			return fmt.Errorf("%s is %s, the rules say otherwise: %w", v.name, v.texts[codes[i]], world.ErrState)
		}
	}
	return nil
}
