package monitor

import (
	"encoding/binary"

	"github.com/varek/varek/predicates/formula"
)

// Run advances a program over documents. It is for one goroutine.
type Run struct {
	prog    *Program
	state   []uint64
	atoms   []uint8
	regs    []uint8
	margins *margins // nil: not asked for
}

// Start begins a run; withMargins also keeps margins.
func (p *Program) Start(withMargins bool) *Run {
	r := &Run{prog: p, state: make([]uint64, p.Words()), atoms: make([]uint8, len(p.atoms)), regs: make([]uint8, len(p.code))}
	if withMargins {
		r.margins = newMargins(p)
	}
	return r
}

// Step takes the next document. The only error is formula.ErrHidden; after it
// the run is over.
func (r *Run) Step(d *formula.Document) error {
	for i, a := range r.prog.atoms {
		res, err := formula.Atom(a, d)
		if err != nil {
			return err
		}
		r.atoms[i] = 0
		if res.Holds {
			r.atoms[i] = 1
		}
		if r.margins != nil {
			r.margins.atoms[i] = res.Margin
		}
	}
	r.prog.Step(r.state, r.atoms, r.regs)
	if r.margins != nil {
		r.margins.step(r.prog, r.regs)
	}
	return nil
}

// Holds tells whether formula i holds at the last step.
func (r *Run) Holds(i int) bool { return r.prog.Holds(i, r.regs) }

// Result is formula i at the last step; without margins its margin is null.
func (r *Run) Result(i int) formula.Result {
	res := formula.Result{Holds: r.Holds(i)}
	if r.margins != nil {
		res.Margin = r.margins.regs[r.prog.roots[i]]
	}
	return res
}

// margins is the second pass over the program: the same nodes, with what each
// temporal one has gathered so far.
type margins struct {
	atoms []formula.Margin
	regs  []formula.Margin
	past  []formula.Connective // by register; used by temporal nodes
	begun []bool               // Since: an interval has begun
}

func newMargins(p *Program) *margins {
	m := &margins{
		atoms: make([]formula.Margin, len(p.atoms)), regs: make([]formula.Margin, len(p.code)),
		past: make([]formula.Connective, len(p.code)), begun: make([]bool, len(p.code)),
	}
	for i, in := range p.code {
		m.past[i].All = in.op == opAlways
	}
	return m
}

func (m *margins) step(p *Program, regs []uint8) {
	of := func(r int32) formula.Result { return formula.Result{Holds: regs[r] == 1, Margin: m.regs[r]} }
	for i := range p.code {
		switch in := &p.code[i]; in.op {
		case opAtom:
			m.regs[i] = m.atoms[in.arg]
		case opNot:
			m.regs[i] = m.regs[in.arg].Neg()
		case opAll, opAny:
			c := formula.Connective{All: in.op == opAll}
			for _, a := range in.args {
				c.Add(of(a))
			}
			m.regs[i] = c.Result().Margin
		case opAlways, opOnce:
			m.past[i].Add(of(in.arg))
			m.regs[i] = m.past[i].Result().Margin
		case opSince:
			if regs[in.args[0]] == 1 {
				m.begun[i], m.past[i] = true, formula.Connective{All: true}
			}
			m.regs[i] = formula.Margin{}
			if m.begun[i] {
				m.past[i].Add(of(in.arg))
				m.regs[i] = m.past[i].Result().Margin
			}
		}
	}
}

// Store appends the run's state, eight bytes a word: all that later steps
// depend on, margins aside.
func (r *Run) Store(dst []byte) []byte {
	for _, w := range r.state {
		dst = binary.LittleEndian.AppendUint64(dst, w)
	}
	return dst
}

// Load takes up what Store wrote for the same program.
func (r *Run) Load(state []byte) {
	for i := range r.state {
		r.state[i] = binary.LittleEndian.Uint64(state[8*i:])
	}
}
