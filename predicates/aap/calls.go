package aap

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/tracestore/trace"
)

// selector says which calls a promise checks: any of its entries.
type selector struct{ entries []callEntry }

// callEntry is one element of calls.
type callEntry struct {
	tool     toolGlob
	actions  bool
	syscalls bool
	where    *expression.Expr
}

const whyCalls = "list the calls that are checked, such as [{\"tool\": \"send_*\"}]"

// parseCalls reads a list of {tool, kinds, where}.
func parseCalls(p param, e environment) selector {
	var s selector
	for _, c := range p.list(1) {
		if !c.object() {
			continue
		}
		c.only("tool", "kinds", "where")
		entry := callEntry{actions: true, syscalls: true}
		if tool, ok := c.need("tool", "name the tool or a glob of tools"); ok {
			entry.tool = tool.glob()
		}
		if kinds, ok := c.key("kinds"); ok {
			set := kinds.set("action", "syscall")
			entry.actions, entry.syscalls = slices.Contains(set, "action"), slices.Contains(set, "syscall")
		}
		entry.syscalls = entry.syscalls && entry.tool.mayBeginWith(syscallTools)
		if where, ok := c.key("where"); ok {
			x, err := e.Compile(where.text())
			if err != nil {
				where.fail("%w", err)
			}
			entry.where = x
		}
		if kinds, ok := c.key("kinds"); ok && !entry.actions && !entry.syscalls {
			kinds.fail("kernel records have tools such as sys.unlink, which %q cannot match", string(entry.tool))
		}
		s.entries = append(s.entries, entry)
	}
	return s
}

// anySyscalls reports whether kernel records can be selected at all.
func (s selector) anySyscalls() bool {
	return slices.ContainsFunc(s.entries, func(c callEntry) bool { return c.syscalls })
}

// mayMatch decides on the head alone: false means never.
func (s selector) mayMatch(tool string, syscall bool) bool {
	return slices.ContainsFunc(s.entries, func(c callEntry) bool { return c.may(tool, syscall) })
}

func (c callEntry) may(tool string, syscall bool) bool {
	return (c.actions && !syscall || c.syscalls && syscall) && c.tool.match(tool)
}

// names reports whether the tool is checked in any kind.
func (s selector) names(tool string) bool {
	return slices.ContainsFunc(s.entries, func(c callEntry) bool { return c.tool.match(tool) })
}

// match reports whether the call is checked. A condition that has no truth on
// this call (a missing member, another type, too much work) does not let the
// call escape: it is checked. A blob that a condition could read is an error.
func (s selector) match(d *document, vars *tables) (bool, error) {
	for _, c := range s.entries {
		if !c.may(d.head.Tool, d.syscall()) {
			continue
		}
		if c.where == nil {
			return true, nil
		}
		in, err := d.forExpr()
		if err != nil {
			return false, err
		}
		if in == nil {
			return true, nil
		}
		if yes, err := c.where.Eval(vars.with(in)); yes || err != nil {
			return true, nil
		}
	}
	return false, nil
}

// document is one call as pointers and expressions see it, decoded on demand
// and member by member.
type document struct {
	head trace.Head
	body *trace.Body

	values map[string]any    // decoded members
	faults map[string]string // members that are not readable JSON
	expr   map[string]any
}

func newDocument(h trace.Head, b *trace.Body) *document { return &document{head: h, body: b} }

func (d *document) syscall() bool { return d.head.Kind == trace.KindSyscall }

// member decodes one member of the call; nil where it is absent.
func (d *document) member(name string) any {
	if v, known := d.values[name]; known {
		return v
	}
	var v any
	var err error
	switch name {
	case "args":
		v, _, err = decodeValue(d.body.Args)
	case "result":
		v, _, err = decodeValue(d.body.Result)
	case "metadata":
		v, _, err = decodeValue(d.body.Metadata)
	case "tool":
		v = d.head.Tool
	case "status":
		v = optional(d.head.Status)
	case "error":
		v = optional(d.body.Error)
	}
	if err != nil {
		v = unparsed{}
		if d.faults == nil {
			d.faults = map[string]string{}
		}
		d.faults[name] = fmt.Sprintf("its %s cannot be read: %v", name, err)
	}
	if d.values == nil {
		d.values = make(map[string]any, 4)
	}
	d.values[name] = v
	return v
}

func optional(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// raw reports arguments that admission refused.
func (d *document) raw() bool {
	if !bytes.HasPrefix(d.body.Args, []byte(`{"$raw"`)) {
		return false
	}
	_, raw := d.member("args").(unparsed)
	return raw
}

// uncheckable says why the call cannot be checked at all; "" if it can.
func (d *document) uncheckable() string {
	if d.raw() {
		return "its arguments are not admissible JSON, so it cannot be checked"
	}
	d.member("args")
	return d.faults["args"]
}

// resolve follows a pointer.
func (d *document) resolve(p pointer) found {
	var f found
	f.walk(d.member(p.tokens[0]), p.tokens[1:], p.text)
	return f
}

// all decodes every member; absent ones are left out.
func (d *document) all() map[string]any {
	out := map[string]any{}
	for _, name := range roots {
		if v := d.member(name); v != nil || name == "args" && d.body.Args != nil || name == "result" && d.body.Result != nil {
			out[name] = v
		}
	}
	return out
}

// forExpr gives the call for expressions: nil where it cannot be checked and
// so counts as selected, an error where a blob is in the way.
func (d *document) forExpr() (map[string]any, error) {
	if d.expr != nil {
		return d.expr, nil
	}
	if d.uncheckable() != "" {
		return nil, nil
	}
	values := d.all()
	if anyHidden(values) {
		return nil, hiddenAt("a text that the condition of a promise could read")
	}
	d.expr = expression.Value(values).(map[string]any)
	// Before its end a call is asked about as the action it would become.
	d.expr["kind"] = string(trace.KindAction)
	if d.syscall() {
		d.expr["kind"] = string(trace.KindSyscall)
	}
	d.expr["action_id"] = d.head.ActionID
	return d.expr, nil
}
