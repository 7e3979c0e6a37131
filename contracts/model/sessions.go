package model

import "github.com/varek/varek/tracestore/trace"

// Opening names a session. Signer is who signed it, where it was signed.
type Opening struct {
	Owner, User trace.Address
	Salt        trace.Hash
	Promises    []uint32
	OpenedAt    uint64
	Signer      trace.Address
}

// SetOperator names another operator of the caller. Whoever was named before
// counts as relieved.
func (e *Escrow) SetOperator(c Call, operator trace.Address) (r Result) {
	old := e.Operators[c.By]
	r.refuse(operator == old, "EscrowOperatorUnchanged")
	if r.refused() {
		return r
	}
	if !old.IsZero() {
		e.Relieved[Relief{c.By, old}] = c.Now
	}
	e.Operators[c.By] = operator
	r.emit("OperatorSet", 0)
	return r
}

func (e *Escrow) acts(by, owner trace.Address) bool { return by == owner || by == e.Operators[owner] }

// OpenSession opens by a call.
func (e *Escrow) OpenSession(c Call, o Opening) (r Result) {
	r.refuse(!e.acts(c.By, o.Owner), "EscrowNotOperator")
	e.checkOpening(&r, o, c.Now)
	r.refuse(e.Sessions[e.idOf(o)].OpenedAt != 0, "EscrowSessionOpened")
	_, ended := e.Finals[Owned{o.Owner, e.idOf(o)}]
	r.refuse(ended, "EscrowFinalized")
	if r.refused() {
		return r
	}
	e.open(&r, o, c.Now)
	return r
}

// OpenSigned opens by a signature, at the time that was signed; a session that
// has a final its user alone opens, with a claim.
func (e *Escrow) OpenSigned(c Call, o Opening) (r Result) {
	e.checkSigned(&r, o, c.Now)
	r.refuse(e.Sessions[e.idOf(o)].OpenedAt != 0, "EscrowSessionOpened")
	_, ended := e.Finals[Owned{o.Owner, e.idOf(o)}]
	r.refuse(ended, "EscrowFinalized")
	if r.refused() {
		return r
	}
	e.open(&r, o, o.OpenedAt)
	return r
}

// openShown opens with a claim, at the time that was signed. A final from before
// it is void.
func (e *Escrow) openShown(r *Result, o Opening) {
	if at := (Owned{o.Owner, e.idOf(o)}); e.Rules.EarlyFinalVoid && e.Finals[at].At < o.OpenedAt {
		delete(e.Finals, at)
	}
	e.open(r, o, o.OpenedAt)
}

func (e *Escrow) idOf(o Opening) trace.Hash { return e.SessionID(o.Owner, o.User, o.Salt, o.Promises) }

func (e *Escrow) open(r *Result, o Opening, at uint64) {
	e.Sessions[e.idOf(o)] = Session{o.Owner, at}
	r.emit("SessionOpened", 0)
}

func (e *Escrow) checkSigned(r *Result, o Opening, now uint64) {
	r.refuse(o.OpenedAt == 0 || o.OpenedAt > now, "EscrowOpenedAt")
	relieved := e.Relieved[Relief{o.Owner, o.Signer}]
	former := relieved != 0 && o.OpenedAt <= relieved && now <= relieved+e.Rules.OperatorWindow
	r.refuse(!e.acts(o.Signer, o.Owner) && !former, "EscrowSigner")
	e.checkOpening(r, o, o.OpenedAt)
}

// checkOpening holds the promises against the time of opening.
func (e *Escrow) checkOpening(r *Result, o Opening, at uint64) {
	r.refuse(o.User.IsZero(), "EscrowZero")
	last := uint32(0)
	for _, id := range o.Promises {
		r.refuse(id <= last, "EscrowPromisesOrder")
		last = id
		p := e.Promise(id)
		if p == nil {
			r.refuse(true, "EscrowUnknownPromise")
			continue
		}
		r.refuse(p.Owner != o.Owner, "EscrowNotOwner")
		r.refuse(p.RegisteredAt > at, "EscrowRegisteredLater")
		r.refuse(p.RetiredAt != 0 && at >= p.RetiredAt, "EscrowRetired")
	}
}

// Checkpoint commits items as sent.
func (e *Escrow) Checkpoint(c Call, owner trace.Address, data []byte) Result {
	return e.commit(c, owner, data, 1)
}

// Finalize commits finals; those that are there already are skipped.
func (e *Escrow) Finalize(c Call, owner trace.Address, data []byte) Result {
	return e.commit(c, owner, data, 2)
}

func (e *Escrow) commit(c Call, owner trace.Address, data []byte, kind uint8) (r Result) {
	r.refuse(!e.acts(c.By, owner), "EscrowNotOperator")
	items, err := trace.UnpackItems(data)
	r.refuse(err != nil || len(items) == 0, "EscrowItemsLength")
	for _, it := range items {
		r.refuse(it.H.IsZero() || (kind == 1 && it.N == 0), "EscrowItem")
	}
	if r.refused() {
		return r
	}
	for _, it := range items {
		at := Owned{owner, it.Session}
		if _, there := e.Finals[at]; kind == 2 && (!there || !e.Rules.FirstFinal) {
			e.Finals[at] = Final{c.Now, it.H}
		}
	}
	e.Accumulators[owner] = trace.FoldAccumulator(e.Accumulators[owner], kind, c.Now, data)
	r.emit("Checkpoints", 0)
	return r
}
