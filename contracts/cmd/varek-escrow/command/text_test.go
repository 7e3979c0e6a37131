package command

import (
	"io"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

func TestEtherIsExact(t *testing.T) {
	for wei, want := range map[string]string{
		"0":                             "0 ether",
		"1":                             "0.000000000000000001 ether",
		"100000000000000000":            "0.1 ether",
		"1000000000000000000":           "1 ether",
		"1234500000000000000000":        "1234.5 ether",
		"79228162514264337593543950335": "79228162514.264337593543950335 ether",
		"-1500000000000000000":          "-1.5 ether",
	} {
		v, ok := new(big.Int).SetString(wei, 10)
		if !ok {
			t.Fatal(wei)
		}
		if got := ether(v); got != want {
			t.Errorf("%s wei is %q, want %q", wei, got, want)
		}
	}
}

func TestSpans(t *testing.T) {
	for seconds, want := range map[uint64]string{
		0: "0s", 59: "59s", 60: "1m", 3600: "1h", 3605: "1h", 86400: "1d", 90000: "1d 1h", 86460: "1d", 259199: "2d 23h",
	} {
		if got := span(seconds); got != want {
			t.Errorf("%d seconds are %q, want %q", seconds, got, want)
		}
	}
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "72h": 72 * time.Hour, "3d": 72 * time.Hour, "10d1h": 241 * time.Hour, "1m1s": 61 * time.Second,
	} {
		if got, err := parseSpan(text); err != nil || got != want {
			t.Errorf("%s is %s, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "-1d", "1", "3days", "0s", "-5s", "1.5d", "99999999999d", "1ms", "1d-5h1ns"} {
		if got, err := parseSpan(text); err == nil {
			t.Errorf("%q is %s", text, got)
		}
	}
}

func TestShellLines(t *testing.T) {
	got := shellLine([]string{"varek-escrow", "--state", "/a b/it's", "", "0.5 ether", "x=1"})
	if want := `varek-escrow --state '/a b/it'\''s' '' '0.5 ether' x=1`; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// TestEveryCommandExplainsItself: --help works everywhere and shows examples
// that begin with the command they explain.
func TestEveryCommandExplainsItself(t *testing.T) {
	count := 0
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			walk(sub)
		}
		count++
		path := c.CommandPath()
		for line := range strings.Lines(c.Example) {
			if !strings.HasPrefix(strings.TrimSpace(line), "varek-escrow ") {
				t.Errorf("%s: example %q", path, line)
			}
		}
		if !strings.Contains(c.Example, path) && path != "varek-escrow" {
			t.Errorf("%s: no example of it in %q", path, c.Example)
		}
		var out strings.Builder
		args := append(strings.Fields(path)[1:], "--help")
		if code := Run(t.Context(), "test", args, &out, io.Discard); code != exitGood {
			t.Errorf("%s --help exits with %d", path, code)
		}
		for _, want := range []string{"Usage:", "Examples:", "--json"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s --help lacks %q", path, want)
			}
		}
	}
	walk(newRoot("test"))
	if count < 25 {
		t.Errorf("only %d commands were visited", count)
	}
}

// TestForeignWordsCannotActOnTheTerminal: what others wrote is shown and does
// nothing.
func TestForeignWordsCannotActOnTheTerminal(t *testing.T) {
	for text, want := range map[string]string{
		"plain, ümlaut, 日本, “quoted”": "plain, ümlaut, 日本, “quoted”",
		"two\nlines":                  "two\nlines",
		"\x1b[2Jgone":                 `\x1b[2Jgone`,
		"back\b\b\r":                  `back\b\b\r`,
		"csi\u009b31m":                `csi\u009b31m`,
		"right\u202eleft":             `right\u202eleft`,
		"cut\xff":                     "cut\uFFFD",
	} {
		if got := visible(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
