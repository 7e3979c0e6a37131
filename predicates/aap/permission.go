package aap

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/varek/varek/tracestore/trace"
)

// permission is one permission record, read.
type permission struct {
	seq       uint64
	decision  string
	tool      string
	authority string
	scope     string
	hash      *trace.Hash // of the arguments it was given for
	pattern   string
	from      uint64 // inherited_from; 0 = it does not ride on a grant
	mono      uint64
	boot      string
	timed     bool // mono and boot are known
	assurance string
	withdrawn bool
	fault     string // not "": it contradicts itself and permits nothing
}

// rides reports whether the permission claims an earlier grant.
func (p *permission) rides() bool { return p.from != 0 }

// readPermission reads a record and the grant that it withdraws, if it does.
// What cannot be read becomes a fault, and a faulty allow permits nothing; the
// only error is a blob. body is nil where the decision alone matters.
func readPermission(h trace.Head, body *trace.Body) (p *permission, withdraws uint64, err error) {
	p = &permission{seq: h.Seq, decision: h.Decision}
	if body == nil {
		p.fault = "its body is not shown"
		return p, 0, nil
	}
	v, _, err := decodeValue(body.Args)
	args, ok := v.(map[string]any)
	if err != nil || !ok {
		p.fault = "its arguments cannot be read"
		return p, 0, nil
	}
	if anyHidden(args) {
		return p, 0, hiddenAt("a text of a permission")
	}
	p.tool, p.authority = text(args["tool"]), text(args["authority"])
	p.scope, p.pattern = text(args["scope"]), text(args["pattern"])
	if _, stated := args["scope"]; !stated {
		p.scope = "once"
	}
	p.assurance = assuranceOf(body)
	if id, ok := args["action_id"]; ok && id != h.ActionID && !(id == nil && h.ActionID == "") {
		p.fault = "it names another call in its body than in its head"
	}
	if d, ok := args["decision"]; ok && d != h.Decision {
		p.fault = "it decides otherwise in its body than in its head"
	}
	p.readHash(args["args_hash"])
	p.readInherited(args["inherited_from"])
	withdraws, _ = seqOf(args["ref"])
	return p, withdraws, nil
}

func (p *permission) readHash(v any) {
	if v == nil {
		return
	}
	h, err := trace.ParseHash(text(v))
	if err != nil {
		p.fault = "its args_hash cannot be read"
		return
	}
	p.hash = &h
}

func (p *permission) readInherited(v any) {
	if v == nil {
		return
	}
	seq, ok := seqOf(v)
	if !ok || seq >= p.seq {
		p.fault = "the grant it rides on is no earlier record"
		return
	}
	p.from = seq
}

// seqOf reads a record number: a number, or the same as text.
func seqOf(v any) (uint64, bool) {
	s := text(v)
	if n, ok := v.(number); ok {
		s = string(n)
	}
	seq, err := strconv.ParseUint(s, 10, 64)
	return seq, err == nil && seq > 0 && strconv.FormatUint(seq, 10) == s
}

// terms are what a promise asks of a permission.
type terms struct {
	authorities  []string
	scopes       []string
	maxAge       uint64 // nanoseconds; 0 = no limit
	minAssurance string
}

var (
	allAuthorities = []string{"human", "rule", "classifier", "unknown"}
	allScopes      = []string{"once", "turn", "session", "always"}
)

// parseTerms reads authorities, scopes and max_age.
func parseTerms(p param) terms {
	t := terms{authorities: []string{"human", "rule"}, scopes: allScopes}
	if a, ok := p.key("authorities"); ok {
		t.authorities = a.set(allAuthorities...)
	}
	if s, ok := p.key("scopes"); ok {
		t.scopes = s.set(allScopes...)
	}
	if a, ok := p.key("max_age"); ok {
		t.maxAge = a.duration()
	}
	return t
}

// moment is the point at which a call's permission is judged.
type moment struct {
	mono  uint64
	boot  string
	timed bool
}

// lacks says why an allow is not good enough on its own terms at a moment, ""
// if it is. lastTurn is the number of the last turn record before the moment.
func (t terms) lacks(p *permission, at moment, lastTurn uint64) string {
	switch {
	case p.fault != "":
		return fmt.Sprintf("the permission in record %d permits nothing: %s", p.seq, p.fault)
	case !slices.Contains(t.authorities, p.authority):
		return fmt.Sprintf("the authority of record %d is %s, accepted is %v", p.seq, quote(p.authority), t.authorities)
	case !slices.Contains(allScopes, p.scope):
		return fmt.Sprintf("record %d has no known scope", p.seq)
	case below(p.assurance, t.minAssurance, assurances):
		return fmt.Sprintf("record %d is below the assurance %s", p.seq, t.minAssurance)
	case p.withdrawn:
		return fmt.Sprintf("the permission in record %d was withdrawn", p.seq)
	case p.scope == "turn" && lastTurn > p.seq:
		return fmt.Sprintf("the permission in record %d ended with its turn", p.seq)
	case t.maxAge > 0 && !t.fresh(p, at):
		return fmt.Sprintf("the permission in record %d is too old", p.seq)
	}
	return ""
}

// fresh reports whether the permission lies in (at - max_age, at] on one boot.
func (t terms) fresh(p *permission, at moment) bool {
	return p.timed && at.timed && p.boot == at.boot && p.mono <= at.mono && at.mono-p.mono < t.maxAge
}
