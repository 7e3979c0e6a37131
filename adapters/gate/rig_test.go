package gate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/adapters/gate"
	"github.com/varek/varek/deploy/modelserver"
)

// apis are the requests of the four dialects; %s is the history's end.
type api struct {
	plain, stream string
	ask           func(stream bool, history ...string) string
	result        func(id, name, args, text string) []string // call and result as a history repeats them
	user          string
}

func apis() map[string]api {
	body := func(list, rest string) func(bool, ...string) string {
		return func(stream bool, history ...string) string {
			return fmt.Sprintf(`{"model":"m","tools":[{}],"stream":%v%s,"%s":[%s]}`, stream, rest, list, strings.Join(history, ","))
		}
	}
	return map[string]api{
		"anthropic": {"/v1/messages", "/v1/messages", body("messages", ""), func(id, name, args, text string) []string {
			return []string{fmt.Sprintf(`{"role":"assistant","content":[{"type":"tool_use","id":%q,"name":%q,"input":%s}]}`, id, name, args),
				fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":%q}]}`, id, text)}
		}, `{"role":"user","content":"go"}`},
		"openai-chat": {"/v1/chat/completions", "/v1/chat/completions", body("messages", ""), func(id, name, args, text string) []string {
			return []string{fmt.Sprintf(`{"role":"assistant","content":null,"tool_calls":[{"id":%q,"type":"function","function":{"name":%q,"arguments":%q}}]}`, id, name, args),
				fmt.Sprintf(`{"role":"tool","tool_call_id":%q,"content":%q}`, id, text)}
		}, `{"role":"user","content":"go"}`},
		"openai-responses": {"/v1/responses", "/v1/responses", body("input", ""), func(id, name, args, text string) []string {
			return []string{fmt.Sprintf(`{"type":"function_call","call_id":%q,"name":%q,"arguments":%q}`, id, name, args),
				fmt.Sprintf(`{"type":"function_call_output","call_id":%q,"output":%q}`, id, text)}
		}, `{"role":"user","content":"go"}`},
		"gemini": {"/v1beta/models/m:generateContent", "/v1beta/models/m:streamGenerateContent?alt=sse", body("contents", ""), func(id, name, args, text string) []string {
			given := ""
			if id != "" {
				given = fmt.Sprintf(`"id":%q,`, id)
			}
			return []string{fmt.Sprintf(`{"role":"model","parts":[{"functionCall":{%s"name":%q,"args":%s}}]}`, given, name, args),
				fmt.Sprintf(`{"role":"user","parts":[{"functionResponse":{%s"name":%q,"response":{"output":%q}}}]}`, given, name, text)}
		}, `{"role":"user","parts":[{"text":"go"}]}`},
	}
}

// books is a recorder that keeps what it is told.
type books struct {
	mu     sync.Mutex
	events []event.Event
	fail   func(event.Event) error
	wait   chan struct{} // intents wait for it
	came   chan struct{} // gets a word for every intent that waits
}

func (b *books) record(_ context.Context, e event.Event) (event.Reply, error) {
	if err := e.Check(); err != nil {
		return event.Reply{}, err
	}
	b.mu.Lock()
	wait, came := b.wait, b.came
	b.mu.Unlock()
	if wait != nil && e.Data.Kind == "intent" {
		came <- struct{}{}
		<-wait
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail != nil {
		if err := b.fail(e); err != nil {
			return event.Reply{}, err
		}
	}
	b.events = append(b.events, e)
	r := event.Reply{OK: true, ActionID: e.Data.ActionID}
	if e.Data.Kind == "intent" {
		r.ActionID = fmt.Sprintf("a%d", len(b.events))
	}
	return r, nil
}

// said lists the events in short.
func (b *books) said() (out []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.events {
		d := e.Data
		var m struct {
			Native struct{ Call string }
		}
		_ = json.Unmarshal(d.Metadata, &m)
		switch d.Kind {
		case "intent":
			out = append(out, fmt.Sprintf("intent %s %s %s", d.Tool, m.Native.Call, d.ArgsJSON))
		case "action":
			out = append(out, fmt.Sprintf("action %s %s", d.Status, d.ResultJSON))
		default:
			var a struct{ About string }
			_ = json.Unmarshal([]byte(d.ArgsJSON), &a)
			out = append(out, d.Kind+" "+a.About)
		}
	}
	return out
}

// calls are the intents in short, in any order.
func (b *books) calls() (out []string) {
	for _, s := range b.said() {
		if strings.HasPrefix(s, "intent ") {
			out = append(out, s)
		}
	}
	slices.Sort(out)
	return out
}

type rig struct {
	*books
	model *modelserver.Server
	gate  *gate.Gate
	url   string
	mu    sync.Mutex
	log   []string
}

// stand puts a gate before a scripted model.
func stand(t *testing.T, scenario string, change ...func(*gate.Config)) *rig {
	t.Helper()
	s, err := modelserver.Decode(strings.NewReader(scenario))
	if err != nil {
		t.Fatal(err)
	}
	r := &rig{books: &books{}}
	if r.model, err = modelserver.Start(s); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.model.Close() })
	r.before(t, r.model.URL(), change...)
	return r
}

func (r *rig) before(t *testing.T, upstream string, change ...func(*gate.Config)) {
	t.Helper()
	u, err := url.Parse(upstream)
	if err != nil {
		t.Fatal(err)
	}
	cfg := gate.Config{Record: r.record, Upstream: gate.Upstreams{Anthropic: u, OpenAI: u, Gemini: u}, Log: func(s string) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.log = append(r.log, s)
	}}
	for _, f := range change {
		f(&cfg)
	}
	if r.gate, err = gate.New(cfg); err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(r.gate)
	front.Config.ConnContext = r.gate.ConnContext
	front.Start()
	t.Cleanup(func() { front.Close(); r.gate.Wait() })
	r.url = front.URL
}

// behind puts a gate before a handler.
func behind(t *testing.T, h http.HandlerFunc, change ...func(*gate.Config)) *rig {
	t.Helper()
	up := httptest.NewServer(h)
	t.Cleanup(up.Close)
	r := &rig{books: &books{}}
	r.before(t, up.URL, change...)
	return r
}

func post(t *testing.T, url, body string) *http.Response {
	t.Helper()
	r, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Body.Close() })
	return r
}

// fetch gives the whole answer, whether it ends well or not.
func fetch(t *testing.T, url, body string) (int, []byte, error) {
	t.Helper()
	r := post(t, url, body)
	text, err := io.ReadAll(r.Body)
	return r.StatusCode, text, err
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func has(t *testing.T, text []byte, part string, want bool) {
	t.Helper()
	if bytes.Contains(text, []byte(part)) != want {
		t.Errorf("the answer holds %q: %v, want %v:\n%.2000s", part, !want, want, text)
	}
}
