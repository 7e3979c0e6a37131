package predicates

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"
)

// yamlDepth bounds nesting before the JSON rules get to see it.
const yamlDepth = 128

// yamlToJSON turns YAML that says no more than JSON can into JSON text, number
// literals untouched, so that admission sees what the author wrote.
func yamlToJSON(text []byte) (out []byte, err error) {
	defer func() {
		// The parser is a large foreign body that reads files from outside.
		if r := recover(); r != nil {
			err = fmt.Errorf("promise file: YAML cannot be read: %v", r)
		}
	}()
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, fmt.Errorf("promise file: %w", err)
	}
	var doc ast.Node
	for _, d := range file.Docs {
		if d.Body == nil {
			continue
		}
		if doc != nil {
			return nil, errors.New("promise file: more than one YAML document; write one promise per file")
		}
		doc = d.Body
	}
	if doc == nil {
		return nil, errors.New("promise file: is empty")
	}
	return appendYAML(nil, doc, 0)
}

func appendYAML(dst []byte, n ast.Node, depth int) ([]byte, error) {
	if depth > yamlDepth {
		return nil, yamlFault(n, fmt.Sprintf("nested deeper than %d", yamlDepth))
	}
	switch n := n.(type) {
	case *ast.MappingNode:
		return appendMapping(dst, n.Values, depth)
	case *ast.MappingValueNode:
		return appendMapping(dst, []*ast.MappingValueNode{n}, depth)
	case *ast.SequenceNode:
		return appendSequence(dst, n, depth)
	case *ast.StringNode:
		return appendText(dst, n, n.Value)
	case *ast.LiteralNode:
		return appendText(dst, n, n.Value.Value)
	case *ast.BoolNode:
		return appendPlain(dst, n, n.Token, "true", "false")
	case *ast.NullNode:
		return appendPlain(dst, n, n.Token, "null", "~", "")
	case *ast.IntegerNode:
		return appendNumber(dst, n, n.Token)
	case *ast.FloatNode:
		return appendNumber(dst, n, n.Token)
	case nil:
		return nil, errors.New("promise file: a value is missing")
	}
	return nil, yamlFault(n, fmt.Sprintf("%s is not allowed; write plain mappings, lists, text, numbers, true, false and null", n.Type()))
}

func appendMapping(dst []byte, values []*ast.MappingValueNode, depth int) ([]byte, error) {
	dst = append(dst, '{')
	for i, v := range values {
		if i > 0 {
			dst = append(dst, ',')
		}
		key, ok := v.Key.(*ast.StringNode)
		if !ok {
			return nil, yamlFault(v.Key, "a key must be text; quote it")
		}
		var err error
		if dst, err = appendText(dst, key, key.Value); err != nil {
			return nil, err
		}
		dst = append(dst, ':')
		if dst, err = appendYAML(dst, v.Value, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, '}'), nil
}

func appendSequence(dst []byte, n *ast.SequenceNode, depth int) ([]byte, error) {
	dst = append(dst, '[')
	for i, v := range n.Values {
		if i > 0 {
			dst = append(dst, ',')
		}
		var err error
		if dst, err = appendYAML(dst, v, depth+1); err != nil {
			return nil, err
		}
	}
	return append(dst, ']'), nil
}

func appendText(dst []byte, n ast.Node, s string) ([]byte, error) {
	dst, err := jsontext.AppendQuote(dst, s)
	if err != nil {
		return nil, yamlFault(n, "text is not valid UTF-8")
	}
	return dst, nil
}

// appendPlain writes true, false or null and accepts only the spellings of the
// YAML core in lower case: True, NO and their like say nothing certain.
func appendPlain(dst []byte, n ast.Node, t *token.Token, spellings ...string) ([]byte, error) {
	if !slices.Contains(spellings, t.Value) {
		return nil, yamlFault(n, fmt.Sprintf("%q: write it in lower case, or quote it if it is text", clip(t.Value)))
	}
	if n.Type() == ast.NullType {
		return append(dst, "null"...), nil
	}
	return append(dst, t.Value...), nil
}

// appendNumber copies the author's digits; hexadecimal, octal, underscores and
// a leading plus are YAML's own and are refused.
func appendNumber(dst []byte, n ast.Node, t *token.Token) ([]byte, error) {
	literal := strings.TrimSpace(t.Value)
	v := jsontext.Value(literal)
	if !v.IsValid() || v.Kind() != '0' {
		return nil, yamlFault(n, fmt.Sprintf("%q: write a number as JSON does, or quote it if it is text", clip(literal)))
	}
	return append(dst, literal...), nil
}

func yamlFault(n ast.Node, what string) error {
	if t := n.GetToken(); t != nil && t.Position != nil {
		return fmt.Errorf("promise file: line %d, column %d: %s", t.Position.Line, t.Position.Column, what)
	}
	return fmt.Errorf("promise file: %s", what)
}
