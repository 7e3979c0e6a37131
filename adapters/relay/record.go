package relay

import (
	"bytes"
	"context"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
)

// teller makes events of one source.
type teller struct {
	record Record
	source string
	fail   func(error) // ends the run
}

func (t teller) tell(ctx context.Context, d event.Data) (event.Reply, error) {
	return t.record(ctx, event.New(event.NewID(), t.source, d))
}

// must tells what has happened already; where that is not possible the run ends.
func (t teller) must(ctx context.Context, d event.Data) (event.Reply, bool) {
	r, err := t.tell(ctx, d)
	if err != nil {
		t.fail(err)
	}
	return r, err == nil
}

// finish tells the end of a call. Where another channel told it already, what this
// one says becomes a notice.
func (t teller) finish(ctx context.Context, d event.Data) bool {
	_, err := t.tell(ctx, d)
	var refused *event.RefusedError
	if errors.As(err, &refused) && refused.Code == event.CodeState {
		_, err = t.tell(ctx, event.Data{Kind: "notice", Metadata: d.Metadata, ArgsJSON: string(encode(struct {
			About      string `json:"about"`
			ActionID   string `json:"action_id"`
			Error      string `json:"error,omitzero"`
			ResultJSON string `json:"result_json,omitzero"`
			Status     string `json:"status"`
		}{"repeated", d.ActionID, d.Error, d.ResultJSON, d.Status}))})
	}
	if err != nil {
		t.fail(err)
	}
	return err == nil
}

// metadata is what an event says beside the call itself; members stand in the
// order of their names. The sidecar knows join, native, outcome, place and start.
type metadata struct {
	Asked     string         `json:"asked,omitzero"`     // how the protocol named what was asked
	Assurance string         `json:"assurance,omitzero"` // of an intent
	Channel   string         `json:"channel"`
	Client    string         `json:"client,omitzero"`
	Facts     jsontext.Value `json:"facts,omitzero"`
	Join      string         `json:"join,omitzero"`
	Lossy     bool           `json:"lossy_utf8,omitzero"`
	Native    *native        `json:"native,omitzero"`
	Outcome   string         `json:"outcome,omitzero"`
	Place     string         `json:"place,omitzero"`
	Proposed  bool           `json:"args_stated,omitzero"` // no raw arguments: what the protocol states stands for them
	RPC       string         `json:"rpc_id,omitzero"`
	Server    string         `json:"server,omitzero"`
	Start     bool           `json:"start,omitzero"` // the tool starts with the answer to this intent
}

// native is how the harness itself names the call.
type native struct {
	Call    string `json:"call,omitzero"`
	Session string `json:"session,omitzero"`
	Turn    string `json:"turn,omitzero"`
}

func (m metadata) encode() jsontext.Value { return encode(m) }

// clean gives a value's text without bytes that are no UTF-8, and whether there
// were some.
func clean(v jsontext.Value) (string, bool) {
	out := bytes.ToValidUTF8(v, []byte("\ufffd"))
	return string(out), len(out) != len(v) || !bytes.Equal(out, v)
}

// short cuts a text that is there for people.
func short(s string) string {
	s = plain(s)
	if len(s) > maxSkimmed {
		s = plain(s[:maxSkimmed]) + "…"
	}
	return s
}
