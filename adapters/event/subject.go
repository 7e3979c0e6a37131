package event

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/varek/varek/tracestore/trace/canon"
)

const subjectRoot = "varek.v1."

// Subject is where events of one kind of one session go:
// varek.v1.<64 hex digits>.<kind>.
func Subject(session canon.Hash, kind string) string {
	return subjectRoot + hex.EncodeToString(session[:]) + "." + kind
}

// SessionSubjects matches every event subject of a session.
func SessionSubjects(session canon.Hash) string { return Subject(session, "*") }

// HeadsSubject is where the operator's signed heads of a session appear.
func HeadsSubject(session canon.Hash) string { return Subject(session, "heads") }

// ParseSubject undoes Subject; other subjects are ErrEvent. The kind is not
// checked against the known ones.
func ParseSubject(subject string) (session canon.Hash, kind string, err error) {
	rest, ok := strings.CutPrefix(subject, subjectRoot)
	digits, kind, dot := strings.Cut(rest, ".")
	if !ok || !dot || kind == "" || strings.Contains(kind, ".") {
		return canon.Hash{}, "", fmt.Errorf("%w: subject %q is not %s<session>.<kind>", ErrEvent, subject, subjectRoot)
	}
	session, err = canon.ParseHash("0x" + digits)
	if err != nil {
		return canon.Hash{}, "", fmt.Errorf("%w: subject: %w", ErrEvent, err)
	}
	return session, kind, nil
}
