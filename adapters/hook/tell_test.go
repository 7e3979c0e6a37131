package hook

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
)

// TestTell: what is told after which answer, and what the harness then hears.
func TestTell(t *testing.T) {
	d, _ := Find("claude-code")
	refuse := func(code string) error { return &event.RefusedError{Code: code, Message: code} }
	const post = `{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"B","tool_use_id":"c","tool_input":{},"tool_response":1}`
	const pre = `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"B","tool_use_id":"c","tool_input":{}}`
	const two = `{"hook_event_name":"PostToolBatch","tool_calls":[{"tool_name":"B","tool_use_id":"c"},{"tool_name":"B","tool_use_id":"d"}]}`
	gone := errors.New("gone")
	for _, c := range []struct {
		name, input string
		answers     []error
		told        string
		err         error
	}{
		{"an intent", pre, []error{nil}, "intent", nil},
		{"an intent that is refused", pre, []error{refuse(event.CodeStore)}, "intent", refuse(event.CodeStore)},
		{"an intent and nobody there", pre, []error{gone}, "intent", gone},
		{"a result", post, []error{nil}, "action", nil},
		{"a result with the id forgotten at the intent", post, []error{refuse("unknown"), nil}, "action action", nil},
		{"a result without intent", post, []error{refuse("unknown"), refuse("unknown"), nil}, "action action gap", nil},
		{"the same, and the gap is not stored", post, []error{refuse("unknown"), refuse("unknown"), gone}, "action action gap", gone},
		{"a second result", post, []error{refuse("state"), nil}, "action notice", nil},
		{"a second result that nobody takes", post, []error{refuse("state"), refuse("store")}, "action notice", refuse("store")},
		{"a batch of which one had no outcome", two, []error{refuse("state"), nil}, "action action", nil},
		{"a batch with a call that nobody knows", two, []error{nil, refuse("unknown"), refuse("unknown"), nil}, "action action action gap", nil},
		{"a batch that breaks off", two, []error{gone}, "action", gone},
	} {
		steps, err := d.Read(strings.NewReader(c.input))
		if err != nil {
			t.Fatal(err)
		}
		var told, ids []string
		answers := c.answers
		err = d.Tell(t.Context(), steps, func(_ context.Context, e event.Event) error {
			told, ids = append(told, e.Data.Kind), append(ids, e.ID)
			if len(answers) == 0 {
				t.Fatalf("%s: told %v, one too many", c.name, told)
			}
			a := answers[0]
			answers = answers[1:]
			return a
		})
		if got := strings.Join(told, " "); got != c.told || (err == nil) != (c.err == nil) || err != nil && err.Error() != c.err.Error() {
			t.Errorf("%s: told %s, error %v; want %s, %v", c.name, got, err, c.told, c.err)
		}
		slices.Sort(ids)
		if len(slices.Compact(ids)) != len(told) {
			t.Errorf("%s: two events share an id", c.name)
		}
	}
	if err := d.Tell(t.Context(), nil, nil); err == nil {
		t.Error("telling nothing is no success")
	}
}
