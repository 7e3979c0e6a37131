package modelserver_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/deploy/modelserver"
)

// apis are the requests of the four dialects.
var apis = map[string]struct{ plain, stream, body string }{
	"anthropic": {"/v1/messages", "/v1/messages", `{"model":"m","stream":STREAM,"tools":[{"name":"shell"}],"messages":[{"role":"user","content":"go"}]}`},
	"chat":      {"/v1/chat/completions", "/v1/chat/completions", `{"model":"m","stream":STREAM,"stream_options":{"include_usage":true},"tools":[{}],"messages":[{"role":"user","content":"go"}]}`},
	"responses": {"/v1/responses", "/v1/responses", `{"model":"m","stream":STREAM,"tools":[{}],"input":[{"role":"user","content":"go"}]}`},
	"gemini":    {"/v1beta/models/m:generateContent", "/v1beta/models/m:streamGenerateContent?alt=sse", `{"tools":[{}],"contents":[{"role":"user","parts":[{"text":"go"}]}]}`},
}

func start(t *testing.T, scenario string) *modelserver.Server {
	t.Helper()
	s, err := modelserver.Decode(strings.NewReader(scenario))
	if err != nil {
		t.Fatal(err)
	}
	srv, err := modelserver.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { srv.Close() })
	return srv
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

const twoCalls = `{"turns":[{"thinking":"hm","text":"I will look at <both>.","interleave":true,"calls":[
	{"name":"shell","id":"one","args":{"command":"ls -la && echo \"ü\""}},{"name":"read","args":{"path":"a"}}]}]}`

// TestTranscripts holds what every dialect says against files; VAREK_UPDATE=1
// writes them anew.
func TestTranscripts(t *testing.T) {
	for name, api := range apis {
		for _, stream := range []string{"false", "true"} {
			t.Run(name+"/"+stream, func(t *testing.T) {
				srv := start(t, twoCalls)
				path := api.plain
				if stream == "true" {
					path = api.stream
				}
				r := post(t, srv.URL()+path, strings.Replace(api.body, "STREAM", stream, 1))
				got, err := io.ReadAll(r.Body)
				if err != nil {
					t.Fatal(err)
				}
				if stream == "false" {
					var b bytes.Buffer
					if err := json.Indent(&b, got, "", " "); err != nil {
						t.Fatalf("the answer is not JSON: %v", err)
					}
					got = append(b.Bytes(), '\n')
				}
				file := filepath.Join("testdata", name+map[string]string{"false": ".json", "true": ".sse"}[stream])
				if os.Getenv("VAREK_UPDATE") != "" {
					if err := os.WriteFile(file, got, 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(got, want) {
					t.Errorf("the answer is not that of %s:\n%s", file, got)
				}
			})
		}
	}
}

func TestTurns(t *testing.T) {
	const three = `"turns":[{"text":"one","calls":[{"name":"a"}]},{"text":"two"},{"text":"three"}]}`
	const first = `{"tools":[{}],"messages":[{"role":"user"}]}`
	const second = `{"tools":[{}],"messages":[{"role":"user"},{"role":"assistant"},{"role":"user"}]}`
	const noTools = `{"messages":[{"role":"user"}]}`
	for _, c := range []struct {
		name, scenario string
		bodies, want   []string
	}{
		{"in sequence", `{` + three, []string{first, first, second, first}, []string{"one", "two", "three", "Done."}},
		{"by history", `{"order":"history",` + three, []string{first, first, second, first}, []string{"one", "one", "two", "one"}},
		{"aside", `{"aside":"title",` + three, []string{noTools, first, noTools, second}, []string{"title", "one", "title", "two"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := start(t, c.scenario)
			for i, body := range c.bodies {
				var got struct {
					Content []struct{ Text string }
				}
				if err := json.NewDecoder(post(t, srv.URL()+"/v1/messages", body).Body).Decode(&got); err != nil {
					t.Fatal(err)
				}
				if got.Content[0].Text != c.want[i] {
					t.Errorf("request %d got %q, want %q", i+1, got.Content[0].Text, c.want[i])
				}
			}
			if n := len(srv.Requests()); n != len(c.bodies) {
				t.Errorf("%d requests are kept, want %d", n, len(c.bodies))
			}
		})
	}
}

// TestResponsesFollow counts turns that the request names by id only.
func TestResponsesFollow(t *testing.T) {
	srv := start(t, `{"order":"history","turns":[{"text":"one"},{"text":"two"},{"text":"three"}]}`)
	previous := ""
	for _, want := range []string{"one", "two", "three"} {
		var got struct {
			ID     string
			Output []struct{ Content []struct{ Text string } }
		}
		r := post(t, srv.URL()+"/v1/responses", `{"input":"go","previous_response_id":"`+previous+`"}`)
		if err := json.NewDecoder(r.Body).Decode(&got); err != nil {
			t.Fatal(err)
		}
		if text := got.Output[0].Content[0].Text; text != want {
			t.Errorf("got %q, want %q", text, want)
		}
		previous = got.ID
	}
}

func TestHoldAndRelease(t *testing.T) {
	srv := start(t, `{"turns":[{"text":"look","hold":"h","calls":[{"name":"a"}]}]}`)
	lines := bufio.NewScanner(post(t, srv.URL()+"/v1/messages", `{"stream":true}`).Body)
	for lines.Scan() && !strings.Contains(lines.Text(), "content_block_stop") {
	}
	// The text is here while the call waits; nothing else comes before the release.
	post(t, srv.URL()+"/control/release/h", "")
	rest := ""
	for lines.Scan() {
		rest += lines.Text()
	}
	if !strings.Contains(rest, "tool_use") || !strings.Contains(rest, "message_stop") {
		t.Errorf("after the release came %q", rest)
	}
}

func TestFailures(t *testing.T) {
	for name, api := range apis {
		t.Run(name, func(t *testing.T) {
			srv := start(t, `{"turns":[{"error":{"status":529,"message":"busy"}},{"text":"some text that is long","cut_after":2},{"text":"x","fail_middle":{"status":500,"message":"broke"}}]}`)
			body := strings.Replace(api.body, "STREAM", "true", 1)
			r := post(t, srv.URL()+api.stream, body)
			if text, _ := io.ReadAll(r.Body); r.StatusCode != 529 || !bytes.Contains(text, []byte("busy")) {
				t.Errorf("an error turn gave %d %s", r.StatusCode, text)
			}
			text, err := io.ReadAll(post(t, srv.URL()+api.stream, body).Body)
			if !errors.Is(err, io.ErrUnexpectedEOF) || len(text) == 0 {
				t.Errorf("a cut stream ended with %v after %q", err, text)
			}
			text, err = io.ReadAll(post(t, srv.URL()+api.stream, body).Body)
			if err != nil || !bytes.Contains(text, []byte("broke")) {
				t.Errorf("a stream that breaks in its middle gave %q, %v", text, err)
			}
		})
	}
}

func TestControl(t *testing.T) {
	srv := start(t, `{}`)
	post(t, srv.URL()+"/v1/chat/completions", `{"model":"x"}`)
	var kept []modelserver.Request
	r, err := http.Get(srv.URL() + "/control/requests")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if err := json.NewDecoder(r.Body).Decode(&kept); err != nil || len(kept) != 1 || string(kept[0].Body) != `{"model":"x"}` {
		t.Errorf("kept %+v, %v", kept, err)
	}
	if r := post(t, srv.URL()+"/control/scenario", `{"turns":[{"text":"other"}]}`); r.StatusCode != 200 {
		t.Errorf("another scenario: %s", r.Status)
	}
	if text, _ := io.ReadAll(post(t, srv.URL()+"/v1/chat/completions", `{}`).Body); !bytes.Contains(text, []byte("other")) {
		t.Errorf("after another scenario: %s", text)
	}
	for _, wrong := range []string{`{"turn":[]}`, `{"order":"none"}`, `{"turns":[{"error":{"status":200}}]}`, `{} {}`, `{"turns":[{"calls":[{"args":{}}]}]}`} {
		if r := post(t, srv.URL()+"/control/scenario", wrong); r.StatusCode != 400 {
			t.Errorf("the scenario %s was taken: %s", wrong, r.Status)
		}
	}
}
