package model

import "github.com/varek/varek/tracestore/trace"

// Registration are the terms of a promise.
type Registration struct {
	Predicate, ParamsHash trace.Hash
	Payout, Bond          uint64
	Verifier              trace.Address
	Hold                  bool
	Params                []byte // published, or empty
}

// Register makes a promise of the caller, whose reserve covers a payout at least.
func (e *Escrow) Register(c Call, g Registration) (r Result) {
	r.refuse(g.Predicate.IsZero() || g.ParamsHash.IsZero() || g.Verifier.IsZero(), "EscrowZero")
	r.refuse(g.Payout == 0 || g.Bond == 0, "EscrowAmount")
	r.refuse(c.Value < g.Payout, "EscrowReserveShort")
	r.refuse(len(g.Params) > 0 && trace.Keccak(g.Params) != g.ParamsHash, "EscrowParamsHash")
	if r.refused() {
		return r
	}
	e.take(c)
	e.Promises = append(e.Promises, &Promise{
		Owner: c.By, Verifier: g.Verifier, RegisteredAt: c.Now, Hold: g.Hold, Reserve: c.Value, Bond: g.Bond,
		Payout: g.Payout, Predicate: g.Predicate, ParametersHash: g.ParamsHash,
	})
	r.emit("PromiseRegistered", 0)
	r.emit("ReserveFunded", c.Value)
	return r
}

// Fund adds to the reserve.
func (e *Escrow) Fund(c Call, id uint32) (r Result) {
	p := e.Promise(id)
	r.refuse(p == nil, "EscrowUnknownPromise")
	r.refuse(c.Value == 0, "EscrowAmount")
	if p != nil {
		r.refuse(p.RetiredAt != 0 && p.Reserve+c.Value > p.Payout*uint64(len(p.Queue)), "EscrowBeyondDues")
	}
	if r.refused() {
		return r
	}
	e.take(c)
	p.Reserve += c.Value
	r.emit("ReserveFunded", c.Value)
	return r
}

// Retire ends the promise for new sessions.
func (e *Escrow) Retire(c Call, id uint32) (r Result) {
	p := e.Promise(id)
	if p == nil {
		r.refuse(true, "EscrowUnknownPromise")
		return r
	}
	r.refuse(p.Owner != c.By, "EscrowNotOwner")
	r.refuse(p.RetiredAt != 0, "EscrowRetired")
	if r.refused() {
		return r
	}
	p.RetiredAt = c.Now
	r.emit("PromiseRetired", 0)
	return r
}

// WithdrawReserve sends what is left of a retired promise.
func (e *Escrow) WithdrawReserve(c Call, id uint32, to trace.Address) (r Result) {
	r.refuse(to.IsZero(), "EscrowZero")
	p := e.Promise(id)
	if p == nil {
		r.refuse(true, "EscrowUnknownPromise")
		return r
	}
	rest := e.available(p, 0)
	r.refuse(p.Owner != c.By, "EscrowNotOwner")
	r.refuse(p.RetiredAt == 0, "EscrowNotRetired")
	r.refuse(p.RetiredAt != 0 && c.Now <= p.RetiredAt+e.Rules.ReserveWindow, "EscrowTooEarly")
	r.refuse(p.OpenClaims > 0, "EscrowOpenClaims")
	r.refuse(rest == 0, "EscrowNothing")
	if !r.refused() {
		r.refuse(!e.send(to, rest, false), "EscrowTransfer")
	}
	if r.refused() {
		return r
	}
	p.Reserve -= rest
	r.emit("ReserveWithdrawn", rest)
	r.emit("Paid", rest)
	return r
}

// Pull sends the caller's credit.
func (e *Escrow) Pull(c Call, to trace.Address) (r Result) {
	amount := e.Credits[c.By]
	r.refuse(to.IsZero(), "EscrowZero")
	r.refuse(amount == 0, "EscrowNothing")
	if !r.refused() {
		r.refuse(!e.send(to, amount, false), "EscrowTransfer")
	}
	if r.refused() {
		return r
	}
	delete(e.Credits, c.By)
	r.emit("CreditPulled", amount)
	r.emit("Paid", amount)
	return r
}
