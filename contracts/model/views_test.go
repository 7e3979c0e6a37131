package model_test

import (
	"fmt"
	"math/big"

	"github.com/ethereum/go-ethereum/common"

	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/contracts/model"
	"github.com/varek/varek/tracestore/trace"
)

func wei(n uint64) *big.Int { return new(big.Int).SetUint64(n) }

func address(a trace.Address) common.Address { return common.Address(a) }

// viewsOf are all answers that the escrow must give in the model's state.
func (w *world) viewsOf() []view {
	var out []view
	add := func(method string, in []any, want ...any) {
		out = append(out, w.expect(method, in, want...))
	}
	m := w.model
	add("promiseCount", nil, uint32(len(m.Promises)))
	for id := uint32(0); int(id) <= len(m.Promises)+1; id++ {
		p := m.Promise(id)
		if p == nil {
			p = &model.Promise{}
		}
		oldest := trace.Hash{}
		if len(p.Queue) > 0 {
			oldest = p.Queue[0]
		}
		add("promiseOf", []any{id}, promiseView(p))
		add("availableOf", []any{id}, wei(m.Available(p)))
		add("oldestDueOf", []any{id}, oldest)
	}
	for _, o := range w.openings {
		id := m.SessionID(o.Owner, o.User, o.Salt, o.Promises)
		s, f := m.Sessions[id], m.Finals[model.Owned{Owner: o.Owner, What: id}]
		add("sessionOf", []any{id}, bindings.IEscrowSession{Owner: address(s.Owner), OpenedAt: wei(s.OpenedAt)})
		add("finalOf", []any{address(o.Owner), id}, wei(f.At), [27]byte(f.H[:27]))
		for _, promise := range o.Promises {
			w.claimViews(add, model.Pair{Session: id, Promise: promise})
		}
	}
	for _, a := range w.actors {
		add("creditOf", []any{address(a.address)}, wei(m.Credits[a.address]))
		add("operatorOf", []any{address(a.address)}, address(m.Operators[a.address]))
		add("accumulatorOf", []any{address(a.address)}, m.Accumulators[a.address])
	}
	for _, owner := range []string{"owner", "other"} {
		for _, operator := range []string{"owner", "operator", "next"} {
			r := model.Relief{Owner: w.actors[owner].address, Operator: w.actors[operator].address}
			add("relievedAt", []any{address(r.Owner), address(r.Operator)}, wei(m.Relieved[r]))
		}
	}
	return out
}

func (w *world) claimViews(add func(string, []any, ...any), pair model.Pair) {
	latest := uint32(0)
	if c := w.model.Claims[pair]; c != nil {
		latest = c.Round
	}
	newest := trace.Hash{}
	for round := uint32(1); round <= latest+1; round++ {
		k := model.Key{Pair: pair, Round: round}
		c, id := w.model.Claim(k), w.model.ID(k)
		add("claimOf", []any{keyView(k)}, bindings.IEscrowClaim{User: address(c.User), FiledAt: wei(c.FiledAt),
			Round: c.Round, Status: uint8(c.Status), Reason: c.Reason})
		add("offerOf", []any{id}, w.model.Offers[id])
		add("claimId", []any{keyView(k)}, id)
		if round == latest {
			newest = id
		}
	}
	add("latestClaimOf", []any{pair.Session, pair.Promise}, newest, latest)
}

func promiseView(p *model.Promise) bindings.IEscrowPromise {
	return bindings.IEscrowPromise{
		Owner: address(p.Owner), RegisteredAt: wei(p.RegisteredAt), RetiredAt: wei(p.RetiredAt), Hold: p.Hold,
		Reserve: wei(p.Reserve), Bond: wei(p.Bond), OpenClaims: p.OpenClaims, Dues: uint32(len(p.Queue)),
		Verifier: address(p.Verifier), Payout: wei(p.Payout), Predicate: p.Predicate, ParamsHash: p.ParametersHash,
	}
}

func keyView(k model.Key) bindings.IEscrowClaimKey {
	return bindings.IEscrowClaimKey{Session: k.Session, PromiseId: k.Promise, Round: k.Round}
}

func (w *world) expect(method string, in []any, want ...any) view {
	w.t.Helper()
	packed, err := w.abi.Methods[method].Outputs.Pack(want...)
	if err != nil {
		w.t.Fatalf("%s: %v", method, err)
	}
	return view{name: fmt.Sprint(method, in), to: w.model.Address, in: w.pack(method, in...), want: packed}
}

func (w *world) pack(method string, in ...any) []byte {
	w.t.Helper()
	packed, err := w.abi.Pack(method, in...)
	if err != nil {
		w.t.Fatalf("%s%v: %v", method, in, err)
	}
	return packed
}
