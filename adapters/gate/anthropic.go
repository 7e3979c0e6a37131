package gate

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// anthropic is the Messages API.
type anthropic struct{}

func (anthropic) name() string { return "anthropic" }

// block is one block of a message's content. ID may be null.
type block struct {
	Type      string         `json:"type"`
	ID        jsontext.Value `json:"id"`
	Name      string         `json:"name"`
	Input     jsontext.Value `json:"input"`
	ToolUseID jsontext.Value `json:"tool_use_id"`
	Content   jsontext.Value `json:"content"`
	IsError   jsontext.Value `json:"is_error"`
}

func (b block) call() Call {
	return Call{ID: text(b.ID), Name: b.Name, Args: argsOf(b.Input), Lossy: lossy(b.Input)}
}

// blocks reads a content, which may be text alone.
func blocks(content jsontext.Value) ([]block, error) {
	if kindOf(content) != '[' {
		return nil, nil
	}
	var out []block
	return out, decode(content, &out)
}

func (anthropic) whole(body []byte) ([]Call, error) {
	var m struct {
		Content jsontext.Value `json:"content"`
	}
	if err := decode(body, &m); err != nil {
		return nil, err
	}
	return callsOf(m.Content)
}

func callsOf(content jsontext.Value) ([]Call, error) {
	all, err := blocks(content)
	var out []Call
	for _, b := range all {
		if b.Type == "tool_use" {
			out = append(out, b.call())
		}
	}
	return out, err
}

func (anthropic) stream() reader { return &anthropicReader{at: map[int]*anthropicCall{}} }

type anthropicCall struct {
	Call
	deltas strings.Builder
}

type anthropicReader struct{ at map[int]*anthropicCall }

func (r *anthropicReader) open() bool { return len(r.at) > 0 }

func (r *anthropicReader) read(data []byte) (step, error) {
	var e struct {
		Type    string         `json:"type"`
		Index   int            `json:"index"`
		Block   jsontext.Value `json:"content_block"`
		Delta   jsontext.Value `json:"delta"`
		Message struct {
			Content jsontext.Value `json:"content"`
		} `json:"message"`
	}
	if err := decode(data, &e); err != nil {
		return step{}, err
	}
	c := r.at[e.Index]
	switch e.Type {
	case "message_start":
		calls, err := callsOf(e.Message.Content)
		return step{holds: len(calls) > 0, done: calls}, err
	case "content_block_start":
		var b block
		if err := decode(e.Block, &b); err != nil {
			return step{}, err
		}
		if c != nil {
			return step{}, fmt.Errorf("%w: block %d begins twice", ErrForm, e.Index)
		}
		if b.Type != "tool_use" {
			return step{}, nil
		}
		r.at[e.Index] = &anthropicCall{Call: b.call()}
		return step{holds: true}, nil
	case "content_block_delta":
		var d struct {
			Type    string `json:"type"`
			Partial string `json:"partial_json"`
		}
		if err := decode(e.Delta, &d); err != nil {
			return step{}, err
		}
		if c == nil {
			return step{}, nil
		}
		c.deltas.WriteString(d.Partial)
		c.Lossy = c.Lossy || lossy(e.Delta)
		return step{holds: true}, nil
	case "content_block_stop":
		if c == nil {
			return step{}, nil
		}
		delete(r.at, e.Index)
		if c.deltas.Len() > 0 {
			c.Args = c.deltas.String()
		}
		return step{holds: true, done: []Call{c.Call}}, nil
	case "message_stop":
		if r.open() {
			return step{}, fmt.Errorf("%w: the message ends inside a call", ErrForm)
		}
	}
	return step{}, nil
}

func (anthropic) results(body []byte) ([]result, error) {
	var q struct {
		Messages []struct {
			Role    string         `json:"role"`
			Content jsontext.Value `json:"content"`
		} `json:"messages"`
	}
	if err := decode(body, &q); err != nil {
		return nil, err
	}
	h := history{}
	for _, m := range q.Messages {
		all, err := blocks(m.Content)
		if err != nil {
			return nil, err
		}
		if m.Role == "assistant" {
			h.turn()
		}
		for _, b := range all {
			switch b.Type {
			case "tool_use":
				h.call(b.call())
			case "tool_result":
				status := "ok"
				if string(b.IsError) == "true" {
					status = "error"
				}
				h.result(text(b.ToolUseID), "", b.Content, status)
			}
		}
	}
	return h.list, nil
}

type anthropicError struct {
	Type  string `json:"type"`
	Error struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	} `json:"error"`
}

func (anthropic) failure(message string) []byte {
	e := anthropicError{Type: "error"}
	e.Error.Type, e.Error.Message = "api_error", message
	return errorBody(e)
}

func (d anthropic) broken(message string) []byte { return sse("error", d.failure(message)) }
