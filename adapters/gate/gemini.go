package gate

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// gemini is Google's generateContent API.
type gemini struct{}

func (gemini) name() string { return "gemini" }

type geminiContent struct {
	Role  string `json:"role"`
	Parts []struct {
		Call     *geminiCall `json:"functionCall"`
		Call2    *geminiCall `json:"function_call"` // both spellings are taken by clients
		Response *struct {
			ID       jsontext.Value `json:"id"`
			Name     string         `json:"name"`
			Response jsontext.Value `json:"response"`
		} `json:"functionResponse"`
	} `json:"parts"`
}

type geminiCall struct {
	ID       jsontext.Value `json:"id"`
	Name     string         `json:"name"`
	Args     jsontext.Value `json:"args"`
	Partial  jsontext.Value `json:"partialArgs"`
	Continue jsontext.Value `json:"willContinue"`
}

func (c geminiContent) calls() (out []Call, err error) {
	for _, p := range c.Parts {
		for _, f := range []*geminiCall{p.Call, p.Call2} {
			if f == nil {
				continue
			}
			if kindOf(f.Partial) != 0 || string(f.Continue) == "true" {
				return nil, fmt.Errorf("%w: a call comes in parts, which is not supported; ask for no streamed arguments", ErrForm)
			}
			out = append(out, Call{ID: text(f.ID), Name: f.Name, Args: argsOf(f.Args), Lossy: lossy(f.Args)})
		}
	}
	return out, nil
}

func (gemini) whole(body []byte) ([]Call, error) {
	var a struct {
		Candidates []struct {
			Content geminiContent `json:"content"`
		} `json:"candidates"`
	}
	if err := decode(body, &a); err != nil {
		return nil, err
	}
	var out []Call
	for _, c := range a.Candidates {
		calls, err := c.Content.calls()
		if err != nil {
			return nil, err
		}
		out = append(out, calls...)
	}
	return out, nil
}

func (d gemini) stream() reader { return geminiReader{} }

// geminiReader needs no memory: calls come whole.
type geminiReader struct{}

func (geminiReader) open() bool { return false }

func (geminiReader) read(data []byte) (step, error) {
	calls, err := gemini{}.whole(data)
	return step{holds: len(calls) > 0, done: calls}, err
}

func (gemini) results(body []byte) ([]result, error) {
	var q struct {
		Contents []geminiContent `json:"contents"`
	}
	if err := decode(body, &q); err != nil {
		return nil, err
	}
	h := history{}
	for _, c := range q.Contents {
		if c.Role == "model" {
			h.turn()
		}
		calls, err := c.calls()
		if err != nil {
			return nil, err
		}
		for _, call := range calls {
			h.call(call)
		}
		for _, p := range c.Parts {
			if r := p.Response; r != nil {
				h.result(text(r.ID), r.Name, r.Response, geminiStatus(r.Response))
			}
		}
	}
	return h.list, nil
}

// geminiStatus: a response says error where there was one.
func geminiStatus(response jsontext.Value) string {
	var r struct {
		Error jsontext.Value `json:"error"`
	}
	if decode(response, &r) == nil && kindOf(r.Error) != 0 && r.Error.Kind() != 'n' {
		return "error"
	}
	return "ok"
}

func (gemini) failure(message string) []byte {
	type failed struct {
		Error struct {
			Code    int    `json:"code"`
			Message string `json:"message"`
			Status  string `json:"status"`
		} `json:"error"`
	}
	var f failed
	f.Error.Code, f.Error.Message, f.Error.Status = 503, message, "UNAVAILABLE"
	return errorBody(f)
}

func (d gemini) broken(message string) []byte { return sse("", d.failure(message)) }
