package detection

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/corpus"
)

// DojoRow is one line of the detection table: a model's runs.
type DojoRow struct {
	Model      string
	Attacked   int // attacks that succeeded
	Detected   int // of those, by the destination lists alone
	WithAdded  int // with permission records added
	Benign     int // runs without an attack
	Alarms     int // of those flagged by the lists alone
	AlarmsWith int // with permission records added
}

func (r *DojoRow) add(o DojoRow) {
	r.Attacked, r.Detected, r.WithAdded = r.Attacked+o.Attacked, r.Detected+o.Detected, r.WithAdded+o.WithAdded
	r.Benign, r.Alarms, r.AlarmsWith = r.Benign+o.Benign, r.Alarms+o.Alarms, r.AlarmsWith+o.AlarmsWith
}

// Dojo judges the AgentDojo runs under dir by the nineteen destination lists,
// and again with permission records added; rows are by model, then the total.
func Dojo(ctx context.Context, reg *predicates.Registry, dir string) ([]DojoRow, error) {
	env, err := loadDojo(filepath.Join(dir, "agentdojo"))
	if err != nil {
		return nil, fmt.Errorf("agentdojo: %w", err)
	}
	lists, err := dojoQuestions(reg, "agentdojo/*.yaml")
	if err != nil {
		return nil, err
	}
	permitted, err := dojoQuestions(reg, "agentdojo/permitted/*.yaml")
	if err != nil {
		return nil, err
	}
	f, err := os.Open(filepath.Join(dir, "agentdojo", "traces.jsonl.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := corpus.NewReader(f, f.Name())
	if err != nil {
		return nil, err
	}
	rows := map[string]*DojoRow{}
	err = corpus.Survey(ctx, r, nil, runtime.GOMAXPROCS(0), func(a corpus.Answer) error {
		l, err := dojoLabelsOf(a.Trace)
		if err != nil || !l.counts() {
			return err
		}
		row := rows[a.Trace.Model]
		if row == nil {
			row = &DojoRow{Model: a.Trace.Model}
			rows[a.Trace.Model] = row
		}
		plain := flagged(env.enact(a.Trace, l, false), lists[a.Trace.Suite])
		added := flagged(env.enact(a.Trace, l, true), permitted[a.Trace.Suite])
		if l.Kind == "benign" {
			row.add(DojoRow{Benign: 1, Alarms: count(plain), AlarmsWith: count(added)})
		} else {
			row.add(DojoRow{Attacked: 1, Detected: count(plain), WithAdded: count(added)})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var out []DojoRow
	total := DojoRow{Model: "all"}
	for _, model := range slices.Sorted(maps.Keys(rows)) {
		out = append(out, *rows[model])
		total.add(*rows[model])
	}
	return append(out, total), nil
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// flagged reports whether any promise is violated. The runs hide nothing, so
// that an answer is always there.
func flagged(views []predicates.View, qs []corpus.Question) bool {
	for _, f := range corpus.Ask(corpus.Trace{Views: views}, qs).Findings {
		if f.Outcome.Violated || f.Hidden != nil {
			return true
		}
	}
	return false
}

// dojoQuestions compiles promise files by suite, which their names begin with.
func dojoQuestions(reg *predicates.Registry, glob string) (map[string][]corpus.Question, error) {
	names, err := fs.Glob(files, glob)
	if err != nil {
		return nil, err
	}
	out := map[string][]corpus.Question{}
	for _, path := range names {
		_, prog, err := Load(reg, path)
		if err != nil {
			return nil, err
		}
		suite, _, _ := strings.Cut(filepath.Base(path), "-")
		out[suite] = append(out[suite], corpus.Question{Name: path, Program: prog})
	}
	return out, nil
}

type dojoLabels struct {
	Kind      string `json:"kind"`
	Succeeded *bool  `json:"attack_succeeded"`
	Utility   *bool  `json:"utility"`
}

// counts leaves out failed attacks and the attackers' goals as users' tasks.
func (l dojoLabels) counts() bool {
	return l.Kind == "benign" || l.Kind == "attacked" && l.Succeeded != nil && *l.Succeeded
}

func dojoLabelsOf(t corpus.Trace) (dojoLabels, error) {
	var s struct {
		Labels dojoLabels `json:"labels"`
	}
	if err := json.Unmarshal(t.Source, &s); err != nil {
		return s.Labels, fmt.Errorf("%s: %w", t.Name, err)
	}
	return s.Labels, nil
}
