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

func (e *explainer) authorization() {
	who := e.key("authorities")
	if who == "" {
		who = "human, rule"
	}
	e.promise("Each checked call has a permission for exactly its arguments, recorded before it starts, by an accepted authority (%s), and not withdrawn.", who)
	if s := e.key("scopes"); s != "" {
		e.promise("Accepted scopes of a permission: %s.", s)
	}
	if s := e.key("max_age"); s != "" {
		e.promise("A permission is good for %s.", s)
	}
	if s := e.key("effects"); s != "" {
		e.promise("Kernel records of these events are checked, also under a shell's name: %s.", s)
	}
	if objects, ok := e.p.key("objects"); ok {
		for _, o := range objects.members() {
			e.promise("What %s does in the kernel stays at or below the paths that were approved (%s).", o.name(), e.list(o, true))
		}
	}
	if s := e.key("except"); s != "" {
		e.promise("Free without permission: %s, and names that the call itself created.", s)
	}
}

func (e *explainer) scope() {
	if within := e.key("within"); within != "" {
		allowed := e.key("roots")
		if v := e.key("values"); v != "" {
			allowed = strings.TrimPrefix(allowed+", "+v, ", ")
		}
		if allowed == "" {
			allowed = "what each entry permits"
		}
		e.promise("The values at %s stay within: %s.", within, allowed)
	}
	e.requirements()
	e.granted()
}

func (e *explainer) requirements() {
	require, ok := e.p.key("require")
	if !ok {
		return
	}
	for _, r := range require.list(0) {
		rule := show(r.v)
		if cel, ok := r.key("cel"); ok && rule != text(cel.v) {
			rule += fmt.Sprintf(" (%s)", text(cel.v))
		}
		e.promise("Every checked call meets: %s.", rule)
	}
}

func (e *explainer) granted() {
	if g, ok := e.p.key("grants"); ok {
		who, hasWho := g.key("authorities")
		by := e.list(who, hasWho)
		if by == "" {
			by = "human, rule"
		}
		e.promise("A recorded permission for exactly the call (by %s) permits what the lists do not.", by)
	}
}

func (e *explainer) payment() {
	if s := e.key("payee"); s != "" {
		e.promise("The payee at %s is one of: %s.", s, e.orEntries("payees"))
	}
	if s := e.key("amount"); s != "" {
		cap := e.key("cap")
		if cap == "" {
			cap = "the cap of its entry, if it has one"
		}
		e.promise("Each amount at %s is a number from 0 and at most %s.", s, cap)
		e.blind("amounts that add up: a cap is per payment; sums are for AAP-5")
	}
	if s := e.key("currency"); s != "" {
		e.promise("The currency at %s is an agreed one.", s)
	}
	e.requirements()
	e.granted()
}

func (e *explainer) orEntries(key string) string {
	if s := e.key(key); s != "" {
		return s
	}
	return "what each entry names"
}

func (e *explainer) recipients() {
	e.promise("Every recipient at %s is one of: %s.", e.key("recipients"), e.orEntries("allow"))
	e.granted()
}

func (e *explainer) limits() {
	per := ""
	if s := e.key("per"); s != "" {
		per = " for each value of " + s
	}
	during := " in the session"
	if s := e.key("window"); s != "" {
		during = " in any " + s
	}
	if s := e.key("max_count"); s != "" {
		e.promise("There are at most %s checked calls%s%s.", s, per, during)
	}
	if sum, ok := e.p.key("sum"); ok {
		amount, _ := sum.key("amount")
		most, _ := sum.key("max")
		e.promise("The amounts at %s add up to at most %s%s%s.", show(amount.v), show(most.v), per, during)
	}
	if repeat, ok := e.p.key("repeat"); ok {
		same, _ := repeat.key("same")
		most, _ := repeat.key("max")
		e.promise("The same call (%s) is made at most %s times%s%s.", show(same.v), show(most.v), per, during)
	}
	e.blind("repetitions of a kernel operation inside one call: coalesced records count once")
}

func (e *explainer) temporal() {
	f, _ := e.p.key("formula")
	e.promise("At every step the formula holds: %s.", formulaSentence(f.v))
	if s := e.key("also"); s != "" {
		e.promise("Steps are also: %s records.", s)
	}
}

// formulaSentence spells a formula in words, as it nests.
func formulaSentence(v any) string {
	node, _ := v.(map[string]any)
	for tag, body := range node {
		parts, _ := body.([]any)
		var words []string
		for _, p := range parts {
			words = append(words, formulaSentence(p))
		}
		object, _ := body.(map[string]any)
		switch tag {
		case "Equals":
			return fmt.Sprintf("%s is %s", show(object["pointer"]), literal(object["value"]))
		case "Exists":
			return show(object["pointer"]) + " is there"
		case "Compare":
			return fmt.Sprintf("%s %s %s", show(object["pointer"]), show(object["op"]), show(object["value"]))
		case "Expr":
			return show(object["cel"])
		case "All":
			return "(" + strings.Join(words, " and ") + ")"
		case "Any":
			return "(" + strings.Join(words, " or ") + ")"
		case "Not":
			return "not " + formulaSentence(body)
		case "Always":
			return "always so far " + formulaSentence(body)
		case "Never":
			return "never so far " + formulaSentence(body)
		case "Once":
			return "at some step so far " + formulaSentence(body)
		case "Since":
			if len(words) == 2 {
				return fmt.Sprintf("since the last step at which %s: %s (free while there was none)", words[1], words[0])
			}
		}
	}
	return "?"
}

func literal(v any) string {
	switch v := v.(type) {
	case string:
		return quote(v)
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(v)
	}
	return show(v)
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
