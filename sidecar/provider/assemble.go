package provider

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/varek/varek/tracestore/trace"
)

// Reader gives the stored records of a session, from..to, in order, and the
// texts that were moved out of them: trace.ErrBlob where one is not kept,
// trace.ErrBlobText where it is another.
type Reader interface {
	Blob(ctx context.Context, session trace.Hash, ref trace.BlobRef) ([]byte, error)
	Read(ctx context.Context, session trace.Hash, from, to uint64, visit func(r trace.Record, seq uint64) error) error
}

// Signer is the operator's key. SignHash gives r ‖ s ‖ v with v 27 or 28.
type Signer interface {
	Address() trace.Address
	SignHash(digest trace.Hash) ([]byte, error)
}

// Evidence says which bundle to make.
type Evidence struct {
	// Header names claim, promise and the final commitment (N, H).
	Header trace.BundleHeader
	// Commitments are the session's checkpoints on the chain, in any order.
	// The final commitment is in the header.
	Commitments []trace.Item
	// Needs says, from a head, whether the body must be shown; nil shows all.
	Needs func(trace.Head) bool
	// Hide says which of the bodies that Needs shows are hidden all the same;
	// nil hides none. The head is empty where it could not be read.
	Hide func(trace.Record, trace.Head) bool
	// Erased takes records whose bodies were erased and shows them as hidden;
	// otherwise the first of them is a *Mismatch.
	Erased bool
	// AsStored signs what the store holds even where it contradicts the
	// commitments, and lists the contradictions instead of failing.
	AsStored bool
}

// Summary says what a bundle holds.
type Summary struct {
	Records    uint64
	Shown      uint64
	Blobs      uint64 // texts shown beside the bodies
	BundleHash trace.Hash
	Signer     trace.Address
	Mismatches []*Mismatch // only with AsStored
}

// Assemble writes the signed bundle to w. On an error what was written is no
// bundle. Errors: *Mismatch (ErrMismatch) where the store contradicts the
// chain, trace.ErrBundle for a header that cannot stand.
func Assemble(ctx context.Context, r Reader, e Evidence, signer Signer, w io.Writer) (Summary, error) {
	first, err := check(ctx, r, e, nil)
	if err != nil {
		return Summary{}, err
	}
	b, err := trace.NewBundleWriter(w, e.Header)
	if err != nil {
		return Summary{}, err
	}
	sum := Summary{Signer: signer.Address(), Mismatches: first.mismatches}
	texts := blobs{ctx: ctx, from: r, e: e, to: b, sum: &sum}
	second, err := check(ctx, r, e, func(rec trace.Record, h trace.Head, known bool) error {
		if rec.Hidden {
			return b.Record(rec)
		}
		if known && e.Needs != nil && !e.Needs(h) || e.Hide != nil && e.Hide(rec, h) {
			return b.Record(rec.Hide())
		}
		sum.Shown++
		return texts.record(rec, h)
	})
	if err != nil {
		return Summary{}, err
	}
	if first.root != second.root || first.n != second.n {
		return Summary{}, fmt.Errorf("session %s changed in the store while its evidence was read", e.Header.Session)
	}
	sum.Records = second.n
	err = b.Close(func(digest trace.Hash) ([]byte, trace.Address, error) {
		sig, err := signer.SignHash(digest)
		if err != nil {
			return nil, trace.Address{}, fmt.Errorf("sign the evidence: %w", err)
		}
		return sig, signer.Address(), nil
	})
	if err != nil {
		return Summary{}, err
	}
	sum.BundleHash = b.BundleHash()
	return sum, nil
}

// Check compares a session in the store with its commitments and returns the
// first contradiction as a *Mismatch, nil where all agrees.
func Check(ctx context.Context, r Reader, e Evidence) error {
	e.AsStored = false
	_, err := check(ctx, r, e, nil)
	return err
}

// outcome is what one pass over the stored records found.
type outcome struct {
	n          uint64
	root       trace.Hash
	mismatches []*Mismatch
}

// pass walks over the records once.
type pass struct {
	e        Evidence
	due      []trace.Item // commitments not yet reached, ascending
	frontier trace.Frontier
	hasher   *trace.Hasher
	emit     func(r trace.Record, h trace.Head, known bool) error
	out      outcome
}

// check compares the stored records 1..N with every commitment and hands each
// to emit; known says that the head could be read.
func check(ctx context.Context, r Reader, e Evidence, emit func(trace.Record, trace.Head, bool) error) (outcome, error) {
	p := &pass{e: e, due: commitments(e), hasher: trace.NewHasher(), emit: emit}
	if e.Header.N > 0 {
		if err := r.Read(ctx, e.Header.Session, 1, e.Header.N, p.visit); err != nil {
			return outcome{}, err
		}
	}
	for _, c := range p.due {
		err := p.differs(&Mismatch{Session: e.Header.Session, N: uint64(c.N), What: "a commitment covers more records than the store holds",
			Want: c.H, Got: trace.Commitment(e.Header.Session, p.out.n, p.frontier.Root()), Stored: p.out.n})
		if err != nil {
			return outcome{}, err
		}
	}
	p.out.root = p.frontier.Root()
	return p.out, nil
}

// commitments lists all that must hold, ascending, the final one included.
func commitments(e Evidence) []trace.Item {
	var all []trace.Item
	for _, c := range e.Commitments {
		if c.Session == e.Header.Session {
			all = append(all, c)
		}
	}
	all = append(all, trace.Item{Session: e.Header.Session, N: uint32(e.Header.N), H: e.Header.H})
	slices.SortStableFunc(all, func(a, b trace.Item) int { return int(int64(a.N) - int64(b.N)) })
	return all
}

func (p *pass) visit(r trace.Record, seq uint64) error {
	if p.out.n == 0 {
		if err := p.compare(); err != nil { // a commitment to no records
			return err
		}
	}
	p.out.n++
	h, err := p.head(r, seq)
	if err != nil {
		return err
	}
	p.hasher.Append(&p.frontier, p.hasher.Leaf(r))
	if err := p.compare(); err != nil {
		return err
	}
	if p.emit != nil {
		return p.emit(r, h, h.Seq != 0)
	}
	return nil
}

// head decodes a record's head and makes sure that it stands where it belongs.
// With AsStored a head that cannot be read comes back empty.
func (p *pass) head(r trace.Record, seq uint64) (trace.Head, error) {
	session := p.e.Header.Session
	h, err := trace.DecodeHead(r.Head)
	switch {
	case err != nil:
		err = p.differs(&Mismatch{Session: session, N: p.out.n, What: "a record's head cannot be read: " + err.Error(), Stored: p.out.n})
		return trace.Head{}, err
	case h.Session != session || h.Seq != p.out.n || seq != p.out.n:
		return h, p.differs(&Mismatch{Session: session, N: p.out.n, Stored: p.out.n,
			What: fmt.Sprintf("the store gives record %d of session %s in its place", h.Seq, h.Session)})
	case r.Hidden && !p.e.Erased:
		return h, p.differs(&Mismatch{Session: session, N: p.out.n, What: "the record's body has been erased", Stored: p.out.n})
	}
	return h, nil
}

// compare checks every commitment to exactly the records seen so far.
func (p *pass) compare() error {
	for len(p.due) > 0 && uint64(p.due[0].N) == p.out.n {
		want := p.due[0].H
		p.due = p.due[1:]
		got := trace.Commitment(p.e.Header.Session, p.out.n, p.frontier.Root())
		if got == want {
			continue
		}
		err := p.differs(&Mismatch{Session: p.e.Header.Session, N: p.out.n, What: "the stored records hash to something else than what was committed",
			Want: want, Got: got, Stored: p.out.n})
		if err != nil {
			return err
		}
	}
	return nil
}

// differs is the error of a contradiction, or, with AsStored, notes it.
func (p *pass) differs(m *Mismatch) error {
	if !p.e.AsStored {
		return m
	}
	p.out.mismatches = append(p.out.mismatches, m)
	return nil
}

// ErrMismatch is the family of all contradictions between store and chain.
var ErrMismatch = errors.New("the store contradicts the provider's own commitments")

// Mismatch is the first place where they disagree.
type Mismatch struct {
	Session trace.Hash
	N       uint64     // record or prefix length
	What    string     // a sentence
	Want    trace.Hash // committed; zero where no hash is concerned
	Got     trace.Hash // of what is stored
	Stored  uint64     // records seen in the store
}

// Error names the place and both hashes.
func (m *Mismatch) Error() string {
	s := fmt.Sprintf("%v: session %s, at record %d: %s", ErrMismatch, m.Session, m.N, m.What)
	if !m.Want.IsZero() {
		s += fmt.Sprintf(" (committed %s, stored %s at %d)", m.Want, m.Got, m.Stored)
	}
	return s
}

// Unwrap makes errors.Is(err, ErrMismatch) hold.
func (m *Mismatch) Unwrap() error { return ErrMismatch }
