package aap

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace"
)

// The small language in which the vector tables are written. Every function
// gives one record; m is a JSON object.
type m = map[string]any

func mustJSON(v any) jsontext.Value {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	canon, err := trace.Canonicalize(text)
	if err != nil {
		panic(err)
	}
	return canon
}

func body(members m) jsontext.Value { return mustJSON(members) }

// callBody is the body of an intent, start or action: args as text, so that a
// table can show raw and escaped arguments, and what more there is.
func callBody(args string, more ...m) jsontext.Value {
	admitted := trace.Admit([]byte(args))
	b := m{"args": json.RawMessage(admitted.JSON), "args_hash": admitted.Hash.String()}
	for _, extra := range more {
		for k, v := range extra {
			b[k] = v
		}
	}
	return body(b)
}

func hashOf(args string) string { return trace.Admit([]byte(args)).Hash.String() }

func intent(id, tool, args string, more ...m) vectorRecord {
	return vectorRecord{vectorHead{Kind: trace.KindIntent, Tool: tool, ActionID: id}, callBody(args, more...)}
}

func start(id, tool string, more ...m) vectorRecord {
	b := m{}
	for _, extra := range more {
		for k, v := range extra {
			b[k] = v
		}
	}
	return vectorRecord{vectorHead{Kind: trace.KindStart, Tool: tool, ActionID: id}, body(b)}
}

func action(id, tool, args, status string, more ...m) vectorRecord {
	return vectorRecord{vectorHead{Kind: trace.KindAction, Tool: tool, ActionID: id, Status: status}, callBody(args, more...)}
}

// permit is a permission for a call with its tool and arguments.
func permits(id, decision, tool, args string, change ...m) vectorRecord {
	a := m{"action_id": id, "tool": tool, "authority": "human", "scope": "once", "args_hash": hashOf(args)}
	b := m{}
	for _, extra := range change {
		for k, v := range extra {
			if rest, ok := strings.CutPrefix(k, "body."); ok {
				b[rest] = v
			} else if v == nil {
				delete(a, k)
			} else {
				a[k] = v
			}
		}
	}
	b["args"] = a
	return vectorRecord{vectorHead{Kind: trace.KindPermission, Tool: trace.PermissionTool, ActionID: id, Decision: decision}, body(b)}
}

// kernel is an executed kernel record of a call, attributed exactly.
func kernel(id, event string, change ...m) vectorRecord {
	args, result, meta := m{"event": event}, m{"decision": "allow"}, m{"attribution": "exact", "assurance": "gated"}
	b := m{}
	for _, extra := range change {
		for k, v := range extra {
			to := args
			for prefix, part := range map[string]m{"result.": result, "meta.": meta, "body.": b} {
				if rest, ok := strings.CutPrefix(k, prefix); ok {
					k, to = rest, part
				}
			}
			if v == nil {
				delete(to, k)
			} else {
				to[k] = v
			}
		}
	}
	b["result"], b["metadata"] = result, meta
	if _, given := b["args"]; !given {
		b["args"] = args
	}
	tool := "sys." + map[string]string{"create": "open", "truncate": "truncate", "rename_over": "rename", "rmdir": "unlink"}[event]
	if tool == "sys." {
		tool += event
	}
	return vectorRecord{vectorHead{Kind: trace.KindSyscall, Tool: tool, ActionID: id}, body(b)}
}

func unlink(id, path string, change ...m) vectorRecord {
	return kernel(id, "unlink", append([]m{{"resolved": path}}, change...)...)
}

func creates(id, path string, change ...m) vectorRecord {
	return kernel(id, "open", append([]m{{"resolved": path, "created": true}}, change...)...)
}

func renames(id, from, to string, change ...m) vectorRecord {
	return kernel(id, "rename", append([]m{{"resolved": from, "to": to}}, change...)...)
}

func session(event string, more ...m) vectorRecord {
	args, b := m{"event": event}, m{}
	for _, extra := range more {
		for k, v := range extra {
			if k == "boot" || k == "mono_ns" {
				b[k] = v
			} else {
				args[k] = v
			}
		}
	}
	b["args"] = args
	return vectorRecord{vectorHead{Kind: trace.KindSession}, body(b)}
}

// opened is the usual first record.
func opened() vectorRecord {
	return session("open", m{"workspace": "/w", "home": "/home/u", "boot": "11111111-1111-4111-8111-111111111111"})
}

func gap(about string, more ...m) vectorRecord {
	args := m{"about": about}
	for _, extra := range more {
		for k, v := range extra {
			args[k] = v
		}
	}
	return vectorRecord{vectorHead{Kind: trace.KindGap}, body(m{"args": args})}
}

func notice(about string) vectorRecord {
	return vectorRecord{vectorHead{Kind: trace.KindNotice}, body(m{"args": m{"about": about}})}
}

// withheld hides a record's body.
func withheld(r vectorRecord) vectorRecord {
	r.Body = nil
	return r
}

// mono gives a record's monotonic time in seconds.
func mono(seconds int) m { return m{"mono_ns": fmt.Sprint(seconds) + "000000000"} }

// Expectations.

func kept() expectation { no := false; return expectation{Violated: &no} }

func violated(records ...uint64) expectation {
	yes := true
	return expectation{Violated: &yes, Records: records}
}

func isHidden() expectation { return expectation{Hidden: true} }

func badParam(pointer string) expectation { return expectation{Param: &pointer} }

// with gives parameters changed in some members; nil takes one away.
func with(base m, change m) jsontext.Value {
	out := m{}
	for k, v := range base {
		out[k] = v
	}
	for k, v := range change {
		if v == nil {
			delete(out, k)
		} else {
			out[k] = v
		}
	}
	return mustJSON(out)
}

func vec(name string, params jsontext.Value, expect expectation, records ...vectorRecord) vector {
	return vector{Name: name, Params: params, Records: records, Expect: expect}
}
