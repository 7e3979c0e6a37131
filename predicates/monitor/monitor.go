// Package monitor compiles formulas to one flat program that is advanced step
// by step: the work of a step is the size of the formulas, whatever came
// before, and needs no memory.
//
// Promise: after every step each formula is exactly what formula.Evaluate says
// of the whole prefix, margin included; a differential test over random
// formulas holds it to that. The state is bits: one for Always, Never and Once,
// two for Since (whether an interval has begun, and whether it still holds): one
// bit of value is not enough to tell apart two histories of a Since that
// continue differently.
//
// Limits: margins are computed only where asked for and are not part of the
// state; the caller evaluates the atoms, from a document (Run) or from facts of
// its own (Program.Step).
package monitor

import (
	"fmt"

	"github.com/varek/varek/predicates/formula"
)

type opcode uint8

const (
	opAtom   opcode = iota // arg: number of the atom
	opNot                  // arg: register
	opAll                  // args
	opAny                  // args
	opAlways               // arg: register, bit: broken
	opOnce                 // arg: register, bit: seen
	opSince                // arg: hold, args[0]: from, bit: begun, bit+1: broken
)

// instr writes the register of its own number.
type instr struct {
	op   opcode
	bit  int32
	arg  int32
	args []int32
}

// Program is a set of formulas compiled together; equal parts are one. It is
// immutable and safe for concurrent use.
type Program struct {
	code  []instr
	atoms []formula.Formula
	roots []int32
	bits  int
}

// Compile makes one program of the formulas, in this order.
func Compile(formulas ...formula.Formula) (*Program, error) {
	c := compiler{prog: &Program{}, known: map[string]int32{}}
	for i, f := range formulas {
		root, err := c.node(f)
		if err != nil {
			return nil, fmt.Errorf("compile formula %d: %w", i, err)
		}
		c.prog.roots = append(c.prog.roots, root)
	}
	return c.prog, nil
}

type compiler struct {
	prog  *Program
	known map[string]int32 // canonical text of a part -> register
}

func (c *compiler) node(f formula.Formula) (int32, error) {
	text, err := formula.Encode(f)
	if err != nil {
		return 0, err
	}
	if r, ok := c.known[string(text)]; ok {
		return r, nil
	}
	in, err := c.instruction(f)
	if err != nil {
		return 0, err
	}
	r := c.emit(in)
	c.known[string(text)] = r
	return r, nil
}

func (c *compiler) emit(in instr) int32 {
	switch in.op {
	case opAlways, opOnce:
		in.bit = int32(c.prog.bits)
		c.prog.bits++
	case opSince:
		in.bit = int32(c.prog.bits)
		c.prog.bits += 2
	}
	c.prog.code = append(c.prog.code, in)
	return int32(len(c.prog.code) - 1)
}

func (c *compiler) instruction(f formula.Formula) (instr, error) {
	parts := formula.Parts(f)
	regs := make([]int32, len(parts))
	for i, p := range parts {
		r, err := c.node(p)
		if err != nil {
			return instr{}, err
		}
		regs[i] = r
	}
	switch f.(type) {
	case formula.All:
		return instr{op: opAll, args: regs}, nil
	case formula.Any:
		return instr{op: opAny, args: regs}, nil
	case formula.Not:
		return instr{op: opNot, arg: regs[0]}, nil
	case formula.Always:
		return instr{op: opAlways, arg: regs[0]}, nil
	case formula.Never:
		return instr{op: opAlways, arg: c.emit(instr{op: opNot, arg: regs[0]})}, nil
	case formula.Once:
		return instr{op: opOnce, arg: regs[0]}, nil
	case formula.Since:
		return instr{op: opSince, arg: regs[0], args: regs[1:]}, nil
	}
	n := int32(len(c.prog.atoms))
	c.prog.atoms = append(c.prog.atoms, f)
	return instr{op: opAtom, arg: n}, nil
}

// Atoms lists the nodes without parts that Step needs the truth of, each once.
func (p *Program) Atoms() []formula.Formula { return p.atoms }

// Formulas is how many formulas were compiled.
func (p *Program) Formulas() int { return len(p.roots) }

// Bits is the width of the state; Words what a state needs.
func (p *Program) Bits() int { return p.bits }

// Words is the number of 64-bit words of a state; a new one is all zero.
func (p *Program) Words() int { return (p.bits + 63) / 64 }

// Registers is the scratch space of Step.
func (p *Program) Registers() int { return len(p.code) }

// Step advances the state by one step in which the atoms have the given truths
// (one byte each, 0 or 1), leaving every node's truth in regs. len(state) is
// Words, len(atoms) the number of atoms, len(regs) Registers. It allocates
// nothing.
func (p *Program) Step(state []uint64, atoms, regs []uint8) {
	for i := range p.code {
		in := &p.code[i]
		switch in.op {
		case opAtom:
			regs[i] = atoms[in.arg]
		case opNot:
			regs[i] = regs[in.arg] ^ 1
		case opAll:
			v := uint8(1)
			for _, a := range in.args {
				v &= regs[a]
			}
			regs[i] = v
		case opAny:
			v := uint8(0)
			for _, a := range in.args {
				v |= regs[a]
			}
			regs[i] = v
		case opAlways:
			broken := bit(state, in.bit) | (regs[in.arg] ^ 1)
			set(state, in.bit, broken)
			regs[i] = broken ^ 1
		case opOnce:
			seen := bit(state, in.bit) | regs[in.arg]
			set(state, in.bit, seen)
			regs[i] = seen
		case opSince:
			begun, broken := bit(state, in.bit), bit(state, in.bit+1)
			hold := regs[in.arg]
			if regs[in.args[0]] == 1 {
				begun, broken = 1, 0
			}
			broken |= begun & (hold ^ 1)
			set(state, in.bit, begun)
			set(state, in.bit+1, broken)
			regs[i] = broken ^ 1
		}
	}
}

// Holds reads formula i's truth after a Step.
func (p *Program) Holds(i int, regs []uint8) bool { return regs[p.roots[i]] == 1 }

func bit(state []uint64, n int32) uint8 { return uint8(state[n>>6]>>(n&63)) & 1 }

func set(state []uint64, n int32, v uint8) {
	state[n>>6] = state[n>>6]&^(1<<(n&63)) | uint64(v)<<(n&63)
}

// Owned gives for each formula the bits of the state that its parts use, as a
// mask of Words words. Bits of equal parts belong to every formula that has
// them.
func (p *Program) Owned() [][]uint64 {
	all := make([][]uint64, len(p.roots))
	for i, root := range p.roots {
		mask := make([]uint64, p.Words())
		p.own(root, mask, make([]bool, len(p.code)))
		all[i] = mask
	}
	return all
}

func (p *Program) own(r int32, mask []uint64, seen []bool) {
	if seen[r] {
		return
	}
	seen[r] = true
	in := &p.code[r]
	switch in.op {
	case opAtom:
		return
	case opAlways, opOnce:
		set(mask, in.bit, 1)
	case opSince:
		set(mask, in.bit, 1)
		set(mask, in.bit+1, 1)
	}
	for _, a := range in.args {
		p.own(a, mask, seen)
	}
	if in.op != opAll && in.op != opAny {
		p.own(in.arg, mask, seen)
	}
}
