package tracestore

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// The errors of the store, to be tested with errors.Is.
var (
	// ErrLocked: another process or Store has the file open.
	ErrLocked = errors.New("store is in use by another process")
	// ErrDataLoss: records that were acknowledged are not in the file.
	ErrDataLoss = errors.New("acknowledged records are missing")
	// ErrStopped: an earlier error made this Store stop for good.
	ErrStopped = errors.New("store has stopped")
	// ErrReplaced: the file at the path is not the one that is open.
	ErrReplaced = errors.New("store file was deleted or replaced")
	// ErrNewerSchema: the file was written by a newer version.
	ErrNewerSchema = errors.New("store was written by a newer version")
	// ErrOlderSchema: the file was written by an older version and is open for
	// reading only, so that it cannot be migrated.
	ErrOlderSchema = errors.New("store was written by an older version")
	// ErrForeign: the file is a database, or another file, but not a store.
	ErrForeign = errors.New("file is not a trace store")
	// ErrLinked: the file has a second name. SQLite names the log after the
	// name that is opened, so that two names are two logs of one file.
	ErrLinked = errors.New("store file has more than one name")
	// ErrFull: the disk is full; nothing of the batch was kept, and the same
	// Append succeeds once there is room.
	ErrFull = errors.New("no space left for the store")
	// ErrSequence: an entry does not carry the session's next number.
	ErrSequence = errors.New("sequence number is not the next one")
	// ErrEntry: an entry contradicts itself (head, session, seq, hidden).
	ErrEntry = errors.New("entry is not consistent")
	// ErrDuplicate: the event id is already recorded in this session.
	ErrDuplicate = errors.New("event id is already recorded")
	// ErrCheckpoint: a checkpoint contradicts the one already kept, or is
	// beyond the records.
	ErrCheckpoint = errors.New("checkpoint does not fit what is stored")
	// ErrClosed: the Store was closed.
	ErrClosed = errors.New("store is closed")
)

// Error is a fault that an operator must act on.
type Error struct {
	Op    string // open, append, read, checkpoint, ...
	Path  string // of the database
	Cause error
	Hint  string // the next step
}

// Error gives operation, place, cause and next step in one line.
func (e *Error) Error() string {
	s := fmt.Sprintf("%s %s: %v", e.Op, e.Path, e.Cause)
	if e.Hint != "" {
		s += " (" + e.Hint + ")"
	}
	return s
}

// Unwrap gives the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.Cause }

// resultCode is SQLite's primary result code, or 0 for other errors.
func resultCode(err error) int {
	var e *sqlite.Error
	if errors.As(err, &e) {
		return e.Code() & 0xff
	}
	return 0
}

func isFull(err error) bool { return resultCode(err) == sqlite3.SQLITE_FULL }
