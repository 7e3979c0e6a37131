package aap

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/monitor"
	"github.com/varek/varek/tracestore/trace"
)

// temporal is PTL-1: a past-time formula holds at every step.
type temporal struct {
	manifest predicates.Manifest
	env      environment // of where
	formulas environment // of Expr: record, state, data
}

// Manifest implements predicates.Predicate.
func (t *temporal) Manifest() predicates.Manifest { return t.manifest }

// temporalProgram is PTL-1 with its parameters.
type temporalProgram struct {
	callProgram
	permissions bool // permission records are steps too
	turns       bool // session records of an event turn are steps too
	formula     *monitor.Program
	data        any // as pointers see it
}

// Compile implements predicates.Predicate.
func (t *temporal) Compile(params []byte) (predicates.Program, error) {
	p, err := parseParams(params)
	if err != nil {
		return nil, err
	}
	p.only(append([]string{"formula", "also", "include_failed"}, ruleKeys...)...)
	prog := &temporalProgram{callProgram: parseCallProgram(p, t.env), data: map[string]any{}}
	prog.state.values = true
	if also, ok := p.key("also"); ok {
		for _, kind := range also.set("permission", "turn") {
			prog.permissions = prog.permissions || kind == "permission"
			prog.turns = prog.turns || kind == "turn"
		}
	}
	if data, ok := p.key("data"); ok {
		prog.data = data.v
	}
	if f, ok := p.need("formula", "write the formula, such as {\"Never\": {\"Equals\": {\"pointer\": \"/record/tool\", \"value\": \"merge\"}}}"); ok {
		prog.formula = parseFormula(f, t.formulas)
	}
	if err := p.err(); err != nil {
		return nil, err
	}
	prog.kept = "the formula held at all %d steps"
	prog.begin = func() check { return nil }
	return prog, nil
}

func parseFormula(p param, e environment) *monitor.Program {
	f, err := formula.FromValue(p.v, e.Env)
	var fault *formula.Fault
	if errors.As(err, &fault) {
		at := p
		at.at += fault.Pointer
		at.fail("%w", fault.Cause)
		return nil
	}
	prog, err := monitor.Compile(f)
	if err != nil {
		p.fail("%w", err)
	}
	return prog
}

// Needs implements predicates.Program.
func (t *temporalProgram) Needs(h trace.Head) bool {
	return t.needs(h) || t.permissions && h.Kind == trace.KindPermission || t.turns && h.Kind == trace.KindSession
}

// Start implements predicates.Program.
func (t *temporalProgram) Start() predicates.Run {
	r := &temporalRun{prog: t, steps: t.formula.Start(false), holding: true}
	r.calls = &callRun{prog: &t.callProgram, check: r, ledger: newLedger(terms{}), tables: newTables(t.state)}
	return r
}

// temporalRun advances the formula by one step for every counted record; the
// engine of the call predicates says which ones count.
type temporalRun struct {
	prog    *temporalProgram
	calls   *callRun
	steps   *monitor.Run
	holding bool // the formula held at the last step, or there was none
	count   int
}

// Step implements predicates.Run.
func (r *temporalRun) Step(v predicates.View) error {
	h := v.Head
	also := r.prog.permissions && h.Kind == trace.KindPermission || r.prog.turns && h.Kind == trace.KindSession
	if !also {
		return r.calls.Step(v)
	}
	if v.Body == nil {
		return withheldBody(h.Kind)
	}
	if err := r.calls.Step(v); err != nil {
		return err
	}
	doc := newDocument(h, v.Body)
	if args, ok := doc.member("args").(map[string]any); h.Kind == trace.KindSession && (!ok || args["event"] != "turn") {
		return nil
	}
	r.calls.checked++
	why, err := r.step(doc)
	if err == nil && why != "" {
		r.calls.found.add(h.Seq, "the %s %s", h.Kind, why)
	}
	return err
}

// Outcome implements predicates.Run.
func (r *temporalRun) Outcome() predicates.Outcome { return r.calls.Outcome() }

// action does nothing: the question has an effect, so took asks it.
func (r *temporalRun) action(doc *document, _ *callRun) (string, error) { return r.hides(doc) }

func (r *temporalRun) kernel(doc *document, _ kernelRecord, _ *callRun) (string, error) {
	return r.hides(doc)
}

// hides finds a blob where it may stand in the formula's way while it can
// still be called hidden.
func (r *temporalRun) hides(doc *document) (string, error) {
	if !mentionsBlob(doc.body) {
		return "", nil
	}
	d := r.document(doc)
	for _, a := range r.prog.formula.Atoms() {
		if _, err := formula.Atom(a, d); err != nil {
			return "", hiddenAt("a text that the formula reads")
		}
	}
	return "", nil
}

// took makes the step. What cannot be checked was a violation already, and is
// no step.
func (r *temporalRun) took(doc *document, at *callRun) error {
	if doc.uncheckable() != "" {
		return nil
	}
	why, err := r.step(doc)
	if err == nil && why != "" {
		at.found.add(doc.head.Seq, "the call %s of %s %s", quote(doc.head.ActionID), quote(doc.head.Tool), why)
	}
	return err
}

// step says whether the formula ceased to hold here.
func (r *temporalRun) step(doc *document) (string, error) {
	if err := r.steps.Step(r.document(doc)); err != nil {
		return "", hiddenAt("a text that the formula reads")
	}
	r.count++
	held := r.holding
	r.holding = r.steps.Holds(0)
	if held && !r.holding {
		return fmt.Sprintf("is step %d, at which the formula ceases to hold", r.count), nil
	}
	return "", nil
}

// document is {record, state, data}, for pointers and for expressions.
func (r *temporalRun) document(doc *document) *formula.Document {
	record := doc.all()
	h := doc.head
	record["seq"], record["kind"] = number(strconv.FormatUint(h.Seq, 10)), string(h.Kind)
	if h.Kind == trace.KindIntent || h.Kind == trace.KindStart {
		// A call that never ended is asked about as the action it would become.
		record["kind"], record["status"] = string(trace.KindAction), "unknown"
	}
	for name, v := range map[string]string{"action_id": h.ActionID, "decision": h.Decision} {
		if v != "" {
			record[name] = v
		}
	}
	root := map[string]any{"record": record, "state": r.calls.tables.plain, "data": r.prog.data}
	return formula.NewDocumentWith(root, anyHidden(record), func() map[string]any {
		return map[string]any{"record": expression.Value(record), "state": r.calls.tables.rows, "data": r.prog.state.data}
	})
}
