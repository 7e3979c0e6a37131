package model

import (
	"slices"

	"github.com/varek/varek/tracestore/trace"
)

// File files a claim on a session; shown is what the caller says of it.
func (e *Escrow) File(c Call, session trace.Hash, id uint32, shown Opening) (r Result) {
	shown.User = c.By
	r.refuse(e.idOf(shown) != session, "EscrowSessionMismatch")
	s, there := e.Sessions[session]
	r.refuse(!there, "EscrowUnknownSession")
	e.checkFiling(&r, c, Pair{session, id}, s, shown.Promises)
	if r.refused() {
		return r
	}
	e.file(&r, c, Pair{session, id})
	return r
}

// FileSigned files on a signed opening, which opens the session unless it is open.
func (e *Escrow) FileSigned(c Call, o Opening, id uint32) (r Result) {
	session := e.idOf(o)
	if o.User != c.By { // the interface names two errors for it
		r.refuse(true, "EscrowNotUser")
		r.refuse(true, "EscrowSessionMismatch")
	}
	s, there := e.Sessions[session]
	if !there {
		s = Session{o.Owner, o.OpenedAt}
		e.checkSigned(&r, o, c.Now)
	}
	e.checkFiling(&r, c, Pair{session, id}, s, o.Promises)
	if r.refused() {
		return r
	}
	if !there {
		e.openShown(&r, o)
	}
	e.file(&r, c, Pair{session, id})
	return r
}

func (e *Escrow) checkFiling(r *Result, c Call, pair Pair, s Session, promises []uint32) {
	r.refuse(!slices.Contains(promises, pair.Promise), "EscrowNotInSession")
	p := e.Promise(pair.Promise)
	if p == nil {
		r.refuse(true, "EscrowUnknownPromise")
		return
	}
	r.refuse(c.Value != p.Bond, "EscrowBond")
	if old := e.Claims[pair]; old != nil {
		r.refuse(old.Status != Withdrawn || !e.Rules.RoundsGoOn, "EscrowPairTaken")
	}
	r.refuse(e.Available(p) < p.Payout, "EscrowReserveShort")
	f, final := e.Finals[Owned{s.Owner, pair.Session}]
	late := final && (f.At >= s.OpenedAt || !e.Rules.EarlyFinalVoid) && c.Now > f.At+e.Rules.ClaimWindow
	late = late || (p.RetiredAt != 0 && c.Now > p.RetiredAt+e.Rules.ClaimWindow)
	r.refuse(late, "EscrowTooLate")
}

func (e *Escrow) file(r *Result, c Call, pair Pair) {
	round := uint32(1)
	if old := e.Claims[pair]; old != nil {
		round = old.Round + 1
	}
	e.take(c)
	e.Promise(pair.Promise).OpenClaims++
	e.Claims[pair] = &Claim{User: c.By, FiledAt: c.Now, Round: round, Status: Open}
	r.emit("ClaimFiled", 0)
}

// Claim is the claim of a key: of a round that others followed user, round and
// status are left.
func (e *Escrow) Claim(k Key) Claim {
	c := e.Claims[k.Pair]
	switch {
	case c == nil || k.Round == 0 || k.Round > c.Round:
		return Claim{}
	case k.Round < c.Round:
		return Claim{User: c.User, Round: k.Round, Status: Withdrawn}
	}
	return *c
}

// Offer notes that the operator has a bundle.
func (e *Escrow) Offer(c Call, k Key, bundle trace.Hash) (r Result) {
	claim, owner := e.Claim(k), e.Sessions[k.Session].Owner
	r.refuse(claim.Status != Open, "EscrowStatus")
	r.refuse(!e.acts(c.By, owner), "EscrowNotOperator")
	r.refuse(bundle.IsZero(), "EscrowZero")
	r.refuse(c.Now > claim.FiledAt+e.Rules.EvidenceWindow, "EscrowTooLate")
	_, offered := e.Offers[e.ID(k)]
	r.refuse(offered, "EscrowOffered")
	if r.refused() {
		return r
	}
	e.Offers[e.ID(k)] = bundle
	r.emit("EvidenceOffered", 0)
	return r
}

// Settle rules on a claim.
func (e *Escrow) Settle(c Call, k Key, violated bool, reason uint8) (r Result) {
	claim, p := e.Claim(k), e.Promise(k.Promise)
	r.refuse(p == nil || p.Verifier != c.By, "EscrowNotVerifier")
	r.refuse(claim.Status != Open, "EscrowStatus")
	r.refuse(reason == 0 || reason > ReasonLast || violated == (reason == ReasonSatisfied), "EscrowReason")
	_, final := e.Finals[Owned{e.Sessions[k.Session].Owner, k.Session}]
	r.refuse(!violated && !final, "EscrowNoFinal")
	wait := e.wait(k, reason)
	r.refuse(wait > 0 && c.Now <= claim.FiledAt+wait, "EscrowTooEarly")
	if r.refused() {
		return r
	}
	p.OpenClaims--
	status := Satisfied
	if violated {
		if status = Paid; e.Available(p) < p.Payout {
			status = Due
		}
	}
	e.Claims[k.Pair].Status, e.Claims[k.Pair].Reason = status, reason
	r.emit("ClaimSettled", 0)
	switch status {
	case Satisfied:
		to := claim.User
		if e.Rules.BondToOwner {
			to = p.Owner
		}
		e.credit(&r, to, p.Bond)
	case Paid:
		p.Reserve -= p.Payout
		e.push(&r, claim.User, p.Payout+p.Bond)
	case Due:
		p.Queue = append(p.Queue, e.ID(k))
		r.emit("PayoutDue", p.Payout)
		e.push(&r, claim.User, p.Bond)
	}
	return r
}

// wait is how long after filing a verdict of this reason must wait; a verdict
// without a wait is good in the second of filing.
func (e *Escrow) wait(k Key, reason uint8) uint64 {
	switch _, offered := e.Offers[e.ID(k)]; {
	case reason == ReasonNoEvidence && offered:
		return e.Rules.VerdictWindow
	case reason == ReasonNoEvidence || reason == ReasonNoFinal:
		return e.Rules.EvidenceWindow
	}
	return 0
}

// WithdrawClaim takes a claim back.
func (e *Escrow) WithdrawClaim(c Call, k Key) (r Result) {
	claim, p := e.Claim(k), e.Promise(k.Promise)
	r.refuse(claim.User != c.By, "EscrowNotUser")
	r.refuse(claim.Status != Open, "EscrowStatus")
	if r.refused() {
		return r
	}
	short := e.available(p, p.OpenClaims-1) < p.Payout
	r.refuse(c.Now <= claim.FiledAt+e.Rules.VerdictWindow && !short, "EscrowTooEarly")
	if r.refused() {
		return r
	}
	p.OpenClaims--
	e.Claims[k.Pair].Status = Withdrawn
	r.emit("ClaimWithdrawn", 0)
	e.push(&r, claim.User, p.Bond)
	return r
}

// Collect pays a payout that is owed.
func (e *Escrow) Collect(c Call, k Key) (r Result) {
	claim, p := e.Claim(k), e.Promise(k.Promise)
	if claim.Status != Due {
		r.refuse(true, "EscrowStatus")
		return r
	}
	place := slices.Index(p.Queue, e.ID(k))
	r.refuse(place != 0 && e.Rules.OldestFirst, "EscrowNotOldest")
	r.refuse(p.Reserve < p.Payout, "EscrowReserveShort")
	if r.refused() {
		return r
	}
	p.Queue = slices.Delete(slices.Clone(p.Queue), place, place+1)
	p.Reserve -= p.Payout
	e.Claims[k.Pair].Status = Paid
	r.emit("PayoutCollected", p.Payout)
	e.push(&r, claim.User, p.Payout)
	return r
}

// Expire closes a claim that nobody moved.
func (e *Escrow) Expire(c Call, k Key) (r Result) {
	claim, p := e.Claim(k), e.Promise(k.Promise)
	if claim.Status != Open {
		r.refuse(true, "EscrowStatus")
		return r
	}
	r.refuse(c.Now <= claim.FiledAt+e.Rules.ExpiryWindow, "EscrowTooEarly")
	r.refuse(p.RetiredAt == 0, "EscrowNotRetired")
	r.refuse(p.RetiredAt != 0 && c.Now <= p.RetiredAt+e.Rules.ReserveWindow, "EscrowTooEarly")
	if r.refused() {
		return r
	}
	p.OpenClaims--
	e.Claims[k.Pair].Status = Expired
	r.emit("ClaimExpired", 0)
	e.credit(&r, claim.User, p.Bond)
	return r
}
