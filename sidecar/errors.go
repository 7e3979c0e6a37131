package sidecar

import (
	"errors"
	"fmt"

	"github.com/varek/varek/adapters/event"
)

var (
	// ErrClosed is returned for work that arrives after the session's close.
	ErrClosed = errors.New("session is closed")
	// ErrFailed says that the session can accept nothing more in this
	// process: the store stopped, or it does not hold what was acknowledged.
	ErrFailed = errors.New("session has failed")
	// ErrDiverged says that rows read back from the store do not hash to what
	// was acknowledged. It is a kind of ErrFailed.
	ErrDiverged = fmt.Errorf("%w: the store does not hold what was acknowledged", ErrFailed)
	// ErrNotResumable is returned by Resume for a session that is closed or
	// that the store does not hold.
	ErrNotResumable = errors.New("session cannot be resumed")
	// ErrExists is returned by Open for a session that already has records.
	ErrExists = errors.New("session already has records")
)

// refusal is an event that is answered with a code instead of a record.
type refusal struct {
	code    string // one of the codes of adapters/event
	about   string // what a notice of it is about
	message string
}

func (r *refusal) Error() string { return r.code + ": " + r.message }

func refuse(code, format string, args ...any) *refusal {
	return &refusal{code: code, about: "refused", message: fmt.Sprintf(format, args...)}
}

// forged is the refusal of a claim that the peer has no right to make.
func forged(format string, args ...any) *refusal {
	r := refuse(event.CodeRefused, format, args...)
	r.about = "forged"
	return r
}
