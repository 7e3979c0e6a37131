package gate

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// FuzzAnswers: whatever a model's side sends, cutting it into frames loses no byte,
// and every reader refuses it or gives its calls.
func FuzzAnswers(f *testing.F) {
	files, err := filepath.Glob("../../deploy/modelserver/testdata/*")
	if err != nil || len(files) == 0 {
		f.Fatal("no transcripts to begin with", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, d := range dialects() {
			if _, err := d.whole(body); err != nil && !errors.Is(err, ErrForm) {
				t.Errorf("%s: an error that is no ErrForm: %v", d.name(), err)
			}
			for _, in := range []frames{newEvents(bytes.NewReader(body), 1<<20), newElements(bytes.NewReader(body), 1<<20)} {
				through(t, d, in, body)
			}
		}
	})
}

func through(t *testing.T, d dialect, in frames, body []byte) {
	r := d.stream()
	var all []byte
	for {
		fr, err := in.next()
		if err != nil {
			if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) && !bytes.Equal(all, body) {
				t.Errorf("%d bytes came out of %d", len(all), len(body))
			}
			return
		}
		all = append(all, fr.raw...)
		if len(fr.data) == 0 {
			continue
		}
		s, err := r.read(fr.data)
		if err != nil {
			if !errors.Is(err, ErrForm) {
				t.Errorf("%s: an error that is no ErrForm: %v", d.name(), err)
			}
			return
		}
		if len(s.done) > 0 && !s.holds {
			t.Errorf("%s: a frame completes a call and is not held back: %s", d.name(), fr.data)
		}
	}
}

// FuzzRequests: whatever a harness sends is refused or gives its results.
func FuzzRequests(f *testing.F) {
	f.Add([]byte(`{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}]}`))
	f.Add([]byte(`{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"x"}]}`))
	f.Add([]byte(`{"input":[{"type":"function_call","call_id":"a","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"a","output":"x"}]}`))
	f.Add([]byte(`{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f"}}]},{"role":"user","parts":[{"functionResponse":{"name":"f","response":{}}}]}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, d := range dialects() {
			if _, err := d.results(body); err != nil && !errors.Is(err, ErrForm) {
				t.Errorf("%s: an error that is no ErrForm: %v", d.name(), err)
			}
		}
	})
}
