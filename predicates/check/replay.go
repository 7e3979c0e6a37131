package check

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// Move names one action of a path so that another process can repeat it: its
// identity, and which of the steps with that identity it was.
type Move struct {
	ID     string
	Choice int
}

// Counterexample is a shortest path to a step at which a policy is false.
type Counterexample struct {
	Moves   []Move
	Actions []world.Action
	// Verified: the moves lead a fresh walker to the same state, and the slow
	// judgement of that path says false.
	Verified bool
	Note     string // why it is not verified
	// State is Keccak of the state at the end.
	State       trace.Hash
	Margin      formula.Margin
	Explanation string
	// Path are the steps walked by the replay, start included.
	Path []world.Step
}

// examples finds and replays the counterexample of every policy that has none
// yet.
func (s *search) examples(ctx context.Context) error {
	if s.opt.Now != nil {
		began := s.opt.Now()
		defer func() { s.paused += s.opt.Now().Sub(began) }()
	}
	for i := range s.res.Findings {
		f := &s.res.Findings[i]
		if !f.Violated || f.Example != nil {
			continue
		}
		moves, end, err := s.moves(f.at)
		if err != nil {
			return err
		}
		policy := s.prog.policies[i]
		f.Example = &Counterexample{Moves: moves, Note: "it was not replayed"}
		if s.opt.NoReplay {
			f.Example.Actions = actionsOf(moves)
			continue
		}
		if f.Example, err = Replay(ctx, s.world, policy, moves); err != nil {
			return err
		}
		if end != f.Example.State {
			f.Example.Verified, f.Example.Note = false, "the replay ended in another state than the search"
		}
		if f.Scope == MarginPath {
			f.Margin = f.Example.Margin
		}
	}
	return nil
}

// actionsOf names the actions of a path that is not walked.
func actionsOf(moves []Move) (list []world.Action) {
	for _, m := range moves[1:] {
		list = append(list, world.Action{ID: m.ID, Step: m.ID})
	}
	return list
}

// moves walks a path by the places of its steps and names the actions.
func (s *search) moves(at edge) (moves []Move, end trace.Hash, err error) {
	walker, err := s.world.Walk()
	if err != nil {
		return nil, end, fmt.Errorf("begin to walk the world: %w", err)
	}
	defer walker.Close()
	out := world.NewSteps(len(s.world.Facts()))
	var state []byte
	for i, ordinal := range s.trail.path(at) {
		out.Reset()
		if i == 0 {
			err = walker.Begin(out)
		} else {
			err = walker.Expand(state, out)
		}
		if err != nil {
			return nil, end, fmt.Errorf("walk a path again: %w", err)
		}
		steps := out.All()
		if ordinal >= len(steps) {
			return nil, end, fmt.Errorf("a path has step %d of %d: %w", ordinal+1, len(steps), ErrDisagree)
		}
		m := Move{ID: s.world.Names().Action(steps[ordinal].Label).ID}
		for _, other := range steps[:ordinal] {
			if s.world.Names().Action(other.Label).ID == m.ID {
				m.Choice++
			}
		}
		if moves = append(moves, m); i == 0 {
			moves[0].ID = ""
		}
		state = bytes.Clone(steps[ordinal].State)
	}
	return moves, trace.Keccak(state), nil
}

// Replay repeats a path on a fresh walker of a world and judges it the slow
// way. The first move is the choice of the start state and has no action. That
// it does not come out false is no error but an unverified counterexample.
func Replay(ctx context.Context, w world.World, p Policy, moves []Move) (*Counterexample, error) {
	c := &Counterexample{Moves: moves}
	walker, err := w.Walk()
	if err != nil {
		return nil, fmt.Errorf("begin to walk the world: %w", err)
	}
	defer walker.Close()
	var docs []*formula.Document
	var prev []byte
	for i, m := range moves {
		if err := ctx.Err(); err != nil && i > 0 && p.Formula == nil {
			c.Note = "stopped"
			return c, nil
		}
		step, err := repeat(w, walker, m, i == 0, prev)
		if err != nil {
			return nil, err
		}
		if step == nil {
			c.Note = fmt.Sprintf("action %d, %q, is not there", i, m.ID)
			return c, nil
		}
		if i > 0 {
			c.Actions = append(c.Actions, w.Names().Action(step.Label))
		}
		doc, err := document(w, walker, prev, step)
		if err != nil {
			return nil, err
		}
		docs, c.Path, prev = append(docs, doc), append(c.Path, *step), step.State
	}
	c.State = trace.Keccak(prev)
	return c, c.judge(w, p, docs)
}

// repeat finds the step that a move names, with memory of its own; nil if there
// is none.
func repeat(w world.World, walker world.Walker, m Move, start bool, prev []byte) (*world.Step, error) {
	out := world.NewSteps(len(w.Facts()))
	var err error
	if start {
		err = walker.Begin(out)
	} else {
		err = walker.Expand(prev, out)
	}
	if err != nil {
		return nil, fmt.Errorf("repeat %q: %w", m.ID, err)
	}
	choice := m.Choice
	for i := range out.All() {
		step := &out.All()[i]
		if !start && w.Names().Action(step.Label).ID != m.ID {
			continue
		}
		if choice == 0 && !step.Refused {
			return step, nil
		}
		choice--
	}
	return nil, nil
}

// judge asks the slow evaluator about the whole path.
func (c *Counterexample) judge(w world.World, p Policy, docs []*formula.Document) error {
	if p.Formula == nil {
		violated, sentence, err := p.Judge.Replay(c.Path)
		if err != nil {
			return fmt.Errorf("policy %s: %w", p.ID, err)
		}
		if c.Verified, c.Explanation = violated, sentence; !violated {
			c.Note = "judged as a whole, the path keeps the promise: " + sentence
		}
		return nil
	}
	res, err := formula.Evaluate(p.Formula, docs)
	if err != nil {
		return fmt.Errorf("policy %s: %w", p.ID, err)
	}
	c.Verified, c.Margin = !res.Holds, res.Margin
	if res.Holds {
		c.Note = "judged as a whole, the path keeps the policy"
	}
	c.Explanation, err = c.explain(w, p, docs)
	return err
}

// explain says what the last action changed of what the policy reads.
func (c *Counterexample) explain(w world.World, p Policy, docs []*formula.Document) (string, error) {
	prog, err := compile(w, []Policy{p})
	if err != nil {
		return "", err
	}
	var changes []string
	for _, a := range prog.atoms {
		now, err := formula.Atom(a.node, docs[len(docs)-1])
		if err != nil {
			return "", err
		}
		before := formula.Result{}
		if len(docs) > 1 {
			if before, err = formula.Atom(a.node, docs[len(docs)-2]); err != nil {
				return "", err
			}
		}
		if len(docs) == 1 || now.Holds != before.Holds {
			changes = append(changes, c.change(w, a, len(docs) > 1))
		}
	}
	slices.Sort(changes)
	last := "The start state"
	if n := len(c.Actions); n > 0 {
		last = fmt.Sprintf("Action %d", n)
	}
	if changes = slices.Compact(changes); len(changes) == 0 {
		return last + " makes the rule false by what came before.", nil
	}
	return last + " makes the rule false: " + strings.Join(changes, "; ") + ".", nil
}

func (c *Counterexample) change(w world.World, a atom, before bool) string {
	if a.slot < 0 {
		return "a condition over the whole document changed"
	}
	show := func(v world.Value) string {
		if v == world.Absent {
			return "absent"
		}
		text, err := value.Append(nil, v.JSON(w.Names()))
		if err != nil {
			return "unreadable"
		}
		return string(text)
	}
	n := len(c.Path)
	line := fmt.Sprintf("%s is %s", w.Facts()[a.slot].Pointer, show(c.Path[n-1].Facts[a.slot]))
	if before {
		line += ", before " + show(c.Path[n-2].Facts[a.slot])
	}
	return line
}
