package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/pflag"

	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
)

// pick names the records whose bodies are to go: hidden in an export, or
// erased. Everything that one of its parts names is picked.
type pick struct {
	tools, pointers, actions []string
	seq                      string
	needs, params            string

	from, to uint64
	keep     func(trace.Head) bool // what the predicate needs
}

func (p *pick) register(fl *pflag.FlagSet, verb string) {
	fl.StringSliceVar(&p.tools, "tool", nil, verb+" the bodies of this tool's records; * matches any run of characters")
	fl.StringSliceVar(&p.pointers, "pointer", nil, verb+" the whole body of every record that has this place (RFC 6901, such as /args/password; * is any member)")
	fl.StringSliceVar(&p.actions, "action", nil, verb+" the bodies of all records of this call, its permissions among them")
	fl.StringVar(&p.seq, "seq", "", verb+" the bodies of these record numbers: 17, 10-20, 10- or -20")
}

// registerNeeds adds the choice by a predicate, which only hiding has.
func (p *pick) registerNeeds(fl *pflag.FlagSet) {
	fl.StringVar(&p.needs, "needs", "", "hide every body that this predicate does not need, for instance AAP-1@1")
	fl.StringVar(&p.params, "params", "", "file with the predicate's parameters (JSON)")
}

func (p *pick) empty() bool {
	return len(p.tools)+len(p.pointers)+len(p.actions) == 0 && p.seq == "" && p.needs == ""
}

func (p *pick) prepare() (err error) {
	if p.from, p.to, err = parseSeqs(p.seq); err != nil {
		return err
	}
	for _, ptr := range p.pointers {
		if !strings.HasPrefix(ptr, "/") {
			return usage("read --pointer", fmt.Errorf("%q is no JSON Pointer", ptr), "for instance /args/password")
		}
	}
	if (p.needs == "") != (p.params == "") {
		return usage("read --needs", errors.New("--needs and --params go together"), "varek-escrow promise show has a promise's parameters")
	}
	if p.needs == "" {
		return nil
	}
	catalog, err := aap.Catalog()
	if err != nil {
		return environment("load the predicates", err, "")
	}
	pred, ok := catalog.ByName(p.needs)
	if !ok {
		return usage("read --needs", fmt.Errorf("no predicate %q is known", p.needs), "for instance AAP-1@1")
	}
	text, err := os.ReadFile(p.params)
	if err != nil {
		return usage("read --params", err, "")
	}
	if text, err = trace.Canonicalize(text); err != nil {
		return usage("read --params", err, "")
	}
	prog, err := pred.Compile(text)
	if err != nil {
		return usage("read --params", err, "")
	}
	p.keep = prog.Needs
	return nil
}

// takes decides on one record that has its body. A record that cannot be read
// is taken: what is to be hidden must not come out by a fault.
func (p *pick) takes(r trace.Record, h trace.Head) bool {
	switch {
	case h.Seq == 0:
		return true
	case p.keep != nil && !p.keep(h),
		p.seq != "" && h.Seq >= p.from && (p.to == 0 || h.Seq <= p.to),
		slices.ContainsFunc(p.tools, func(t string) bool { return glob(t, h.Tool) }):
		return true
	}
	if len(p.actions) == 0 && len(p.pointers) == 0 {
		return false
	}
	if slices.Contains(p.actions, h.ActionID) && h.ActionID != "" {
		return true
	}
	return slices.ContainsFunc(p.pointers, func(ptr string) bool { return hasPlace(r.Body, strings.Split(ptr[1:], "/")) })
}

// hasPlace reports whether the JSON value has the place that the pointer's
// tokens name. Text that does not decode counts as having it.
func hasPlace(v jsontext.Value, tokens []string) bool {
	if len(tokens) == 0 {
		return true
	}
	name := strings.NewReplacer("~1", "/", "~0", "~").Replace(tokens[0])
	switch v.Kind() {
	case '{':
		var m map[string]jsontext.Value
		if trace.Unmarshal(v, &m) != nil {
			return true
		}
		if name == "*" {
			for _, member := range m {
				if hasPlace(member, tokens[1:]) {
					return true
				}
			}
			return false
		}
		member, ok := m[name]
		return ok && hasPlace(member, tokens[1:])
	case '[':
		var list []jsontext.Value
		if trace.Unmarshal(v, &list) != nil {
			return true
		}
		if name == "*" {
			return slices.ContainsFunc(list, func(e jsontext.Value) bool { return hasPlace(e, tokens[1:]) })
		}
		i, err := strconv.ParseUint(name, 10, 31)
		return err == nil && int(i) < len(list) && hasPlace(list[i], tokens[1:])
	}
	return false
}
