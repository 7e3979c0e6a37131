package command

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/corpus"
)

// report prints answers as they come and a summary at the end.
type report struct {
	out    io.Writer
	flags  evalFlags
	qs     []corpus.Question
	traces int
	counts []tally
	err    error
}

type tally struct{ Violated, Hidden int }

func newReport(out io.Writer, qs []corpus.Question, f evalFlags) *report {
	return &report{out: out, flags: f, qs: qs, counts: make([]tally, len(qs))}
}

func (r *report) printf(format string, args ...any) {
	if r.err == nil {
		_, r.err = fmt.Fprintf(r.out, format, args...)
	}
}

// line is one finding for programs.
type line struct {
	Trace    string   `json:"trace"`
	Suite    string   `json:"suite,omitempty"`
	Promise  string   `json:"promise"`
	Verdict  string   `json:"verdict"` // satisfied, violated or hidden
	Records  []uint64 `json:"records,omitempty"`
	Events   []uint64 `json:"events,omitempty"` // the source's numbers, where it has its own
	Sentence string   `json:"sentence"`
}

func (r *report) answer(a corpus.Answer) error {
	r.traces++
	for _, f := range a.Findings {
		l := line{Trace: a.Trace.Name, Suite: a.Trace.Suite, Promise: r.qs[f.Question].Name, Verdict: "satisfied", Records: f.Outcome.Records, Sentence: f.Outcome.Sentence}
		switch {
		case f.Hidden != nil:
			l.Verdict, l.Sentence = "hidden", f.Hidden.Error()
			r.counts[f.Question].Hidden++
		case f.Outcome.Violated:
			l.Verdict = "violated"
			r.counts[f.Question].Violated++
			for _, seq := range l.Records {
				if a.Trace.Events != nil {
					l.Events = append(l.Events, a.Trace.Event(seq))
				}
			}
		case !r.flags.all:
			continue
		}
		if !r.flags.quiet {
			r.finding(a.Trace, l)
		}
	}
	return r.err
}

func (r *report) finding(t corpus.Trace, l line) {
	if r.flags.json {
		// The name of a file need not be UTF-8.
		text, err := json.Marshal(l, jsontext.AllowInvalidUTF8(true))
		if err != nil {
			r.err = err
			return
		}
		r.printf("%s\n", text)
		return
	}
	r.printf("%-9s  %s  %s\n           %s\n", l.Verdict, harmless(l.Promise), harmless(l.Trace), harmless(l.Sentence))
	if len(l.Records) > 0 {
		r.show(t, l.Records)
	}
}

// shownWitnesses bounds how many records of one finding are shown in context.
const shownWitnesses = 5

// show prints the witnesses and what stands around them.
func (r *report) show(t corpus.Trace, records []uint64) {
	witness := map[uint64]bool{}
	for _, seq := range records {
		witness[seq] = true
	}
	printed := uint64(0)
	for i, seq := range records {
		if i == shownWitnesses {
			r.printf("           … and %d more\n", len(records)-i)
			return
		}
		first, last := seq-min(seq-1, uint64(r.flags.context)), min(seq+uint64(r.flags.context), uint64(len(t.Views)))
		if printed > 0 && first > printed+1 {
			r.printf("           …\n")
		}
		for s := max(first, printed+1); s <= last; s++ {
			mark := " "
			if witness[s] {
				mark = ">"
			}
			r.printf("         %s %5d  %s\n", mark, t.Event(s), sentence(t.Views[s-1]))
		}
		printed = max(printed, last)
	}
}

// sentence is one record on one line.
func sentence(v predicates.View) string {
	h := v.Head
	parts := []string{string(h.Kind)}
	for _, s := range []string{h.Tool, h.Decision, h.Status} {
		if s != "" {
			parts = append(parts, clip([]byte(s)))
		}
	}
	if v.Body == nil {
		return strings.Join(append(parts, "(withheld)"), " ")
	}
	if v.Body.Args != nil {
		parts = append(parts, clip(v.Body.Args))
	}
	if v.Body.Error != "" {
		parts = append(parts, "error: "+clip([]byte(fmt.Sprintf("%q", v.Body.Error))))
	}
	return strings.Join(parts, " ")
}

// clip keeps a line readable and harmless.
func clip(text jsontext.Value) string {
	const most = 120
	s := harmless(string(text))
	for i, n := 0, 0; i < len(s); n++ {
		if n == most {
			return s[:i] + "…"
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s
}

// harmless puts a dot in the place of what a terminal would obey and not show:
// controls, marks of direction, and bytes that are no text.
func harmless(s string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '·'
		}
		return r
	}, s)
}

// end prints the summary and says what the exit code is.
func (r *report) end() error {
	bad := 0
	for _, c := range r.counts {
		bad += c.Violated + c.Hidden
	}
	if r.flags.json {
		type row struct {
			Promise  string `json:"promise"`
			Violated int    `json:"violated"`
			Hidden   int    `json:"hidden"`
		}
		sum := struct {
			Traces   int   `json:"traces"`
			Promises []row `json:"promises"`
		}{Traces: r.traces, Promises: []row{}}
		for i, q := range r.qs {
			sum.Promises = append(sum.Promises, row{q.Name, r.counts[i].Violated, r.counts[i].Hidden})
		}
		text, err := json.Marshal(map[string]any{"summary": sum}, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return err
		}
		r.printf("%s\n", text)
	} else {
		r.printf("%d %s judged\n", r.traces, plural(r.traces, "trace", "traces"))
		for i, q := range r.qs {
			r.printf("  %s: violated in %d, not answerable in %d, kept in %d\n", harmless(q.Name), r.counts[i].Violated, r.counts[i].Hidden, r.traces-r.counts[i].Violated-r.counts[i].Hidden)
		}
	}
	if r.err != nil {
		return &fault{r.err, "", exitEnvironment}
	}
	if bad > 0 {
		return answer{exitNo}
	}
	return nil
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
