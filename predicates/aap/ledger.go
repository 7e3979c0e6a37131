package aap

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/varek/varek/tracestore/trace"
)

// ledger follows calls and permissions through a trace. Of most calls that have
// ended only a few bytes are kept: which ids were used, and what later records
// that name them are told.
type ledger struct {
	terms     terms
	calls     map[string]*call // all that were not forgotten
	met       uint64           // calls so far
	ended     endedCalls       // what is left of those that were
	past      call             // one of them, while a record that names it is read
	spare     []*call          // room for the next calls
	allows    map[uint64]*permission
	spent     spentAllows // those that no later record can use
	voidUntil uint64      // every allow up to this number is withdrawn
	lastTurn  uint64
	boot      string
	at        places
	opened    bool // the first session record was read
	keepsAll  bool // forgets nothing: the definition that forgetting is tested against
}

func newLedger(t terms) *ledger {
	return &ledger{terms: t, calls: map[string]*call{}, allows: map[uint64]*permission{}}
}

// get finds or makes the call that a head names. One that was forgotten is good
// until the next get, and what is written to it is lost; nobody would read it.
func (l *ledger) get(h trace.Head) *call {
	if c := l.calls[h.ActionID]; c != nil {
		return c
	}
	if end, ok := l.ended.find(h.ActionID); ok {
		l.past = call{id: h.ActionID, tool: end.tool, action: end.seq, judged: true, forgotten: true, fault: end.why}
		return &l.past
	}
	var c *call
	if n := len(l.spare); n > 0 {
		c, l.spare = l.spare[n-1], l.spare[:n-1]
	} else {
		c = new(call)
	}
	l.met++
	c.id, c.nth = h.ActionID, l.met
	l.calls[h.ActionID] = c
	return c
}

// forget keeps of an ended call its tool and why it is not covered, "" if it
// is. Nothing else of it may be asked for again.
func (l *ledger) forget(c *call, tool, why string) {
	if c.forgotten || l.keepsAll || !l.ended.add(c.id, end{c.action, tool, why}) {
		return
	}
	delete(l.calls, c.id)
	*c = call{}
	l.spare = append(l.spare, c)
}

// unended lists the calls without action in order of their first records.
func (l *ledger) unended() []*call {
	var out []*call
	for _, c := range l.calls {
		if c.action == 0 {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *call) int { return cmp.Compare(a.nth, b.nth) })
	return out
}

// session takes a session record.
func (l *ledger) session(h trace.Head, body *trace.Body) {
	if body.Boot != "" {
		l.boot = body.Boot
	}
	v, _, err := decodeValue(body.Args)
	args, ok := v.(map[string]any)
	if err != nil || !ok {
		return
	}
	if args["event"] == "turn" {
		l.lastTurn = h.Seq
	}
	if !l.opened {
		l.opened = true
		l.at.workspace, _ = absolute(text(args["workspace"]))
		l.at.home, _ = absolute(text(args["home"]))
	}
}

// moment of a record; body may be nil.
func (l *ledger) moment(body *trace.Body) moment {
	m := moment{boot: l.boot}
	if body == nil {
		return m
	}
	mono, err := strconv.ParseUint(body.MonoNS, 10, 64)
	m.mono, m.timed = mono, err == nil && l.boot != ""
	return m
}

// permission takes a permission record; the only error is a blob.
func (l *ledger) permission(h trace.Head, body *trace.Body) error {
	p, withdraws, err := readPermission(h, body)
	if err != nil {
		return err
	}
	m := l.moment(body)
	p.mono, p.boot, p.timed = m.mono, m.boot, m.timed
	if h.Decision == "withdraw" && !l.spent.has(withdraws) {
		if g := l.allows[withdraws]; g != nil {
			g.withdrawn = true
		} else {
			// A withdrawal that does not say of what ends everything so far.
			l.voidUntil = h.Seq
		}
	}
	if h.Decision == "allow" && body != nil {
		// Without bodies there are no riders that could ask for it.
		l.allows[h.Seq] = p
	}
	if h.ActionID == "" {
		l.detach(p)
		return nil
	}
	c := l.get(h)
	before := c.last
	if c.last = p; c.action != 0 {
		before = p
	}
	l.detach(before)
	return nil
}

// detach takes leave of a permission that no call will be judged by any more.
// Of one that nothing can ride on its existence is kept.
func (l *ledger) detach(p *permission) {
	if p == nil || l.keepsAll || l.allows[p.seq] != p || !p.rides() && p.scope != "once" {
		return
	}
	delete(l.allows, p.seq)
	l.spent.add(p.seq, p.rides())
}

// intent takes an intent.
func (l *ledger) intent(h trace.Head, body *trace.Body) *call {
	c := l.get(h)
	if c.action != 0 {
		return c
	}
	c.named(h.Tool)
	if c.intent != 0 {
		c.fault = "two intents share its action_id"
		return c
	}
	c.intent, c.hashes[0] = h.Seq, stated(body)
	return c
}

// begin takes a start. The first one, if nothing ended the call before, is
// where the permission is judged.
func (l *ledger) begin(h trace.Head, body *trace.Body) *call {
	c := l.get(h)
	c.named(h.Tool)
	if hash := stated(body); hash != nil && c.action == 0 {
		c.hashes[1] = hash
	}
	if c.start == 0 && c.action == 0 {
		c.start = h.Seq
		l.judge(c, l.moment(body))
	}
	return c
}

// touch takes a kernel record of a call.
func (l *ledger) touch(h trace.Head, body *trace.Body) *call {
	c := l.get(h)
	if !c.judged {
		l.judge(c, l.moment(body))
	}
	return c
}

// mayHaveRun takes a kernel record whose body is not needed: that it was
// executed cannot be excluded, so its call is not closed as denied.
func (l *ledger) mayHaveRun(h trace.Head) {
	if h.ActionID != "" {
		l.touch(h, nil).ran = true
	}
}

// end takes an action. again reports that the call had ended before.
func (l *ledger) end(h trace.Head, body *trace.Body) (c *call, again bool) {
	c = l.get(h)
	c.named(h.Tool)
	if c.action != 0 {
		return c, true
	}
	if !c.judged {
		l.judge(c, l.moment(body))
	}
	c.action, c.hashes[2] = h.Seq, stated(body)
	if c.coverage.why == "" {
		// Only where a permission could cover it is the hash worth computing.
		c.hashes[2] = argsHash(body)
	}
	l.detach(c.last)
	return c, false
}

// judge decides, at one moment, whether the last decision so far covers.
func (l *ledger) judge(c *call, at moment) {
	c.judged = true
	c.coverage = coverage{permit: c.last}
	c.coverage.why = l.lacks(c.last, at)
}

func (l *ledger) lacks(p *permission, at moment) string {
	switch {
	case p == nil:
		return "no permission for this call precedes it"
	case p.decision != "allow":
		return fmt.Sprintf("the last decision before it is %s, in record %d", p.decision, p.seq)
	}
	l.applyVoid(p)
	if why := l.terms.lacks(p, at, l.lastTurn); why != "" {
		return why
	}
	if p.rides() {
		return l.rideLacks(p, at)
	}
	if !slices.Contains(l.terms.scopes, p.scope) {
		return fmt.Sprintf("the scope of record %d is %s, accepted is %v", p.seq, p.scope, l.terms.scopes)
	}
	return ""
}

func (l *ledger) applyVoid(p *permission) { p.withdrawn = p.withdrawn || p.seq <= l.voidUntil }

// rideLacks says why the grant under a rider does not hold, "" if it does.
func (l *ledger) rideLacks(p *permission, at moment) string {
	g := l.allows[p.from]
	broken := func(format string, args ...any) string {
		return fmt.Sprintf("record %d rides on record %d, which ", p.seq, p.from) + fmt.Sprintf(format, args...)
	}
	spent := l.spent.has(p.from)
	if g == nil && !spent {
		return broken("is no allow")
	}
	if g != nil {
		l.applyVoid(g)
	}
	switch {
	case spent && l.spent.rode(p.from), !spent && g.rides():
		return broken("is itself a rider")
	case spent, g.scope == "once":
		return broken("was good once only")
	case !slices.Contains(l.terms.scopes, g.scope):
		return broken("has the scope %s, accepted is %v", quote(g.scope), l.terms.scopes)
	case g.authority != p.authority:
		return broken("has another authority")
	case g.tool != p.tool:
		return broken("is for another tool")
	case g.pattern == "" && (g.hash == nil || p.hash == nil || *g.hash != *p.hash):
		return broken("is for other arguments")
	}
	return l.terms.lacks(g, at, l.lastTurn)
}
