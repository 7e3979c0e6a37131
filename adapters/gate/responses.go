package gate

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// responses is OpenAI's Responses API.
type responses struct{}

func (responses) name() string { return "openai-responses" }

// item is one item of an output or an input. What has a call_id and is a call is
// for the client to run; a call without one the vendor serves.
type item struct {
	Type       string         `json:"type"`
	Role       string         `json:"role"`
	CallID     jsontext.Value `json:"call_id"`
	Name       string         `json:"name"`
	Arguments  jsontext.Value `json:"arguments"`
	Input      jsontext.Value `json:"input"`
	Action     jsontext.Value `json:"action"`
	Operation  jsontext.Value `json:"operation"`
	Output     jsontext.Value `json:"output"`
	Status     string         `json:"status"`
	ServerSide string         `json:"server_label"`
}

// isCall reports whether the client is to run the item. A function or custom call
// is one even without an id.
func (i item) isCall() bool {
	switch i.Type {
	case "function_call", "custom_tool_call":
		return true
	}
	return strings.HasSuffix(i.Type, "_call") && kindOf(i.CallID) != 0 && i.ServerSide == ""
}

func (i item) call(raw bool) Call {
	c := Call{ID: text(i.CallID), Name: i.Name, Lossy: raw}
	if c.Name == "" {
		c.Name = i.Type
	}
	switch {
	case i.Type == "custom_tool_call":
		c.Args = object("input", text(i.Input))
	case kindOf(i.Arguments) == '"':
		c.Args = text(i.Arguments)
	case kindOf(i.Action) != 0:
		c.Args = argsOf(i.Action)
	case kindOf(i.Operation) != 0:
		c.Args = argsOf(i.Operation)
	default:
		c.Args = argsOf(i.Arguments)
	}
	if c.Args == "" {
		c.Args = "{}"
	}
	return c
}

func outputCalls(output jsontext.Value) ([]Call, error) {
	all, err := list(output)
	var out []Call
	for _, v := range all {
		var i item
		if err == nil {
			err = decode(v, &i)
		}
		if i.isCall() {
			out = append(out, i.call(lossy(v)))
		}
	}
	return out, err
}

func (responses) whole(body []byte) ([]Call, error) {
	var r struct {
		Output jsontext.Value `json:"output"`
	}
	if err := decode(body, &r); err != nil {
		return nil, err
	}
	return outputCalls(r.Output)
}

func (responses) stream() reader {
	return &responsesReader{at: map[int]*strings.Builder{}, seen: map[Call]int{}}
}

type responsesReader struct {
	at   map[int]*strings.Builder // deltas of open calls by output_index
	seen map[Call]int
}

func (r *responsesReader) open() bool { return len(r.at) > 0 }

func (r *responsesReader) read(data []byte) (step, error) {
	var e struct {
		Type     string         `json:"type"`
		Index    int            `json:"output_index"`
		Item     jsontext.Value `json:"item"`
		Delta    jsontext.Value `json:"delta"`
		Response struct {
			Output jsontext.Value `json:"output"`
		} `json:"response"`
	}
	if strings.TrimSpace(string(data)) == "[DONE]" {
		return step{}, nil
	}
	if err := decode(data, &e); err != nil {
		return step{}, err
	}
	if kindOf(e.Response.Output) == '[' {
		return r.summary(e.Response.Output)
	}
	deltas := r.at[e.Index]
	if kindOf(e.Item) != '{' {
		if deltas != nil && strings.HasSuffix(e.Type, ".delta") {
			deltas.WriteString(text(e.Delta))
		}
		return step{holds: deltas != nil}, nil
	}
	var i item
	if err := decode(e.Item, &i); err != nil {
		return step{}, err
	}
	switch {
	case !i.isCall():
		return step{holds: deltas != nil}, nil
	case e.Type == "response.output_item.done":
		delete(r.at, e.Index)
		c := i.call(lossy(data))
		if err := agree(deltas, i); err != nil {
			return step{}, err
		}
		r.seen[c]++
		return step{holds: true, done: []Call{c}}, nil
	case deltas != nil:
		return step{}, fmt.Errorf("%w: item %d begins twice", ErrForm, e.Index)
	}
	r.at[e.Index] = &strings.Builder{}
	return step{holds: true}, nil
}

// agree refuses a call whose pieces are another than the whole: a client may take
// either.
func agree(deltas *strings.Builder, i item) error {
	whole := text(i.Arguments)
	if i.Type == "custom_tool_call" {
		whole = text(i.Input)
	}
	if deltas != nil && deltas.Len() > 0 && deltas.String() != whole {
		return fmt.Errorf("%w: the pieces of a call are not the whole that follows", ErrForm)
	}
	return nil
}

// summary looks for calls that only the answer at the end shows.
func (r *responsesReader) summary(output jsontext.Value) (step, error) {
	calls, err := outputCalls(output)
	if err != nil {
		return step{}, err
	}
	var s step
	left := map[Call]int{}
	for c, n := range r.seen {
		left[c] = n
	}
	for _, c := range calls {
		c.Lossy = false
		known := c
		known.Lossy = true
		switch {
		case left[c] > 0:
			left[c]--
		case left[known] > 0:
			left[known]--
		default:
			s.holds, s.done = true, append(s.done, c)
			r.seen[c]++
		}
	}
	if len(calls) > 0 && r.open() {
		return step{}, fmt.Errorf("%w: the answer ends inside a call", ErrForm)
	}
	return s, nil
}

func (responses) results(body []byte) ([]result, error) {
	var q struct {
		Input jsontext.Value `json:"input"`
	}
	if err := decode(body, &q); err != nil {
		return nil, err
	}
	if kindOf(q.Input) != '[' {
		return nil, nil // text alone
	}
	all, err := list(q.Input)
	if err != nil {
		return nil, err
	}
	h := history{}
	for _, v := range all {
		var i item
		if err := decode(v, &i); err != nil {
			return nil, err
		}
		switch {
		case i.Role != "":
			h.turn() // items of one turn may stand call by call
		case i.isCall():
			h.call(i.call(false))
		case strings.HasSuffix(i.Type, "_call_output"):
			h.result(text(i.CallID), "", i.Output, "unknown")
		}
	}
	return h.list, nil
}

func (responses) failure(message string) []byte { return chat{}.failure(message) }

func (responses) broken(message string) []byte {
	type failed struct {
		Response struct {
			Error struct {
				Code    string `json:"code"`
				Message string `json:"message"`
			} `json:"error"`
			ID     string   `json:"id"`
			Object string   `json:"object"`
			Output []string `json:"output"`
			Status string   `json:"status"`
		} `json:"response"`
		Type string `json:"type"`
	}
	f := failed{Type: "response.failed"}
	f.Response.Error.Code, f.Response.Error.Message = "server_error", message
	f.Response.ID, f.Response.Object, f.Response.Output, f.Response.Status = "resp_not_recorded", "response", []string{}, "failed"
	return sse(f.Type, errorBody(f))
}
