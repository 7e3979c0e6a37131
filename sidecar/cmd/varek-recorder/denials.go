package main

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"

	"github.com/varek/varek/warden"
)

// The limits keep an agent that is refused all day from filling the log: of
// what is beyond them the trace alone tells.
const (
	maxDenials = 1000 // kinds that are counted and logged, one line each
	maxListed  = 10   // kinds that the summary lists
)

// denial is one kind of refusal: a rule and an object.
type denial struct{ rule, object string }

// denied is what was seen of one kind.
type denied struct {
	denial
	event, remedy string
	count         int
	order         int // of the first occurrence
}

// denials tells the operator what was refused, with the rule and what to do
// about it: once per kind in the session's log, because the agent holds the
// terminal, and as a list in the summary.
type denials struct {
	log *slog.Logger

	mu     sync.Mutex
	kinds  map[denial]*denied
	beyond int // refusals of kinds that are not counted one by one
}

func newDenials(log *slog.Logger) *denials {
	return &denials{log: log, kinds: map[denial]*denied{}}
}

// note takes a record of the warden. A total of repetitions is none of its own.
func (d *denials) note(r warden.Record) {
	if r.Decision != warden.Deny || r.Of != 0 {
		return
	}
	key := denial{r.Rule, r.Object()}
	d.mu.Lock()
	defer d.mu.Unlock()
	if seen, ok := d.kinds[key]; ok {
		seen.count++
		return
	}
	if len(d.kinds) >= maxDenials {
		if d.beyond++; d.beyond == 1 {
			d.log.Warn("more is refused than is told one by one here", "op", "deny", "kinds", maxDenials, "next", "varek-sidecar trace show --kind syscall")
		}
		return
	}
	seen := &denied{denial: key, event: r.Event, remedy: r.Remedy(), count: 1, order: len(d.kinds)}
	d.kinds[key] = seen
	d.log.Warn("refused", "op", "deny", "event", r.Event, "object", key.object, "rule", r.Rule, "errno", r.Errno, "exe", r.Exe, "action", r.ActionID, "remedy", seen.remedy)
}

// list gives the most frequent kinds, and how many kinds and refusals there are.
func (d *denials) list() (most []denied, kinds, refusals int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	refusals = d.beyond
	for _, k := range d.kinds {
		most = append(most, *k)
		refusals += k.count
	}
	kinds = len(most)
	slices.SortFunc(most, func(a, b denied) int {
		return cmp.Or(cmp.Compare(b.count, a.count), cmp.Compare(a.order, b.order))
	})
	return most[:min(len(most), maxListed)], kinds, refusals
}

// summarise prints the list; nothing where nothing was refused.
func (d *denials) summarise(w io.Writer) {
	most, kinds, refusals := d.list()
	if refusals == 0 {
		return
	}
	more := ""
	if d.beyond > 0 {
		more = "more than "
	}
	fmt.Fprintf(w, "  refused      %d calls, %s%d kinds\n", refusals, more, kinds)
	for _, k := range most {
		fmt.Fprintf(w, "    %dx %s %s by %s; to allow: %s\n", k.count, printable(k.event), printable(k.object), printable(k.rule), printable(k.remedy))
	}
	if rest := kinds - len(most); rest > 0 {
		fmt.Fprintf(w, "    and %d kinds more, each with its remedy in the session's log\n", rest)
	}
}
