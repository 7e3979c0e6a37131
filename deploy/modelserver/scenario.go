package modelserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// ErrScenario is returned for a scenario that cannot be played.
var ErrScenario = errors.New("scenario is not valid")

// Scenario is what the model says, turn by turn.
type Scenario struct {
	Order string `json:"order,omitempty"` // sequence (default) or history
	Aside string `json:"aside,omitempty"` // the answer to requests that offer no tools
	Turns []Turn `json:"turns"`
}

// Turn is one answer.
type Turn struct {
	Thinking   string   `json:"thinking,omitempty"` // before everything else, where the API has a place for it
	Text       string   `json:"text,omitempty"`     // before the calls
	Calls      []Call   `json:"calls,omitempty"`    // several: parallel
	Error      *Failure `json:"error,omitempty"`    // instead of an answer
	Piece      int      `json:"piece,omitempty"`    // bytes of text or arguments in a streamed frame, 16
	Interleave bool     `json:"interleave,omitempty"`
	Hold       string   `json:"hold,omitempty"`        // a stream waits here, between its text and its calls, for a release of that name
	CutAfter   int      `json:"cut_after,omitempty"`   // the connection breaks after so many frames of the stream
	FailMiddle *Failure `json:"fail_middle,omitempty"` // a stream ends with this error in place of its last frames
	NoStop     bool     `json:"no_stop,omitempty"`     // the stream ends without the frames that say why
	Gzip       bool     `json:"gzip,omitempty"`        // compressed, whatever the request accepts
	ContentLen bool     `json:"content_len,omitempty"` // a plain answer says its length
	StopReason string   `json:"stop_reason,omitempty"` // another than the calls suggest, in the dialect's own word
	ExtraFrame string   `json:"extra_frame,omitempty"` // raw text put into the stream before its calls
}

// Call is one call of a tool.
type Call struct {
	ID   ID              `json:"id,omitzero"`    // absent: one is made, but in Gemini, which gives none
	Name string          `json:"name"`           //
	Args json.RawMessage `json:"args,omitempty"` // absent: {}
	// ArgsText goes out as it is where the API carries arguments as text, whether it is JSON or not.
	ArgsText *string `json:"args_text,omitempty"`
	// Custom makes it a custom tool call of OpenAI, whose input is free text.
	Custom *string `json:"custom,omitempty"`
}

// ID is an id that may also be given as null or as empty text.
type ID struct {
	Given bool
	Null  bool
	Text  string
}

// UnmarshalJSON reads a string or null.
func (i *ID) UnmarshalJSON(text []byte) error {
	if i.Given = true; string(text) == "null" {
		i.Null = true
		return nil
	}
	return json.Unmarshal(text, &i.Text)
}

// MarshalJSON writes what was given.
func (i ID) MarshalJSON() ([]byte, error) {
	if i.Null {
		return []byte("null"), nil
	}
	return json.Marshal(i.Text)
}

// value is the id as it goes out.
func (i ID) value(made string) any {
	switch {
	case i.Null:
		return nil
	case i.Given:
		return i.Text
	}
	return made
}

// Failure is an error of the API.
type Failure struct {
	Status  int    `json:"status"`
	Message string `json:"message"`
	Type    string `json:"type,omitempty"` // the dialect's word; made from the status where absent
}

// Decode reads a scenario strictly.
func Decode(r io.Reader) (Scenario, error) {
	var s Scenario
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return Scenario{}, fmt.Errorf("%w: %w", ErrScenario, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Scenario{}, fmt.Errorf("%w: something follows it", ErrScenario)
	}
	return s, s.check()
}

func (s Scenario) check() error {
	if s.Order != "" && s.Order != "sequence" && s.Order != "history" {
		return fmt.Errorf("%w: order %q, want sequence or history", ErrScenario, s.Order)
	}
	for i, t := range s.Turns {
		for _, f := range []*Failure{t.Error, t.FailMiddle} {
			if f != nil && (f.Status < 400 || f.Status > 599) {
				return fmt.Errorf("%w: turn %d: status %d is no error", ErrScenario, i+1, f.Status)
			}
		}
		if t.Piece < 0 || t.CutAfter < 0 {
			return fmt.Errorf("%w: turn %d: piece and cut_after are not negative", ErrScenario, i+1)
		}
		for _, c := range t.Calls {
			if c.Name == "" {
				return fmt.Errorf("%w: turn %d: a call needs a name", ErrScenario, i+1)
			}
		}
	}
	return nil
}

// arguments is the text of the arguments.
func (c Call) arguments() string {
	switch {
	case c.ArgsText != nil:
		return *c.ArgsText
	case c.Args == nil:
		return "{}"
	}
	var b bytes.Buffer
	if json.Compact(&b, c.Args) != nil {
		return string(c.Args)
	}
	return b.String()
}

// object is the arguments where the API carries them as JSON.
func (c Call) object() json.RawMessage {
	if text := c.arguments(); json.Valid([]byte(text)) {
		return json.RawMessage(text)
	}
	return json.RawMessage("{}")
}

// pieces cuts text as a stream carries it, never inside a character.
func (t Turn) pieces(text string) []string {
	size := t.Piece
	if size == 0 {
		size = 16
	}
	var out []string
	var b strings.Builder
	for _, r := range text {
		if b.Len() >= size {
			out = append(out, b.String())
			b.Reset()
		}
		b.WriteRune(r)
	}
	if b.Len() > 0 {
		out = append(out, b.String())
	}
	return out
}

// deltas gives for each call the frames of its arguments' pieces, one call after
// the other or interleaved.
func (t Turn) deltas(frameOf func(call int, piece string) frame) [][]frame {
	out := make([][]frame, len(t.Calls))
	for i, c := range t.Calls {
		for _, p := range t.pieces(c.told()) {
			out[i] = append(out[i], frameOf(i, p))
		}
	}
	return out
}

// weave puts begin, middle and end of every call in order: one call after the
// other, or with their middles interleaved.
func (t Turn) weave(begin, end func(call int) []frame, middle [][]frame) []frame {
	var out []frame
	if !t.Interleave {
		for i := range t.Calls {
			out = append(append(append(out, begin(i)...), middle[i]...), end(i)...)
		}
		return out
	}
	longest := 0
	for i := range t.Calls {
		out = append(out, begin(i)...)
		longest = max(longest, len(middle[i]))
	}
	for k := range longest {
		for i := range t.Calls {
			if k < len(middle[i]) {
				out = append(out, middle[i][k])
			}
		}
	}
	for i := range t.Calls {
		out = append(out, end(i)...)
	}
	return out
}
