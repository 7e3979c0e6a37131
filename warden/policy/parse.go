package policy

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/parser"
)

// maxFile bounds a policy file; a longer one is no policy.
const maxFile = 1 << 20

// Parse reads a policy file. Unknown keys, repeated keys, a second document,
// unknown words and malformed rules are errors that name the key and the line.
func Parse(text []byte) (p *Policy, err error) {
	defer func() {
		// The YAML library is fed by hand-written files; its faults are ours.
		if r := recover(); r != nil {
			p, err = nil, &SyntaxError{Cause: fmt.Sprintf("the text cannot be read as YAML (%v)", r)}
		}
	}()
	if len(text) > maxFile {
		return nil, &SyntaxError{Cause: fmt.Sprintf("the file has %d bytes, more than %d", len(text), maxFile)}
	}
	if err := oneDocument(text); err != nil {
		return nil, err
	}
	p = new(Policy)
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(p); err != nil {
		return nil, syntaxError(err)
	}
	if p.Version == 0 {
		return nil, &SyntaxError{Key: "version", Cause: "it is missing", Hint: "begin with version: 1"}
	}
	p.fill()
	if err := p.checkRules(); err != nil {
		return nil, locate(err, text)
	}
	return p, nil
}

// oneDocument refuses empty files and files of several documents.
func oneDocument(text []byte) error {
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return syntaxError(err)
	}
	n := 0
	for _, d := range file.Docs {
		if d.Body != nil {
			n++
		}
	}
	switch {
	case n == 0:
		return &SyntaxError{Cause: "the file is empty", Hint: "the least policy is: version: 1"}
	case len(file.Docs) > 1:
		return &SyntaxError{Cause: "the file holds more than one document", Hint: "remove what follows the second ---"}
	}
	return nil
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
	var unknown *yaml.UnknownFieldError
	if errors.As(err, &unknown) && unknown.Token != nil {
		out.Key, out.Cause, out.Hint = unknown.Token.Value, "there is no such key here", nearby(unknown.Token.Value)
	}
	var mistyped *yaml.TypeError
	if errors.As(err, &mistyped) && mistyped.StructFieldName != nil {
		key := strings.ToLower(strings.TrimPrefix(*mistyped.StructFieldName, "Policy."))
		out.Cause = fmt.Sprintf("a value of %s is not %s", key, expected(mistyped.DstType.Kind()))
	}
	return out
}

// expected names what a key takes.
func expected(kind reflect.Kind) string {
	switch kind {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Uint64:
		return "a whole number, not negative"
	case reflect.Slice:
		return "a list"
	case reflect.Struct:
		return "a group of keys"
	}
	return "text"
}

// keys are all keys of a policy, in the order of the documentation.
var keys = []string{
	"version", "mode", "files", "files.read", "files.write", "files.exec", "files.*.allow", "files.*.deny",
	"network", "network.connect", "network.bind", "network.*.allow", "network.*.deny", "protect", "floor", "namespaces",
	"record", "record.reads", "record.sync", "limits", "limits.open_files", "limits.file_size", "limits.address_space",
	"limits.cpu_seconds", "limits.decision_delay", "bus", "bus.inferred_permissions",
}

// nearby suggests the keys that share most letters with a mistyped one, or
// names the top level.
func nearby(key string) string {
	var close, top []string
	for _, k := range keys {
		last := k[strings.LastIndexByte(k, '.')+1:]
		if !strings.Contains(k, ".") {
			top = append(top, k)
		}
		if sameLetters(last, key) {
			close = append(close, k)
		}
	}
	if len(close) > 0 {
		return "perhaps " + alternatives(close) + " is meant"
	}
	return "the keys are " + strings.Join(top, ", ")
}

// sameLetters reports whether two words differ by at most two letters, in any
// order.
func sameLetters(a, b string) bool {
	var count [256]int
	for i := 0; i < len(a); i++ {
		count[a[i]]++
	}
	for i := 0; i < len(b); i++ {
		count[b[i]]--
	}
	diff := 0
	for _, n := range count {
		diff += max(n, -n)
	}
	return diff <= 2
}

// locate gives a fault of a known key its line.
func locate(err error, text []byte) error {
	out := &SyntaxError{Cause: err.Error()}
	var syntax *SyntaxError
	var rule *RuleError
	switch {
	case errors.As(err, &syntax):
		copied := *syntax
		out = &copied
	case errors.As(err, &rule):
		out.Key, out.Cause = rule.Rule, rule.Cause.Error()
	}
	path, perr := yaml.PathString("$." + out.Key)
	if perr != nil {
		return out
	}
	if node, perr := path.ReadNode(bytes.NewReader(text)); perr == nil && node.GetToken() != nil {
		pos := node.GetToken().Position
		out.Line, out.Column = pos.Line, pos.Column
	}
	return out
}

// checkRules validates the words and, by compiling for an imaginary machine,
// every rule.
func (p *Policy) checkRules() error {
	_, err := Compile(p, Env{Workspace: "/w", Home: "/h"})
	return err
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
		if !slices.Contains(w.known, w.have) {
			return &SyntaxError{Key: w.key, Cause: fmt.Sprintf("%q is not known", w.have), Hint: "write " + alternatives(w.known)}
		}
	}
	if err := p.Floor.check(); err != nil {
		return err
	}
	if p.Limits.DecisionDelay <= 0 {
		return &SyntaxError{Key: "limits.decision_delay", Cause: "it is not positive", Hint: "leave it out for 5s"}
	}
	if p.Mode != Enforce {
		return nil
	}
	for _, l := range []struct {
		key  string
		list []string
	}{{"files.read.allow", p.Files.Read.Allow}, {"files.exec.allow", p.Files.Exec.Allow}} {
		if len(l.list) == 0 {
			return &SyntaxError{Key: l.key, Cause: "enforce mode refuses what is not listed, and this list is empty, so nothing could start",
				Hint: "for instance [/usr, /lib, /etc, $WORKSPACE], or [/] for everything"}
		}
	}
	return nil
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
