package formula

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/tracestore/trace"
)

// Fault is an error in the text of a formula.
type Fault struct {
	// Pointer is the RFC 6901 pointer to the faulty place; "" is the whole.
	Pointer string
	Cause   error
}

// Error names the place and the cause.
func (f *Fault) Error() string {
	at := f.Pointer
	if at == "" {
		at = "(top)"
	}
	return fmt.Sprintf("formula %s: %v", at, f.Cause)
}

// Unwrap gives the cause.
func (f *Fault) Unwrap() error { return f.Cause }

// tags are the kinds of node as they are written.
var tags = []string{"All", "Always", "Any", "Compare", "Equals", "Exists", "Expr", "Never", "Not", "Once", "Since"}

// Decode reads a formula from JSON: externally tagged, exactly one key per
// node. env compiles Expr nodes; nil refuses them. Every error is a *Fault.
func Decode(text []byte, env *expression.Env) (Formula, error) {
	canon, err := trace.Canonicalize(text)
	if err != nil {
		return nil, &Fault{Cause: err}
	}
	v, _, err := value.DecodeLiteral(canon)
	if err != nil {
		return nil, &Fault{Cause: err}
	}
	return FromValue(v, env)
}

// FromValue is Decode for a value that is decoded already (DecodeLiteral).
func FromValue(v any, env *expression.Env) (Formula, error) {
	d := decoder{env: env}
	return d.node("", v, 1)
}

type decoder struct {
	env   *expression.Env
	nodes int
}

func fault(at, format string, args ...any) error {
	return &Fault{Pointer: at, Cause: fmt.Errorf(format, args...)}
}

func join(at, key string) string {
	return at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(key)
}

func (d *decoder) node(at string, v any, depth int) (Formula, error) {
	d.nodes++
	switch {
	case depth > MaxDepth:
		return nil, fault(at, "nested deeper than %d", MaxDepth)
	case d.nodes > MaxNodes:
		return nil, fault(at, "more than %d nodes", MaxNodes)
	}
	object, ok := v.(map[string]any)
	if !ok {
		return nil, fault(at, "want a node such as {\"Exists\":{\"pointer\":\"/record/tool\"}}, this is %s", value.TypeName(v))
	}
	if len(object) != 1 {
		return nil, fault(at, "a node has exactly one key, this has %d", len(object))
	}
	for tag, body := range object {
		return d.tagged(join(at, tag), tag, body, depth)
	}
	return nil, fault(at, "a node has exactly one key")
}

func (d *decoder) tagged(at, tag string, body any, depth int) (Formula, error) {
	switch tag {
	case "Equals", "Exists", "Compare", "Expr":
		return d.atom(at, tag, body)
	case "All":
		parts, err := d.list(at, body, depth)
		return All(parts), err
	case "Any":
		parts, err := d.list(at, body, depth)
		return Any(parts), err
	case "Since":
		parts, err := d.list(at, body, depth)
		if err != nil {
			return nil, err
		}
		if len(parts) != 2 {
			return nil, fault(at, "Since has two parts: what holds, and what it counts from; this has %d", len(parts))
		}
		return Since{Hold: parts[0], From: parts[1]}, nil
	case "Not", "Always", "Never", "Once":
		part, err := d.node(at, body, depth+1)
		if err != nil {
			return nil, err
		}
		switch tag {
		case "Not":
			return Not{part}, nil
		case "Always":
			return Always{part}, nil
		case "Never":
			return Never{part}, nil
		}
		return Once{part}, nil
	}
	return nil, fault(at, "unknown kind of node; there are %s", strings.Join(tags, ", "))
}

func (d *decoder) list(at string, v any, depth int) ([]Formula, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fault(at, "want a list of nodes, this is %s", value.TypeName(v))
	}
	parts := make([]Formula, 0, len(list))
	for i, e := range list {
		part, err := d.node(join(at, strconv.Itoa(i)), e, depth+1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// atom reads the nodes without parts.
func (d *decoder) atom(at, tag string, body any) (Formula, error) {
	keys := map[string][]string{"Equals": {"pointer", "value"}, "Exists": {"pointer"}, "Compare": {"op", "pointer", "value"}, "Expr": {"cel"}}[tag]
	object, err := exactly(at, body, keys)
	if err != nil {
		return nil, err
	}
	if tag == "Expr" {
		return d.expr(join(at, "cel"), object["cel"])
	}
	p, err := pointerAt(join(at, "pointer"), object["pointer"])
	if err != nil {
		return nil, err
	}
	switch tag {
	case "Equals":
		return Equals{Pointer: p, Value: object["value"]}, nil
	case "Exists":
		return Exists{Pointer: p}, nil
	}
	op, ok := object["op"].(string)
	if !ok || !slices.Contains(ops, op) {
		return nil, fault(join(at, "op"), "want one of %s", strings.Join(ops, " "))
	}
	n, ok := object["value"].(value.Number)
	bound, read := value.ParseDecimal(string(n))
	if !ok || !read {
		return nil, fault(join(at, "value"), "want a number, this is %s", value.TypeName(object["value"]))
	}
	return Compare{Pointer: p, Op: Op(op), Bound: bound}, nil
}

func (d *decoder) expr(at string, v any) (Formula, error) {
	text, ok := v.(string)
	if !ok {
		return nil, fault(at, "want text, this is %s", value.TypeName(v))
	}
	if d.env == nil {
		return nil, fault(at, "conditions in CEL cannot be used here; write Equals, Exists and Compare")
	}
	prog, err := d.env.Compile(text)
	if err != nil {
		return nil, &Fault{Pointer: at, Cause: err}
	}
	return Expr{Text: text, Prog: prog}, nil
}

// exactly reads an object that has these keys and no others.
func exactly(at string, v any, keys []string) (map[string]any, error) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, fault(at, "want an object with %s, this is %s", strings.Join(keys, ", "), value.TypeName(v))
	}
	for _, k := range keys {
		if _, ok := object[k]; !ok {
			return nil, fault(join(at, k), "is missing")
		}
	}
	if len(object) == len(keys) {
		return object, nil
	}
	unknown := ""
	for k := range object {
		if !slices.Contains(keys, k) && (unknown == "" || k < unknown) {
			unknown = k
		}
	}
	return nil, fault(join(at, unknown), "unknown key; allowed here: %s", strings.Join(keys, ", "))
}

func pointerAt(at string, v any) (Pointer, error) {
	text, ok := v.(string)
	if !ok {
		return Pointer{}, fault(at, "want a pointer as text, this is %s", value.TypeName(v))
	}
	p, err := ParsePointer(text)
	if err != nil {
		return Pointer{}, &Fault{Pointer: at, Cause: err}
	}
	return p, nil
}
