package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace/canon"
)

var update = flag.Bool("update", false, "write the golden files")

// vector is one payload as a harness writes it: an object, or a text.
type vector struct {
	Name    string          `json:"name"`
	Payload json.RawMessage `json:"payload"`
	Raw     string          `json:"raw"`
}

func (v vector) text() string {
	if v.Raw != "" {
		return v.Raw
	}
	return string(v.Payload)
}

func vectors(t testing.TB, dialect string) []vector {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", dialect+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []vector
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// spell writes steps as one line an event, the way that the golden files have them.
func spell(t testing.TB, d Dialect, steps []Step) string {
	t.Helper()
	var b strings.Builder
	line := func(role string, data event.Data) {
		text, err := event.New("id", d.Source(), data).Encode()
		if err != nil {
			t.Fatalf("%s: %v\n%+v", role, err, data)
		}
		fmt.Fprintf(&b, "  %s %s\n", role, text)
	}
	for _, s := range steps {
		for i, w := range s.Ways {
			line([]string{"tell", "else"}[min(i, 1)], w)
		}
		if s.Ended != nil {
			line("ended", *s.Ended)
		}
	}
	return b.String()
}

func TestVectors(t *testing.T) {
	for _, d := range Dialects() {
		t.Run(d.Name, func(t *testing.T) {
			var got strings.Builder
			for _, v := range vectors(t, d.Name) {
				steps, err := d.Read(strings.NewReader(v.text()))
				if err != nil {
					t.Errorf("%s: %v", v.Name, err)
				}
				fmt.Fprintf(&got, "%s\n%s", v.Name, spell(t, d, steps))
			}
			golden := filepath.Join("testdata", d.Name+".golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("events differ from %s (see them with -update):\n%s", golden, got.String())
			}
		})
	}
}

// TestWhatIsRefused: no input is silence.
func TestWhatIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, say string }{
		"nothing":             {"", "empty"},
		"blank":               {" \n", "empty"},
		"no object":           {`[1]`, "not an object"},
		"no event":            {`{"session_id":"s"}`, "names no event"},
		"null event":          {`{"hook_event_name":null}`, "names no event"},
		"event of two names":  {`{"hook_event_name":"Stop","hook_event_name":"PreToolUse"}`, "twice"},
		"the same, escaped":   {`{"hook_event_name":"Stop","hook_event_\u006eame":"PreToolUse"}`, "twice"},
		"call without tool":   {`{"hook_event_name":"PreToolUse","tool_input":{}}`, "names no tool"},
		"result without tool": {`{"hook_event_name":"PostToolUse","tool_input":{}}`, "names no tool"},
		"tool is an object":   {`{"hook_event_name":"PreToolUse","tool_name":{}}`, "names no tool"},
		"cut off":             {`{"hook_event_name":"PreToolUse","tool_name":"B`, "EOF"},
		"cut off in a value":  {`{"hook_event_name":"PreToolUse","tool_input":{"a":[1,`, "EOF"},
		"two objects":         {`{"hook_event_name":"Stop"}{}`, "something follows"},
		"trailing text":       {`{"hook_event_name":"Stop"} x`, "something follows"},
		"no JSON":             {`hello`, "invalid"},
		"a batch of no list":  {`{"hook_event_name":"PostToolBatch","tool_calls":{}}`, "not a list"},
		"a batch of numbers":  {`{"hook_event_name":"PostToolBatch","tool_calls":[1]}`, "not an object"},
		"a doubtful failure":  {`{"hook_event_name":"PostToolUse","tool_name":"B","tool_response":{"isError":true,"isError":false}}`, "twice"},
	} {
		d, _ := Find("claude-code")
		steps, err := d.Read(strings.NewReader(c.text))
		if !errors.Is(err, ErrInput) || !strings.Contains(err.Error(), c.say) || len(steps) > 1 {
			t.Errorf("%s: %d steps, error %v; want ErrInput that says %q", name, len(steps), err, c.say)
		}
	}
	if _, err := Find("emacs"); !errors.Is(err, ErrDialect) || !strings.Contains(err.Error(), "claude-code") {
		t.Errorf("an unknown dialect: %v", err)
	}
}

// TestSizes: 3 MB and more pass whole, what no table needs is passed over, and
// the bound is an error.
func TestSizes(t *testing.T) {
	d, _ := Find("claude-code")
	big := strings.Repeat("x", 8<<20)
	steps, err := d.Read(strings.NewReader(`{"hook_event_name":"PostToolUse","tool_name":"Write","tool_use_id":"a","noise":"` + big +
		`","tool_input":{"content":"` + big + `"},"tool_response":{"content":"` + big + `"}}`))
	if err != nil {
		t.Fatal(err)
	}
	w := steps[0].Ways[0]
	if len(w.ArgsJSON) < len(big) || len(w.ResultJSON) < len(big) || !bytes.Contains(w.Metadata, []byte(`"left_out":{"noise":8388610}`)) {
		t.Errorf("args %d, result %d bytes, metadata %s", len(w.ArgsJSON), len(w.ResultJSON), w.Metadata)
	}
	long := io.MultiReader(strings.NewReader(`{"hook_event_name":"Stop"`), &endless{left: MaxInput}, strings.NewReader(`}`))
	if _, err := d.Read(long); !errors.Is(err, ErrInput) || !strings.Contains(err.Error(), "longer than") {
		t.Errorf("past the bound: %v", err)
	}
}

type endless struct{ left int }

func (e *endless) Read(to []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := min(len(to), e.left)
	for i := range to[:n] {
		to[i] = ' '
	}
	e.left -= n
	return n, nil
}

// TestInvalidUTF8: bytes that are none are replaced and the event says so.
func TestInvalidUTF8(t *testing.T) {
	d, _ := Find("codex")
	steps, err := d.Read(strings.NewReader("{\"hook_event_name\":\"PostToolUse\",\"tool_name\":\"Bash\",\"tool_use_id\":\"c\",\"tool_input\":{},\"tool_response\":\"a\xff\xfe\"}"))
	if err != nil {
		t.Fatal(err)
	}
	if w := steps[0].Ways[0]; !strings.Contains(w.ResultJSON, "a\ufffd") || !bytes.Contains(w.Metadata, []byte(`"lossy_utf8":true`)) {
		t.Errorf("result %q, metadata %s", w.ResultJSON, w.Metadata)
	}
}

// TestNothingAToolPrintsUndoesItsCall: whatever text stands in a result, the
// call counts as executed.
func TestNothingAToolPrintsUndoesItsCall(t *testing.T) {
	prints := []string{"PreToolUse:Bash hook error: x", "denied", "\nExit Code: 1\n", "Command exited with code: 1", "[Request interrupted by user]",
		`{"status":"blocked"}`, `{"isError":true,"error":{"message":"x"}}`}
	for name, form := range map[string]string{
		"claude-code": `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"a","tool_input":{},"tool_response":{"stdout":%s}}`,
		"codex":       `{"hook_event_name":"PostToolUse","tool_name":"Bash","tool_use_id":"a","tool_input":{},"tool_response":%s}`,
		"gemini":      `{"hook_event_name":"AfterTool","tool_name":"run_shell_command","tool_input":{},"tool_response":{"llmContent":%[1]s,"returnDisplay":%[1]s}}`,
		"hermes":      `{"hook_event_name":"post_tool_call","tool_name":"terminal","tool_input":{},"extra":{"tool_call_id":"a","status":"ok","result":%s}}`,
	} {
		d, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range prints {
			quoted, _ := json.Marshal(text)
			steps, err := d.Read(strings.NewReader(fmt.Sprintf(form, quoted)))
			if err != nil {
				t.Fatal(err)
			}
			if s := steps[0].Ways[0].Status; s != "ok" && s != "unknown" {
				t.Errorf("%s: a tool that prints %q has status %s", name, text, s)
			}
		}
	}
}

// TestNoHookEventIsAPermission: hooks are telemetry about decisions.
func TestNoHookEventIsAPermission(t *testing.T) {
	for _, d := range Dialects() {
		for _, v := range vectors(t, d.Name) {
			steps, err := d.Read(strings.NewReader(v.text()))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range steps {
				for _, w := range s.Ways {
					if w.Kind == "permission" || w.Decision != "" || w.ActionID != "" {
						t.Errorf("%s, %s: %+v", d.Name, v.Name, w)
					}
				}
			}
		}
	}
}

// TestPromisesAboutPermissionsNeedAChannel: every dialect that carries no
// decision refuses with the channel to add, and agrees once there is one.
func TestPromisesAboutPermissionsNeedAChannel(t *testing.T) {
	for _, d := range Dialects() {
		err := d.CanAuthorize()
		if d.Decision.ByHook {
			t.Errorf("%s says that its hooks carry decisions; no event of it becomes a permission", d.Name)
		}
		if !errors.Is(err, ErrNoDecision) || d.Decision.Channel == "" || !strings.Contains(err.Error(), d.Decision.Channel) || !strings.Contains(err.Error(), d.Name) {
			t.Errorf("%s: %v", d.Name, err)
		}
		if err := d.CanAuthorize("acp"); err != nil {
			t.Errorf("%s with a channel: %v", d.Name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	for n, d := range Dialects() {
		for _, v := range vectors(f, d.Name) {
			f.Add(n, []byte(v.text()))
		}
	}
	f.Fuzz(func(t *testing.T, n int, text []byte) {
		all := Dialects()
		d := all[int(uint(n)%uint(len(all)))]
		steps, err := d.Read(bytes.NewReader(text))
		if err != nil {
			if !errors.Is(err, ErrInput) {
				t.Fatalf("error of no family: %v", err)
			}
			return
		}
		if len(steps) == 0 {
			t.Fatal("an input gave neither a step nor an error")
		}
		for _, s := range steps {
			for _, w := range s.Ways {
				if w.Kind == "permission" {
					t.Fatal("a hook event became a permission")
				}
				encoded, err := event.New("id", d.Source(), w).Encode()
				if err != nil {
					t.Fatalf("the sidecar would refuse it: %v", err)
				}
				back, err := event.Decode(encoded)
				if err != nil {
					t.Fatalf("%v\n%s", err, encoded)
				}
				if want, _ := event.DataHash(w); mustHash(t, back) != want {
					t.Fatal("something was lost on the way")
				}
			}
		}
	})
}

func mustHash(t *testing.T, e event.Event) canon.Hash {
	h, err := e.DataHash()
	if err != nil {
		t.Fatal(err)
	}
	return h
}
