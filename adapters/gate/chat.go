package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// chat is OpenAI's Chat Completions API, which many servers speak.
type chat struct{}

func (chat) name() string { return "openai-chat" }

// chatCall is a call or, in a stream, a part of one.
type chatCall struct {
	Index    *int           `json:"index"`
	ID       jsontext.Value `json:"id"`
	Function *chatFunction  `json:"function"`
	Custom   *struct {
		Name  string         `json:"name"`
		Input jsontext.Value `json:"input"`
	} `json:"custom"`
}

type chatFunction struct {
	Name      jsontext.Value `json:"name"`
	Arguments jsontext.Value `json:"arguments"` // text; some servers send the object
}

func (f chatFunction) text() string {
	if kindOf(f.Arguments) == '"' {
		return text(f.Arguments)
	}
	if k := kindOf(f.Arguments); k == 0 || k == 'n' {
		return ""
	}
	return string(f.Arguments)
}

// chatMessage is a message, or in a stream a delta.
type chatMessage struct {
	Role       string         `json:"role"`
	Content    jsontext.Value `json:"content"`
	ToolCalls  jsontext.Value `json:"tool_calls"`
	Function   *chatFunction  `json:"function_call"` // before there were tool calls
	ToolCallID jsontext.Value `json:"tool_call_id"`
	Name       jsontext.Value `json:"name"`
}

type chatAnswer struct {
	Choices []struct {
		Index   int            `json:"index"`
		Message chatMessage    `json:"message"`
		Delta   chatMessage    `json:"delta"`
		Finish  jsontext.Value `json:"finish_reason"`
	} `json:"choices"`
}

func (m chatMessage) parts() (out []chatCall, err error) {
	all, err := list(m.ToolCalls)
	for _, v := range all {
		var c chatCall
		if err == nil {
			err = decode(v, &c)
		}
		out = append(out, c)
	}
	if m.Function != nil {
		none := -1
		out = append(out, chatCall{Index: &none, Function: m.Function})
	}
	return out, err
}

// building is a call as far as it has come.
type building struct {
	id, name      string
	args          strings.Builder
	custom, lossy bool
}

func (b *building) add(c chatCall) error {
	for _, p := range []struct {
		to  *string
		got string
	}{{&b.id, text(c.ID)}, {&b.name, c.named()}} {
		if p.got != "" && *p.to != "" && p.got != *p.to {
			return fmt.Errorf("%w: one call is called %q and %q", ErrForm, *p.to, p.got)
		}
		if p.got != "" {
			*p.to = p.got
		}
	}
	switch {
	case c.Custom != nil:
		b.custom = true
		b.args.WriteString(text(c.Custom.Input))
	case c.Function != nil:
		b.args.WriteString(c.Function.text())
	}
	return nil
}

func (c chatCall) named() string {
	switch {
	case c.Custom != nil:
		return c.Custom.Name
	case c.Function != nil:
		return text(c.Function.Name)
	}
	return ""
}

func (b *building) call() Call {
	c := Call{ID: b.id, Name: b.name, Args: b.args.String(), Lossy: b.lossy}
	switch {
	case b.custom:
		c.Args = object("input", c.Args)
	case c.Args == "":
		c.Args = "{}"
	}
	return c
}

func (m chatMessage) calls(raw bool) ([]Call, error) {
	parts, err := m.parts()
	var out []Call
	for _, p := range parts {
		b := building{lossy: raw}
		if err == nil {
			err = b.add(p)
		}
		out = append(out, b.call())
	}
	return out, err
}

func (chat) whole(body []byte) ([]Call, error) {
	var a chatAnswer
	if err := decode(body, &a); err != nil {
		return nil, err
	}
	var out []Call
	for _, c := range a.Choices {
		calls, err := c.Message.calls(lossy(body))
		if err != nil {
			return nil, err
		}
		out = append(out, calls...)
	}
	return out, nil
}

func (chat) stream() reader { return &chatReader{choices: map[int]*chatChoice{}} }

type chatReader struct{ choices map[int]*chatChoice }

type chatChoice struct {
	by    map[int]*building
	order []int
}

func (r *chatReader) open() bool { return len(r.choices) > 0 }

func (r *chatReader) read(data []byte) (step, error) {
	if strings.TrimSpace(string(data)) == "[DONE]" {
		return step{holds: r.open(), done: r.all()}, nil
	}
	var a chatAnswer
	if err := decode(data, &a); err != nil {
		return step{}, err
	}
	var s step
	for _, c := range a.Choices {
		// A server that puts a whole message into a chunk means it.
		for _, m := range []chatMessage{c.Delta, c.Message} {
			parts, err := m.parts()
			if err != nil {
				return step{}, err
			}
			for _, p := range parts {
				s.holds = true
				if err := r.add(c.Index, p, lossy(data)); err != nil {
					return step{}, err
				}
			}
		}
		if kindOf(c.Finish) == '"' && r.choices[c.Index] != nil {
			s.holds = true
			s.done = append(s.done, r.finish(c.Index)...)
		}
	}
	return s, nil
}

func (r *chatReader) add(choice int, p chatCall, raw bool) error {
	c := r.choices[choice]
	if c == nil {
		c = &chatChoice{by: map[int]*building{}}
		r.choices[choice] = c
	}
	at := len(c.order) // servers that number nothing send calls whole
	if p.Index != nil {
		at = *p.Index
	}
	b := c.by[at]
	if b == nil {
		b = &building{}
		c.by[at] = b
		c.order = append(c.order, at)
	}
	b.lossy = b.lossy || raw
	return b.add(p)
}

func (r *chatReader) finish(choice int) (out []Call) {
	c := r.choices[choice]
	delete(r.choices, choice)
	for _, at := range c.order {
		out = append(out, c.by[at].call())
	}
	return out
}

func (r *chatReader) all() (out []Call) {
	var choices []int
	for i := range r.choices {
		choices = append(choices, i)
	}
	slices.Sort(choices)
	for _, i := range choices {
		out = append(out, r.finish(i)...)
	}
	return out
}

func (chat) results(body []byte) ([]result, error) {
	var q struct {
		Messages []chatMessage `json:"messages"`
	}
	if err := decode(body, &q); err != nil {
		return nil, err
	}
	h := history{}
	for _, m := range q.Messages {
		switch m.Role {
		case "assistant":
			h.turn()
			calls, err := m.calls(false)
			if err != nil {
				return nil, err
			}
			for _, c := range calls {
				h.call(c)
			}
		case "tool", "function":
			h.result(text(m.ToolCallID), text(m.Name), m.Content, "unknown")
		}
	}
	return h.list, nil
}

type openAIError struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Type    string `json:"type"`
	} `json:"error"`
}

func (chat) failure(message string) []byte {
	var e openAIError
	e.Error.Code, e.Error.Message, e.Error.Type = "not_recorded", message, "server_error"
	return errorBody(e)
}

func (d chat) broken(message string) []byte { return sse("", d.failure(message)) }
