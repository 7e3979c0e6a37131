package relay

import (
	"errors"
	"strings"
	"testing"

	"github.com/varek/varek/adapters/event"
)

const (
	acpAsk = `{"jsonrpc":"2.0","id":0,"method":"session/request_permission","params":{"sessionId":"s","toolCall":{"toolCallId":"c","title":"rm","kind":"execute","rawInput":{"command":"rm"}},` +
		`"options":[{"optionId":"yes","kind":"allow_once","name":"Yes"},{"optionId":"odd","kind":"allow_odd","name":"Odd"},{"optionId":"twice","kind":"allow_once","name":"a"},{"optionId":"twice","kind":"reject_once","name":"b"}]}}`
	codexAsk = `{"id":0,"method":"item/commandExecution/requestApproval","params":{"threadId":"t","turnId":"u","itemId":"c","command":"rm","cwd":"/w"}}`
)

func failKind(kind string) func(event.Data) error {
	return func(d event.Data) error {
		if d.Kind == kind {
			return errStoreFull
		}
		return nil
	}
}

// TestDecisionsThatAreNotStored: the agent never hears an allow that is not on
// record, nor one that nobody offered.
func TestDecisionsThatAreNotStored(t *testing.T) {
	for name, c := range map[string]struct {
		dialect, ask, answer, heard string
		fail                        string
		told                        string
	}{
		"acp, no record": {"acp", acpAsk, `{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}`,
			`{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"}}}`, "permission", "intent"},
		"acp, not offered": {"acp", acpAsk, `{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"always"}}}`,
			`{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"}}}`, "", "intent permission:deny"},
		"acp, of an unknown kind": {"acp", acpAsk, `{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"odd"}}}`,
			`{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"}}}`, "", "intent permission:deny"},
		"acp, two options of one id": {"acp", acpAsk, `{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"twice"}}}`,
			`{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"}}}`, "", "intent permission:deny"},
		"acp, two outcomes": {"acp", acpAsk, `{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"},"outcome":{"outcome":"selected","optionId":"yes"}}}`,
			`{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"}}}`, "", "intent permission:cancelled"},
		"acp, two results": {"acp", acpAsk, `{"jsonrpc":"2.0","id":0,"result":{},"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}`,
			"", "", "intent permission:cancelled"},
		"acp, cancelled": {"acp", acpAsk, `{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"}}}`,
			`{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"cancelled"}}}`, "", "intent permission:cancelled"},
		"codex, no record": {"codex", codexAsk, `{"id":0,"result":{"decision":"accept"}}`, `{"id":0,"result":{"decision":"cancel"}}`, "permission", "intent"},
		"codex, unknown":   {"codex", codexAsk, `{"id":0,"result":{"decision":"acceptForEver"}}`, `{"id":0,"result":{"decision":"cancel"}}`, "", "intent permission:deny"},
		"codex, two amendments": {"codex", codexAsk, `{"id":0,"result":{"decision":{"acceptWithExecpolicyAmendment":{},"applyNetworkPolicyAmendment":{}}}}`,
			`{"id":0,"result":{"decision":"cancel"}}`, "", "intent permission:deny"},
		"codex, two decisions": {"codex", codexAsk, `{"id":0,"result":{"decision":"decline","decision":"accept"}}`, `{"id":0,"result":{"decision":"cancel"}}`, "", "intent permission:deny"},
		"codex, no prefix": {"codex", codexAsk, `{"id":0,"result":{"decision":{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":[]}}}}`,
			`{"id":0,"result":{"decision":"cancel"}}`, "", "intent permission:deny"},
		"codex, an error": {"codex", codexAsk, `{"id":0,"error":{"code":1,"message":"x"}}`, `{"id":0,"error":{"code":1,"message":"x"}}`, "", "intent permission:cancelled"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, Config{Dialect: c.dialect})
			if c.fail != "" {
				r.book.fail = failKind(c.fail)
			}
			r.server.say(c.ask)
			r.client.expect(c.ask)
			r.client.say(c.answer)
			if c.heard == "" {
				r.server.expectHas(`"id":0`, `"error"`)
			} else {
				r.server.expect(c.heard)
			}
			if got := r.book.toldKinds(); got != c.told {
				t.Errorf("told %q, want %q", got, c.told)
			}
		})
	}
}

// TestTheAgentIsEndedWhereItCannotBeRecorded: what is only observed cannot be held
// back, so nothing more may happen; a question is answered with a refusal first.
func TestTheAgentIsEndedWhereItCannotBeRecorded(t *testing.T) {
	for name, c := range map[string]struct{ dialect, line, heard string }{
		"acp call":       {"acp", `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"c","kind":"edit"}}}`, ""},
		"acp question":   {"acp", acpAsk, `"cancelled"`},
		"codex item":     {"codex", `{"method":"item/started","params":{"threadId":"t","item":{"type":"commandExecution","id":"c","command":"x"}}}`, ""},
		"codex question": {"codex", codexAsk, `"cancel"`},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, Config{Dialect: c.dialect})
			r.book.refuseAll(errStoreFull)
			r.server.say(c.line)
			if c.heard != "" {
				r.server.expectHas(c.heard)
			}
			if err := <-r.over; !errors.Is(err, ErrUnrecorded) || !strings.Contains(err.Error(), "disk is full") {
				t.Errorf("Run: %v", err)
			}
		})
	}
}

// TestTurnsAndEffectsThatAreNotStored: a turn, and what one side does for the
// other, is refused.
func TestTurnsAndEffectsThatAreNotStored(t *testing.T) {
	for name, c := range map[string]struct {
		dialect, line string
		server        bool
	}{
		"acp turn":                {"acp", `{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s"}}`, false},
		"acp write":               {"acp", `{"jsonrpc":"2.0","id":1,"method":"fs/write_text_file","params":{"path":"/a","content":""}}`, true},
		"acp terminal":            {"acp", `{"jsonrpc":"2.0","id":1,"method":"terminal/create","params":{"command":"x"}}`, true},
		"codex turn":              {"codex", `{"id":1,"method":"turn/start","params":{"threadId":"t"}}`, false},
		"acp, a later question":   {"acp", `{"jsonrpc":"2.0","id":1,"method":"session/request_permissions","params":{}}`, true},
		"codex, a later question": {"codex", `{"id":1,"method":"item/network/requestApproval","params":{}}`, true},
		"codex exec":              {"codex", `{"id":1,"method":"command/exec","params":{"command":["x"]}}`, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, Config{Dialect: c.dialect})
			r.book.refuseAll(errStoreFull)
			from, to := r.client, r.server
			if c.server {
				from, to = to, from
			}
			from.say(c.line)
			if from.expectHas(`"id":1,"error"`); !strings.Contains(name, "later") && !strings.Contains(r.client.last+r.server.last, "disk is full") {
				t.Errorf("heard %s%s", r.client.last, r.server.last)
			}
			from.say(`{"id":"after","method":"x"}`)
			to.expect(`{"id":"after","method":"x"}`)
		})
	}
}

// TestAnotherChannelEndedTheCall: a hook told the end before the protocol did; the
// relay goes on and its word is kept.
func TestAnotherChannelEndedTheCall(t *testing.T) {
	r := newRig(t, Config{Dialect: "codex"})
	r.book.fail = func(d event.Data) error {
		if d.Kind == "action" {
			return &event.RefusedError{Code: event.CodeState, Message: "ended"}
		}
		return nil
	}
	for _, line := range []string{
		`{"method":"item/started","params":{"threadId":"t","item":{"type":"commandExecution","id":"c","command":"x","status":"inProgress"}}}`,
		`{"method":"item/completed","params":{"threadId":"t","item":{"type":"commandExecution","id":"c","command":"x","status":"completed"}}}`,
	} {
		r.server.say(line)
		r.client.expect(line)
	}
	if got := r.book.toldKinds(); got != "intent notice" {
		t.Errorf("told %q", got)
	}
}

// TestAnswersByRule: where a program answers, the permission says so.
func TestAnswersByRule(t *testing.T) {
	for _, dialect := range []string{"acp", "codex"} {
		r := newRig(t, Config{Dialect: dialect, Authority: "rule"})
		ask, answer := acpAsk, `{"jsonrpc":"2.0","id":0,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}`
		if dialect == "codex" {
			ask, answer = codexAsk, `{"id":0,"result":{"decision":"accept"}}`
		}
		r.server.say(ask)
		r.client.hear()
		r.client.say(answer)
		r.server.expect(answer)
		if told := r.book.list(); !strings.Contains(told, `"authority":"rule"`) || strings.Contains(told, `"authority":"human"`) {
			t.Errorf("%s: told %s", dialect, told)
		}
	}
}
