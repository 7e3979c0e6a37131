package aap

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// The limits keep matching cheap whatever the record holds.
const (
	maxGlob  = 512
	maxStars = 16
)

// toolGlob matches tool names: * is any run of characters, all else is
// literal and case-sensitive.
type toolGlob string

func parseToolGlob(text string) (toolGlob, error) {
	switch {
	case text == "":
		return "", errors.New("want a tool name or a glob such as send_*")
	case len(text) > maxGlob:
		return "", fmt.Errorf("is longer than %d bytes", maxGlob)
	case strings.Count(text, "*") > maxStars:
		return "", fmt.Errorf("has more than %d stars", maxStars)
	}
	return toolGlob(text), nil
}

func (g toolGlob) match(s string) bool {
	p := string(g)
	// Greedy with one point of return: the last star takes one more each time.
	star, mark, i, j := -1, 0, 0, 0
	for i < len(s) {
		switch {
		case j < len(p) && p[j] == '*':
			star, mark = j, i
			j++
		case j < len(p) && p[j] == s[i]:
			i++
			j++
		case star >= 0:
			mark++
			i, j = mark, star+1
		default:
			return false
		}
	}
	return strings.Trim(p[j:], "*") == ""
}

// mayBeginWith reports whether the glob can match a name with the prefix.
func (g toolGlob) mayBeginWith(prefix string) bool {
	literal, _, starred := strings.Cut(string(g), "*")
	if starred && len(literal) < len(prefix) {
		return strings.HasPrefix(prefix, literal)
	}
	return strings.HasPrefix(literal, prefix)
}

// namesSyscalls reports whether the glob speaks of kernel records and of
// nothing else.
func (g toolGlob) namesSyscalls() bool { return strings.HasPrefix(string(g), syscallTools) }

// syscallTools is the prefix of the tools of kernel records.
const syscallTools = "sys."

// pathGlob matches cleaned absolute paths: * is any run within one name, **
// any run at all. It is rooted at /, at the workspace or at the home.
type pathGlob struct {
	root    string // "", "$WORKSPACE" or "$HOME"
	pattern string // begins with / unless it is empty
}

func parsePathGlob(text string) (pathGlob, error) {
	switch {
	case text == "":
		return pathGlob{}, errors.New("want a path glob such as $WORKSPACE/build/**")
	case len(text) > maxGlob:
		return pathGlob{}, fmt.Errorf("is longer than %d bytes", maxGlob)
	case strings.Count(text, "*") > maxStars:
		return pathGlob{}, fmt.Errorf("has more than %d stars", maxStars)
	}
	g := pathGlob{pattern: text}
	for _, root := range []string{"$WORKSPACE", "$HOME"} {
		if rest, ok := strings.CutPrefix(text, root); ok && (rest == "" || rest[0] == '/') {
			g = pathGlob{root: root, pattern: rest}
		}
	}
	if g.root == "" && text[0] != '/' {
		if text[0] == '$' {
			return pathGlob{}, errors.New("begins with a variable that is not $WORKSPACE or $HOME")
		}
		g = pathGlob{root: "$WORKSPACE", pattern: "/" + text}
	}
	if g.pattern != "" && path.Clean(g.pattern) != g.pattern {
		return pathGlob{}, fmt.Errorf("is not clean; write %q", g.root+path.Clean(g.pattern))
	}
	return g, nil
}

// match reports whether the cleaned absolute path p is meant. An unknown root
// and an overlong path match nothing.
func (g pathGlob) match(p string, at places) bool {
	if len(p) > maxPath {
		return false
	}
	rest := p
	switch g.root {
	case "$WORKSPACE", "$HOME":
		base := at.workspace
		if g.root == "$HOME" {
			base = at.home
		}
		if base == "" || !under(p, base) {
			return false
		}
		rest = strings.TrimPrefix(p, strings.TrimSuffix(base, "/"))
	}
	return matchPath(g.pattern, rest)
}

// matchPath follows all positions of the pattern that the text read so far can
// have reached, so its work is at most the product of the two lengths.
func matchPath(p, s string) bool {
	var now, next [maxGlob + 1]bool
	now[0] = true
	skipStars(p, &now)
	for i := range len(s) {
		next = [maxGlob + 1]bool{}
		alive := false
		for j := range len(p) {
			if !now[j] {
				continue
			}
			switch {
			case p[j] != '*':
				if p[j] == s[i] {
					next[j+1], alive = true, true
				}
			case s[i] != '/' || strings.HasPrefix(p[j:], "**"):
				next[j], alive = true, true
			}
		}
		if !alive {
			return false
		}
		skipStars(p, &next)
		now = next
	}
	return now[len(p)]
}

// skipStars adds the positions behind stars, which may match nothing.
func skipStars(p string, at *[maxGlob + 1]bool) {
	for j := range len(p) {
		switch {
		case !at[j] || p[j] != '*':
		case strings.HasPrefix(p[j:], "**"):
			at[j+2] = true
		default:
			at[j+1] = true
		}
	}
}

// maxPath is the longest path that a glob is tried on (Linux PATH_MAX).
const maxPath = 4096

// places are the directories that the session's first record names.
type places struct{ workspace, home string }

// absolute cleans a path lexically, taking a relative one from the workspace.
// ok is false when there is no path, or nothing to take it from.
func (at places) absolute(p string) (string, bool) {
	switch {
	case p == "" || strings.ContainsRune(p, 0):
		return "", false
	case p[0] == '/':
		return path.Clean(p), true
	case at.workspace == "":
		return "", false
	}
	return path.Clean(at.workspace + "/" + p), true
}

// absolute cleans a path that must be absolute already, as the kernel's are.
func absolute(p string) (string, bool) { return places{}.absolute(p) }

// under reports whether the cleaned path p is base or lies below it.
func under(p, base string) bool {
	return p == base || base == "/" || strings.HasPrefix(p, base+"/")
}
