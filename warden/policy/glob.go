package policy

import (
	"fmt"
	"strings"
)

// glob is a compiled pattern: a literal directory, then segments of which at
// least the first is not literal. A glob covers what it matches and all beneath.
type glob struct {
	text    string // as written, for messages
	prefix  string // "" for the root, else "/a/b"
	segs    []segment
	hint    string // a literal that every covered path contains, "" if none
	leading bool   // the first segment is ** and the prefix is the root
}

// segment is one component of a pattern: any number of components, a literal
// or a component pattern.
type segment struct {
	any     bool
	literal bool
	text    string // unescaped literal, or the raw component pattern
}

// compileGlob compiles an absolute pattern.
func compileGlob(text string) (glob, error) {
	if !strings.HasPrefix(text, "/") {
		return glob{}, fmt.Errorf("pattern %q does not begin with /, $WORKSPACE, $HOME or **/", text)
	}
	g := glob{text: text}
	for _, c := range strings.Split(text, "/") {
		switch {
		case c == "" || c == ".":
			continue
		case c == "..":
			return glob{}, fmt.Errorf("pattern %q contains \"..\"; write the directory that is meant", text)
		case c == "**":
			if n := len(g.segs); n == 0 || !g.segs[n-1].any {
				g.segs = append(g.segs, segment{any: true})
			}
			continue
		case strings.Contains(c, "**"):
			return glob{}, fmt.Errorf("pattern %q: ** stands for whole components, write /**/ or a single *", text)
		}
		lit, plain, err := unescape(c)
		if err != nil {
			return glob{}, fmt.Errorf("pattern %q: %w", text, err)
		}
		if plain && len(g.segs) == 0 {
			g.prefix += "/" + lit
			continue
		}
		if plain {
			c = lit
		}
		g.segs = append(g.segs, segment{literal: plain, text: c})
	}
	// "/a/**" covers exactly what "/a" covers.
	if n := len(g.segs); n > 0 && g.segs[n-1].any {
		g.segs = g.segs[:n-1]
	}
	g.leading = g.prefix == "" && len(g.segs) > 0 && g.segs[0].any
	g.hint = hint(g.segs)
	return g, nil
}

// unescape returns the component without backslashes and whether it is free of
// wildcards.
func unescape(c string) (lit string, plain bool, err error) {
	var b strings.Builder
	plain = true
	for i := 0; i < len(c); i++ {
		switch c[i] {
		case '*', '?':
			plain = false
		case '\\':
			i++
			if i == len(c) {
				return "", false, fmt.Errorf("component %q ends in a backslash", c)
			}
		}
		b.WriteByte(c[i])
	}
	return b.String(), plain, nil
}

// hint returns the longest run of literal segments as text that every covered
// path contains: "/.git/hooks" for **/.git/hooks/*.
func hint(segs []segment) string {
	best, run := "", ""
	for _, s := range segs {
		if !s.literal {
			run = ""
			continue
		}
		run += "/" + s.text
		if len(run) > len(best) {
			best = run
		}
	}
	return best
}

// covers reports whether the clean absolute path p is matched, or lies beneath
// something that is matched.
func (g *glob) covers(p string) bool {
	rest, ok := under(p, g.prefix)
	return ok && (len(g.segs) == 0 || g.wildcard(rest, false))
}

// anchors reports whether moving a directory to or from p could bring a
// covered name into being or take one away: p is above a place that the
// pattern ties to p's own name. A leading ** alone ties nothing, because what
// matches there matches before and after the move alike.
func (g *glob) anchors(p string) bool {
	if rest, ok := under(g.prefix, p); ok && (rest != "" || len(g.segs) > 0) {
		return true
	}
	rest, ok := under(p, g.prefix)
	return ok && g.wildcard(rest, true)
}

// wildcard matches what follows the literal directory: whether the segments
// cover it, or whether it anchors them.
func (g *glob) wildcard(rest string, anchors bool) bool {
	if !anchors {
		return (g.hint == "" || strings.Contains(rest, g.hint)) && matchSegments(g.segs, rest, false)
	}
	first := 1
	if g.leading {
		first = 2
	}
	last := rest[strings.LastIndexByte(rest, '/')+1:]
	for k := first; k < len(g.segs); k++ {
		// The last component is the cheap test that nearly always says no.
		if end := &g.segs[k-1]; (end.any || end.match(last)) && matchSegments(g.segs[:k], rest, true) {
			return true
		}
	}
	return false
}
