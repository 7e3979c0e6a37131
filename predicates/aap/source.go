package aap

import (
	"fmt"
	"slices"
	"strings"
)

// source is one place of a call that names recipients.
type source struct {
	tool        toolGlob
	pointer     pointer
	destination bool // the kernel record's own destination, no pointer
	optional    bool
	form        form
	split       string
	allow       allowList
}

// allowList is what a source permits: exact values by one look, then rules.
type allowList struct {
	exact map[string]bool
	rules []permit
}

// The limits keep a promise readable and its judge quick.
const (
	maxAllow = 10_000
	maxRules = 1_000 // of the other forms than exact ones
)

func (a *allowList) add(p permit) {
	if p.exact == "" {
		a.rules = append(a.rules, p)
		return
	}
	if a.exact == nil {
		a.exact = map[string]bool{}
	}
	a.exact[p.exact] = true
}

func (a allowList) permits(r recipient, at places) bool {
	return a.exact[r.text] || slices.ContainsFunc(a.rules, func(p permit) bool { return p.match(r, at) })
}

// parseSourceEntry reads one element of recipients: a pointer, or an object
// whose missing members the top level gives.
func parseSourceEntry(top, e param) source {
	s := source{tool: "*"}
	if _, plain := e.v.(string); plain {
		s.pointer = e.pointer()
		s.terms(top, e)
		return s
	}
	if !e.object() {
		return s
	}
	e.only("pointer", "tool", "optional", "as", "allow", "split")
	if tool, ok := e.key("tool"); ok {
		s.tool = tool.glob()
	}
	if ptr, ok := e.key("pointer"); ok {
		s.pointer = ptr.pointer()
	} else if s.destination = strings.HasPrefix(string(s.tool), syscallTools); !s.destination {
		e.fail("has no pointer; only an entry whose tool begins with sys. may leave it out, to mean the destination of the kernel record")
	}
	if o, ok := e.key("optional"); ok {
		s.optional = o.flag()
	}
	s.terms(top, e)
	if s.destination && s.form != asHost && s.form != "" {
		e.fail("the destination of a kernel record is compared as host")
	}
	return s
}

// terms reads as, allow and split of an entry or, failing that, of the top.
func (s *source) terms(top, e param) {
	s.form = parseForm(top, e)
	s.split = parseSplit(top, e)
	allow, ok := pick(top, e, "allow")
	if !ok {
		e.fail("says nowhere what is permitted: add allow, here or at the top")
		return
	}
	s.allow = parseAllow(s.form, allow)
}

// pick takes a member of an entry or, failing that, of the top.
func pick(top, e param, key string) (param, bool) {
	if c, ok := e.key(key); ok {
		return c, true
	}
	return top.key(key)
}

func parseForm(top, e param) form {
	as, ok := pick(top, e, "as")
	if !ok {
		e.fail("says nowhere what its values are: add as, here or at the top")
		return ""
	}
	return form(as.oneOf(forms...))
}

func parseSplit(top, e param) string {
	split, ok := pick(top, e, "split")
	if !ok {
		return ""
	}
	s := split.text()
	if s == "" {
		split.fail("want the characters that separate recipients in one text")
	}
	return s
}

// parseAllow reads a list of what is permitted.
func parseAllow(f form, allow param) allowList {
	var out allowList
	list := allow.list(0)
	if len(list) > maxAllow {
		allow.fail("has more than %d entries", maxAllow)
		return out
	}
	for _, a := range list {
		rule, err := parsePermit(f, a.text())
		if err != nil {
			a.fail("%w", err)
		}
		out.add(rule)
	}
	if len(out.rules) > maxRules {
		allow.fail("has more than %d entries that are not exact", maxRules)
	}
	return out
}

// applies reports whether the entry speaks of a tool. Kernel records are meant
// only by entries that name them.
func (s source) applies(tool string, syscall bool) bool {
	return (syscall || !s.destination) && appliesTo(s.tool, tool, syscall)
}

// read gives the values at the source, split where it says so.
func (s source) read(doc *document) (values []any, why string, err error) {
	ptr := s.pointer
	elements := s.split != "" && ptr.tokens[len(ptr.tokens)-1] == "*"
	if elements {
		ptr = pointer{text: ptr.text, tokens: ptr.tokens[:len(ptr.tokens)-1]}
	}
	f := doc.resolve(ptr)
	if f.hidden || anyHidden(f.values) {
		return nil, "", hiddenAt("a recipient at " + s.pointer.text)
	}
	if f.odd != "" {
		return nil, "has " + f.odd, nil
	}
	if elements {
		f = spread(f)
	}
	for _, v := range f.values {
		parts := s.parts(v)
		if len(parts) == 0 {
			f.missing = true
		}
		values = append(values, parts...)
	}
	if f.missing && !s.optional {
		return nil, "names no recipient at " + s.pointer.text, nil
	}
	return values, "", nil
}

// spread puts the elements of lists in their place; a text stays one value, as
// harnesses that give a list as one text mean it.
func spread(f found) found {
	out := found{missing: f.missing}
	for _, v := range f.values {
		list, ok := v.([]any)
		if !ok {
			out.values = append(out.values, v)
			continue
		}
		out.missing = out.missing || len(list) == 0
		for _, e := range list {
			if e == nil {
				out.missing = true
				continue
			}
			out.values = append(out.values, e)
		}
	}
	return out
}

// parts splits one text; other values and forms without split stay whole. An
// empty text names nobody.
func (s source) parts(v any) []any {
	text, ok := v.(string)
	if !ok {
		return []any{v}
	}
	if s.split == "" {
		if text == "" {
			return nil
		}
		return []any{v}
	}
	var parts []any
	for _, p := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(s.split, c) }) {
		if p = strings.Trim(p, " \t\r\n"); p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

// forbids says why the value is not permitted, "" if it is.
func (s source) forbids(v any, at places) string {
	to, err := s.form.normalise(v, at)
	if err != nil {
		return fmt.Sprintf("names at %s %v", s.pointer.text, err)
	}
	if s.allow.permits(to, at) {
		return ""
	}
	return fmt.Sprintf("goes to %s (%s), which is not permitted", quote(text(v)+numberText(v)), s.pointer.text)
}

func numberText(v any) string {
	n, _ := v.(number)
	return string(n)
}

func (s source) permitsAny(values ...string) bool {
	for _, v := range values {
		if v != "" && s.forbids(v, places{}) == "" {
			return true
		}
	}
	return false
}
