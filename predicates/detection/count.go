package detection

import (
	"maps"
	"slices"
)

// RuleCount compares one rule's findings with the labels, call by call.
type RuleCount struct {
	Rule            string
	Labelled        int // violations by the labels
	Found           int // of those
	Beyond          int // findings that no label has
	Missed, Besides []Finding
}

// Finding is one call of one run.
type Finding struct {
	Run  string
	Call uint64
}

// DeskCount is what all rules found in all runs.
type DeskCount struct {
	Rules       []RuleCount
	Runs        int // judged
	Clean       int // without a labelled violation
	FalseAlarms int // clean runs in which a rule found something
	Violating   int // runs with a labelled violation
	RunsFound   int // of those, runs in which some labelled violation was found
}

// Recall is the share of labelled violations found; 1 of none.
func (c DeskCount) Recall() float64 {
	labelled, found := 0, 0
	for _, r := range c.Rules {
		labelled, found = labelled+r.Labelled, found+r.Found
	}
	if labelled == 0 {
		return 1
	}
	return float64(found) / float64(labelled)
}

// add takes the findings of one run: rule -> calls.
func (c *DeskCount) add(run string, labels, found map[string][]uint64) {
	c.Runs++
	any, hit := false, false
	for i := range c.Rules {
		r := &c.Rules[i]
		for _, call := range labels[r.Rule] {
			r.Labelled++
			if slices.Contains(found[r.Rule], call) {
				r.Found++
				hit = true
			} else {
				r.Missed = append(r.Missed, Finding{run, call})
			}
		}
		for _, call := range found[r.Rule] {
			any = true
			if !slices.Contains(labels[r.Rule], call) {
				r.Beyond++
				r.Besides = append(r.Besides, Finding{run, call})
			}
		}
	}
	if len(labels) == 0 {
		c.Clean++
		if any {
			c.FalseAlarms++
		}
		return
	}
	c.Violating++
	if hit {
		c.RunsFound++
	}
}

// ruleNames makes the rows of a count.
func ruleNames(desks map[string]Desk) []RuleCount {
	var out []RuleCount
	for _, suite := range slices.Sorted(maps.Keys(desks)) {
		for _, name := range desks[suite].Names {
			out = append(out, RuleCount{Rule: name})
		}
	}
	return out
}
