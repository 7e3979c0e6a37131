package policy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/goccy/go-yaml"
)

// Parse reads a policy file. Unknown keys, repeated keys, a second document and
// unknown words are errors that name the key and the line.
func Parse(text []byte) (*Policy, error) {
	dec := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict())
	var p Policy
	if err := dec.Decode(&p); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, &SyntaxError{Cause: "the file is empty", Hint: "the least policy is: version: 1"}
		}
		return nil, syntaxError(err)
	}
	var more any
	if err := dec.Decode(&more); !errors.Is(err, io.EOF) {
		return nil, &SyntaxError{Cause: "the file holds more than one document", Hint: "remove what follows the second ---"}
	}
	if p.Version == 0 {
		return nil, &SyntaxError{Key: "version", Cause: "it is missing", Hint: "begin with version: 1"}
	}
	p.fill()
	if err := p.check(); err != nil {
		return nil, err
	}
	return &p, nil
}

// syntaxError keeps the line and drops the library's drawing of the source.
func syntaxError(err error) error {
	out := &SyntaxError{Cause: err.Error()}
	var ye yaml.Error
	if errors.As(err, &ye) {
		out.Cause = ye.GetMessage()
		if t := ye.GetToken(); t != nil && t.Position != nil {
			out.Line, out.Column = t.Position.Line, t.Position.Column
		}
	}
	return out
}

// UnmarshalText reads "5s".
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := time.ParseDuration(string(text))
	if err != nil {
		return fmt.Errorf("%q is no duration such as 5s or 250ms", text)
	}
	*d = Duration(v)
	return nil
}

// MarshalText writes "5s".
func (d Duration) MarshalText() ([]byte, error) { return []byte(time.Duration(d).String()), nil }

// check validates every word and the demands of the mode.
func (p *Policy) check() error {
	if p.Version != Version {
		return &SyntaxError{Key: "version", Cause: fmt.Sprintf("version %d is not known", p.Version),
			Hint: fmt.Sprintf("this build reads version %d", Version)}
	}
	for _, w := range []struct {
		key, have string
		known     []string
	}{
		{"mode", string(p.Mode), []string{string(Observe), string(Enforce)}},
		{"namespaces", string(p.Namespaces), []string{string(NamespacesRefuse), string(NamespacesAllow)}},
		{"record.reads", string(p.Record.Reads), []string{string(ReadsNone), string(ReadsDenied), string(ReadsAll)}},
		{"bus.inferred_permissions", string(p.Bus.InferredPermissions), []string{string(InferredRefuse), string(InferredAccept)}},
	} {
		if !contains(w.known, w.have) {
			return &SyntaxError{Key: w.key, Cause: fmt.Sprintf("%q is not known", w.have), Hint: "write " + alternatives(w.known)}
		}
	}
	if err := p.Floor.check(); err != nil {
		return err
	}
	if p.Limits.DecisionDelay < 0 {
		return &SyntaxError{Key: "limits.decision_delay", Cause: "it is negative"}
	}
	if p.Mode != Enforce {
		return nil
	}
	for key, list := range map[string][]string{"files.read.allow": p.Files.Read.Allow, "files.exec.allow": p.Files.Exec.Allow} {
		if len(list) == 0 {
			return &SyntaxError{Key: key, Cause: "enforce mode refuses what is not listed, and this list is empty, so nothing could start",
				Hint: "for instance [/usr, /lib, /etc, $WORKSPACE], or [/] for everything"}
		}
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

// alternatives joins words as "a, b or c".
func alternatives(words []string) string {
	out := words[0]
	for i, w := range words[1:] {
		if i == len(words)-2 {
			out += " or " + w
		} else {
			out += ", " + w
		}
	}
	return out
}
