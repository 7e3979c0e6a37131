package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/varek/varek/tracestore/trace"
)

// filter chooses records of a trace.
type filter struct {
	kinds        []string
	tool, action string
	denied       bool
	since, until string
	seq          string

	when     span
	from, to uint64 // 0 is open
}

func (f *filter) register(fl *pflag.FlagSet) {
	fl.StringSliceVar(&f.kinds, "kind", nil, "only these kinds: intent, permission, start, action, syscall, session, gap, notice")
	fl.StringVar(&f.tool, "tool", "", "only this tool; * matches any run of characters")
	fl.StringVar(&f.action, "action", "", "only this call's records")
	fl.BoolVar(&f.denied, "denied", false, "only what was denied")
	fl.StringVar(&f.since, "since", "", "only records at or after this time: RFC 3339, or a duration ago such as 10m")
	fl.StringVar(&f.until, "until", "", "only records before this time")
	fl.StringVar(&f.seq, "seq", "", "only these record numbers: 17, 10-20, 10- or -20")
}

// prepare reads what the flags say.
func (f *filter) prepare(now time.Time) (err error) {
	for _, k := range f.kinds {
		if !slices.Contains(kinds(), trace.Kind(k)) {
			return usage("read --kind", fmt.Errorf("%q is not a kind of record", k), "intent, permission, start, action, syscall, session, gap or notice")
		}
	}
	if f.when, err = parseSpan(f.since, f.until, now); err != nil {
		return err
	}
	f.from, f.to, err = parseSeqs(f.seq)
	return err
}

func kinds() []trace.Kind {
	return []trace.Kind{trace.KindIntent, trace.KindPermission, trace.KindStart, trace.KindAction, trace.KindSyscall, trace.KindSession,
		trace.KindGap, trace.KindNotice}
}

// match decides on one record. What an erased body would have said cannot be
// asked: time and kernel decisions of such a record do not match.
func (f *filter) match(l line) bool {
	switch {
	case len(f.kinds) > 0 && !slices.Contains(f.kinds, string(l.head.Kind)),
		f.tool != "" && !glob(f.tool, l.head.Tool),
		f.action != "" && l.head.ActionID != f.action,
		l.head.Seq < f.from || f.to > 0 && l.head.Seq > f.to,
		f.denied && !l.denied():
		return false
	}
	if f.when == (span{}) {
		return true
	}
	at, err := time.Parse(time.RFC3339Nano, l.body.Time)
	return err == nil && f.when.holds(at)
}

// span is a stretch of time; zero ends are open.
type span struct{ since, until time.Time }

func (s span) holds(t time.Time) bool {
	return (s.since.IsZero() || !t.Before(s.since)) && (s.until.IsZero() || t.Before(s.until))
}

func parseSpan(since, until string, now time.Time) (s span, err error) {
	if s.since, err = parseTime("since", since, now); err != nil {
		return s, err
	}
	s.until, err = parseTime("until", until, now)
	return s, err
}

func parseTime(flag, text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if d, err := time.ParseDuration(text); err == nil {
		return now.Add(-d), nil
	}
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return t, usage("read --"+flag, fmt.Errorf("%q is neither a time nor a duration", text), "for instance 2026-11-30T12:00:00Z, or 90m")
	}
	return t, nil
}

// parseSeqs reads 17, 10-20, 10- or -20; "" is everything.
func parseSeqs(text string) (from, to uint64, err error) {
	if text == "" {
		return 0, 0, nil
	}
	first, last, ranged := strings.Cut(text, "-")
	if !ranged {
		last = first
	}
	for _, end := range []struct {
		text string
		into *uint64
	}{{first, &from}, {last, &to}} {
		if end.text == "" && ranged {
			continue
		}
		if *end.into, err = strconv.ParseUint(end.text, 10, 53); err != nil || *end.into == 0 {
			return 0, 0, usage("read --seq", fmt.Errorf("%q is no range of record numbers", text), "for instance --seq 17, --seq 10-20 or --seq 10-")
		}
	}
	if from > to && to > 0 || text == "-" {
		return 0, 0, usage("read --seq", fmt.Errorf("%q is no range of record numbers", text), "for instance --seq 10-20")
	}
	return from, to, nil
}

// glob matches * with any run of characters, and every other character with
// itself.
func glob(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return true
}
