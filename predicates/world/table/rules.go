package table

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// maxDense bounds the list of outcomes by state that is kept for one action.
const maxDense = 1 << 10

// rules reads all rules and finds what each tool's rules depend on.
func (b *builder) rules() {
	for i, r := range b.w.file.Rules {
		at := fmt.Sprintf("/rules/%d", i)
		t := b.w.tool(r.Tool)
		if t == nil {
			b.fail(at+"/tool", "there is no tool %q", r.Tool)
			return
		}
		b.rule(at, t, r)
	}
	for i, t := range b.w.tools {
		if len(t.rules) == 0 {
			b.fail(fmt.Sprintf("/tools/%d", i), "the tool %q has no rule, so that every call of it would be refused: add one, or take the tool out", t.Name)
		}
		slices.Sort(t.reads)
		t.reads = slices.Compact(t.reads)
		t.dense = 1
		for _, v := range t.reads {
			if t.dense *= len(b.w.vars[v].texts); t.dense > maxDense {
				t.dense = 0
				break
			}
		}
	}
}

func (b *builder) rule(at string, t *tool, r Rule) {
	x := rule{at: at, refuse: r.Refuse, outcomes: r.Outcomes}
	if r.When != nil {
		f, err := formula.Decode(r.When, b.env)
		if err != nil {
			b.fail(at+"/when", "%w", err)
			return
		}
		x.when = f
		b.condition(at+"/when", t, f)
	}
	single := r.Set != nil || r.Status != "" || r.Result != nil || r.Error != "" || r.Permission != nil || r.Outside
	switch {
	case r.Refuse && (single || len(r.Outcomes) > 0):
		b.fail(at+"/refuse", "a refused call has no outcome")
	case single && len(r.Outcomes) > 0:
		b.fail(at+"/outcomes", "stands beside an outcome in the rule itself: use one or the other")
	case r.Refuse:
	case len(r.Outcomes) == 0:
		x.outcomes = []Outcome{r.Outcome}
		b.outcome(at, t, r.Outcome)
	default:
		for i, o := range r.Outcomes {
			b.outcome(fmt.Sprintf("%s/outcomes/%d", at, i), t, o)
		}
	}
	t.outcomes = max(t.outcomes, len(x.outcomes), 1)
	t.rules = append(t.rules, x)
}

var variableOf = regexp.MustCompile(`\bvars\s*\.\s*([A-Za-z_][A-Za-z0-9_]*)`)
var mention = regexp.MustCompile(`\bvars\b`)

// condition notes what a condition reads and refuses what it must not say.
func (b *builder) condition(at string, t *tool, f formula.Formula) {
	switch n := f.(type) {
	case formula.Always, formula.Never, formula.Once, formula.Since:
		b.fail(at, "a rule's condition speaks of the state before the call; what was before is for policies, or for a variable")
		return
	case formula.Expr:
		names := variableOf.FindAllStringSubmatch(n.Text, -1)
		if len(names) != len(mention.FindAllString(n.Text, -1)) {
			b.all(t)
		}
		for _, m := range names {
			b.reads(at, t, m[1])
		}
		return
	}
	if parts := formula.Parts(f); len(parts) > 0 {
		for _, p := range parts {
			b.condition(at, t, p)
		}
		return
	}
	pointers, _ := formula.Pointers(f)
	for _, p := range pointers {
		tokens := p.Tokens()
		switch {
		case len(tokens) == 0 || len(tokens) == 1 && tokens[0] == "vars":
			b.all(t)
		case tokens[0] == "vars":
			b.reads(at, t, tokens[1])
		case tokens[0] == "args" && (len(tokens) == 1 || b.argument(t, tokens[1])):
		default:
			b.fail(at, "%s is neither a variable (/vars/NAME) nor an argument of %s (/args/NAME)", p, t.Name)
		}
	}
}

func (b *builder) all(t *tool) {
	for i := range b.w.vars {
		t.reads = append(t.reads, i)
	}
}

func (b *builder) reads(at string, t *tool, name string) {
	i := b.w.variable(name)
	if i < 0 {
		b.fail(at, "there is no variable %q", name)
		return
	}
	t.reads = append(t.reads, i)
}

func (b *builder) argument(t *tool, name string) bool {
	return slices.ContainsFunc(t.Args, func(a Argument) bool { return a.Name == name })
}

// template checks a template and notes what it reads.
func (b *builder) template(at string, t *tool, text jsontext.Value) {
	v, err := template(text)
	if err != nil {
		b.fail(at, "%w", err)
		return
	}
	err = references(v, func(op, name string) {
		if op == "var" {
			b.reads(at, t, name)
		} else if !b.argument(t, name) {
			b.fail(at, "the tool %s has no argument %q", t.Name, name)
		}
	})
	if err != nil {
		b.fail(at, "%w", err)
	}
}

func (b *builder) outcome(at string, t *tool, o Outcome) {
	for _, name := range slices.Sorted(maps.Keys(o.Set)) {
		if b.w.variable(name) < 0 {
			b.fail(at+"/set/"+escape(name), "there is no variable %q", name)
			return
		}
		b.template(at+"/set/"+escape(name), t, o.Set[name])
	}
	if o.Result != nil {
		b.template(at+"/result", t, o.Result)
	}
	if o.Status != "" && !slices.Contains(trace.Statuses(), o.Status) {
		b.fail(at+"/status", "%q is not one of %s", o.Status, strings.Join(trace.Statuses(), ", "))
	}
	if p := o.Permission; p != nil {
		b.permission(at+"/permission", p)
		if p.Decision != "allow" && carriedOut(o.Status) {
			b.fail(at+"/status", "the permission says %s: give the status denied or cancelled, or the call would run all the same", p.Decision)
		}
	}
	if t.Kind == "turn" && (o.Status != "" || o.Result != nil || o.Error != "" || o.Permission != nil) {
		b.fail(at, "a turn has neither status, result, error nor permission")
	}
}

func (b *builder) permission(at string, p *Permission) {
	for _, c := range []struct {
		key, value string
		known      []string
	}{
		{"decision", p.Decision, []string{"allow", "deny", "timeout", "cancelled"}},
		{"authority", p.Authority, []string{"", "human", "rule", "classifier", "unknown"}},
		{"scope", p.Scope, []string{"", "once", "turn", "session", "always"}},
	} {
		if !slices.Contains(c.known, c.value) {
			b.fail(at+"/"+c.key, "%q is not one of %s", c.value, strings.Join(slices.DeleteFunc(c.known, func(s string) bool { return s == "" }), ", "))
		}
	}
}

// carriedOut tells whether a call with this status ran.
func carriedOut(status string) bool { return status != "denied" && status != "cancelled" }

// result is one outcome as it is applied.
type result struct {
	refused bool
	outside bool
	sets    []setting
	facts   []world.Value // of the call
	records []world.Record
}

type setting struct{ variable, code int }

// decide evaluates the rules of an action's tool anew.
func (w *World) decide(a *action, vars map[string]any) (*result, error) {
	s := scope{vars, a.args}
	for _, r := range a.tool.rules {
		if r.when != nil {
			holds, err := formula.Evaluate(r.when, []*formula.Document{formula.NewDocument(s.document())})
			if err != nil {
				return nil, fmt.Errorf("%s/when: %w", r.at, err)
			}
			if !holds.Holds {
				continue
			}
		}
		if r.refuse {
			return refusal(a), nil
		}
		if a.nth >= len(r.outcomes) {
			return nil, nil
		}
		res, err := w.apply(a, &r.outcomes[a.nth], s)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.at, err)
		}
		return res, nil
	}
	return refusal(a), nil
}

// refusal is counted once for a call, however many outcomes it may have.
func refusal(a *action) *result {
	if a.nth > 0 || a.stops {
		return nil
	}
	return &result{refused: true}
}

func (w *World) apply(a *action, o *Outcome, s scope) (*result, error) {
	if a.hurt && carriedOut(o.Status) {
		return w.hindered(a, o, s)
	}
	if a.stops {
		return nil, nil // nothing is carried out, so nothing is refused either
	}
	res := &result{outside: o.Outside}
	for _, name := range slices.Sorted(maps.Keys(o.Set)) {
		i := w.variable(name)
		text, err := filled(o.Set[name], s)
		if err != nil {
			return nil, fmt.Errorf("set %s: %w", name, err)
		}
		code, ok := w.vars[i].codes[string(text)]
		if !ok {
			return nil, fmt.Errorf("%s would become %s; widen the variable's domain or guard the rule: %w", name, text, ErrDomain)
		}
		res.sets = append(res.sets, setting{i, code})
	}
	return res, w.emit(a, o, s, res)
}
