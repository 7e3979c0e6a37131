package catalogue

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/corpus"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world/table"
	"github.com/varek/varek/tracestore/trace"
)

// seen is what traces say of one tool.
type seen struct {
	calls int
	args  map[string]*argument
}

type argument struct {
	calls  int            // in which it was given
	counts map[string]int // by canonical value
}

// maxSeen bounds the values that are counted of one argument.
const maxSeen = 10_000

// maxText bounds a value that a skeleton takes from a trace.
const maxText = 200

// Traces reads the calls of recorded traces: the tools are those called, the
// arguments' domains the values that were used most. suite, if not "", keeps to
// one kind of task.
func Traces(r *corpus.Reader, suite string, o Options) (*table.File, error) {
	tools, traces := map[string]*seen{}, 0
	for {
		t, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCatalogue, err)
		}
		if suite != "" && t.Suite != suite {
			continue
		}
		traces++
		for _, v := range t.Views {
			if v.Head.Kind == trace.KindAction && v.Body != nil {
				take(tools, v.Head.Tool, v.Body.Args)
			}
		}
	}
	if len(tools) == 0 {
		return nil, fmt.Errorf("no call in %d traces: %w", traces, ErrCatalogue)
	}
	f := begin(o, fmt.Sprintf("%d recorded traces", traces), "")
	f.Origin = nil
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		t := tools[name]
		f.Tools = append(f.Tools, table.Tool{Name: name, Description: fmt.Sprintf("called %d times", t.calls), Args: t.arguments(name, o, f)})
		f.Rules = append(f.Rules, table.Rule{Tool: name})
	}
	return f, nil
}

func take(tools map[string]*seen, name string, text jsontext.Value) {
	t := tools[name]
	if t == nil {
		t = &seen{args: map[string]*argument{}}
		tools[name] = t
	}
	t.calls++
	v, _, err := value.Decode(text)
	if err != nil {
		return
	}
	for key, v := range object(v) {
		a := t.args[key]
		if a == nil {
			a = &argument{counts: map[string]int{}}
			t.args[key] = a
		}
		a.calls++
		text, err := value.Append(nil, v)
		if _, known := a.counts[string(text)]; err == nil && len(text) <= maxText && (known || len(a.counts) < maxSeen) {
			a.counts[string(text)]++
		}
	}
}

// arguments takes the most used values, ties in the order of their texts.
func (t *seen) arguments(name string, o Options, f *table.File) (list []table.Argument) {
	s := shaper{o: o, tool: name}
	calls := 1
	for _, key := range slices.Sorted(maps.Keys(t.args)) {
		a := t.args[key]
		values := o.Values[name+"."+key]
		if len(values) == 0 {
			values = o.Values[key]
		}
		if len(values) == 0 {
			texts := slices.Sorted(maps.Keys(a.counts))
			slices.SortStableFunc(texts, func(x, y string) int { return a.counts[y] - a.counts[x] })
			for _, text := range texts[:min(len(texts), s.most())] {
				values = append(values, jsontext.Value(text))
			}
			for _, hint := range o.Hints[key] {
				if text, err := value.Append(nil, hint); err == nil && !slices.ContainsFunc(values, func(v jsontext.Value) bool { return string(v) == string(text) }) {
					values = append(values, text)
				}
			}
		}
		if len(values) == 0 {
			s.leave(key, "every value that was used is longer than %d bytes; --values %s=… adds it", maxText, key)
			continue
		}
		optional := a.calls < t.calls
		n := len(values)
		if optional {
			n++
		}
		if calls*n > maxCalls && n > 1 {
			s.leave(key, "only the value %s: more would make over %d calls of one tool", values[0], maxCalls)
			values, optional, n = values[:1], false, 1
		}
		calls *= n
		list = append(list, table.Argument{Name: key, Values: values, Optional: optional})
	}
	f.Excluded = append(f.Excluded, s.excluded...)
	return list
}
