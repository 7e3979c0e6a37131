package verifier_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/judge"
	"github.com/varek/varek/verifier/watch"
)

const (
	day     = 24 * 3600
	chainID = 31337
)

// model is a chain with the escrow's claim rules on it that can do what a real
// chain does to a verifier and a development chain does not: reorganise, lose a
// transaction, or take one and fail to say so. Every block holds the whole state
// after it, so a fork is a cut.
type model struct {
	mu            sync.Mutex
	blocks        []modelBlock
	salt          uint64
	confirmations uint64
	parties       parties

	hide       int    // this many answers about events show none
	onNow      func() // called once the time is read
	dropSettle bool   // the next settlement never reaches the chain
	loseAnswer bool   // the next settlement does, and its sender is told of an error

	expected map[trace.Hash]string // claim -> reason that its last facts call for
	kept     map[trace.Hash]bool   // claims with evidence that the door took
	wrong    []string              // settlements that are not as expected
}

type modelBlock struct {
	watch.Block
	events []watch.Event
	claims map[trace.Hash]modelClaim
	finals map[trace.Hash]judge.Final
}

type modelClaim struct {
	play    *play
	round   uint32
	filedAt uint64
	status  string // open, settled or withdrawn
	reason  string
}

// parties are the keys of the model's world.
type parties struct {
	key      trace.Hash
	operator trace.Address
	verifier trace.Address
	escrow   trace.Address
	terms    predicates.PromiseFile
	manifest trace.Hash
	registry *predicates.Registry
}

// play is a session that its provider can prove.
type play struct {
	session trace.Hash
	records []trace.Record
	n       uint64
	h       trace.Hash
	reason  judge.Reason // of an honest judgement
}

func newModel(p parties, confirmations uint64) *model {
	m := &model{parties: p, confirmations: confirmations, expected: map[trace.Hash]string{}, kept: map[trace.Hash]bool{}}
	m.seal(1, func(*modelBlock) {})
	return m
}

// seal adds a block some seconds after the last one.
func (m *model) seal(after uint64, change func(*modelBlock)) {
	b := modelBlock{claims: map[trace.Hash]modelClaim{}, finals: map[trace.Hash]judge.Final{}}
	if n := len(m.blocks); n > 0 {
		last := m.blocks[n-1]
		b.Number, b.Time = last.Number+1, last.Time+after
		b.claims, b.finals = maps.Clone(last.claims), maps.Clone(last.finals)
	} else {
		b.Time = 1_000_000
	}
	m.salt++
	var seed [16]byte
	binary.BigEndian.PutUint64(seed[:], b.Number)
	binary.BigEndian.PutUint64(seed[8:], m.salt)
	b.Hash = trace.Keccak(seed[:])
	change(&b)
	for i := range b.events {
		e := &b.events[i]
		e.Block, e.BlockHash, e.BlockTime, e.TxHash = b.Number, b.Hash, b.Time, trace.Keccak(seed[:], []byte{byte(i)})
	}
	m.blocks = append(m.blocks, b)
}

func (m *model) head() *modelBlock { return &m.blocks[len(m.blocks)-1] }

func (m *model) confirmed() *modelBlock {
	return &m.blocks[max(0, len(m.blocks)-1-int(m.confirmations))]
}

func (m *model) id(p *play, round uint32) trace.Hash {
	return trace.ClaimID(chainID, m.parties.escrow, p.session, 1, round)
}

// file files the session's next claim, where the rules allow one.
func (m *model) file(p *play) (trace.Hash, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	round := uint32(1)
	for {
		c, filed := m.head().claims[m.id(p, round)]
		if !filed {
			break
		}
		if c.status != "withdrawn" {
			return m.id(p, round), false
		}
		round++
	}
	id := m.id(p, round)
	m.seal(1, func(b *modelBlock) {
		b.claims[id] = modelClaim{play: p, round: round, filedAt: b.Time, status: "open"}
		b.events = append(b.events, watch.Event{Kind: watch.Filed, Claim: id, Session: p.session, Promise: 1, Round: round, Verifier: m.parties.verifier})
	})
	return id, true
}

func (m *model) finalize(p *play) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seal(1, func(b *modelBlock) {
		if _, have := b.finals[p.session]; !have {
			b.finals[p.session] = judge.Final{N: p.n, H: p.h, Time: b.Time}
		}
	})
}

// withdraw takes a claim back after ten days.
func (m *model) withdraw(id trace.Hash) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, filed := m.head().claims[id]
	if !filed || c.status != "open" || m.head().Time <= c.filedAt+10*day {
		return
	}
	m.seal(1, func(b *modelBlock) {
		c.status = "withdrawn"
		b.claims[id] = c
		b.events = append(b.events, watch.Event{Kind: watch.Withdrawn, Claim: id})
	})
}

func (m *model) advance(seconds uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.seal(seconds, func(*modelBlock) {})
}

// fork cuts the newest blocks off and puts as many and one more in their place.
func (m *model) fork(depth int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	depth = min(depth, len(m.blocks)-1)
	seconds := m.head().Time - m.blocks[len(m.blocks)-1-depth].Time
	m.blocks = m.blocks[:len(m.blocks)-depth]
	for i := range depth {
		after := uint64(1)
		if i == 0 {
			after = max(1, seconds)
		}
		m.seal(after, func(*modelBlock) {})
	}
	m.seal(1, func(*modelBlock) {})
}

// Head, Block and Events implement watch.Chain.
func (m *model) Head(context.Context) (watch.Block, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.head().Block, nil
}

func (m *model) Block(_ context.Context, n uint64) (watch.Block, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if n >= uint64(len(m.blocks)) {
		return watch.Block{}, watch.ErrNoBlock
	}
	return m.blocks[n].Block, nil
}

func (m *model) Events(_ context.Context, from, to uint64) ([]watch.Event, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var events []watch.Event
	if m.hide > 0 {
		m.hide--
		return events, nil
	}
	for n := from; n <= to && n < uint64(len(m.blocks)); n++ {
		events = append(events, m.blocks[n].events...)
	}
	return events, nil
}

// Genesis implements verifier.Ledger: every model is the same chain.
func (m *model) Genesis(context.Context) (trace.Hash, error) { return trace.Hash{1}, nil }

// Filed implements verifier.Ledger.
func (m *model) Filed(_ context.Context, id trace.Hash) (trace.Address, uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, b := range m.blocks {
		for _, e := range b.events {
			if e.Kind == watch.Filed && e.Claim == id {
				return e.Verifier, b.Number, nil
			}
		}
	}
	return trace.Address{}, 0, evidence.ErrUnknownClaim
}

// Now and what follows implement verifier.Ledger.
func (m *model) Now(context.Context) (uint64, error) {
	m.mu.Lock()
	now := m.head().Time
	m.mu.Unlock()
	if m.onNow != nil {
		m.onNow()
	}
	return now, nil
}

var errNoClaim = errors.New("the model has no such claim")

func (m *model) Status(_ context.Context, id trace.Hash) (verifier.Status, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, filed := m.head().claims[id]
	if !filed {
		return verifier.Status{}, errNoClaim
	}
	return verifier.Status{Open: c.status == "open", Time: m.confirmed().Time}, nil
}

func (m *model) Final(_ context.Context, id trace.Hash) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c, filed := m.confirmed().claims[id]
	if !filed {
		return false, errNoClaim
	}
	_, have := m.confirmed().finals[c.play.session]
	return have, nil
}

func (m *model) Facts(_ context.Context, id trace.Hash, heads []judge.Head) (judge.Facts, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b := m.confirmed()
	c, filed := b.claims[id]
	if !filed {
		return judge.Facts{}, errNoClaim
	}
	p := m.parties
	f := judge.Facts{V: judge.FactsVersion, ChainID: chainID, Escrow: p.escrow,
		Promise:   judge.PromiseFacts{ID: 1, Owner: p.operator, Verifier: p.verifier, PredicateHash: p.manifest, ParamsHash: p.terms.ParamsHash},
		Session:   judge.SessionFacts{ID: c.play.session, Owner: p.operator, Promises: []uint32{1}},
		Claim:     judge.ClaimFacts{ID: id, Round: c.round, FiledAt: c.filedAt},
		Operators: []trace.Address{p.operator}, HeadSigners: []trace.Address{p.operator},
		Items: []judge.Item{}, Heads: append([]judge.Head{}, heads...), Now: b.Time}
	if final, have := b.finals[c.play.session]; have {
		f.Final = &final
		f.Items = append(f.Items, judge.Item{Kind: judge.ItemFinal, N: final.N, H: final.H, BlockTime: final.Time})
	}
	m.expected[id] = string(m.table(c, f.Final != nil, m.kept[id]))
	return f, nil
}

// table is the settlement table, row by row, for a world without tampering.
func (m *model) table(c modelClaim, final, evidence bool) judge.Reason {
	switch {
	case !evidence:
		return judge.ReasonNoEvidence
	case !final:
		return judge.ReasonNoFinal
	}
	return c.play.reason
}

var errLost = errors.New("connection reset by peer")

func (m *model) Settle(_ context.Context, id trace.Hash, violated bool, reason judge.Reason) (trace.Hash, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.dropSettle {
		m.dropSettle = false
		return trace.Hash{}, errLost
	}
	c, filed := m.head().claims[id]
	waits := reason == judge.ReasonNoEvidence || reason == judge.ReasonNoFinal
	_, final := m.head().finals[c.play.session]
	switch {
	case !filed || c.status != "open":
		return trace.Hash{}, errors.New("the claim is not open")
	case waits && m.head().Time <= c.filedAt+3*day:
		return trace.Hash{}, errors.New("too early")
	case !violated && !final:
		return trace.Hash{}, errors.New("no final commitment")
	case violated == (reason == judge.ReasonSatisfied):
		return trace.Hash{}, errors.New("reason contradicts verdict")
	}
	if string(reason) != m.expected[id] {
		m.wrong = append(m.wrong, fmt.Sprintf("claim %s was settled as %s, its facts called for %s", id, reason, m.expected[id]))
	}
	m.seal(1, func(b *modelBlock) {
		c.status, c.reason = "settled", string(reason)
		b.claims[id] = c
		b.events = append(b.events, watch.Event{Kind: watch.Settled, Claim: id, Violated: violated, Reason: string(reason)})
	})
	if m.loseAnswer {
		m.loseAnswer = false
		return trace.Hash{}, errLost
	}
	return m.head().events[0].TxHash, nil
}

// bundle is the session's evidence for a claim, signed by a key.
func (m *model) bundle(id trace.Hash, p *play, key trace.Hash) ([]byte, error) {
	var buf bytes.Buffer
	w, err := trace.NewBundleWriter(&buf, trace.BundleHeader{V: trace.Version, Claim: id, ChainID: chainID, Escrow: m.parties.escrow,
		Session: p.session, Promise: 1, Predicate: m.parties.terms.Predicate, Params: m.parties.terms.Params, N: p.n, H: p.h})
	if err != nil {
		return nil, err
	}
	for _, r := range p.records {
		if err := w.Record(r); err != nil {
			return nil, err
		}
	}
	err = w.Close(func(digest trace.Hash) ([]byte, trace.Address, error) { return trace.Sign(digest, key[:]) })
	return buf.Bytes(), err
}

// open lists the claims that the chain has open, in a fixed order.
func (m *model) open() []trace.Hash {
	m.mu.Lock()
	defer m.mu.Unlock()
	var ids []trace.Hash
	for id, c := range m.head().claims {
		if c.status == "open" {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, func(a, b trace.Hash) int { return bytes.Compare(a[:], b[:]) })
	return ids
}

func verdictEvent(claim trace.Hash, violated bool, reason string) watch.Event {
	return watch.Event{Kind: watch.Settled, Claim: claim, Violated: violated, Reason: reason}
}
