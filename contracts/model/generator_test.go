package model_test

import (
	"fmt"
	"slices"

	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/contracts/model"
	"github.com/varek/varek/tracestore/trace"
)

const (
	maxPromises = 5
	maxSessions = 10
)

// next draws an operation: what a deadline is about in the second before its
// last, in the last or in the one after; else mostly one that the model allows,
// else anything.
func (w *world) next() operation {
	if len(w.model.Promises) == 0 {
		return w.register()
	}
	if due := w.deadlines(); len(due) > 0 && w.rand.IntN(4) == 0 {
		near := due[:min(len(due), 4)]
		if w.rand.IntN(6) == 0 {
			near = due
		}
		d := one(w, near...)
		op := d.op()
		if at := d.last - 1 + uint64(w.rand.IntN(3)); at > w.now {
			op.at = at
		}
		return op
	}
	if op, there := w.rare(); there {
		return op
	}
	for try := 0; ; try++ {
		make, before := one(w, w.makers()...), len(w.openings)
		for range 4 {
			op := make()
			if try > 20 || w.rand.IntN(20) == 0 || w.allowed(op) {
				return op
			}
			w.openings = w.openings[:before]
		}
	}
}

// rare goes on with what seldom comes of itself: a payout owed, and a claim that
// is to expire.
func (w *world) rare() (operation, bool) {
	if dues := w.keys(model.Due); len(dues) > 0 && w.rand.IntN(4) == 0 {
		k := one(w, dues...)
		if p := w.model.Promise(k.Promise); p.Reserve < p.Payout {
			return w.fundWith(k.Promise, p.Payout-p.Reserve), true
		}
		return w.collectOf(k), true
	}
	if open := w.keys(model.Open); len(open) > 0 && w.rand.IntN(6) == 0 {
		k := one(w, open...)
		p := w.model.Promise(k.Promise)
		if p.RetiredAt == 0 {
			return w.retireOf(k.Promise), true
		}
		op := w.expireOf(k)
		if at := max(w.model.Claim(k).FiledAt+180*24*3600, p.RetiredAt+model.Month) - 1 + uint64(w.rand.IntN(3)); at > w.now {
			op.at = at
		}
		return op, true
	}
	return operation{}, false
}

// makers draw one transaction each, the more frequent ones more than once.
func (w *world) makers() []func() operation {
	out := []func() operation{
		w.fund, w.openSession, w.openSession, w.openSigned, w.commit, w.commit, w.file, w.file, w.file,
		w.file, w.file, w.fileSigned, w.fileSigned, w.fileSigned, w.offer, w.settle, w.settle, w.settle, w.settle,
		w.withdrawClaim, w.withdrawClaim, w.collect, w.collect, w.expire, w.expire, w.pull, w.withdrawReserve, w.withdrawReserve,
	}
	if len(w.model.Promises) < maxPromises {
		out = append(out, w.register)
	}
	if w.rand.IntN(3) == 0 {
		out = append(out, w.retire, w.setOperator)
	}
	return out
}

// allowed asks a copy of the model.
func (w *world) allowed(op operation) bool {
	kept := w.model
	defer func() { w.model = kept }()
	w.model = kept.Clone()
	return len(op.apply(model.Call{By: op.by.address, Value: op.value, Now: w.now + 1}).Refusals) == 0
}

// deadline is a second in which something is allowed, or refused, the last time.
type deadline struct {
	last uint64
	op   func() operation
}

// deadlines are those still to come, nearest first.
func (w *world) deadlines() []deadline {
	var out []deadline
	add := func(last uint64, ops ...func() operation) {
		if last > w.now+1 {
			out = append(out, deadline{last, ops[w.rand.IntN(len(ops))]})
		}
	}
	for i, p := range w.model.Promises {
		if p.RetiredAt != 0 {
			add(p.RetiredAt+model.Month, func() operation { return w.withdrawReserveOf(uint32(i + 1)) },
				w.file, w.expire)
		}
	}
	for _, o := range w.openings {
		id := w.id(o)
		if f, there := w.model.Finals[model.Owned{Owner: o.Owner, What: id}]; there {
			add(f.At+model.Month, func() operation { return w.fileOn(o, o.Promises[w.rand.IntN(len(o.Promises))]) })
		}
		if r := w.model.Relieved[model.Relief{Owner: o.Owner, Operator: o.Signer}]; r != 0 {
			add(r+model.Month, func() operation { return w.openSignedOf(o) }, func() operation { return w.fileSignedOn(o) })
		}
	}
	for _, k := range w.keys(model.Open) {
		c := w.model.Claim(k)
		add(c.FiledAt+3*24*3600, func() operation { return w.settleOf(k, true, model.ReasonNoEvidence) },
			func() operation { return w.settleOf(k, true, model.ReasonNoFinal) }, func() operation { return w.offerOn(k) })
		add(c.FiledAt+10*24*3600, func() operation { return w.withdrawClaimOf(k) },
			func() operation { return w.settleOf(k, true, model.ReasonNoEvidence) })
		add(c.FiledAt+180*24*3600, func() operation { return w.expireOf(k) })
	}
	slices.SortStableFunc(out, func(a, b deadline) int { return int(int64(a.last) - int64(b.last)) })
	return out
}

// mostly is v in nine of ten draws.
func mostly[T any](w *world, v, other T) T {
	if w.rand.IntN(10) == 0 {
		return other
	}
	return v
}

func one[T any](w *world, of ...T) T { return of[w.rand.IntN(len(of))] }

func (w *world) names() []string {
	return []string{"owner", "other", "operator", "next", "user", "verifier", "refusing", "burning", "costly", "willing"}
}

// anyone is an actor by chance.
func (w *world) anyone() actor { return w.actors[one(w, w.names()...)] }

func (w *world) named(a trace.Address) actor {
	for _, name := range w.names() {
		if w.actors[name].address == a {
			return w.actors[name]
		}
	}
	return w.anyone()
}

func (w *world) id(o model.Opening) trace.Hash {
	return w.model.SessionID(o.Owner, o.User, o.Salt, o.Promises)
}

// keys are those of the newest claims in one of these states, in a fixed order.
func (w *world) keys(states ...model.Status) (out []model.Key) {
	for _, o := range w.openings {
		for _, promise := range o.Promises {
			pair := model.Pair{Session: w.id(o), Promise: promise}
			if c := w.model.Claims[pair]; c != nil && slices.Contains(states, c.Status) {
				out = append(out, model.Key{Pair: pair, Round: c.Round})
			}
		}
	}
	return out
}

// key is mostly one in the wanted state, else another or none that exists.
func (w *world) key(state model.Status) model.Key {
	wanted, all := w.keys(state), w.keys(1, 2, 3, 4, 5, 6)
	switch {
	case len(wanted) > 0 && w.rand.IntN(8) > 0:
		return one(w, wanted...)
	case len(all) > 0 && w.rand.IntN(4) > 0:
		k := one(w, all...)
		k.Round = mostly(w, k.Round, one(w, 0, k.Round-1, k.Round+1))
		return k
	case len(w.openings) > 0:
		o := one(w, w.openings...)
		return model.Key{Pair: model.Pair{Session: w.id(o), Promise: one(w, o.Promises...)}, Round: 1}
	}
	return model.Key{Pair: model.Pair{Session: trace.Hash{9}, Promise: 1}, Round: 1}
}

func (w *world) promise() uint32 {
	return mostly(w, uint32(1+w.rand.IntN(len(w.model.Promises))), uint32(w.rand.IntN(len(w.model.Promises)+2)))
}

func (w *world) register() operation {
	if len(w.model.Promises) >= maxPromises {
		return w.fund()
	}
	text := []byte("{}")
	g := model.Registration{
		Predicate: mostly(w, trace.Hash{1}, trace.Hash{}), ParamsHash: mostly(w, trace.Keccak(text), trace.Hash{2}),
		Payout: mostly(w, uint64(1+w.rand.IntN(1000)), 0), Bond: mostly(w, uint64(1+w.rand.IntN(50)), 0),
		Verifier: mostly(w, w.actors[one(w, "verifier", "verifier", "willing")].address, trace.Address{}),
		Hold:     w.rand.IntN(3) == 0, Params: one(w, text, nil),
	}
	value := mostly(w, g.Payout*one(w, uint64(1), 1, 1, 2)+uint64(w.rand.IntN(2)), g.Payout-min(1, g.Payout))
	return operation{text: fmt.Sprintf("register(%+v)", g), by: w.actors[one(w, "owner", "owner", "other", "costly")], value: value,
		input: w.pack("register", g.Predicate, g.ParamsHash, wei(g.Payout), wei(g.Bond), address(g.Verifier), g.Hold, g.Params),
		apply: func(c model.Call) model.Result { return w.model.Register(c, g) }}
}

func (w *world) fund() operation {
	id, value := w.promise(), uint64(w.rand.IntN(600))
	if p := w.model.Promise(id); p != nil {
		owed := p.Payout * uint64(len(p.Queue))
		value = one(w, value, p.Payout, p.Payout-min(p.Payout, p.Reserve), owed-min(owed, p.Reserve), owed-min(owed, p.Reserve)+1)
	}
	return w.fundWith(id, value)
}

func (w *world) fundWith(id uint32, value uint64) operation {
	return operation{text: fmt.Sprintf("fund(%d)", id), by: w.anyone(), value: value, input: w.pack("fund", id),
		apply: func(c model.Call) model.Result { return w.model.Fund(c, id) }}
}

func (w *world) ownerOf(id uint32) actor {
	if p := w.model.Promise(id); p != nil {
		return mostly(w, w.named(p.Owner), w.anyone())
	}
	return w.anyone()
}

func (w *world) retire() operation { return w.retireOf(w.promise()) }

func (w *world) retireOf(id uint32) operation {
	return operation{text: fmt.Sprintf("retire(%d)", id), by: w.ownerOf(id), input: w.pack("retire", id),
		apply: func(c model.Call) model.Result { return w.model.Retire(c, id) }}
}

// receiver is where a caller sends its money to.
func (w *world) receiver() trace.Address {
	return mostly(w, w.anyone().address, one(w, trace.Address{}, w.model.Address))
}

func (w *world) withdrawReserve() operation { return w.withdrawReserveOf(w.promise()) }

func (w *world) withdrawReserveOf(id uint32) operation {
	to := w.receiver()
	return operation{text: fmt.Sprintf("withdrawReserve(%d, %s)", id, to), by: w.ownerOf(id), input: w.pack("withdrawReserve", id, address(to)),
		apply: func(c model.Call) model.Result { return w.model.WithdrawReserve(c, id, to) }}
}

func (w *world) pull() operation {
	by, to := w.anyone(), w.receiver()
	for _, name := range w.names() {
		if w.model.Credits[w.actors[name].address] > 0 && w.rand.IntN(2) == 0 {
			by = w.actors[name]
		}
	}
	return operation{text: fmt.Sprintf("pull(%s)", to), by: by, input: w.pack("pull", address(to)),
		apply: func(c model.Call) model.Result { return w.model.Pull(c, to) }}
}

func (w *world) setOperator() operation {
	by, operator := w.actors[one(w, "owner", "owner", "other", "costly")], w.actors[one(w, "operator", "next")].address
	operator = mostly(w, operator, trace.Address{})
	return operation{text: fmt.Sprintf("setOperator(%s)", operator), by: by, input: w.pack("setOperator", address(operator)),
		apply: func(c model.Call) model.Result { return w.model.SetOperator(c, operator) }}
}

func (w *world) operatorOf(owner trace.Address) actor {
	operator := w.model.Operators[owner]
	if operator.IsZero() || w.rand.IntN(3) == 0 {
		operator = owner
	}
	return mostly(w, w.named(operator), w.anyone())
}

// opening is a new session mostly, with live promises of one owner mostly.
func (w *world) opening() model.Opening {
	if len(w.openings) >= maxSessions || (len(w.openings) > 0 && w.rand.IntN(10) == 0) {
		return one(w, w.openings...)
	}
	w.salts++
	o := model.Opening{Owner: w.model.Promise(uint32(1 + w.rand.IntN(len(w.model.Promises)))).Owner, Salt: trace.Hash{w.salts},
		User: w.actors[one(w, "user", "user", "refusing", "burning", "costly", "willing")].address}
	o.User = mostly(w, o.User, one(w, trace.Address{}, o.Owner))
	for i, p := range w.model.Promises {
		if mostly(w, p.Owner == o.Owner && p.RetiredAt == 0, w.rand.IntN(4) == 0) {
			o.Promises = append(o.Promises, uint32(i+1))
		}
	}
	if len(o.Promises) == 0 {
		o.Promises = []uint32{w.promise()}
	}
	if w.rand.IntN(12) == 0 {
		o.Promises = append(o.Promises, w.promise())
	}
	o.OpenedAt = w.now + 1 - uint64(w.rand.IntN(3))
	o.OpenedAt = mostly(w, o.OpenedAt, one(w, 0, w.now+2, w.model.Promise(1).RegisteredAt, w.model.Promise(1).RetiredAt, w.model.Promise(1).RetiredAt-1))
	o.Signer = w.actors[one(w, "operator", "next", "owner", "other")].address
	if a := w.model.Operators[o.Owner]; !a.IsZero() {
		o.Signer = mostly(w, a, o.Signer)
	}
	w.openings = append(w.openings, o)
	return o
}

func (w *world) signed(o model.Opening) bindings.IEscrowSignedOpening {
	domain := trace.Domain{ChainID: w.model.ChainID, Contract: w.model.Address}
	sig, _, err := trace.Sign(domain.OpenDigest(o.Owner, o.User, o.Salt, trace.PromisesHash(o.Promises), o.OpenedAt), w.named(o.Signer).key)
	if err != nil {
		w.t.Fatal(err)
	}
	return bindings.IEscrowSignedOpening{Owner: address(o.Owner), User: address(o.User), Salt: o.Salt, Promises: o.Promises, OpenedAt: o.OpenedAt, Signature: sig}
}

func (w *world) openSession() operation {
	o := w.opening()
	return operation{text: fmt.Sprintf("open(%+v)", o), by: w.operatorOf(o.Owner),
		input: w.pack("open", address(o.Owner), address(o.User), o.Salt, o.Promises),
		apply: func(c model.Call) model.Result { return w.model.OpenSession(c, o) }}
}

func (w *world) openSigned() operation { return w.openSignedOf(w.opening()) }

func (w *world) openSignedOf(o model.Opening) operation {
	o = w.signedLater(o)
	return operation{text: fmt.Sprintf("openSigned(%+v)", o), by: w.anyone(), input: w.pack("openSigned", w.signed(o)),
		apply: func(c model.Call) model.Result { return w.model.OpenSigned(c, o) }}
}

// signedLater is now and then the same session, signed for this moment: what was
// committed for it before lies before its opening then.
func (w *world) signedLater(o model.Opening) model.Opening {
	if w.rand.IntN(5) == 0 {
		o.OpenedAt = w.now
	}
	return o
}

func (w *world) commit() operation {
	method, apply := "checkpoint", (*model.Escrow).Checkpoint
	if w.rand.IntN(2) == 0 {
		method, apply = "finalize", (*model.Escrow).Finalize
	}
	owner, items := w.actors["owner"].address, []trace.Item{}
	for range w.rand.IntN(3) {
		if len(w.openings) > 0 {
			o := one(w, w.openings...)
			owner = o.Owner
			items = append(items, trace.Item{Session: w.id(o), N: uint32(w.rand.IntN(5)), H: mostly(w, trace.Hash{7, w.salts, 1, byte(w.rand.IntN(9))}, trace.Hash{})})
		}
	}
	data := trace.PackItems(items)
	data = mostly(w, data, append(slices.Clone(data), 1))
	return operation{text: fmt.Sprintf("%s(%s, %x)", method, owner, data), by: w.operatorOf(owner), input: w.pack(method, address(owner), data),
		apply: func(c model.Call) model.Result { return apply(w.model, c, owner, data) }}
}

func (w *world) bond(id uint32) uint64 {
	if p := w.model.Promise(id); p != nil {
		return mostly(w, p.Bond, p.Bond+1)
	}
	return 1
}

func (w *world) file() operation {
	o := w.opening()
	for range 6 {
		if _, open := w.model.Sessions[w.id(o)]; !open {
			o = one(w, w.openings...)
		}
	}
	return w.fileOn(o, mostly(w, one(w, o.Promises...), w.promise()))
}

func (w *world) fileOn(o model.Opening, id uint32) operation {
	session, by, shown, heads := w.id(o), mostly(w, w.named(o.User), w.anyone()), o, trace.Hash{3}
	if w.rand.IntN(15) == 0 {
		shown.Salt[3]++
	}
	return operation{text: fmt.Sprintf("file(%s, %d)", session, id), by: by, value: w.bond(id),
		input: w.pack("file", session, id, shown.Promises, address(shown.Owner), shown.Salt, heads),
		apply: func(c model.Call) model.Result { return w.model.File(c, session, id, shown) }}
}

func (w *world) fileSigned() operation { return w.fileSignedOn(w.opening()) }

func (w *world) fileSignedOn(o model.Opening) operation {
	o = w.signedLater(o)
	id := mostly(w, one(w, o.Promises...), w.promise())
	return operation{text: fmt.Sprintf("fileSigned(%+v, %d)", o, id), by: mostly(w, w.named(o.User), w.anyone()), value: w.bond(id),
		input: w.pack("fileSigned", w.signed(o), id, trace.Hash{}),
		apply: func(c model.Call) model.Result { return w.model.FileSigned(c, o, id) }}
}

func (w *world) offer() operation { return w.offerOn(w.key(model.Open)) }

func (w *world) offerOn(k model.Key) operation {
	bundle := mostly(w, trace.Hash{4}, trace.Hash{})
	return operation{text: fmt.Sprintf("offer(%v)", k), by: w.operatorOf(w.model.Sessions[k.Session].Owner), input: w.pack("offer", keyView(k), bundle),
		apply: func(c model.Call) model.Result { return w.model.Offer(c, k, bundle) }}
}

func (w *world) settle() operation {
	if w.rand.IntN(3) == 0 {
		return w.settleOf(w.key(model.Open), false, mostly(w, model.ReasonSatisfied, uint8(w.rand.IntN(14))))
	}
	return w.settleOf(w.key(model.Open), true, one(w, 1, uint8(w.rand.IntN(14))))
}

func (w *world) settleOf(k model.Key, violated bool, reason uint8) operation {
	by := w.anyone()
	if p := w.model.Promise(k.Promise); p != nil {
		by = mostly(w, w.named(p.Verifier), by)
	}
	return operation{text: fmt.Sprintf("settle(%v, %t, %d)", k, violated, reason), by: by, input: w.pack("settle", keyView(k), violated, reason),
		apply: func(c model.Call) model.Result { return w.model.Settle(c, k, violated, reason) }}
}

func (w *world) withdrawClaim() operation { return w.withdrawClaimOf(w.key(model.Open)) }

func (w *world) withdrawClaimOf(k model.Key) operation {
	return operation{text: fmt.Sprintf("withdrawClaim(%v)", k), by: mostly(w, w.named(w.model.Claim(k).User), w.anyone()), input: w.pack("withdrawClaim", keyView(k)),
		apply: func(c model.Call) model.Result { return w.model.WithdrawClaim(c, k) }}
}

func (w *world) collect() operation { return w.collectOf(w.key(model.Due)) }

func (w *world) collectOf(k model.Key) operation {
	return operation{text: fmt.Sprintf("collect(%v)", k), by: w.anyone(), input: w.pack("collect", keyView(k)),
		apply: func(c model.Call) model.Result { return w.model.Collect(c, k) }}
}

func (w *world) expire() operation { return w.expireOf(w.key(model.Open)) }

func (w *world) expireOf(k model.Key) operation {
	return operation{text: fmt.Sprintf("expire(%v)", k), by: w.anyone(), input: w.pack("expire", keyView(k)),
		apply: func(c model.Call) model.Result { return w.model.Expire(c, k) }}
}
