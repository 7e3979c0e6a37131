package aap

import (
	"strings"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/monitor"
)

// Memory says what of the calls before a call its verdict can depend on, in
// traces in which every call ends before the next begins, no id is used twice,
// no permission rides on an earlier one or withdraws it, and nothing is
// withheld. It is what lets a search take two histories for one.
type Memory int

// From the least to the most.
const (
	// Alone: a call is judged by itself and by what opened the session.
	Alone Memory = iota
	// Bag: which calls there were counts, their order does not.
	Bag
	// Order: the calls that the program needs count, in their order.
	Order
	// Whole: every record counts, with its number.
	Whole
)

// String names it for reports.
func (m Memory) String() string {
	return [...]string{"each call by itself", "which relevant calls there were, not their order", "the relevant calls in their order", "all records"}[m]
}

// longWindow is a window (in nanoseconds) that no search to a usual depth gets
// to the end of, at one second a call.
const longWindow = 60_000_000_000

// MemoryOf tells what a program of the catalog remembers; of any other
// program nothing is known, and it is Whole. Only records of which
// Program.Needs is true matter where it is less.
func MemoryOf(p predicates.Program) Memory {
	switch p := p.(type) {
	case *recipientsProgram:
		return p.memory()
	case *scopeProgram:
		return p.memory()
	case *paymentProgram:
		return p.memory()
	case *limitsProgram:
		// Without a window and tables the limits are counts, sums and
		// repetitions: they commute. What a long window lets go of only makes
		// verdicts milder.
		switch m := p.memory(); {
		case p.window != 0 && p.window < longWindow:
			return Whole
		case m == Alone:
			return Bag
		default:
			return m
		}
	case *authorizationProgram:
		// Kernel effects follow which names were made by whom.
		if len(p.effects) > 0 {
			return Whole
		}
		return p.rules.memory()
	case *temporalProgram:
		if p.permissions || !numberless(p.formula) {
			return Whole
		}
		return Order
	}
	return Whole
}

// memory is that of a program whose check keeps nothing.
func (r rules) memory() Memory {
	if len(r.state.tables) > 0 {
		return Order
	}
	return Alone
}

// numberless tells that a formula reads neither numbers nor ids of records:
// only pointers into what the call said.
func numberless(p *monitor.Program) bool {
	for _, a := range p.Atoms() {
		pointers, expression := formula.Pointers(a)
		if expression {
			return false
		}
		for _, ptr := range pointers {
			t := ptr.Tokens()
			switch {
			case len(t) == 0:
				return false
			case t[0] == "state", t[0] == "data":
			case len(t) > 1 && t[0] == "record" && strings.Contains(" args result tool kind status error decision ", " "+t[1]+" "):
			default:
				return false
			}
		}
	}
	return true
}

// Resume begins a run of PTL-1 behind the calls that led to a State. The calls
// themselves are forgotten, so the promise must not fill tables.
func Resume(p predicates.Program, state []byte) (predicates.Run, bool) {
	t, ok := p.(*temporalProgram)
	if !ok || len(t.state.tables) > 0 || t.permissions || !numberless(t.formula) {
		return nil, false
	}
	r := t.Start().(*temporalRun)
	if len(state) == 0 {
		return r, true
	}
	if len(state) != t.formula.Words()*8+1 {
		return nil, false
	}
	r.holding = state[0] == 1
	r.steps.Load(state[1:])
	return r, true
}

// State appends what later verdicts of a run from Resume depend on.
func State(dst []byte, r predicates.Run) []byte {
	t := r.(*temporalRun)
	if t.holding {
		dst = append(dst, 1)
	} else {
		dst = append(dst, 0)
	}
	return t.steps.Store(dst)
}
