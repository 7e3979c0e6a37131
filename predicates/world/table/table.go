// Package table is a world that is data: variables with finite domains, tools
// from a catalogue whose every argument has a finite choice, and rules that say
// what a call does. It is what a provider writes to ask a promise of its agent,
// usually from a skeleton that the importers made.
//
// Promise: the state is one code for each variable and nothing else. What
// follows a state is decided by the first rule of the tool whose condition
// holds; a call that no rule takes is refused. A file is read strictly, and
// every fault is named with its line and its pointer. A step carries the records
// that a sidecar would write: intent, permission where the rule has one, start,
// kernel records of the tool's declared effects, and the result.
//
// What rules decide is remembered by the values of the variables that the
// tool's rules read; the slow reading (Document) evaluates them anew each time,
// and the checker compares both.
//
// Limits: one start state, whole numbers in arithmetic, 65,536 actions. A value
// outside its variable's domain ends the search with the rule's place. Records
// of one call do not refer to those of another: no permission rides on an
// earlier one.
package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// World implements world.World.
type World struct {
	source  []byte
	file    *File
	about   world.About
	facts   []world.Fact
	symbols world.Symbols
	vars    []variable
	tools   []*tool
	actions []action // by label
	width   int      // bytes of a state
	args    []string // the arguments' names, of all tools, in order of facts
	base    int      // the first fact of the call
	begin   []world.Record
	byID    map[string]world.Label
}

type variable struct {
	name  string
	texts []string      // canonical JSON, by code
	all   []any         // the same, read
	facts []world.Value // the same, as facts
	codes map[string]int
	start int
	at    int // in a state
	wide  bool
}

type tool struct {
	*Tool
	rules    []rule
	reads    []int // variables on which an outcome depends
	outcomes int   // of the rule that has most
	first    world.Label
	dense    int // product of the domains in reads, 0: too large for a list
}

type rule struct {
	at       string // pointer in the file
	when     formula.Formula
	refuse   bool
	outcomes []Outcome
}

// action is one call with one of the outcomes that its rules may have.
type action struct {
	world.Action
	tool    *tool
	nth     int // of the outcomes
	args    map[string]any
	text    jsontext.Value
	effects []effect
	hurt    bool // the warden refuses an effect
	stops   bool // and the call ends there, instead of going on without it
}

// New reads a world file.
func New(text []byte) (*World, error) { return lay(text, nil) }

// lay makes the world of a text; lets is what a warden says of an effect, nil
// without one.
func lay(text []byte, lets func(Done) bool) (*World, error) {
	f, err := Parse(text)
	if err != nil {
		return nil, err
	}
	w := &World{file: f, source: text}
	b := builder{w: w, text: text, lets: lets}
	b.build()
	if b.err != nil {
		return nil, b.err
	}
	return w, nil
}

// Session is what the first record states.
func (w *World) Session() Session {
	if w.file.Session == nil {
		return Session{}
	}
	return *w.file.Session
}

// About implements world.World.
func (w *World) About() world.About { return w.about }

// Facts implements world.World.
func (w *World) Facts() []world.Fact { return w.facts }

// Names implements world.World.
func (w *World) Names() world.Names { return w }

// Symbol implements world.Names.
func (w *World) Symbol(v world.Value) any { return w.symbols.Symbol(v) }

// Action implements world.Names.
func (w *World) Action(l world.Label) world.Action {
	if int(l) < len(w.actions) {
		return w.actions[l].Action
	}
	return world.Action{ID: "start", Step: "Start."}
}

// builder lays a file out; the first error sticks.
type builder struct {
	w    *World
	text []byte
	env  *expression.Env
	lets func(Done) bool
	err  error
}

func (b *builder) fail(pointer, format string, args ...any) {
	if b.err == nil {
		b.err = faultAt(b.text, pointer, fmt.Errorf(format, args...))
	}
}

func (b *builder) build() {
	var err error
	if b.env, err = expression.NewEnv("vars", "args"); err != nil {
		b.err = err
		return
	}
	f := b.w.file
	if f.Name == "" {
		b.fail("/name", "is missing: give the world a name")
	}
	if len(f.Tools) == 0 {
		b.fail("/tools", "is empty: nothing could be done; varek-check import makes tools from a catalogue")
	}
	b.variables()
	b.argumentNames()
	b.catalogue()
	b.rules()
	if b.err == nil {
		b.layFacts()
	}
	if b.err == nil {
		b.layActions()
	}
	if b.err == nil {
		b.describe()
	}
}

// domain lists the values of a finite choice, canonical and all different.
func (b *builder) domain(at string, values []jsontext.Value, span []int64) []string {
	if (len(values) == 0) == (len(span) == 0) {
		b.fail(at, "needs either values, a list that is not empty, or range, such as [0, 3]")
		return nil
	}
	var texts []string
	if len(span) > 0 {
		if len(span) != 2 || span[0] > span[1] || span[1]-span[0] >= maxDomain {
			b.fail(at+"/range", "want the least and the greatest whole number, at most %d apart", maxDomain-1)
			return nil
		}
		for n := span[0]; n <= span[1]; n++ {
			texts = append(texts, fmt.Sprint(n))
		}
		return texts
	}
	if len(values) > maxDomain {
		b.fail(at+"/values", "has more than %d values", maxDomain)
		return nil
	}
	for i, v := range values {
		text, err := trace.Canonicalize(v)
		if err != nil {
			b.fail(fmt.Sprintf("%s/values/%d", at, i), "%w", err)
			return nil
		}
		if slices.Contains(texts, string(text)) {
			b.fail(fmt.Sprintf("%s/values/%d", at, i), "is in the list twice")
			return nil
		}
		texts = append(texts, string(text))
	}
	return texts
}

func read(text string) any {
	v, _, err := value.DecodeLiteral(jsontext.Value(text))
	if err != nil {
		return nil
	}
	return v
}

func (b *builder) code(v any) world.Value {
	c, err := b.w.symbols.Code(v)
	if err != nil && b.err == nil {
		b.err = err
	}
	return c
}

func (b *builder) variables() {
	seen := map[string]bool{}
	for i, v := range b.w.file.Variables {
		at := fmt.Sprintf("/variables/%d", i)
		if v.Name == "" || seen[v.Name] {
			b.fail(at+"/name", "%q is empty or there twice", v.Name)
			return
		}
		seen[v.Name] = true
		x := variable{name: v.Name, texts: b.domain(at, v.Values, v.Range), codes: map[string]int{}, at: b.w.width}
		for code, text := range x.texts {
			val := read(text)
			x.all, x.facts, x.codes[text] = append(x.all, val), append(x.facts, b.code(val)), code
		}
		start, err := trace.Canonicalize(v.Start)
		if err != nil {
			b.fail(at+"/start", "is missing or no JSON value: say with which value of the domain the variable begins")
			return
		}
		code, ok := x.codes[string(start)]
		if !ok {
			b.fail(at+"/start", "%s is not in the variable's domain", start)
			return
		}
		x.start, x.wide = code, len(x.texts) > 256
		if b.w.width++; x.wide {
			b.w.width++
		}
		b.w.vars = append(b.w.vars, x)
	}
	if b.w.width == 0 {
		b.w.width = 1 // a state is never nothing
	}
}

func (b *builder) argumentNames() {
	for _, t := range b.w.file.Tools {
		for _, a := range t.Args {
			if !slices.Contains(b.w.args, a.Name) {
				b.w.args = append(b.w.args, a.Name)
			}
		}
	}
	slices.Sort(b.w.args)
}

func (w *World) variable(name string) int {
	return slices.IndexFunc(w.vars, func(v variable) bool { return v.name == name })
}

func (w *World) tool(name string) *tool {
	for _, t := range w.tools {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// layFacts lists what formulas may read.
func (b *builder) layFacts() {
	w := b.w
	add := func(prefix, name string) {
		w.facts = append(w.facts, world.Fact{Pointer: prefix + escape(name)})
	}
	for _, v := range w.vars {
		add("/vars/", v.name)
	}
	for _, v := range w.vars {
		add("/before/", v.name)
	}
	w.base = len(w.facts)
	for _, name := range []string{"tool", "status", "result", "error", "decision"} {
		add("/call/", name)
	}
	for _, a := range w.args {
		add("/call/args/", a)
	}
	if err := world.CheckFacts(w.facts); err != nil && b.err == nil {
		b.err = err
	}
}

var escaper = strings.NewReplacer("~", "~0", "/", "~1")

func escape(name string) string { return escaper.Replace(name) }
