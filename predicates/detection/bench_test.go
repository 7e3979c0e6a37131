package detection_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/corpus"
	"github.com/varek/varek/predicates/detection"
	"github.com/varek/varek/tracestore/trace"
)

// BenchmarkMetricDetection prints the detection table in the form of the
// paper's Table 1, the rules of the desks, and the figures.
func BenchmarkMetricDetection(b *testing.B) {
	open(b, "agentdojo", "traces.jsonl.gz")
	reg := registry(b)
	for range b.N {
		rows, err := detection.Dojo(context.Background(), reg, data())
		if err != nil {
			b.Fatal(err)
		}
		fmt.Printf("TABLE %-36s %10s %16s %20s %14s %20s\n", "AgentDojo model", "violations", "detected", "with added records", "false alarms", "with added records")
		for _, r := range rows {
			fmt.Printf("TABLE %-36s %10d %16s %20s %14s %20s\n", r.Model, r.Attacked, share(r.Detected, r.Attacked), share(r.WithAdded, r.Attacked), share(r.Alarms, r.Benign), share(r.AlarmsWith, r.Benign))
		}
		all := rows[len(rows)-1]
		fmt.Printf("METRIC agentdojo_detected=%d runs\nMETRIC agentdojo_violations=%d runs\nMETRIC agentdojo_false_alarms=%d runs\nMETRIC agentdojo_benign=%d runs\n", all.Detected, all.Attacked, all.Alarms, all.Benign)
		fmt.Printf("METRIC agentdojo_detected_added=%d runs\nMETRIC agentdojo_false_alarms_added=%d runs\n", all.WithAdded, all.AlarmsWith)
		benchTau(b, reg)
		results, err := detection.Incidents(context.Background(), openSample(b, "incidents", "incidents.jsonl"), reg)
		if err != nil {
			b.Fatal(err)
		}
		expected := 0
		for _, r := range results {
			if r.Detected {
				expected++
			}
		}
		fmt.Printf("METRIC incidents_expected=%d variants\nMETRIC incidents_variants=%d variants\n", expected, len(results))
	}
}

func share(n, of int) string {
	if of == 0 {
		return "0"
	}
	return fmt.Sprintf("%d/%d (%.1f%%)", n, of, 100*float64(n)/float64(of))
}

func benchTau(b *testing.B, reg *predicates.Registry) {
	b.Helper()
	labelled, found, alarms, clean := 0, 0, 0, 0
	for _, benchmark := range []string{"taubench", "tau2bench"} {
		c, err := detection.Tau(context.Background(), reg, data(), benchmark, runtime.GOMAXPROCS(0))
		if err != nil {
			b.Fatal(err)
		}
		fmt.Printf("TABLE %-36s %10s %8s %12s  %s\n", benchmark, "labelled", "found", "beyond", "missed")
		for _, r := range c.Rules {
			fmt.Printf("TABLE %-36s %10d %8d %12d  %v\n", r.Rule, r.Labelled, r.Found, r.Beyond, r.Missed)
			labelled, found = labelled+r.Labelled, found+r.Found
		}
		fmt.Printf("TABLE %-36s violating runs %s, clean runs flagged %s\n", benchmark, share(c.RunsFound, c.Violating), share(c.FalseAlarms, c.Clean))
		alarms, clean = alarms+c.FalseAlarms, clean+c.Clean
	}
	fmt.Printf("METRIC tau_recall=%.4f ratio\nMETRIC tau_labelled=%d calls\nMETRIC tau_false_alarms=%d runs\nMETRIC tau_clean=%d runs\n", float64(found)/float64(labelled), labelled, alarms, clean)
}

// BenchmarkMetricEvaluate prints what a promise costs a record, without and with
// conditions in CEL, and the time of 10,000 records under 30 promises. It is
// processor time of the whole process, so that other load does not count.
func BenchmarkMetricEvaluate(b *testing.B) {
	reg := registry(b)
	views := session(10_000)
	for range b.N {
		for _, c := range []struct{ name, where string }{{"eval", ""}, {"eval_cel", `,"where":"call.args.n % 2 == 0"`}} {
			qs := promises(b, reg, c.where)
			runtime.GC()
			start := processorTime(b)
			corpus.Ask(corpus.Trace{Views: views}, qs)
			took := processorTime(b) - start
			fmt.Printf("METRIC %s_ns_per_record_promise=%.0f ns\n", c.name, float64(took.Nanoseconds())/float64(len(views)*len(qs)))
			fmt.Printf("METRIC %s_10000x30_s=%.3f s\n", c.name, took.Seconds())
		}
	}
}

func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// promises are thirty: six each of five predicates.
func promises(b *testing.B, reg *predicates.Registry, where string) []corpus.Question {
	b.Helper()
	var out []corpus.Question
	for i := range 6 {
		calls := fmt.Sprintf(`"calls":[{"tool":"tool_%d","kinds":["action"]%s}],"on_gap":"ignore"`, i, where)
		for name, rest := range map[string]string{
			"AAP-1@1": ``,
			"AAP-2@1": `,"include_failed":false,"within":["/args/path"],"as":"path","roots":["/w"]`,
			"AAP-3@1": `,"include_failed":false,"amount":["/args/n"],"cap":5`,
			"AAP-4@1": `,"include_failed":false,"recipients":["/args/to/*"],"as":"email","allow":["*@example.com"]`,
			"AAP-5@1": `,"include_failed":false,"max_count":3,"per":["/args/path"]`,
		} {
			pred, ok := reg.ByName(name)
			if !ok {
				b.Fatal(name)
			}
			prog, err := pred.Compile([]byte("{" + calls + rest + "}"))
			if err != nil {
				b.Fatal(err)
			}
			out = append(out, corpus.Question{Name: name, Program: prog})
		}
	}
	return out
}

// session is a trace of calls of twelve tools, half of which are checked, as a
// sidecar records them: intent, start, action.
func session(n int) []predicates.View {
	var out []predicates.View
	put := func(h trace.Head, b trace.Body) {
		h.V, h.Seq = trace.Version, uint64(len(out)+1)
		out = append(out, predicates.View{Head: h, Body: &b})
	}
	for i := 0; len(out) < n; i++ {
		a := trace.Admit([]byte(fmt.Sprintf(`{"n":%d,"path":"/w/dir/file%d","to":["ann@example.com","bob@example.com"],"text":"%064d"}`, i%7, i%100, i)))
		tool, id := fmt.Sprintf("tool_%d", i%12), fmt.Sprint(i)
		put(trace.Head{Kind: trace.KindIntent, Tool: tool, ActionID: id}, trace.Body{Args: a.JSON, ArgsHash: &a.Hash})
		put(trace.Head{Kind: trace.KindStart, Tool: tool, ActionID: id}, trace.Body{})
		put(trace.Head{Kind: trace.KindAction, Tool: tool, ActionID: id, Status: "ok"}, trace.Body{Args: a.JSON, ArgsHash: &a.Hash, Result: []byte(`{"ok":true}`)})
	}
	return out[:n]
}
