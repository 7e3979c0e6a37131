// Package formula is the constraint language of promises and policies: ten
// kinds of node over one JSON document per step, four of them looking back in
// time.
//
// Promise: reading is strict and says where the fault is; equal formulas have
// one canonical text and so one digest, which a certificate or a promise on
// chain can name; the meaning, with its margins, is written here as a slow
// definition over the whole prefix (Evaluate), which predicates/monitor must
// equal step by step.
//
// Limits: past-time operators only, so that every step has a final answer;
// depth and size are bounded (MaxDepth, MaxNodes). Numbers are exact decimals;
// inside Expr the rules of package expression hold.
package formula

import (
	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/value"
)

// The bounds of a formula.
const (
	MaxDepth = 64
	MaxNodes = 4096
)

// Formula is one node: Equals, Exists, Compare, Expr, All, Any, Not, Always,
// Never, Once or Since.
type Formula interface{ node() }

type (
	// Equals holds where the pointer resolves to exactly this value. A pointer
	// that does not resolve is equal to nothing, null included.
	Equals struct {
		Pointer Pointer
		Value   any // as package value reads it
	}
	// Exists holds where the pointer resolves, to null as well.
	Exists struct{ Pointer Pointer }
	// Compare relates a number in the document to a bound. On a missing, null
	// or non-numeric value it does not hold and has no margin, whatever the
	// operator.
	Compare struct {
		Pointer Pointer
		Op      Op
		Bound   value.Decimal
	}
	// Expr is a CEL condition over the document's members. Where it has no
	// truth (an error, too much work) it does not hold.
	Expr struct {
		Text string
		Prog *expression.Expr
	}
	// All holds where every part does; of no parts it is true.
	All []Formula
	// Any holds where some part does; of no parts it is false.
	Any []Formula
	// Not holds where its part does not.
	Not struct{ Part Formula }
	// Always holds where its part held in every state up to now.
	Always struct{ Part Formula }
	// Never holds where its part held in no state up to now.
	Never struct{ Part Formula }
	// Once holds where its part held in some state up to now.
	Once struct{ Part Formula }
	// Since holds where Hold held in every state from the last one in which
	// From held, that one included, to now; and where From never held.
	Since struct{ Hold, From Formula }
)

func (Equals) node()  {}
func (Exists) node()  {}
func (Compare) node() {}
func (Expr) node()    {}
func (All) node()     {}
func (Any) node()     {}
func (Not) node()     {}
func (Always) node()  {}
func (Never) node()   {}
func (Once) node()    {}
func (Since) node()   {}

// Op is the operator of Compare.
type Op string

// The operators, as they are written.
const (
	AtLeast  Op = ">="
	More     Op = ">"
	AtMost   Op = "<="
	Less     Op = "<"
	Same     Op = "=="
	Distinct Op = "!="
)

var ops = []string{">=", ">", "<=", "<", "==", "!="}

// Size counts the nodes of a formula.
func Size(f Formula) int {
	n := 1
	for _, p := range Parts(f) {
		n += Size(p)
	}
	return n
}

// Parts lists the formulas directly inside f.
func Parts(f Formula) []Formula {
	switch f := f.(type) {
	case All:
		return f
	case Any:
		return f
	case Not:
		return []Formula{f.Part}
	case Always:
		return []Formula{f.Part}
	case Never:
		return []Formula{f.Part}
	case Once:
		return []Formula{f.Part}
	case Since:
		return []Formula{f.Hold, f.From}
	}
	return nil
}

// Pointers lists the pointers that a formula reads, in order of writing, and
// whether it also has expressions, which may read anything.
func Pointers(f Formula) (list []Pointer, expressions bool) {
	switch f := f.(type) {
	case Equals:
		return []Pointer{f.Pointer}, false
	case Exists:
		return []Pointer{f.Pointer}, false
	case Compare:
		return []Pointer{f.Pointer}, false
	case Expr:
		return nil, true
	}
	for _, p := range Parts(f) {
		sub, x := Pointers(p)
		list, expressions = append(list, sub...), expressions || x
	}
	return list, expressions
}
