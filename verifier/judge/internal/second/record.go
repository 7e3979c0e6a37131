package second

import (
	"encoding/json"
	"slices"
)

// Head is a head by the rules of its kind; empty is absent.
type Head struct {
	Session                                [32]byte
	Seq                                    uint64
	Kind, Tool, ActionID, Decision, Status string
}

// Body is a body whose members have the types that they must have. Args, Result
// and Metadata are canonical JSON, nil where absent.
type Body struct {
	Args, Result, Metadata      []byte
	ArgsHash, ArgsProposedHash  *[32]byte
	Boot, Error, MonoNS, TimeOf string
}

var kinds = map[string]struct{ may, must []string }{
	"intent":     {must: []string{"tool", "action_id"}},
	"start":      {must: []string{"tool", "action_id"}},
	"permission": {must: []string{"tool", "decision"}, may: []string{"action_id"}},
	"action":     {must: []string{"tool", "action_id", "status"}},
	"syscall":    {must: []string{"tool"}, may: []string{"action_id"}},
	"session":    {}, "gap": {}, "notice": {},
}

func readHead(v any) (h Head, ok bool) {
	m, ok := v.(map[string]any)
	if !ok || m["v"] != json.Number("1") {
		return h, false
	}
	if h.Session, ok = word(m["session"]); !ok {
		return h, false
	}
	if h.Seq, ok = whole(m["seq"], 1<<53-1); !ok || h.Seq == 0 {
		return h, false
	}
	h.Kind, _ = m["kind"].(string)
	rule, ok := kinds[h.Kind]
	if !ok {
		return h, false
	}
	for _, key := range rule.must {
		if _, there := m[key]; !there {
			return h, false
		}
	}
	for key := range m {
		if !slices.Contains([]string{"v", "session", "seq", "kind"}, key) && !slices.Contains(rule.must, key) && !slices.Contains(rule.may, key) {
			return h, false
		}
	}
	for key, at := range map[string]*string{"tool": &h.Tool, "action_id": &h.ActionID, "decision": &h.Decision, "status": &h.Status} {
		if given, there := m[key]; there {
			if *at, ok = given.(string); !ok || *at == "" {
				return h, false
			}
		}
	}
	decides := h.Decision == "" || slices.Contains([]string{"allow", "deny", "timeout", "cancelled", "withdraw"}, h.Decision)
	ends := h.Status == "" || slices.Contains([]string{"ok", "error", "denied", "cancelled", "unknown"}, h.Status)
	return h, decides && ends && (h.Kind != "permission" || h.Tool == "user_authorization")
}

func readBody(v any) (b Body, ok bool) {
	m, ok := v.(map[string]any)
	if !ok {
		return b, false
	}
	for key, v := range m {
		switch key {
		case "args":
			b.Args, ok = spell(nil, v, depthOfLine)
		case "result":
			b.Result, ok = spell(nil, v, depthOfLine)
		case "metadata":
			b.Metadata, ok = spell(nil, v, depthOfLine)
		case "args_hash":
			b.ArgsHash, ok = optionalWord(v)
		case "args_proposed_hash":
			b.ArgsProposedHash, ok = optionalWord(v)
		case "boot":
			b.Boot, ok = v.(string)
			ok = ok && b.Boot != ""
		case "error":
			b.Error, ok = v.(string)
			ok = ok && b.Error != ""
		case "mono_ns":
			b.MonoNS, ok = v.(string)
			ok = ok && b.MonoNS != ""
		case "time":
			b.TimeOf, ok = v.(string)
			ok = ok && b.TimeOf != ""
		default:
			return b, false
		}
		if !ok {
			return b, false
		}
	}
	return b, true
}

func optionalWord(v any) (*[32]byte, bool) {
	w, ok := word(v)
	return &w, ok
}

// show takes a blob line: the record must be shown, name the text exactly once
// in its arguments and its result, and not have been shown it before.
func (r *record) show(v any) bool {
	m, ok := object(v, "k", "text")
	if !ok {
		return false
	}
	k, ok := word(m["k"])
	content, isText := m["text"].(string)
	if _, twice := r.texts[k]; !ok || !isText || twice || r.hidden {
		return false
	}
	if _, ok := readBody(r.body); !ok {
		return false
	}
	named, sound := 0, true
	for _, part := range []string{"args", "result"} {
		walk(r.body.(map[string]any)[part], func(ref map[string]any) any {
			refK, okK := word(ref["k"])
			salt, okSalt := word(ref["salt"])
			n, okN := whole(ref["bytes"], 1<<53-1)
			if _, three := object(ref, "k", "salt", "bytes"); !three || !okK || !okSalt || !okN {
				sound = false
			}
			if refK == k {
				if named++; n != uint64(len(content)) || keccak(salt[:], []byte(content)) != k {
					sound = false
				}
			}
			return nil
		})
	}
	r.texts[k] = content
	return sound && named == 1
}

// restored gives the body with the shown texts in their places.
func (r record) restored() any {
	m, ok := r.body.(map[string]any)
	if !ok || len(r.texts) == 0 {
		return r.body
	}
	out := without(m, "")
	for _, part := range []string{"args", "result"} {
		if v, there := m[part]; there {
			out[part] = walk(v, func(ref map[string]any) any {
				k, _ := word(ref["k"])
				if content, shown := r.texts[k]; shown {
					return content
				}
				return map[string]any{"$blob": ref}
			})
		}
	}
	return out
}

// walk copies a value with what put makes of each reference. An object whose
// first key is $blob must be one, alone and well spelled; put sees nil where it
// is not.
func walk(v any, put func(ref map[string]any) any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = walk(e, put)
		}
		return out
	case map[string]any:
		if keys := sortedKeys(v); len(keys) > 0 && keys[0] == "$blob" {
			ref, _ := v["$blob"].(map[string]any)
			if len(keys) > 1 {
				ref = nil
			}
			return put(ref)
		}
		out := map[string]any{}
		for k, e := range v {
			out[k] = walk(e, put)
		}
		return out
	}
	return v
}
