package formula

import (
	"errors"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/value"
)

// ErrHidden says that a formula reads a text that is kept in a blob which is
// not shown.
var ErrHidden = errors.New("the formula reads a text that is kept in a blob and not shown")

// Margin is the signed distance from a formula's boundary, in what its numbers
// count; not Known is the null margin.
type Margin struct {
	Value value.Decimal
	Known bool
}

// Neg is the margin of the negation.
func (m Margin) Neg() Margin {
	if !m.Known {
		return m
	}
	return Margin{m.Value.Neg(), true}
}

// Result is what a formula is at one step. Holds decides; the sign of the
// margin does not: a bound that is just reached holds with >= and fails with >,
// both at margin 0.
type Result struct {
	Holds  bool
	Margin Margin
}

// Document is what a formula sees at one step.
type Document struct {
	root   any
	vars   map[string]any
	derive func() map[string]any
	hidden bool
}

// NewDocument wraps a value (package value's kinds).
func NewDocument(root any) *Document {
	return &Document{root: root, hidden: value.AnyHidden(root), derive: func() map[string]any {
		vars, _ := expression.Value(root).(map[string]any)
		return vars
	}}
}

// NewDocumentWith wraps a value whose members as expressions see them are known
// otherwise: vars is called when the first expression asks. hidden says that a
// blob is somewhere in the value.
func NewDocumentWith(root any, hidden bool, vars func() map[string]any) *Document {
	return &Document{root: root, hidden: hidden, derive: vars}
}

// variables are the members as expressions see them.
func (d *Document) variables() map[string]any {
	if d.vars == nil {
		if d.vars = d.derive(); d.vars == nil {
			d.vars = map[string]any{}
		}
	}
	return d.vars
}

// Atom evaluates a node without parts: Equals, Exists, Compare or Expr. The
// only error is ErrHidden.
func Atom(f Formula, d *Document) (Result, error) {
	switch f := f.(type) {
	case Equals:
		v, ok := f.Pointer.Resolve(d.root)
		if ok && value.AnyHidden(v) {
			return Result{}, ErrHidden
		}
		return Result{Holds: ok && value.Equal(v, f.Value)}, nil
	case Exists:
		_, ok := f.Pointer.Resolve(d.root)
		return Result{Holds: ok}, nil
	case Compare:
		v, _ := f.Pointer.Resolve(d.root)
		n, ok := v.(value.Number)
		if !ok {
			return Result{}, nil
		}
		x, ok := value.ParseDecimal(string(n))
		if !ok {
			return Result{}, nil
		}
		return f.Relate(x), nil
	case Expr:
		if d.hidden {
			return Result{}, ErrHidden
		}
		holds, err := f.Prog.Eval(d.variables())
		return Result{Holds: holds && err == nil}, nil
	}
	return Result{}, nil
}

// Relate compares a number with the bound.
func (c Compare) Relate(x value.Decimal) Result {
	order := x.Cmp(c.Bound)
	switch c.Op {
	case AtLeast:
		return Result{order >= 0, Margin{x.Sub(c.Bound), true}}
	case More:
		return Result{order > 0, Margin{x.Sub(c.Bound), true}}
	case AtMost:
		return Result{order <= 0, Margin{c.Bound.Sub(x), true}}
	case Less:
		return Result{order < 0, Margin{c.Bound.Sub(x), true}}
	case Same:
		return Result{Holds: order == 0}
	}
	return Result{Holds: order != 0}
}

// Evaluate is the definition: what the formula is at the last of the given
// documents, found by walking the whole prefix. It is slow on purpose and is
// what predicates/monitor is compared with; of no documents nothing is asked.
func Evaluate(f Formula, prefix []*Document) (Result, error) {
	if len(prefix) == 0 {
		return Result{}, nil
	}
	return at(f, prefix, len(prefix)-1)
}

func at(f Formula, docs []*Document, t int) (Result, error) {
	switch f := f.(type) {
	case All:
		return every(f, docs, t, t, true)
	case Any:
		return every(f, docs, t, t, false)
	case Not:
		r, err := at(f.Part, docs, t)
		return Result{!r.Holds, r.Margin.Neg()}, err
	case Always:
		return every([]Formula{f.Part}, docs, 0, t, true)
	case Never:
		return every([]Formula{Not(f)}, docs, 0, t, true)
	case Once:
		return every([]Formula{f.Part}, docs, 0, t, false)
	case Since:
		return since(f, docs, t)
	}
	return Atom(f, docs[t])
}

// every is the conjunction (all) or disjunction of the parts over the states
// first to last, with its margin.
func every(parts []Formula, docs []*Document, first, last int, all bool) (Result, error) {
	c := Connective{All: all}
	for t := first; t <= last; t++ {
		for _, p := range parts {
			r, err := at(p, docs, t)
			if err != nil {
				return Result{}, err
			}
			c.Add(r)
		}
	}
	return c.Result(), nil
}

func since(f Since, docs []*Document, t int) (Result, error) {
	start := -1
	for i := 0; i <= t; i++ {
		from, err := at(f.From, docs, i)
		if err != nil {
			return Result{}, err
		}
		if from.Holds {
			start = i
		}
	}
	if start < 0 {
		return Result{Holds: true}, nil
	}
	return every([]Formula{f.Hold}, docs, start, t, true)
}

// Connective gathers the parts of a conjunction (All) or a disjunction. Its
// margin is the least (greatest) of the known ones, and null where a part
// without margin decided: a false conjunct, a true disjunct.
type Connective struct {
	All bool

	decided  bool // some conjunct was false, some disjunct true
	poisoned bool
	best     Margin
}

// Add takes one part.
func (c *Connective) Add(r Result) {
	decides := r.Holds != c.All
	c.decided = c.decided || decides
	if !r.Margin.Known {
		c.poisoned = c.poisoned || decides
		return
	}
	if order := r.Margin.Value.Cmp(c.best.Value); !c.best.Known || c.All && order < 0 || !c.All && order > 0 {
		c.best = r.Margin
	}
}

// Result is what the parts so far make.
func (c *Connective) Result() Result {
	r := Result{Holds: c.decided != c.All, Margin: c.best}
	if c.poisoned {
		r.Margin = Margin{}
	}
	return r
}
