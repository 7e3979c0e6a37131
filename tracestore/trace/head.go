package trace

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Version is the version of heads and bundles that this package writes and
// the only one it reads.
const Version = 1

// PermissionTool is the tool of every permission record (paper section 3.2).
const PermissionTool = "user_authorization"

// ErrHead is the family of every refusal of a head.
var ErrHead = errors.New("head is not valid")

// Head is the part of a record that evidence always shows. Empty strings are
// absent members.
type Head struct {
	V        int    // always Version
	Session  Hash   // session id
	Seq      uint64 // from 1, no gaps, at most MaxInteger
	Kind     Kind
	Tool     string // intent, permission, start, action, syscall
	ActionID string // intent, start, action; permission and syscall if known
	Decision string // permission: allow deny timeout cancelled withdraw
	Status   string // action: ok error denied cancelled unknown
}

func isDecision(s string) bool {
	switch s {
	case "allow", "deny", "timeout", "cancelled", "withdraw":
		return true
	}
	return false
}

func isStatus(s string) bool {
	switch s {
	case "ok", "error", "denied", "cancelled", "unknown":
		return true
	}
	return false
}

// rule says which members a kind has.
type rule struct{ tool, actionID, decision, status presence }

type presence int

const (
	never presence = iota
	maybe
	always
)

func ruleOf(k Kind) (rule, bool) {
	switch k {
	case KindIntent, KindStart:
		return rule{tool: always, actionID: always}, true
	case KindPermission:
		// A grant that holds from before the session has no call to name.
		return rule{tool: always, actionID: maybe, decision: always}, true
	case KindAction:
		return rule{tool: always, actionID: always, status: always}, true
	case KindSyscall:
		return rule{tool: always, actionID: maybe}, true
	case KindSession, KindGap, KindNotice:
		return rule{}, true
	}
	return rule{}, false
}

// Check reports, as ErrHead, members that the kind does not allow and values
// outside their range.
func (h Head) Check() error {
	if h.V != Version {
		return fmt.Errorf("%w: version %d, want %d", ErrHead, h.V, Version)
	}
	if h.Seq < 1 || h.Seq > MaxInteger {
		return fmt.Errorf("%w: seq %d is out of range", ErrHead, h.Seq)
	}
	r, ok := ruleOf(h.Kind)
	if !ok {
		return fmt.Errorf("%w: unknown kind %q", ErrHead, h.Kind)
	}
	for _, m := range []struct {
		name, value string
		presence    presence
		known       func(string) bool
		values      func() []string
	}{
		{"tool", h.Tool, r.tool, nil, nil},
		{"action_id", h.ActionID, r.actionID, nil, nil},
		{"decision", h.Decision, r.decision, isDecision, Decisions},
		{"status", h.Status, r.status, isStatus, Statuses},
	} {
		switch {
		case m.value == "" && m.presence == always:
			return fmt.Errorf("%w: %s without %s", ErrHead, h.Kind, m.name)
		case m.value != "" && m.presence == never:
			return fmt.Errorf("%w: %s with %s %q", ErrHead, h.Kind, m.name, m.value)
		case m.value != "" && m.known != nil && !m.known(m.value):
			return fmt.Errorf("%w: %s %q is not one of %v", ErrHead, m.name, m.value, m.values())
		}
	}
	if h.Kind == KindPermission && h.Tool != PermissionTool {
		return fmt.Errorf("%w: permission with tool %q, want %q", ErrHead, h.Tool, PermissionTool)
	}
	return nil
}

// Encode gives the canonical JSON of the head; ErrHead if Check fails or a
// string is not valid UTF-8.
func (h Head) Encode() ([]byte, error) {
	return h.appendTo(make([]byte, 0, 208+len(h.Tool)+len(h.ActionID)))
}

func (h Head) appendTo(out []byte) ([]byte, error) {
	if err := h.Check(); err != nil {
		return nil, err
	}
	out = append(out, '{')
	var err error
	for _, m := range []struct{ name, value string }{
		{"action_id", h.ActionID}, {"decision", h.Decision}, {"kind", string(h.Kind)},
	} {
		out = appendMember(out, m.name, m.value, &err)
	}
	out = append(out, `"seq":`...)
	out = strconv.AppendUint(out, h.Seq, 10)
	out = append(out, `,"session":"0x`...)
	out = hex.AppendEncode(out, h.Session[:])
	out = append(out, `",`...)
	out = appendMember(out, "status", h.Status, &err)
	out = appendMember(out, "tool", h.Tool, &err)
	out = append(out, `"v":1}`...)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrHead, err)
	}
	return out, nil
}

// appendMember writes "name":"value", unless the value is absent.
func appendMember(dst []byte, name, value string, err *error) []byte {
	if value == "" {
		return dst
	}
	dst = append(append(append(dst, '"'), name...), `":`...)
	dst, e := jsontext.AppendQuote(dst, value)
	if e != nil && *err == nil {
		*err = fmt.Errorf("member %s: %w", name, e)
	}
	return append(dst, ',')
}
