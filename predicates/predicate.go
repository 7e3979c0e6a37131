// Package predicates holds what a promise is made of: the Predicate that
// decides a trace, its identity, the registry that finds it by that identity,
// and the promise file that names it with its parameters and money.
//
// Promise: a predicate is pure and total. The same records and parameters give
// the same Outcome on every machine, whatever the records hold; identities are
// hashes of exact bytes; amounts are exact. Parameters and promise files are
// read strictly, and every error points at the place of the fault.
//
// Limits: it knows records (tracestore/trace) and nothing of chains, stores,
// processes or the network. The catalog of predicates lives in predicates/aap;
// whether the records are the committed ones is for verifier/judge to say.
package predicates

import (
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// ErrHidden is returned by Run.Step, and by whoever feeds it, when a part of a
// record that the predicate needs is withheld. It rules against the provider.
var ErrHidden = errors.New("a part of the record that the predicate needs is hidden")

// Outcome is what a predicate found in a whole trace.
type Outcome struct {
	// Violated is false when the promise was kept.
	Violated bool
	// Records are the sequence numbers of the witnesses, ascending, at most
	// MaxWitnesses of them; empty when satisfied.
	Records []uint64
	// Sentence says in words what was found. It names at most the first
	// witness in full.
	Sentence string
}

// MaxWitnesses bounds Outcome.Records; the sentence counts the rest.
const MaxWitnesses = 100

// View is one record as a predicate sees it.
type View struct {
	// Head is always shown.
	Head trace.Head
	// Body is nil where the program does not need it. A program that needs it
	// answers nil with ErrHidden.
	Body *trace.Body
}

// Predicate is one published version of a rule.
type Predicate interface {
	// Manifest states the identity; it never changes for a published version.
	Manifest() Manifest
	// Compile checks parameters strictly. Errors are *ParamError.
	Compile(params []byte) (Program, error)
}

// Program is a predicate with its parameters. It is immutable and safe for
// concurrent use.
type Program interface {
	// Needs reports, from the head alone, whether the body must be shown.
	Needs(h trace.Head) bool
	// Start begins the evaluation of one trace.
	Start() Run
}

// Run is the evaluation of one trace, fed with records in order of seq. It is
// for one goroutine.
type Run interface {
	// Step takes the next record. The only family of errors is ErrHidden;
	// after one the run is over.
	Step(v View) error
	// Outcome ends the run: no record follows.
	Outcome() Outcome
}

// Evaluate runs a program over records that are at hand: the slow, plain way
// to ask the question, for tests and tools.
func Evaluate(p Program, views []View) (Outcome, error) {
	run := p.Start()
	for _, v := range views {
		if err := run.Step(v); err != nil {
			return Outcome{}, fmt.Errorf("record %d: %w", v.Head.Seq, err)
		}
	}
	return run.Outcome(), nil
}

// ParamError is a fault in parameters or in a promise file.
type ParamError struct {
	// Pointer is the RFC 6901 pointer to the faulty value; "" is the whole.
	Pointer string
	// Cause says what is wrong there and what is expected.
	Cause error
}

// Error names the place and the cause.
func (e *ParamError) Error() string {
	at := e.Pointer
	if at == "" {
		at = "(top)"
	}
	return fmt.Sprintf("parameter %s: %v", at, e.Cause)
}

// Unwrap gives the cause.
func (e *ParamError) Unwrap() error { return e.Cause }
