package aap

import (
	"github.com/varek/varek/tracestore/trace"
)

// rules are the parameters that all predicates of the catalog share.
type rules struct {
	calls          selector
	ignoreGaps     bool // silence and crash are not held against the promise
	harness        bool
	minAssurance   string
	minAttribution string
	state          stateSpec
}

// ruleKeys are the keys that parseRules reads.
var ruleKeys = []string{"calls", "on_gap", "harness", "min_assurance", "min_attribution", "state", "data"}

func parseRules(p param, e environment) rules {
	var r rules
	if calls, ok := p.need("calls", whyCalls); ok {
		r.calls = parseCalls(calls, e)
	}
	if gap, ok := p.need("on_gap", "say violated or ignore: what a silence or a crash of the recorder means"); ok {
		r.ignoreGaps = gap.oneOf("violated", "ignore") == "ignore"
	}
	if h, ok := p.key("harness"); ok {
		r.harness = h.flag()
	}
	if m, ok := p.key("min_assurance"); ok {
		r.minAssurance = m.oneOf(assurances...)
	}
	if m, ok := p.key("min_attribution"); ok {
		r.minAttribution = m.oneOf(attributions[2:]...)
	}
	r.state = parseState(p, e)
	return r
}

// tooWeak says why a checked record counts as uncovered, "" if it does not.
func (r rules) tooWeak(assurance, attribution string, syscall bool) string {
	if below(assurance, r.minAssurance, assurances) {
		return "its assurance is " + quote(assurance) + ", the promise asks for " + r.minAssurance
	}
	if syscall && attribution != byHarness && below(attribution, r.minAttribution, attributions) {
		return "its attribution is " + quote(attribution) + ", the promise asks for " + r.minAttribution
	}
	return ""
}

// tooWeakAction is tooWeak for an intent, start or action.
func (r rules) tooWeakAction(d *document) string {
	if r.minAssurance == "" {
		return ""
	}
	meta, _ := d.member("metadata").(map[string]any)
	return r.tooWeak(text(meta["assurance"]), "", false)
}

// gap says what a gap record means for the promise, "" for nothing.
func (r rules) gap(body *trace.Body) string {
	v, _, err := decodeValue(body.Args)
	args, ok := v.(map[string]any)
	if err != nil || !ok {
		return "a gap of unknown kind counts as an uncovered call"
	}
	about := text(args["about"])
	switch about {
	case "silence", "crash":
		if r.ignoreGaps {
			return ""
		}
		return "the recorder was not there (" + about + "), which this promise counts as a violation"
	case "effect", "result":
		tool := text(args["tool"])
		if tool != "" && !r.calls.names(tool) {
			return ""
		}
		return "a missing " + about + " counts as an uncovered call"
	}
	return "a gap of unknown kind counts as an uncovered call"
}
