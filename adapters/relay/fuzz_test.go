package relay

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/varek/varek/adapters/event"
)

// FuzzLines: the reader gives back every byte of what is within the bound, in
// order, and never more than the bound at once.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\r\n\nc"), uint16(4))
	f.Add([]byte(strings.Repeat("x", 5000)+"\n{\"id\":1}\n"), uint16(100))
	f.Fuzz(func(t *testing.T, text []byte, most uint16) {
		bound := int(most) + 1
		in := newLineReader(bytes.NewReader(text), bound)
		rest := text
		for {
			ln, err := in.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			n := bytes.IndexByte(rest, '\n') + 1
			if n == 0 {
				n = len(rest)
			}
			if ln.over != (n > bound) || !ln.over && !bytes.Equal(ln.text, rest[:n]) || len(ln.text) > bound {
				t.Fatalf("line %q (over %v), want %q", ln.text, ln.over, rest[:n])
			}
			rest = rest[n:]
		}
		if len(rest) > 0 {
			t.Fatalf("%q was not read", rest)
		}
	})
}

// FuzzParse compares the reader of messages with encoding/json: what passes is
// JSON with one meaning, and the parts are the parts.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}}`, `[{"id":"x","result":{}},{"method":"m"}]`,
		`{"id":1,"Method":"x","method":"y"}`, `{"id":1.50e1,"error":{"code":1},"result":null}`, "{\"method\":\"a\xff\"}", `{"id":null,"method":"a"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		list, batch, err := parseLine(text)
		var s skim
		s.feed(text)
		if err != nil {
			if !errors.Is(err, ErrMessage) {
				t.Fatalf("error of no family: %v", err)
			}
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q passes and is no JSON", text)
		}
		for _, m := range list {
			var slow map[string]json.RawMessage
			if json.Unmarshal(m.raw, &slow) != nil || !bytes.Contains(text, m.raw) {
				t.Fatalf("%q is no part of %q", m.raw, text)
			}
			var id, method, params any
			_ = json.Unmarshal(slow["id"], &id) // absent is nil, too
			_ = json.Unmarshal(slow["method"], &method)
			_ = json.Unmarshal(slow["params"], &params)
			if name, _ := method.(string); name != m.method && !m.lossy && !strings.ContainsRune(name, '\ufffd') {
				t.Fatalf("method %q, encoding/json reads %q in %q", m.method, name, m.raw)
			}
			if (m.params == nil) != (slow["params"] == nil) || m.params != nil && !bytes.Equal(m.params, slow["params"]) {
				t.Fatalf("params %q, encoding/json reads %q", m.params, slow["params"])
			}
			if m.request() && m.response() || m.notification() && m.id.raw != nil {
				t.Fatalf("%q is two things", m.raw)
			}
			if !batch && m.id.raw != nil && len(m.id.raw) < maxSkimmed && !bytes.Equal(bytes.TrimSpace(s.id), m.id.raw) {
				t.Fatalf("skimmed id %q of %q", s.id, text)
			}
		}
		if got := safe(bytes.Clone(text)); json.Valid(text) && !json.Valid(got) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}

// fuzzDialect plays lines of both sides. Whatever they are: every event is one
// that the sidecar takes, no call goes on before its intent is told, every
// allow that goes to an agent is told, and the relay ends.
func fuzzDialect(f *testing.F, dialect string) {
	scenes, err := filepath.Glob("testdata/" + dialect + "-*.scene")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range scenes {
		_, lines := scene(f, file)
		var all strings.Builder
		for _, l := range lines {
			all.WriteString(l[0] + l[1] + "\n")
		}
		f.Add(all.String(), uint8(0))
	}
	f.Add("c"+`{"id":1,"method":"tools/call","params":{"name":"w","arguments":{}}}`+"\ns"+`{"id":1,"result":{}}`+"\nc"+`{"method":"notifications/cancelled","params":{"requestId":1}}`+"\n", uint8(2))
	f.Fuzz(func(t *testing.T, script string, failAt uint8) {
		b := &book{}
		told := 0
		b.fail = func(event.Data) error {
			if told++; failAt > 0 && told == int(failAt) {
				return errStoreFull
			}
			return nil
		}
		var bad atomic.Pointer[error]
		record := func(ctx context.Context, e event.Event) (event.Reply, error) {
			if err := e.Check(); err != nil {
				bad.Store(&err)
			}
			return b.record(ctx, e)
		}
		r := newRig(t, Config{Dialect: dialect, Record: record, MaxLine: 1 << 16})
		heard := make(chan heard, 1)
		go func() { _, _ = io.Copy(io.Discard, r.client.in) }()
		go func() { heard <- listen(r.server.in, questions(script)) }()
		over := make(chan error, 1)
		go func() {
			err := <-r.over
			r.shut()
			over <- err
		}()
		for _, l := range strings.Split(script, "\n") {
			to := r.client.out
			if strings.HasPrefix(l, "s") {
				to = r.server.out
			}
			if len(l) > 0 {
				if _, err := io.WriteString(to, l[1:]+"\n"); err != nil {
					break // the relay has ended
				}
			}
		}
		r.client.out.Close()
		r.server.out.Close()
		if err := <-over; err != nil && !errors.Is(err, ErrUnrecorded) {
			t.Fatalf("Run: %v", err)
		}
		if err := bad.Load(); err != nil {
			t.Fatalf("an event that no sidecar takes: %v", *err)
		}
		r.server.left.Close() // a relay that was ended leaves its pipes open
		h := <-heard
		b.mu.Lock() // a relay that was ended may still be telling
		defer b.mu.Unlock()
		intents, allows := 0, 0
		for _, d := range b.told {
			switch {
			case d.Kind == "intent":
				intents++
			case d.Kind == "permission" && d.Decision == "allow":
				allows++
			}
		}
		if dialect == "mcp" && h.calls > intents || dialect != "mcp" && h.allows > allows {
			t.Fatalf("the server heard %d calls and %d allows, told were %d and %d", h.calls, h.allows, intents, allows)
		}
	})
}

// heard is what of a server's input matters.
type heard struct{ calls, allows int }

// questions are the ids under which the script's server asks for a decision.
func questions(script string) map[any]bool {
	ids := map[any]bool{}
	for _, l := range strings.Split(script, "\n") {
		var m struct {
			ID     any
			Method string
		}
		if strings.HasPrefix(l, "s") && json.Unmarshal([]byte(l[1:]), &m) == nil && decides(m.Method) {
			ids[m.ID] = true
		}
	}
	return ids
}

// listen reads as encoding/json does, which is not the relay's reader.
func listen(in *bufio.Reader, asked map[any]bool) (h heard) {
	for {
		text, err := in.ReadBytes('\n')
		var list []json.RawMessage
		if json.Unmarshal(text, &list) != nil {
			list = []json.RawMessage{text}
		}
		for _, one := range list {
			var m struct {
				ID     any
				Method string
				Result struct {
					Outcome  struct{ Outcome, OptionID string }
					Decision any
				}
			}
			if json.Unmarshal(one, &m) != nil {
				continue
			}
			switch d, _ := m.Result.Decision.(string); {
			case m.Method == "tools/call":
				h.calls++
			case m.Method == "" && asked[m.ID] && (strings.HasPrefix(d, "accept") || m.Result.Outcome.Outcome == "selected" && strings.Contains(m.Result.Outcome.OptionID, "al")):
				h.allows++
			}
		}
		if err != nil {
			return h
		}
	}
}

func FuzzMCP(f *testing.F)   { fuzzDialect(f, "mcp") }
func FuzzACP(f *testing.F)   { fuzzDialect(f, "acp") }
func FuzzCodex(f *testing.F) { fuzzDialect(f, "codex") }
