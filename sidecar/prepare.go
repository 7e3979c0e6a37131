package sidecar

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// prepared is an event after admission: everything about it that does not
// depend on its place in the order.
type prepared struct {
	ev       event.Event
	peer     Peer
	hash     trace.Hash // K(JCS(data))
	args     *trace.Admitted
	result   *trace.Admitted
	metadata jsontext.Value
	gated    bool
	starts   bool // an intent with whose answer the call starts
	tie      tie
	blobs    []trace.BlobRef // of args and result, kept
	refused  *refusal        // decided before the order is known, but recorded in it
	stored   *Stored         // the answer that this id already has
}

func (p *prepared) kind() trace.Kind { return trace.Kind(p.ev.Data.Kind) }

// prepare admits the texts of an event, once. A refusal that must leave a
// notice is kept in p.refused; any other is returned.
func (s *Session) prepare(peer Peer, ev event.Event) (*prepared, *refusal) {
	most := MaxBody
	if s.blobs != nil {
		most = MaxText
	}
	if n := len(ev.Data.ArgsJSON) + len(ev.Data.ResultJSON); n > most {
		return nil, refuse(event.CodeMalformed, "arguments and result have %d bytes, a record takes %d", n, most)
	}
	hash, err := ev.DataHash()
	if err != nil {
		return nil, refuse(event.CodeMalformed, "%v", err)
	}
	p := &prepared{ev: ev, peer: peer, hash: hash}
	if ev.Data.Kind == string(trace.KindSyscall) {
		p.refused = forged("kernel records come from the warden alone")
		return p, nil
	}
	if err := ev.Check(); err != nil {
		return nil, refuse(event.CodeMalformed, "%v", err)
	}
	p.args = admit(ev.Data.ArgsJSON)
	p.result = admit(ev.Data.ResultJSON)
	if r := s.mayClaim(p); r != nil {
		p.refused = r
		return p, nil
	}
	if r := p.setMetadata(); r != nil {
		return nil, r
	}
	return p, checkKind(p)
}

func admit(text string) *trace.Admitted {
	if text == "" {
		return nil
	}
	a := trace.Admit([]byte(text))
	return &a
}

// mayClaim refuses what the peer has no right to say. These refusals are
// recorded: somebody claimed something.
func (s *Session) mayClaim(p *prepared) *refusal {
	switch {
	case !p.peer.MaySpeak():
		return forged("a process of route %s may not report events", p.peer.Route)
	case p.kind() == trace.KindPermission && p.peer.Route == RouteRemote:
		return forged("a permission is not accepted from another host: nobody here saw who gives it")
	case p.kind() == trace.KindPermission && p.peer.Route == RouteHook:
		return forged("a permission is not accepted from a hook: no hook carries the user's decision, and other programs stand between it and the harness")
	case p.kind() == trace.KindStart && p.peer.Route == RouteHook:
		return forged("a start is not accepted from a hook: it does not stand at a tool's start")
	case p.kind() == trace.KindPermission && !s.accept(p.peer):
		return forged("a permission is not accepted from route %s here: calls have no cgroup leaf, so it cannot be proven to come from outside them (the policy may say bus: {inferred_permissions: accept})", p.peer.Route)
	}
	return nil
}

// setMetadata keeps the adapter's members and adds who spoke; the member peer
// is ours whatever the adapter wrote there.
func (p *prepared) setMetadata() *refusal {
	members := map[string]jsontext.Value{}
	if m := p.ev.Data.Metadata; len(m) > 0 {
		canon, err := trace.Canonicalize(m)
		if err != nil {
			return refuse(event.CodeMalformed, "metadata: %v", err)
		}
		if err := trace.Unmarshal(canon, &members); err != nil {
			return refuse(event.CodeMalformed, "metadata is not an object")
		}
	}
	p.gated = string(members["assurance"]) == `"gated"`
	p.starts = p.kind() == trace.KindIntent && string(members["start"]) == "true"
	p.tie = tieOf(p.ev.Source, members)
	peer, err := p.peerMember()
	if err != nil {
		return refuse(event.CodeMalformed, "source: %v", err)
	}
	if len(members) == 0 {
		p.metadata = append(append([]byte(`{"peer":`), peer...), '}')
		return nil
	}
	members["peer"] = peer
	if p.metadata, err = trace.Marshal(members); err != nil {
		return refuse(event.CodeMalformed, "metadata: %v", err)
	}
	return nil
}

// peerMember spells {pid, route, source} in its canonical form: every event
// carries it, and this is several times faster than the general encoder.
func (p *prepared) peerMember() (jsontext.Value, error) {
	out := []byte{'{'}
	if p.peer.PID != 0 {
		out = append(strconv.AppendInt(append(out, `"pid":`...), int64(p.peer.PID), 10), ',')
	}
	out = append(append(append(out, `"route":"`...), p.peer.Route.String()...), `","source":`...)
	out, err := jsontext.AppendQuote(out, p.ev.Source)
	return append(out, '}'), err
}

// checkKind refuses what is left to us once the event's form is right.
func checkKind(p *prepared) *refusal {
	switch p.kind() {
	case trace.KindIntent:
		if p.args == nil {
			p.args = admit("{}") // a call without arguments
		}
	case trace.KindSession:
		if e := member(p.args, "event"); e != "turn" {
			return refuse(event.CodeMalformed, "an adapter reports the session event turn and no other, not %q", e)
		}
	case trace.KindGap:
		about := []string{"effect", "result", "silence"}
		if a := member(p.args, "about"); !slices.Contains(about, a) {
			return refuse(event.CodeMalformed, "an adapter's gap is about one of %v, not %q", about, a)
		}
	}
	return nil
}

// member reads a string member of admitted args; "" where there is none.
func member(a *trace.Admitted, name string) string {
	if a == nil || a.Raw {
		return ""
	}
	return text(a.JSON, name)
}

// object encodes one of our own bodies' members; it cannot fail for the
// strings and numbers that are given, and says so if it does.
func object(v any) (jsontext.Value, error) {
	text, err := trace.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encode a record of our own: %w", err)
	}
	return text, nil
}
