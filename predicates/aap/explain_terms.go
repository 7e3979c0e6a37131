package aap

import (
	"fmt"
	"slices"
	"strings"
)

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
		e.blind("that two calls are the same where a long text of them is kept in blobs: every blob is another")
	}
	e.blind("repetitions of a kernel operation inside one call: coalesced records count once")
}

func (e *explainer) temporal() {
	f, _ := e.p.key("formula")
	e.promise("At every step the formula holds: %s.", formulaSentence(f.v))
	if s := e.key("also"); s != "" {
		e.promise("Steps are also: %s records.", s)
	}
	if asks(f.v) {
		e.blind("what has no answer: a condition or comparison over an absent value, or over text where it wants a number, does not hold, so under not and never it keeps the promise")
	}
}

// asks reports whether a formula has a node that can be without an answer.
func asks(v any) bool {
	switch v := v.(type) {
	case []any:
		return slices.ContainsFunc(v, asks)
	case map[string]any:
		for key, body := range v {
			if key == "Expr" || key == "Compare" || key != "Equals" && key != "Exists" && asks(body) {
				return true
			}
		}
	}
	return false
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
