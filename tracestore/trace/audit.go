package trace

import (
	"errors"
	"fmt"
	"slices"
)

// ErrAudit is the family of all contradictions between records and the
// commitments to them.
var ErrAudit = errors.New("the records are not what was committed")

// AuditFault is the first place where they disagree.
type AuditFault struct {
	N    uint64 // record, or length of the committed prefix
	What string // a sentence
	Want Hash   // committed; zero where no hash is concerned
	Got  Hash
}

// Error names the place and both hashes.
func (f *AuditFault) Error() string {
	s := fmt.Sprintf("%v: at record %d: %s", ErrAudit, f.N, f.What)
	if !f.Want.IsZero() {
		s += fmt.Sprintf(" (committed %s, shown %s)", f.Want, f.Got)
	}
	return s
}

// Unwrap makes errors.Is(err, ErrAudit) hold.
func (f *AuditFault) Unwrap() error { return ErrAudit }

// Audit takes the records of one session in order and compares them with the
// commitments to its prefixes, in one pass and in constant memory.
type Audit struct {
	session Hash
	due     []Item // not yet reached, ascending
	hasher  *Hasher
	tree    Frontier
	result  AuditResult
}

// AuditResult says what an audit has seen.
type AuditResult struct {
	Records     uint64 `json:"records"`
	Hidden      uint64 `json:"hidden"` // of these, with body and salt withheld
	Commitments int    `json:"commitments"`
	Proven      uint64 `json:"proven"` // up to this record everything is under a commitment that matched
	H           Hash   `json:"h"`      // of all records
}

// NewAudit makes an audit; commitments of other sessions are left aside.
func NewAudit(session Hash, committed []Item) (*Audit, error) {
	a := &Audit{session: session, hasher: NewHasher()}
	for _, it := range committed {
		if it.Session == session {
			a.due = append(a.due, it)
		}
	}
	slices.SortStableFunc(a.due, func(x, y Item) int {
		switch {
		case x.N < y.N:
			return -1
		case x.N > y.N:
			return 1
		}
		return 0
	})
	return a, a.compare()
}

// Take adds the next record; an error is an *AuditFault and ends the audit.
func (a *Audit) Take(e *Entry) error {
	n := a.tree.Size() + 1
	fault := func(format string, args ...any) error { return &AuditFault{N: n, What: fmt.Sprintf(format, args...)} }
	switch {
	case e.Record.Head == nil:
		return fault("it is shown without its head")
	case e.HeadErr != nil:
		return fault("its head cannot be read: %v", e.HeadErr)
	case e.Head.Seq != n:
		return fault("it carries the number %d", e.Head.Seq)
	case e.Head.Session != a.session:
		return fault("it belongs to session %s", e.Head.Session)
	}
	a.hasher.Add(&a.tree, e)
	a.result.Records++
	if e.Record.Hidden {
		a.result.Hidden++
	}
	return a.compare()
}

func (a *Audit) compare() error {
	n := a.tree.Size()
	for len(a.due) > 0 && uint64(a.due[0].N) == n {
		want := a.due[0].H
		a.due = a.due[1:]
		if got := a.hasher.Commitment(a.session, &a.tree); got != want {
			return &AuditFault{N: n, What: "the records up to here hash to something else", Want: want, Got: got}
		}
		a.result.Commitments++
		a.result.Proven = n
	}
	return nil
}

// Proven is how far the records seen so far are under a commitment.
func (a *Audit) Proven() uint64 { return a.result.Proven }

// End says what was seen; a commitment to more records than came is an
// *AuditFault.
func (a *Audit) End() (AuditResult, error) {
	n := a.tree.Size()
	a.result.H = a.hasher.Commitment(a.session, &a.tree)
	if len(a.due) > 0 {
		last := a.due[len(a.due)-1]
		return a.result, &AuditFault{N: n, What: fmt.Sprintf("a commitment covers %d records, only %d are shown", last.N, n), Want: last.H, Got: a.result.H}
	}
	return a.result, nil
}

// EntryMaker turns stored records into entries, many leaves at a time.
type EntryMaker struct {
	leaves  *LeafHasher
	records []Record
	hashes  []Hash
	take    func(*Entry) error
}

// NewEntryMaker hands the entries to take, in order; its error is returned and
// ends the work.
func NewEntryMaker(take func(*Entry) error) *EntryMaker {
	return &EntryMaker{leaves: NewLeafHasher(), take: take}
}

// Add takes one record, whose memory must stay as it is until Flush.
func (m *EntryMaker) Add(r Record) error {
	if m.records = append(m.records, r); len(m.records) < leafBatch {
		return nil
	}
	return m.Flush()
}

// Flush hands over what was added.
func (m *EntryMaker) Flush() error {
	m.hashes = m.leaves.Append(m.hashes[:0], m.records)
	for i, r := range m.records {
		e := Entry{Record: r, Leaf: m.hashes[i]}
		if r.Head != nil {
			e.Head, e.HeadErr = DecodeHead(r.Head)
		}
		if err := m.take(&e); err != nil {
			return err
		}
	}
	clear(m.records)
	m.records = m.records[:0]
	return nil
}
