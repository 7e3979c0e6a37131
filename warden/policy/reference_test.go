package policy

import (
	"math/rand/v2"
	"net/netip"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// scale multiplies the counts of randomised tests.
func scale() int {
	if n, err := strconv.Atoi(os.Getenv("VAREK_SCALE")); err == nil && n > 0 {
		return n
	}
	return 1
}

// refCovers is the definition of a pattern: a regular expression over the path
// and everything beneath.
func refCovers(pattern, p string) bool {
	return refRegexp(pattern).MatchString(strings.TrimSuffix(p, "/"))
}

// regexps keeps what was compiled: the definition is slow enough.
var regexps = map[string]*regexp.Regexp{}

func refRegexp(pattern string) *regexp.Regexp {
	if re := regexps[pattern]; re != nil {
		return re
	}
	var b strings.Builder
	b.WriteString("^")
	for _, c := range strings.Split(pattern, "/") {
		switch c {
		case "", ".":
		case "**":
			b.WriteString("(?:/[^/]+)*")
		default:
			b.WriteString("/")
			for i := 0; i < len(c); i++ {
				switch c[i] {
				case '*':
					b.WriteString("[^/]*")
				case '?':
					b.WriteString("[^/]")
				case '\\':
					i++
					fallthrough
				default:
					b.WriteString(regexp.QuoteMeta(c[i : i+1]))
				}
			}
		}
	}
	b.WriteString("(?:/.*)?$")
	regexps[pattern] = regexp.MustCompile(b.String())
	return regexps[pattern]
}

// refAnchors is the definition of what moving a directory can do: some name
// below p is covered and would not be below a directory elsewhere.
func refAnchors(pattern, p string, below []string) bool {
	re := refRegexp(pattern)
	for _, s := range below {
		if !re.MatchString(p + s) {
			continue
		}
		for _, q := range []string{"/Q", "/Q/Q", "/Q/Q/Q", "/Q/Q/Q/Q"} {
			if !re.MatchString(q + s) {
				return true
			}
		}
	}
	return false
}

// belows returns every relative name of up to three components of the words.
func belows(words []string) []string {
	out := []string{""}
	for level, begin := 0, 0; level < 3; level++ {
		end := len(out)
		for _, base := range out[begin:end] {
			for _, w := range words {
				out = append(out, base+"/"+w)
			}
		}
		begin = end
	}
	return out
}

func randomPattern(r *rand.Rand, words []string) string {
	parts := append([]string{"**", "*", "?", "a*", "*b", `\*`, "a?b*"}, words...)
	var b strings.Builder
	for n := 1 + r.IntN(4); n > 0; n-- {
		b.WriteString("/" + parts[r.IntN(len(parts))])
	}
	return b.String()
}

func randomPath(r *rand.Rand, words []string) string {
	var b strings.Builder
	for n := 1 + r.IntN(5); n > 0; n-- {
		b.WriteString("/" + words[r.IntN(len(words))])
	}
	return b.String()
}

// The compiled matcher agrees with the definition; anchoring never misses a
// move that matters.
func TestGlobAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"a", "b", "ab", "aab", "*", "é", "axb"}
	all := belows([]string{"a", "b", "ab", "axb"})
	covered, anchored := 0, 0
	for i := 0; i < 8000*scale(); i++ {
		pattern, p := randomPattern(r, words), randomPath(r, words)
		g, err := compileGlob(pattern)
		if err != nil {
			t.Fatalf("%s: %v", pattern, err)
		}
		want := refCovers(pattern, p)
		if got := g.covers(p); got != want {
			t.Fatalf("pattern %s path %s: covers %v, want %v", pattern, p, got, want)
		}
		if want {
			covered++
		}
		if i%10 == 0 && refAnchors(pattern, p, all) {
			anchored++
			if !g.covers(p) && !g.anchors(p) {
				t.Fatalf("pattern %s path %s: a move changes what is covered and is not noticed", pattern, p)
			}
		}
	}
	if covered < 100 || anchored < 20 {
		t.Errorf("the sample tests too little: %d covered, %d anchored", covered, anchored)
	}
}

// What need not be noticed is not: ordinary renames stay free.
func TestAnchorsIsNarrow(t *testing.T) {
	for _, c := range []struct {
		pattern, p string
		want       bool
	}{
		{"/**/.git/hooks/*", "/r/repo", false},
		{"/**/.git/hooks/*", "/r/.git", true},
		{"/**/.git/hooks/*", "/r/.git/hooks", true},
		{"/**/.git/hooks/*", "/r/.git/objects", false},
		{"/**/.git/modules/**/hooks/*", "/r/.git/modules/x/y", true},
		{"/**/.env", "/r/dir", false},
		{"/h/u/.bashrc", "/h/u", true},
		{"/h/u/.bashrc", "/h/u2", false},
		{"/h/u/.bashrc", "/h/u/x", false},
		{"/proc/*/mem", "/proc/7", true},
		{"/proc/*/mem", "/tmp/7", false},
	} {
		g, err := compileGlob(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.anchors(c.p); got != c.want {
			t.Errorf("pattern %s, path %s: got %v, want %v", c.pattern, c.p, got, c.want)
		}
	}
}

// refFiles decides by the written order of precedence, with regular
// expressions and fresh lists at every call.
func refFiles(p *Policy, q Request) Decision {
	expand := func(pattern string) string {
		pattern = strings.Replace(pattern, "$WORKSPACE", "/w", 1)
		pattern = strings.Replace(pattern, "$HOME", "/h", 1)
		if !strings.HasPrefix(pattern, "/") {
			pattern = "/" + pattern
		}
		return pattern
	}
	match := func(pattern, path string, moves bool) bool {
		g, err := compileGlob(expand(pattern))
		return err == nil && moves && g.anchors(path) || refCovers(expand(pattern), path)
	}
	moves := q.Op == OpRename || q.Op == OpSymlink
	writes := q.Op != OpExec && (q.Op != OpOpen || q.Access&Write != 0)
	for _, path := range []string{q.Path, q.To} {
		if path == "" {
			continue
		}
		if match("/own", path, moves) {
			return Decision{Rule: RuleOwn}
		}
	}
	if writes {
		for _, path := range []string{q.Path, q.To} {
			if rule := refProtected(p, path, moves, match); path != "" && rule != "" {
				return Decision{Rule: rule}
			}
		}
	}
	d := refLists(p, q, moves, match)
	if !d.Allow && p.Mode == Observe {
		d.Allow, d.WouldDeny = true, true
	}
	return d
}

func refProtected(p *Policy, path string, moves bool, match func(string, string, bool) bool) string {
	type entry struct{ rule, pattern string }
	var set []entry
	var except []string
	for i, e := range p.Protect {
		if rest, ok := strings.CutPrefix(e, "!"); ok {
			except = append(except, rest)
		} else {
			set = append(set, entry{"protect[" + strconv.Itoa(i) + "]", e})
		}
	}
	for _, b := range builtin {
		for _, e := range b.patterns {
			set = append(set, entry{"protect:" + b.name, e})
		}
	}
	for _, e := range append(except, builtinExcept...) {
		if match(e, path, false) {
			return ""
		}
	}
	for _, m := range []bool{false, moves} {
		for _, e := range set {
			if match(e.pattern, path, m) {
				return e.rule
			}
		}
	}
	return ""
}

func refLists(p *Policy, q Request, moves bool, match func(string, string, bool) bool) Decision {
	list := func(name string, l List, path string) Decision {
		for _, m := range []bool{false, moves} {
			for i, e := range l.Deny {
				if match(e, path, m) {
					return Decision{Rule: name + ".deny[" + strconv.Itoa(i) + "]"}
				}
			}
		}
		for i, e := range l.Allow {
			if match(e, path, false) {
				return Decision{Allow: true, Rule: name + ".allow[" + strconv.Itoa(i) + "]"}
			}
		}
		return Decision{Allow: p.Mode == Observe && len(l.Allow) == 0, Rule: RuleDefault}
	}
	read := func(path string) Decision { return list("files.read", p.Files.Read, path) }
	write := func(path string) Decision { return list("files.write", p.Files.Write, path) }
	var asked []Decision
	switch {
	case q.Op == OpExec:
		asked = append(asked, list("files.exec", p.Files.Exec, q.Path))
	case q.Op == OpRename || q.Op == OpLink:
		asked = append(asked, read(q.Path), write(q.Path), write(q.To))
	case q.Op <= OpTruncate:
		asked = append(asked, Decision{Allow: true, Rule: RuleDefault})
		if q.Access&Read != 0 {
			asked = append(asked, read(q.Path))
		}
		if q.Access&Write != 0 || q.Op != OpOpen {
			asked = append(asked, write(q.Path))
		}
	default:
		asked = append(asked, write(q.Path))
	}
	if i := slices.IndexFunc(asked, func(d Decision) bool { return !d.Allow }); i >= 0 {
		return asked[i]
	}
	return asked[len(asked)-1]
}

// Decide agrees with the slow definition on random policies and requests.
func TestDecideAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	words := []string{"a", "b", "ab", "w", "h", "own", ".git", "hooks", "x.sample", ".bashrc", ".github", "workflows", ".env"}
	rules := map[string]int{}
	for i := 0; i < 60*scale(); i++ {
		p := randomPolicy(r, words)
		compiled, err := Compile(p, Env{Workspace: "/w", Home: "/h", Own: []string{"/own"}})
		if err != nil {
			t.Fatal(err)
		}
		for j := 0; j < 30; j++ {
			q := Request{Op: Op(r.IntN(int(OpConnect))), Path: randomPath(r, words)}
			if q.Op == OpRename || q.Op == OpLink {
				q.To = randomPath(r, words)
			}
			if q.Op <= OpCreate {
				q.Access = Access(r.IntN(4))
			}
			got, want := compiled.Decide(q), refFiles(p, q)
			if got != want {
				t.Fatalf("policy %+v\nrequest %+v\n got %+v\nwant %+v", p, q, got, want)
			}
			rules[strings.TrimRight(got.Rule, "[]0123456789")]++
		}
	}
	for _, name := range []string{"default", "protect:varek", "protect:vcs-hooks", "protect", "files.read.deny", "files.write.allow", "files.exec.deny"} {
		if rules[name] == 0 {
			t.Errorf("the sample never reached %s: %v", name, rules)
		}
	}
}

func randomPolicy(r *rand.Rand, words []string) *Policy {
	p := Default()
	list := func() (out []string) {
		for n := r.IntN(4); n > 0; n-- {
			switch s := randomPattern(r, words); r.IntN(3) {
			case 0:
				out = append(out, "$WORKSPACE"+s)
			case 1:
				out = append(out, "**"+s)
			default:
				out = append(out, s)
			}
		}
		return out
	}
	lists := func() List { return List{Allow: list(), Deny: list()} }
	p.Files = Files{Read: lists(), Write: lists(), Exec: lists()}
	for _, e := range list() {
		if r.IntN(2) == 0 {
			e = "!" + e
		}
		p.Protect = append(p.Protect, e)
	}
	if r.IntN(2) == 0 {
		p.Mode = Enforce
		p.Files.Read.Allow = append(p.Files.Read.Allow, "$HOME")
		p.Files.Exec.Allow = append(p.Files.Exec.Allow, "/a")
	}
	return p
}

// A path is clean exactly if path.Clean leaves an absolute path alone.
func TestCleanAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := 0; i < 20000*scale(); i++ {
		var b strings.Builder
		for n := r.IntN(8); n > 0; n-- {
			b.WriteString([]string{"/", ".", "..", "a", "/.", "/..b"}[r.IntN(6)])
		}
		p := b.String()
		if want := path.IsAbs(p) && path.Clean(p) == p; clean(p) != want {
			t.Fatalf("%q: got %v, want %v", p, !want, want)
		}
	}
}

// Every address of a special range is recognised however it is written, and
// no other address is.
func TestSpecialRanges(t *testing.T) {
	for _, a := range []string{
		"127.0.0.1", "127.255.255.255", "::1", "0.0.0.0", "0.1.2.3", "::", "169.254.169.254", "fe80::1", "fd00:ec2::254",
		"100.100.100.200", "224.0.0.1", "ff02::1", "255.255.255.255", "::ffff:127.0.0.1", "::ffff:169.254.169.254",
	} {
		if c := CanonicalAddr(netip.AddrPortFrom(netip.MustParseAddr(a), 1), false); specialRange(c.Addr()) < 0 {
			t.Errorf("%s is not recognised", a)
		}
	}
	for _, a := range []string{"8.8.8.8", "10.0.0.1", "192.168.1.1", "2001:db8::1", "fd00::1", "::ffff:8.8.8.8", "128.0.0.1", "126.255.255.255"} {
		if c := CanonicalAddr(netip.AddrPortFrom(netip.MustParseAddr(a), 1), false); specialRange(c.Addr()) >= 0 {
			t.Errorf("%s is taken for a special address", a)
		}
	}
}
