package aap

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// scale multiplies counted tests (VAREK_SCALE).
func scale() int {
	if n, err := strconv.Atoi(os.Getenv("VAREK_SCALE")); err == nil && n > 0 {
		return n
	}
	return 1
}

func randomText(rng *rand.Rand, alphabet string, most int) string {
	b := make([]byte, rng.IntN(most+1))
	for i := range b {
		b[i] = alphabet[rng.IntN(len(alphabet))]
	}
	return string(b)
}

// TestToolGlobAgainstRegexp compares the matcher with the definition.
func TestToolGlobAgainstRegexp(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	hits := 0
	for range 20_000 * scale() {
		g, s := randomText(rng, "ab**", 6), randomText(rng, "ab", 7)
		want := regexp.MustCompile(`^` + strings.ReplaceAll(regexp.QuoteMeta(g), `\*`, `(?s:.*)`) + `$`).MatchString(s)
		if got := toolGlob(g).match(s); got != want {
			t.Fatalf("%q on %q: %v, want %v", g, s, got, want)
		}
		if want {
			hits++
		}
	}
	if hits < 1000 {
		t.Errorf("only %d hits", hits)
	}
}

// TestPathGlobAgainstRegexp does the same for paths, where one star stays
// within a name.
func TestPathGlobAgainstRegexp(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	hits := 0
	for range 20_000 * scale() {
		g, s := randomText(rng, "a/**", 7), randomText(rng, "ab/", 8)
		expr := regexp.MustCompile(`\\\*\\\*|\\\*`).ReplaceAllStringFunc(regexp.QuoteMeta(g), func(star string) string {
			if star == `\*\*` {
				return `.*`
			}
			return `[^/]*`
		})
		want := regexp.MustCompile(`^` + expr + `$`).MatchString(s)
		if got := matchPath(g, s); got != want {
			t.Fatalf("%q on %q: %v, want %v", g, s, got, want)
		}
		if want {
			hits++
		}
	}
	if hits < 1000 {
		t.Errorf("only %d hits", hits)
	}
}

// TestMayBeginWith tries the answer on names.
func TestMayBeginWith(t *testing.T) {
	for glob, want := range map[string]bool{"*": true, "s*": true, "sys.*": true, "sys.unlink": true, "sys*link": true, "sys": false, "sy": false,
		"sysx*": false, "send_*": false, "unlink": false, "*unlink": true, "": false} {
		if got := toolGlob(glob).mayBeginWith(syscallTools); got != want {
			t.Errorf("%q: %v, want %v", glob, got, want)
		}
	}
}

func TestUnder(t *testing.T) {
	for _, c := range []struct {
		p, base string
		want    bool
	}{{"/a", "/a", true}, {"/a/b", "/a", true}, {"/ab", "/a", false}, {"/", "/a", false}, {"/a", "/", true}, {"/a/b/c", "/a/b", true}} {
		if got := under(c.p, c.base); got != c.want {
			t.Errorf("%s under %s: %v", c.p, c.base, got)
		}
	}
}

// TestMatchingIsQuick: the longest path and the worst glob take no longer than
// their product.
func TestMatchingIsQuick(t *testing.T) {
	g, err := parsePathGlob("/" + strings.Repeat("**a", 8) + "b")
	if err != nil {
		t.Fatal(err)
	}
	p := "/" + strings.Repeat("a", maxPath-1)
	for range 20 {
		if g.match(p, places{}) {
			t.Fatal("matches")
		}
	}
	if toolGlob(strings.Repeat("*a", 16) + "b").match(strings.Repeat("a", 5000)) {
		t.Fatal("matches")
	}
}
