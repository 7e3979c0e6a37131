package catalogue

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world/table"
)

// shaper gives the arguments of one tool their domains.
type shaper struct {
	o        Options
	tool     string
	excluded []string
	root     map[string]any // where $ref leads
}

func (s *shaper) most() int {
	if s.o.Most > 0 {
		return s.o.Most
	}
	return 3
}

func (s *shaper) leave(name, format string, args ...any) {
	s.excluded = append(s.excluded, s.tool+"."+name+": "+fmt.Sprintf(format, args...))
}

// arguments makes the list for an object schema, in order of names.
func (s *shaper) arguments(schema map[string]any) []table.Argument {
	s.root = schema
	properties := object(schema["properties"])
	required, _ := schema["required"].([]any)
	var list []table.Argument
	calls := 1
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		must := slices.Contains(required, any(name))
		values, why := s.domain(name, object(properties[name]), must, 0)
		if len(values) == 0 {
			s.leave(name, "%s", why)
			continue
		}
		n := len(values)
		if !must {
			n++
		}
		if calls*n > maxCalls && n > 1 {
			s.leave(name, "only the value %s: more would make over %d calls of one tool", values[0], maxCalls)
			values, must, n = values[:1], true, 1
		}
		calls *= n
		list = append(list, table.Argument{Name: name, Values: values, Optional: !must})
	}
	return list
}

// domain gives the values of one argument, or says why it has none.
func (s *shaper) domain(name string, schema map[string]any, must bool, depth int) (values []jsontext.Value, why string) {
	for _, key := range []string{s.tool + "." + name, name} {
		if v := s.o.Values[key]; len(v) > 0 {
			return v, ""
		}
	}
	if schema = s.follow(schema); depth > 4 {
		return nil, "its schema is nested too deeply"
	}
	raw := s.closed(schema)
	switch {
	case raw != nil:
	case len(s.o.Hints[name]) > 0:
		raw = s.hinted(name, schema)
	case !must:
		return nil, "it is optional and its choice is not finite; --values " + name + "=… adds it"
	default:
		raw = s.sample(name, schema, depth)
	}
	if len(raw) == 0 {
		return nil, "its schema allows nothing that could be sampled; --values " + name + "=… adds it"
	}
	if len(raw) > s.most() && len(s.o.Hints[name]) == 0 && raw[0] != any(false) {
		if _, enum := schema["enum"]; !enum {
			raw = raw[:s.most()]
		}
	}
	for _, v := range raw {
		text, err := value.Append(nil, v)
		if err == nil && !slices.ContainsFunc(values, func(x jsontext.Value) bool { return string(x) == string(text) }) {
			values = append(values, text)
		}
	}
	return values, ""
}

// follow leads through $ref into the tool's own definitions, and into the first
// of alternatives that is not null.
func (s *shaper) follow(schema map[string]any) map[string]any {
	for range 8 {
		if ref, ok := schema["$ref"].(string); ok {
			var at any = s.root
			for _, token := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
				at = object(at)[token]
			}
			schema = object(at)
			continue
		}
		next := map[string]any(nil)
		for _, key := range []string{"anyOf", "oneOf"} {
			list, _ := schema[key].([]any)
			for _, e := range list {
				if m := object(e); next == nil && m["type"] != any("null") {
					next = m
				}
			}
		}
		if next == nil {
			break
		}
		schema = next
	}
	return schema
}

// closed are the values of a choice that the schema makes finite itself.
func (s *shaper) closed(schema map[string]any) []any {
	if list, ok := schema["enum"].([]any); ok {
		return list
	}
	if c, ok := schema["const"]; ok {
		return []any{c}
	}
	switch kind(schema) {
	case "boolean":
		return []any{false, true}
	case "integer":
		lo, one := whole(schema["minimum"])
		hi, two := whole(schema["maximum"])
		if one && two && lo <= hi && hi-lo < 8 {
			var list []any
			for n := lo; n <= hi; n++ {
				list = append(list, number(n))
			}
			return list
		}
	}
	return nil
}

func kind(schema map[string]any) string {
	switch t := schema["type"].(type) {
	case string:
		return t
	case []any:
		for _, e := range t {
			if name, ok := e.(string); ok && name != "null" {
				return name
			}
		}
	}
	switch {
	case schema["properties"] != nil:
		return "object"
	case schema["items"] != nil:
		return "array"
	}
	return "string"
}

func whole(v any) (int64, bool) {
	n, ok := v.(value.Number)
	i, err := strconv.ParseInt(string(n), 10, 64)
	return i, ok && err == nil
}

func number(n int64) value.Number { return value.Number(strconv.FormatInt(n, 10)) }

// hinted turns a promise's texts into values of the argument's type.
func (s *shaper) hinted(name string, schema map[string]any) (list []any) {
	for _, text := range s.o.Hints[name] {
		switch kind(schema) {
		case "integer", "number":
			if _, ok := value.ParseDecimal(text); ok {
				list = append(list, value.Number(text))
			}
		case "array":
			list = append(list, []any{text})
		default:
			list = append(list, text)
		}
	}
	return list
}

// sample invents values where the schema leaves the choice open.
func (s *shaper) sample(name string, schema map[string]any, depth int) []any {
	if list, ok := schema["examples"].([]any); ok && len(list) > 0 {
		return list
	}
	switch kind(schema) {
	case "integer", "number":
		list := []any{number(1), number(1000)}
		if lo, ok := whole(schema["minimum"]); ok {
			list[0] = number(lo)
			if lo >= 1000 {
				list[1] = number(lo + 1)
			}
		}
		if hi, ok := whole(schema["maximum"]); ok {
			list[1] = number(hi)
			if hi < 1 && schema["minimum"] == nil {
				list[0] = number(hi - 1)
			}
		}
		return list
	case "array":
		items, _ := s.domain(name, object(schema["items"]), true, depth+1)
		var list []any
		for _, e := range items {
			v, _, err := value.DecodeLiteral(e)
			if err == nil {
				list = append(list, []any{v})
			}
		}
		return list
	case "object":
		return s.objects(name, schema, depth)
	}
	return texts(name, schema)
}

// objects makes one object of the first values of its required members, and one
// of the last.
func (s *shaper) objects(name string, schema map[string]any, depth int) []any {
	required, _ := schema["required"].([]any)
	first, last := map[string]any{}, map[string]any{}
	for _, r := range required {
		member, _ := r.(string)
		values, _ := s.domain(member, object(object(schema["properties"])[member]), true, depth+1)
		if len(values) == 0 {
			return nil
		}
		a, _, err := value.DecodeLiteral(values[0])
		b, _, err2 := value.DecodeLiteral(values[len(values)-1])
		if err != nil || err2 != nil {
			return nil
		}
		first[member], last[member] = a, b
	}
	return []any{first, last}
}

// texts are samples by what the name or the format says.
func texts(name string, schema map[string]any) []any {
	format, _ := schema["format"].(string)
	n := strings.ToLower(name)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(n, w) })
	}
	switch {
	case format == "email" || has("email", "recipient") || n == "to" || n == "cc" || n == "bcc":
		return []any{"alice@example.com", "mallory@attacker.example"}
	case format == "uri" || has("url", "uri"):
		return []any{"https://api.example.com/", "https://attacker.example/"}
	case has("path", "file", "dir", "folder"):
		return []any{"/work/a.txt", "/etc/passwd"}
	case format == "date" || has("date"):
		return []any{"2026-01-01", "2026-12-31"}
	case format == "date-time":
		return []any{"2026-01-01T00:00:00Z", "2026-12-31T00:00:00Z"}
	case has("command", "cmd", "script"):
		return []any{"true", "rm -rf /"}
	case has("amount", "price"):
		return []any{"1", "1000"}
	}
	return []any{"a", "b"}
}
