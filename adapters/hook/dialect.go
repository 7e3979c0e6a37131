package hook

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// ErrDialect is returned for a harness that has no table.
var ErrDialect = errors.New("unknown dialect")

// path is where a value lies: names of members from the payload inwards.
type path []string

// at spells a path with dots; no name in the tables has one.
func at(dotted string) path { return strings.Split(dotted, ".") }

// meaning is what an event of the harness is for us.
type meaning int

const (
	notice meaning = iota // worth a record, decides nothing
	intent                // a call is about to be made; the harness waits for us
	result                // a call ended
	batch                 // all calls of one answer of the model ended
	turn                  // the user spoke: grants for a turn end
)

// test looks at one value; the first of a list that holds decides.
type test struct {
	at     path
	is     check
	text   string // what equals, prefix and has compare with
	status string
}

type check int

const (
	present check = iota // there and not null
	isTrue
	object // a JSON object
	equals // a string that is text
	prefix // a string that begins with text
	has    // a string that contains text
)

// rule says how one event of the harness is read.
type rule struct {
	meaning meaning
	result  path   // the result
	failure path   // the error's text
	status  []test // in order
	else_   string // the status where no test holds
	cut     []test // any of them: the result was cut
	size    path   // the whole size, where the harness tells it
	calls   path   // batch: the list of calls; other paths are relative to each
}

// Dialect is what one harness's hook payloads look like.
type Dialect struct {
	Name string

	event, session, turn, agent, agentType path
	call, tool, args                       path
	facts                                  map[string]path // metadata by our names
	alias                                  map[string]string
	rules                                  map[string]rule

	// Decision is how the user's decision can reach the trace.
	Decision Decision
}

// Find gives the table of a harness by name; others are ErrDialect.
func Find(name string) (Dialect, error) {
	all := Dialects()
	i := slices.IndexFunc(all, func(d Dialect) bool { return d.Name == name })
	if i < 0 {
		return Dialect{}, fmt.Errorf("%w %q, there are: %s", ErrDialect, name, strings.Join(Names(), ", "))
	}
	return all[i], nil
}

// Names lists the dialects.
func Names() []string {
	var names []string
	for _, d := range Dialects() {
		names = append(names, d.Name)
	}
	return names
}

// wanted reports whether a top-level member is needed whatever its size.
func (d Dialect) wanted(member string) bool {
	for _, p := range []path{d.event, d.session, d.turn, d.agent, d.agentType, d.call, d.tool, d.args} {
		if len(p) > 0 && p[0] == member {
			return true
		}
	}
	for _, r := range d.rules {
		for _, p := range []path{r.result, r.failure, r.size, r.calls} {
			if len(p) > 0 && p[0] == member && r.meaning != notice {
				return true
			}
		}
		for _, t := range append(r.status, r.cut...) {
			if t.at[0] == member {
				return true
			}
		}
	}
	return false
}
