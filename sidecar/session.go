package sidecar

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/tracestore/trace"
)

// DefaultEventLimit is how many events may wait for their commit before
// further ones are answered busy.
const DefaultEventLimit = 4096

// busyRetryMS is what a busy answer asks the adapter to wait.
const busyRetryMS = 50

// pausedRetryMS is what it asks to wait while calls are paused.
const pausedRetryMS = 1000

// Config says what a session is made of.
type Config struct {
	Session trace.Hash
	Store   Store
	Clock   Clock
	Random  io.Reader // salts; crypto/rand.Reader outside tests
	Boot    string    // uuid of this boot (BootID)
	Opening Opening   // the first record; not used by Resume

	// Accept says whose permissions count; nil accepts every peer that may
	// speak. Where calls have no leaf of their own, refuse RouteOwn here.
	Accept func(Peer) bool
	// OnStart places the peer under the warden before its start is committed;
	// an error refuses the start. nil accepts every start.
	OnStart func(ctx context.Context, actionID string, peer Peer) error
	// OnEnd is told when a call has ended, before its adapter hears that the
	// action is recorded, or when its start came to nothing. It and OnStart
	// may call Kernel.
	OnEnd func(actionID string)
	// Paused says why no call may begin or start now, "" where it may. Events
	// that were answered before get their answer all the same. nil never pauses.
	Paused func() (why string)
	// OnCommit is told, without arguments and from the sequencer, that
	// Progress has moved. It must not block.
	OnCommit func()

	// Blobs keeps strings over trace.MaxInline; without it they stay in the
	// body, and MaxBody bounds an event.
	Blobs BlobStore
	// States spares Resume the reading of all records; without it all are read.
	States StateStore

	EventLimit int // 0 is DefaultEventLimit
}

// Check reports the first thing that is missing.
func (c Config) Check() error {
	switch {
	case c.Session.IsZero():
		return errors.New("session configuration: no session id")
	case c.Store == nil, c.Clock == nil, c.Random == nil:
		return errors.New("session configuration: store, clock and random source are needed")
	case c.Boot == "":
		return errors.New("session configuration: no boot id")
	case c.EventLimit < 0:
		return fmt.Errorf("session configuration: event limit %d", c.EventLimit)
	}
	return nil
}

// Session is the sequencer of one session. All methods may be called from any
// goroutine.
type Session struct {
	id       trace.Hash
	store    Store
	clock    Clock
	blobs    BlobStore
	random   io.Reader
	boot     string
	accept   func(Peer) bool
	onStart  func(context.Context, string, Peer) error
	onEnd    func(string)
	onCommit func()
	paused   func() string
	queue    *queue
	ids      keyed      // one submission per event id at a time
	starts   keyed      // one start per call at a time
	turn     sync.Mutex // held by whoever sequences
	shared   bool       // the last commit was of more than one item; guarded by turn
	seen     *seen      // event ids that this process has taken
	keep     keeping
	hasher   *trace.Hasher // whoever sequences owns it
	past     past
	done     chan struct{}

	mu    sync.RWMutex // held by the sequencer only to change state
	state state
	fail  error // set once, with the queue dead
}

// state is what follows from the records, all of them durable or in the batch
// that is being committed. Only the sequencer changes it.
type state struct {
	n        uint64
	frontier *trace.Frontier
	calls    calls
	ties     ties
	counted  uint64            // permissions and actions
	kernel   uint64            // kernel records
	serials  map[uint64]uint64 // the warden's numbers of kernel records -> seq
	// announced are the kernel calls that were about to be made, by the seq of their notice.
	announced map[uint64]announced
	closed    bool
	acked     Progress
}

// Progress is what is durable and acknowledged.
type Progress struct {
	N      uint64
	H      trace.Hash // H(N)
	Calls  uint64     // permissions and actions among them
	Kernel uint64     // kernel records among them
	Closed bool       // the last record closes the session
}

// newSession makes a session without records; fresh says that the store has
// none of it either.
func newSession(c Config, fresh bool) *Session {
	s := &Session{
		id: c.Session, store: c.Store, blobs: c.Blobs, clock: c.Clock, random: &lockedReader{r: c.Random}, boot: c.Boot,
		accept: c.Accept, onStart: c.OnStart, onEnd: c.OnEnd, onCommit: c.OnCommit,
		ids: newKeyed(), starts: newKeyed(), seen: newSeen(fresh), keep: keeping{store: c.States}, hasher: trace.NewHasher(), past: past{calls: map[string]*call{}}, done: make(chan struct{}),
		state: state{frontier: &trace.Frontier{}, calls: calls{}, ties: ties{}, serials: map[uint64]uint64{}, announced: map[uint64]announced{}},
	}
	if s.paused = c.Paused; s.paused == nil {
		s.paused = func() string { return "" }
	}
	if s.accept == nil {
		s.accept = Peer.MaySpeak
	}
	limit := c.EventLimit
	if limit == 0 {
		limit = DefaultEventLimit
	}
	s.queue = newQueue(c.Clock, limit)
	return s
}

// ID is the session's id.
func (s *Session) ID() trace.Hash { return s.id }

// Progress returns what is durable and acknowledged now.
func (s *Session) Progress() Progress {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state.acked
}

// Err is nil while the session works, else what stopped it (ErrFailed).
func (s *Session) Err() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.fail
}

// Fail stops the session for good: this process accepts nothing more for it.
// Whoever finds that the store lies calls it.
func (s *Session) Fail(cause error) {
	if !errors.Is(cause, ErrFailed) {
		cause = fmt.Errorf("%w: %w", ErrFailed, cause)
	}
	s.mu.Lock()
	if s.fail == nil {
		s.fail = cause
	}
	s.mu.Unlock()
	for _, it := range s.queue.kill(cause) {
		it.answer(answer{reply: storeReply(cause), err: cause})
	}
}

// storeReply tells an adapter that its record is not durable.
func storeReply(cause error) event.Reply {
	return event.Reply{Code: event.CodeStore,
		Message: fmt.Sprintf("the record could not be made durable, so do not go on: %v", cause)}
}

// await waits for an item whose answer is only whether it is durable.
func (s *Session) await(ctx context.Context, it *item) error {
	a, err := it.await(ctx)
	return cmp.Or(err, a.err)
}
