package table

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ErrFile is the family of every fault of a world file.
var ErrFile = errors.New("the world file has a fault")

// ErrDomain says that a rule gives a variable a value outside its domain.
var ErrDomain = errors.New("a rule gives a variable a value outside its domain")

//go:embed table.schema.json
var schema []byte

// Schema is the JSON Schema of world files.
func Schema() []byte { return slices.Clone(schema) }

const (
	maxDomain  = 1 << 16
	maxActions = 1 << 16
)

// Fault is one fault of a world file.
type Fault struct {
	Line    int    // from 1
	Pointer string // RFC 6901
	Cause   error
}

// Error names the place and the cause.
func (f *Fault) Error() string {
	at := f.Pointer
	if at == "" {
		at = "(top)"
	}
	return fmt.Sprintf("line %d, %s: %v", f.Line, at, f.Cause)
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.Cause }

// Is tells that every fault is an ErrFile.
func (f *Fault) Is(target error) bool { return target == ErrFile }

// Parse reads a world file strictly: unknown and doubled keys are faults, and
// so is another version. What the parts mean together is for New to check.
func Parse(text []byte) (*File, error) {
	var f File
	err := json.Unmarshal(text, &f, json.RejectUnknownMembers(true))
	if err != nil {
		return nil, decodeFault(text, err)
	}
	if f.Version != 1 {
		return nil, faultAt(text, "/varek_world", fmt.Errorf("version %d: this reads version 1", f.Version))
	}
	return &f, nil
}

// decodeFault finds the place that the decoder names.
func decodeFault(text []byte, err error) error {
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		cause := semantic.Err
		if cause == nil {
			cause = fmt.Errorf("want %s, not %s", goodName(semantic), semantic.JSONKind)
		}
		if errors.Is(cause, json.ErrUnknownName) {
			cause = errors.New("unknown key; varek-check schema --world lists the known ones")
		}
		return &Fault{lineAt(text, semantic.ByteOffset), string(semantic.JSONPointer), cause}
	}
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		return &Fault{lineAt(text, syntactic.ByteOffset), string(syntactic.JSONPointer), syntactic.Err}
	}
	return &Fault{1, "", err}
}

func goodName(e *json.SemanticError) string {
	if e.GoType == nil {
		return "another value"
	}
	switch e.GoType.Kind().String() {
	case "slice":
		return "a list"
	case "map", "struct", "ptr":
		return "an object"
	case "int", "int64":
		return "a whole number"
	case "bool":
		return "true or false"
	}
	return "text"
}

func lineAt(text []byte, offset int64) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), int64(len(text)))], []byte("\n"))
}

// faultAt finds the line of a pointer; of one that leads nowhere, that of the
// deepest place before.
func faultAt(text []byte, pointer string, cause error) error {
	dec := jsontext.NewDecoder(bytes.NewReader(text))
	line, depth := 1, -1
	for {
		_, err := dec.ReadToken()
		if errors.Is(err, io.EOF) || err != nil {
			break
		}
		at := string(dec.StackPointer())
		if within(at, pointer) && len(at) > depth {
			line, depth = lineAt(text, dec.InputOffset()), len(at)
		}
	}
	return &Fault{line, pointer, cause}
}

// within tells whether a place is another or one that holds it.
func within(at, pointer string) bool {
	return at == pointer || at == "" || len(pointer) > len(at) && pointer[:len(at)] == at && pointer[len(at)] == '/'
}
