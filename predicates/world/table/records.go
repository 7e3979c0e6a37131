package table

import (
	"errors"
	"fmt"
	"net/netip"
	"path"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// effect is a declared effect with the arguments of one call: the members of a
// kernel record's args.
type effect struct {
	event   string
	write   bool
	refused bool // by the warden
	fields  map[string]any
}

// events are the effects that a kernel record can name.
var events = []string{"open", "create", "truncate", "unlink", "rmdir", "rename", "rename_over", "mkdir", "link", "symlink",
	"mknod", "chmod", "chown", "utimes", "xattr", "exec", "connect", "send", "bind"}

// filled is the canonical JSON of a template with its values.
func filled(text jsontext.Value, s scope) (jsontext.Value, error) {
	v, err := template(text)
	if err != nil {
		return nil, err
	}
	if v, err = fill(v, s); err != nil {
		return nil, err
	}
	if v == (missing{}) {
		return nil, errors.New("reads an argument that the call leaves out")
	}
	return value.Append(nil, v)
}

// effectOf fills an effect; nil where it reads an argument that is left out.
func effectOf(e Effect, s scope) (*effect, error) {
	out := &effect{event: e.Event, write: e.Access == "write", fields: map[string]any{"event": e.Event}}
	for name, text := range map[string]jsontext.Value{"resolved": e.Path, "to": e.To, "addr": e.Addr, "port": e.Port, "host": e.Host} {
		if text == nil {
			continue
		}
		v, err := template(text)
		if err == nil {
			v, err = fill(v, s)
		}
		if err != nil {
			return nil, err
		}
		if v == (missing{}) {
			return nil, nil
		}
		if _, ok := v.(string); !ok && name != "port" {
			return nil, fmt.Errorf("%s of an effect is %s, want text", name, value.TypeName(v))
		}
		out.fields[name] = v
	}
	for _, name := range []string{"resolved", "to"} {
		if p, ok := out.fields[name].(string); ok && (!strings.HasPrefix(p, "/") || path.Clean(p) != p) {
			return nil, fmt.Errorf("the effect's path %q is not absolute and clean", p)
		}
	}
	if a, ok := out.fields["addr"].(string); ok {
		if _, err := netip.ParseAddr(a); err != nil {
			return nil, fmt.Errorf("the effect's address %q is no IP address; a name goes under host: %w", a, err)
		}
	}
	if p, ok := out.fields["resolved"]; ok {
		out.fields["asked"] = p
	}
	if e.Create {
		out.fields["created"] = true
	}
	switch {
	case out.write:
		out.fields["flags"] = []any{"O_WRONLY"}
	case e.Event == "open":
		out.fields["flags"] = []any{"O_RDONLY"}
	}
	return out, nil
}

// emit makes the facts of the call and the records of its outcome.
func (w *World) emit(a *action, o *Outcome, s scope, res *result) error {
	status := o.Status
	if status == "" {
		status = "ok"
	}
	facts := map[string]any{"tool": a.tool.Name}
	if a.tool.Kind == "turn" {
		res.records = []world.Record{{Kind: string(trace.KindSession), Args: jsontext.Value(`{"event":"turn"}`)}}
	} else {
		facts["status"] = status
		end := world.Record{Kind: string(trace.KindAction), Tool: a.tool.Name, Args: a.text, Status: status, Error: o.Error}
		if o.Result != nil {
			text, err := filled(o.Result, s)
			if err != nil {
				return fmt.Errorf("result: %w", err)
			}
			end.Result, facts["result"] = text, read(string(text))
		}
		if o.Error != "" {
			facts["error"] = o.Error
		}
		res.records = append(res.records, world.Record{Kind: string(trace.KindIntent), Tool: a.tool.Name, Args: a.text})
		if p := o.Permission; p != nil {
			facts["decision"] = p.Decision
			r, err := permissionRecord(a, p)
			if err != nil {
				return err
			}
			res.records = append(res.records, r)
		}
		if carriedOut(status) {
			res.records = append(res.records, world.Record{Kind: string(trace.KindStart), Tool: a.tool.Name, Args: a.text})
			for _, e := range a.effects {
				r, err := e.record()
				if err != nil {
					return err
				}
				res.records = append(res.records, r)
				if e.refused && a.stops {
					break
				}
			}
		}
		res.records = append(res.records, end)
	}
	return w.callFacts(a, facts, res)
}

// callFacts gives the facts after those of the variables.
func (w *World) callFacts(a *action, facts map[string]any, res *result) error {
	for _, f := range w.facts[w.base:] {
		v, ok := facts[strings.TrimPrefix(f.Pointer, "/call/")]
		if name, isArg := strings.CutPrefix(f.Pointer, "/call/args/"); isArg {
			v, ok = a.args[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
		}
		code := world.Absent
		if ok {
			var err error
			if code, err = w.symbols.Code(v); err != nil {
				return err
			}
		}
		res.facts = append(res.facts, code)
	}
	return nil
}

// permissionRecord leaves the call's id to whoever numbers the records.
func permissionRecord(a *action, p *Permission) (world.Record, error) {
	authority, scope := p.Authority, p.Scope
	if authority == "" {
		authority = "human"
	}
	if scope == "" {
		scope = "once"
	}
	hash, err := trace.ArgsHash(a.text)
	if err != nil {
		return world.Record{}, err
	}
	text, err := value.Append(nil, map[string]any{"args_hash": hash.String(), "authority": authority, "scope": scope, "tool": a.tool.Name})
	if err != nil {
		return world.Record{}, err
	}
	return world.Record{Kind: string(trace.KindPermission), Tool: trace.PermissionTool, Args: text, Decision: p.Decision, Metadata: jsontext.Value(`{"assurance":"gated"}`)}, nil
}

// toolOf is the tool of a kernel record.
func toolOf(event string) string {
	switch event {
	case "create":
		return "sys.open"
	case "rename_over":
		return "sys.rename"
	}
	return "sys." + event
}

func (e effect) record() (world.Record, error) {
	args, err := value.Append(nil, e.fields)
	if err != nil {
		return world.Record{}, fmt.Errorf("effect %s: %w", e.event, err)
	}
	result := `{"decision":"allow","mechanism":"emulated","rule":"model"}`
	if e.refused {
		result = `{"decision":"deny","errno":"EACCES","mechanism":"emulated","rule":"model"}`
	}
	return world.Record{Kind: string(trace.KindSyscall), Tool: toolOf(e.event), Args: args, Result: jsontext.Value(result),
		Metadata: jsontext.Value(`{"assurance":"gated","attribution":"exact"}`)}, nil
}

// Done is one declared effect of an action, as a warden would be asked.
type Done struct {
	Event    string
	Path, To string
	Write    bool
	Addr     string
	Port     int
	Host     string
}

// Effects lists the declared effects of an action by its ID; known is false
// where the world has no such action.
func (w *World) Effects(id string) (list []Done, known bool) {
	l, ok := w.byID[id]
	if !ok {
		return nil, false
	}
	for _, e := range w.actions[l].effects {
		list = append(list, e.done())
	}
	return list, true
}

func (e effect) done() Done {
	d := Done{Event: e.event, Write: e.write}
	for name, to := range map[string]*string{"resolved": &d.Path, "to": &d.To, "addr": &d.Addr, "host": &d.Host} {
		*to, _ = e.fields[name].(string)
	}
	if n, ok := e.fields["port"].(value.Number); ok {
		d.Port, _ = strconv.Atoi(string(n))
	}
	return d
}
