package ingest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/adapters/event"
)

// clientAt makes the test binary a client of the bus that it names.
const clientAt = "VAREK_TEST_CLIENT_AT"

// client reports calls until it is killed, and prints every answer.
func client(text string) error {
	var at place
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		return err
	}
	ctx := context.Background()
	c, err := event.Dial(ctx, event.Config{URL: at.URL, Session: session, Creds: at.Creds, Source: "/adapter/test"})
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		for _, e := range []event.Event{
			event.New(fmt.Sprint("c-i", n), "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`}),
			event.New(fmt.Sprint("c-j", n), "/adapter/test", event.Data{Kind: "intent", Tool: "left", ArgsJSON: `{}`}),
		} {
			r, err := c.SendEvent(ctx, e)
			if err != nil {
				return err
			}
			if err := json.NewEncoder(os.Stdout).Encode(told{e.ID, e.Data, r}); err != nil {
				return err
			}
		}
	}
}

type told struct {
	ID    string
	Data  event.Data
	Reply event.Reply
}

// Fault 8, and 7 with it: a harness dies between two events of a call, and what
// it would have said next never comes. Numbers are the sidecar's, so the trace
// has no hole; what refers to something that never arrived is refused and uses
// up no number; and the calls that are left open are ended by the rule.
func TestClientDiesInTheMiddle(t *testing.T) {
	dir := t.TempDir()
	at, victim := startVictim(t, dir)
	text, err := json.Marshal(at)
	if err != nil {
		t.Fatal(err)
	}
	all := newAcked(1 << 30)
	for round := range 3 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), clientAt+"="+string(text))
		cmd.Stderr = os.Stderr
		out, err := cmd.StdoutPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		for n := 0; lines.Scan(); n++ {
			var line told
			if json.Unmarshal(lines.Bytes(), &line) == nil {
				all.add(line.ID, line.Data, line.Reply)
			}
			if n == 7+round {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("the client ended by itself")
		}
	}
	if len(all.replies) < 8 {
		t.Fatalf("only %d answers came out", len(all.replies))
	}
	c := at.dial(t)
	var refused *event.RefusedError
	for _, d := range []event.Data{{Kind: "start", ActionID: "a99999"}, {Kind: "action", ActionID: "a99999", Status: "ok"}} {
		if _, err := c.Send(t.Context(), d); !errors.As(err, &refused) {
			t.Errorf("a %s of a call that never came: %v, want a refusal", d.Kind, err)
		}
	}
	victim.stop(t)
	checkAcked(t, dir, all, true)
}

// peak is a process's largest resident size so far, in bytes.
func peak(t *testing.T, pid int) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := bytes.Cut(text, []byte("VmHWM:"))
	kib, err := strconv.Atoi(strings.Fields(string(rest))[0])
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}

// Fault 11: huge events, many at once. They arrive whole, other clients are
// answered meanwhile, and the sidecar's memory is that of a few of them and not
// of all.
func TestManyHugeEventsAtOnce(t *testing.T) {
	dir := t.TempDir()
	at, victim := startVictim(t, dir)
	all := newAcked(1 << 30)
	const size, many = 3 << 20, 12
	send := func(n int) {
		c, err := event.Dial(t.Context(), event.Config{URL: at.URL, Session: session, Creds: at.Creds, Source: "/adapter/test", Timeout: 4 * time.Minute})
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		args := fmt.Sprintf(`{"n":%d,"text":"%s"}`, n, strings.Repeat("0123456789abcdef", size/16))
		e := event.New(fmt.Sprint("huge-", n), "/adapter/test", event.Data{Kind: "intent", Tool: "write", ArgsJSON: args})
		r, err := c.SendEvent(t.Context(), e)
		if err != nil {
			t.Errorf("event %d: %v", n, err)
			return
		}
		all.add(e.ID, e.Data, r)
	}
	before := peak(t, victim.cmd.Process.Pid)
	send(0)
	one := peak(t, victim.cmd.Process.Pid) - before
	var wg sync.WaitGroup
	over := make(chan struct{})
	for n := range many {
		wg.Go(func() { send(n + 1) })
	}
	go func() { wg.Wait(); close(over) }()
	c, small := at.dial(t), 0
	for done := false; !done; small++ {
		select {
		case <-over:
			done = true
		default:
			e := event.New(fmt.Sprint("small-", small), "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`})
			r, err := c.SendEvent(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			all.add(e.ID, e.Data, r)
		}
	}
	together := peak(t, victim.cmd.Process.Pid) - before
	t.Logf("one event of %d MiB takes %d MiB, %d at once %d MiB; %d small events were answered meanwhile", size>>20, one>>20, many, together>>20, small)
	if together > 4*one {
		t.Errorf("%d huge events at once take %d MiB, one takes %d", many, together>>20, one>>20)
	}
	if small < many {
		t.Errorf("only %d small events were answered meanwhile", small)
	}
	victim.stop(t)
	checkAcked(t, dir, all, true)
}
