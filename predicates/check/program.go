package check

import (
	"encoding/binary"
	"fmt"
	"math/bits"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/monitor"
	"github.com/varek/varek/predicates/world"
)

// program is all policies over one world.
type program struct {
	policies []Policy
	formulas []int // policy of each formula
	judges   []int // policy of each judge
	mon      *monitor.Program
	atoms    []atom
	margins  []measure
	own      [][]uint64 // by formula: the bits that its parts use
	width    int        // bytes of monitor state in a key
}

func compile(w world.World, policies []Policy) (*program, error) {
	if len(policies) == 0 || len(policies) > 1<<15 {
		return nil, fmt.Errorf("%d policies: %w", len(policies), ErrPolicy)
	}
	facts := w.Facts()
	if err := world.CheckFacts(facts); err != nil {
		return nil, err
	}
	p := &program{policies: policies}
	var fs []formula.Formula
	ids := map[string]bool{}
	for i, pol := range policies {
		if ids[pol.ID] || pol.ID == "" {
			return nil, fmt.Errorf("policy %d: its id %q is empty or there twice: %w", i+1, pol.ID, ErrPolicy)
		}
		ids[pol.ID] = true
		switch {
		case pol.Formula != nil:
			// Asked alone first, so that a fault names its policy.
			one, err := monitor.Compile(pol.Formula)
			if err != nil {
				return nil, fmt.Errorf("policy %s: %w", pol.ID, err)
			}
			if _, err := layAtoms(one.Atoms(), facts); err != nil {
				return nil, fmt.Errorf("policy %s: %w", pol.ID, err)
			}
			p.formulas, fs = append(p.formulas, i), append(fs, pol.Formula)
		case pol.Judge != nil:
			p.judges = append(p.judges, i)
		default:
			return nil, fmt.Errorf("policy %s has neither formula nor judge: %w", pol.ID, ErrPolicy)
		}
	}
	var err error
	if p.mon, err = monitor.Compile(fs...); err != nil {
		return nil, err
	}
	if p.atoms, err = layAtoms(p.mon.Atoms(), facts); err != nil {
		return nil, err
	}
	p.own = p.mon.Owned()
	p.width = (p.mon.Bits() + 7) / 8
	p.margins = measures(policies, facts)
	return p, nil
}

// slots lists the facts that are read.
func (p *program) slots(n int) []bool {
	read := make([]bool, n)
	for _, a := range p.atoms {
		if a.slot >= 0 {
			read[a.slot] = true
		}
	}
	return read
}

// machine steps the formulas' monitors; it is for one goroutine. What a pair
// of monitor state and atoms leads to is remembered: few pairs ever occur.
type machine struct {
	prog  *program
	state []uint64
	atoms []uint8
	regs  []uint8
	bits  []uint64 // atoms, packed
	memo  []memo   // nil: a state or the atoms do not fit one word
}

type memo struct {
	before, atoms, after uint64
	violated             []uint16
	used                 bool
}

const memoBits = 10

func newMachine(p *program) *machine {
	m := &machine{prog: p, state: make([]uint64, p.mon.Words()), atoms: make([]uint8, len(p.atoms)), regs: make([]uint8, p.mon.Registers()), bits: make([]uint64, (len(p.atoms)+63)/64)}
	if len(m.state) <= 1 && len(m.bits) <= 1 {
		m.memo = make([]memo, 1<<memoBits)
	}
	return m
}

// step writes the monitor state after the atoms in m.bits to after, and says
// which formulas do not hold. after and before are the bytes of a key.
func (m *machine) step(after, before []byte) (violated []uint16) {
	if m.memo == nil {
		load(m.state, before)
		violated = m.run()
		store(after, m.state)
		return violated
	}
	var state, atoms uint64
	for i, b := range before {
		state |= uint64(b) << (8 * i)
	}
	if len(m.bits) > 0 {
		atoms = m.bits[0]
	}
	h, _ := bits.Mul64((state*0x9e3779b97f4a7c15)^(atoms+0x2545f4914f6cdd1d), 0xd6e8feb86659fd93)
	e := &m.memo[(h^state)&(1<<memoBits-1)]
	if !e.used || e.before != state || e.atoms != atoms {
		if len(m.state) > 0 {
			m.state[0] = state
		}
		*e = memo{before: state, atoms: atoms, violated: m.run(), used: true}
		if len(m.state) > 0 {
			e.after = m.state[0]
		}
	}
	for i := range after {
		after[i] = byte(e.after >> (8 * i))
	}
	return e.violated
}

// run advances m.state by m.bits.
func (m *machine) run() (violated []uint16) {
	for i := range m.atoms {
		m.atoms[i] = uint8(m.bits[i>>6]>>(i&63)) & 1
	}
	m.prog.mon.Step(m.state, m.atoms, m.regs)
	for i := range m.prog.formulas {
		if !m.prog.mon.Holds(i, m.regs) {
			violated = append(violated, uint16(i))
		}
	}
	if violated != nil {
		m.settle(violated)
	}
	return violated
}

// settle clears the bits that only violated formulas own: nobody will ask them
// again.
func (m *machine) settle(violated []uint16) {
	next := 0
	keep := make([]uint64, len(m.state))
	for i, own := range m.prog.own {
		if next < len(violated) && int(violated[next]) == i {
			next++
			continue
		}
		for w := range keep {
			keep[w] |= own[w]
		}
	}
	for w := range keep {
		m.state[w] &= keep[w]
	}
}

func load(words []uint64, text []byte) {
	var last [8]byte
	for i := range words {
		if len(text) >= 8 {
			words[i], text = binary.LittleEndian.Uint64(text), text[8:]
			continue
		}
		copy(last[:], text)
		words[i] = binary.LittleEndian.Uint64(last[:])
	}
}

func store(text []byte, words []uint64) {
	for i := range text {
		text[i] = byte(words[i>>3] >> (8 * (i & 7)))
	}
}

func (p *program) needsDocument() bool {
	for _, a := range p.atoms {
		if a.slot < 0 {
			return true
		}
	}
	return false
}
