package templates_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/templates"
	"github.com/varek/varek/tracestore/trace"
)

// call is an action, kernel a syscall record, allow a permission of the user.
func call(id, tool, args string, more ...string) predicates.View {
	a := trace.Admit([]byte(args))
	b := trace.Body{Args: a.JSON, ArgsHash: &a.Hash}
	if len(more) > 0 {
		b.Result = trace.Admit([]byte(more[0])).JSON
	}
	if len(more) > 1 {
		b.MonoNS = more[1]
	}
	return predicates.View{Head: trace.Head{Kind: trace.KindAction, Tool: tool, ActionID: id, Status: "ok"}, Body: &b}
}

func kernel(id, tool, args string) predicates.View {
	return predicates.View{Head: trace.Head{Kind: trace.KindSyscall, Tool: tool, ActionID: id},
		Body: &trace.Body{Args: trace.Admit([]byte(args)).JSON, Result: []byte(`{"decision":"allow"}`), Metadata: []byte(`{"assurance":"gated","attribution":"exact"}`)}}
}

func allow(id, tool, args string) predicates.View {
	a := trace.Admit([]byte(args))
	text := fmt.Sprintf(`{"action_id":%q,"tool":%q,"authority":"human","scope":"once","args_hash":%q}`, id, tool, a.Hash)
	return predicates.View{Head: trace.Head{Kind: trace.KindPermission, Tool: "user_authorization", ActionID: id, Decision: "allow"}, Body: &trace.Body{Args: trace.Admit([]byte(text)).JSON, MonoNS: "1"}}
}

func opened() predicates.View {
	return predicates.View{Head: trace.Head{Kind: trace.KindSession}, Body: &trace.Body{Args: []byte(`{"event":"open","home":"/home/u","workspace":"/w"}`), Boot: "11111111-1111-4111-8111-111111111111"}}
}

type views []predicates.View

func many(n int, tool string) views {
	out := views{opened()}
	for i := range n {
		out = append(out, call(fmt.Sprint(i), tool, fmt.Sprintf(`{"i":%d}`, i), `null`, fmt.Sprint(i)))
	}
	return out
}

// cases has for every template traces that keep it and traces that break it,
// with the record that does.
var cases = map[string]struct {
	kept   []views
	broken map[uint64]views
}{
	"workspace-only": {
		[]views{{opened(), call("a", "write_file", `{"path":"src/x"}`), kernel("a", "sys.unlink", `{"event":"unlink","resolved":"/w/y"}`), kernel("a", "sys.open", `{"event":"open","flags":["O_RDONLY"],"resolved":"/etc/passwd"}`)}},
		map[uint64]views{2: {opened(), call("a", "write_file", `{"path":"/etc/x"}`)}, 3: {opened(), call("a", "bash", `{}`), kernel("a", "sys.rename", `{"event":"rename","resolved":"/w/x","to":"/home/u/.bashrc"}`)}},
	},
	"no-unapproved-deletes": {
		[]views{{opened(), allow("a", "delete_file", `{"path":"x"}`), call("a", "delete_file", `{"path":"x"}`)}, {opened(), kernel("a", "sys.unlink", `{"event":"unlink","resolved":"/tmp/x"}`)}},
		map[uint64]views{2: {opened(), call("a", "delete_file", `{"path":"x"}`)}, 3: {opened(), call("a", "bash", `{}`), kernel("a", "sys.unlink", `{"event":"unlink","resolved":"/w/x"}`)}},
	},
	"payment-mandate": {
		[]views{{call("a", "send_money", `{"recipient":"CH93 0076 2011 6238 5295 7","amount":100}`)}, {opened(), allow("b", "send_money", `{"recipient":"DE89370400440532013000","amount":500}`), call("b", "send_money", `{"recipient":"DE89370400440532013000","amount":500}`, `null`, "2")}},
		map[uint64]views{1: {call("a", "send_money", `{"recipient":"CH9300762011623852957","amount":"100.01"}`)}, 2: {opened(), call("a", "send_money", `{"recipient":"DE89370400440532013000","amount":1}`)}},
	},
	"spending-limit": {
		[]views{{opened(), call("a", "send_money", `{"account":"x","amount":300}`, `null`, "1"), call("b", "send_money", `{"account":"y","amount":300}`, `null`, "2"), call("c", "send_money", `{"account":"x","amount":300}`, `null`, "86400000000001")}},
		map[uint64]views{3: {opened(), call("a", "send_money", `{"account":"x","amount":300}`, `null`, "1"), call("b", "send_money", `{"account":"x","amount":"200.01"}`, `null`, "2")}},
	},
	"mail-allowlist": {
		[]views{{call("a", "send_email", `{"to":"ann@example.com; partner@example.org"}`)}, {opened(), allow("a", "send_email", `{"to":["x@evil.example"]}`), call("a", "send_email", `{"to":["x@evil.example"]}`)}},
		map[uint64]views{1: {call("a", "send_email", `{"to":["ann@example.com"],"bcc":["x@evil.example"]}`)}},
	},
	"network-allowlist": {
		[]views{{kernel("a", "sys.connect", `{"event":"connect","addr":"203.0.113.5","host":"api.example.com"}`), kernel("a", "sys.connect", `{"event":"connect","addr":"unix:/run/x"}`)}},
		map[uint64]views{1: {kernel("a", "sys.connect", `{"event":"connect","addr":"203.0.113.9"}`)}},
	},
	"rate-limit": {
		[]views{many(60, "api_get")},
		map[uint64]views{62: many(61, "api_get")},
	},
	"never-merge-without-review": {
		[]views{{call("a", "review_pull_request", `{}`), call("b", "merge_pull_request", `{}`)}},
		map[uint64]views{1: {call("b", "merge_pull_request", `{}`)}, 3: {call("a", "review_pull_request", `{}`), call("b", "approve_pull_request", `{}`), call("c", "merge_pull_request", `{}`)}},
	},
	"look-before-you-change": {
		[]views{{call("a", "get_order", `{"order_id":"1"}`, `{"status":"pending"}`), call("b", "cancel_order", `{"order_id":"1"}`)}},
		map[uint64]views{1: {call("b", "cancel_order", `{"order_id":"1"}`)}, 2: {call("a", "get_order", `{"order_id":"1"}`, `{"status":"delivered"}`), call("b", "cancel_order", `{"order_id":"1"}`)}},
	},
}

// TestTemplates compiles every template and shows what it finds.
func TestTemplates(t *testing.T) {
	reg, err := aap.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	all, err := templates.All()
	if err != nil || len(all) != len(cases) {
		t.Fatalf("%d templates, %d with cases, %v", len(all), len(cases), err)
	}
	for _, tpl := range all {
		p, err := predicates.ParsePromise(tpl.Text)
		if err != nil {
			t.Fatalf("%s: %v", tpl.Name, err)
		}
		_, prog, err := p.Compile(reg)
		if err != nil {
			t.Fatalf("%s: %v", tpl.Name, err)
		}
		if len(tpl.About()) < 20 || strings.TrimSpace(p.Statement) == "" {
			t.Errorf("%s says too little about itself", tpl.Name)
		}
		if e, err := aap.Explain(p.Predicate, p.Params, prog); err != nil || len(e.Promises) == 0 || len(e.Needs) == 0 {
			t.Errorf("%s cannot be explained: %v", tpl.Name, err)
		}
		for _, v := range cases[tpl.Name].kept {
			if out := judge(t, prog, v); out.Violated {
				t.Errorf("%s: %s", tpl.Name, out.Sentence)
			}
		}
		for seq, v := range cases[tpl.Name].broken {
			if out := judge(t, prog, v); !out.Violated || out.Records[0] != seq {
				t.Errorf("%s: %+v, want a violation by record %d", tpl.Name, out, seq)
			}
		}
	}
}

func judge(t *testing.T, prog predicates.Program, v views) predicates.Outcome {
	t.Helper()
	for i := range v {
		v[i].Head.V, v[i].Head.Seq = 1, uint64(i+1)
	}
	out, err := predicates.Evaluate(prog, v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
