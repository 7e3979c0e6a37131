package model

import (
	"maps"
	"slices"

	"github.com/varek/varek/tracestore/trace"
)

// Payee says how an account takes money.
type Payee uint8

const (
	Willing  Payee = iota // takes it, as every key does
	Refusing              // reverts or burns all gas
	Costly                // takes it, with more gas than a push gives
)

// Status of a claim, as the escrow numbers it.
type Status uint8

// The states of a claim.
const (
	None Status = iota
	Open
	Withdrawn
	Satisfied
	Paid
	Due
	Expired
)

// Reasons of verdicts that a rule depends on, and the largest one.
const (
	ReasonSatisfied  = 2
	ReasonNoEvidence = 3
	ReasonNoFinal    = 4
	ReasonLast       = 11
)

// Promise is one promise; times are Unix seconds, amounts wei.
type Promise struct {
	Owner, Verifier           trace.Address
	RegisteredAt, RetiredAt   uint64
	Hold                      bool
	Reserve, Bond, Payout     uint64
	OpenClaims                uint32
	Queue                     []trace.Hash // claims whose payout is owed, oldest first
	Predicate, ParametersHash trace.Hash
}

// Session is what an opening fixed.
type Session struct {
	Owner    trace.Address
	OpenedAt uint64
}

// Pair is a session and a promise; it has one claim at a time.
type Pair struct {
	Session trace.Hash
	Promise uint32
}

// Claim is the newest round of a pair.
type Claim struct {
	User    trace.Address
	FiledAt uint64
	Round   uint32
	Status  Status
	Reason  uint8
}

// Key names a claim.
type Key struct {
	Pair
	Round uint32
}

// Final is the stored final commitment.
type Final struct {
	At uint64
	H  trace.Hash
}

// Owned is something of one owner: a session's final, or a former operator.
type Owned struct {
	Owner trace.Address
	What  trace.Hash
}

// Relief is a former operator of an owner.
type Relief struct{ Owner, Operator trace.Address }

// Event is what an outsider sees of a change: its name, and its amount where it
// has one.
type Event struct {
	Name   string
	Amount uint64
}

// Result of a transaction: the rules that it breaks, by the names of the custom
// errors, or its events.
type Result struct {
	Refusals []string
	Events   []Event
}

// Call is what every transaction has.
type Call struct {
	By    trace.Address
	Value uint64
	Now   uint64 // the block's time
}

// Escrow is the state of the contract. Use New.
type Escrow struct {
	Rules        Rules
	ChainID      uint64
	Address      trace.Address
	Payees       map[trace.Address]Payee // Willing where absent
	Promises     []*Promise              // number 1 first
	Operators    map[trace.Address]trace.Address
	Relieved     map[Relief]uint64
	Sessions     map[trace.Hash]Session
	Finals       map[Owned]Final
	Accumulators map[trace.Address]trace.Hash
	Claims       map[Pair]*Claim
	Offers       map[trace.Hash]trace.Hash // by claim id
	Credits      map[trace.Address]uint64
	Balance      uint64                  // of the contract
	Moved        map[trace.Address]int64 // received less sent, fees aside
}

// New gives an escrow that nobody has used.
func New(rules Rules, chainID uint64, address trace.Address, payees map[trace.Address]Payee) *Escrow {
	return &Escrow{
		Rules: rules, ChainID: chainID, Address: address, Payees: payees,
		Operators: map[trace.Address]trace.Address{}, Relieved: map[Relief]uint64{},
		Sessions: map[trace.Hash]Session{}, Finals: map[Owned]Final{},
		Accumulators: map[trace.Address]trace.Hash{}, Claims: map[Pair]*Claim{}, Offers: map[trace.Hash]trace.Hash{},
		Credits: map[trace.Address]uint64{}, Moved: map[trace.Address]int64{},
	}
}

// Clone is a copy that shares nothing that changes.
func (e *Escrow) Clone() *Escrow {
	c := *e
	c.Promises = make([]*Promise, len(e.Promises))
	for i, p := range e.Promises {
		q := *p
		q.Queue = slices.Clone(p.Queue)
		c.Promises[i] = &q
	}
	c.Claims = map[Pair]*Claim{}
	for k, v := range e.Claims {
		claim := *v
		c.Claims[k] = &claim
	}
	c.Operators, c.Relieved, c.Sessions = maps.Clone(e.Operators), maps.Clone(e.Relieved), maps.Clone(e.Sessions)
	c.Finals, c.Accumulators, c.Offers = maps.Clone(e.Finals), maps.Clone(e.Accumulators), maps.Clone(e.Offers)
	c.Credits, c.Moved = maps.Clone(e.Credits), maps.Clone(e.Moved)
	return &c
}

// Promise is the promise of a number; nil when there is none.
func (e *Escrow) Promise(id uint32) *Promise {
	if id == 0 || int(id) > len(e.Promises) {
		return nil
	}
	return e.Promises[id-1]
}

// Available is what new claims, payouts and withdrawals can use of a promise.
func (e *Escrow) Available(p *Promise) uint64 { return e.available(p, p.OpenClaims) }

// available counts the payouts of so many open claims as held.
func (e *Escrow) available(p *Promise, open uint32) uint64 {
	taken := uint64(0)
	if e.Rules.DuesReserve {
		taken = p.Payout * uint64(len(p.Queue))
	}
	if p.Hold && e.Rules.HoldsReserve {
		taken += p.Payout * uint64(open)
	}
	return p.Reserve - min(taken, p.Reserve)
}

// Solvent says that the contract's money is what it owes, to the wei.
func (e *Escrow) Solvent() bool {
	sum := uint64(0)
	for _, p := range e.Promises {
		sum += p.Reserve
	}
	for pair, c := range e.Claims {
		if c.Status == Open {
			sum += e.Promise(pair.Promise).Bond
		}
	}
	for _, c := range e.Credits {
		sum += c
	}
	return sum == e.Balance
}

// ID is the claim's id.
func (e *Escrow) ID(k Key) trace.Hash {
	return trace.ClaimID(e.ChainID, e.Address, k.Session, k.Promise, k.Round)
}

// SessionID is the id of a session of this escrow.
func (e *Escrow) SessionID(owner, user trace.Address, salt trace.Hash, promises []uint32) trace.Hash {
	return trace.SessionID(e.ChainID, e.Address, owner, user, salt, trace.PromisesHash(promises))
}

// take books the money that came with a call.
func (e *Escrow) take(c Call) {
	e.Balance += c.Value
	e.Moved[c.By] -= int64(c.Value)
}

// send moves money out; false when the receiver refuses.
func (e *Escrow) send(to trace.Address, amount uint64, bounded bool) bool {
	kind := e.Payees[to]
	if kind == Refusing || to == e.Address || (kind == Costly && bounded) {
		return false
	}
	e.Balance -= amount
	e.Moved[to] += int64(amount)
	return true
}

// push pays, or credits where that fails.
func (e *Escrow) push(r *Result, to trace.Address, amount uint64) {
	if e.send(to, amount, e.Rules.PushGasBounded) {
		r.emit("Paid", amount)
		return
	}
	e.credit(r, to, amount)
}

func (e *Escrow) credit(r *Result, to trace.Address, amount uint64) {
	e.Credits[to] += amount
	r.emit("Credited", amount)
}

func (r *Result) emit(name string, amount uint64) { r.Events = append(r.Events, Event{name, amount}) }

// refuse notes a broken rule when it is broken.
func (r *Result) refuse(broken bool, rule string) {
	if broken && !slices.Contains(r.Refusals, rule) {
		r.Refusals = append(r.Refusals, rule)
	}
}

func (r *Result) refused() bool { return len(r.Refusals) > 0 }
