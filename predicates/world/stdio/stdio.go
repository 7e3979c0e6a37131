// Package stdio is a world in another program, over lines of JSON on its
// standard input and output: hello, then one line for every state that is
// expanded. Serve is the other side, for worlds that are written in Go.
//
// Promise: every walker has a process of its own. Labels and symbols of the
// processes are translated by what they mean, so that several agree. A process
// that answers late, too much, or what is no answer, ends the search.
//
// On Linux the process runs in a network namespace of its own where the machine
// lets plain users make one, and under a limit of its address space. Isolation
// says what could be had.
//
// Limits: the program is trusted to be a world (package world). It sees the
// files that its user sees.
//
//	→ {"hello":1}                 ← {"hello":{"name":…,"facts":[{"pointer":…}],…}}
//	→ {"select":[0,2]}            ← {}                       facts that are read
//	→ {"start":true}              ← {"steps":[…]}
//	→ {"expand":"<base64>"}       ← {"steps":[…],"actions":[[L,{…}]],"symbols":[[S,…]]}
//	→ {"document":["…",L,"…"]}    ← {"document":{…}}         where hello has exact
//
// A step is [L,"state",[facts],outside,records], the last two as needed; a
// refused one [L]. A fact is a number, null where it is absent, or "S" for a
// symbol. Labels and symbols are told before they are used, in the same line.
package stdio

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// Why a program is no world.
var (
	// ErrProgram: it could not be run, or ended.
	ErrProgram = errors.New("the world's program failed")
	// ErrAnswer: what it said is no answer.
	ErrAnswer = errors.New("the world's program gave no proper answer")
	// ErrDeadline: it did not answer in time.
	ErrDeadline = errors.New("the world's program did not answer in time")
)

// Options bound a program; zero fields mean the defaults.
type Options struct {
	Deadline time.Duration // for one answer; 30 s
	Memory   uint64        // bytes of address space, where the system can hold it; 4 GiB
}

const (
	defaultDeadline = 30 * time.Second
	defaultMemory   = 4 << 30
	maxAnswer       = 256 << 20
)

// World implements world.World.
type World struct {
	command []string
	opt     Options
	about   world.About
	facts   []world.Fact
	exact   bool

	symbols world.Symbols
	mu      sync.RWMutex
	actions []world.Action
	labels  map[string]world.Label
	kept    string // what keeps the program
}

// hello is the program's description.
type hello struct {
	Name        string         `json:"name"`
	Version     string         `json:"version"`
	Surface     string         `json:"surface"`
	Flow        string         `json:"flow,omitzero"`
	Actor       string         `json:"actor,omitzero"`
	Digest      trace.Hash     `json:"digest"`
	Catalogue   trace.Hash     `json:"catalogue,omitzero"`
	Start       trace.Hash     `json:"start"`
	Domains     []world.Domain `json:"domains,omitzero"`
	Excluded    []string       `json:"excluded,omitzero"`
	Scope       []string       `json:"scope,omitzero"`
	Abstraction string         `json:"abstraction,omitzero"`
	StartState  jsontext.Value `json:"start_state,omitzero"`
	Facts       []fact         `json:"facts"`
	Exact       bool           `json:"exact,omitzero"`
}

type fact struct {
	Pointer string `json:"pointer"`
	Unit    string `json:"unit,omitzero"`
}

// action is an action on the wire.
type action struct {
	ID      string         `json:"id"`
	Step    string         `json:"step,omitzero"`
	Control string         `json:"control,omitzero"`
	Role    string         `json:"role,omitzero"`
	Label   string         `json:"label,omitzero"`
	Tool    string         `json:"tool,omitzero"`
	Args    jsontext.Value `json:"args,omitzero"`
}

// Open starts a program, once, to be told what it is.
func Open(command []string, o Options) (*World, error) {
	if len(command) == 0 {
		return nil, fmt.Errorf("no program is named: %w", ErrProgram)
	}
	if o.Deadline <= 0 {
		o.Deadline = defaultDeadline
	}
	if o.Memory == 0 {
		o.Memory = defaultMemory
	}
	w := &World{command: command, opt: o, labels: map[string]world.Label{}}
	k, err := w.launch()
	if err != nil {
		return nil, err
	}
	defer k.Close()
	line, err := k.ask([]byte(`{"hello":1}`))
	if err != nil {
		return nil, err
	}
	var answer struct {
		Hello *hello `json:"hello"`
	}
	if err := json.Unmarshal(line, &answer, json.RejectUnknownMembers(true)); err != nil || answer.Hello == nil {
		return nil, k.fault(fmt.Errorf("to hello it said %q: %w", clip(line), ErrAnswer), err)
	}
	h := answer.Hello
	for _, f := range h.Facts {
		w.facts = append(w.facts, world.Fact(f))
	}
	if err := world.CheckFacts(w.facts); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	w.exact, w.kept = h.Exact, k.kept
	w.about = world.About{Name: h.Name, Version: h.Version, Surface: h.Surface, Flow: h.Flow, Actor: h.Actor, Digest: h.Digest, Catalogue: h.Catalogue, Start: h.Start,
		Domains: h.Domains, Excluded: h.Excluded, Scope: h.Scope, Abstraction: h.Abstraction, StartState: h.StartState}
	return w, nil
}

// Isolation says in words what the program is kept from.
func (w *World) Isolation() string { return w.kept }

// About implements world.World.
func (w *World) About() world.About { return w.about }

// Facts implements world.World.
func (w *World) Facts() []world.Fact { return w.facts }

// Names implements world.World.
func (w *World) Names() world.Names { return w }

// Symbol implements world.Names.
func (w *World) Symbol(v world.Value) any { return w.symbols.Symbol(v) }

// Action implements world.Names.
func (w *World) Action(l world.Label) world.Action {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if int(l) < len(w.actions) {
		return w.actions[l]
	}
	return world.Action{ID: "start", Step: "Start."}
}

// label gives an action its label, the same for all processes.
func (w *World) label(a action) (world.Label, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	l, ok := w.labels[a.ID]
	if !ok {
		l = world.Label(len(w.actions))
		w.labels[a.ID], w.actions = l, append(w.actions, world.Action(a))
		return l, nil
	}
	if b := w.actions[l]; b.Step != a.Step || b.Tool != a.Tool || !bytes.Equal(b.Args, a.Args) {
		return 0, fmt.Errorf("two processes describe the action %q differently: %w", a.ID, ErrAnswer)
	}
	return l, nil
}

// Walk implements world.World.
func (w *World) Walk() (world.Walker, error) {
	k, err := w.launch()
	if err != nil {
		return nil, err
	}
	if w.exact {
		return exact{k}, nil
	}
	return k, nil
}

// walker is one process.
type walker struct {
	w       *World
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	stop    context.CancelFunc
	stderr  *tail
	kept    string
	late    chan struct{}
	once    sync.Once
	line    []byte
	request []byte
	labels  []world.Label // by the process's
	values  []world.Value // by the process's symbols
	state   []byte        // room to decode states in
	read    []int         // facts that are sent; nil is all
	pending []bool
	ahead   [][]byte // states that will be asked for
	sent    [][]byte // of those: asked
	early   [][]byte // answers to the first of these
}

func (w *World) launch() (*walker, error) {
	k := &walker{w: w, stderr: &tail{}, late: make(chan struct{})}
	if err := k.start(); err != nil {
		return nil, fmt.Errorf("run %q: %w: %w", w.command[0], ErrProgram, err)
	}
	return k, nil
}

// tail keeps the beginning and the end of what a program says on standard
// error.
type tail struct {
	mu        sync.Mutex
	head, end []byte
}

// mostSaid bounds each of the two.
const mostSaid = 1000

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	if room := mostSaid - len(t.head); room > 0 {
		t.head, p = append(t.head, p[:min(room, len(p))]...), p[min(room, len(p)):]
	}
	if t.end = append(t.end, p...); len(t.end) > mostSaid {
		t.end = append(t.end[:0], t.end[len(t.end)-mostSaid:]...)
	}
	return n, nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.TrimSpace(bytes.Join([][]byte{t.head, t.end}, nil)))
}

func clip(line []byte) string {
	if len(line) > 120 {
		return string(line[:120]) + "…"
	}
	return string(line)
}
