package modelserver

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"
)

// dialect is one vendor's API.
type dialect interface {
	plain(t Turn, a answer) any
	frames(t Turn, a answer) []frame
	failure(f Failure) any
	broken(f Failure) frame // in the middle of a stream
	turns(in asked) int     // of the model in the request's history
	sse(r *http.Request) bool
	last() []frame // what ends every stream
}

// asked is what matters in a request of any dialect.
type asked struct {
	Model    string          `json:"model"`
	Stream   bool            `json:"stream"`
	Tools    json.RawMessage `json:"tools"`
	Messages []message       `json:"messages"` // Anthropic, Chat
	Input    json.RawMessage `json:"input"`    // Responses
	Contents []message       `json:"contents"` // Gemini
	Previous string          `json:"previous_response_id"`
	Options  struct {
		Usage bool `json:"include_usage"`
	} `json:"stream_options"`
}

type message struct {
	Role string `json:"role"`
	Type string `json:"type"`
}

// answer is what an answer has beside its turn.
type answer struct {
	number int
	model  string
	sse    bool
	in     asked
}

func (a answer) id(prefix string) string { return fmt.Sprintf("%s%04d", prefix, a.number) }

func (a answer) call(prefix string, i int) string {
	return fmt.Sprintf("%s%04d_%d", prefix, a.number, i+1)
}

func (in asked) offersTools() bool {
	var list []json.RawMessage
	return json.Unmarshal(in.Tools, &list) == nil && len(list) > 0
}

// model is the name that is asked for; Gemini has it in the path.
func (in asked) model(uri string) string {
	if in.Model != "" {
		return in.Model
	}
	name, _, _ := strings.Cut(path.Base(strings.SplitN(uri, "?", 2)[0]), ":")
	return name
}

// route finds the dialect by the path, and whether the path asks for a stream.
func route(r *http.Request) (d dialect, stream bool) {
	p := strings.TrimSuffix(r.URL.Path, "/")
	switch {
	case strings.HasSuffix(p, "/messages"):
		return anthropic{}, false
	case strings.HasSuffix(p, "/chat/completions"):
		return chat{}, false
	case strings.HasSuffix(p, "/responses"):
		return responses{}, false
	case strings.HasSuffix(p, ":generateContent"):
		return gemini{}, false
	case strings.HasSuffix(p, ":streamGenerateContent"):
		return gemini{}, true
	}
	return nil, false
}

// runs counts the unbroken runs of the model's messages.
func runs(list []message, ours func(message) bool) int {
	n, inside := 0, false
	for _, m := range list {
		if ours(m) && !inside {
			n++
		}
		inside = ours(m)
	}
	return n
}

// always is what most dialects do: they stream as server-sent events.
type always struct{}

func (always) sse(*http.Request) bool { return true }
func (always) last() []frame          { return nil }

// usage is a count that no test may take for one.
const usage = 7

// errorType is a vendor's word for a status.
func errorType(status int) string {
	switch status {
	case 400:
		return "invalid_request_error"
	case 401:
		return "authentication_error"
	case 429:
		return "rate_limit_error"
	case 529:
		return "overloaded_error"
	}
	return "api_error"
}

func (f Failure) word() string {
	if f.Type != "" {
		return f.Type
	}
	return errorType(f.Status)
}
