package aap

import (
	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/tracestore/trace"
)

// limits is AAP-5: checked calls stay under a count, a sum, a repetition.
type limits struct {
	manifest predicates.Manifest
	env      environment
}

// Manifest implements predicates.Predicate.
func (l *limits) Manifest() predicates.Manifest { return l.manifest }

// limitsProgram is AAP-5 with its parameters.
type limitsProgram struct {
	callProgram
	maxCount uint64       // 0: not given, unless counted
	counted  bool         // max_count is given
	sum      *sumLimit    // nil: no limit
	repeat   *repeatLimit // nil: no limit
	per      []pointer    // what is counted apart
	window   uint64       // nanoseconds; 0 = the whole session
}

type sumLimit struct {
	amount pointer
	max    value.Decimal
}

type repeatLimit struct {
	max    uint64
	result bool // the result belongs to what is repeated
}

// Compile implements predicates.Predicate.
func (l *limits) Compile(params []byte) (predicates.Program, error) {
	p, err := parseParams(params)
	if err != nil {
		return nil, err
	}
	p.only(append([]string{"max_count", "sum", "repeat", "per", "window", "include_failed"}, ruleKeys...)...)
	prog := &limitsProgram{callProgram: parseCallProgram(p, l.env)}
	if c, ok := p.key("max_count"); ok {
		prog.counted, prog.maxCount = true, c.count(0)
	}
	if s, ok := p.key("sum"); ok && s.object() {
		prog.sum = parseSum(s)
	}
	if r, ok := p.key("repeat"); ok && r.object() {
		prog.repeat = parseRepeat(r)
	}
	if !prog.counted && prog.sum == nil && prog.repeat == nil && len(*p.errs) == 0 {
		p.fail("has none of max_count, sum and repeat: nothing would be limited")
	}
	if per, ok := p.key("per"); ok {
		for _, e := range per.list(1) {
			prog.per = append(prog.per, e.pointer())
		}
	}
	if w, ok := p.key("window"); ok {
		prog.window, prog.ages = w.duration(), true
	}
	if err := p.err(); err != nil {
		return nil, err
	}
	prog.kept = "all %d checked calls stayed under the limits"
	prog.begin = func() check {
		return &limitsCheck{prog: prog, groups: map[string]*group{}}
	}
	return prog, nil
}

func parseSum(s param) *sumLimit {
	s.only("amount", "max")
	var out sumLimit
	if a, ok := s.need("amount", "point at the amount, such as /args/amount"); ok {
		out.amount = a.pointer()
	}
	if m, ok := s.need("max", "say what the sum may reach"); ok {
		out.max = m.decimal()
	}
	return &out
}

func parseRepeat(r param) *repeatLimit {
	r.only("max", "same")
	var out repeatLimit
	if m, ok := r.need("max", "say how often the same call may be made"); ok {
		out.max = m.count(1)
	}
	if s, ok := r.need("same", "say args, or args+result: what makes two calls the same"); ok {
		out.result = s.oneOf("args", "args+result") == "args+result"
	}
	return &out
}

// count reads a whole number from least to a billion.
func (p param) count(least int64) uint64 {
	d, ok := value.Decimal{}, false
	if n, isNumber := p.v.(number); isNumber {
		d, ok = value.ParseDecimal(string(n))
	}
	i, whole := d.Scaled(0)
	if !ok || !whole || i < least || i > 1_000_000_000 {
		p.fail("want a whole number from %d to 1000000000", least)
		return 0
	}
	return uint64(i)
}

// Needs implements predicates.Program.
func (l *limitsProgram) Needs(h trace.Head) bool { return l.needs(h) }

// Start implements predicates.Program.
func (l *limitsProgram) Start() predicates.Run { return l.start() }
