package check

import (
	"encoding/binary"
	"fmt"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/world"
)

// worker expands chunks. What it shares with others it only reads.
type worker struct {
	s       *search
	walker  world.Walker
	out     *world.Steps
	reader  *reader
	machine *machine
	margins *marginCache
	// By label: 0 not asked, 1 no, 2 yes.
	allowed, hurt []uint8
	current       []byte // the state that is being left; nil at the start
	step          *world.Step
	doc           *formula.Document // of step, once asked for
	scratch       []byte
	judged        []byte
	pending       []pending
	cross         *crosscheck
}

// pending is a successor that was judged and is to be looked up.
type pending struct {
	print    uint64
	from, to int // its key in worker.scratch
	ordinal  int
	outside  bool
}

// found is what became of one chunk.
type found struct {
	keys   []byte // of the survivors, one after another
	list   []survivor
	counts Counts
	first  []violation // the first of each policy, in order of discovery
	err    error
	_      [128]byte // neighbours are written by other workers: no line is shared
}

// survivor is a successor that was not in the visited set before the batch.
type survivor struct {
	print    uint64
	node     uint64
	from, to int
	ordinal  int
	outside  bool
	fresh    bool // set when it is added
}

type violation struct {
	policy int
	at     edge
}

func (s *search) newWorker() (*worker, error) {
	walker, err := s.world.Walk()
	if err != nil {
		return nil, fmt.Errorf("begin to walk the world: %w", err)
	}
	facts := s.world.Facts()
	if sel, ok := walker.(Selective); ok && !s.prog.needsDocument() {
		sel.Select(s.prog.slots(len(facts)))
	}
	w := &worker{s: s, walker: walker, out: world.NewSteps(len(facts)), reader: newReader(s.prog.atoms, s.world.Names()), machine: newMachine(s.prog), margins: newMarginCache(s.prog)}
	if s.opt.CrossCheck > 0 {
		if w.cross, err = newCrosscheck(s); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// Selective is a Walker that can leave facts out that nobody reads: what it
// then puts in their place is not looked at.
type Selective interface{ Select(read []bool) }

// Ahead is a Walker that likes to know which states it will be asked to expand
// next, in order; the slice and what it holds stay as they are until then.
type Ahead interface{ Ahead(states [][]byte) }

func (w *worker) ahead(a Ahead, c *chunk) error {
	states := make([][]byte, 0, c.count)
	err := c.eachKey(func(_ uint64, key []byte) error {
		_, _, state, err := w.s.split(key)
		states = append(states, state)
		return err
	})
	a.Ahead(states)
	return err
}

// begin judges the start steps.
func (w *worker) begin(f *found) error {
	w.out.Reset()
	if err := w.walker.Begin(w.out); err != nil {
		return fmt.Errorf("start the world: %w", err)
	}
	w.current = nil
	return w.steps(f, make([]byte, w.s.prog.width), nil, edge{start: true})
}

// expand judges everything that follows a chunk's states.
func (w *worker) expand(c *chunk, f *found) error {
	if a, ok := w.walker.(Ahead); ok {
		if err := w.ahead(a, c); err != nil {
			return err
		}
	}
	return c.eachKey(func(n uint64, key []byte) error {
		mon, judged, state, err := w.s.split(key)
		if err != nil {
			return err
		}
		w.out.Reset()
		if err := w.walker.Expand(state, w.out); err != nil {
			return fmt.Errorf("expand a state: %w", err)
		}
		if w.cross != nil && n%uint64(w.s.opt.CrossCheck) == 0 {
			if err := w.cross.compare(state, w.out); err != nil {
				return err
			}
			f.counts.CrossChecks++
		}
		f.counts.Expanded++
		before := f.counts.Checked
		w.current = state
		if err := w.steps(f, mon, judged, edge{node: n}); err != nil {
			return err
		}
		f.counts.BranchingMax = max(f.counts.BranchingMax, f.counts.Checked-before)
		return nil
	})
}

// steps judges the steps in w.out, which leave the state that at names, and
// keeps those whose keys are not in the visited set.
func (w *worker) steps(f *found, mon, judged []byte, at edge) error {
	w.scratch, w.pending = w.scratch[:0], w.pending[:0]
	list := w.out.All()
	for i := range list {
		step := &list[i]
		switch {
		case step.Refused:
			f.counts.Refused++
			continue
		case !at.start && w.s.opt.Allow != nil && !w.allow(step.Label):
			f.counts.Denied++
			continue
		case !at.start && w.s.opt.Hindered != nil && w.hindered(step.Label):
			f.counts.Denied++
		}
		f.counts.Checked++
		at.ordinal = i
		if err := w.judge(f, step, mon, judged, at); err != nil {
			return err
		}
	}
	f.counts.Fallbacks += w.out.Fallbacks
	w.out.Fallbacks = 0
	if len(list) > 1<<16 {
		return fmt.Errorf("%d actions in one state: %w", len(list), ErrTooLarge)
	}
	for i := range w.pending {
		p := &w.pending[i]
		key := w.scratch[p.from:p.to]
		if w.s.seen.has(p.print, key) {
			continue
		}
		from := len(f.keys)
		f.keys = append(f.keys, key...)
		f.list = append(f.list, survivor{print: p.print, node: at.node, from: from, to: len(f.keys), ordinal: p.ordinal, outside: p.outside})
	}
	return nil
}

// judge steps the monitors and the judges, and makes the successor's key.
func (w *worker) judge(f *found, step *world.Step, mon, judged []byte, at edge) error {
	w.step, w.doc = step, nil
	if err := w.reader.read(step.Facts, w.machine.bits, w.document); err != nil {
		return err
	}
	from := len(w.scratch)
	w.scratch = append(w.scratch, mon...)
	for _, i := range w.machine.step(w.scratch[from:], mon) {
		f.violated(w.s.prog.formulas[i], at)
	}
	if len(w.s.prog.judges) > 0 {
		if err := w.judges(f, step, judged, at); err != nil {
			return err
		}
	}
	if w.margins != nil {
		if err := w.margins.take(step.Facts, w.document); err != nil {
			return err
		}
	}
	if w.doc != nil {
		f.counts.Fallbacks++
	}
	w.scratch = append(w.scratch, step.State...)
	key := w.scratch[from:]
	w.pending = append(w.pending, pending{print: w.s.seen.print(key), from: from, to: len(w.scratch), ordinal: at.ordinal, outside: step.Outside})
	return nil
}

// judges appends their states: a uvarint of length + 1 and the bytes; 0 for one
// whose verdict is settled on this path.
func (w *worker) judges(f *found, step *world.Step, judged []byte, at edge) error {
	for _, p := range w.s.prog.judges {
		var before []byte
		if !at.start {
			size, n := binary.Uvarint(judged)
			if judged = judged[n:]; size == 0 {
				w.scratch = append(w.scratch, 0)
				continue
			}
			before, judged = judged[:size-1:size-1], judged[size-1:]
		}
		after, violated, err := w.s.prog.policies[p].Judge.Step(w.judged[:0], before, step)
		if err != nil {
			return fmt.Errorf("policy %s: %w", w.s.prog.policies[p].ID, err)
		}
		w.judged = after
		if violated {
			f.violated(p, at)
			w.scratch = append(w.scratch, 0)
			continue
		}
		w.scratch = append(binary.AppendUvarint(w.scratch, uint64(len(after))+1), after...)
	}
	return nil
}

func (w *worker) allow(l world.Label) bool { return w.remember(&w.allowed, l, w.s.opt.Allow) }

func (w *worker) hindered(l world.Label) bool {
	return w.remember(&w.hurt, l, w.s.opt.Hindered)
}

// remember asks about each action once.
func (w *worker) remember(told *[]uint8, l world.Label, ask func(world.Action) bool) bool {
	if int(l) >= len(*told) {
		*told = append(*told, make([]uint8, int(l)+1-len(*told))...)
	}
	if (*told)[l] == 0 {
		(*told)[l] = 1
		if ask(w.s.world.Names().Action(l)) {
			(*told)[l] = 2
		}
	}
	return (*told)[l] == 2
}

// document reads the step at hand as a whole, for what no fact answers.
func (w *worker) document() (*formula.Document, error) {
	if w.doc == nil {
		var err error
		if w.doc, err = document(w.s.world, w.walker, w.current, w.step); err != nil {
			return nil, err
		}
	}
	return w.doc, nil
}

// document reads a step the slow way, where the walker has one, or spells its
// facts.
func document(of world.World, walker world.Walker, prev []byte, step *world.Step) (*formula.Document, error) {
	var root any
	var err error
	if exact, ok := walker.(world.Exact); ok {
		root, err = exact.Document(prev, step.Label, step.State)
	} else {
		root, err = world.Document(of.Facts(), step.Facts, of.Names())
	}
	if err != nil {
		return nil, fmt.Errorf("read a step as a document: %w", err)
	}
	return formula.NewDocument(root), nil
}

func (f *found) violated(policy int, at edge) {
	for _, v := range f.first {
		if v.policy == policy {
			return
		}
	}
	f.first = append(f.first, violation{policy, at})
}

func (f *found) reset() {
	*f = found{keys: f.keys[:0], list: f.list[:0]}
}
