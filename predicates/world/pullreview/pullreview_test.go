package pullreview_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/world/pullreview"
)

func policies(t testing.TB) []check.Policy {
	t.Helper()
	list, err := check.ParsePolicies(pullreview.Policies, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func run(t testing.TB, surface string, o check.Options) *check.Result {
	t.Helper()
	w, err := pullreview.New(surface)
	if err != nil {
		t.Fatal(err)
	}
	res, err := check.Run(context.Background(), w, policies(t), o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// verdicts spells a result: the length of each counterexample, or "holds".
func verdicts(t testing.TB, res *check.Result) string {
	t.Helper()
	var list []string
	for i, f := range res.Findings {
		switch {
		case !f.Violated:
			list = append(list, "holds")
		case !f.Example.Verified:
			t.Errorf("P%d is not verified: %s", i+1, f.Example.Note)
		default:
			list = append(list, fmt.Sprint(len(f.Example.Actions)))
		}
	}
	return strings.Join(list, " ")
}

// TestPublishedVerdicts: what the source published for its page, to depth 5,
// and what changes at depth 6 and with the surface.
func TestPublishedVerdicts(t *testing.T) {
	for _, c := range []struct {
		surface string
		depth   int
		want    string
	}{
		{pullreview.Page, 5, "3 2 holds holds 4 2 holds 3 holds holds holds 2 4 3 1"},
		{pullreview.Page, 6, "3 2 holds 6 4 2 holds 3 holds holds holds 2 4 3 1"},
		{pullreview.Tool, 2, "1 1 1 2 2 1 holds 1 holds 2 holds 1 1 1 1"},
	} {
		res := run(t, c.surface, check.Options{Depth: c.depth, CrossCheck: 1})
		if got := verdicts(t, res); got != c.want {
			t.Errorf("%s, depth %d: %s, want %s", c.surface, c.depth, got, c.want)
		}
		if res.Counts.CrossChecks != res.Counts.Expanded || res.Counts.Fallbacks != 0 {
			t.Errorf("%s: %+v", c.surface, res.Counts)
		}
	}
}

// TestMargins: the source's margins, tightest over the graph and at the end of
// the counterexample.
func TestMargins(t *testing.T) {
	res := run(t, pullreview.Page, check.Options{Depth: 5})
	var least, end []string
	for _, f := range res.Findings {
		show := func(known bool, v string) string {
			if !known {
				return "-"
			}
			return v
		}
		least = append(least, show(f.Margin.Known, f.Margin.Value.String()))
		if f.Example != nil {
			end = append(end, show(f.Example.Margin.Known, f.Example.Margin.Value.String()))
		} else {
			end = append(end, ".")
		}
	}
	if got := strings.Join(end, " "); got != "0 0 . . - -1 . - . . . 0 0 0 0" {
		t.Errorf("margins at the counterexamples: %s", got)
	}
	if got := strings.Join(least, " "); got != "0 0 1 1 - -2 - - - 1 - -1 0 -1 -1" {
		t.Errorf("tightest margins: %s", got)
	}
}
