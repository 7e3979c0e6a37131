package aap

import (
	"container/heap"
	"fmt"
	"strings"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/tracestore/trace"
)

// limitsCheck counts. It keeps what lies in the window, or one total a group
// where there is no window.
type limitsCheck struct {
	prog   *limitsProgram
	groups map[string]*group // by the values of per
}

// group is what counts together.
type group struct {
	count uint64
	sum   value.Decimal
	alike map[string]uint64 // by what makes calls the same
	timed map[string]*ages  // by boot, with a window only: what can leave it
}

// counted is one call in a window.
type counted struct {
	at     moment
	amount value.Decimal
	same   string
}

// outside reports what is certainly out of the window (t-w, t]: recorded on the
// same boot, w or more before. What cannot be placed in time is not.
func (e counted) outside(now moment, window uint64) bool {
	return window != 0 && now.timed && e.at.timed && e.at.boot == now.boot && now.mono >= e.at.mono && now.mono-e.at.mono >= window
}

// ages is a heap of calls of one boot, the earliest on top: clocks in hostile
// traces need not go forward.
type ages []counted

func (a ages) Len() int           { return len(a) }
func (a ages) Less(i, j int) bool { return a[i].at.mono < a[j].at.mono }
func (a ages) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }
func (a *ages) Push(c any)        { *a = append(*a, c.(counted)) }
func (a *ages) Pop() any {
	last := len(*a) - 1
	c := (*a)[last]
	*a = (*a)[:last]
	return c
}

// outside visits what is out of the window, at and below the place i; below a
// call that is inside all are.
func (a ages) outside(i int, now moment, window uint64, visit func(counted)) {
	if i >= len(a) || !a[i].outside(now, window) {
		return
	}
	visit(a[i])
	a.outside(2*i+1, now, window, visit)
	a.outside(2*i+2, now, window, visit)
}

// seen is the group as a call at a moment sees it, without an effect on it.
func (g *group) seen(now moment, same string, window uint64) (count uint64, sum value.Decimal, alike uint64) {
	count, sum, alike = g.count, g.sum, g.alike[same]
	if a := g.timed[now.boot]; a != nil {
		a.outside(0, now, window, func(e counted) {
			count--
			sum = sum.Sub(e.amount)
			if e.same == same {
				alike--
			}
		})
	}
	return count, sum, alike
}

// leave drops what is out of the window for good.
func (g *group) leave(now moment, window uint64) {
	a := g.timed[now.boot]
	if a == nil {
		return
	}
	for len(*a) > 0 && (*a)[0].outside(now, window) {
		e := heap.Pop(a).(counted)
		g.count--
		g.sum = g.sum.Sub(e.amount)
		if g.alike[e.same]--; g.alike[e.same] == 0 {
			delete(g.alike, e.same)
		}
	}
}

// add counts a call. What has no time leaves no window and needs no place.
func (g *group) add(c counted, window uint64) {
	g.count++
	g.sum = g.sum.Add(c.amount)
	g.alike[c.same]++
	if window == 0 || !c.at.timed {
		return
	}
	a := g.timed[c.at.boot]
	if a == nil {
		a = &ages{}
		if g.timed == nil {
			g.timed = map[string]*ages{}
		}
		g.timed[c.at.boot] = a
	}
	heap.Push(a, c)
}

// keys names the groups of a call.
func (c *limitsCheck) keys(doc *document) (key, same, why string, err error) {
	var b strings.Builder
	for _, p := range c.prog.per {
		f := doc.resolve(p)
		if f.hidden || anyHidden(f.values) {
			return "", "", "", hiddenAt("a value at " + p.text)
		}
		if f.odd != "" {
			return "", "", "has " + f.odd, nil
		}
		b.WriteString("p")
		for _, v := range f.values {
			text, err := value.Append(nil, v)
			if err != nil {
				return "", "", fmt.Sprintf("has at %s %s", p.text, typeName(v)), nil
			}
			b.Write(text)
			b.WriteByte('\n')
		}
	}
	if c.prog.repeat == nil {
		return b.String(), "", "", nil
	}
	key = b.String()
	// The stored bytes are canonical: equal values are equal bytes.
	same = fmt.Sprintf("%s%q%d:%s", key, doc.head.Tool, len(doc.body.Args), doc.body.Args)
	if c.prog.repeat.result {
		same += fmt.Sprintf("%d:%s%q", len(doc.body.Result), doc.body.Result, doc.body.Error)
	}
	h := trace.Keccak([]byte(same))
	return key, string(h[:]), "", nil
}

func (c *limitsCheck) action(doc *document, at *callRun) (string, error) {
	key, same, why, err := c.keys(doc)
	if err != nil || why != "" {
		return why, err
	}
	amount, why, err := c.amount(doc)
	if err != nil || why != "" {
		return why, err
	}
	now := at.ledger.moment(doc.body)
	count, sum, alike := uint64(0), value.Decimal{}, uint64(0)
	if g := c.groups[key]; g != nil {
		count, sum, alike = g.seen(now, same, c.prog.window)
	}
	if c.prog.counted && count+1 > c.prog.maxCount {
		return fmt.Sprintf("is number %d of its kind, the limit is %d", count+1, c.prog.maxCount), nil
	}
	if sum := sum.Add(amount); c.prog.sum != nil && sum.Cmp(c.prog.sum.max) > 0 {
		return fmt.Sprintf("brings the sum to %s, the limit is %s", sum, c.prog.sum.max), nil
	}
	if c.prog.repeat != nil && alike+1 > c.prog.repeat.max {
		return fmt.Sprintf("is made for the %d. time alike, the limit is %d", alike+1, c.prog.repeat.max), nil
	}
	return "", nil
}

func (c *limitsCheck) kernel(doc *document, _ kernelRecord, at *callRun) (string, error) {
	return c.action(doc, at)
}

// amount is what a call adds to the sum; a missing amount is a violation.
func (c *limitsCheck) amount(doc *document) (value.Decimal, string, error) {
	var total value.Decimal
	if c.prog.sum == nil {
		return total, "", nil
	}
	values, why, err := amountsAt(c.prog.sum.amount, false, doc)
	if err != nil || why != "" {
		return total, why, err
	}
	for _, d := range values {
		if d.Sign() < 0 {
			return total, fmt.Sprintf("has the amount %s at %s, which is less than nothing", d, c.prog.sum.amount.text), nil
		}
		total = total.Add(d)
	}
	return total, "", nil
}

// took counts a call whether or not it was over the limit; one that cannot be
// read has no group and no amount.
func (c *limitsCheck) took(doc *document, at *callRun) error {
	if doc.uncheckable() != "" {
		return nil
	}
	key, same, why, err := c.keys(doc)
	if err != nil {
		return err
	}
	if why != "" {
		return nil
	}
	amount, why, err := c.amount(doc)
	if err != nil {
		return err
	}
	if why != "" {
		amount = value.Decimal{}
	}
	g := c.groups[key]
	if g == nil {
		g = &group{alike: map[string]uint64{}}
		c.groups[key] = g
	}
	now := at.ledger.moment(doc.body)
	g.leave(now, c.prog.window)
	g.add(counted{now, amount, same}, c.prog.window)
	return nil
}
