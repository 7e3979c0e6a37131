package relay

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
)

const callLine = `{"method":"tools/call","params":{"name":"write","arguments":{ "path" : "a" }},"jsonrpc":"2.0","id":%s}`

func okLine(id string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"done"}]}}`, id)
}

// TestACallIsRecordedBeforeItGoesOn: the server sees the line only when the
// intent is stored, the client the result only when the action is; both as they
// were written.
func TestACallIsRecordedBeforeItGoesOn(t *testing.T) {
	gate := make(chan struct{})
	r := newRig(t, Config{Dialect: "mcp"})
	r.book.fail = func(event.Data) error { <-gate; return nil }
	line := fmt.Sprintf(callLine, "2")
	r.client.say(line)
	gate <- struct{}{} // nothing was stored until here
	r.server.expect(line)
	if got := r.book.toldKinds(); got != "intent" {
		t.Fatalf("the server has the call, told is %q", got)
	}
	r.server.say(okLine("2"))
	gate <- struct{}{}
	r.client.expect(okLine("2"))
	want := `1 {"args_json":"{ \"path\" : \"a\" }","kind":"intent","metadata":{"assurance":"gated","channel":"mcp","place":"below","rpc_id":"2","start":true},"tool":"write"}
2 {"action_id":"a1","kind":"action","metadata":{"channel":"mcp"},"result_json":"{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}","status":"ok"}
`
	if got := r.book.list(); got != want {
		t.Errorf("told\n%swant\n%s", got, want)
	}
}

// TestUnrecordedCallsAreAnsweredAndNotForwarded.
func TestUnrecordedCallsAreAnsweredAndNotForwarded(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp"})
	r.client.say(fmt.Sprintf(callLine, "1"))
	r.server.hear()
	r.book.refuseAll(errStoreFull)
	r.server.say(okLine("1"))
	r.client.expectHas(`"id":1`, `"isError":true`, "could not be recorded", "disk is full")
	r.client.say(fmt.Sprintf(callLine, `"x"`))
	r.client.expectHas(`{"jsonrpc":"2.0","id":"x","result":`, `"isError":true`, "did not run", "disk is full")
	r.client.say(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	r.server.expect(`{"jsonrpc":"2.0","id":3,"method":"ping"}`) // and nothing before it
}

// TestWhatPasses: lines that are no calls pass byte for byte, in order, both ways.
func TestWhatPasses(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp"})
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"z":1,"a":[ 1.0 , 2e0 ]}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		` {"jsonrpc":"2.0","id":"a b","method":"tools/list"} `,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}}`,
		``,
		`[]`,
		`[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]`,
		"{\"jsonrpc\":\"2.0\",\"method\":\"x\"}\r",
	} {
		r.client.say(line)
		r.server.expect(line)
	}
	for _, line := range []string{
		`{"jsonrpc":"2.0","id":0,"method":"roots/list"}`, // the server's ids are its own
		`{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"x"}}`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":2}}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`,
		`some server prints this`,
		"{\"jsonrpc\":\"2.0\",\"method\":\"x\",\"params\":{\"t\":\"a\u2028b\"}}",
	} {
		r.server.say(line)
		r.client.expect(line)
	}
	r.client.say(`{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}`)
	r.server.expect(`{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}`)
	r.client.say(`{"jsonrpc":"2.0","id":0,"result":{"roots":[]}}`) // an answer to nothing
	r.server.say(`{"jsonrpc":"2.0","id":0,"result":{}}`)
	r.client.say(`{"method":"after"}`)
	r.server.expect(`{"method":"after"}`)
	r.server.say(`{"method":"after"}`)
	r.client.expect(`{"method":"after"}`)
	if got := r.book.toldKinds(); got != "" {
		t.Errorf("told %q, want nothing", got)
	}
}

// TestResultsOutOfOrder: each result ends its own call, and both forms of error
// are errors.
func TestResultsOutOfOrder(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp", Name: "fs"})
	for _, id := range []string{"1", `"1"`, "2.5", "4", "5"} {
		r.client.say(fmt.Sprintf(callLine, id))
		r.server.hear()
	}
	for _, c := range []struct{ line, want string }{
		{`{"jsonrpc":"2.0","id":2.50,"result":{"isError":true,"content":[{"type":"image"},{"type":"text","text":"no such file"}]}}`, `"error":"no such file"|"status":"error"|"action_id":"a3"`},
		{`{"jsonrpc":"2.0","id":"1","error":{"code":-32602,"message":"unknown tool"}}`, `"error":"unknown tool"|"status":"error"|"action_id":"a2"`},
		{okLine("1"), `"status":"ok"|"action_id":"a1"`},
		{`{"jsonrpc":"2.0","id":4,"result":{"isError":false,"isError":true}}`, `"status":"unknown"|"action_id":"a4"`},
		{`{"jsonrpc":"2.0","id":5,"result":{"task":{"taskId":"t","status":"working"}}}`, `"status":"unknown"|"action_id":"a5"`},
	} {
		r.server.say(c.line)
		r.client.expect(c.line)
		told := strings.Split(strings.TrimSpace(r.book.list()), "\n")
		for _, w := range strings.Split(c.want, "|") {
			if last := told[len(told)-1]; !strings.Contains(last, w) {
				t.Errorf("after %s\ntold %s\nwant %s in it", c.line, last, w)
			}
		}
	}
	if !strings.Contains(r.book.list(), `"tool":"mcp__fs__write"`) {
		t.Error("the tool of a named server lacks the name")
	}
}

// TestWhatDoesNotPass: what two readers could take for two things reaches no
// server, and whoever can be answered is.
func TestWhatDoesNotPass(t *testing.T) {
	for name, c := range map[string]struct{ line, answer string }{
		"no id":                {`{"jsonrpc":"2.0","method":"tools/call","params":{"name":"w"}}`, ""},
		"null id":              {`{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"w"}}`, `"id":null,"error"`},
		"object as id":         {`{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{"name":"w"}}`, `"id":null,"error"`},
		"no tool":              {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{}}`, `"id":7,"error"`},
		"no params":            {`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`, `"id":7,"error"`},
		"two methods":          {`{"jsonrpc":"2.0","id":7,"method":"ping","method":"tools/call","params":{"name":"w"}}`, `"id":7,"error"`},
		"two methods, escaped": {`{"id":7,"method":"ping","m\u0065thod":"tools/call","params":{"name":"w"}}`, `"id":7,"error"`},
		"another case":         {`{"jsonrpc":"2.0","id":7,"method":"ping","Method":"tools/call","params":{"name":"w"}}`, `"id":7,"error"`},
		"two names":            {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","name":"b"}}`, `"id":7,"error"`},
		"names of two cases":   {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","NAME":"b"}}`, `"id":7,"error"`},
		"a bare return":        {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\",\"params\":\r{\"method\":\"tools/call\"}\r}", `"id":7,"error"`},
		"NaN":                  {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"w","arguments":{"x":NaN}}}`, `"id":7,"error"`},
		"cut off":              {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"w"`, `"id":7,"error"`},
		"two messages":         {`{"jsonrpc":"2.0","id":7,"method":"ping"}{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"w"}}`, `"error"`},
		"not UTF-8":            {"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{\"name\":\"w\",\"arguments\":{\"x\":\"\xff\"}}}", `"id":7,"error"`},
		"request and response": {`{"jsonrpc":"2.0","id":7,"method":"tools/call","result":{},"params":{"name":"w"}}`, `"id":7,"error"`},
		"garbage":              {`tools/call`, `"error"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, Config{Dialect: "mcp"})
			r.client.say(c.line)
			if c.answer != "" {
				r.client.expectHas(c.answer)
			}
			r.client.say(`{"id":"after","method":"ping"}`)
			r.server.expect(`{"id":"after","method":"ping"}`)
			if got := r.book.toldKinds(); got != "" {
				t.Errorf("told %q, want nothing", got)
			}
		})
	}
}

// TestIDsThatRepeat: a second request under an open id is refused, and does not
// disturb the first; afterwards the id is free.
func TestIDsThatRepeat(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp"})
	r.client.say(fmt.Sprintf(callLine, "1"))
	r.server.hear()
	r.client.say(fmt.Sprintf(callLine, "1.0"))
	r.client.expectHas(`"id":1.0,"error"`, "no answer yet")
	r.client.say(`{"id":1e0,"method":"ping"}`)
	r.client.expectHas(`"error"`)
	r.server.say(okLine("1"))
	r.client.expect(okLine("1"))
	r.client.say(fmt.Sprintf(callLine, "1"))
	r.server.expect(fmt.Sprintf(callLine, "1"))
	if got := r.book.toldKinds(); got != "intent action:ok intent" {
		t.Errorf("told %q", got)
	}
}

// TestBatches: each call of a list is recorded; a list without refusals passes as
// it is, from another the refused are taken out and answered.
func TestBatches(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp"})
	one, two := fmt.Sprintf(callLine, "1"), fmt.Sprintf(callLine, "2")
	r.client.say("[" + one + ", " + two + "]")
	r.server.expect("[" + one + ", " + two + "]")
	r.server.say(fmt.Sprintf("[ %s , %s ]", okLine("2"), okLine("1")))
	r.client.expect(fmt.Sprintf("[ %s , %s ]", okLine("2"), okLine("1")))
	if got := r.book.toldKinds(); got != "intent intent action:ok action:ok" {
		t.Errorf("told %q", got)
	}
	r.book.refuseAll(errStoreFull)
	r.client.say(`[` + one + `,{"id":9,"method":"ping"}]`)
	r.server.expect(`[{"id":9,"method":"ping"}]`)
	r.client.expectHas(`[{"jsonrpc":"2.0","id":1,"result"`, `"isError":true`)
}

// TestCancelling: a call that is given up while it waits for its record never
// goes on; one that went on is unknown, and its late answer is told.
func TestCancelling(t *testing.T) {
	cancel := `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`
	t.Run("before", func(t *testing.T) {
		entered, gate := make(chan struct{}), make(chan struct{})
		r := newRig(t, Config{Dialect: "mcp"})
		r.book.fail = func(d event.Data) error {
			if d.Kind == "intent" {
				close(entered)
				<-gate
			}
			return nil
		}
		r.client.say(fmt.Sprintf(callLine, "1"))
		<-entered
		r.client.say(cancel)
		r.client.say(`{"id":2,"method":"ping"}`) // once the pipe took it, the cancel is decided
		r.client.say(``)
		close(gate)
		r.server.expect(`{"id":2,"method":"ping"}`)
		if got := r.book.toldKinds(); got != "intent action:cancelled" {
			t.Errorf("told %q", got)
		}
	})
	t.Run("after", func(t *testing.T) {
		r := newRig(t, Config{Dialect: "mcp"})
		r.client.say(fmt.Sprintf(callLine, "1"))
		r.server.hear()
		r.client.say(cancel)
		r.server.expect(cancel)
		if got := r.book.toldKinds(); got != "intent action:unknown" {
			t.Errorf("told %q", got)
		}
		r.server.say(okLine("1"))
		r.client.expect(okLine("1"))
		if got := r.book.toldKinds(); got != "intent action:unknown notice" {
			t.Errorf("told %q", got)
		}
	})
}

// TestTheServerDies: its open calls become unknown and are answered.
func TestTheServerDies(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp"})
	r.client.say(fmt.Sprintf(callLine, "1"))
	r.server.hear()
	r.client.say(fmt.Sprintf(callLine, "2"))
	r.server.hear()
	r.client.say(`{"id":3,"method":"tools/list"}`)
	r.server.hear()
	r.server.out.Close()
	r.client.expectHas(`"id":1`, `"isError":true`, "ended before it answered")
	r.client.expectHas(`"id":2`, `"isError":true`)
	if err := <-r.over; err != nil {
		t.Errorf("Run: %v", err)
	}
	if got := r.book.toldKinds(); got != "intent intent action:unknown action:unknown" {
		t.Errorf("told %q", got)
	}
}

// TestTheClientGoes: the server hears the end of its input, and what it still
// answers is recorded.
func TestTheClientGoes(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp"})
	r.client.say(fmt.Sprintf(callLine, "1"))
	r.server.hear()
	r.client.out.Close()
	r.client.left.Close()
	r.server.expect("<EOF>")
	r.server.say(okLine("1"))
	if err := r.end(); err != nil {
		t.Errorf("Run: %v", err)
	}
	if got := r.book.toldKinds(); got != "intent action:ok" {
		t.Errorf("told %q", got)
	}
}

// TestALineWithoutEnd: what a server could still read as a line is judged as one.
func TestALineWithoutEnd(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp"})
	line := fmt.Sprintf(callLine, "1")
	if _, err := fmt.Fprint(r.client.out, line); err != nil {
		t.Fatal(err)
	}
	r.client.out.Close()
	r.server.expect(line)
	if got := r.book.toldKinds(); got != "intent" {
		t.Errorf("told %q", got)
	}
}

// TestSizes: 3 MB pass as they are, both ways; what is over the bound is answered
// in both directions, and the next line is read.
func TestSizes(t *testing.T) {
	var said note
	r := newRig(t, Config{Dialect: "mcp", MaxLine: 3<<20 + 1<<10, Log: said.add})
	big := strings.Repeat("x", 3<<20)
	line := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"w","arguments":{"t":"` + big + `"}}}`
	go r.client.say(line)
	r.server.expect(line)
	back := `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"` + big + `"}]}}`
	go r.server.say(back)
	r.client.expect(back)
	if got := r.book.told[0]; len(got.ArgsJSON) != len(big)+8 {
		t.Errorf("told %d bytes of arguments", len(got.ArgsJSON))
	}
	go r.client.say(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"w","arguments":{"t":"` + big + big[:2<<10] + `"}}}`)
	r.client.expectHas(`"id":2,"error"`, "longer than 3146752")
	r.client.say(fmt.Sprintf(callLine, "3"))
	r.server.hear()
	go r.server.say(`{"jsonrpc":"2.0","result":{"content":[{"text":"` + big + big[:2<<10] + `"}]},"id":3}`)
	r.client.expectHas(`"id":3,"error"`, "longer than 3146752")
	if got := r.book.toldKinds(); got != "intent action:ok intent action:error" {
		t.Errorf("told %q", got)
	}
	if !strings.Contains(said.String(), "a line of the server does not pass") {
		t.Errorf("nobody was told: %q", said.String())
	}
}

// TestNothingInATextIsALine: separators that some readers take for line ends
// reach a server as escapes, and mean the same.
func TestNothingInATextIsALine(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp"})
	r.client.say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"w\",\"arguments\":{\"t\":\"a\u2028b\u2029c\u0085\\\\\u2028\"}}}")
	r.server.expect(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"w","arguments":{"t":"a\u2028b\u2029c\u0085\\\u2028"}}}`)
	if got := r.book.told[0].ArgsJSON; got != "{\"t\":\"a\u2028b\u2029c\u0085\\\\\u2028\"}" {
		t.Errorf("told %q", got)
	}
}

// TestInvalidUTF8InResults: the record says that bytes are lost, the client gets
// them all.
func TestInvalidUTF8InResults(t *testing.T) {
	r := newRig(t, Config{Dialect: "mcp"})
	r.client.say(fmt.Sprintf(callLine, "1"))
	r.server.hear()
	line := "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a\xff\"}]}}"
	r.server.say(line)
	r.client.expect(line)
	if told := r.book.list(); !strings.Contains(told, `"lossy_utf8":true`) || !strings.Contains(told, "a\ufffd") {
		t.Errorf("told %s", told)
	}
}

// TestIDsOfTheHarness: what harnesses put into _meta becomes the native ids.
func TestIDsOfTheHarness(t *testing.T) {
	for meta, want := range map[string]string{
		`{"claudecode/toolUseId":"toolu_1","progressToken":2}`:                                  `"join":"native","native":{"call":"toolu_1"}`,
		`{"callId":"c1","threadId":"t1","x-codex-turn-metadata":{"turn_id":"u1"},"itemId":"f"}`: `"join":"native","native":{"call":"c1","session":"t1","turn":"u1"}`,
		`{"callId":"c1","threadId":"t1","turn_id":"u2"}`:                                        `"join":"native","native":{"call":"c1","session":"t1","turn":"u2"}`,
		`{"progressToken":1}`: `"channel":"mcp","place":"below"`,
		`{"callId":7}`:        `"channel":"mcp","place":"below"`,
	} {
		r := newRig(t, Config{Dialect: "mcp"})
		r.client.say(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":` + meta + `,"name":"w"}}`)
		r.server.hear()
		if told := r.book.list(); !strings.Contains(told, want) {
			t.Errorf("%s: told %s, want %s", meta, told, want)
		}
	}
}

func TestAnUnknownDialect(t *testing.T) {
	if err := Run(t.Context(), Config{Dialect: "lsp"}); !errors.Is(err, ErrDialect) {
		t.Errorf("error %v", err)
	}
}
