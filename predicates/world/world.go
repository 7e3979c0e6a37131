// Package world is what the checker walks: a model of what an agent can do, as
// a finite choice of actions in every state and what each of them leads to.
//
// A World is a description and a maker of Walkers; a Walker answers, for one
// goroutine, what follows a state. A step is one action and its outcome: the
// successor as bytes, what formulas see of the step (facts), and, where the
// world models tool calls, the records that a sidecar would have written.
//
// What every world promises, and what a certificate rests on:
//
//   - A state is canonical bytes: two states are the same exactly if their
//     bytes are, and what can follow a state, with facts and records, is a
//     function of its bytes and of nothing else.
//   - The order of the steps of a state is fixed, and so are the meanings of
//     labels and symbols for the life of the World value.
//   - Facts belong to the step, not to the successor: they may speak of what
//     changed. What a later step's facts need is in the state.
//   - An action that is refused and leaves no trace is a Refused step: counted,
//     and no successor. One that leaves a record is an ordinary step.
//
// Worlds that can read a step in a second, slower way implement Exact; the
// checker compares both on a sample, and replays counterexamples by it.
//
// Limits: this package knows no formula's meaning and no search. Facts hold
// whole numbers up to 2^62 as they are; any other JSON value is a symbol.
package world

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace"
)

// World is one model with one surface. It is safe for concurrent use.
type World interface {
	// About describes the model and what a certificate says of it.
	About() About
	// Facts lists what formulas may read, by position in Step.Facts. The
	// pointers are all different and none is inside another.
	Facts() []Fact
	// Names gives the meaning of labels and symbols.
	Names() Names
	// Walk makes a walker, independent of all others.
	Walk() (Walker, error)
}

// Walker answers what follows a state. It is for one goroutine.
type Walker interface {
	// Begin appends the start states, as steps with the label None.
	Begin(out *Steps) error
	// Expand appends every action that can be tried in a state, in order.
	// An error ends the search: no certificate comes of it.
	Expand(state []byte, out *Steps) error
	// Close gives back what the walker holds.
	Close() error
}

// Exact is a Walker that can also read a step the slow way: as the whole JSON
// document that formulas are defined over. It must not share the code that
// fills Step.Facts. prev is nil for a start state.
type Exact interface {
	Document(prev []byte, label Label, next []byte) (any, error)
}

// Names gives the meaning of labels and symbols; both may still grow while a
// world is walked, but never change. Safe for concurrent use.
type Names interface {
	// Action describes a label that a walker has used.
	Action(label Label) Action
	// Symbol is the JSON value (kinds of package value) of a symbol.
	Symbol(v Value) any
}

// Label is an action of a world with all its arguments.
type Label uint32

// None is the label of a start state.
const None Label = 1<<32 - 1

// Action describes a label. ID is unique in the world and the same in every
// process: it is what a replay names.
type Action struct {
	ID      string
	Step    string // one sentence in English: "Open request 15."
	Control string // page surface: the control's own name
	Role    string // page surface: button, link, textbox …
	Label   string // page surface: what the control shows
	Tool    string // tool surface
	Args    jsontext.Value
}

// Fact is one place that formulas may read.
type Fact struct {
	Pointer string // RFC 6901
	Unit    string // what its number counts, "" if it is none
}

// About describes a world. Digests and lists go into the certificate.
type About struct {
	Name    string // "pullreview"
	Version string // of the model; changes whenever its behaviour does
	Surface string // "page", "tool": how the agent acts
	Flow    string // one line: what is modelled
	Actor   string
	// Digest covers the transition relation as far as it is data, and name,
	// version, surface and domains where it is code. Catalogue covers the tools
	// (zero: none). Start covers the start states.
	Digest, Catalogue, Start trace.Hash
	// Domains lists the finite choice for every argument or text field.
	Domains []Domain
	// Excluded lists what the alphabet leaves out, each with its reason.
	Excluded []string
	// Scope says in sentences what is and what is not modelled.
	Scope []string
	// Abstraction says how the model differs from what it is a model of.
	Abstraction string
	// StartState is the start as JSON, for the reader of a report.
	StartState jsontext.Value
}

// Domain is the finite choice of one argument or text field.
type Domain struct {
	Field  string   `json:"field"`
	Values []string `json:"values"`
}

// Record is a record that a sidecar would write for a step, without what only
// a whole session has (seq, ids, time). Kind is that of trace.Head.
type Record struct {
	Kind     string
	Tool     string
	Args     jsontext.Value
	Result   jsontext.Value
	Status   string // ok, error, unknown
	Error    string
	Decision string // permission: allow, deny
	Metadata jsontext.Value
}
