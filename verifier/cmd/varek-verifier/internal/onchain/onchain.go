// Package onchain gives the verifier its view of the escrow: the interfaces of
// packages verifier and watch, answered by the escrow's client.
//
// It promises to translate and nothing else: every answer is the client's, with
// the client's checks (chain id, code hash, commitments that add up to the
// accumulator), and facts pass the judge's own decoder on the way. Facts are of
// the newest block that has the network's confirmations.
//
// Its limits are those of the client: it trusts its node for the present state
// and for claim events.
package onchain

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"sync"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
	"github.com/varek/varek/verifier/judge"
	"github.com/varek/varek/verifier/watch"
)

// Ledger answers from one escrow; account sends the verdicts and may be nil for
// a reader.
type Ledger struct {
	client  *escrow.Client
	account *escrow.Account

	mu      sync.Mutex
	session map[trace.Hash]session // claim -> what filing fixed
}

type session struct {
	owner trace.Address
	id    trace.Hash
}

var (
	_ watch.Chain     = (*Ledger)(nil)
	_ verifier.Ledger = (*Ledger)(nil)
)

// New returns a ledger over a client.
func New(client *escrow.Client, account *escrow.Account) *Ledger {
	return &Ledger{client: client, account: account, session: map[trace.Hash]session{}}
}

// Head implements watch.Chain.
func (l *Ledger) Head(ctx context.Context) (watch.Block, error) {
	b, err := l.client.HeadBlock(ctx)
	return watch.Block(b), err
}

// Block implements watch.Chain.
func (l *Ledger) Block(ctx context.Context, n uint64) (watch.Block, error) {
	b, err := l.client.BlockAt(ctx, n)
	if errors.Is(err, escrow.ErrNoBlock) {
		return watch.Block{}, watch.ErrNoBlock
	}
	return watch.Block(b), err
}

// Events implements watch.Chain.
func (l *Ledger) Events(ctx context.Context, from, to uint64) ([]watch.Event, error) {
	logs, err := l.client.Events(ctx, from, to)
	if err != nil {
		return nil, err
	}
	events := make([]watch.Event, 0, len(logs))
	for _, e := range logs {
		kind, moves := kindOf(e.Kind)
		if !moves {
			continue
		}
		events = append(events, watch.Event{
			Kind: kind, Claim: e.Claim, Block: e.Block, BlockHash: e.BlockHash, BlockTime: e.BlockTime, TxHash: e.TxHash,
			Session: e.Session, Promise: e.Promise, Round: e.Round, Verifier: e.Verifier, HeadsHash: e.HeadsHash,
			BundleHash: e.Bundle, Violated: e.Violated, Reason: reasonOf(e.Reason),
		})
	}
	return events, nil
}

// reasonOf names the reason of a verdict on chain. Another verifier, or a quorum,
// may give one that the judge does not.
func reasonOf(r escrow.Reason) string {
	if known, err := judge.ReasonOf(uint8(r)); err == nil {
		return string(known)
	}
	return r.String()
}

// kindOf translates an event's name; payouts collected later move no claim.
func kindOf(k escrow.EventKind) (watch.Kind, bool) {
	switch k {
	case escrow.ClaimFiled:
		return watch.Filed, true
	case escrow.EvidenceOffered:
		return watch.Offered, true
	case escrow.ClaimSettled:
		return watch.Settled, true
	case escrow.ClaimWithdrawn:
		return watch.Withdrawn, true
	case escrow.ClaimExpired:
		return watch.Expired, true
	}
	return "", false
}

// Genesis implements verifier.Ledger.
func (l *Ledger) Genesis(ctx context.Context) (trace.Hash, error) {
	b, err := l.client.BlockAt(ctx, 0)
	return b.Hash, err
}

// Now implements verifier.Ledger.
func (l *Ledger) Now(ctx context.Context) (uint64, error) { return l.client.LatestTime(ctx) }

// Filed implements verifier.Ledger.
func (l *Ledger) Filed(ctx context.Context, claim trace.Hash) (trace.Address, uint64, error) {
	c, err := l.client.Claim(ctx, claim)
	if errors.Is(err, escrow.ErrUnknownClaim) {
		err = evidence.ErrUnknownClaim
	}
	return c.Verifier, c.FiledBlock, err
}

// Status implements verifier.Ledger.
func (l *Ledger) Status(ctx context.Context, claim trace.Hash) (verifier.Status, error) {
	c, err := l.client.Claim(ctx, claim)
	if err != nil {
		return verifier.Status{}, err
	}
	at, err := l.client.ConfirmedBlock(ctx)
	return verifier.Status{Open: c.Status == escrow.StatusOpen, Time: at.Time}, err
}

// Final implements verifier.Ledger.
func (l *Ledger) Final(ctx context.Context, claim trace.Hash) (bool, error) {
	s, err := l.sessionOf(ctx, claim)
	if err != nil {
		return false, err
	}
	at, err := l.client.ConfirmedBlock(ctx)
	if err != nil {
		return false, err
	}
	final, have, err := l.client.Final(ctx, s.owner, s.id)
	return have && final.Time <= at.Time, err
}

// sessionOf remembers whose session a claim is about; filing fixed it.
func (l *Ledger) sessionOf(ctx context.Context, claim trace.Hash) (session, error) {
	l.mu.Lock()
	s, known := l.session[claim]
	l.mu.Unlock()
	if known {
		return s, nil
	}
	c, err := l.client.Claim(ctx, claim)
	if err != nil {
		return session{}, err
	}
	s = session{owner: c.Owner, id: c.Session}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.session[claim] = s
	return s, nil
}

// Facts implements verifier.Ledger.
//
// Who was operator at any time between filing and now may have signed the
// evidence: a bundle that was accepted stays evidence when the operator changes
// afterwards.
func (l *Ledger) Facts(ctx context.Context, claim trace.Hash, heads []judge.Head) (judge.Facts, error) {
	chain, err := l.client.Facts(ctx, claim)
	if err != nil {
		return judge.Facts{}, err
	}
	text, err := trace.Marshal(chain)
	if err != nil {
		return judge.Facts{}, fmt.Errorf("writing the chain's facts: %w", err)
	}
	f, err := judge.DecodeFacts(text)
	if err != nil {
		return judge.Facts{}, err
	}
	signers, err := l.client.OperatorsBetween(ctx, f.Promise.Owner, f.Claim.FiledAt, f.Now)
	if err != nil {
		return judge.Facts{}, err
	}
	for _, a := range signers {
		if !slices.Contains(f.Operators, a) {
			f.Operators = append(f.Operators, a)
		}
	}
	f.Heads = append(f.Heads, heads...)
	return f, nil
}

// Settle implements verifier.Ledger.
func (l *Ledger) Settle(ctx context.Context, claim trace.Hash, violated bool, reason judge.Reason) (trace.Hash, error) {
	r, err := l.account.Settle(ctx, claim, violated, escrow.Reason(reason.Code()))
	return r.TxHash, err
}

// Funds is what the account has left for fees, in wei.
func (l *Ledger) Funds(ctx context.Context) (*big.Int, error) {
	return l.client.Balance(ctx, l.account.Address())
}

// Quorum is the quorum at an address as the account's key is a member of it, or
// escrow.ErrNoQuorum.
func (l *Ledger) Quorum(ctx context.Context, address trace.Address, peers []verifier.Peer) (*verifier.Quorum, error) {
	q, err := l.client.Quorum(ctx, address)
	if err != nil {
		return nil, err
	}
	return &verifier.Quorum{
		Address: q.Address, Threshold: q.Threshold, Members: q.Members, Self: l.account.Address(), Peers: peers,
		Sign: func(ctx context.Context, claim trace.Hash, violated bool) ([]byte, error) {
			return l.account.Signer().SignTyped(ctx, q.Message(claim, violated))
		},
		Submit: func(ctx context.Context, claim trace.Hash, violated bool, signatures [][]byte) (trace.Hash, error) {
			r, err := l.account.SubmitVerdict(ctx, q, claim, violated, signatures)
			return r.TxHash, err
		},
	}, nil
}
