// Package derive writes a warden policy from promise files, so that a run under
// it cannot break what the kernel can hold of them.
//
// Purpose: the entries of AAP-2 and AAP-4 that speak of kernel records (tools
// sys.…) become allow lists: paths of files.write, hosts of network.connect and
// network.bind. Promise: a list is never wider than the promises say, except
// where Beyond says so; several promises about one list leave what all of them
// permit; whatever of a promise no rule holds is in Beyond with its reason.
// Reads and executions stay free, because no program starts without them.
//
// Limits: conditions (where) are not read, so a rule holds for every write or
// connection, also where the promise would let some pass; a promise about what
// the harness reports, about permissions, amounts or order has no rule.
package derive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/warden/policy"
)

// Promise is one promise file with the name that comments give it.
type Promise struct {
	Name string
	File predicates.PromiseFile
}

// Rule is one derived entry of a list such as "files.write.allow".
type Rule struct {
	List    string `json:"list"`
	Entry   string `json:"entry"`
	Promise string `json:"promise"` // the promises that it comes from; "" for what no promise limits
}

// Remark is a part of a promise that the policy does not hold, or not exactly.
type Remark struct {
	Promise string `json:"promise"`
	What    string `json:"what"`
	Why     string `json:"why"`
}

// Derived is a policy with its origins.
type Derived struct {
	Rules  []Rule   `json:"rules"`
	Beyond []Remark `json:"beyond"`
}

// The lists that promises can limit.
const (
	writes   = "files.write.allow"
	connects = "network.connect.allow"
	binds    = "network.bind.allow"
)

// free is what a list allows that no promise limits.
var free = map[string][]string{
	writes:   {"/"},
	connects: {"*:*", "127.0.0.0/8:*", "[::1]:*", "unix:/**", "unix:@*"},
	binds:    {"*:*", "127.0.0.0/8:*", "0.0.0.0/8:*", "[::1]:*", "[::]:*", "unix:/**", "unix:@*"},
}

// devices may be written without a rule (policy.RuleBase); where a promise
// limits writes they are denied unless it permits them.
var devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/ptmx", "/dev/pts"}

// limit is what one entry of one promise permits in one list.
type limit struct {
	promise string
	entries []entry
}

// From derives a policy. Promises must have been compiled before: parameters
// that the catalog refuses are an error here too, but a less helpful one.
func From(list []Promise) (*Derived, error) {
	d := &Derived{Rules: []Rule{}, Beyond: []Remark{}}
	limits := map[string][]limit{}
	for _, p := range list {
		r := &reader{name: p.Name, predicate: p.File.Predicate, out: d, limits: limits}
		if err := r.read(p.File.Params); err != nil {
			return nil, fmt.Errorf("promise %s: %w", p.Name, err)
		}
	}
	for _, l := range []string{writes, connects, binds} {
		d.list(l, limits[l])
	}
	if limits[writes] != nil {
		d.denyDevices(limits[writes])
	}
	if _, err := policy.Parse([]byte(d.Text())); err != nil {
		return nil, fmt.Errorf("what was derived is no policy: %w", err)
	}
	return d, nil
}

// list makes the rules of one list: what every limit permits.
func (d *Derived) list(name string, limits []limit) {
	if len(limits) == 0 {
		for _, e := range free[name] {
			d.Rules = append(d.Rules, Rule{List: name, Entry: e})
		}
		return
	}
	var names []string
	kept := limits[0].entries
	for i, l := range limits {
		if !slices.Contains(names, l.promise) {
			names = append(names, l.promise)
		}
		if i > 0 {
			kept = d.common(strings.Join(names, " and "), kept, l.entries)
		}
	}
	for _, e := range kept {
		if rule := (Rule{List: name, Entry: e.text, Promise: strings.Join(names, ", ")}); !slices.Contains(d.Rules, rule) {
			d.Rules = append(d.Rules, rule)
		}
	}
}

// common keeps what lies in both limits. Two entries of which neither can be
// seen to lie in the other, such as $WORKSPACE and /tmp, are left out.
func (d *Derived) common(names string, a, b []entry) []entry {
	var out []entry
	take := func(from, in []entry) {
		for _, e := range from {
			if slices.ContainsFunc(in, e.within) {
				if !slices.Contains(out, e) {
					out = append(out, e)
				}
			}
		}
	}
	take(a, b)
	take(b, a)
	for _, e := range append(slices.Clone(a), b...) {
		if !slices.ContainsFunc(out, e.within) && !slices.ContainsFunc(out, func(o entry) bool { return o.within(e) }) {
			d.beyond(names, "permitting "+e.text, "only one of the promises permits it, as far as can be seen; the policy refuses it")
		}
	}
	return out
}

// denyDevices closes the devices that every program may write, where a promise
// about writes does not permit them.
func (d *Derived) denyDevices(limits []limit) {
	for _, dev := range devices {
		for _, l := range limits {
			if !slices.ContainsFunc(l.entries, pathEntry(dev).within) {
				d.Rules = append(d.Rules, Rule{List: "files.write.deny", Entry: dev, Promise: l.promise})
				break
			}
		}
	}
}

func (d *Derived) beyond(promise, what, why string) {
	if r := (Remark{promise, what, why}); !slices.Contains(d.Beyond, r) {
		d.Beyond = append(d.Beyond, r)
	}
}

// Entries gives the entries of one list.
func (d *Derived) Entries(list string) []string {
	out := []string{}
	for _, r := range d.Rules {
		if r.List == list {
			out = append(out, r.Entry)
		}
	}
	return out
}
