package relay

import (
	"context"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
)

// gate is a call that the relay holds back itself: the request goes on after
// intent and start are stored, the response after the action is.
type gate struct {
	teller
	intent  event.Data
	said    metadata                            // of the intent
	refused func(why string) []byte             // answers in the place of who is called
	outcome func(message) (status, text string) // what a response says
	lane    lane
	action  string      // id of the call, once it is stored
	given   atomic.Bool // given up by its caller before it went on
	over    bool        // its action is stored
}

// verdict is what becomes of the request m.
func (g *gate) verdict(m message) verdict {
	return verdict{
		work:  g.lane.then(func(ctx context.Context) decision { return g.enter(ctx, m) }),
		reply: g.reply,
	}
}

// enter has the call recorded before it goes on.
func (g *gate) enter(ctx context.Context, m message) decision {
	if g.given.Load() {
		return decision{}
	}
	g.said.Assurance, g.said.Start = "gated", true
	g.intent.Kind, g.intent.Metadata = "intent", g.said.encode()
	r, err := g.tell(ctx, g.intent)
	g.intent.ArgsJSON = "" // a call may be open for long
	if err != nil {
		return decision{back: g.refused("the call is not recorded and did not run: " + err.Error())}
	}
	g.action = r.ActionID
	if g.given.Load() {
		// Its start is stored, but it did not go on.
		g.end(ctx, "cancelled", "cancelled by the caller before it went on", nil, false)
		return decision{}
	}
	return decision{send: m.raw}
}

// reply takes the response; in its place goes an error where it is not recorded.
func (g *gate) reply(m message) verdict {
	return verdict{work: g.lane.then(func(ctx context.Context) decision {
		switch {
		case g.action == "":
			return decision{} // it never went on, and its caller has its answer
		case g.over && m.gone:
			return decision{}
		case g.over: // given up before, now answered all the same
			if _, err := g.tell(ctx, g.late(m)); err != nil {
				return decision{}
			}
			return decision{send: m.raw}
		}
		status, text := g.outcome(m)
		if m.gone {
			status = "unknown"
		}
		body := m.result
		if m.failure != nil {
			body = m.failure
		}
		if m.gone {
			body = nil
		}
		if err := g.end(ctx, status, text, body, m.lossy); err != nil {
			return decision{send: g.refused("the call was made, and its result could not be recorded: " + err.Error())}
		}
		if m.gone {
			return decision{send: g.refused(text)}
		}
		return decision{send: m.raw}
	})}
}

// giveUp is the caller's word that it wants no answer.
func (g *gate) giveUp(m message) verdict {
	g.given.Store(true)
	return verdict{work: g.lane.then(func(ctx context.Context) decision {
		if g.action == "" || g.over {
			return decision{}
		}
		// Cancelling is right whether it is recorded or not; the call then stays
		// open and becomes unknown at the end.
		_ = g.end(ctx, "unknown", "cancelled by the caller after it went on; it may have run", nil, false)
		return decision{send: m.raw}
	})}
}

// end records the action.
func (g *gate) end(ctx context.Context, status, text string, result jsontext.Value, lossy bool) error {
	said := metadata{Channel: g.said.Channel, Server: g.said.Server}
	d := event.Data{Kind: "action", ActionID: g.action, Status: status, Error: short(text)}
	if result != nil {
		d.ResultJSON, said.Lossy = clean(result)
		said.Lossy = said.Lossy || lossy
	}
	d.Metadata = said.encode()
	_, err := g.tell(ctx, d)
	g.over = g.over || err == nil
	return err
}

// late is a notice of a response to a call that was given up.
func (g *gate) late(m message) event.Data {
	status, _ := g.outcome(m)
	return event.Data{Kind: "notice", ArgsJSON: string(encode(struct {
		About    string `json:"about"`
		ActionID string `json:"action_id"`
		Bytes    int    `json:"bytes"`
		Status   string `json:"status"`
	}{"late result", g.action, len(m.raw), status})), Metadata: metadata{Channel: g.said.Channel}.encode()}
}
