// Package catalogue makes table worlds from catalogues of tools: what an MCP
// server answers to tools/list, the tool lists of OpenAI's interfaces, and the
// calls of recorded traces.
//
// Promise: every argument in the skeleton has a finite domain, and the file says
// where it came from: enumerations, booleans and small ranges from the schema,
// texts from the promises at hand or from samples. What gets no domain is listed
// under excluded. The skeleton is a valid world: every tool has a rule.
//
// Limits: a catalogue says what can be called, not what it does. The rules of a
// skeleton let every call succeed and change nothing; state, results and
// permissions are for its provider to write.
package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/value"
	"github.com/varek/varek/predicates/world/table"
	"github.com/varek/varek/tracestore/trace"
)

// ErrCatalogue is the family of every refusal of a catalogue.
var ErrCatalogue = errors.New("this is no catalogue of tools")

// Options say how arguments get their domains.
type Options struct {
	Name string // of the world
	// Values has domains by argument ("to") or by tool and argument
	// ("send_email.to").
	Values map[string][]jsontext.Value
	// Hints are texts by argument that a promise speaks of.
	Hints map[string][]string
	// Most values of one argument; 0: three.
	Most int
}

// maxCalls bounds the calls of one tool.
const maxCalls = 512

// tool is one entry, whatever it was read from.
type tool struct {
	name, description string
	schema            map[string]any
}

// MCP reads the answer to tools/list, in its JSON-RPC frame or without, or a
// bare list of tools.
func MCP(text []byte, o Options) (*table.File, error) {
	list, err := find(text, "tools")
	if err != nil {
		return nil, fmt.Errorf("MCP tools/list: %w", err)
	}
	var tools []tool
	for i, e := range list {
		m, _ := e.(map[string]any)
		t := tool{schema: object(m["inputSchema"])}
		t.name, _ = m["name"].(string)
		t.description, _ = m["description"].(string)
		if t.name == "" {
			return nil, fmt.Errorf("MCP tools/list, tool %d: it has no name: %w", i+1, ErrCatalogue)
		}
		tools = append(tools, t)
	}
	return skeleton(text, "MCP tools/list", tools, o)
}

// OpenAI reads a list of tools, bare or under "tools", in the form of chat
// completions ({type, function}) or of responses ({type, name, parameters}).
func OpenAI(text []byte, o Options) (*table.File, error) {
	list, err := find(text, "tools")
	if err != nil {
		return nil, fmt.Errorf("OpenAI tools: %w", err)
	}
	var tools []tool
	for i, e := range list {
		m, _ := e.(map[string]any)
		if f, ok := m["function"].(map[string]any); ok {
			m = f
		}
		t := tool{schema: object(m["parameters"])}
		t.name, _ = m["name"].(string)
		t.description, _ = m["description"].(string)
		if t.name == "" {
			return nil, fmt.Errorf("OpenAI tools, tool %d: it has no function with a name: %w", i+1, ErrCatalogue)
		}
		tools = append(tools, t)
	}
	return skeleton(text, "OpenAI tools", tools, o)
}

// Kind names the importer whose catalogue a text looks like: "mcp", "openai", or
// "" for neither.
func Kind(text []byte) string {
	list, err := find(text, "tools")
	if err != nil {
		return ""
	}
	m, _ := list[0].(map[string]any)
	switch {
	case m["inputSchema"] != nil:
		return "mcp"
	case m["function"] != nil, m["parameters"] != nil:
		return "openai"
	}
	return ""
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}

// find gives the list of tools: the text itself, the member, or the first such
// list in a transcript.
func find(text []byte, member string) ([]any, error) {
	var plain jsontext.Value
	if err := json.Unmarshal(text, &plain); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalogue, err)
	}
	v, _, err := value.DecodeLiteral(plain)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCatalogue, err)
	}
	list := search(v, member)
	if len(list) == 0 {
		return nil, fmt.Errorf("there is no list %q in it that has tools: %w", member, ErrCatalogue)
	}
	return list, nil
}

func search(v any, member string) []any {
	switch v := v.(type) {
	case map[string]any:
		if list, ok := v[member].([]any); ok && named(list) {
			return list
		}
		for _, key := range []string{"result", "message"} {
			if list := search(v[key], member); list != nil {
				return list
			}
		}
	case []any:
		if named(v) {
			return v
		}
		for _, e := range v {
			if list := search(e, member); list != nil {
				return list
			}
		}
	}
	return nil
}

// named tells a list of tools from other lists.
func named(list []any) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(e any) bool {
		m, ok := e.(map[string]any)
		return !ok || m["name"] == nil && m["function"] == nil
	})
}

// skeleton writes the world.
func skeleton(text []byte, from string, tools []tool, o Options) (*table.File, error) {
	f := begin(o, from, trace.Keccak(text).String())
	for _, t := range tools {
		if slices.ContainsFunc(f.Tools, func(x table.Tool) bool { return x.Name == t.name }) {
			return nil, fmt.Errorf("the tool %q is there twice: %w", t.name, ErrCatalogue)
		}
		s := shaper{o: o, tool: t.name}
		x := table.Tool{Name: t.name, Description: short(t.description), Args: s.arguments(t.schema)}
		f.Excluded = append(f.Excluded, s.excluded...)
		f.Tools, f.Rules = append(f.Tools, x), append(f.Rules, table.Rule{Tool: t.name})
	}
	return f, nil
}

func begin(o Options, from, digest string) *table.File {
	if o.Name == "" {
		o.Name = "imported"
	}
	origin, _ := json.Marshal(map[string]string{"from": from, "keccak256": digest}, json.Deterministic(true))
	return &table.File{Version: 1, Name: o.Name, Model: "1", Flow: "tools of " + from, Actor: "agent", Session: &table.Session{Workspace: "/work", Home: "/home/agent"}, Origin: origin,
		Comment: "A skeleton: every call succeeds and changes nothing. Write variables, conditions, results, permissions and effects where they matter.",
		Scope:   []string{"Every tool may be called at any time, with the arguments listed, and succeeds."}}
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > 160 {
		return strings.ToValidUTF8(s[:160], "") + "…"
	}
	return s
}

// Encode writes a world file.
func Encode(f *table.File) ([]byte, error) {
	text, err := json.Marshal(f, json.Deterministic(true), jsontext.WithIndent(" "))
	if err != nil {
		return nil, fmt.Errorf("write the world: %w", err)
	}
	return append(text, '\n'), nil
}
