package gate_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/adapters/gate"
)

const parallel = `{"turns":[{"text":"I look at <both>.","interleave":true,"calls":[
	{"name":"shell","id":"c1","args":{"command":"echo \"ü\" && ls"}},{"name":"read","id":"c2","args":{"path":"a"}},{"name":"read","id":"c3","args":{"path":"b"}}]}]}`

// TestSameBytes: what passes is what the model sent, plain and in a stream, and the
// intents are the same either way.
func TestSameBytes(t *testing.T) {
	want := []string{`intent read c2 {"path":"a"}`, `intent read c3 {"path":"b"}`, `intent shell c1 {"command":"echo \"ü\" && ls"}`}
	for name, a := range apis() {
		for _, path := range []string{a.plain, a.stream, "array"} {
			stream := path != a.plain
			if path == "array" {
				if path = strings.TrimSuffix(a.stream, "?alt=sse"); path == a.stream {
					continue
				}
			}
			t.Run(name+path, func(t *testing.T) {
				r := stand(t, parallel)
				body := a.ask(stream, a.user)
				status, through, err := fetch(t, r.url+path, body)
				if err != nil || status != 200 {
					t.Fatalf("through the gate: %d, %v: %s", status, err, through)
				}
				again := stand(t, parallel)
				_, direct, err := fetch(t, again.model.URL()+path, body)
				if err != nil || !bytes.Equal(through, direct) {
					t.Errorf("the gate changed the answer (%v):\n%s\nwant\n%s", err, through, direct)
				}
				equal(t, "recorded", r.calls(), want)
			})
		}
	}
}

// TestTextBeforeCall: text is there while the call is not even made, and the call
// is not while its intent is not stored.
func TestTextBeforeCall(t *testing.T) {
	for name, a := range apis() {
		t.Run(name, func(t *testing.T) {
			r := stand(t, `{"turns":[{"text":"first words","piece":64,"hold":"h","calls":[{"name":"secret_tool","id":"c1"}]}]}`)
			r.wait, r.came = make(chan struct{}), make(chan struct{}, 1)
			in := bufio.NewReader(post(t, r.url+a.stream, a.ask(true, a.user)).Body)
			var seen bytes.Buffer
			for !strings.Contains(seen.String(), "first words") {
				line, err := in.ReadString('\n')
				if err != nil {
					t.Fatalf("the text did not come: %v after %s", err, &seen)
				}
				seen.WriteString(line)
			}
			r.model.Release("h")
			<-r.came // the call is whole, and its intent on its way
			more := make(chan []byte)
			go func() {
				rest, _ := io.ReadAll(in)
				more <- rest
			}()
			select {
			case rest := <-more:
				t.Fatalf("the answer went on without a record: %s", rest)
			default:
			}
			has(t, seen.Bytes(), "secret_tool", false)
			close(r.wait)
			has(t, <-more, "secret_tool", true)
		})
	}
}

// TestNotRecorded: the harness never learns of a call that is not stored; of calls
// side by side none is told where one is not stored, and the others are withdrawn.
func TestNotRecorded(t *testing.T) {
	for name, a := range apis() {
		for _, stream := range []bool{false, true} {
			t.Run(fmt.Sprint(name, stream), func(t *testing.T) {
				r := stand(t, strings.Replace(parallel, "I look at <both>.", "words", 1))
				r.fail = func(e event.Event) error {
					if e.Data.Kind == "intent" && e.Data.Tool == "shell" {
						return &event.RefusedError{Code: event.CodeStore, Message: "disk full"}
					}
					return nil
				}
				path := a.plain
				if stream {
					path = a.stream
				}
				resp := post(t, r.url+path, a.ask(stream, a.user))
				text, err := io.ReadAll(resp.Body)
				has(t, text, "disk full", true)
				has(t, text, "shell", false)
				switch {
				case stream && err == nil:
					t.Error("a stream that held a call back ended well")
				case stream:
					has(t, text, "words", true)
				case resp.StatusCode != 503 || resp.Header.Get("X-Should-Retry") != "false":
					t.Errorf("status %d, headers %v", resp.StatusCode, resp.Header)
				}
				r.gate.Wait()
				intents, withdrawn := 0, 0
				for _, s := range r.said() {
					if strings.HasPrefix(s, "intent") {
						intents++
					}
					if strings.HasPrefix(s, "action cancelled") {
						withdrawn++
					}
				}
				// Calls of frames that went out before the failing one was known stay open.
				if withdrawn > intents || !bytes.Contains(text, []byte("c2")) && !bytes.Contains(text, []byte("\"a\"")) && withdrawn != intents {
					t.Errorf("%d intents, %d withdrawn: %q", intents, withdrawn, r.said())
				}
			})
		}
	}
}

// TestResultsOnce: a result is stored once however often a history repeats it, and
// before the request goes on.
func TestResultsOnce(t *testing.T) {
	for name, a := range apis() {
		t.Run(name, func(t *testing.T) {
			id := "c1"
			r := stand(t, `{"turns":[{"calls":[{"name":"shell","id":"c1","args":{"n":1}}]},{"calls":[{"name":"shell","id":"c2","args":{"n":2}}]},{"text":"ok"}]}`)
			fetch(t, r.url+a.plain, a.ask(false, a.user))
			one := append([]string{a.user}, a.result(id, "shell", `{"n":1}`, "one")...)
			fetch(t, r.url+a.plain, a.ask(false, one...))
			fetch(t, r.url+a.plain, a.ask(false, one...)) // sent again
			two := append(one, a.result("c2", "shell", `{"n":2}`, "two")...)
			fetch(t, r.url+a.stream, a.ask(true, two...))
			fetch(t, r.url+a.stream, a.ask(true, append(two, a.user)...))
			var got []string
			for _, s := range r.said() {
				got = append(got, strings.Fields(s)[0])
			}
			equal(t, "recorded", got, []string{"intent", "action", "intent", "action"})
			if said := strings.Join(r.said(), "\n"); !strings.Contains(said, "one") || !strings.Contains(said, "two") {
				t.Errorf("the results are not in the records: %s", said)
			}
		})
	}
}

// TestResultNotRecorded: the model does not go on with a result that is not stored.
func TestResultNotRecorded(t *testing.T) {
	for name, a := range apis() {
		t.Run(name, func(t *testing.T) {
			r := stand(t, `{"turns":[{"calls":[{"name":"shell","id":"c1","args":{"n":1}}]},{"text":"went on"}]}`)
			fetch(t, r.url+a.plain, a.ask(false, a.user))
			r.books.mu.Lock()
			r.fail = func(event.Event) error { return event.ErrNoReply }
			r.books.mu.Unlock()
			body := a.ask(false, append([]string{a.user}, a.result("c1", "shell", `{"n":1}`, "one")...)...)
			status, text, _ := fetch(t, r.url+a.plain, body)
			if n := len(r.model.Requests()); status != 503 || n != 1 {
				t.Errorf("status %d, %d requests reached the model: %s", status, n, text)
			}
			r.books.mu.Lock()
			r.fail = nil
			r.books.mu.Unlock()
			status, text, _ = fetch(t, r.url+a.plain, body)
			if status != 200 {
				t.Errorf("later: %d %s", status, text)
			}
			has(t, text, "went on", true)
		})
	}
}

// TestStrangeIDs: ids that are missing, null, empty or repeated still give one
// intent and one action for each call.
func TestStrangeIDs(t *testing.T) {
	for name, a := range apis() {
		for _, id := range []string{`"id":null,`, `"id":"",`, `"id":"same",`} {
			t.Run(name+id, func(t *testing.T) {
				if name == "gemini" && id == `"id":"",` {
					id = ""
				}
				turn := `{"calls":[{"name":"f",` + id + `"args":{"n":1}},{"name":"f",` + id + `"args":{"n":2}}]}`
				r := stand(t, `{"turns":[`+turn+`,`+turn+`,{"text":"ok"}]}`)
				given := ""
				if strings.Contains(id, "same") {
					given = "same"
				}
				history := []string{a.user}
				for i := range 3 {
					fetch(t, r.url+a.stream, a.ask(true, history...))
					first, second := a.result(given, "f", `{"n":1}`, fmt.Sprint("first ", i)), a.result(given, "f", `{"n":2}`, fmt.Sprint("second ", i))
					if name == "anthropic" || name == "gemini" {
						history = append(history, first[0], second[0], first[1], second[1])
					} else {
						history = append(history, first[0], first[1], second[0], second[1])
						if name == "openai-chat" {
							history = append(history[:len(history)-4], first[0], second[0], first[1], second[1])
						}
					}
				}
				count := map[string]int{}
				for _, s := range r.said() {
					count[strings.Fields(s)[0]]++
				}
				if count["intent"] != 4 || count["action"] != 4 || len(count) != 2 {
					t.Errorf("recorded %v, want 4 intents and 4 actions:\n%s", count, strings.Join(r.said(), "\n"))
				}
			})
		}
	}
}

// TestUnknownResult: a result of a call that the gate did not let through is a gap,
// once; a conversation from before is a notice.
func TestUnknownResult(t *testing.T) {
	for name, a := range apis() {
		t.Run(name, func(t *testing.T) {
			r := stand(t, `{}`)
			old := append([]string{a.user}, a.result("x1", "shell", `{}`, "made up")...)
			for range 2 {
				fetch(t, r.url+a.plain, a.ask(false, old...))
			}
			equal(t, "recorded", r.said(), []string{"gap result"})
			answer := map[string]string{"gemini": `{"role":"model","parts":[{"text":"hm"}]}`}[name]
			if answer == "" {
				answer = `{"role":"assistant","content":"hm"}`
			}
			r = stand(t, `{}`)
			for range 2 {
				fetch(t, r.url+a.plain, a.ask(false, append(old, answer, a.user)...))
			}
			equal(t, "recorded", r.said(), []string{"notice history"})
		})
	}
}

// TestSpeakers: a result counts only from the process that was told of the call.
func TestSpeakers(t *testing.T) {
	var name atomic.Pointer[string]
	speak := func(who string) { name.Store(&who) }
	speak("harness")
	r := stand(t, `{"turns":[{"calls":[{"name":"shell","id":"c1"}]}]}`, func(c *gate.Config) {
		c.Speaker = func(net.Addr) (string, error) {
			if *name.Load() == "" {
				return "", errors.New("a process of a call")
			}
			return *name.Load(), nil
		}
	})
	a := apis()["anthropic"]
	ask := func(body string) int {
		http.DefaultClient.CloseIdleConnections() // who speaks belongs to a connection
		status, _, _ := fetch(t, r.url+a.plain, body)
		return status
	}
	ask(a.ask(false, a.user))
	result := a.ask(false, append([]string{a.user}, a.result("c1", "shell", `{}`, "made up")...)...)
	speak("tool")
	ask(result)
	equal(t, "recorded", r.said(), []string{"intent shell c1 {}", "gap result"})
	speak("harness")
	ask(result)
	equal(t, "recorded", r.said(), []string{"intent shell c1 {}", "gap result", `action ok "made up"`})
	if speak(""); ask(result) != 403 {
		t.Error("a process that may not speak was heard")
	}
}

// TestPasses: paths that carry no calls pass as they are, with their headers; those
// that could carry some do not.
func TestPasses(t *testing.T) {
	const key = "sk-very-secret"
	var asked *http.Request
	r := behind(t, func(w http.ResponseWriter, q *http.Request) {
		asked = q.Clone(context.Background())
		w.Header().Set("X-Request-Id", "r1")
		if strings.Contains(q.URL.Path, "stream") {
			w.Header().Set("Content-Type", "text/event-stream")
		}
		w.WriteHeader(http.StatusAccepted)
		io.WriteString(w, "as it is")
	})
	for _, c := range []struct {
		path string
		want int
	}{{"/v1/messages/count_tokens", 202}, {"/v1/models?key=" + key, 202}, {"/v1beta/models/m:countTokens", 202}, {"/v1/embeddings", 202},
		{"/v1/realtime", 501}, {"/v1/responses/resp_1", 501}, {"/v1/threads/t/runs", 501}, {"/v1/messages/batches", 501}, {"/v1/some/stream", 502}} {
		q, err := http.NewRequest(http.MethodPost, r.url+c.path, strings.NewReader(`{"a":1}`))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("X-Api-Key", key)
		q.Header.Set("Accept-Encoding", "gzip, br")
		asked = nil
		resp, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != c.want {
			t.Errorf("%s: %d, want %d: %s", c.path, resp.StatusCode, c.want, text)
		}
		if c.want == 202 && (string(text) != "as it is" || resp.Header.Get("X-Request-Id") != "r1") {
			t.Errorf("%s: %q %v", c.path, text, resp.Header)
		}
		if c.want == 501 && asked != nil {
			t.Errorf("%s reached the model", c.path)
		}
		if asked != nil && (asked.Header.Get("X-Api-Key") != key || asked.Header.Get("Accept-Encoding") != "identity") {
			t.Errorf("%s: the model got %v", c.path, asked.Header)
		}
	}
	if said := fmt.Sprint(r.log, r.events); strings.Contains(said, key) {
		t.Errorf("a key stands in the log or in a record: %s", said)
	}
}

// TestHost: a page in a browser cannot reach the gate under a name of its own.
func TestHost(t *testing.T) {
	r := stand(t, `{}`)
	q, _ := http.NewRequest(http.MethodPost, r.url+"/v1/messages", strings.NewReader(`{}`))
	q.Host = "evil.example:80"
	resp, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if resp.StatusCode != 403 {
		t.Errorf("asked as evil.example: %s", resp.Status)
	}
}
