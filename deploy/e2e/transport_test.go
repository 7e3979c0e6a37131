package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// cutter is a way to the bus that loses one answer: after the first message with
// the mark has gone up, nothing comes down any more and the connection ends.
type cutter struct {
	net.Listener
	to, mark string
	mu       sync.Mutex
	cut      int
}

func newCutter(t *testing.T, to, mark string) *cutter {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &cutter{Listener: l, to: to, mark: mark}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			down, err := l.Accept()
			if err != nil {
				return
			}
			go c.carry(down)
		}
	}()
	return c
}

func (c *cutter) carry(down net.Conn) {
	defer down.Close()
	up, err := net.Dial("tcp", c.to)
	if err != nil {
		return
	}
	defer up.Close()
	var mu sync.Mutex
	silent := false
	over := make(chan struct{})
	go func() {
		defer close(over)
		defer down.Close()
		buf := make([]byte, 64<<10)
		for {
			n, err := up.Read(buf)
			mu.Lock()
			s := silent
			mu.Unlock()
			if s && n > 0 {
				return // the answer came, and is lost with the connection
			}
			if _, werr := down.Write(buf[:n]); err != nil || werr != nil {
				return
			}
		}
	}()
	buf := make([]byte, 64<<10)
	for {
		n, err := down.Read(buf)
		if bytes.Contains(buf[:n], []byte(c.mark)) {
			c.mu.Lock()
			first := c.cut == 0
			c.cut++
			c.mu.Unlock()
			mu.Lock()
			silent = first
			mu.Unlock()
		}
		if _, werr := up.Write(buf[:n]); err != nil || werr != nil {
			_ = up.Close()
			<-over
			return
		}
	}
}

// TestNATSTransport: the JavaScript client against a real sidecar: repetitions,
// conflicts, refusals, 3 MB in chunks, many at once, an answer that is lost with
// its connection, and a program that ends with the connection open.
func TestNATSTransport(t *testing.T) {
	dir := nodePackage(t)
	l := newLine(t)
	l.serve()
	seat := l.open()
	way := newCutter(t, strings.TrimPrefix(seat.URL, "nats://"), `"tool":"cut"`)
	cmd := exec.Command("node", filepath.Join(dir, "test", "transport.mjs"))
	cmd.Env = append(os.Environ(), "VAREK_SESSION="+seat.Session.String(), "VAREK_NATS_URL=nats://"+way.Addr().String(), "VAREK_NATS_CREDS="+seat.Creds)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, out, &errs)
	}
	type said struct {
		Name, Error, Code, Action string
		Seq                       uint64
		Dup                       bool
	}
	got := map[string]said{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var s said
		if err := dec.Decode(&s); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		got[s.Name] = s
	}
	for name, want := range map[string]said{
		"first": {}, "again": {Dup: true}, "conflict": {Error: "RefusedError", Code: "conflict"}, "no such call": {Error: "RefusedError", Code: "unknown"},
		"no event": {Error: "EventError"}, "big": {}, "big again": {Dup: true}, "lost answer": {Dup: true},
	} {
		s, ok := got[name]
		if !ok || s.Error != want.Error || s.Code != want.Code || s.Dup != want.Dup || (want.Error == "") != (s.Action != "") {
			t.Errorf("%s: %+v, want %+v", name, s, want)
		}
	}
	if got["again"].Seq != got["first"].Seq || got["big again"].Seq != got["big"].Seq {
		t.Errorf("a repetition has another number: %s", out)
	}
	if way.cut < 2 {
		t.Errorf("the mark passed %d times, want the event and its repetition", way.cut)
	}
}
