package command

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// ether writes an amount exactly: "0.1 ether", "0 ether".
func ether(wei *big.Int) string { return decimal(wei, 18) + " ether" }

// both writes an amount in ether and in wei.
func both(wei *big.Int) string {
	if wei.Sign() == 0 {
		return "0 ether"
	}
	return ether(wei) + " (" + wei.String() + " wei)"
}

// decimal writes v / 10^places without trailing zeros.
func decimal(v *big.Int, places int) string {
	digits := new(big.Int).Abs(v).String()
	if len(digits) <= places {
		digits = strings.Repeat("0", places-len(digits)+1) + digits
	}
	whole, part := digits[:len(digits)-places], strings.TrimRight(digits[len(digits)-places:], "0")
	if part != "" {
		whole += "." + part
	}
	if v.Sign() < 0 {
		whole = "-" + whole
	}
	return whole
}

// when writes a block time, and how far it lies from now.
func when(at, now uint64) string {
	text := escrow.BlockTime(at).Format(time.RFC3339)
	switch {
	case at > now:
		return text + " (in " + span(at-now) + ")"
	case at < now:
		return text + " (" + span(now-at) + " ago)"
	default:
		return text + " (now)"
	}
}

// span writes seconds as days, hours, minutes and seconds, the two largest.
func span(seconds uint64) string {
	units := []struct {
		name string
		size uint64
	}{{"d", 24 * 3600}, {"h", 3600}, {"m", 60}, {"s", 1}}
	var parts []string
	for _, u := range units {
		if n := seconds / u.size; n > 0 && len(parts) < 2 {
			parts = append(parts, strconv.FormatUint(n, 10)+u.name)
			seconds -= n * u.size
		} else if len(parts) == 1 {
			break
		}
	}
	if len(parts) == 0 {
		return "0s"
	}
	return strings.Join(parts, " ")
}

func parseAddress(text string) (trace.Address, error) {
	a, err := trace.ParseAddress(strings.ToLower(text))
	if err != nil {
		return a, usage("%q is no address; an address is 0x and 40 hexadecimal digits", text)
	}
	return a, nil
}

func parseHash(what, text string) (trace.Hash, error) {
	h, err := trace.ParseHash(strings.ToLower(text))
	if err != nil {
		return h, usage("%q is no %s; it is 0x and 64 hexadecimal digits", text, what)
	}
	return h, nil
}

func parsePromise(text string) (uint32, error) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || n == 0 {
		return 0, usage("%q is no promise number; promises are numbered from 1, see: varek-escrow promise ls", text)
	}
	return uint32(n), nil
}

// parseSpan reads a duration such as 90s, 72h, 3d or 10d1h.
func parseSpan(text string) (time.Duration, error) {
	days, rest, found := strings.Cut(text, "d")
	var d time.Duration
	if found {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return 0, usage("%q is no duration; write for instance 90s, 72h, 3d or 10d1h", text)
		}
		d = time.Duration(n) * 24 * time.Hour
	} else {
		rest = text
	}
	if rest != "" {
		more, err := time.ParseDuration(rest)
		if err != nil {
			return 0, usage("%q is no duration; write for instance 90s, 72h, 3d or 10d1h", text)
		}
		d += more
	}
	if d < time.Second || d%time.Second != 0 {
		return 0, usage("the clock moves forward by whole seconds, not by %s", text)
	}
	return d, nil
}

// shellLine joins words so that a shell splits them again.
func shellLine(words []string) string {
	out := make([]string, len(words))
	for i, w := range words {
		plain := w != "" && strings.IndexFunc(w, func(r rune) bool {
			return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_@%+=:,./-", r))
		}) < 0
		if plain {
			out[i] = w
		} else {
			out[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

// report is what a command says when it is done: lines for people, or value as
// JSON.
type report struct {
	private bool
	lines   []string
	value   any
}

func newReport(n escrow.Network, value any) *report { return &report{private: n.Private, value: value} }

func (r *report) say(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

// field adds a line with a name and a value in columns.
func (r *report) field(name, format string, args ...any) {
	r.say("  %-13s %s", name, fmt.Sprintf(format, args...))
}

func (r *report) next(command string) { r.say("next: %s", command) }

// privateLedger begins every summary on a development network.
const privateLedger = "PRIVATE LEDGER: a development chain in one party's hands; it proves nothing against its owner."

func (s *session) print(cmd *cobra.Command, r *report) error {
	if s.json {
		return printJSON(cmd.OutOrStdout(), r.value)
	}
	if r.private {
		fmt.Fprintln(cmd.OutOrStdout(), privateLedger)
	}
	for _, l := range r.lines {
		fmt.Fprintln(cmd.OutOrStdout(), visible(l))
	}
	return nil
}

// visible writes what a terminal would act on, or a reader could not see, as an
// escape: parameters, statements and a node's words come from others.
func visible(text string) string {
	if strings.IndexFunc(text, hiddenRune) < 0 && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hiddenRune(r) {
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func hiddenRune(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
