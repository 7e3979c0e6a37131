package policy

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"
)

// under returns what follows dir in p: "" or "/…". dir "" or "/" is the root.
func under(p, dir string) (string, bool) {
	if dir == "" || dir == "/" {
		if p == "/" {
			return "", true
		}
		return p, true
	}
	if len(p) < len(dir) || p[:len(dir)] != dir {
		return "", false
	}
	if len(p) > len(dir) && p[len(dir)] != '/' {
		return "", false
	}
	return p[len(dir):], true
}

// matchSegments matches segments against rest ("" or "/a/b"). Unless whole is
// set, it is enough that they match some leading components. Only the last **
// has to be retried, because every other segment takes exactly one component.
func matchSegments(segs []segment, rest string, whole bool) bool {
	si, retrySeg, retryRest := 0, -1, ""
	for {
		if si == len(segs) {
			if !whole || rest == "" {
				return true
			}
		} else if segs[si].any {
			si++
			retrySeg, retryRest = si, rest
			continue
		} else if c, tail, ok := component(rest); ok && segs[si].match(c) {
			si, rest = si+1, tail
			continue
		}
		if retrySeg < 0 {
			return false
		}
		_, tail, ok := component(retryRest)
		if !ok {
			return false
		}
		retryRest = tail
		si, rest = retrySeg, tail
	}
}

// component splits "/a/b" into "a" and "/b".
func component(rest string) (c, tail string, ok bool) {
	if rest == "" {
		return "", "", false
	}
	if i := strings.IndexByte(rest[1:], '/'); i >= 0 {
		return rest[1 : 1+i], rest[1+i:], true
	}
	return rest[1:], "", true
}

// match matches one component.
func (s *segment) match(c string) bool {
	if s.literal {
		return s.text == c
	}
	return matchComponent(s.text, c)
}

// matchComponent matches *, ? and \ within one component; as with **, only the
// last star has to be retried.
func matchComponent(pat, c string) bool {
	pi, ci, starP, starC := 0, 0, -1, 0
	for ci < len(c) {
		if pi < len(pat) && pat[pi] == '*' {
			pi++
			starP, starC = pi, ci
			continue
		}
		if pi < len(pat) {
			if n, w := one(pat[pi:], c[ci:]); n > 0 {
				pi, ci = pi+n, ci+w
				continue
			}
		}
		if starP < 0 {
			return false
		}
		_, w := utf8.DecodeRuneInString(c[starC:])
		starC += w
		pi, ci = starP, starC
	}
	for pi < len(pat) && pat[pi] == '*' {
		pi++
	}
	return pi == len(pat)
}

// one matches a single pattern element that is no star against the beginning
// of c and returns the bytes used of both; 0 when it does not match.
func one(pat, c string) (n, width int) {
	switch {
	case pat[0] == '?':
		_, w := utf8.DecodeRuneInString(c)
		return 1, w
	case pat[0] == '\\' && len(pat) > 1 && pat[1] == c[0]:
		return 2, 1
	case pat[0] != '\\' && pat[0] == c[0]:
		return 1, 1
	}
	return 0, 0
}

// clean reports whether p is absolute and in its shortest form.
func clean(p string) bool {
	if p == "/" {
		return true
	}
	if p == "" || p[0] != '/' || p[len(p)-1] == '/' {
		return false
	}
	for rest := p[1:]; ; {
		if rest[0] == '/' || rest[0] == '.' && dots(rest) {
			return false
		}
		i := strings.IndexByte(rest, '/')
		if i < 0 {
			return true
		}
		rest = rest[i+1:]
	}
}

// dots reports whether a path begins with the component "." or "..".
func dots(rest string) bool {
	n := 1
	if len(rest) > 1 && rest[1] == '.' {
		n = 2
	}
	return len(rest) == n || rest[n] == '/'
}

// cleanDir returns dir in the form that rules are compared with, or an error.
func cleanDir(what, dir string) (string, error) {
	if !path.IsAbs(dir) {
		return "", fmt.Errorf("%s %q is not an absolute path", what, dir)
	}
	return path.Clean(dir), nil
}
