package learn

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/varek/varek/warden/policy"
)

// Text writes the policy as a file with its reasons; about names the run.
func (l *Learner) Text(about string) (string, error) {
	p := l.Policy()
	var b strings.Builder
	fmt.Fprintf(&b, `# Learned from one run of: %s
# It allows what that run did. What the run made is allowed as the directory it was made in; a directory of which more
# than %d files were used, as a whole; the workspace and /usr are read whole. Read it before it is enforced.
version: 1
mode: enforce
files:
`, strings.ToValidUTF8(strconv.Quote(about), "?"), Many)
	for _, list := range []struct {
		name string
		text []string
	}{{"read", p.Files.Read.Allow}, {"write", p.Files.Write.Allow}, {"exec", p.Files.Exec.Allow}} {
		writeList(&b, list.name, list.text)
	}
	b.WriteString("network:\n")
	writeList(&b, "connect", p.Network.Connect.Allow)
	writeList(&b, "bind", p.Network.Bind.Allow)
	text := b.String()
	if _, err := policy.Parse([]byte(text)); err != nil {
		return text, fmt.Errorf("what was learned is no policy: %w", err)
	}
	return text, nil
}

func writeList(b *strings.Builder, name string, list []string) {
	if len(list) == 0 {
		fmt.Fprintf(b, "  %s: {allow: []}\n", name)
		return
	}
	fmt.Fprintf(b, "  %s:\n    allow:\n", name)
	for _, p := range list {
		fmt.Fprintf(b, "      - %s\n", strconv.Quote(p)) // a JSON string is a YAML scalar
	}
}
