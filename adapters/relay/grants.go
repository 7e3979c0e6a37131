package relay

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace/canon"
)

// grant is an allow that later calls may ride on.
type grant struct {
	seq       uint64
	tool      string
	args      canon.Hash
	prefix    []string // of a command, where the protocol says that it is one
	files     []string // that were granted
	session   string   // native session; "" holds in all
	authority string
	scope     string
}

// grants are the allows of one relay that hold.
type grants struct{ list []grant }

func (g *grants) add(n grant) { g.list = append(g.list, n) }

// rider is a call that nobody was asked about.
type rider struct {
	tool, session string
	args          canon.Hash
	words         []string // of its command, where it is known
	files         []string // that it changes, where they are known
}

// of finds the newest grant that a call rides on.
func (g *grants) of(r rider) (grant, bool) {
	for _, x := range slices.Backward(g.list) {
		if x.tool == r.tool && (x.session == "" || x.session == r.session) && x.covers(r) {
			return x, true
		}
	}
	return grant{}, false
}

func (x grant) covers(r rider) bool {
	switch {
	case x.args == r.args && !r.args.IsZero():
		return true
	case len(x.prefix) > 0:
		return len(r.words) >= len(x.prefix) && slices.Equal(r.words[:len(x.prefix)], x.prefix)
	case len(x.files) > 0 && len(r.files) > 0:
		return !slices.ContainsFunc(r.files, func(f string) bool { return !slices.Contains(x.files, f) })
	}
	return false
}

// inherited is the permission of a call that rides on x.
func (x grant) inherited(action, args, channel string) event.Data {
	return event.Data{Kind: "permission", ActionID: action, ArgsJSON: args, Decision: "allow",
		Permission: &event.Permission{Authority: x.authority, Scope: x.scope, InheritedFrom: x.seq},
		Metadata:   metadata{Channel: channel}.encode()}
}

// hashOf is the args_hash of a text, zero where the sidecar would not admit it.
func hashOf(args string) canon.Hash {
	out, err := canon.Canonicalize([]byte(args))
	if err != nil {
		return canon.Hash{}
	}
	return canon.Keccak(out)
}

// within reports whether every member of the object part is in whole, with the
// same value.
func within(part, whole jsontext.Value) bool {
	few, err := object(part)
	if err != nil {
		return false
	}
	all, err := object(whole)
	if err != nil {
		return false
	}
	for name, v := range few {
		w, has := all[name]
		if !has || hashOf(string(v)).IsZero() || hashOf(string(v)) != hashOf(string(w)) {
			return false
		}
	}
	return true
}

// words splits a command as far as that is certain: without quotes, variables
// and everything else that a shell has a meaning for.
func words(command string) []string {
	if strings.ContainsAny(command, "\"'`$\\&|;<>()*?[]{}!#~=\n\r\t") {
		return nil
	}
	return strings.Fields(command)
}

// closed remembers calls that have ended, because more may be said of them.
type closed map[string]bool

// maxClosed bounds it; what is older is forgotten.
const maxClosed = 1 << 14

func (c closed) add(key string) {
	if len(c) >= maxClosed {
		clear(c)
	}
	c[key] = true
}
