package check

import (
	_ "embed"
	"errors"
	"fmt"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/monitor"
	"github.com/varek/varek/predicates/value"
)

// ErrSelfTest says that an evaluator gives another answer than published.
var ErrSelfTest = errors.New("an evaluator disagrees with a published case")

//go:embed selftest.json
var selfTestCases []byte

// SelfTest runs the published cases of the constraint language through the slow
// definition and through the monitor, and says how many there are.
func SelfTest() (int, error) {
	var cases []struct {
		Formula jsontext.Value   `json:"formula"`
		Trace   []jsontext.Value `json:"trace"`
		Holds   bool             `json:"holds"`
		Margin  jsontext.Value   `json:"margin"`
	}
	if err := json.Unmarshal(selfTestCases, &cases, json.RejectUnknownMembers(true)); err != nil {
		return 0, fmt.Errorf("read the self-test's cases: %w", err)
	}
	for i, c := range cases {
		f, err := formula.Decode(c.Formula, nil)
		if err != nil {
			return i, fmt.Errorf("case %d: %w", i+1, err)
		}
		prog, err := monitor.Compile(f)
		if err != nil {
			return i, fmt.Errorf("case %d: %w", i+1, err)
		}
		run := prog.Start(true)
		var docs []*formula.Document
		for _, text := range c.Trace {
			v, _, err := value.DecodeLiteral(text)
			if err != nil {
				return i, fmt.Errorf("case %d: %w", i+1, err)
			}
			docs = append(docs, formula.NewDocument(v))
			if err := run.Step(docs[len(docs)-1]); err != nil {
				return i, fmt.Errorf("case %d: %w", i+1, err)
			}
		}
		slow, err := formula.Evaluate(f, docs)
		if err != nil {
			return i, fmt.Errorf("case %d: %w", i+1, err)
		}
		want := fmt.Sprint(c.Holds, string(c.Margin))
		for who, got := range map[string]formula.Result{"the definition": slow, "the monitor": run.Result(0)} {
			if said := fmt.Sprint(got.Holds, string(marginText(got.Margin))); said != want {
				return i, fmt.Errorf("case %d, %s: %s says %s, published is %s: %w", i+1, c.Formula, who, said, want, ErrSelfTest)
			}
		}
	}
	return len(cases), nil
}
