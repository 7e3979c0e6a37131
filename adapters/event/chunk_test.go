package event_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

func TestReferringEventIsTheSameEvent(t *testing.T) {
	e := event.New("1", "/adapter/a", event.Data{Kind: "intent", Tool: "write", ArgsJSON: `{"text":"` + strings.Repeat("é", 1000) + `"}`})
	text, data, id, err := e.EncodeReferring()
	if err != nil {
		t.Fatal(err)
	}
	if want, err := event.DataHash(e.Data); err != nil || id != want {
		t.Errorf("reference %s, data hash %s (%v)", id, want, err)
	}
	got, err := event.Decode(text)
	if err != nil || got.Data.Kind != "intent" || got.ID != "1" {
		t.Fatalf("%+v, %v", got, err)
	}
	whole, err := got.Complete(data)
	if err != nil || whole.Data.ArgsJSON != e.Data.ArgsJSON || whole.DataRef != "" {
		t.Fatalf("%+v, %v", whole, err)
	}
	if h, err := whole.DataHash(); err != nil || h != id {
		t.Errorf("data hash %s, %v", h, err)
	}
	for name, c := range map[string][]byte{
		"other data": append(bytes.Clone(data), ' '), "nothing": nil,
	} {
		if _, err := got.Complete(c); !errors.Is(err, event.ErrEvent) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, text := range map[string]string{
		"both":           strings.Replace(string(text), `"dataref"`, `"data":{},"dataref"`, 1),
		"another scheme": strings.Replace(string(text), "varek-blob:", "https://", 1),
		"no hash":        strings.Replace(string(text), id.String(), "0x12", 1),
		"unknown kind":   strings.Replace(string(text), "varek.intent.v1", "varek.wish.v1", 1),
	} {
		if _, err := event.Decode([]byte(text)); !errors.Is(err, event.ErrEvent) {
			t.Errorf("%s: got %v, want ErrEvent", name, err)
		}
	}
	// Data that is right by its hash and wrong as data.
	bad := []byte(`{"kind":"intent","tool":""}`)
	got.DataRef = "varek-blob:" + trace.Keccak(bad).String()
	if _, err := got.Complete(bad); !errors.Is(err, event.ErrEvent) {
		t.Errorf("empty member: %v", err)
	}
}

func FuzzDecodeChunk(f *testing.F) {
	good, err := event.Chunk{ID: trace.Hash{1}, Total: 10, Offset: 3, Payload: []byte("abc")}.Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:len(good)-4])
	f.Add([]byte("vrkb\x01"))
	f.Fuzz(func(t *testing.T, frame []byte) {
		c, err := event.DecodeChunk(frame)
		if err != nil {
			if !errors.Is(err, event.ErrChunk) {
				t.Fatalf("error outside the family: %v", err)
			}
			return
		}
		if c.Offset+uint64(len(c.Payload)) > c.Total || c.Total > event.MaxData {
			t.Fatalf("out of bounds: %+v", c)
		}
		if again, err := c.Encode(); err != nil || !bytes.Equal(again, frame) {
			t.Fatalf("%x encodes as %x (%v)", frame, again, err)
		}
	})
}

func FuzzDecodeChunkReply(f *testing.F) {
	f.Add([]byte(`{"ok":true,"have":5}`))
	f.Add([]byte(`{"ok":false,"code":"busy","retry_after_ms":5}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if r, err := event.DecodeChunkReply(text); err == nil && r.OK && r.Code != "" {
			t.Fatalf("ok and refused: %+v", r)
		}
	})
}
