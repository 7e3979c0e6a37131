package aap

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// recipientsRun evaluates AAP-4 over one trace.
type recipientsRun struct {
	prog    *recipientsProgram
	ledger  *ledger
	tables  *tables
	found   witnesses
	checked int
}

// recipientsCheck is what the call would be judged by if nothing ended it. It
// is given up when the action comes.
type recipientsCheck struct {
	selected bool
	doc      *document
}

// Step implements predicates.Run.
func (r *recipientsRun) Step(v predicates.View) error {
	h, body := v.Head, v.Body
	if body == nil && r.prog.Needs(h) {
		return withheldBody(h.Kind)
	}
	switch h.Kind {
	case trace.KindSession:
		if body != nil {
			r.ledger.session(h, body)
		}
	case trace.KindGap:
		if why := r.prog.gap(body); why != "" {
			r.found.add(h.Seq, "%s", why)
		}
	case trace.KindPermission:
		return r.ledger.permission(h, body)
	case trace.KindIntent:
		return r.announced(r.ledger.intent(h, body), h, body)
	case trace.KindStart:
		return r.announced(r.ledger.begin(h, body), h, body)
	case trace.KindSyscall:
		return r.syscall(h, body)
	case trace.KindAction:
		return r.action(h, body)
	}
	return nil
}

func (r *recipientsRun) announced(c *call, h trace.Head, body *trace.Body) error {
	if body == nil || body.Args == nil && c.check != nil || c.action != 0 || !r.prog.calls.mayMatch(h.Tool, false) {
		return nil
	}
	// Selection sees the state of this moment. What the arguments say can wait
	// for the end, where most calls have an action that counts instead; but
	// only here can a blob still be called hidden.
	doc := newDocument(h, body)
	selected, err := r.prog.calls.match(doc, r.tables)
	if err != nil {
		return err
	}
	if selected && mentionsBlob(body) {
		if _, err := r.lacks(doc); err != nil {
			return err
		}
	}
	c.check = &recipientsCheck{selected: selected, doc: doc}
	return nil
}

// mentionsBlob is true wherever a blob is, and costs no decoding.
func mentionsBlob(b *trace.Body) bool {
	mark := []byte(`"$blob"`)
	return bytes.Contains(b.Args, mark) || bytes.Contains(b.Result, mark) || bytes.Contains(b.Metadata, mark)
}

func (r *recipientsRun) action(h trace.Head, body *trace.Body) error {
	c, again := r.ledger.end(h, body)
	c.check = nil
	if body == nil {
		return nil
	}
	doc := newDocument(h, body)
	if r.counts(h.Status) && r.prog.calls.mayMatch(h.Tool, false) {
		selected, err := r.prog.calls.match(doc, r.tables)
		if err != nil {
			return err
		}
		if selected {
			if err := r.judge(c, again, doc); err != nil {
				return err
			}
		}
	}
	if h.Status == "ok" {
		return r.tables.update(doc)
	}
	return nil
}

// counts reports whether an action of this status was a sending.
func (r *recipientsRun) counts(status string) bool {
	return executed(status) && (status != "error" || r.prog.includeFailed)
}

func (r *recipientsRun) judge(c *call, again bool, doc *document) error {
	r.checked++
	why, err := r.lacks(doc)
	if err != nil || why == "" {
		return err
	}
	if r.granted(c, again, doc) {
		return nil
	}
	r.found.add(doc.head.Seq, "the call %s of %s %s", quote(doc.head.ActionID), quote(doc.head.Tool), why)
	return nil
}

// granted reports whether a permission for this very call permits what the
// allow list does not. What cannot be checked cannot be granted.
func (r *recipientsRun) granted(c *call, again bool, doc *document) bool {
	return r.prog.grants != nil && !again && doc.uncheckable() == "" &&
		r.prog.tooWeakAction(doc) == "" && c.uncovered() == ""
}

// lacks says what is wrong with the recipients of an action, "" if nothing.
func (r *recipientsRun) lacks(doc *document) (string, error) {
	if why := doc.uncheckable(); why != "" {
		return "cannot be checked: " + why, nil
	}
	if why := r.prog.tooWeakAction(doc); why != "" {
		return "counts as uncovered: " + why, nil
	}
	return r.everyRecipient(doc)
}

func (r *recipientsRun) everyRecipient(doc *document) (string, error) {
	declared := false
	for _, s := range r.prog.sources {
		if !s.applies(doc.head.Tool, doc.syscall()) || s.destination {
			continue
		}
		declared = true
		values, why, err := s.read(doc)
		if err != nil || why != "" {
			return why, err
		}
		for _, v := range values {
			if why := s.forbids(v, r.ledger.at); why != "" {
				return why, nil
			}
		}
	}
	if !declared {
		return "is checked, but no recipients are declared for its tool", nil
	}
	return "", nil
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
	if slices.ContainsFunc(s.allow, func(p permit) bool { return p.match(to, at) }) {
		return ""
	}
	return fmt.Sprintf("goes to %s (%s), which is not permitted", quote(text(v)+numberText(v)), s.pointer.text)
}

func numberText(v any) string {
	n, _ := v.(number)
	return string(n)
}

// Outcome implements predicates.Run. A call that nothing ended is judged by
// the closing rule.
func (r *recipientsRun) Outcome() predicates.Outcome {
	for _, c := range r.ledger.order {
		check, ok := c.check.(*recipientsCheck)
		if !ok || c.action != 0 || !check.selected || c.closedAs() != "unknown" {
			continue
		}
		r.checked++
		// Step has answered hidden where a blob is in the way.
		why, err := r.lacks(check.doc)
		if err != nil || why != "" && !r.granted(c, false, check.doc) {
			r.found.add(max(c.start, c.intent), "the call %s of %s never ended and %s", quote(c.id), quote(c.tool), why)
		}
	}
	return r.found.outcome(fmt.Sprintf("all %d checked calls went to permitted recipients only", r.checked))
}

// syscall checks one kernel record.
func (r *recipientsRun) syscall(h trace.Head, body *trace.Body) error {
	var c *call
	if h.ActionID != "" {
		c = r.ledger.touch(h, body)
		if body == nil {
			// Whether it was executed is not shown; a call that may have run
			// is not closed as denied.
			c.ran = true
		}
	}
	if body == nil {
		return nil
	}
	doc := newDocument(h, body)
	k := readKernel(doc)
	if anyHidden(doc.all()) {
		return hiddenAt("a text of a kernel record")
	}
	if k.total || !k.executed {
		return nil
	}
	if c != nil {
		c.ran = true
	}
	if r.prog.calls.mayMatch(h.Tool, true) && (k.attribution != byHarness || r.prog.harness) {
		if err := r.kernel(doc, k); err != nil {
			return err
		}
	}
	return r.tables.update(doc)
}

func (r *recipientsRun) kernel(doc *document, k kernelRecord) error {
	selected, err := r.prog.calls.match(doc, r.tables)
	if err != nil || !selected {
		return err
	}
	r.checked++
	why := k.fault
	if why == "" {
		why = r.prog.tooWeak(k.assurance, k.attribution, true)
	}
	if why == "" {
		if why, err = r.destinations(doc, k); err != nil {
			return err
		}
	}
	if why != "" {
		r.found.add(k.seq, "the kernel record of %s %s", quote(doc.head.Tool), why)
	}
	return nil
}

// destinations checks where a kernel record went: every entry that applies
// must permit its address or, where the warden knew one, its host name.
func (r *recipientsRun) destinations(doc *document, k kernelRecord) (string, error) {
	declared := false
	for _, s := range r.prog.sources {
		if !s.destination || !s.applies(doc.head.Tool, true) {
			continue
		}
		declared = true
		if k.addr == "" && k.host == "" {
			return "names no destination", nil
		}
		if !s.permitsAny(k.addr, k.host) {
			return fmt.Sprintf("goes to %s, which is not permitted", quote(strings.TrimSpace(k.addr+" "+k.host))), nil
		}
	}
	if slices.ContainsFunc(r.prog.sources, func(s source) bool { return !s.destination && s.applies(doc.head.Tool, true) }) {
		return r.everyRecipient(doc)
	}
	if !declared {
		return "is checked, but no recipients are declared for its tool", nil
	}
	return "", nil
}

func (s source) permitsAny(values ...string) bool {
	for _, v := range values {
		if v != "" && s.forbids(v, places{}) == "" {
			return true
		}
	}
	return false
}
