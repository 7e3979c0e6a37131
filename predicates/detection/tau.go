package detection

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	json "github.com/go-json-experiment/json"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/corpus"
)

func readAll(r io.Reader) ([]byte, error) {
	const most = 64 << 20
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && len(text) > most {
		err = errors.New("is larger than 64 MiB")
	}
	return text, err
}

// Tau judges the runs of one benchmark (taubench or tau2bench) under dir by the
// airline and retail rules and compares with its labels.
func Tau(ctx context.Context, reg *predicates.Registry, dir, benchmark string, workers int) (DeskCount, error) {
	desks := map[string]Desk{}
	for _, suite := range []string{"airline", "retail"} {
		d, err := LoadDesk(reg, dir, benchmark, suite)
		if err != nil {
			return DeskCount{}, err
		}
		desks[suite] = d
	}
	labels, err := readLabels(filepath.Join(dir, benchmark, "labels.jsonl"))
	if err != nil {
		return DeskCount{}, err
	}
	count := DeskCount{Rules: ruleNames(desks)}
	// One pass for each desk: a trace is asked the questions of its own.
	for suite, desk := range desks {
		for _, name := range []string{"traces.jsonl.gz", "odd_traces.jsonl.gz"} {
			err := judgeDesk(ctx, filepath.Join(dir, benchmark, name), suite, desk, labels, workers, &count)
			if errors.Is(err, os.ErrNotExist) && name != "traces.jsonl.gz" {
				continue
			}
			if err != nil {
				return count, err
			}
		}
	}
	return count, nil
}

func judgeDesk(ctx context.Context, path, suite string, desk Desk, labels map[string]map[string][]uint64, workers int, count *DeskCount) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := corpus.NewReader(f, path)
	if err != nil {
		return err
	}
	return corpus.Survey(ctx, r.Only(suite), desk.Questions, workers, func(a corpus.Answer) error {
		known, ok := labels[a.Trace.Name]
		if !ok {
			return nil // a run without labels is neither right nor wrong
		}
		found := map[string][]uint64{}
		for i, fd := range a.Findings {
			if fd.Hidden != nil {
				return fmt.Errorf("%s by %s: %w", a.Trace.Name, desk.Names[i], fd.Hidden)
			}
			for _, seq := range fd.Outcome.Records {
				found[desk.Names[i]] = append(found[desk.Names[i]], a.Trace.Event(seq))
			}
		}
		count.add(a.Trace.Name, known, found)
		return nil
	})
}

// readLabels gives for every run the calls that violate each rule.
func readLabels(path string) (map[string]map[string][]uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]map[string][]uint64{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var l struct {
			Run        string `json:"run_id"`
			Violations []struct {
				Rule string `json:"rule"`
				Call uint64 `json:"call_seq"`
			} `json:"violations"`
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out[l.Run] = map[string][]uint64{}
		for _, v := range l.Violations {
			out[l.Run][v.Rule] = append(out[l.Run][v.Rule], v.Call)
		}
	}
	return out, lines.Err()
}
