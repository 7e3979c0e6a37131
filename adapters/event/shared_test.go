package event_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// shared reads one of the files that every language's client is tested against.
func shared(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		t.Fatal(err)
	}
}

func unbase64(t *testing.T, s string) []byte {
	t.Helper()
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The hashes of arguments that adapters in every language agree on are those that
// the sidecar gives.
func TestSharedArgsHashes(t *testing.T) {
	var f struct {
		About   string
		Vectors []struct {
			Name, Base64 string
			Text         *string
			Hash         trace.Hash `json:"args_hash"`
			Raw          bool
		}
	}
	shared(t, "args_hash.json", &f)
	if len(f.Vectors) < 80 {
		t.Fatalf("only %d vectors", len(f.Vectors))
	}
	for _, v := range f.Vectors {
		text := unbase64(t, v.Base64)
		if v.Text != nil {
			text = []byte(*v.Text)
		}
		if a := trace.Admit(text); a.Hash != v.Hash || a.Raw != v.Raw {
			t.Errorf("%s: %s, raw %v; want %s, %v", v.Name, a.Hash, a.Raw, v.Hash, v.Raw)
		}
	}
}

// Subjects, bounds of ids, frames of chunks and references are the same in every
// language.
func TestSharedIDs(t *testing.T) {
	var f struct {
		About    string
		Session  trace.Hash
		Subjects map[string]string
		Bounds   []struct {
			Name, ID string
			ActionID string `json:"action_id"`
			OK       bool
		}
		Chunks []struct {
			ID            trace.Hash
			Total, Offset uint64
			Payload       string `json:"payload_base64"`
			Frame         string `json:"frame_hex"`
		}
		References []struct{ Name, Inline, Referring, Data, DataRef string }
	}
	shared(t, "ids.json", &f)
	for kind, want := range f.Subjects {
		if got := event.Subject(f.Session, kind); got != want {
			t.Errorf("subject %q, want %q", got, want)
		}
	}
	for _, b := range f.Bounds {
		e := event.New(b.ID, "/adapter/test", event.Data{Kind: "action", ActionID: b.ActionID, Status: "ok", Tool: ""})
		if err := e.Check(); (err == nil) != b.OK {
			t.Errorf("%s: %v", b.Name, err)
		}
	}
	for _, c := range f.Chunks {
		frame, err := event.Chunk{ID: c.ID, Total: c.Total, Offset: c.Offset, Payload: unbase64(t, c.Payload)}.Encode()
		if err != nil || hex.EncodeToString(frame) != c.Frame {
			t.Errorf("chunk at %d: %x, %v; want %s", c.Offset, frame, err, c.Frame)
		}
	}
	for _, r := range f.References {
		e, err := event.Decode([]byte(r.Inline))
		if err != nil {
			t.Fatalf("%s: %v", r.Name, err)
		}
		text, data, id, err := e.EncodeReferring()
		if err != nil || string(text) != r.Referring || string(data) != r.Data || "varek-blob:"+id.String() != r.DataRef {
			t.Errorf("%s: %s\n%s\n%s, %v", r.Name, text, data, id, err)
		}
	}
	if len(f.Subjects) == 0 || len(f.Bounds) == 0 || len(f.Chunks) == 0 || len(f.References) == 0 {
		t.Error("a part of the file is empty")
	}
}
