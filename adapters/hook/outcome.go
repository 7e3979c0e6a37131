package hook

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace/canon"
)

// maxError is how much of an error's text stands in the record's error; a
// longer one is the result.
const maxError = 8 << 10

// metadata is what an event of a hook says beside its members.
type metadata struct {
	Assurance string            `json:"assurance,omitzero"`
	Bytes     int64             `json:"bytes,omitzero"` // of the whole result, where it was cut
	Dialect   string            `json:"dialect"`
	Facts     map[string]string `json:"facts,omitzero"`
	Hook      string            `json:"hook"`
	Join      string            `json:"join,omitzero"`
	LeftOut   map[string]int    `json:"left_out,omitzero"` // members of the payload, with their size
	Lossy     bool              `json:"lossy_utf8,omitzero"`
	Native    native            `json:"native"`
	NoArgs    bool              `json:"no_args,omitzero"`
	Outcome   string            `json:"outcome,omitzero"`
	Truncated bool              `json:"truncated,omitzero"`
}

// native is the harness's own ids; absent, null and empty are the same.
type native struct {
	Agent     string `json:"agent,omitzero"`
	AgentType string `json:"agent_type,omitzero"`
	Call      string `json:"call,omitzero"`
	Session   string `json:"session,omitzero"`
	Turn      string `json:"turn,omitzero"`
}

func (m metadata) encode() (jsontext.Value, error) {
	text, err := canon.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	}
	return text, nil
}

func (i reading) metadata() (metadata, error) {
	d, p := i.dialect, &i.payload
	m := metadata{Dialect: d.Name, Hook: i.name, Lossy: p.lossy}
	if len(p.aside) > 0 {
		m.LeftOut = p.aside
	}
	for _, f := range []struct {
		to *string
		at path
	}{{&m.Native.Agent, d.agent}, {&m.Native.AgentType, d.agentType}, {&m.Native.Call, d.call}, {&m.Native.Session, d.session}, {&m.Native.Turn, d.turn}} {
		text, err := p.text(f.at)
		if err != nil {
			return m, err
		}
		*f.to = text
	}
	for name, at := range d.facts {
		text, err := p.text(at)
		switch {
		case err != nil:
			return m, err
		case text != "" && m.Facts == nil:
			m.Facts = map[string]string{name: text}
		case text != "":
			m.Facts[name] = text
		}
	}
	return m, nil
}

// outcome fills status, result and error in, and what is known to be wrong
// with them.
func (i reading) outcome(d *event.Data, m *metadata) error {
	if i.rule.meaning == batch {
		m.Outcome = "none"
	}
	d.Status = i.rule.else_
	for _, t := range i.rule.status {
		holds, err := i.payload.holds(t)
		if err != nil {
			return err
		}
		if holds {
			d.Status = t.status
			break
		}
	}
	value, err := i.payload.get(i.rule.result)
	if err != nil {
		return err
	}
	d.ResultJSON = string(value)
	failure, err := i.payload.text(i.rule.failure)
	if err != nil {
		return err
	}
	d.Error = failure
	if len(failure) > maxError {
		d.Error = head(failure)
		if d.ResultJSON == "" {
			d.ResultJSON = string(quote(failure))
		}
	}
	m.Lossy = m.Lossy || damaged(value) || damaged(jsontext.Value(failure))
	return i.cut(m)
}

// head is the first part of a text, whole characters.
func head(text string) string {
	n := maxError
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// damaged reports whether bytes were lost on the way to us; harnesses put
// U+FFFD where a tool's output was no UTF-8.
func damaged(text jsontext.Value) bool {
	return bytes.Contains(text, []byte("\ufffd")) || bytes.Contains(bytes.ToLower(text), []byte(`\ufffd`))
}

func (i reading) cut(m *metadata) error {
	for _, t := range i.rule.cut {
		holds, err := i.payload.holds(t)
		if err != nil {
			return err
		}
		m.Truncated = m.Truncated || holds
	}
	if !m.Truncated {
		return nil
	}
	size, err := i.payload.text(i.rule.size)
	if err != nil {
		return err
	}
	if n, err := strconv.ParseInt(size, 10, 64); err == nil && n > 0 && n <= canon.MaxInteger {
		m.Bytes = n
	}
	return nil
}
