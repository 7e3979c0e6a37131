package event_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
)

// Ids are bounded before anything is stored under them, also in what comes off
// the bus and was not made by our own encoder.
func TestHugeIDs(t *testing.T) {
	for name, c := range map[string]struct {
		id, action string
		ok         bool
	}{
		"the longest":              {strings.Repeat("x", event.MaxID), strings.Repeat("a", event.MaxID), true},
		"an id one byte longer":    {strings.Repeat("x", event.MaxID+1), "a1", false},
		"many bytes, few letters":  {strings.Repeat("é", event.MaxID), "a1", false},
		"an id of 4 MiB":           {strings.Repeat("x", 4<<20), "a1", false},
		"no id":                    {"", "a1", false},
		"an action id of 4 MiB":    {"x", strings.Repeat("a", 4<<20), false},
		"an id with odd letters":   {"\x00\n\"' OR 1=1 --\u202e", "a1", true},
		"an id of a path's shape":  {"../../../etc/passwd", "a1", true},
		"an action of odd letters": {"x", "a\x00\u202e", true},
	} {
		e := event.New(c.id, "/adapter/test", event.Data{Kind: "action", ActionID: c.action, Status: "ok"})
		if err := e.Check(); (err == nil) != c.ok || err != nil && !errors.Is(err, event.ErrEvent) {
			t.Errorf("%s: checked: %v", name, err)
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := event.Decode(text)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, event.ErrEvent) {
			t.Errorf("%s: decoded: %v", name, err)
		}
		if c.ok && (got.ID != c.id || got.Data.ActionID != c.action) {
			t.Errorf("%s: came back as %q of %q", name, got.ID, got.Data.ActionID)
		}
	}
}
