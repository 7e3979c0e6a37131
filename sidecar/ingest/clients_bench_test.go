package ingest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/varek/varek/adapters/agent"
	"github.com/varek/varek/adapters/event"
)

// What the paper's Table 6 adds to a tool call for each write, in milliseconds:
// recorded, and recorded and committed.
const (
	paperHermes, paperHermesCommitted     = 7.3, 17.6
	paperOpenClaw, paperOpenClawCommitted = 10.7, 17.6
)

// BenchmarkMetricClients measures what persistent clients wait for: an
// acknowledged event of 1 KiB from Go over the same session's acknowledgement
// without the bus, from Node, and what a recorded tool call adds to one that is not
// recorded, beside the paper's figures. All alternate on one file system.
func BenchmarkMetricClients(b *testing.B) {
	const rounds = 1000
	dir := b.TempDir()
	l := newLine(b, dir, everybodyIs(harness))
	c, err := dial(b, l.bus, l.access, "")
	if err != nil {
		b.Fatal(err)
	}
	type args struct {
		Text string `json:"text"`
	}
	disabled := func(_ context.Context, a args) (int, error) { return len(a.Text), nil }
	recorded := agent.Wrap(c, "t", nil, disabled)
	own := args{kibArgs[9:609]}
	var acks, sends, with, without []time.Duration
	timed := func(list *[]time.Duration, f func() error) {
		begun := time.Now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		*list = append(*list, time.Since(begun))
	}
	for b.Loop() {
		for range rounds {
			acks = append(acks, l.submit(b))
			timed(&sends, func() error {
				_, err := c.Send(b.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: kibArgs})
				return err
			})
			timed(&without, func() error { _, err := disabled(b.Context(), own); return err })
			timed(&with, func() error { _, err := recorded(b.Context(), own); return err })
		}
	}
	p50 := func(list []time.Duration) time.Duration { return quantile(list[len(list)/8:], 0.5) }
	fmt.Printf("\nMETRIC client_ack_p50_ms=%.3f ms\n", ms(p50(acks)))
	fmt.Printf("METRIC client_go_p50_ms=%.3f ms\n", ms(p50(sends)))
	fmt.Printf("METRIC client_go_p50_over_ack=%.2f ratio\n", float64(p50(sends))/float64(p50(acks)))
	fmt.Printf("METRIC call_go_disabled_p50_ms=%.4f ms\n", ms(p50(without)))
	fmt.Printf("METRIC call_go_recorded_added_p50_ms=%.3f ms\n", ms(p50(with)-p50(without)))
	fmt.Printf("METRIC paper_hermes_added_ms=%.1f ms\nMETRIC paper_hermes_committed_added_ms=%.1f ms\n", paperHermes, paperHermesCommitted)
	fmt.Printf("METRIC paper_openclaw_added_ms=%.1f ms\nMETRIC paper_openclaw_committed_added_ms=%.1f ms\n", paperOpenClaw, paperOpenClawCommitted)
	nodeClient(b, l, dir, rounds)
}

// nodeClient prints the same of the JavaScript package.
func nodeClient(b *testing.B, l *line, dir string, rounds int) {
	at, err := filepath.Abs("../../adapters/js")
	if err != nil {
		b.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(at, "node_modules")); err != nil {
		fmt.Println("SKIP the Node client: run npm ci --ignore-scripts in adapters/js")
		return
	}
	creds, err := json.Marshal(l.access.Creds)
	if err != nil {
		b.Fatal(err)
	}
	file := filepath.Join(dir, "creds.json")
	if err := os.WriteFile(file, creds, 0o600); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command("node", filepath.Join(at, "test", "bench.mjs"), fmt.Sprint(rounds))
	cmd.Env = append(os.Environ(), event.EnvSession+"="+session.String(), event.EnvURL+"="+l.bus.URL(), event.EnvCreds+"="+file)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	var p50 struct{ Send, Disabled, Recorded float64 }
	if err := json.Unmarshal(out, &p50); err != nil {
		b.Fatal(err)
	}
	fmt.Printf("METRIC client_node_p50_ms=%.3f ms\n", p50.Send)
	fmt.Printf("METRIC call_node_disabled_p50_ms=%.4f ms\n", p50.Disabled)
	fmt.Printf("METRIC call_node_recorded_added_p50_ms=%.3f ms\n", p50.Recorded-p50.Disabled)
}
