package detection

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/corpus"
	"github.com/varek/varek/tracestore/trace"
)

// dojoEnvironment is what the corpus says beside the runs.
type dojoEnvironment struct {
	Initial map[string]map[string][]string `json:"initial_event_participants"`
	NextID  map[string]string              `json:"next_event_id"`

	keys  map[string][]string     // tool -> the arguments that matter
	scope map[string][]scopedCall // suite/task -> what the task needs
}

// scopedCall is one call that completed a task in other runs.
type scopedCall struct {
	Tool   string                    `json:"tool"`
	Args   map[string]jsontext.Value `json:"key_args"`
	Models int                       `json:"models"`
}

func loadDojo(dir string) (*dojoEnvironment, error) {
	var env dojoEnvironment
	text, err := os.ReadFile(filepath.Join(dir, "allowlists.json"))
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &env); err != nil {
		return nil, fmt.Errorf("allowlists.json: %w", err)
	}
	if text, err = os.ReadFile(filepath.Join(dir, "task_scope.json")); err != nil {
		return nil, err
	}
	scope := struct {
		Keys  *map[string][]string     `json:"key_arguments"`
		Tasks *map[string][]scopedCall `json:"tasks"`
	}{&env.keys, &env.scope}
	if err := json.Unmarshal(text, &scope); err != nil {
		return nil, fmt.Errorf("task_scope.json: %w", err)
	}
	return &env, nil
}

// enact gives the run as a sidecar would have recorded it: with the people that
// a calendar tool notifies beside its call, and, if asked for, with a permission
// before each call that the task is known to need.
func (e *dojoEnvironment) enact(t corpus.Trace, l dojoLabels, permissions bool) []predicates.View {
	calendar := corpus.NewCalendar(e.Initial[t.Suite], e.NextID[t.Suite])
	var out []predicates.View
	put := func(v predicates.View) {
		v.Head.Seq = uint64(len(out) + 1)
		out = append(out, v)
	}
	for _, v := range t.Views {
		if v.Head.Kind != trace.KindAction {
			continue
		}
		body := *v.Body
		if v.Head.Status == "ok" {
			if people := calendar.Step(v.Head.Tool, body.Args); people != nil {
				body.Metadata = marshal(map[string]any{"recipients": people})
			}
		}
		if permissions && e.needs(t, l, v.Head.Tool, body.Args) {
			put(predicates.View{Head: trace.Head{V: trace.Version, Kind: trace.KindPermission, Tool: "user_authorization", ActionID: v.Head.ActionID, Decision: "allow"},
				Body: &trace.Body{Args: marshal(map[string]any{"action_id": v.Head.ActionID, "tool": v.Head.Tool, "authority": "human", "scope": "once", "args_hash": body.ArgsHash.String()})}})
		}
		put(predicates.View{Head: v.Head, Body: &body})
	}
	return out
}

func marshal(v any) jsontext.Value {
	text, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return trace.Admit(text).JSON
}

// needs reports whether other runs completed the task with this very call: the
// stand-in for the authorisation that the corpus does not record. A benign run
// that completed its task is one of those that were counted, and is left out.
func (e *dojoEnvironment) needs(t corpus.Trace, l dojoLabels, tool string, args jsontext.Value) bool {
	keys, ok := e.keys[tool]
	if !ok {
		return false
	}
	var all map[string]jsontext.Value
	if json.Unmarshal(args, &all) != nil {
		return false
	}
	picked := map[string]jsontext.Value{}
	for _, k := range keys {
		if v, ok := all[k]; ok {
			picked[k] = v
		}
	}
	for _, s := range e.scope[t.Suite+"/"+t.Task] {
		others := s.Models
		if l.Kind == "benign" && l.Utility != nil && *l.Utility {
			others--
		}
		if s.Tool == tool && others > 0 && maps.Equal(plainArgs(s.Args), plainArgs(picked)) {
			return true
		}
	}
	return false
}

// plainArgs spells arguments so that equal ones are equal: empty ones left out,
// numbers in text as numbers, lists in order.
func plainArgs(args map[string]jsontext.Value) map[string]string {
	out := map[string]string{}
	for k, v := range args {
		if s := plainValue(v); s != "" {
			out[k] = s
		}
	}
	return out
}

func plainValue(v jsontext.Value) string {
	switch v.Kind() {
	case 'n':
		return ""
	case '"':
		var s string
		if json.Unmarshal(v, &s) != nil {
			return string(v)
		}
		s = strings.TrimSpace(s)
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
		return s
	case '0':
		f, err := strconv.ParseFloat(string(v), 64)
		if err != nil {
			return string(v)
		}
		return strconv.FormatFloat(f, 'g', -1, 64)
	case '[':
		var list []jsontext.Value
		if json.Unmarshal(v, &list) != nil {
			return string(v)
		}
		var parts []string
		for _, e := range list {
			parts = append(parts, plainValue(e))
		}
		slices.Sort(parts)
		return strings.Join(parts, "\n")
	}
	return string(v)
}
