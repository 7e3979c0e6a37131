package verifier

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
)

// relay brings what this member has to the others: bundles and heads are
// republished until each peer has them or says that it never will, and the
// peers' signatures are fetched while a claim needs them.
type relay struct {
	s     *Service
	peers []*peerState
	bell  chan struct{}
	one   sync.Mutex // one round at a time
}

type peerState struct {
	Peer
	rest  rest                    // in rounds, after trouble
	has   map[trace.Hash]sent     // what the peer has, or refuses
	noted map[trace.Hash]struct{} // claims whose bundle differs there, said once
}

type sent struct{ evidence, heads bool }

func newRelay(s *Service, peers []Peer) *relay {
	r := &relay{s: s, bell: make(chan struct{}, 1)}
	for _, p := range peers {
		r.peers = append(r.peers, &peerState{Peer: p, rest: rest{next: 1}, has: map[trace.Hash]sent{}, noted: map[trace.Hash]struct{}{}})
	}
	return r
}

func (r *relay) nudge() {
	select {
	case r.bell <- struct{}{}:
	default: // a round is due already
	}
}

func (r *relay) run(ctx context.Context, poll time.Duration) {
	for ctx.Err() == nil {
		r.sync(ctx)
		idle(ctx, poll, r.bell)
	}
}

// sync is one round over all peers at once. Trouble with one is logged and does
// not hold up the others for longer than its own time limits.
func (r *relay) sync(ctx context.Context) {
	r.one.Lock()
	defer r.one.Unlock()
	claims, err := r.s.book.active(ctx)
	if err != nil {
		if ctx.Err() == nil {
			r.s.logTrouble(err)
		}
		return
	}
	var round sync.WaitGroup
	for _, p := range r.peers {
		if p.rest.left > 0 {
			p.rest.left--
			continue
		}
		round.Go(func() { r.visit(ctx, p, claims) })
	}
	round.Wait()
}

func (r *relay) visit(ctx context.Context, p *peerState, claims []Claim) {
	has := map[trace.Hash]sent{}
	for _, c := range claims {
		if old, ok := p.has[c.ID]; ok {
			has[c.ID] = old
		}
	}
	p.has = has // what is at an end is forgotten
	for _, c := range claims {
		err := r.exchange(ctx, p, c)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			p.rest.left, p.rest.next = p.rest.next, min(maxRest, 2*p.rest.next)
			r.s.tally.peerFailed(p.Name())
			r.s.cfg.Log.Warn("a member of the quorum does not answer and is asked again", "claim", c.ID, "op", "relay", "peer", p.Name(), "err", evidence.Cause(err))
			return
		}
	}
	p.rest = rest{next: 1}
	r.s.tally.peerAnswered(p.Name())
}

// exchange does what one claim needs of one peer.
func (r *relay) exchange(ctx context.Context, p *peerState, c Claim) error {
	receipt, kept, err := r.s.vault.Receipt(c.ID)
	if err != nil {
		return err
	}
	heads, haveHeads, err := r.s.vault.Heads(c.ID)
	if err != nil {
		return err
	}
	had := p.has[c.ID]
	sendBundle, sendHeads := kept && !had.evidence, haveHeads && !had.heads
	if !sendBundle && !sendHeads && c.State != Settling {
		return nil
	}
	report, err := p.Report(ctx, c.ID)
	if errors.Is(err, evidence.ErrUnknownClaim) {
		return nil // it has not read so far; the next round asks again
	}
	if err != nil {
		return err
	}
	if sendHeads {
		if had.heads, err = r.give(report.Heads, func() error { return p.SendHeads(ctx, c.ID, heads) }, c, p, "heads"); err != nil {
			return err
		}
	}
	if sendBundle {
		if report.Evidence != nil && report.Evidence.BundleHash != receipt.BundleHash {
			r.differs(p, c, receipt, *report.Evidence)
		}
		if had.evidence, err = r.give(report.Evidence != nil, func() error { return r.sendBundle(ctx, p, c) }, c, p, "evidence"); err != nil {
			return err
		}
	}
	p.has[c.ID] = had
	return r.hear(ctx, p, c, report.Quorum)
}

// give sends unless the peer has it, and reports whether there is nothing more
// to do.
func (r *relay) give(has bool, send func() error, c Claim, p *peerState, what string) (bool, error) {
	if has {
		return true, nil
	}
	err := send()
	switch {
	case err == nil:
		r.s.cfg.Log.Info("republished to a member of the quorum", "claim", c.ID, "op", "relay", "peer", p.Name(), "what", what)
		return true, nil
	case errors.Is(err, ErrPeerRefused):
		r.s.cfg.Log.Warn("a member of the quorum refuses what is kept here", "claim", c.ID, "op", "relay", "peer", p.Name(), "what", what, "err", err)
		return true, nil
	}
	return false, err
}

func (r *relay) sendBundle(ctx context.Context, p *peerState, c Claim) error {
	bundle, err := r.s.vault.Open(c.ID)
	if errors.Is(err, evidence.ErrNoBundle) {
		return nil // given up meanwhile
	}
	if err != nil {
		return err
	}
	return errors.Join(p.SendEvidence(ctx, c.ID, bundle), bundle.Close())
}

func (r *relay) differs(p *peerState, c Claim, ours, theirs evidence.Receipt) {
	if _, said := p.noted[c.ID]; said {
		return
	}
	p.noted[c.ID] = struct{}{}
	r.s.cfg.Log.Warn("the provider has given members of the quorum different copies", "claim", c.ID, "op", "relay", "peer", p.Name(),
		"ours", ours.BundleHash, "theirs", theirs.BundleHash)
}

// hear takes the signatures that a peer publishes.
func (r *relay) hear(ctx context.Context, p *peerState, c Claim, q *evidence.Quorum) error {
	if q == nil {
		return nil
	}
	for _, v := range q.Voices {
		if v.Member == r.s.cfg.Quorum.Self {
			continue
		}
		if err := r.s.AddVoice(ctx, c.ID, v); errors.Is(err, evidence.ErrNoVoice) {
			r.s.cfg.Log.Warn("a member of the quorum publishes a signature that is none", "claim", c.ID, "op", "relay", "peer", p.Name(), "err", err)
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}
