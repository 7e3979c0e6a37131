package modelserver

import (
	"net/http"
)

// gemini is Google's generateContent API.
type gemini struct{}

func (gemini) turns(in asked) int {
	return runs(in.Contents, func(m message) bool { return m.Role == "model" })
}

// sse is what the client chooses; else a stream is a JSON array.
func (gemini) sse(r *http.Request) bool { return r.URL.Query().Get("alt") == "sse" }

func (gemini) last() []frame { return nil }

func (gemini) call(c Call) obj {
	f := obj{"name": c.Name, "args": c.object()}
	if c.ID.Given {
		f["id"] = c.ID.value("")
	}
	return obj{"functionCall": f}
}

func (gemini) piece(a answer, parts []any, stop any) obj {
	c := obj{"index": 0, "content": obj{"role": "model", "parts": parts}}
	if stop != nil {
		c["finishReason"] = stop
	}
	return obj{"candidates": []any{c}, "modelVersion": a.model, "responseId": a.id("r"),
		"usageMetadata": obj{"promptTokenCount": usage, "candidatesTokenCount": usage, "totalTokenCount": 2 * usage}}
}

func (gemini) stop(t Turn) string {
	if t.StopReason != "" {
		return t.StopReason
	}
	return "STOP"
}

func (d gemini) plain(t Turn, a answer) any {
	parts := []any{}
	if t.Thinking != "" {
		parts = append(parts, obj{"text": t.Thinking, "thought": true})
	}
	if t.Text != "" {
		parts = append(parts, obj{"text": t.Text})
	}
	for _, c := range t.Calls {
		parts = append(parts, d.call(c))
	}
	return d.piece(a, parts, d.stop(t))
}

func (d gemini) frames(t Turn, a answer) []frame {
	var out []frame
	for _, p := range t.pieces(t.Thinking) {
		out = append(out, frame{data: d.piece(a, []any{obj{"text": p, "thought": true}}, nil)})
	}
	for _, p := range t.pieces(t.Text) {
		out = append(out, frame{data: d.piece(a, []any{obj{"text": p}}, nil)})
	}
	out = append(out, t.between()...)
	var calls []any
	for _, c := range t.Calls {
		if t.Interleave {
			calls = append(calls, d.call(c)) // several parts in one frame
		} else {
			out = append(out, frame{data: d.piece(a, []any{d.call(c)}, nil)})
		}
	}
	if calls != nil {
		out = append(out, frame{data: d.piece(a, calls, nil)})
	}
	if t.NoStop {
		return out
	}
	return append(out, frame{data: d.piece(a, []any{obj{"text": ""}}, d.stop(t))})
}

func (gemini) failure(f Failure) any {
	word := map[int]string{400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE"}[f.Status]
	if word == "" {
		word = "INTERNAL"
	}
	if f.Type != "" {
		word = f.Type
	}
	return obj{"error": obj{"code": f.Status, "message": f.Message, "status": word}}
}

func (d gemini) broken(f Failure) frame { return frame{data: d.failure(f)} }
