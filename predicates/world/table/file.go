package table

import (
	"github.com/go-json-experiment/json/jsontext"
)

// File is a table world as it is written (table.schema.json).
type File struct {
	Version   int            `json:"varek_world"` // 1
	Name      string         `json:"name"`
	Model     string         `json:"version,omitzero"`
	Surface   string         `json:"surface,omitzero"`
	Flow      string         `json:"flow,omitzero"`
	Actor     string         `json:"actor,omitzero"`
	Scope     []string       `json:"scope,omitzero"`
	Excluded  []string       `json:"excluded,omitzero"`
	Session   *Session       `json:"session,omitzero"`
	Variables []Variable     `json:"variables,omitzero"`
	Tools     []Tool         `json:"tools"`
	Rules     []Rule         `json:"rules"`
	Comment   string         `json:"comment,omitzero"`
	Schema    string         `json:"$schema,omitzero"`
	Origin    jsontext.Value `json:"origin,omitzero"` // where an importer took the tools from
}

// Session is what the first record of a session states.
type Session struct {
	Workspace string `json:"workspace,omitzero"`
	Home      string `json:"home,omitzero"`
}

// Domain is a finite choice: Values, or the whole numbers of Range, both ends
// included.
type Domain struct {
	Values []jsontext.Value `json:"values,omitzero"`
	Range  []int64          `json:"range,omitzero"`
}

// Variable is one part of the state.
type Variable struct {
	Name   string           `json:"name"`
	Values []jsontext.Value `json:"values,omitzero"`
	Range  []int64          `json:"range,omitzero"`
	Start  jsontext.Value   `json:"start"`
}

// Argument is one member of a call's arguments.
type Argument struct {
	Name     string           `json:"name"`
	Values   []jsontext.Value `json:"values,omitzero"`
	Range    []int64          `json:"range,omitzero"`
	Optional bool             `json:"optional,omitzero"` // may be left out as well
}

// Tool is one entry of the catalogue.
type Tool struct {
	Name        string     `json:"name"`
	Description string     `json:"description,omitzero"`
	Sentence    string     `json:"sentence,omitzero"` // for people, instead of "Call NAME with …"
	Kind        string     `json:"kind,omitzero"`     // call (default), turn: the user speaks
	Args        []Argument `json:"args,omitzero"`
	Effects     []Effect   `json:"effects,omitzero"`
}

// Effect is what the operating system would see of a call that is carried out:
// Event is a kernel record's event. Texts may be {"arg": NAME}.
type Effect struct {
	Event  string         `json:"event"`
	Path   jsontext.Value `json:"path,omitzero"`
	To     jsontext.Value `json:"to,omitzero"`
	Addr   jsontext.Value `json:"addr,omitzero"`
	Port   jsontext.Value `json:"port,omitzero"`
	Host   jsontext.Value `json:"host,omitzero"`
	Access string         `json:"access,omitzero"` // open: read (default), write
	Create bool           `json:"created,omitzero"`
}

// Rule says what a call does where When holds; of the rules of a tool the
// first that matches decides, and where none does the call is refused.
type Rule struct {
	Tool     string         `json:"tool"`
	When     jsontext.Value `json:"when,omitzero"` // a formula over /vars and /args
	Refuse   bool           `json:"refuse,omitzero"`
	Outcome                 // the only one, where Outcomes is empty
	Outcomes []Outcome      `json:"outcomes,omitzero"`
}

// Outcome is one way in which a call can end.
type Outcome struct {
	Set        map[string]jsontext.Value `json:"set,omitzero"`
	Status     string                    `json:"status,omitzero"` // ok (default), error, denied, cancelled, unknown
	Result     jsontext.Value            `json:"result,omitzero"`
	Error      string                    `json:"error,omitzero"`
	Permission *Permission               `json:"permission,omitzero"`
	Outside    bool                      `json:"outside,omitzero"`
}

// Permission is a decision about a call before it starts.
type Permission struct {
	Decision  string `json:"decision"` // allow, deny, timeout, cancelled
	Authority string `json:"authority,omitzero"`
	Scope     string `json:"scope,omitzero"`
}
