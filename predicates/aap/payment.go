package aap

import (
	"fmt"
	"slices"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/tracestore/trace"
)

// payment is AAP-3: every checked payment goes to an approved payee and stays
// under the cap.
type payment struct {
	manifest predicates.Manifest
	env      environment
}

// Manifest implements predicates.Predicate.
func (p *payment) Manifest() predicates.Manifest { return p.manifest }

// paymentProgram is AAP-3 with its parameters.
type paymentProgram struct {
	callProgram
	payees  []source
	amounts []amountSource
	require []requirement
}

// amountSource is one place of a call that holds an amount.
type amountSource struct {
	tool     toolGlob
	pointer  pointer
	optional bool
	cap      *value.Decimal // nil: no cap; the amount must still be one
}

// Compile implements predicates.Predicate.
func (pay *payment) Compile(params []byte) (predicates.Program, error) {
	p, err := parseParams(params)
	if err != nil {
		return nil, err
	}
	p.only(append([]string{"payee", "as", "payees", "split", "amount", "cap", "currency", "require", "include_failed", "grants"}, ruleKeys...)...)
	prog := &paymentProgram{callProgram: parseCallProgram(p, pay.env)}
	if list, ok := p.key("payee"); ok {
		for _, e := range list.list(1) {
			prog.payees = append(prog.payees, parsePlace(p, e, "as", "payees"))
		}
	}
	if list, ok := p.key("currency"); ok {
		for _, e := range list.list(1) {
			prog.payees = append(prog.payees, parseCurrency(e))
		}
	}
	if list, ok := p.key("amount"); ok {
		for _, e := range list.list(1) {
			prog.amounts = append(prog.amounts, parseAmountSource(p, e))
		}
	} else if c, ok := p.key("cap"); ok {
		c.fail("is of no use without amount")
	}
	if list, ok := p.key("require"); ok {
		prog.require = parseRequire(list, pay.env)
	}
	if len(prog.payees)+len(prog.amounts)+len(prog.require) == 0 && len(*p.errs) == 0 {
		p.fail("has none of payee, amount and require: nothing would be checked")
	}
	prog.covered(p)
	if err := p.err(); err != nil {
		return nil, err
	}
	prog.paths = slices.ContainsFunc(prog.payees, func(s source) bool { return s.form == asPath })
	prog.kept = "all %d checked payments went to approved payees within their caps"
	prog.begin = func() check { return paymentCheck{prog} }
	return prog, nil
}

// parsePlace reads an entry with a pointer whose permitted values stand under
// the key list, here or at the top.
func parsePlace(top, e param, as, list string) source {
	s := source{tool: "*"}
	if _, plain := e.v.(string); plain {
		s.pointer = e.pointer()
	} else {
		if !e.object() {
			return s
		}
		e.only("pointer", "tool", "optional", as, list, "split")
		if tool, ok := e.key("tool"); ok {
			s.tool = tool.glob()
		}
		if o, ok := e.key("optional"); ok {
			s.optional = o.flag()
		}
		ptr, ok := e.need("pointer", "point at the value, such as /args/recipient")
		if !ok {
			return s
		}
		s.pointer = ptr.pointer()
	}
	s.form = parseForm(top, e)
	s.split = parseSplit(top, e)
	allow, ok := pick(top, e, list)
	if !ok {
		e.fail("says nowhere what is approved: add %s, here or at the top", list)
		return s
	}
	s.allow = parseAllow(s.form, allow)
	return s
}

// parseCurrency reads {pointer, tool, optional, values}: texts, compared
// exactly.
func parseCurrency(e param) source {
	s := source{tool: "*", form: asText}
	if !e.object() {
		return s
	}
	e.only("pointer", "tool", "optional", "values")
	if tool, ok := e.key("tool"); ok {
		s.tool = tool.glob()
	}
	if o, ok := e.key("optional"); ok {
		s.optional = o.flag()
	}
	if ptr, ok := e.need("pointer", "point at the currency, such as /args/currency"); ok {
		s.pointer = ptr.pointer()
	}
	if values, ok := e.need("values", "list the currencies, such as [\"EUR\"]"); ok {
		if len(values.list(1)) > 0 {
			s.allow = parseAllow(asText, values)
		}
	}
	return s
}

func parseAmountSource(top, e param) amountSource {
	a := amountSource{tool: "*"}
	if _, plain := e.v.(string); plain {
		a.pointer = e.pointer()
	} else {
		if !e.object() {
			return a
		}
		e.only("pointer", "tool", "optional", "cap")
		if tool, ok := e.key("tool"); ok {
			a.tool = tool.glob()
		}
		if o, ok := e.key("optional"); ok {
			a.optional = o.flag()
		}
		if ptr, ok := e.need("pointer", "point at the amount, such as /args/amount"); ok {
			a.pointer = ptr.pointer()
		}
	}
	if c, ok := pick(top, e, "cap"); ok {
		d := c.decimal()
		a.cap = &d
	}
	return a
}

// decimal reads a number, or a text that is one, of at least zero.
func (p param) decimal() value.Decimal {
	d, ok := exact(p.v)
	if !ok || d.Sign() < 0 {
		p.fail("want a number from 0, or the same as text, such as 99.95 or \"99.95\"")
	}
	return d
}

// exact reads a number or a text in the grammar of JSON numbers.
func exact(v any) (value.Decimal, bool) {
	switch v := v.(type) {
	case number:
		return value.ParseDecimal(string(v))
	case string:
		return value.ParseDecimal(v)
	}
	return value.Decimal{}, false
}

// covered refuses calls of which nothing is checked.
func (p *paymentProgram) covered(top param) {
	all := slices.Clone(p.payees)
	for _, a := range p.amounts {
		all = append(all, source{tool: a.tool})
	}
	for _, r := range p.require {
		all = append(all, source{tool: r.tool})
	}
	coveredBySources(top, p.calls, all, "payee, amount or require")
}

// Needs implements predicates.Program.
func (p *paymentProgram) Needs(h trace.Head) bool { return p.needs(h) }

// Start implements predicates.Program.
func (p *paymentProgram) Start() predicates.Run { return p.start() }

// paymentCheck has no state of its own.
type paymentCheck struct{ prog *paymentProgram }

func (c paymentCheck) took(*document, *callRun) error { return nil }

func (c paymentCheck) action(doc *document, at *callRun) (string, error) {
	why, declared, err := outside(c.prog.payees, doc, at)
	if err != nil || why != "" {
		return why, err
	}
	for _, a := range c.prog.amounts {
		if !appliesTo(a.tool, doc.head.Tool, doc.syscall()) {
			continue
		}
		declared = true
		if why, err := a.over(doc); err != nil || why != "" {
			return why, err
		}
	}
	for _, r := range c.prog.require {
		declared = declared || r.applies(doc.head.Tool, doc.syscall())
	}
	if !declared {
		return "is checked, but nothing says what its tool may pay", nil
	}
	return unmet(c.prog.require, doc, at)
}

func (c paymentCheck) kernel(doc *document, _ kernelRecord, at *callRun) (string, error) {
	return c.action(doc, at)
}

// over says what is wrong with the amounts at one place, "" if nothing.
func (a amountSource) over(doc *document) (string, error) {
	values, why, err := amountsAt(a.pointer, a.optional, doc)
	if err != nil || why != "" {
		return why, err
	}
	for _, d := range values {
		switch {
		case d.Sign() < 0:
			return fmt.Sprintf("has the amount %s at %s, which is less than nothing", d, a.pointer.text), nil
		case a.cap != nil && d.Cmp(*a.cap) > 0:
			return fmt.Sprintf("pays %s (%s), the cap is %s", d, a.pointer.text, *a.cap), nil
		}
	}
	return "", nil
}

// amountsAt reads exact amounts at a pointer.
func amountsAt(p pointer, optional bool, doc *document) (amounts []value.Decimal, why string, err error) {
	f := doc.resolve(p)
	if f.hidden || anyHidden(f.values) {
		return nil, "", hiddenAt("an amount at " + p.text)
	}
	if f.odd != "" {
		return nil, "has " + f.odd, nil
	}
	for _, v := range f.values {
		if s, ok := v.(string); ok && s == "" {
			f.missing = true
			continue
		}
		d, ok := exact(v)
		if !ok {
			what := typeName(v)
			if s, isText := v.(string); isText {
				what = quote(s)
			}
			return nil, fmt.Sprintf("has at %s %s, which is no number", p.text, what), nil
		}
		amounts = append(amounts, d)
	}
	if f.missing && !optional {
		return nil, "names no amount at " + p.text, nil
	}
	return amounts, "", nil
}
