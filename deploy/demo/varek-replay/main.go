// Command varek-replay sends a recorded agent run over the bus, event by event,
// as a harness would.
//
// Purpose: the demo and the end-to-end tests put real recorded runs through the
// whole line. Promise: every recorded call becomes an intent and an action with
// the arguments and the outcome that were recorded, in the recorded order; it
// stops at the first event that is not acknowledged. Limits: it runs no tools,
// so a replayed session has no kernel records of its calls.
package main

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/varek/varek/adapters/event"
)

// run is one line of a corpus; see the corpus's SOURCES.md.
type run struct {
	RunID  string     `json:"run_id"`
	Events []recorded `json:"events"`
}

type recorded struct {
	Seq     int             `json:"seq"`
	Kind    string          `json:"kind"`
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"args"`
	CallID  *string         `json:"call_id"`
	CallSeq *int            `json:"call_seq"`
	Result  *string         `json:"result"`
	Error   *string         `json:"error"`
}

func main() {
	traces := flag.String("traces", "", "corpus file, JSON lines, plain or .gz")
	id := flag.String("run", "", "run_id of the run to send")
	flag.Parse()
	if err := replay(context.Background(), *traces, *id, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "varek-replay:", err)
		os.Exit(1)
	}
}

func replay(ctx context.Context, traces, id string, out io.Writer) error {
	r, err := find(traces, id)
	if err != nil {
		return err
	}
	cfg, err := event.FromEnv()
	if err != nil {
		return err
	}
	cfg.Source = "/adapter/replay"
	client, err := event.Dial(ctx, cfg)
	if err != nil {
		return err
	}
	defer client.Close()
	open := map[int]call{} // by the seq of the recorded call
	for _, e := range r.Events {
		if err := send(ctx, client, e, open, out); err != nil {
			return fmt.Errorf("%s, event %d: %w", id, e.Seq, err)
		}
	}
	return nil
}

// call is a recorded call that was announced and has no outcome yet.
type call struct {
	action string
	event  recorded
}

func send(ctx context.Context, client *event.Client, e recorded, open map[int]call, out io.Writer) error {
	switch {
	case e.Kind == "tool_call":
		meta, err := json.Marshal(map[string]any{"native_id": e.CallID, "assurance": "observed"})
		if err != nil {
			return err
		}
		reply, err := client.Send(ctx, event.Data{Kind: "intent", Tool: e.Tool, ArgsJSON: string(e.Args), Metadata: meta})
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "harness: %s %s\n", e.Tool, e.Args)
		open[e.Seq] = call{reply.ActionID, e}
	case e.Kind == "tool_result" && e.CallSeq != nil:
		c, ok := open[*e.CallSeq]
		if !ok {
			return fmt.Errorf("a result for call %d, which is not open", *e.CallSeq)
		}
		delete(open, *e.CallSeq)
		return outcome(ctx, client, c, e)
	}
	return nil
}

func outcome(ctx context.Context, client *event.Client, c call, e recorded) error {
	d := event.Data{Kind: "action", ActionID: c.action, Tool: c.event.Tool, ArgsJSON: string(c.event.Args), Status: "ok"}
	if e.Result != nil {
		text, err := json.Marshal(*e.Result)
		if err != nil {
			return err
		}
		d.ResultJSON = string(text)
	}
	if e.Error != nil {
		d.Status, d.Error = "error", *e.Error
	}
	_, err := client.Send(ctx, d)
	return err
}

// find reads the corpus up to the wanted run.
func find(path, id string) (run, error) {
	f, err := os.Open(path)
	if err != nil {
		return run{}, err
	}
	defer f.Close()
	var lines io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			return run{}, fmt.Errorf("reading %s: %w", path, err)
		}
		lines = z
	}
	for in := bufio.NewReader(lines); ; {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 && strings.Contains(string(line), id) {
			var r run
			if err := json.Unmarshal(line, &r); err != nil {
				return run{}, fmt.Errorf("reading %s: %w", path, err)
			}
			if r.RunID == id {
				return r, nil
			}
		}
		if errors.Is(err, io.EOF) {
			return run{}, fmt.Errorf("%s has no run %q", path, id)
		}
		if err != nil {
			return run{}, fmt.Errorf("reading %s: %w", path, err)
		}
	}
}
