package sidecar

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace"
)

// StateStore keeps what a session derived from its records, so that resuming
// it reads only what came after.
type StateStore interface {
	PutState(ctx context.Context, session trace.Hash, n uint64, state []byte) error
	// State gives the newest one; n is 0 where there is none.
	State(ctx context.Context, session trace.Hash) (n uint64, state []byte, err error)
}

// stateEvery is after how many records the state is kept again.
const stateEvery = 1000

// stateVersion is that of keptState; another one is not used.
const stateVersion = 1

// keptState is the state after n records. Calls that have ended are left out:
// their intents are read when an event names them.
type keptState struct {
	V         int             `json:"v"`
	N         uint64          `json:"n"`
	H         trace.Hash      `json:"h"`
	Frontier  []byte          `json:"frontier"`
	Counted   uint64          `json:"counted"`
	Kernel    uint64          `json:"kernel"`
	Closed    bool            `json:"closed"`
	Calls     []keptCall      `json:"calls"`
	Announced []keptAnnounced `json:"announced,omitzero"`
}

// keptAnnounced is a kernel call that a notice announced and nothing concluded.
type keptAnnounced struct {
	Seq  uint64    `json:"seq"`
	Call announced `json:"call"`
}

type keptCall struct {
	ID       string         `json:"id"`
	Tool     string         `json:"tool"`
	Intent   uint64         `json:"intent"`
	Args     jsontext.Value `json:"args,omitzero"`
	Hash     trace.Hash     `json:"hash"`
	Gated    bool           `json:"gated,omitzero"`
	Decision string         `json:"decision,omitzero"`
	Started  bool           `json:"started,omitzero"`
	Executed bool           `json:"executed,omitzero"`
	Origin   string         `json:"origin,omitzero"` // tie
	Native   string         `json:"native,omitzero"`
	Join     string         `json:"join,omitzero"`
	Joined   []string       `json:"joined,omitzero"`
}

// keeping says how far the kept state is; only the sequencer asks for another.
type keeping struct {
	store StateStore
	n     uint64
	busy  atomic.Bool
}

// freeze encodes the state; the caller is the sequencer or has ended it.
func (st *state) freeze(id trace.Hash) ([]byte, error) {
	frontier, err := st.frontier.MarshalBinary()
	if err != nil {
		return nil, err
	}
	k := keptState{V: stateVersion, N: st.n, H: trace.Commitment(id, st.n, st.frontier.Root()), Frontier: frontier,
		Counted: st.counted, Kernel: st.kernel, Closed: st.closed, Calls: []keptCall{}}
	for _, c := range st.calls.open() {
		k.Calls = append(k.Calls, keptCall{c.id, c.tool, c.intent, c.args, c.hash, c.gated, c.decision, c.started, c.executed, c.tie.origin, c.tie.native, c.tie.join, c.joined})
	}
	for _, seq := range slices.Sorted(maps.Keys(st.announced)) {
		k.Announced = append(k.Announced, keptAnnounced{seq, st.announced[seq]})
	}
	return trace.Marshal(k)
}

// thaw is the opposite of freeze. A state that is not of this version, or does
// not hash to itself, is none: the records are read instead.
func (st *state) thaw(id trace.Hash, n uint64, text []byte) bool {
	var k keptState
	f := &trace.Frontier{}
	if trace.Unmarshal(text, &k) != nil || k.V != stateVersion || k.N != n || f.UnmarshalBinary(k.Frontier) != nil ||
		f.Size() != n || trace.Commitment(id, n, f.Root()) != k.H {
		return false
	}
	st.n, st.frontier, st.counted, st.kernel, st.closed = n, f, k.Counted, k.Kernel, k.Closed
	for _, c := range k.Calls {
		st.add(&call{id: c.ID, tool: c.Tool, intent: c.Intent, args: c.Args, hash: c.Hash, gated: c.Gated,
			decision: c.Decision, started: c.Started, executed: c.Executed, tie: tie{origin: c.Origin, native: c.Native, join: c.Join}, joined: c.Joined})
	}
	for _, a := range k.Announced {
		st.announced[a.Seq] = a.Call
	}
	return true
}

// keepState keeps the state now and then, behind the commits. A state that
// cannot be kept costs the next start time and nothing else.
func (s *Session) keepState() {
	if s.keep.store == nil || s.state.n < s.keep.n+stateEvery || !s.keep.busy.CompareAndSwap(false, true) {
		return
	}
	n := s.state.n
	text, err := s.state.freeze(s.id)
	if err != nil {
		s.keep.busy.Store(false)
		return
	}
	s.keep.n = n
	go func() {
		defer s.keep.busy.Store(false)
		_ = s.keep.store.PutState(context.Background(), s.id, n, text)
	}()
}

// Leave ends this process's work on a session without closing it: what is
// accepted is made durable and its state kept, so that Resume goes on at once.
func (s *Session) Leave(ctx context.Context) error {
	var text []byte
	var n uint64
	it := &item{done: make(chan answer, 1), control: func(b *batch, _ *item) error {
		// Items before this one in the batch are not settled yet, so it is
		// made of what is: the rest is read again.
		n = b.s.state.n
		var err error
		if len(b.entries) == 0 {
			text, err = b.s.state.freeze(b.s.id)
		}
		return err
	}}
	err := s.queue.putControl(it, ErrClosed)
	if err == nil {
		err = s.await(ctx, it)
	}
	if err == nil && text != nil && s.keep.store != nil {
		err = s.keep.store.PutState(ctx, s.id, n, text)
	}
	if err != nil {
		return fmt.Errorf("leave session %s: %w", s.id, err)
	}
	s.Fail(ErrClosed)
	return nil
}
