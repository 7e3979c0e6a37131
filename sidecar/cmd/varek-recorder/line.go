package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/warden"
)

// line is one record as a person reads it.
type line struct {
	head trace.Head
	body trace.Body
	args kernelArgs
	res  kernelResult
	meta kernelMeta

	hidden bool // body and salt were erased
}

// The members of a kernel record's body that a timeline shows.
type kernelArgs struct {
	Asked, Resolved, To, Event, Addr string
	Port                             int
	ArgvClaimed                      []string `json:"argv_claimed"`
	Created                          bool
}

type kernelResult struct{ Decision, Rule, Errno, Mechanism string }

type kernelMeta struct {
	Attribution string
	Count       int
	Of          uint64
}

func newLine(rec trace.Record) (line, error) {
	var l line
	var err error
	if l.head, err = trace.DecodeHead(rec.Head); err != nil {
		return l, err
	}
	if l.hidden = rec.Hidden; l.hidden {
		return l, nil
	}
	if l.body, err = trace.DecodeBody(rec.Body); err != nil {
		return l, err
	}
	if l.head.Kind != trace.KindSyscall {
		return l, nil
	}
	for _, part := range []struct {
		text []byte
		into any
	}{{l.body.Args, &l.args}, {l.body.Result, &l.res}, {l.body.Metadata, &l.meta}} {
		if len(part.text) == 0 {
			continue
		}
		if err := json.Unmarshal(part.text, part.into); err != nil {
			return l, err
		}
	}
	return l, nil
}

func (l line) denied() bool {
	return l.res.Decision == warden.Deny || l.head.Decision == "deny" || l.head.Status == "denied"
}

// String gives one line; whatever came from the agent is printed so that it
// cannot start a second line or move the cursor.
func (l line) String() string {
	if l.hidden {
		words := []string{l.head.ActionID, printable(l.head.Tool), l.head.Decision, l.head.Status, "(body erased)"}
		return fmt.Sprintf("%5d  %-12s  %-10s  %s", l.head.Seq, "", l.head.Kind, strings.Join(nonEmpty(words), " "))
	}
	when := l.body.Time
	if len(when) >= 23 {
		when = when[11:23]
	}
	text := fmt.Sprintf("%5d  %s  ", l.head.Seq, when)
	if l.head.Kind == trace.KindSyscall {
		return text + l.kernel()
	}
	text += fmt.Sprintf("%-10s  ", l.head.Kind)
	if l.head.ActionID != "" {
		text += l.head.ActionID + "  "
	}
	words := []string{printable(l.head.Tool), l.head.Decision, l.head.Status}
	if len(l.body.Args) > 0 {
		words = append(words, printable(shorten(string(l.body.Args), 140)))
	}
	if l.body.Error != "" {
		words = append(words, "error: "+printable(shorten(l.body.Error, 80)))
	}
	return text + strings.Join(nonEmpty(words), " ")
}

func (l line) kernel() string {
	indent := "  "
	who := l.head.ActionID
	if who == "" {
		who = l.meta.Attribution
	}
	object := l.args.Resolved
	switch {
	case l.args.Addr != "" && l.args.Port != 0:
		object = l.args.Addr + ":" + strconv.Itoa(l.args.Port)
	case l.args.Addr != "":
		object = l.args.Addr
	case object == "":
		object = l.args.Asked
	}
	words := []string{l.head.Tool, l.args.Event, printable(object)}
	if l.args.To != "" {
		words = append(words, "-> "+printable(l.args.To))
	}
	if l.args.Created {
		words = append(words, "(new)")
	}
	if len(l.args.ArgvClaimed) > 0 {
		words = append(words, "claims: "+printable(shorten(strings.Join(l.args.ArgvClaimed, " "), 80)))
	}
	if l.res.Decision != warden.Allow || l.res.Errno != "" {
		words = append(words, l.res.Decision, l.res.Errno, "by "+l.res.Rule)
	}
	if l.meta.Count > 1 {
		words = append(words, fmt.Sprintf("x%d (of record %d)", l.meta.Count, l.meta.Of))
	}
	return fmt.Sprintf("%ssyscall   %s  %s", indent, who, strings.Join(nonEmpty(words), " "))
}

func nonEmpty(words []string) []string {
	var kept []string
	for _, w := range words {
		if w != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// printable escapes control characters and invalid UTF-8.
func printable(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) < 0 {
		return s
	}
	q := strconv.Quote(s)
	return q[1 : len(q)-1]
}

func shorten(s string, most int) string {
	if len(s) <= most {
		return s
	}
	cut := most
	for cut > 0 && s[cut]&0xc0 == 0x80 { // not inside a character
		cut--
	}
	return s[:cut] + "…"
}

// commandLine shows an argument list as one line.
func commandLine(argv []string) string {
	return printable(shorten(strings.Join(argv, " "), 60))
}
