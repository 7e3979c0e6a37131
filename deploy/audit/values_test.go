package audit

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf16"
)

// blobRef is what stands in a body for a string over 64 KiB.
type blobRef struct {
	K     hash `json:"k"`
	Bytes int  `json:"bytes"`
	Salt  hash `json:"salt"`
}

var escaped = regexp.MustCompile(`^\$\$+(raw|blob)$`)

// parse reads a value; numbers keep their canonical text.
func parse(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// restore puts texts back where a body names them, and takes the escapes off;
// missing says that a text is not shown.
func restore(v any, texts map[hash]string, named map[hash]blobRef) (out any, missing bool, err error) {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for i := range v {
			m := false
			if list[i], m, err = restore(v[i], texts, named); err != nil {
				return nil, false, err
			}
			missing = missing || m
		}
		return list, missing, nil
	case map[string]any:
		if inner, ok := v["$blob"]; ok && len(v) == 1 {
			text, err := json.Marshal(inner)
			var ref blobRef
			if err == nil {
				err = json.Unmarshal(text, &ref)
			}
			if err != nil {
				return nil, false, fmt.Errorf("a reference: %w", err)
			}
			named[ref.K] = ref
			got, shown := texts[ref.K]
			return got, !shown, nil
		}
		object := map[string]any{}
		for name, member := range v {
			if len(v) == 1 && escaped.MatchString(name) {
				name = name[1:]
			}
			m := false
			if object[name], m, err = restore(member, texts, named); err != nil {
				return nil, false, err
			}
			missing = missing || m
		}
		return object, missing, nil
	}
	return v, false, nil
}

// canonical writes RFC 8785 of a value whose numbers are canonical already.
func canonical(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprint(v)
	case json.Number:
		return v.String()
	case string:
		return quoted(v)
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = canonical(v[i])
		}
		return "[" + strings.Join(parts, ",") + "]"
	}
	object := v.(map[string]any)
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b))) })
	for i, name := range names {
		names[i] = quoted(name) + ":" + canonical(object[name])
	}
	return "{" + strings.Join(names, ",") + "}"
}

func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch short := strings.IndexRune("\b\t\n\f\r\"\\", r); {
		case short >= 0:
			b.WriteByte('\\')
			b.WriteByte("btnfr\"\\"[short])
		case r < 0x20:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// argsHash is K(JCS(args)), or of the raw bytes where args are {"$raw":…}.
func argsHash(v any, original any) (hash, error) {
	if m, ok := original.(map[string]any); ok && len(m) == 1 && m["$raw"] != nil {
		text, ok := v.(map[string]any)["$raw"].(string)
		raw, err := base64.StdEncoding.DecodeString(text)
		if !ok || err != nil {
			return hash{}, fmt.Errorf("raw arguments: %w", err)
		}
		return k(raw), nil
	}
	return k([]byte(canonical(v))), nil
}
