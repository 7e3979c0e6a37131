package judge_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/judge"
)

// moveOut replaces the first string behind mark in a record's body by a
// reference and gives the blob line that shows it; args_hash stays, being of
// the arguments before that. A record without it gives nil.
func (r *rig) moveOut(seq int, mark string) (line []byte) {
	rec := r.records[seq-1]
	_, after, found := bytes.Cut(rec.Body, []byte(mark+`"`))
	text, _, ended := bytes.Cut(after, []byte(`"`))
	if rec.Hidden || !found || !ended {
		return nil
	}
	ref := trace.NewBlobRef(trace.Keccak([]byte(mark), []byte{byte(seq)}), text)
	r.rewrite(seq, mark+`"`+string(text)+`"`, fmt.Sprintf(`%s{"$blob":{"bytes":%d,"k":"%s","salt":"%s"}}`, mark, ref.Bytes, ref.K, ref.Salt))
	return fmt.Appendf(nil, `{"blob":{"k":"%s","text":"%s"}}`, ref.K, text)
}

const (
	recipientMark = `"to":[`
	subjectMark   = `"subject":`
)

// show commits the records as they are and puts lines behind record seq.
func (r *rig) show(seq int, lines ...[]byte) {
	r.commit()
	for i, rec := range r.records {
		r.lines = append(r.lines, line(rec))
		if i+1 == seq {
			for _, l := range lines {
				if l != nil {
					r.lines = append(r.lines, l)
				}
			}
		}
	}
}

// blobCases have a text of a body on a line of its own, or not.
func blobCases() []testCase {
	return []testCase{
		{name: "blob-shown-and-satisfied", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) {
			r.show(3, r.moveOut(3, recipientMark), r.moveOut(3, subjectMark))
		}},
		{name: "blob-shown-and-violated", to: stranger, want: judge.ReasonViolated, at: []uint64{5}, harm: func(t testing.TB, r *rig) {
			r.show(5, r.moveOut(5, recipientMark))
		}},
		{name: "blob-shown-where-not-needed", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) { r.show(3, r.moveOut(3, subjectMark)) }},
		{name: "blob-missing-and-needed", want: judge.ReasonHidden, at: []uint64{3}, harm: func(t testing.TB, r *rig) {
			r.moveOut(3, recipientMark)
			r.show(3, r.moveOut(3, subjectMark))
		}},
		{name: "blob-missing-and-not-needed", want: judge.ReasonSatisfied, harm: func(t testing.TB, r *rig) {
			r.moveOut(3, subjectMark)
			r.show(3, r.moveOut(3, recipientMark))
		}},
		{name: "blob-altered", err: judge.ErrNotEvidence, harm: func(t testing.TB, r *rig) {
			l := r.moveOut(3, recipientMark)
			r.show(3, bytes.Replace(l, []byte(`@`), []byte(`.`), 1))
		}},
		{name: "blob-of-another-record", err: judge.ErrNotEvidence, harm: func(t testing.TB, r *rig) {
			r.moveOut(3, recipientMark)
			r.show(3, r.moveOut(5, recipientMark))
		}},
		{name: "blob-that-nothing-names", err: judge.ErrNotEvidence, harm: func(t testing.TB, r *rig) {
			r.show(3, fmt.Appendf(nil, `{"blob":{"k":"0x%s","text":""}}`, hex64))
		}},
		{name: "blob-before-its-record", err: judge.ErrNotEvidence, harm: func(t testing.TB, r *rig) { r.show(2, r.moveOut(3, recipientMark)) }},
		{name: "blob-before-all-records", err: judge.ErrNotEvidence, harm: func(t testing.TB, r *rig) {
			l := r.moveOut(3, recipientMark)
			r.show(0)
			if l != nil {
				r.lines = append([][]byte{l}, r.lines...)
			}
		}},
		{name: "blob-twice", err: judge.ErrNotEvidence, harm: func(t testing.TB, r *rig) {
			l := r.moveOut(3, recipientMark)
			r.show(3, l, l)
		}},
		{name: "blob-of-a-hidden-body", err: judge.ErrNotEvidence, harm: func(t testing.TB, r *rig) {
			l := r.moveOut(3, recipientMark)
			r.records[2] = r.records[2].Hide()
			r.show(3, l)
		}},
		{name: "blob-named-twice", err: judge.ErrNotEvidence, harm: func(t testing.TB, r *rig) {
			l := r.moveOut(3, recipientMark)
			if i := bytes.Index(r.records[2].Body, []byte(`{"$blob":`)); i >= 0 {
				ref, _, _ := bytes.Cut(r.records[2].Body[i:], []byte(`]`))
				r.rewrite(3, string(ref), string(ref)+","+string(ref))
			}
			r.show(3, l)
		}},
	}
}
