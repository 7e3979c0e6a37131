// Package promise asks a promise of the catalog in a world: it turns the
// records of a model's steps into those of a session, and judges them by the
// program that the verifier runs.
//
// Promise: the verdict on a path is that of the program over the whole path's
// records (Replay). The state that the search keeps is all that a later verdict
// can depend on: where aap.MemoryOf says less than Whole, calls that cannot
// matter are left out; where it says nothing, every step is part of the state
// (exact, and dear: hardly two histories are then the same).
//
// Limits: the world must write records, whole calls at a time. Every action
// takes one second of the model's time, so a promise about windows of hours is
// asked as if all calls fell into one.
package promise

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// Why a promise cannot be asked of a world.
var (
	// ErrNoRecords: its steps carry no records.
	ErrNoRecords = errors.New("the world writes no records, so no promise can be asked of it")
	// ErrOpenCall: the records of a step are not one whole call.
	ErrOpenCall = errors.New("the records of a step are not one whole call")
)

// Judge is a promise as check.Judge wants it.
type Judge struct {
	file    predicates.PromiseFile
	prog    predicates.Program
	digest  trace.Hash
	memory  aap.Memory
	resumes bool // PTL-1 without tables: its own state instead of calls
	// concerned: some step after the start wrote what the promise needs.
	concerned atomic.Bool

	mu    sync.RWMutex
	known map[string]*entry // by content
	byID  map[id]*entry
}

// id names the records of a step by their content: half of a Keccak-256.
type id [16]byte

// entry is a step whose records were met before.
type entry struct {
	id       id
	records  []world.Record
	relevant bool
	mu       sync.Mutex
	verdicts map[string]verdict // by state before, for programs with small states
}

type verdict struct {
	after    string
	violated bool
}

// maxVerdicts bounds what is remembered of one step.
const maxVerdicts = 4096

// New makes the judge of a promise that compiled.
func New(p predicates.PromiseFile, pred predicates.Predicate, prog predicates.Program) *Judge {
	j := &Judge{file: p, prog: prog, memory: aap.MemoryOf(prog), known: map[string]*entry{}, byID: map[id]*entry{}}
	manifest := pred.Manifest().Hash()
	j.digest = trace.Keccak([]byte("varek/promise/v1"), manifest[:], p.ParamsHash[:])
	_, j.resumes = aap.Resume(prog, nil)
	return j
}

// Memory says in words what two histories must share to be taken for one.
func (j *Judge) Memory() string {
	if j.resumes {
		return "the formula's own state"
	}
	return j.memory.String()
}

// Concerned tells whether any step that was judged, the start aside, wrote a
// record that the promise reads. Where none did, that it holds says nothing.
func (j *Judge) Concerned() bool { return j.concerned.Load() }

// Digest implements check.Judge: predicate and parameters.
func (j *Judge) Digest() (trace.Hash, error) { return j.digest, nil }

// Stated implements check.Judge.
func (j *Judge) Stated() (jsontext.Value, error) {
	return trace.Marshal(stated{j.file.Params, j.file.Predicate})
}

// stated is how a report has a promise.
type stated struct {
	Params    jsontext.Value `json:"params"`
	Predicate string         `json:"predicate"`
}

// FromStated makes the judge of what a report or certificate states.
func FromStated(text jsontext.Value, reg *predicates.Registry) (*Judge, error) {
	var s stated
	if err := trace.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("read a stated promise: %w", err)
	}
	canon, err := trace.Canonicalize(s.Params)
	if err != nil {
		return nil, fmt.Errorf("read a stated promise's parameters: %w", err)
	}
	p := predicates.PromiseFile{Predicate: s.Predicate, Params: canon, ParamsHash: trace.Keccak(canon)}
	pred, prog, err := p.Compile(reg)
	if err != nil {
		return nil, err
	}
	return New(p, pred, prog), nil
}

// Promise is the file that the judge was made of.
func (j *Judge) Promise() predicates.PromiseFile { return j.file }

// entry finds or makes the entry of a step.
func (j *Judge) entry(step *world.Step) (*entry, error) {
	var buf [1024]byte
	content := appendContent(buf[:0], step.Records)
	j.mu.RLock()
	e := j.known[string(content)]
	j.mu.RUnlock()
	if e != nil {
		return e, nil
	}
	e = &entry{records: cloneRecords(step.Records), verdicts: map[string]verdict{}}
	h := trace.Keccak(content)
	copy(e.id[:], h[:])
	var n numbering
	views, err := n.step(e.records)
	if err != nil {
		return nil, err
	}
	for _, v := range views {
		e.relevant = e.relevant || j.prog.Needs(v.Head)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if other := j.known[string(content)]; other != nil {
		return other, nil
	}
	j.known[string(content)], j.byID[e.id] = e, e
	return e, nil
}

func appendContent(dst []byte, records []world.Record) []byte {
	for i := range records {
		r := &records[i]
		for _, s := range []string{r.Kind, r.Tool, r.Status, r.Error, r.Decision} {
			dst = append(binary.AppendUvarint(dst, uint64(len(s))), s...)
		}
		for _, v := range [][]byte{r.Args, r.Result, r.Metadata} {
			// Absent and empty differ.
			n := uint64(0)
			if v != nil {
				n = uint64(len(v)) + 1
			}
			dst = append(binary.AppendUvarint(dst, n), v...)
		}
	}
	return dst
}

func cloneRecords(records []world.Record) []world.Record {
	out := slices.Clone(records)
	for i := range out {
		out[i].Args, out[i].Result, out[i].Metadata = bytes.Clone(out[i].Args), bytes.Clone(out[i].Result), bytes.Clone(out[i].Metadata)
	}
	return out
}

// Step implements check.Judge. A state is the id of the start step and those of
// the steps that count, or, where the program resumes, its own state.
func (j *Judge) Step(dst, before []byte, step *world.Step) (after []byte, violated bool, err error) {
	e, err := j.entry(step)
	if err != nil {
		return nil, false, err
	}
	if before == nil {
		if len(e.records) == 0 {
			return nil, false, ErrNoRecords
		}
		if err := opening(e.records); err != nil {
			return nil, false, err
		}
		violated, own, err := j.judge([]*entry{e}, nil)
		if j.resumes {
			return append(dst, own...), violated, err
		}
		return append(dst, e.id[:]...), violated, err
	}
	if err := whole(e.records); err != nil {
		return nil, false, err
	}
	if e.relevant && !j.concerned.Load() {
		j.concerned.Store(true)
	}
	if !e.relevant && j.memory != aap.Whole {
		return append(dst, before...), false, nil
	}
	small := j.resumes || j.memory == aap.Alone
	if small {
		e.mu.Lock()
		v, ok := e.verdicts[string(before)]
		e.mu.Unlock()
		if ok {
			return append(dst, v.after...), v.violated, nil
		}
	}
	from := len(dst)
	if dst, violated, err = j.step(dst, before, e); err != nil {
		return nil, false, err
	}
	if small {
		e.mu.Lock()
		if len(e.verdicts) < maxVerdicts {
			e.verdicts[string(before)] = verdict{string(dst[from:]), violated}
		}
		e.mu.Unlock()
	}
	return dst, violated, nil
}

var errState = errors.New("not a state of this judge")

func (j *Judge) step(dst, before []byte, e *entry) ([]byte, bool, error) {
	if j.resumes {
		violated, own, err := j.judge([]*entry{e}, before)
		return append(dst, own...), violated, err
	}
	history, err := j.history(before)
	if err != nil {
		return nil, false, err
	}
	violated, _, err := j.judge(append(history, e), nil)
	if err != nil {
		return nil, false, err
	}
	from := len(dst)
	dst = append(dst, before...)
	if j.memory == aap.Alone {
		return dst, violated, nil
	}
	dst = append(dst, e.id[:]...)
	if j.memory == aap.Bag {
		sortIDs(dst[from+len(id{}):])
	}
	return dst, violated, nil
}

// history finds the steps that a state names.
func (j *Judge) history(state []byte) ([]*entry, error) {
	if len(state) == 0 || len(state)%len(id{}) != 0 {
		return nil, errState
	}
	list := make([]*entry, 0, len(state)/len(id{})+1)
	j.mu.RLock()
	defer j.mu.RUnlock()
	for at := 0; at < len(state); at += len(id{}) {
		e := j.byID[id(state[at:])]
		if e == nil {
			return nil, errState
		}
		list = append(list, e)
	}
	return list, nil
}

// sortIDs puts the last id where it belongs; the others are in order.
func sortIDs(ids []byte) {
	const n = len(id{})
	last := id(ids[len(ids)-n:])
	at := len(ids) - n
	for at > 0 && bytes.Compare(ids[at-n:at], last[:]) > 0 {
		copy(ids[at:at+n], ids[at-n:at])
		at -= n
	}
	copy(ids[at:], last[:])
}

// judge runs the program over steps, behind the state own where it resumes, and
// gives its state after them.
func (j *Judge) judge(steps []*entry, own []byte) (violated bool, after []byte, err error) {
	run := j.prog.Start()
	if j.resumes {
		var ok bool
		if run, ok = aap.Resume(j.prog, own); !ok {
			return false, nil, errState
		}
	}
	var n numbering
	for _, e := range steps {
		views, err := n.step(e.records)
		if err != nil {
			return false, nil, err
		}
		for _, v := range views {
			if err := run.Step(v); err != nil {
				return false, nil, fmt.Errorf("record %d: %w", v.Head.Seq, err)
			}
		}
	}
	if j.resumes {
		after = aap.State(nil, run)
	}
	return run.Outcome().Violated, after, nil
}

// Replay implements check.Judge: the program over all records of a path.
func (j *Judge) Replay(path []world.Step) (violated bool, sentence string, err error) {
	views, err := Views(path)
	if err != nil {
		return false, "", err
	}
	out, err := predicates.Evaluate(j.prog, views)
	if err != nil {
		return false, "", err
	}
	return out.Violated, out.Sentence, nil
}
