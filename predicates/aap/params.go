package aap

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
)

// param is one value inside parameters and its place. Readers return the zero
// value after a fault; the first fault sticks in the shared list.
type param struct {
	at   string
	v    any
	errs *[]*predicates.ParamError
}

// parseParams admits the text and returns its top object.
func parseParams(text []byte) (param, error) {
	canon, err := trace.Canonicalize(text)
	if err != nil {
		return param{}, &predicates.ParamError{Cause: err}
	}
	v, _, err := decodeLiteral(canon)
	if err != nil {
		return param{}, &predicates.ParamError{Cause: err}
	}
	p := param{v: v, errs: new([]*predicates.ParamError)}
	if _, ok := v.(map[string]any); !ok {
		return param{}, &predicates.ParamError{Cause: fmt.Errorf("want an object, this is %s", typeName(v))}
	}
	return p, nil
}

func (p param) fail(format string, args ...any) {
	*p.errs = append(*p.errs, &predicates.ParamError{Pointer: p.at, Cause: fmt.Errorf(format, args...)})
}

// err is the first fault, in the order of reading.
func (p param) err() error {
	if len(*p.errs) == 0 {
		return nil
	}
	return (*p.errs)[0]
}

// only reports keys that the object may not have.
func (p param) only(keys ...string) {
	object, ok := p.v.(map[string]any)
	if !ok {
		return
	}
	unknown := []string{}
	for k := range object {
		if !slices.Contains(keys, k) {
			unknown = append(unknown, k)
		}
	}
	if len(unknown) == 0 {
		return
	}
	slices.Sort(unknown)
	slices.Sort(keys)
	p.child(unknown[0]).fail("unknown key; allowed here: %s", strings.Join(keys, ", "))
}

func (p param) child(key string) param {
	return param{at: p.at + "/" + escapeToken(key), errs: p.errs}
}

// key looks a member up; ok is false when it is absent.
func (p param) key(key string) (param, bool) {
	object, _ := p.v.(map[string]any)
	v, ok := object[key]
	c := p.child(key)
	c.v = v
	return c, ok
}

// need looks a member up and reports its absence.
func (p param) need(key, why string) (param, bool) {
	c, ok := p.key(key)
	if !ok {
		c.fail("is missing: %s", why)
	}
	return c, ok
}

func (p param) object() bool {
	_, ok := p.v.(map[string]any)
	if !ok {
		p.fail("want an object, this is %s", typeName(p.v))
	}
	return ok
}

// members lists an object's members sorted by key.
func (p param) members() []param {
	object, _ := p.v.(map[string]any)
	keys := make([]string, 0, len(object))
	for k := range object {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	out := make([]param, 0, len(keys))
	for _, k := range keys {
		c, _ := p.key(k)
		out = append(out, c)
	}
	return out
}

// name is the last token of the place, unescaped.
func (p param) name() string {
	token := p.at[strings.LastIndexByte(p.at, '/')+1:]
	return strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
}

// list reads a list of at least min elements.
func (p param) list(least int) []param {
	list, ok := p.v.([]any)
	if !ok {
		p.fail("want a list, this is %s", typeName(p.v))
		return nil
	}
	if len(list) < least {
		p.fail("want at least %d element", least)
		return nil
	}
	out := make([]param, len(list))
	for i, v := range list {
		out[i] = param{at: p.at + "/" + strconv.Itoa(i), v: v, errs: p.errs}
	}
	return out
}

func (p param) text() string {
	s, ok := p.v.(string)
	if !ok {
		p.fail("want text, this is %s", typeName(p.v))
	}
	return s
}

func (p param) flag() bool {
	b, ok := p.v.(bool)
	if !ok {
		p.fail("want true or false, this is %s", typeName(p.v))
	}
	return b
}

func (p param) oneOf(values ...string) string {
	s := p.text()
	if _, ok := p.v.(string); ok && !slices.Contains(values, s) {
		p.fail("%s is not one of %s", quote(s), strings.Join(values, ", "))
	}
	return s
}

// set reads a non-empty list of distinct values.
func (p param) set(values ...string) []string {
	var out []string
	for _, e := range p.list(1) {
		s := e.oneOf(values...)
		if slices.Contains(out, s) {
			e.fail("%s is there twice", quote(s))
		}
		out = append(out, s)
	}
	return out
}

// duration reads a whole number and one of the units s, m, h, d as
// nanoseconds.
func (p param) duration() uint64 {
	s := p.text()
	units := map[byte]uint64{'s': 1, 'm': 60, 'h': 3600, 'd': 86400}
	if len(s) < 2 || units[s[len(s)-1]] == 0 || s[0] == '0' || strings.Trim(s[:len(s)-1], "0123456789") != "" {
		p.fail("want a whole number from 1 and a unit, such as 90s, 15m, 24h or 7d")
		return 0
	}
	n, _ := new(big.Int).SetString(s[:len(s)-1], 10)
	n.Mul(n, new(big.Int).SetUint64(units[s[len(s)-1]]*1_000_000_000))
	if !n.IsUint64() || n.Uint64() > 1<<62 {
		p.fail("is longer than a clock can tell")
		return 0
	}
	return n.Uint64()
}

func (p param) pointer() pointer {
	ptr, err := parsePointer(p.text())
	if err != nil {
		p.fail("%w", err)
	}
	return ptr
}

func (p param) glob() toolGlob {
	g, err := parseToolGlob(p.text())
	if err != nil {
		p.fail("%w", err)
	}
	return g
}

func escapeToken(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

var errNoSyscalls = errors.New("no entry of calls can match a kernel record; add one such as {\"tool\": \"sys.*\", \"kinds\": [\"syscall\"]}")
