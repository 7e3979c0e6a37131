package gate

import (
	"errors"
	"fmt"
	"unicode/utf8"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ErrForm is the family of answers and requests that cannot be read, or that two
// readers could read differently.
var ErrForm = errors.New("cannot be read")

// Call is one call that the model makes and the harness is to run.
type Call struct {
	ID    string // "" where the API or the model gives none
	Name  string
	Args  string // JSON text as the model wrote it, which may be none
	Lossy bool   // bytes that are no UTF-8 were replaced
}

// result is what a request says about the outcome of a call.
type result struct {
	id, name string
	args     string // of the call as the history repeats it
	repeats  bool   // the history repeats the call
	content  jsontext.Value
	status   string
	fresh    bool // no turn of the model follows
}

// dialect is one vendor's API.
type dialect interface {
	name() string
	whole(body []byte) ([]Call, error)     // the calls of an answer in one piece
	stream() reader                        // for one answer in pieces
	results(body []byte) ([]result, error) // of a request, in their order
	failure(message string) []byte         // the body of an error
	broken(message string) []byte          // an error in the middle of a stream
}

// reader understands the frames of one streamed answer.
type reader interface {
	read(data []byte) (step, error)
	open() bool // a call is not complete
}

// step is what a frame means.
type step struct {
	holds bool   // it carries a part of a call
	done  []Call // complete with this frame
}

// decode reads JSON that may hold bytes that are no UTF-8, but no name twice.
func decode(text []byte, into any) error {
	if err := json.Unmarshal(text, into, jsontext.AllowInvalidUTF8(true)); err != nil {
		return fmt.Errorf("%w: %w", ErrForm, err)
	}
	return nil
}

// kindOf is the first byte of a value, 0 where there is none.
func kindOf(v jsontext.Value) jsontext.Kind {
	if len(v) == 0 {
		return 0
	}
	return v.Kind()
}

// text is a JSON string's text; null, absence and other values are "".
func text(v jsontext.Value) string {
	if kindOf(v) != '"' {
		return ""
	}
	var s string
	if decode(v, &s) != nil {
		return ""
	}
	return s
}

// object spells a call's free text as arguments.
func object(name, value string) string {
	v, _ := json.Marshal(map[string]string{name: value}, jsontext.AllowInvalidUTF8(true))
	return string(v)
}

// argsOf is the arguments that stand in an answer as JSON.
func argsOf(v jsontext.Value) string {
	if k := kindOf(v); k == 0 || k == 'n' {
		return "{}"
	}
	return string(v)
}

func lossy(data []byte) bool { return !utf8.Valid(data) }

// list reads an array that may be absent or null.
func list(v jsontext.Value) ([]jsontext.Value, error) {
	if k := kindOf(v); k == 0 || k == 'n' {
		return nil, nil
	}
	var out []jsontext.Value
	return out, decode(v, &out)
}

// errorBody spells an error of an API.
func errorBody(v any) []byte {
	out, _ := json.Marshal(v, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	return out
}

// sse spells one server-sent event.
func sse(event string, data []byte) []byte {
	out := []byte("data: " + string(data) + "\n\n")
	if event != "" {
		out = append([]byte("event: "+event+"\n"), out...)
	}
	return out
}
