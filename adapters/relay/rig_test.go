package relay

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
)

// book stands for the sidecar in the tests of this package: it gives action ids,
// refuses what the event check refuses, and keeps what it was told. The real one
// is behind the relay in deploy/e2e.
type book struct {
	mu    sync.Mutex
	told  []event.Data
	fail  func(event.Data) error // nil: never
	calls int
}

var errStoreFull = errors.New("store: the disk is full")

func (b *book) record(_ context.Context, e event.Event) (event.Reply, error) {
	text, err := e.Encode()
	if err != nil {
		return event.Reply{}, err
	}
	back, err := event.Decode(text)
	if err != nil {
		return event.Reply{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.fail != nil {
		if err := b.fail(back.Data); err != nil {
			return event.Reply{}, err
		}
	}
	b.told = append(b.told, back.Data)
	r := event.Reply{OK: true, Seq: uint64(len(b.told)), ActionID: back.Data.ActionID}
	if back.Data.Kind == "intent" {
		b.calls++
		r.ActionID = fmt.Sprintf("a%d", b.calls)
	}
	return r, nil
}

func (b *book) refuseAll(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail = func(event.Data) error { return err }
}

// list spells what was told, one line an event.
func (b *book) list() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out strings.Builder
	for i, d := range b.told {
		text, err := event.New("id", "/adapter/test", d).Encode()
		if err != nil {
			return err.Error()
		}
		_, data, _ := strings.Cut(string(text), `{"data":`)
		data, _, _ = strings.Cut(data, `,"id":"id"`)
		fmt.Fprintf(&out, "%d %s\n", i+1, data)
	}
	return out.String()
}

// rig is a relay between two ends that the test plays.
type rig struct {
	t              testing.TB
	book           *book
	client, server *end
	over           chan error
	shut           func() // closes what the relay reads, as its owner does when Run has returned
}

// end is one of the two programs.
type end struct {
	t    testing.TB
	in   *bufio.Reader
	out  io.WriteCloser
	left io.Closer
	last string // that expectHas heard
}

func newRig(t testing.TB, c Config) *rig {
	t.Helper()
	r := &rig{t: t, book: &book{}, over: make(chan error, 1)}
	clientReads, toClient := io.Pipe()
	fromClient, clientWrites := io.Pipe()
	serverReads, toServer := io.Pipe()
	fromServer, serverWrites := io.Pipe()
	c.Client, c.Server = Pipe{fromClient, toClient}, Pipe{fromServer, toServer}
	if c.Record == nil {
		c.Record = r.book.record
	}
	r.client = &end{t, bufio.NewReaderSize(clientReads, 1<<20), clientWrites, clientReads, ""}
	r.server = &end{t, bufio.NewReaderSize(serverReads, 1<<20), serverWrites, serverReads, ""}
	r.shut = func() { fromClient.Close(); fromServer.Close() }
	go func() { r.over <- Run(context.Background(), c) }()
	t.Cleanup(func() {
		for _, e := range []*end{r.client, r.server} {
			e.out.Close()
			e.left.Close()
		}
	})
	return r
}

// say writes a line; it must be read on the way for the relay to go on.
func (e *end) say(text string) {
	e.t.Helper()
	if _, err := io.WriteString(e.out, text+"\n"); err != nil {
		e.t.Fatalf("write: %v", err)
	}
}

// hear gives the next line without its end.
func (e *end) hear() string {
	e.t.Helper()
	type heard struct {
		text string
		err  error
	}
	got := make(chan heard, 1)
	go func() {
		text, err := e.in.ReadString('\n')
		got <- heard{text, err}
	}()
	select {
	case h := <-got:
		if h.err != nil && (h.text == "" || !errors.Is(h.err, io.EOF)) {
			return "<" + h.err.Error() + ">"
		}
		return strings.TrimSuffix(h.text, "\n")
	case <-time.After(time.Minute):
		e.t.Fatal("nothing was heard for a minute")
		return ""
	}
}

// expect fails where the next line is not want.
func (e *end) expect(want string) {
	e.t.Helper()
	if got := e.hear(); got != want {
		e.t.Fatalf("heard\n  %.600s\nwant\n  %.600s", got, want)
	}
}

// expectHas fails where the next line lacks one of the texts.
func (e *end) expectHas(wants ...string) string {
	e.t.Helper()
	got := e.hear()
	e.last = got
	for _, w := range wants {
		if !strings.Contains(got, w) {
			e.t.Fatalf("heard\n  %.600s\nwant %q in it", got, w)
		}
	}
	return got
}

// end closes both sides, the server's first, and gives what Run returned.
func (r *rig) end() error {
	r.t.Helper()
	r.server.out.Close()
	go func() { _, _ = io.Copy(io.Discard, r.client.in) }()
	select {
	case err := <-r.over:
		return err
	case <-time.After(time.Minute):
		r.t.Fatal("the relay does not end")
		return nil
	}
}

// toldKinds spells the kinds and statuses that were told.
func (b *book) toldKinds() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var out []string
	for _, d := range b.told {
		word := d.Kind
		for _, more := range []string{d.Status, d.Decision} {
			if more != "" {
				word += ":" + more
			}
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// note collects what the relay tells a person.
type note struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (n *note) add(s string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text.WriteString(s + "\n")
}

func (n *note) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}
