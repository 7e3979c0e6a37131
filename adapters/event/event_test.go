package event_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// vector is one case of testdata/vectors.json, which every language runs.
type vector struct {
	Name      string `json:"name"`
	Event     string `json:"event"`     // the text on the wire
	Canonical string `json:"canonical"` // absent: same text
	DataHash  string `json:"data_hash"`
	Refused   string `json:"refused"` // a word of the reason; present = must be refused
}

func vectors(t testing.TB) []vector {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "vectors.json"))
	if err != nil {
		t.Fatal(err)
	}
	var f struct {
		About   string   `json:"about"`
		Vectors []vector `json:"vectors"`
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		t.Fatal(err)
	}
	if len(f.Vectors) < 20 {
		t.Fatalf("only %d vectors", len(f.Vectors))
	}
	return f.Vectors
}

func TestVectors(t *testing.T) {
	for _, v := range vectors(t) {
		t.Run(v.Name, func(t *testing.T) {
			e, err := event.Decode([]byte(v.Event))
			if v.Refused != "" {
				if !errors.Is(err, event.ErrEvent) || !strings.Contains(err.Error(), v.Refused) {
					t.Fatalf("got %v, want ErrEvent naming %q", err, v.Refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			again, err := e.Encode()
			if err != nil {
				t.Fatal(err)
			}
			want := v.Canonical
			if want == "" {
				want = v.Event
			}
			if string(again) != want {
				t.Errorf("encodes as %s\nwant       %s", again, want)
			}
			h, err := event.DataHash(e.Data)
			if err != nil {
				t.Fatal(err)
			}
			if h.String() != v.DataHash {
				t.Errorf("data hash %s, want %s", h, v.DataHash)
			}
		})
	}
}

// The schema is what other languages validate against; it must name the same
// members and values as the Go types.
func TestSchemaAgrees(t *testing.T) {
	text, err := os.ReadFile("event.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s struct {
		Properties map[string]any `json:"properties"`
		Defs       map[string]struct {
			Properties map[string]struct {
				Enum []string `json:"enum"`
			} `json:"properties"`
			Additional *bool `json:"additionalProperties"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	full := event.Data{Kind: "action", Tool: "t", ActionID: "a", ArgsJSON: "1", ResultJSON: "1", Error: "e", Status: "ok",
		Decision: "allow", Metadata: []byte(`{}`), Permission: &event.Permission{Authority: "human", Actor: "a", Scope: "once",
			Pattern: "p", Rule: "r", Ref: "f", InheritedFrom: 1}}
	e := event.New("id", "/adapter/x", full)
	e.DataContentType = event.ContentType
	members := func(v any) map[string]json.RawMessage {
		text, err := trace.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]json.RawMessage
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	same := func(what string, go_ map[string]json.RawMessage, schema int, has func(string) bool) {
		if len(go_) != schema {
			t.Errorf("%s: %d members in Go, %d in the schema", what, len(go_), schema)
		}
		for name := range go_ {
			if !has(name) {
				t.Errorf("%s: schema lacks %s", what, name)
			}
		}
	}
	same("event", members(e), len(s.Properties), func(n string) bool { _, ok := s.Properties[n]; return ok })
	for name, v := range map[string]any{"data": full, "permission": full.Permission} {
		def := s.Defs[name]
		same(name, members(v), len(def.Properties), func(n string) bool { _, ok := def.Properties[n]; return ok })
		if def.Additional == nil || *def.Additional {
			t.Errorf("%s: schema allows unknown members", name)
		}
	}
	var kinds []string
	for _, k := range event.Kinds() {
		kinds = append(kinds, string(k))
	}
	for _, c := range []struct {
		def, member string
		want        []string
	}{
		{"data", "kind", kinds}, {"data", "status", trace.Statuses()}, {"data", "decision", trace.Decisions()},
		{"permission", "authority", event.Authorities()}, {"permission", "scope", event.Scopes()},
	} {
		if got := s.Defs[c.def].Properties[c.member].Enum; strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s.%s: schema %v, Go %v", c.def, c.member, got, c.want)
		}
	}
}

func TestSubject(t *testing.T) {
	s := trace.Keccak([]byte("session"))
	got := event.Subject(s, "intent")
	if want := "varek.v1." + s.String()[2:] + ".intent"; got != want {
		t.Fatalf("got %s, want %s", got, want)
	}
	back, kind, err := event.ParseSubject(got)
	if err != nil || back != s || kind != "intent" {
		t.Fatal(back, kind, err)
	}
	for _, bad := range []string{"", "varek.v1.", got + ".x", strings.ToUpper(got), "varek.v2." + got[9:], got[:len(got)-7], got[:len(got)-6]} {
		if _, _, err := event.ParseSubject(bad); !errors.Is(err, event.ErrEvent) {
			t.Errorf("%q: got %v, want ErrEvent", bad, err)
		}
	}
}

func TestReplies(t *testing.T) {
	h := trace.Keccak([]byte("x"))
	good := event.Reply{OK: true, Seq: 17, ActionID: "a", Leaf: h, Head: &event.HeadRef{N: 17, H: h}}
	text, err := good.Encode()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"action_id":"a","dup":false,"head":{"h":"` + h.String() + `","n":17},"leaf":"` + h.String() + `","ok":true,"seq":17}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	if r, err := event.DecodeReply(text); err != nil || r.Seq != 17 || r.Head.H != h {
		t.Errorf("decode: %+v, %v", r, err)
	}
	for name, bad := range map[string]string{
		"empty":               ``,
		"not JSON":            `ok`,
		"empty object":        `{}`,
		"ok alone":            `{"ok":true}`,
		"ok as text":          `{"ok":"true"}`,
		"ok without head":     `{"ok":true,"seq":1,"leaf":"` + h.String() + `"}`,
		"head before record":  strings.Replace(want, `"n":17`, `"n":16`, 1),
		"ok with code":        strings.Replace(want, `"dup":false`, `"code":"busy"`, 1),
		"refusal with no why": `{"ok":false}`,
		"negative wait":       `{"ok":false,"code":"busy","retry_after_ms":-1}`,
		"two oks":             `{"ok":false,"ok":true,"code":"busy"}`,
	} {
		if r, err := event.DecodeReply([]byte(bad)); !errors.Is(err, event.ErrReply) {
			t.Errorf("%s: got %+v, %v, want ErrReply", name, r, err)
		}
	}
}

func TestCreds(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return p
	}
	good := write("good", `{"user":"u","password":"secret","inbox":"_INBOX_u"}`)
	if c, err := event.LoadCreds(good); err != nil || c != (event.Creds{User: "u", Password: "secret", Inbox: "_INBOX_u"}) {
		t.Fatal(c, err)
	}
	for name, text := range map[string]string{
		"empty": "", "half": `{"user":"u","password":"secret"}`, "more": `{"user":"u","password":"secret","inbox":"i","x":1}`,
		"type": `{"user":"u","password":["secret"],"inbox":"i"}`,
	} {
		_, err := event.LoadCreds(write(name, text))
		if !errors.Is(err, event.ErrConfig) {
			t.Errorf("%s: got %v, want ErrConfig", name, err)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the error shows the password: %v", name, err)
		}
	}
	s := trace.Keccak([]byte("s"))
	t.Setenv(event.EnvURL, "nats://127.0.0.1:1")
	t.Setenv(event.EnvCreds, good)
	for _, bad := range []string{"", s.String()[2:], "0x12"} {
		t.Setenv(event.EnvSession, bad)
		if _, err := event.FromEnv(); !errors.Is(err, event.ErrConfig) || !strings.Contains(err.Error(), event.EnvSession) {
			t.Errorf("session %q: got %v, want ErrConfig naming the variable", bad, err)
		}
	}
	t.Setenv(event.EnvSession, s.String())
	if c, err := event.FromEnv(); err != nil || c.Session != s || c.Creds.User != "u" || c.URL != "nats://127.0.0.1:1" {
		t.Fatal(c, err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, v := range vectors(f) {
		f.Add([]byte(v.Event))
	}
	if text, _, _, err := event.New("1", "/adapter/a", event.Data{Kind: "intent", Tool: "t"}).EncodeReferring(); err == nil {
		f.Add(text)
	}
	// What real harnesses gave their hooks, as arguments and results, where it is at hand.
	dir := os.Getenv("VAREK_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	files, _ := filepath.Glob(filepath.Join(dir, "hooks", "*", "*.json")) // the pattern is sound
	for _, name := range files {
		payload, err := os.ReadFile(name)
		if err != nil || len(payload) > 64<<10 {
			continue
		}
		e := event.New(filepath.Base(name), "/adapter/a", event.Data{Kind: "action", ActionID: "a1", Tool: "t", ArgsJSON: string(payload), ResultJSON: string(payload), Status: "ok"})
		if text, err := e.Encode(); err == nil {
			f.Add(text)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		e, err := event.Decode(text)
		if err != nil {
			if !errors.Is(err, event.ErrEvent) {
				t.Fatalf("error outside the family: %v", err)
			}
			return
		}
		if e.DataRef != "" {
			if id, err := e.Ref(); err != nil || id.IsZero() {
				t.Fatalf("decoded with reference %q: %v", e.DataRef, err)
			}
			if _, err := e.Encode(); err == nil {
				t.Fatal("an event without its data encodes as one with")
			}
			return
		}
		once, err := e.Encode()
		if err != nil {
			t.Fatalf("decoded, but does not encode: %v", err)
		}
		back, err := event.Decode(once)
		if err != nil {
			t.Fatalf("own encoding is refused: %v", err)
		}
		twice, err := back.Encode()
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("not stable: %s then %s (%v)", once, twice, err)
		}
		h1, err1 := event.DataHash(e.Data)
		h2, err2 := event.DataHash(back.Data)
		if err1 != nil || err2 != nil || h1 != h2 {
			t.Fatalf("data hash moved: %s %v, %s %v", h1, err1, h2, err2)
		}
	})
}

func FuzzDecodeReply(f *testing.F) {
	f.Add([]byte(`{"ok":false,"code":"busy","message":"queue full","retry_after_ms":20}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := event.DecodeReply(text)
		if err == nil && r.OK && (r.Seq == 0 || r.Leaf.IsZero()) {
			t.Fatalf("ok without record: %+v", r)
		}
	})
}
