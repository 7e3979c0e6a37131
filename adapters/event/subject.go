package event

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/varek/varek/tracestore/trace"
)

const subjectRoot = "varek.v1."

// Subject is where events of one kind of one session go:
// varek.v1.<64 hex digits>.<kind>.
func Subject(session trace.Hash, kind string) string {
	return subjectRoot + hex.EncodeToString(session[:]) + "." + kind
}

// SessionSubjects matches every event subject of a session.
func SessionSubjects(session trace.Hash) string { return Subject(session, "*") }

// HeadsSubject is where the operator's signed heads of a session appear.
func HeadsSubject(session trace.Hash) string { return Subject(session, "heads") }

// ParseSubject undoes Subject; other subjects are ErrEvent. The kind is not
// checked against the known ones.
func ParseSubject(subject string) (session trace.Hash, kind string, err error) {
	rest, ok := strings.CutPrefix(subject, subjectRoot)
	digits, kind, dot := strings.Cut(rest, ".")
	if !ok || !dot || kind == "" || strings.Contains(kind, ".") {
		return trace.Hash{}, "", fmt.Errorf("%w: subject %q is not %s<session>.<kind>", ErrEvent, subject, subjectRoot)
	}
	session, err = trace.ParseHash("0x" + digits)
	if err != nil {
		return trace.Hash{}, "", fmt.Errorf("%w: subject: %w", ErrEvent, err)
	}
	return session, kind, nil
}
