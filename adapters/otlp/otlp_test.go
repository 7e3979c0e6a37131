package otlp_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/adapters/otlp"
)

func attr(pairs ...string) string {
	var out []string
	for i := 0; i < len(pairs); i += 2 {
		out = append(out, `{"key":"`+pairs[i]+`","value":{"stringValue":"`+pairs[i+1]+`"}}`)
	}
	return "[" + strings.Join(out, ",") + "]"
}

func logs(scope, body, attributes string) string {
	return `{"resourceLogs":[{"scopeLogs":[{"scope":{"name":"` + scope + `"},"logRecords":[{"body":` + body + `,"attributes":` + attributes + `}]}]}]}`
}

func spans(attributes string) string {
	return `{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":` + attributes + `}]}]}]}`
}

// TestFacts: shapes as the harnesses send them become notices without what is
// nobody's business; a finished call without an intent becomes a gap.
func TestFacts(t *testing.T) {
	private := []string{"user.email", "me@example.com", "user.account_uuid", "u1", "organization.id", "o1", "tool_parameters", "secret args", "output", "secret output"}
	claude := append([]string{"event.name", "tool_decision", "tool_name", "Bash", "tool_use_id", "known", "decision", "accept", "source", "user_temporary"}, private...)
	result := append([]string{"event.name", "tool_result", "tool_name", "Bash", "tool_use_id", "lost", "success", "true"}, private...)
	codex := append([]string{"event.name", "codex.tool_decision", "tool_name", "exec_command", "call_id", "known", "decision", "approved", "source", "User"}, private...)
	span := append([]string{"gen_ai.operation.name", "execute_tool", "gen_ai.tool.name", "f", "gen_ai.tool.call.id", "lost"}, private...)
	for _, c := range []struct{ name, path, body, want string }{
		{"claude decision", "/v1/logs", logs("com.anthropic.claude_code.events", `{"stringValue":"claude_code.tool_decision"}`, attr(claude...)),
			`notice {"about":"telemetry","call":"known","event":"claude_code.tool_decision","facts":{"decision":"accept","source":"user_temporary"},"tool":"Bash"}`},
		{"claude result of no call", "/v1/logs", logs("com.anthropic.claude_code.events", `null`, attr(result...)),
			`gap {"about":"result","call":"lost","event":"claude_code.tool_result","facts":{"success":"true"},"tool":"Bash"}`},
		{"codex decision", "/v1/logs", logs("codex_otel.log_only", "null", attr(codex...)),
			`notice {"about":"telemetry","call":"known","event":"codex.tool_decision","facts":{"decision":"approved","source":"User"},"tool":"exec_command"}`},
		{"span", "/v1/traces", spans(attr(span...)), `gap {"about":"result","call":"lost","event":"gen_ai.execute_tool","tool":"f"}`},
		{"another log", "/v1/logs", logs("x", `{"stringValue":"tool_result"}`, attr("event.name", "user_prompt", "user.email", "me@example.com")), ""},
		{"metrics", "/v1/metrics", `{"resourceMetrics":[]}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []event.Event
			r := otlp.Receiver{Known: func(id string) bool { return id == "known" }, Record: func(_ context.Context, e event.Event) (event.Reply, error) {
				got = append(got, e)
				return event.Reply{}, e.Check()
			}}
			for range 2 { // a batch that is sent again has the same ids
				if w := send(r, c.path, "application/json", c.body); w.Code != 200 || w.Body.String() != "{}" {
					t.Fatalf("answer %d %s", w.Code, w.Body)
				}
			}
			said := ""
			if len(got) > 0 {
				said = got[0].Data.Kind + " " + got[0].Data.ArgsJSON
				if len(got) != 2 || got[0].ID != got[1].ID {
					t.Errorf("a batch that is sent again is another event: %+v", got)
				}
			}
			if said != c.want {
				t.Errorf("told %s\nwant %s", said, c.want)
			}
		})
	}
}

func send(r otlp.Receiver, path, kind, body string) *httptest.ResponseRecorder {
	q := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	q.Header.Set("Content-Type", kind)
	w := httptest.NewRecorder()
	r.ServeHTTP(w, q)
	return w
}

func TestRefused(t *testing.T) {
	r := otlp.Receiver{Record: func(context.Context, event.Event) (event.Reply, error) { return event.Reply{}, errors.New("disk full") }}
	good := logs("codex_otel", "null", attr("event.name", "codex.tool_result", "call_id", "c"))
	for _, c := range []struct {
		path, kind, body, says string
		want                   int
	}{
		{"/v1/logs", "application/x-protobuf", "x", "http/json", 415},
		{"/v1/other", "application/json", "{}", "/v1/logs", 404},
		{"/v1/logs", "application/json", "{", "not valid", 400},
		{"/v1/logs", "application/json", `{"resourceLogs":[],"resourceLogs":[]}`, "not valid", 400},
		{"/v1/logs", "application/json", strings.Repeat(" ", otlp.MaxBody) + good, "not valid", 400},
		{"/v1/logs", "application/json", good, "disk full", 503},
	} {
		if w := send(r, c.path, c.kind, c.body); w.Code != c.want || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s %s: %d %s, want %d with %q", c.path, c.kind, w.Code, w.Body, c.want, c.says)
		}
	}
}

// FuzzLogs: whatever comes is refused or gives facts within their bounds.
func FuzzLogs(f *testing.F) {
	f.Add([]byte(logs("codex_otel", "null", attr("event.name", "codex.tool_result", "call_id", "c"))))
	f.Add([]byte(spans(attr("gen_ai.operation.name", "execute_tool"))))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, read := range []func([]byte) ([]otlp.Fact, error){otlp.Logs, otlp.Spans} {
			facts, err := read(body)
			if err != nil && !errors.Is(err, otlp.ErrBatch) {
				t.Errorf("an error that is no ErrBatch: %v", err)
			}
			for _, fact := range facts {
				if len(fact.Tool) > 512 || len(fact.Call) > 512 || fact.Event == "" {
					t.Errorf("out of bounds: %+v", fact)
				}
			}
		}
	})
}
