package check

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
)

// atom is a formula's node without parts, laid over a world's facts. A whole
// number decides by a range; any other value once for each symbol.
type atom struct {
	slot   int // -1: read from the document
	lo, hi int64
	except bool // true outside the range instead of inside
	exists bool
	node   formula.Formula
	atRoot formula.Formula // the node with the pointer to the whole document
}

// layAtoms finds for every atom the fact it reads. A pointer that leads into
// no fact is refused: it would never find anything and every certificate would
// be empty.
func layAtoms(nodes []formula.Formula, facts []world.Fact) ([]atom, error) {
	atoms := make([]atom, 0, len(nodes))
	for _, n := range nodes {
		a := atom{slot: -1, node: n}
		if pointers, expression := formula.Pointers(n); !expression {
			p := pointers[0].String()
			a.slot = slices.IndexFunc(facts, func(f world.Fact) bool { return f.Pointer == p })
			if a.slot < 0 && !touches(p, facts) {
				return nil, fmt.Errorf("nothing in the world is at %q; %s: %w", p, near(p, facts), ErrPolicy)
			}
		}
		if a.slot >= 0 {
			a.lay()
		}
		atoms = append(atoms, a)
	}
	return atoms, nil
}

// touches tells whether a pointer leads to what holds facts, or into one.
func touches(p string, facts []world.Fact) bool {
	for _, f := range facts {
		if p == "" || strings.HasPrefix(f.Pointer, p+"/") || strings.HasPrefix(p, f.Pointer+"/") {
			return true
		}
	}
	return false
}

// near names facts that may have been meant.
func near(p string, facts []world.Fact) string {
	var close, all []string
	last := p[strings.LastIndexByte(p, '/')+1:]
	for _, f := range facts {
		all = append(all, f.Pointer)
		if strings.HasSuffix(f.Pointer, "/"+last) || strings.HasPrefix(f.Pointer, p[:max(0, strings.LastIndexByte(p, '/'))]+"/") {
			close = append(close, f.Pointer)
		}
	}
	if len(close) == 0 {
		close = all
	}
	if len(close) > 8 {
		close = append(close[:8:8], "…")
	}
	return "there is " + strings.Join(close, ", ")
}

func (a *atom) lay() {
	a.lo, a.hi = math.MaxInt64, math.MinInt64 // empty
	switch n := a.node.(type) {
	case formula.Exists:
		a.exists = true
	case formula.Equals:
		a.atRoot = formula.Equals{Value: n.Value}
		if lit, ok := n.Value.(value.Number); ok {
			if d, ok := value.ParseDecimal(string(lit)); ok {
				a.interval(formula.Same, d)
			}
		}
	case formula.Compare:
		a.atRoot = formula.Compare{Op: n.Op, Bound: n.Bound}
		a.interval(n.Op, n.Bound)
	}
}

func (a *atom) interval(op formula.Op, bound value.Decimal) {
	up, whole := ceil(bound)
	down := up
	if !whole {
		down = up - 1
	}
	switch op {
	case formula.AtLeast:
		a.lo, a.hi = up, math.MaxInt64
	case formula.More:
		a.lo, a.hi = down+1, math.MaxInt64
	case formula.AtMost:
		a.lo, a.hi = math.MinInt64, down
	case formula.Less:
		a.lo, a.hi = math.MinInt64, up-1
	case formula.Same, formula.Distinct:
		if whole {
			a.lo, a.hi = up, up
		}
		a.except = op == formula.Distinct
	}
}

// span is beyond every number that a fact holds as such.
const span = int64(1) << 62

// ceil is the least number of facts' range that is not below d; whole tells
// whether it is d.
func ceil(d value.Decimal) (n int64, whole bool) {
	lo, hi := -span, span
	for lo < hi {
		mid := lo>>1 + hi>>1 + lo&hi&1 // the mean, without the overflow of hi - lo
		if value.Int(mid).Cmp(d) < 0 {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo, value.Int(lo).Cmp(d) == 0
}

// reader evaluates atoms; it is for one goroutine.
type reader struct {
	atoms []atom
	names world.Names
	// truths, by atom and symbol: 0 not known yet, 1 false, 2 true.
	truths [][]uint8
	slow   bool // some atom needs the document
}

func newReader(atoms []atom, names world.Names) *reader {
	r := &reader{atoms: atoms, names: names, truths: make([][]uint8, len(atoms))}
	for _, a := range atoms {
		r.slow = r.slow || a.slot < 0
	}
	return r
}

// read fills bits with the atoms' truths, 64 to a word. doc is asked for the
// document where an atom needs it.
func (r *reader) read(facts []world.Value, bits []uint64, doc func() (*formula.Document, error)) error {
	clear(bits)
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.slot < 0 {
			d, err := doc()
			if err != nil {
				return err
			}
			res, err := formula.Atom(a.node, d)
			if err != nil {
				return fmt.Errorf("read a step's document: %w", err)
			}
			if res.Holds {
				bits[i>>6] |= 1 << (i & 63)
			}
			continue
		}
		v := facts[a.slot]
		if n, ok := v.Int(); ok {
			if a.exists || (n >= a.lo && n <= a.hi) != a.except {
				bits[i>>6] |= 1 << (i & 63)
			}
		} else if v != world.Absent && r.symbol(i, v) {
			bits[i>>6] |= 1 << (i & 63)
		}
	}
	return nil
}

// symbol is atom i's truth of a value that is no whole number.
func (r *reader) symbol(i int, v world.Value) bool {
	code := v.Code()
	known := r.truths[i]
	if code < len(known) && known[code] != 0 {
		return known[code] == 2
	}
	if a := &r.atoms[i]; a.exists {
		return true
	}
	if code >= len(known) {
		known = append(known, make([]uint8, code+1-len(known))...)
		r.truths[i] = known
	}
	// The value is a fact of a world, never a blob: there is no error.
	res, _ := formula.Atom(r.atoms[i].atRoot, formula.NewDocument(r.names.Symbol(v)))
	known[code] = 1
	if res.Holds {
		known[code] = 2
	}
	return res.Holds
}
