package sidecar

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// A hook is a new process for every event and so cannot keep the action id that
// the answer to its intent gave. Its action names no call; metadata.join says how
// the call is found, and stays in the record: "native" by the harness's own
// session and call id (metadata.native), "arguments" by session, tool and
// args_hash, where the harness gives no id. With metadata.outcome "none" the rule
// for calls without an action gives the status.
const (
	joinNative    = "native"
	joinArguments = "arguments"
)

// tie is what an event says about the harness's own ids.
type tie struct {
	join   string
	silent bool   // the harness says that the call is over and nothing about its outcome
	origin string // source and native session; "" where the event has no native ids
	native string // call id, "" where the harness gives none
}

// tieOf reads the metadata of an event of the given source.
func tieOf(source string, metadata map[string]jsontext.Value) tie {
	native, ok := metadata["native"]
	if !ok {
		return tie{}
	}
	var t tie
	if trace.Unmarshal(metadata["join"], &t.join) != nil {
		t.join = ""
	}
	t.silent = string(metadata["outcome"]) == `"none"`
	t.origin = source + "\x00" + text(native, "session")
	t.native = text(native, "call")
	return t
}

// nativeKey and argumentsKey are the places of a call in ties.
func (t tie) nativeKey() string { return t.origin + "\x00n" + t.native }

func (t tie) argumentsKey(tool string, hash trace.Hash) string {
	return t.origin + "\x00a" + string(hash[:]) + tool
}

// ties are the calls whose intents had native ids, by both keys, in the order
// of their intents. Ids repeat in real harnesses, so a key may have several.
type ties map[string][]*call

// keys lists where c stands.
func (c *call) keys() []string {
	if c.tie.origin == "" {
		return nil
	}
	keys := []string{c.tie.argumentsKey(c.tool, c.hash)}
	if c.tie.native != "" {
		keys = append(keys, c.tie.nativeKey())
	}
	return keys
}

func (ts ties) add(c *call) {
	for _, k := range c.keys() {
		ts[k] = append(ts[k], c)
	}
}

// drop undoes the add of the newest call.
func (ts ties) drop(c *call) {
	for _, k := range c.keys() {
		if n := len(ts[k]); n > 0 && ts[k][n-1] == c {
			ts[k] = ts[k][:n-1]
		}
	}
}

// newest is the open call under key that an outcome belongs to: the newest one,
// because earlier ones that are still open were refused or broken off, and among
// calls of one id the newest with these arguments. found is false where no
// call ever had the key. nameless leaves calls out that the harness gave an id.
func (ts ties) newest(key string, hash *trace.Hash, nameless bool) (open *call, found bool) {
	list := ts[key]
	for i := len(list) - 1; i >= 0; i-- {
		c := list[i]
		switch {
		case nameless && c.tie.native != "":
			continue
		case c.ended:
		case hash == nil || c.hash == *hash:
			return c, true
		case open == nil:
			open = c
		}
		found = true
	}
	return open, found
}

// ending finds the call that an action ends.
func (b *batch) ending(p *prepared) (*call, *refusal) {
	d := p.ev.Data
	t := p.tie
	if d.ActionID != "" || t.join == "" {
		return b.s.running(d.ActionID)
	}
	var hash *trace.Hash
	if p.args != nil {
		hash = &p.args.Hash
	}
	var key string
	switch {
	case t.join == joinNative && t.native != "":
		key = t.nativeKey()
	case t.join == joinArguments && hash != nil:
		key = t.argumentsKey(d.Tool, *hash)
	default:
		return nil, refuse(event.CodeMalformed, "metadata.join %q needs native.call (native) or args_json (arguments)", t.join)
	}
	c, found := b.s.state.ties.newest(key, hash, t.join == joinArguments && t.native != "")
	switch {
	case c != nil && c.sameTool(d.Tool) != nil:
		return nil, refuse(event.CodeUnknown, "the open call of the harness with this %s is of tool %q, the event says %q", t.join, c.tool, d.Tool)
	case c != nil:
		return c, nil
	case found:
		return nil, refuse(event.CodeState, "every call of the harness with this %s has ended; its action is recorded", t.join)
	}
	return nil, refuse(event.CodeUnknown, "no call of the harness with this %s has an intent in this session", t.join)
}

// add and remove keep calls and ties together; remove takes back the newest.
func (st *state) add(c *call) {
	st.calls[c.id] = c
	st.ties.add(c)
}

func (st *state) remove(c *call) {
	delete(st.calls, c.id)
	st.ties.drop(c)
}
