package aap

import (
	"fmt"
	"strings"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// Explanation says in sentences what parameters mean.
type Explanation struct {
	Promises []string // what is promised
	Blind    []string // what the promise cannot see
	Needs    []string // which records must be there, and which bodies shown
}

// Explain explains parameters that compiled for the named predicate.
func Explain(name string, params []byte, prog predicates.Program) (Explanation, error) {
	p, err := parseParams(params)
	if err != nil {
		return Explanation{}, err
	}
	e := explainer{p: p}
	e.selection()
	switch name {
	case "AAP-1@1":
		e.authorization()
	case "AAP-2@1":
		e.scope()
	case "AAP-3@1":
		e.payment()
	case "AAP-4@1":
		e.recipients()
	case "AAP-5@1":
		e.limits()
	case "PTL-1@1":
		e.temporal()
	default:
		return Explanation{}, fmt.Errorf("%s is not in the catalog", name)
	}
	e.counting(name)
	e.blindness()
	e.needs(prog)
	return e.out, nil
}

type explainer struct {
	p   param
	out Explanation
}

func (e *explainer) promise(format string, args ...any) {
	e.out.Promises = append(e.out.Promises, fmt.Sprintf(format, args...))
}

func (e *explainer) blind(format string, args ...any) {
	e.out.Blind = append(e.out.Blind, fmt.Sprintf(format, args...))
}

// list spells a parameter for a sentence: its texts, the first few of them.
func (e *explainer) list(p param, ok bool) string {
	if !ok {
		return ""
	}
	list, isList := p.v.([]any)
	if !isList {
		return show(p.v)
	}
	const most = 6
	var parts []string
	for i, v := range list {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(list)-most))
			break
		}
		parts = append(parts, show(v))
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// show spells one value: texts as they are, the pointer of an entry.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case number:
		return string(v)
	case map[string]any:
		for _, key := range []string{"says", "cel", "pointer", "tool"} {
			if s, ok := v[key].(string); ok {
				return s
			}
		}
	}
	return typeName(v)
}

func (e *explainer) key(name string) string {
	p, ok := e.p.key(name)
	return e.list(p, ok)
}

func (e *explainer) selection() {
	calls, _ := e.p.key("calls")
	for _, c := range calls.list(0) {
		tool, _ := c.key("tool")
		what := "calls of " + text(tool.v)
		if strings.HasPrefix(text(tool.v), syscallTools) {
			what = "what the kernel saw as " + text(tool.v)
		} else if text(tool.v) == "*" {
			what = "every call and every kernel record"
			if kinds, ok := c.key("kinds"); ok {
				what = "all"
				if only := e.list(kinds, true); only == "action" {
					what = "calls of every tool"
				}
			}
		}
		if kinds, ok := c.key("kinds"); ok {
			what += " (" + e.list(kinds, true) + " records)"
		}
		if where, ok := c.key("where"); ok {
			what += fmt.Sprintf(", where %s (or where that has no answer)", text(where.v))
		}
		e.promise("Checked are %s.", what)
	}
}

func (e *explainer) counting(name string) {
	if failed, ok := e.p.key("include_failed"); ok {
		if failed.v == true {
			e.promise("Calls that ended in an error count; denied and cancelled ones do not.")
		} else {
			e.promise("Calls that ended in an error do not count; those of unknown end do.")
		}
	} else if name == "AAP-1@1" {
		e.promise("Calls that ended in an error count too: they may have run.")
	}
	gap, _ := e.p.key("on_gap")
	if text(gap.v) == "violated" {
		e.promise("If the recorder was silent or crashed, the promise counts as violated.")
	} else {
		e.blind("what happened while the recorder was silent or had crashed (on_gap: ignore)")
	}
	if s := e.key("min_assurance"); s != "" {
		e.promise("Records below the assurance %s count as violations.", s)
	}
	if s := e.key("min_attribution"); s != "" {
		e.promise("Kernel records below the attribution %s count as violations.", s)
	}
}

func (e *explainer) blindness() {
	calls, _ := e.p.key("calls")
	tools, kernel := false, false
	for _, c := range calls.list(0) {
		tool, _ := c.key("tool")
		glob := toolGlob(text(tool.v))
		kinds, limited := c.key("kinds")
		only := e.list(kinds, limited)
		kernel = kernel || glob.mayBeginWith(syscallTools) && (!limited || strings.Contains(only, "syscall"))
		tools = tools || !glob.namesSyscalls() && (!limited || strings.Contains(only, "action"))
	}
	if !kernel {
		e.blind("what a checked tool, or another one such as a shell, does behind its name: no kernel record is checked")
	}
	if !tools {
		e.blind("what happens inside encrypted connections and remote services: only kernel records are checked")
	}
	e.blind("what the harness did not report, and meaning: texts are compared, not understood")
	if h, ok := e.p.key("harness"); kernel && (!ok || h.v != true) {
		e.blind("what the harness process itself does outside every call (harness: true checks it)")
	}
}

func (e *explainer) needs(prog predicates.Program) {
	for _, k := range []struct {
		head trace.Head
		what string
	}{
		{trace.Head{Kind: trace.KindPermission, Tool: "user_authorization", ActionID: "x", Decision: "allow"}, "permission records, from a harness channel that carries the user's decision"},
		{trace.Head{Kind: trace.KindSession}, "session records (workspace, home, boot)"},
		{trace.Head{Kind: trace.KindGap}, "gap records"},
	} {
		if prog.Needs(k.head) {
			e.out.Needs = append(e.out.Needs, k.what)
		}
	}
	e.out.Needs = append(e.out.Needs, "the bodies of the checked calls, and of calls that fill its tables; all others may stay hidden in evidence")
}
