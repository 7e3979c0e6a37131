package aap

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/corpus"
	"github.com/varek/varek/tracestore/trace"
)

// dojoRun is one recorded run of AgentDojo.
type dojoRun struct {
	ID     string `json:"run_id"`
	Suite  string `json:"suite"`
	Events []struct {
		Seq     int             `json:"seq"`
		Kind    string          `json:"kind"`
		Tool    string          `json:"tool"`
		Args    json.RawMessage `json:"args"`
		CallSeq *int            `json:"call_seq"`
		Result  *string         `json:"result"`
		Error   *string         `json:"error"`
	} `json:"events"`
	Labels struct {
		Kind            string `json:"kind"`
		AttackSucceeded *bool  `json:"attack_succeeded"`
	} `json:"labels"`
}

// dojoLists is allowlists.json.
type dojoLists struct {
	Promises []dojoPromise                  `json:"promises"`
	Initial  map[string]map[string][]string `json:"initial_event_participants"`
	NextID   map[string]string              `json:"next_event_id"`
}

type dojoPromise struct {
	ID           string   `json:"id"`
	Suite        string   `json:"suite"`
	Tool         string   `json:"tool"`
	Destinations []string `json:"destination_args"`
	Optional     []string `json:"optional_args"`
	Lists        []string `json:"list_args"`
	Derived      string   `json:"derived_destinations"`
	Allowed      []string `json:"allowed"`
}

// params writes the promise as AAP-4 parameters.
func (p dojoPromise) params() []byte {
	as := "text"
	switch {
	case strings.HasPrefix(p.ID, "slack-web"):
		as = "url"
	case p.Suite == "workspace" || p.Suite == "travel":
		as = "email"
	}
	var recipients []any
	for _, d := range p.Destinations {
		entry := m{"pointer": "/args/" + d, "optional": slices.Contains(p.Optional, d)}
		if slices.Contains(p.Lists, d) {
			entry["pointer"], entry["split"] = "/args/"+d+"/*", ",;"
		}
		recipients = append(recipients, entry)
	}
	if p.Derived != "" {
		// The tool notifies people that its arguments do not name; the
		// adapter derives them and records them beside the call.
		recipients = append(recipients, m{"pointer": "/metadata/recipients/*"})
	}
	return mustJSON(m{"calls": []any{m{"tool": p.Tool, "kinds": []any{"action"}}}, "recipients": recipients, "as": as,
		"allow": p.Allowed, "include_failed": false, "on_gap": "ignore"})
}

func dojoAllowlists(t testing.TB) dojoLists {
	t.Helper()
	text, err := os.ReadFile("testdata/agentdojo/allowlists.json")
	if err != nil {
		t.Fatal(err)
	}
	var lists dojoLists
	if err := json.Unmarshal(text, &lists); err != nil {
		t.Fatal(err)
	}
	if len(lists.Promises) != 19 {
		t.Fatalf("%d promises, want 19", len(lists.Promises))
	}
	return lists
}

// views re-enacts the run as a sidecar would record it: intent, start, action.
func (r dojoRun) views(t testing.TB, lists dojoLists) []predicates.View {
	var out []predicates.View
	put := func(h trace.Head, b trace.Body) {
		h.V, h.Seq = 1, uint64(len(out)+1)
		out = append(out, predicates.View{Head: h, Body: &b})
	}
	calendar := corpus.NewCalendar(lists.Initial[r.Suite], lists.NextID[r.Suite])
	for _, e := range r.Events {
		if e.Kind != "tool_call" {
			continue
		}
		admitted := trace.Admit(e.Args)
		id := strconv.Itoa(e.Seq)
		status, b := "unknown", trace.Body{Args: admitted.JSON, ArgsHash: &admitted.Hash}
		for _, res := range r.Events {
			if res.Kind == "tool_result" && res.CallSeq != nil && *res.CallSeq == e.Seq {
				status = "ok"
				if res.Error != nil {
					status, b.Error = "error", *res.Error
				} else if res.Result != nil {
					b.Result = mustJSON(*res.Result)
				}
			}
		}
		put(trace.Head{Kind: trace.KindIntent, Tool: e.Tool, ActionID: id}, trace.Body{Args: admitted.JSON, ArgsHash: &admitted.Hash})
		put(trace.Head{Kind: trace.KindStart, Tool: e.Tool, ActionID: id}, trace.Body{})
		if status == "ok" {
			if people := calendar.Step(e.Tool, jsontext.Value(e.Args)); people != nil {
				b.Metadata = mustJSON(m{"recipients": people})
			}
		}
		put(trace.Head{Kind: trace.KindAction, Tool: e.Tool, ActionID: id, Status: status}, b)
	}
	return out
}

// dojoPrograms compiles the nineteen promises by suite.
func dojoPrograms(t testing.TB, lists dojoLists) map[string]map[string]predicates.Program {
	t.Helper()
	pred, _ := catalog(t).ByName("AAP-4@1")
	out := map[string]map[string]predicates.Program{}
	for _, p := range lists.Promises {
		prog, err := pred.Compile(p.params())
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		if out[p.Suite] == nil {
			out[p.Suite] = map[string]predicates.Program{}
		}
		out[p.Suite][p.ID] = prog
	}
	return out
}

// broken lists the promises that a run violates.
func broken(t testing.TB, progs map[string]predicates.Program, views []predicates.View) []string {
	t.Helper()
	var ids []string
	for id, prog := range progs {
		out, err := predicates.Evaluate(prog, views)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		if out.Violated {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func eachDojoRun(t testing.TB, r io.Reader, f func(dojoRun)) {
	t.Helper()
	lines := bufio.NewReaderSize(r, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var run dojoRun
			if err := json.Unmarshal(line, &run); err != nil {
				t.Fatal(err)
			}
			f(run)
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestAgentDojoSample judges the committed runs: the attacked one broke its
// promise, the benign one kept every one of the suite.
func TestAgentDojoSample(t *testing.T) {
	lists := dojoAllowlists(t)
	progs := dojoPrograms(t, lists)
	f, err := os.Open("testdata/agentdojo/sample.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	kinds := map[string]int{}
	eachDojoRun(t, f, func(r dojoRun) {
		kinds[r.Labels.Kind]++
		var want []string
		if r.Labels.Kind == "attacked" {
			want = []string{"banking-send-money"}
		}
		if got := broken(t, progs[r.Suite], r.views(t, lists)); !slices.Equal(got, want) {
			t.Errorf("%s breaks %v, want %v", r.ID, got, want)
		}
	})
	if kinds["attacked"] != 1 || kinds["benign"] != 1 {
		t.Errorf("the sample has %v", kinds)
	}
}
