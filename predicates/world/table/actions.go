package table

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// catalogue reads the tools.
func (b *builder) catalogue() {
	for i := range b.w.file.Tools {
		t := &b.w.file.Tools[i]
		at := fmt.Sprintf("/tools/%d", i)
		if t.Name == "" || b.w.tool(t.Name) != nil {
			b.fail(at+"/name", "%q is empty or there twice", t.Name)
			return
		}
		if t.Kind != "" && t.Kind != "call" && t.Kind != "turn" {
			b.fail(at+"/kind", "%q is not one of call, turn", t.Kind)
		}
		if t.Kind == "turn" && len(t.Args)+len(t.Effects) > 0 {
			b.fail(at, "a turn has no arguments and no effects")
		}
		x := &tool{Tool: t, outcomes: 1}
		names := map[string]bool{}
		for j, a := range t.Args {
			if a.Name == "" || names[a.Name] {
				b.fail(fmt.Sprintf("%s/args/%d/name", at, j), "%q is empty or there twice", a.Name)
			}
			names[a.Name] = true
		}
		b.effects(at, x)
		b.w.tools = append(b.w.tools, x)
	}
}

func (b *builder) effects(at string, t *tool) {
	for i, e := range t.Effects {
		here := fmt.Sprintf("%s/effects/%d", at, i)
		if !slices.Contains(events, e.Event) {
			b.fail(here+"/event", "%q is not one of %s", e.Event, strings.Join(events, ", "))
		}
		if e.Access != "" && e.Access != "read" && e.Access != "write" {
			b.fail(here+"/access", "%q is not one of read, write", e.Access)
		}
		net := e.Event == "connect" || e.Event == "send" || e.Event == "bind"
		two := strings.HasPrefix(e.Event, "rename") || e.Event == "link"
		switch {
		case !net && e.Path == nil:
			b.fail(here, "%s needs path", e.Event)
		case two && e.To == nil:
			b.fail(here, "%s needs to", e.Event)
		case net && e.Addr == nil && e.Host == nil:
			b.fail(here, "%s needs addr or host", e.Event)
		}
		for name, text := range map[string]jsontext.Value{"path": e.Path, "to": e.To, "addr": e.Addr, "port": e.Port, "host": e.Host} {
			b.static(here+"/"+name, t, text)
		}
	}
}

// static checks a template that may read arguments only.
func (b *builder) static(at string, t *tool, text jsontext.Value) {
	v, err := template(text)
	if err == nil {
		err = references(v, func(op, name string) {
			if op != "arg" || !b.argument(t, name) {
				b.fail(at, "{%q: %q} is no argument of %s; an effect is declared by the call's arguments alone", op, name, t.Name)
			}
		})
	}
	if err != nil {
		b.fail(at, "%w", err)
	}
}

// layActions lists every call with every choice of its arguments.
func (b *builder) layActions() {
	w := b.w
	w.byID = map[string]world.Label{}
	for i, t := range w.tools {
		t.first = world.Label(len(w.actions))
		domains, names := make([][]string, len(t.Args)), make([]string, len(t.Args))
		for j, a := range t.Args {
			names[j], domains[j] = a.Name, b.domain(fmt.Sprintf("/tools/%d/args/%d", i, j), a.Values, a.Range)
			if a.Optional {
				domains[j] = append(domains[j], "")
			}
		}
		if b.err != nil {
			return
		}
		total := t.outcomes
		if b.lets != nil {
			total *= 2 // where the warden refuses something
		}
		for _, d := range domains {
			if total *= len(d); total > maxActions {
				break
			}
		}
		if len(w.actions)+total > maxActions {
			b.fail(fmt.Sprintf("/tools/%d/args", i), "with the arguments of %s the model has more than %d actions: make domains smaller, every value multiplies", t.Name, maxActions)
			return
		}
		b.calls(fmt.Sprintf("/tools/%d", i), t, names, domains)
	}
}

func (b *builder) calls(at string, t *tool, names []string, domains [][]string) {
	choice := make([]int, len(domains))
	for {
		args := map[string]any{}
		for j, c := range choice {
			if text := domains[j][c]; text != "" {
				args[names[j]] = read(text)
			}
		}
		b.call(at, t, args)
		j := len(choice) - 1
		for ; j >= 0; j-- {
			if choice[j]++; choice[j] < len(domains[j]) {
				break
			}
			choice[j] = 0
		}
		if j < 0 || b.err != nil {
			return
		}
	}
}

func (b *builder) call(at string, t *tool, args map[string]any) {
	text, err := value.Append(nil, args)
	if err != nil {
		b.fail(at, "%w", err)
		return
	}
	var done []effect
	hurt := false
	for i, e := range t.Effects {
		x, err := effectOf(e, scope{nil, args})
		if err != nil {
			b.fail(fmt.Sprintf("%s/effects/%d", at, i), "with the arguments %s: %w", text, err)
			return
		}
		if x != nil {
			x.refused = b.lets != nil && !b.lets(x.done())
			hurt = hurt || x.refused
			done = append(done, *x)
		}
	}
	for nth := range t.outcomes {
		a := action{tool: t, nth: nth, args: args, text: text, effects: done, hurt: hurt}
		a.ID, a.Tool, a.Args = t.Name+" "+string(text), t.Name, text
		a.Step = sentence(t, args, string(text))
		if t.Kind == "turn" {
			a.ID, a.Args = t.Name, nil
		}
		if nth > 0 {
			a.ID += fmt.Sprintf(" #%d", nth+1)
			a.Step += fmt.Sprintf(" (outcome %d)", nth+1)
		}
		b.add(a)
		if hurt {
			a.stops = true
			a.ID, a.Step = a.ID+" !stopped", a.Step+" The warden refuses an effect of it, and it stops there."
			b.add(a)
		}
	}
}

func (b *builder) add(a action) {
	w := b.w
	if a.hurt && !a.stops {
		a.ID, a.Step = a.ID+" !refused", a.Step+" The warden refuses an effect of it, and it goes on without."
	}
	w.byID[a.ID] = world.Label(len(w.actions))
	w.actions = append(w.actions, a)
}

// sentence says a call in words; {NAME} stands for an argument.
func sentence(t *tool, args map[string]any, text string) string {
	switch {
	case t.Sentence != "":
		s := t.Sentence
		for _, name := range slices.Sorted(maps.Keys(args)) {
			shown, ok := args[name].(string)
			if !ok {
				raw, _ := value.Append(nil, args[name])
				shown = string(raw)
			}
			s = strings.ReplaceAll(s, "{"+name+"}", shown)
		}
		return s
	case t.Kind == "turn":
		return "The user speaks: " + t.Name + "."
	case len(args) == 0:
		return "Call " + t.Name + "."
	}
	return "Call " + t.Name + " with " + text + "."
}

// describe fills what a certificate says of the world.
func (b *builder) describe() {
	w, f := b.w, b.w.file
	canon, err := trace.Canonicalize(b.text)
	if err != nil {
		b.fail("", "%w", err)
		return
	}
	tools, err := trace.Marshal(f.Tools)
	if err != nil {
		b.fail("/tools", "%w", err)
		return
	}
	start := map[string]any{}
	for _, v := range w.vars {
		start[v.name] = v.all[v.start]
	}
	text, err := value.Append(nil, map[string]any{"vars": start})
	if err != nil {
		b.fail("/variables", "%w", err)
		return
	}
	a := world.About{Name: f.Name, Version: f.Model, Surface: f.Surface, Flow: f.Flow, Actor: f.Actor, Digest: trace.Keccak(canon), Catalogue: trace.Keccak(tools), Start: trace.Keccak(text), StartState: text,
		Scope: slices.Clone(f.Scope), Excluded: slices.Clone(f.Excluded), Abstraction: "none: the table is the model; what the tools do beside it is not modelled"}
	if a.Version == "" {
		a.Version = "1"
	}
	if a.Surface == "" {
		a.Surface = "tool"
	}
	for _, t := range w.tools {
		for j, arg := range t.Args {
			d := world.Domain{Field: t.Name + "." + arg.Name, Values: b.domain("", t.Args[j].Values, t.Args[j].Range)}
			if arg.Optional {
				d.Values = append(d.Values, "(left out)")
			}
			a.Domains = append(a.Domains, d)
		}
	}
	w.about = a
	b.session()
}

// session makes the record that opens the session.
func (b *builder) session() {
	args := map[string]any{"event": "open"}
	if s := b.w.file.Session; s != nil {
		for name, p := range map[string]string{"workspace": s.Workspace, "home": s.Home} {
			if p == "" {
				continue
			}
			if !strings.HasPrefix(p, "/") || path.Clean(p) != p {
				b.fail("/session/"+name, "%q is not an absolute, clean path", p)
			}
			args[name] = p
		}
	}
	text, err := value.Append(nil, args)
	if err != nil {
		b.fail("/session", "%w", err)
		return
	}
	b.w.begin = []world.Record{{Kind: string(trace.KindSession), Args: text}}
}
