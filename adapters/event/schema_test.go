package event_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// schema is the part of JSON Schema 2020-12 that event.schema.json uses.
type schema struct {
	defs map[string]any
}

// check returns why v does not fit s; "" if it does. A keyword that it does
// not know is a failure of the test, not of the value.
func (c schema) check(t *testing.T, s any, v any) string {
	if b, ok := s.(bool); ok {
		if b {
			return ""
		}
		return "is not allowed"
	}
	m := s.(map[string]any)
	object, isObject := v.(map[string]any)
	text, isText := v.(string)
	number, isNumber := v.(float64)
	for key, arg := range m {
		why := ""
		switch key {
		case "$schema", "$id", "$defs", "title", "description", "then":
		case "$ref":
			why = c.check(t, c.defs[strings.TrimPrefix(arg.(string), "#/$defs/")], v)
		case "type":
			ok := map[string]bool{"object": isObject, "string": isText, "integer": isNumber && number == float64(int64(number))}[arg.(string)]
			if !ok {
				why = "is no " + arg.(string)
			}
		case "const":
			if v != arg {
				why = fmt.Sprintf("is not %v", arg)
			}
		case "enum":
			if !slices.Contains(arg.([]any), v) {
				why = fmt.Sprintf("is not one of %v", arg)
			}
		case "minLength":
			if isText && utf8.RuneCountInString(text) < int(arg.(float64)) {
				why = "is too short"
			}
		case "maxLength":
			if isText && utf8.RuneCountInString(text) > int(arg.(float64)) {
				why = "is too long"
			}
		case "pattern":
			if isText && !regexp.MustCompile(arg.(string)).MatchString(text) {
				why = "does not match " + arg.(string)
			}
		case "minimum":
			if isNumber && number < arg.(float64) {
				why = "is too small"
			}
		case "maximum":
			if isNumber && number > arg.(float64) {
				why = "is too large"
			}
		case "required":
			for _, name := range arg.([]any) {
				if _, ok := object[name.(string)]; isObject && !ok {
					why = "lacks " + name.(string)
				}
			}
		case "properties":
			for name, sub := range arg.(map[string]any) {
				if value, ok := object[name]; ok && why == "" {
					if w := c.check(t, sub, value); w != "" {
						why = name + " " + w
					}
				}
			}
		case "additionalProperties":
			known, _ := m["properties"].(map[string]any)
			for name := range object {
				if _, ok := known[name]; !ok && arg == false {
					why = "has unknown member " + name
				}
			}
		case "oneOf", "anyOf":
			fits := 0
			for _, sub := range arg.([]any) {
				if c.check(t, sub, v) == "" {
					fits++
				}
			}
			if fits == 0 || key == "oneOf" && fits > 1 {
				why = fmt.Sprintf("fits %d of %s", fits, key)
			}
		case "allOf":
			for _, sub := range arg.([]any) {
				if w := c.check(t, sub, v); w != "" {
					why = w
				}
			}
		case "if":
			if c.check(t, arg, v) == "" {
				why = c.check(t, m["then"], v)
			}
		default:
			t.Fatalf("the schema uses %q, which this test does not know", key)
		}
		if why != "" {
			return why
		}
	}
	return ""
}

// Whatever the vectors accept fits the schema; what they refuse does not,
// but for the rules that a schema can not say.
func TestVectorsAgainstSchema(t *testing.T) {
	beyond := []string{"no JSON", "type disagrees with kind", "duplicate member", "duplicate member behind an escape", "lone surrogate",
		"overflowing number", "integer past 2^53-1", "text after the event"}
	text, err := os.ReadFile("event.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s map[string]any
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	c := schema{defs: s["$defs"].(map[string]any)}
	for _, v := range vectors(t) {
		if v.Refused != "" && slices.Contains(beyond, v.Name) {
			continue
		}
		var value any
		if err := json.Unmarshal([]byte(v.Event), &value); err != nil {
			t.Errorf("%s: %v", v.Name, err)
			continue
		}
		why := c.check(t, s, value)
		if (why == "") != (v.Refused == "") {
			t.Errorf("%s: the vector says refused=%q, the schema says %q", v.Name, v.Refused, why)
		}
	}
}
