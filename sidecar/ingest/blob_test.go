package ingest_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore/trace"
)

// body reads the record and its blobs as a verifier would.
func (l *line) body(t *testing.T, seq uint64) (body trace.Body, restored []byte) {
	t.Helper()
	err := l.store.Read(t.Context(), session, seq, seq, func(r trace.Record, _ uint64) (err error) {
		if body, err = trace.DecodeBody(r.Body); err == nil {
			restored, err = trace.RestoreBlobs(body.Args, func(ref trace.BlobRef) ([]byte, error) {
				return l.store.Blob(t.Context(), session, ref)
			})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return body, restored
}

// Events far over the bus limit arrive whole, again and again, in bounded
// pieces; what they say is kept beside the record, which keeps its hash.
func TestHugeEvents(t *testing.T) {
	l := newLine(t, t.TempDir(), everybodyIs(harness))
	// Time enough for the largest one on a machine that others use, too.
	c, err := event.Dial(t.Context(), event.Config{URL: l.bus.URL(), Session: session, Creds: l.access.Creds, Source: "/adapter/test", Timeout: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	sizes := []int{ingest.MaxPayload * 5 / 4}
	if scale(1) > 1 {
		sizes = append(slicesOf(12<<20, 10), 64<<20)
	}
	for i, n := range sizes {
		args := fmt.Sprintf(`{"n":%d,"text":"%s"}`, i, strings.Repeat("0123456789abcdef", n/16))
		e := event.New(fmt.Sprint("huge ", i), "/adapter/test", event.Data{Kind: "intent", Tool: "write", ArgsJSON: args})
		r, err := c.SendEvent(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		body, restored := l.body(t, r.Seq)
		if len(body.Args) > 1000 || string(restored) != args || *body.ArgsHash != trace.Keccak([]byte(args)) {
			t.Fatalf("event %d: %d bytes in the body, %d restored, args_hash %s", i, len(body.Args), len(restored), body.ArgsHash)
		}
		again, err := c.SendEvent(t.Context(), e)
		if err != nil || !again.Dup || again.Seq != r.Seq || again.Leaf != r.Leaf {
			t.Fatalf("event %d again: %+v, %v", i, again, err)
		}
		e.Data.ArgsJSON = strings.Replace(args, "0", "1", 1)
		if _, err := c.SendEvent(t.Context(), e); err == nil || !strings.Contains(err.Error(), event.CodeConflict) {
			t.Fatalf("event %d with other data: %v", i, err)
		}
	}
	blobs, err := l.store.Blobs(t.Context(), session)
	if err != nil || len(blobs) != len(sizes) {
		t.Errorf("%d blobs, %v", len(blobs), err)
	}
	if err := l.store.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func slicesOf(v, n int) (out []int) {
	for range n {
		out = append(out, v)
	}
	return out
}

// chunk sends one frame as it is.
func chunk(t *testing.T, nc *nats.Conn, frame []byte) event.ChunkReply {
	t.Helper()
	m, err := nc.Request(event.Subject(session, event.BlobKind), frame, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	r, err := event.DecodeChunkReply(m.Data)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A transfer goes on where it stopped, after repeated, early and late pieces
// and after a restart of the bus; damage is noticed, and what is not what its
// name says is never taken.
func TestTransferGoesOn(t *testing.T) {
	spool := filepath.Join(t.TempDir(), "spool")
	h := newHeard()
	s, a := bus(t, ingest.Config{Spool: spool}, h, everybodyIs(harness))
	nc, _ := raw(t, s, a, "")
	e := event.New("1", "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `"` + strings.Repeat("x", 5000) + `"`})
	text, data, id, err := e.EncodeReferring()
	if err != nil {
		t.Fatal(err)
	}
	piece := func(from, to int) []byte {
		frame, err := event.Chunk{ID: id, Total: uint64(len(data)), Offset: uint64(from), Payload: data[from:to]}.Encode()
		if err != nil {
			t.Fatal(err)
		}
		return frame
	}
	if r := request(t, nc, text); r.Code != event.CodeBlob {
		t.Fatalf("the event before its data: %+v", r)
	}
	for _, step := range []struct{ from, to, have int }{{0, 1000, 1000}, {0, 1000, 1000}, {2000, 3000, 1000}, {1000, 2500, 2500}, {0, 0, 2500}} {
		if r := chunk(t, nc, piece(step.from, step.to)); !r.OK || r.Have != uint64(step.have) {
			t.Fatalf("bytes %d to %d: %+v, want %d", step.from, step.to, r, step.have)
		}
	}
	if r := request(t, nc, text); r.Code != event.CodeBlob {
		t.Fatalf("the event with half of its data: %+v", r)
	}
	// Another bus on the same spool stands for the restarted sidecar.
	s2, a2 := bus(t, ingest.Config{Spool: spool}, h, everybodyIs(harness))
	nc, _ = raw(t, s2, a2, "")
	if r := chunk(t, nc, piece(0, 0)); r.Have != 2500 {
		t.Fatalf("after a restart: %+v", r)
	}
	file := filepath.Join(spool, session.String()[2:], id.String()[2:])
	damaged := bytes.Clone(data[:2500])
	damaged[7] ^= 1
	if err := os.WriteFile(file, damaged, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := chunk(t, nc, piece(2500, len(data))); r.Code != event.CodeMalformed {
		t.Fatalf("a damaged transfer ends with %+v", r)
	}
	if r := chunk(t, nc, piece(0, len(data))); !r.OK || r.Have != uint64(len(data)) {
		t.Fatalf("begun again: %+v", r)
	}
	if r := request(t, nc, text); !r.OK {
		t.Fatalf("the event with its data: %+v", r)
	}
	if _, got := h.last(); got.Data.ArgsJSON != e.Data.ArgsJSON || got.DataRef != "" {
		t.Errorf("the sequencer heard %+v", got)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("the data outlives its event: %v", err)
	}
}
