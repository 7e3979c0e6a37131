package event

import (
	"fmt"
	"slices"
	"strings"

	"github.com/varek/varek/tracestore/trace/canon"
)

// need says whether a kind must, may or must not have a member.
type need int

const (
	never need = iota
	maybe
	must
)

// shape is the table of members by kind.
type shape struct{ tool, actionID, args, result, error, status, decision, permission need }

func shapeOf(kind canon.Kind) (shape, bool) {
	switch kind {
	case canon.KindIntent:
		return shape{tool: must, args: maybe}, true
	case canon.KindPermission:
		// A grant that holds from before the session names a tool, no call.
		return shape{tool: maybe, actionID: maybe, args: maybe, decision: must, permission: must}, true
	case canon.KindStart:
		return shape{tool: maybe, actionID: must, args: maybe}, true
	case canon.KindAction:
		return shape{tool: maybe, actionID: maybe, args: maybe, result: maybe, error: maybe, status: must}, true
	case canon.KindSession, canon.KindNotice:
		return shape{args: maybe}, true
	case canon.KindGap:
		return shape{tool: maybe, actionID: maybe, args: maybe}, true
	}
	return shape{}, false
}

// Check reports, as ErrEvent with a sentence, what the sidecar would refuse
// about the event's form.
func (e Event) Check() error {
	if err := e.checkEnvelope(); err != nil {
		return err
	}
	return e.Data.Check()
}

func (e Event) checkEnvelope() error {
	switch {
	case e.SpecVersion != SpecVersion:
		return fmt.Errorf("%w: specversion %q, want %q", ErrEvent, e.SpecVersion, SpecVersion)
	case e.ID == "" || len(e.ID) > MaxID:
		return fmt.Errorf("%w: id must have 1 to %d bytes", ErrEvent, MaxID)
	case !validSource(e.Source):
		return fmt.Errorf("%w: source %q, want /adapter/<name>", ErrEvent, e.Source)
	case e.DataContentType != "" && e.DataContentType != ContentType:
		return fmt.Errorf("%w: datacontenttype %q, want %q", ErrEvent, e.DataContentType, ContentType)
	case e.Type != TypeOf(e.Data.Kind):
		return fmt.Errorf("%w: type %q does not agree with kind %q", ErrEvent, e.Type, e.Data.Kind)
	}
	return nil
}

func validSource(s string) bool {
	name, ok := strings.CutPrefix(s, "/adapter/")
	return ok && name != "" && len(name) <= MaxID && !strings.ContainsAny(name, "/ \t\r\n")
}

// Check reports, as ErrEvent, members that the kind must have and has not, or
// must not have and has, and values outside their sets.
func (d Data) Check() error {
	s, ok := shapeOf(canon.Kind(d.Kind))
	if !ok {
		return fmt.Errorf("%w: kind %q is not one of %v", ErrEvent, d.Kind, Kinds())
	}
	for _, m := range []struct {
		name  string
		has   bool
		need  need
		value string
		set   []string
	}{
		{"tool", d.Tool != "", s.tool, "", nil},
		{"action_id", d.ActionID != "", s.actionID, "", nil},
		{"args_json", d.ArgsJSON != "", s.args, "", nil},
		{"result_json", d.ResultJSON != "", s.result, "", nil},
		{"error", d.Error != "", s.error, "", nil},
		{"status", d.Status != "", s.status, d.Status, canon.Statuses()},
		{"decision", d.Decision != "", s.decision, d.Decision, canon.Decisions()},
		{"permission", d.Permission != nil, s.permission, "", nil},
	} {
		switch {
		case m.need == must && !m.has:
			return fmt.Errorf("%w: %s needs %s", ErrEvent, d.Kind, m.name)
		case m.need == never && m.has:
			return fmt.Errorf("%w: %s must not have %s", ErrEvent, d.Kind, m.name)
		case m.has && m.set != nil && !slices.Contains(m.set, m.value):
			return fmt.Errorf("%w: %s %q is not one of %v", ErrEvent, m.name, m.value, m.set)
		}
	}
	return d.checkRest()
}

func (d Data) checkRest() error {
	kind := canon.Kind(d.Kind)
	switch {
	case (kind == canon.KindPermission || kind == canon.KindAction) && d.Tool == "" && d.ActionID == "":
		return fmt.Errorf("%w: %s needs action_id, or tool where no call is known", ErrEvent, d.Kind)
	case len(d.ActionID) > MaxID:
		return fmt.Errorf("%w: action_id is over %d bytes", ErrEvent, MaxID)
	case d.Metadata != nil && d.Metadata.Kind() != '{':
		return fmt.Errorf("%w: metadata is not an object", ErrEvent)
	}
	if d.Permission != nil {
		return d.Permission.check(d.Decision)
	}
	return nil
}

func (p Permission) check(decision string) error {
	switch {
	case !slices.Contains(Authorities(), p.Authority):
		return fmt.Errorf("%w: permission authority %q is not one of %v", ErrEvent, p.Authority, Authorities())
	case p.Scope != "" && !slices.Contains(Scopes(), p.Scope):
		return fmt.Errorf("%w: permission scope %q is not one of %v", ErrEvent, p.Scope, Scopes())
	case decision == "allow" && p.Scope == "":
		return fmt.Errorf("%w: an allow needs permission scope, one of %v", ErrEvent, Scopes())
	case decision == "withdraw" && p.Ref == "":
		return fmt.Errorf("%w: a withdrawal needs permission ref, the grant that it takes back", ErrEvent)
	case p.InheritedFrom > canon.MaxInteger:
		return fmt.Errorf("%w: permission inherited_from is out of range", ErrEvent)
	}
	return nil
}
