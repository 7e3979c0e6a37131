package sidecar

import (
	"context"

	"github.com/varek/varek/tracestore/trace"
)

// Entry is one record on its way into the store.
type Entry struct {
	Record  trace.Record
	Session trace.Hash
	Seq     uint64
	// EventID, DataHash and Reply belong to records that answer an event: the
	// same id with the same data gets Reply again for ever. Empty for kernel
	// and session records.
	EventID  string
	DataHash trace.Hash
	Reply    []byte // packReply
	// Blobs are the texts that the body refers to; they are durable already.
	Blobs []trace.BlobRef
}

// Stored is what the store remembers of an answered event, with the record
// that answers it.
type Stored struct {
	Seq      uint64
	DataHash trace.Hash
	Reply    []byte
	Record   trace.Record
}

// Store keeps records. It never overwrites and never renumbers.
type Store interface {
	// Append commits all entries or none and returns only when they are
	// durable. Seqs of a session are contiguous from its head.
	Append(ctx context.Context, entries []Entry) error
	// Event finds the answer to an event id of the session.
	Event(ctx context.Context, session trace.Hash, id string) (Stored, bool, error)
	// Read calls visit for the records from..to, both included, in order, as
	// they stand in the store now.
	Read(ctx context.Context, session trace.Hash, from, to uint64, visit func(trace.Record, uint64) error) error
	// Head is the seq of the last record, 0 for a session without any.
	Head(ctx context.Context, session trace.Hash) (uint64, error)
}

// Backend is a store whose entry types are its own; Adapt makes a Store of it.
type Backend[E, S any] interface {
	Append(ctx context.Context, entries []E) error
	Event(ctx context.Context, session trace.Hash, id string) (S, bool, error)
	Read(ctx context.Context, session trace.Hash, from, to uint64, visit func(trace.Record, uint64) error) error
	Head(ctx context.Context, session trace.Hash) (uint64, error)
}

// Adapt lets a back end serve sessions without this package knowing it. The
// two functions are conversions of struct types with the same fields.
func Adapt[E, S any](b Backend[E, S], entry func(Entry) E, stored func(S) Stored) Store {
	return adapted[E, S]{b, entry, stored}
}

type adapted[E, S any] struct {
	Backend[E, S]
	entry  func(Entry) E
	stored func(S) Stored
}

func (a adapted[E, S]) Append(ctx context.Context, entries []Entry) error {
	out := make([]E, len(entries))
	for i, e := range entries {
		out[i] = a.entry(e)
	}
	return a.Backend.Append(ctx, out)
}

func (a adapted[E, S]) Event(ctx context.Context, session trace.Hash, id string) (Stored, bool, error) {
	s, ok, err := a.Backend.Event(ctx, session, id)
	return a.stored(s), ok, err
}

// The kinds and states of a checkpoint.
const (
	KindCheckpoint uint8 = 1
	KindFinal      uint8 = 2

	StatusPending   = "pending"   // about to be sent, or sent and not seen yet
	StatusConfirmed = "confirmed" // seen on chain
)

// Checkpoint is a commitment of a session's first N records, with the state of
// the tree that continues it.
type Checkpoint struct {
	N        uint64
	Kind     uint8
	H        trace.Hash
	Frontier []byte // trace.Frontier, marshalled
	TxHash   trace.Hash
	Status   string
}

// CheckpointStore keeps checkpoints across restarts.
type CheckpointStore interface {
	// PutCheckpoint keeps c durably; the same (N, Kind) may come again with a
	// transaction or another status.
	PutCheckpoint(ctx context.Context, session trace.Hash, c Checkpoint) error
	// Checkpoints lists what was kept, by N.
	Checkpoints(ctx context.Context, session trace.Hash) ([]Checkpoint, error)
}

// CheckpointBackend is a store whose checkpoint type is its own.
type CheckpointBackend[C any] interface {
	PutCheckpoint(ctx context.Context, session trace.Hash, c C) error
	Checkpoints(ctx context.Context, session trace.Hash) ([]C, error)
}

// AdaptCheckpoints does for checkpoints what Adapt does for records.
func AdaptCheckpoints[C any](b CheckpointBackend[C], to func(Checkpoint) C, from func(C) Checkpoint) CheckpointStore {
	return adaptedCheckpoints[C]{b, to, from}
}

type adaptedCheckpoints[C any] struct {
	b    CheckpointBackend[C]
	to   func(Checkpoint) C
	from func(C) Checkpoint
}

func (a adaptedCheckpoints[C]) PutCheckpoint(ctx context.Context, session trace.Hash, c Checkpoint) error {
	return a.b.PutCheckpoint(ctx, session, a.to(c))
}

func (a adaptedCheckpoints[C]) Checkpoints(ctx context.Context, session trace.Hash) ([]Checkpoint, error) {
	kept, err := a.b.Checkpoints(ctx, session)
	out := make([]Checkpoint, len(kept))
	for i, c := range kept {
		out[i] = a.from(c)
	}
	return out, err
}
