package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"sync"
	"time"

	"github.com/varek/varek/contracts/escrow"
)

// reservesEvery is how often the money behind the promises is looked at.
const reservesEvery = time.Minute

// reserves watch what stands behind the promises that sessions here are under,
// and what the operator has left for fees.
type reserves struct {
	mu     sync.Mutex
	next   time.Time
	list   []escrow.Promise
	funds  *big.Int // nil: not read yet
	warned map[string]bool
}

// look reads them again when it is time. A failure is only logged: claims come first.
func (r *reserves) look(ctx context.Context, v *serving) {
	r.mu.Lock()
	due := !time.Now().Before(r.next)
	r.mu.Unlock()
	if !due {
		return
	}
	list, funds, err := readReserves(ctx, v)
	if err != nil {
		if ctx.Err() == nil {
			v.log.Warn("the reserves cannot be read", "op", "reserves", "err", err)
		}
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.next, r.list, r.funds = time.Now().Add(reservesEvery), list, funds
	r.warn(v)
}

func readReserves(ctx context.Context, v *serving) (list []escrow.Promise, funds *big.Int, err error) {
	sessions, err := listRuns(v.settings.state)
	if err != nil {
		return nil, nil, err
	}
	for _, d := range sessions.damaged {
		v.log.Warn("the promises of a session are not known", "op", "reserves", "err", d)
	}
	n := v.chain.client.Network()
	var ids []uint32
	for _, run := range sessions.runs {
		if run.Owner == v.chain.owner && run.ChainID == n.ChainID && run.Escrow == n.Escrow {
			ids = append(ids, run.Promises...)
		}
	}
	for _, s := range v.claims.Statuses() {
		if s.Promise != 0 {
			ids = append(ids, s.Promise)
		}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		p, err := v.chain.client.Promise(ctx, id)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, p)
	}
	funds, err = v.chain.client.Balance(ctx, v.chain.signer.Address())
	return list, funds, err
}

// warn says once what is wrong, and again after it was right in between.
func (r *reserves) warn(v *serving) {
	now := map[string]bool{}
	say := func(key, text string, args ...any) {
		now[key] = true
		if !r.warned[key] {
			v.log.Warn(text, append([]any{"op", "reserves"}, args...)...)
		}
	}
	for _, p := range r.list {
		key := fmt.Sprint(p.ID)
		owed := new(big.Int).Mul(p.Payout, big.NewInt(int64(max(1, p.OpenClaims))))
		switch {
		case p.Dues > 0:
			say(key+"dues", "a promise owes payouts that its reserve does not cover", "promise", p.ID, "dues", p.Dues, "next", fmt.Sprintf("varek-escrow promise fund %d AMOUNT", p.ID))
		case p.RetiredAt == 0 && p.Available.Cmp(owed) < 0 && !p.Hold:
			say(key+"short", "a promise's reserve does not cover its open claims, or no further one", "promise", p.ID, "available_wei", p.Available.String(),
				"payout_wei", p.Payout.String(), "open_claims", p.OpenClaims, "next", fmt.Sprintf("varek-escrow promise fund %d AMOUNT", p.ID))
		}
		if p.RetiredAt != 0 {
			say(key+"retired", "a promise is retired; open no more sessions under it", "promise", p.ID, "claims_until",
				escrow.BlockTime(p.RetiredAt+uint64(escrow.FilingWindow/time.Second)).Format(time.RFC3339))
		}
	}
	if r.funds.Sign() == 0 {
		say("funds", "the operator has no money for fees: nothing can be committed or offered", "operator", v.chain.signer.Address())
	}
	r.warned = now
}

func (r *reserves) figures(w io.Writer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range []struct {
		name string
		of   func(escrow.Promise) any
	}{
		{"varek_promise_available_wei", func(p escrow.Promise) any { return p.Available }},
		{"varek_promise_payout_wei", func(p escrow.Promise) any { return p.Payout }},
		{"varek_promise_open_claims", func(p escrow.Promise) any { return p.OpenClaims }},
		{"varek_promise_dues", func(p escrow.Promise) any { return p.Dues }},
		{"varek_promise_retired", func(p escrow.Promise) any { return flag(p.RetiredAt != 0) }},
	} {
		fmt.Fprintf(w, "# TYPE %s gauge\n", m.name)
		for _, p := range r.list {
			fmt.Fprintf(w, "%s{promise=\"%d\"} %v\n", m.name, p.ID, m.of(p))
		}
	}
	if r.funds != nil {
		fmt.Fprintf(w, "# TYPE varek_operator_funds_wei gauge\nvarek_operator_funds_wei %v\n", r.funds)
	}
}
