package derive

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Text is the policy as a file: each rule with the promise that it comes from,
// and in front what no rule holds.
func (d *Derived) Text() string {
	var b strings.Builder
	b.WriteString("# Derived from promises: a run under this policy cannot break what its rules hold of them.\n")
	if len(d.Beyond) > 0 {
		b.WriteString("# Not held, or not exactly:\n")
	}
	for _, r := range d.Beyond {
		fmt.Fprintf(&b, "#   %s: %s: %s.\n", line(r.Promise), line(r.What), line(r.Why))
	}
	b.WriteString("version: 1\nmode: enforce\nfiles:\n  read: {allow: [/]}\n")
	d.write(&b, "files.write")
	b.WriteString("  exec: {allow: [/]}\nnetwork:\n")
	d.write(&b, "network.connect")
	d.write(&b, "network.bind")
	return b.String()
}

// write writes the lists of one use.
func (d *Derived) write(b *strings.Builder, use string) {
	fmt.Fprintf(b, "  %s:\n", use[strings.IndexByte(use, '.')+1:])
	for _, list := range []string{"allow", "deny"} {
		var rules []Rule
		for _, r := range d.Rules {
			if r.List == use+"."+list {
				rules = append(rules, r)
			}
		}
		if len(rules) == 0 {
			if list == "allow" {
				b.WriteString("    allow: []\n")
			}
			continue
		}
		fmt.Fprintf(b, "    %s:\n", list)
		for _, r := range rules {
			from := "no promise limits this"
			if r.Promise != "" {
				from = line(r.Promise)
			}
			fmt.Fprintf(b, "      - %s # %s\n", strconv.Quote(r.Entry), from) // a JSON string is a YAML scalar
		}
	}
}

// line keeps a text of somebody else's within its comment.
func line(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, strings.ToValidUTF8(s, "?"))
}
