package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/tracestore/trace/canon"
)

// captured gives the payloads of one file: a sequence, or one object.
func captured(text []byte) []json.RawMessage {
	var list []struct{ Payload json.RawMessage }
	if json.Unmarshal(text, &list) != nil {
		return []json.RawMessage{text}
	}
	var all []json.RawMessage
	for _, l := range list {
		if l.Payload != nil {
			all = append(all, l.Payload)
		}
	}
	return all
}

// TestRealPayloads: every payload that a real harness gave its hook is told, its
// events are valid, and an outcome finds the intent of its own call.
func TestRealPayloads(t *testing.T) {
	dir := os.Getenv("VAREK_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(dir, "hooks")); err != nil {
		if strings.Contains(os.Getenv("VAREK_REQUIRE"), "data") {
			t.Fatalf("VAREK_REQUIRE asks for data: %v", err)
		}
		t.Skipf("skipped: no payloads of real harnesses in %s (VAREK_DATA)", dir)
	}
	payloads, joined := 0, 0
	for _, d := range Dialects() {
		files, err := filepath.Glob(filepath.Join(dir, "hooks", d.Name, "*.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			calls := map[string]string{}
			for _, payload := range captured(text) {
				if !strings.Contains(string(payload), `"hook_event_name"`) {
					continue // the environment, telemetry, another protocol
				}
				payloads++
				steps, err := d.Read(strings.NewReader(string(payload)))
				if err != nil || len(steps) == 0 {
					t.Errorf("%s: %d steps, %v\n%s", file, len(steps), err, payload)
					continue
				}
				spell(t, d, steps) // refuses what the sidecar would
				joined += join(t, file, calls, steps)
			}
		}
	}
	if payloads < 60 || joined < 15 {
		t.Errorf("only %d payloads and %d outcomes that follow their intent; the data is not what it was", payloads, joined)
	}
}

// join keeps the keys of intents and looks those of outcomes up, as the sidecar
// does. Files that begin with an outcome have no intent to find.
func join(t *testing.T, file string, calls map[string]string, steps []Step) (joined int) {
	for _, s := range steps {
		var m metadata
		if err := canon.Unmarshal(s.Ways[0].Metadata, &m); err != nil {
			t.Fatal(err)
		}
		args, err := canon.Canonicalize([]byte(s.Ways[0].ArgsJSON))
		if err != nil && s.Ways[0].ArgsJSON != "" {
			t.Fatalf("%s: %v", file, err)
		}
		key := m.Native.Session + " " + m.Native.Call
		if m.Native.Call == "" {
			key += s.Ways[0].Tool + string(args)
		}
		switch s.Ways[0].Kind {
		case "intent":
			calls[key] = s.Ways[0].Tool + string(args)
		case "action":
			want, known := calls[key]
			if !known && len(calls) > 0 {
				t.Errorf("%s: no intent for the outcome %s", file, key)
			}
			if known && want != s.Ways[0].Tool+string(args) {
				t.Errorf("%s: the outcome of %s is joined with %s", file, s.Ways[0].Tool+string(args), want)
			}
			if known {
				joined++
			}
		}
	}
	return joined
}
