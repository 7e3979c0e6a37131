package hook

import (
	"bytes"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace/canon"
)

// Step is one thing to tell the sidecar. Ways are tried in order: the next one
// when the sidecar knows no such call (event.CodeUnknown). Ended is told instead
// when the call has an outcome already (event.CodeState); where it is nil, that
// is as good as told.
type Step struct {
	Ways  []event.Data
	Ended *event.Data
	Batch bool // nothing is missing where the call has ended
}

// Source is how the dialect's events name their adapter.
func (d Dialect) Source() string { return "/adapter/hook-" + d.Name }

// Read takes one payload and says what to tell the sidecar, in order. Errors
// are ErrInput; there is never neither.
func (d Dialect) Read(r io.Reader) ([]Step, error) {
	p, err := d.read(r)
	if err != nil {
		return nil, err
	}
	name, err := p.text(d.event)
	if err != nil {
		return nil, err
	}
	if name == "" {
		return nil, fmt.Errorf("%w: it names no event (%s)", ErrInput, d.event[0])
	}
	i := reading{dialect: d, payload: p, name: name, rule: d.rules[name]}
	switch i.rule.meaning {
	case intent:
		return i.intent()
	case result:
		s, err := i.result()
		return []Step{s}, err
	case batch:
		return i.batch()
	case turn:
		return i.one(event.Data{Kind: "session", ArgsJSON: `{"event":"turn"}`})
	}
	return i.notice()
}

// reading is one payload under the rule of its event.
type reading struct {
	dialect Dialect
	payload payload
	name    string
	rule    rule
}

// one completes an event that stands alone.
func (i reading) one(d event.Data) ([]Step, error) {
	m, err := i.metadata()
	if err != nil {
		return nil, err
	}
	if d.Metadata, err = m.encode(); err != nil {
		return nil, err
	}
	return []Step{{Ways: []event.Data{d}}}, nil
}

// call reads what names the call and its tool.
func (i reading) call() (d event.Data, m metadata, err error) {
	if m, err = i.metadata(); err != nil {
		return d, m, err
	}
	if d.Tool, err = i.payload.text(i.dialect.tool); err != nil {
		return d, m, err
	}
	if d.Tool == "" {
		return d, m, fmt.Errorf("%w: its %s names no tool (%s)", ErrInput, i.name, i.dialect.tool[0])
	}
	if a := i.dialect.alias[d.Tool]; a != "" {
		d.Tool = a
	}
	args, err := i.payload.get(i.dialect.args)
	if err != nil {
		return d, m, err
	}
	if len(args) == 0 || args.Kind() == 'n' {
		m.NoArgs = true // the sidecar puts those of the intent, or {}
		return d, m, nil
	}
	d.ArgsJSON = string(args)
	return d, m, nil
}

// intent says that the adapter is no gate of the start: a harness asks the user,
// other hooks and its own rules after us, and tells nobody when the tool starts.
func (i reading) intent() ([]Step, error) {
	d, m, err := i.call()
	if err != nil {
		return nil, err
	}
	d.Kind, m.Assurance = "intent", "observed"
	if d.Metadata, err = m.encode(); err != nil {
		return nil, err
	}
	return []Step{{Ways: []event.Data{d}}}, nil
}

// result finds its call by the harness's id and by the arguments where it has
// none; without a call it becomes a gap, which counts as an uncovered call.
func (i reading) result() (Step, error) {
	d, m, err := i.call()
	if err != nil {
		return Step{}, err
	}
	d.Kind = "action"
	if err := i.outcome(&d, &m); err != nil {
		return Step{}, err
	}
	var ways []event.Data
	joins := []string{"native", "arguments"}
	if m.Native.Call == "" {
		joins = joins[1:]
	}
	for _, m.Join = range joins {
		if d.Metadata, err = m.encode(); err != nil {
			return Step{}, err
		}
		way := d
		if m.Join == "arguments" && m.NoArgs {
			way.ArgsJSON = "{}" // as the sidecar recorded the intent
		}
		ways = append(ways, way)
	}
	m.Join = ""
	gap, err := i.orphan("gap", "result", d, m)
	if err != nil {
		return Step{}, err
	}
	again, err := i.orphan("notice", "repeated", d, m)
	return Step{Ways: append(ways, gap), Ended: &again}, err
}

// orphan tells of an outcome that ends no call. Its texts travel as texts, so
// that no text of a tool can spoil the rest.
func (i reading) orphan(kind, about string, of event.Data, m metadata) (event.Data, error) {
	args, err := canon.Marshal(struct {
		About      string `json:"about"`
		ArgsJSON   string `json:"args_json,omitzero"`
		Error      string `json:"error,omitzero"`
		Event      string `json:"event"`
		ResultJSON string `json:"result_json,omitzero"`
		Status     string `json:"status"`
		Tool       string `json:"tool"`
	}{about, of.ArgsJSON, of.Error, i.name, of.ResultJSON, of.Status, of.Tool})
	if err != nil {
		return event.Data{}, fmt.Errorf("%w: %w", ErrInput, err)
	}
	d := event.Data{Kind: kind, ArgsJSON: string(args)}
	if kind == "gap" {
		d.Tool = of.Tool
	}
	d.Metadata, err = m.encode()
	return d, err
}

// batch gives one step a call; the harness tells of all that it ended, whatever
// else it told or did not tell about them.
func (i reading) batch() ([]Step, error) {
	list, err := i.payload.get(i.rule.calls)
	if err != nil {
		return nil, err
	}
	entries, err := items(list)
	if err != nil {
		return nil, err
	}
	if len(entries) == 0 {
		return i.notice()
	}
	var steps []Step
	for _, entry := range entries {
		one, err := i.entry(entry)
		if err != nil {
			return nil, err
		}
		s, err := one.result()
		if err != nil {
			return nil, err
		}
		s.Ended, s.Batch = nil, true
		steps = append(steps, s)
	}
	return steps, nil
}

// entry lays one call of a batch over what the payload says of all.
func (i reading) entry(object jsontext.Value) (reading, error) {
	of, err := i.dialect.members(jsontext.NewDecoder(bytes.NewReader(object), options()...))
	if err != nil {
		return i, fmt.Errorf("%w: a call of its list: %w", ErrInput, err)
	}
	of.lossy = of.lossy || i.payload.lossy
	for name, value := range i.payload.values {
		if _, own := of.values[name]; !own && name != i.rule.calls[0] {
			of.values[name] = value
		}
	}
	i.payload = of
	return i, nil
}

// notice keeps what an event says that decides nothing.
func (i reading) notice() ([]Step, error) {
	args := append([]byte(`{"about":"harness","event":`), quote(i.name)...)
	args = append(args, `,"payload":{`...)
	for n, name := range i.payload.names {
		if n > 0 {
			args = append(args, ',')
		}
		args = append(append(append(args, quote(name)...), ':'), i.payload.values[name]...)
	}
	args = append(args, "}}"...)
	return i.one(event.Data{Kind: "notice", ArgsJSON: string(args)})
}

func quote(s string) []byte {
	text, _ := jsontext.AppendQuote(nil, s) // its only error is bad UTF-8, which it replaces
	return text
}
