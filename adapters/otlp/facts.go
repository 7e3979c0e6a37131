package otlp

import (
	"fmt"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Fact is what telemetry says about one call.
type Fact struct {
	Event    string // claude_code.tool_decision, codex.tool_result, gen_ai.execute_tool …
	Tool     string
	Call     string // the harness's id
	Finished bool   // the call is over
	Said     map[string]string
}

// maxText is the longest text that is kept of one member.
const maxText = 512

// kept are the members that are kept, and under which name; all others are dropped.
func kept() map[string]string {
	return map[string]string{
		"decision": "decision", "source": "source", "decision_source": "source", "decision_type": "decision",
		"permission_mode": "mode", "success": "success", "duration_ms": "duration_ms", "output_truncated": "truncated",
		"tool_result_size_bytes": "result_bytes", "tool_input_size_bytes": "args_bytes", "tool_source": "tool_source",
		"mcp_server": "mcp_server", "event.timestamp": "harness_time", "event.sequence": "sequence",
		"session.id": "session", "conversation.id": "session", "gen_ai.conversation.id": "session", "prompt.id": "turn",
		"error.type": "error_type", "gen_ai.agent.name": "agent", "gen_ai.provider.name": "provider", "gen_ai.tool.type": "tool_type",
	}
}

type attribute struct {
	Key   string `json:"key"`
	Value struct {
		String *string        `json:"stringValue"`
		Bool   *bool          `json:"boolValue"`
		Int    jsontext.Value `json:"intValue"` // text or number
		Double jsontext.Value `json:"doubleValue"`
	} `json:"value"`
}

func (a attribute) text() string {
	v := a.Value
	switch {
	case v.String != nil:
		return *v.String
	case v.Bool != nil:
		return fmt.Sprint(*v.Bool)
	case v.Int != nil:
		return strings.Trim(string(v.Int), `"`)
	}
	return string(v.Double)
}

// Logs reads the facts of a batch of logs.
func Logs(body []byte) ([]Fact, error) {
	var b struct {
		Resources []struct {
			Scopes []struct {
				Scope struct {
					Name string `json:"name"`
				} `json:"scope"`
				Records []struct {
					Event      string      `json:"eventName"`
					Attributes []attribute `json:"attributes"`
					Body       *struct {
						Text string `json:"stringValue"`
					} `json:"body"`
				} `json:"logRecords"`
			} `json:"scopeLogs"`
		} `json:"resourceLogs"`
	}
	if err := decode(body, &b); err != nil {
		return nil, err
	}
	var out []Fact
	for _, r := range b.Resources {
		for _, s := range r.Scopes {
			for _, l := range s.Records {
				names := []string{l.Event}
				if l.Body != nil {
					names = append(names, l.Body.Text)
				}
				if f, ok := factOf(s.Scope.Name, names, l.Attributes); ok {
					out = append(out, f)
				}
			}
		}
	}
	return bounded(out)
}

// Spans reads the facts of a batch of spans. A span is sent when it has ended.
func Spans(body []byte) ([]Fact, error) {
	var b struct {
		Resources []struct {
			Scopes []struct {
				Scope struct {
					Name string `json:"name"`
				} `json:"scope"`
				Spans []struct {
					Attributes []attribute `json:"attributes"`
				} `json:"spans"`
			} `json:"scopeSpans"`
		} `json:"resourceSpans"`
	}
	if err := decode(body, &b); err != nil {
		return nil, err
	}
	var out []Fact
	for _, r := range b.Resources {
		for _, s := range r.Scopes {
			for _, span := range s.Spans {
				if f, ok := factOf(s.Scope.Name, nil, span.Attributes); ok {
					out = append(out, f)
				}
			}
		}
	}
	return bounded(out)
}

func decode(body []byte, into any) error {
	if err := json.Unmarshal(body, into, jsontext.AllowInvalidUTF8(true)); err != nil {
		return fmt.Errorf("%w: %w", ErrBatch, err)
	}
	return nil
}

func bounded(out []Fact) ([]Fact, error) {
	if len(out) > MaxEvents {
		return nil, fmt.Errorf("%w: it tells of %d calls, at most %d are taken", ErrBatch, len(out), MaxEvents)
	}
	return out, nil
}

// factOf reads one record; ok is false where it is about no tool.
func factOf(scope string, names []string, list []attribute) (f Fact, ok bool) {
	said := map[string]string{}
	for _, a := range list {
		said[a.Key] = a.text()
	}
	names = append(names, said["event.name"])
	for _, name := range names {
		kind := name[strings.LastIndexByte(name, '.')+1:]
		if kind != "tool_decision" && kind != "tool_result" {
			continue
		}
		vendor := "codex"
		switch {
		case strings.HasPrefix(name, "claude_code."), strings.Contains(scope, "claude_code"):
			vendor = "claude_code"
		case !strings.HasPrefix(name, "codex.") && !strings.HasPrefix(scope, "codex"):
			continue
		}
		f.Event, f.Finished, ok = vendor+"."+kind, kind == "tool_result", true
	}
	if !ok && said["gen_ai.operation.name"] == "execute_tool" {
		f.Event, f.Finished, ok = "gen_ai.execute_tool", true, true
	}
	if !ok {
		return f, false
	}
	f.Tool = short(first(said["tool_name"], said["gen_ai.tool.name"]))
	f.Call = short(first(said["tool_use_id"], said["call_id"], said["gen_ai.tool.call.id"]))
	for from, to := range kept() {
		if text := said[from]; text != "" {
			if f.Said == nil {
				f.Said = map[string]string{}
			}
			f.Said[to] = short(text)
		}
	}
	return f, true
}

func first(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// short cuts a text, and replaces what is no UTF-8.
func short(s string) string {
	r := []rune(s)
	for len(string(r)) > maxText {
		r = r[:len(r)-1-(len(string(r))-maxText)/4]
	}
	return string(r)
}
