package detection

import (
	"context"
	"fmt"
	"slices"

	json "github.com/go-json-experiment/json"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/corpus"
)

// IncidentResult is one variant of one incident, judged.
type IncidentResult struct {
	Name     string
	Promise  string // file
	Outcome  predicates.Outcome
	Expected bool     // violated, by the corpus
	Records  []uint64 // by the corpus
	Detected bool     // the outcome is the expected one, record for record
}

// Incidents judges every variant by its promise and compares with what the
// corpus expects.
func Incidents(ctx context.Context, r *corpus.Reader, reg *predicates.Registry) ([]IncidentResult, error) {
	text, err := files.ReadFile("incidents/index.json")
	if err != nil {
		return nil, fmt.Errorf("incidents: %w", err)
	}
	index := map[string]map[string]string{}
	if err := json.Unmarshal(text, &index); err != nil {
		return nil, fmt.Errorf("incidents: %w", err)
	}
	var out []IncidentResult
	err = corpus.Survey(ctx, r, nil, 1, func(a corpus.Answer) error {
		var want struct {
			Variant  string   `json:"variant"`
			Verdict  string   `json:"expected_verdict"`
			Violated []uint64 `json:"violating_seq"`
		}
		if err := json.Unmarshal(a.Trace.Source, &want); err != nil {
			return fmt.Errorf("%s: %w", a.Trace.Name, err)
		}
		file, ok := index[a.Trace.Suite][want.Variant]
		if !ok {
			return fmt.Errorf("%s: there is no promise for this variant", a.Trace.Name)
		}
		_, prog, err := Load(reg, "incidents/"+file)
		if err != nil {
			return err
		}
		got, err := predicates.Evaluate(prog, a.Trace.Views)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Trace.Name, err)
		}
		res := IncidentResult{Name: a.Trace.Name, Promise: file, Outcome: got, Expected: want.Verdict == "violated", Records: want.Violated}
		events := make([]uint64, 0, len(got.Records))
		for _, seq := range got.Records {
			events = append(events, a.Trace.Event(seq))
		}
		res.Detected = got.Violated == res.Expected && slices.Equal(events, append([]uint64{}, want.Violated...))
		out = append(out, res)
		return nil
	})
	return out, err
}
