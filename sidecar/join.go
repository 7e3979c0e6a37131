package sidecar

import (
	"slices"
	"strings"

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

// A call may be told of by several channels: a harness's hook, and the relay through
// which the call then goes. An intent with metadata.join "native" offers itself as
// the same call as an open one of another source with its native call id (and its
// session, where both name one). With metadata.start it starts that call;
// otherwise the second channel's word becomes a notice {about: joined}, and its
// answer has the first one's action id.

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

// sharedKey is the place of a call for other sources.
func (t tie) sharedKey() string { return "\x00s" + t.native }

// from takes the origin apart.
func (t tie) from() (source, session string) {
	source, session, _ = strings.Cut(t.origin, "\x00")
	return source, session
}

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
		keys = append(keys, c.tie.nativeKey(), c.tie.sharedKey())
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

// shared finds the open call of another source that an intent is about; nil where
// it is a call of its own. Ids repeat in real harnesses, so a source joins a call
// once, and only under the same tool.
func (b *batch) shared(p *prepared) *call {
	if p.tie.native == "" {
		return nil
	}
	source, session := p.tie.from()
	list := b.s.state.ties[p.tie.sharedKey()]
	for i := len(list) - 1; i >= 0; i-- {
		c := list[i]
		first, its := c.tie.from()
		switch {
		case c.ended, p.starts && c.started, first == source, slices.Contains(c.joined, source):
		case p.tie.join != joinNative && c.tie.join != joinNative:
		case session != "" && its != "" && session != its:
		case sameToolOf(c.tool, p.ev.Data.Tool):
			return c
		}
	}
	return nil
}

// joined is the open call that another source told of first and this one joined: a
// hook's outcome of a call that came over the model's API.
func (ts ties) joined(t tie) (open *call, found bool) {
	source, _ := t.from()
	list := ts[t.sharedKey()]
	for i := len(list) - 1; i >= 0; i-- {
		if c := list[i]; slices.Contains(c.joined, source) {
			if found = true; !c.ended {
				return c, true
			}
		}
	}
	return nil, found
}

// sameToolOf reports whether two channels can mean one tool: harnesses put the
// server's name before the names of its tools.
func sameToolOf(a, b string) bool {
	of := func(long, short string) bool {
		return strings.HasPrefix(long, "mcp__") && strings.HasSuffix(long, "__"+short)
	}
	return a == b || of(a, b) || of(b, a)
}

// joins records an intent that is about a call which is known.
func (b *batch) joins(it *item, p *prepared, c *call) (event.Reply, error) {
	source, _ := p.tie.from()
	if p.starts {
		return b.startsAtOnce(it, p, c)
	}
	args := struct {
		About    string         `json:"about"`
		ActionID string         `json:"action_id"`
		Args     jsontext.Value `json:"args,omitzero"` // where they differ
		Source   string         `json:"source"`
		Tool     string         `json:"tool"`
	}{About: aboutJoined, ActionID: c.id, Source: source, Tool: p.ev.Data.Tool}
	if p.args.Hash != c.hash {
		args.Args = p.args.JSON
	}
	text, err := object(args)
	if err != nil {
		return event.Reply{}, refuse(event.CodeMalformed, "%v", err)
	}
	reply, err := b.add(it, trace.Head{Kind: trace.KindNotice}, trace.Body{Args: text, Metadata: p.metadata})
	if err != nil {
		return reply, err
	}
	before := c.joined
	b.change(func() { c.joined = append(slices.Clip(before), source) }, func() { c.joined = before })
	reply.ActionID = c.id
	return reply, b.remember(p, reply)
}

// aboutJoined is what the notice of a second channel is about.
const aboutJoined = "joined"

// startsAtOnce records the start of a call with whose intent the adapter lets it
// go: its answer stands for both, in one commit.
func (b *batch) startsAtOnce(it *item, p *prepared, c *call) (event.Reply, error) {
	peer, err := p.peerMember()
	if err != nil {
		return event.Reply{}, err
	}
	body := trace.Body{ArgsHash: &p.args.Hash, Metadata: append(append([]byte(`{"peer":`), peer...), '}')}
	if c.tie.origin != p.tie.origin {
		body.Metadata = p.metadata // another channel's intent: what this one says stands here
	}
	if p.args.Hash != c.hash {
		body.Args = p.args.JSON
	}
	reply, err := b.add(it, trace.Head{Kind: trace.KindStart, Tool: c.tool, ActionID: c.id}, body)
	if err != nil {
		return reply, err
	}
	b.change(func() { c.started = true }, func() { c.started = false })
	return reply, b.remember(p, reply)
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
	if !found && t.join == joinNative {
		c, found = b.s.state.ties.joined(t)
	}
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
