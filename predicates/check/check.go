// Package check answers, for a world and a set of policies, whether any
// sequence of at most k actions reaches a step at which a policy is false.
//
// Run searches breadth-first. What it takes for the same state is the same: the
// whole canonical state of the world together with the whole state of the
// monitors (two bits for every Since, one for Always, Never and Once) and of
// other judges. Every step is judged when it is made, so a step into a state
// that was seen before is judged too. The visited set keeps 64-bit fingerprints
// under a key drawn for the run, or with Options.Exact the whole keys.
//
// A policy that was violated stays violated: the monitor bits that only it owns
// are cleared on the violating step, so that its memory splits no states.
//
// Promise: the same world, policies and depth give the same report whatever the
// number of workers, times aside. A violation is printed only if it came out
// again on a fresh walker, read in the slow way and judged by
// formula.Evaluate; otherwise the policy is unverified.
//
// Limits: what is said is said of the model, to the depth stated. There is no
// partial-order reduction, no symmetry and no liveness. A world that breaks its
// own promises (package world) gives a certificate of nothing; the cross-checks
// look for that on a sample.
package check

import (
	"errors"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// Errors of Run, beside those of the world.
var (
	// ErrPolicy says that a policy cannot be asked of the world.
	ErrPolicy = errors.New("the policy cannot be asked of this world")
	// ErrStart says that a policy is false before any action.
	ErrStart = errors.New("the policy is false at the start")
	// ErrDisagree says that two readings of one state differ: the world breaks
	// its promises and no certificate can come of it.
	ErrDisagree = errors.New("two readings of the same state differ")
	// ErrResume says that walking again a level that a report finished came out
	// otherwise: the world or the policies are not the report's.
	ErrResume = errors.New("the level differs from the report that is resumed")
	// ErrTooLarge says that a bound of the checker itself is reached.
	ErrTooLarge = errors.New("more than the checker can number")
)

// Policy is one rule: a formula, or a judge of its own.
type Policy struct {
	ID        string
	Statement string // in words
	Formal    string // short form for people, optional
	Unit      string // what a margin counts, "" if nothing
	Formula   formula.Formula
	Judge     Judge // where Formula is nil
}

// Judge is a policy that is not a formula, such as a promise over records. Its
// state is canonical bytes: two histories may share one exactly if no
// continuation tells them apart. It is safe for concurrent use.
type Judge interface {
	// Digest is the identity that goes into the certificate.
	Digest() (trace.Hash, error)
	// Stated is the judge as JSON, from which Asked can make it again.
	Stated() (jsontext.Value, error)
	// Step takes the state before a step (nil before the start step) and
	// appends the one after it to dst. What step points to is valid during the
	// call only.
	Step(dst, before []byte, step *world.Step) (after []byte, violated bool, err error)
	// Replay judges a whole path anew, the slow way, start step included, and
	// says in a sentence what it found.
	Replay(path []world.Step) (violated bool, sentence string, err error)
}

// Options say how far and how to search.
type Options struct {
	Depth  int           // levels to finish
	States uint64        // budget of expanded states, 0: none
	Time   time.Duration // budget of time, 0: none
	Memory uint64        // budget of bytes held, 0: none
	// Workers that search side by side; 0: one.
	Workers int
	// Exact keeps whole keys instead of fingerprints.
	Exact bool
	// CrossCheck compares two readings of every n-th expanded state, 0: never.
	CrossCheck int
	// NoReplay leaves counterexamples unverified.
	NoReplay bool
	// Expect are the levels of a report that is being resumed: they are walked
	// again and must come out the same.
	Expect []Level
	// Allow restricts the actions; nil allows all.
	Allow func(world.Action) bool
	// Hindered marks actions of which something is refused though they are
	// tried; they are counted as denied. nil marks none.
	Hindered func(world.Action) bool
	// Now is the clock; nil leaves all times out of the result.
	Now func() time.Time
	// Progress is called now and then, from one goroutine.
	Progress func(Progress)
	// AtDepth is called when a level is finished, with the result so far.
	AtDepth func(*Result) error
}

// Progress is how far a search is.
type Progress struct {
	Depth    int // the level being made
	Expanded uint64
	Frontier uint64 // states of the level before, to be expanded
	Done     uint64 // of them
	Distinct uint64
	Checked  uint64
	Bytes    uint64
}
