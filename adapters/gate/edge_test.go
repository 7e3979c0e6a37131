package gate_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
)

// TestEdges: answers as broken servers and networks give them.
func TestEdges(t *testing.T) {
	for name, a := range apis() {
		for _, c := range []struct {
			name, turn string
			intents    int
			ends       bool // the answer ends well
			tells      bool // the harness learns of the call
		}{
			{"cut inside a call", `{"text":"t","calls":[{"name":"tool_x","id":"c1","args":{"a":"0123456789012345678901234567890123456789"}}],"cut_after":4}`, 0, false, false},
			{"error in the middle", `{"text":"t","calls":[],"fail_middle":{"status":500,"message":"boom"}}`, 0, true, false},
			{"without the end's frames", `{"text":"t","calls":[{"name":"tool_x","id":"c1"}],"no_stop":true}`, -1, false, false},
			{"packed", `{"text":"t","calls":[{"name":"tool_x","id":"c1"}],"gzip":true}`, 1, true, true},
		} {
			if name == "gemini" && (c.intents < 0 || c.name == "cut inside a call") {
				continue // its calls come whole
			}
			t.Run(name+"/"+c.name, func(t *testing.T) {
				r := stand(t, `{"turns":[`+c.turn+`]}`)
				_, text, err := fetch(t, r.url+a.stream, a.ask(true, a.user))
				r.gate.Wait()
				if c.intents < 0 { // a call is whole, or the answer is cut, by the form
					if told := strings.Contains(string(text), "tool_x"); told != (len(r.calls()) == 1) {
						t.Errorf("told %v, recorded %q", told, r.calls())
					}
					return
				}
				if (err == nil) != c.ends || len(r.calls()) != c.intents {
					t.Errorf("ended with %v, recorded %q, want end %v and %d intents", err, r.calls(), c.ends, c.intents)
				}
				has(t, text, "tool_x", c.tells)
			})
		}
	}
}

// TestCutArguments: arguments that are no JSON are recorded as they are.
func TestCutArguments(t *testing.T) {
	for _, name := range []string{"anthropic", "openai-chat", "openai-responses"} {
		a := apis()[name]
		r := stand(t, `{"turns":[{"calls":[{"name":"f","id":"c1","args_text":"{\"path\": \"/tm"}]}]}`)
		fetch(t, r.url+a.stream, a.ask(true, a.user))
		equal(t, name, r.calls(), []string{`intent f c1 {"path": "/tm`})
	}
}

// TestLarge: arguments and results of 3 MB.
func TestLarge(t *testing.T) {
	big := strings.Repeat("x", 3<<20)
	for name, a := range apis() {
		r := stand(t, `{"turns":[{"piece":65536,"calls":[{"name":"f","id":"c1","args":{"a":"`+big+`"}}]}]}`)
		if _, text, err := fetch(t, r.url+a.stream, a.ask(true, a.user)); err != nil || len(text) < 3<<20 {
			t.Fatalf("%s: %v, %d bytes", name, err, len(text))
		}
		fetch(t, r.url+a.plain, a.ask(false, append([]string{a.user}, a.result("c1", "f", `{"a":"`+big+`"}`, big)...)...))
		said := r.said()
		if len(said) != 2 || !strings.Contains(said[0], big) || !strings.Contains(said[1], big) {
			t.Errorf("%s: %d records", name, len(said))
		}
	}
}

// TestUpstreamAnswers: answers that are no answers of the API.
func TestUpstreamAnswers(t *testing.T) {
	for _, c := range []struct {
		name, kind, body string
		status, want     int
	}{
		{"an error passes", "application/json", `{"type":"error"}`, 529, 529},
		{"garbage does not", "application/json", `<html>`, 200, 502},
		{"a name twice does not", "application/json", `{"content":[],"content":[{"type":"tool_use","id":"c","name":"f"}]}`, 200, 502},
		{"an address elsewhere does not", "", "", 307, 502},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := behind(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", c.kind)
				w.Header().Set("Location", map[bool]string{true: "https://elsewhere.example"}[c.status == 307])
				w.WriteHeader(c.status)
				io.WriteString(w, c.body)
			})
			status, text, _ := fetch(t, r.url+"/v1/messages", `{"messages":[]}`)
			if status != c.want || len(r.calls()) != 0 {
				t.Errorf("%d %s, recorded %q", status, text, r.calls())
			}
		})
	}
}

// TestPackedRequest: results stand in a packed request, too.
func TestPackedRequest(t *testing.T) {
	a := apis()["openai-responses"]
	r := stand(t, `{"turns":[{"calls":[{"name":"f","id":"c1"}]}]}`)
	fetch(t, r.url+a.plain, a.ask(false, a.user))
	var b strings.Builder
	z := gzip.NewWriter(&b)
	io.WriteString(z, a.ask(false, append([]string{a.user}, a.result("c1", "f", `{}`, "packed")...)...))
	z.Close()
	for how, want := range map[string]int{"br": 400, "gzip": 200} {
		q, _ := http.NewRequest(http.MethodPost, r.url+a.plain, strings.NewReader(b.String()))
		q.Header.Set("Content-Encoding", how)
		resp, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("packed as %s: %s", how, resp.Status)
		}
	}
	equal(t, "recorded", r.said(), []string{"intent f c1 {}", `action unknown "packed"`})
}

// TestInvalidUTF8: bytes that are no UTF-8 are replaced in the record, and said so;
// what passes is as it came.
func TestInvalidUTF8(t *testing.T) {
	const body = `{"content":[{"type":"tool_use","id":"c1","name":"f","input":{"a":"` + "\xff" + `"}}]}`
	r := behind(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body)
	})
	if _, text, _ := fetch(t, r.url+"/v1/messages", `{"messages":[]}`); string(text) != body {
		t.Errorf("the answer became %q", text)
	}
	equal(t, "recorded", r.calls(), []string{"intent f c1 {\"a\":\"\ufffd\"}"})
	var m struct {
		Lossy bool `json:"lossy_utf8"`
	}
	if json.Unmarshal(r.events[0].Data.Metadata, &m); !m.Lossy {
		t.Errorf("metadata %s", r.events[0].Data.Metadata)
	}
}
