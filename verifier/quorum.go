package verifier

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier/evidence"
)

// ErrNoMember says that a key is no member of the quorum.
var ErrNoMember = errors.New("this key is no member of the quorum")

// Quorum is the verifier where several members decide, seen by one of them. Each
// member judges for itself, signs (claim, violated) for the quorum's contract and
// publishes the signature; whoever holds Threshold agreeing ones may submit them.
// Nobody coordinates.
type Quorum struct {
	Address   trace.Address
	Threshold uint64
	Members   []trace.Address // ascending
	Self      trace.Address
	// Sign signs this member's verdict.
	Sign func(ctx context.Context, claim trace.Hash, violated bool) ([]byte, error)
	// Submit sends agreeing signatures to the contract and returns once they are in
	// a block.
	Submit func(ctx context.Context, claim trace.Hash, violated bool, signatures [][]byte) (trace.Hash, error)
	Peers  []Peer
}

// Peer is another member as this one reaches it.
type Peer interface {
	Name() string
	// Report is what the peer publishes of a claim, or evidence.ErrUnknownClaim.
	Report(ctx context.Context, claim trace.Hash) (evidence.Report, error)
	// SendEvidence republishes a bundle that is kept here. A peer that will never
	// take it is ErrPeerRefused.
	SendEvidence(ctx context.Context, claim trace.Hash, bundle io.Reader) error
	SendHeads(ctx context.Context, claim trace.Hash, heads []byte) error
}

// ErrPeerRefused says that a peer does not take what was republished to it, now
// or later.
var ErrPeerRefused = errors.New("the peer does not take it")

func (q *Quorum) check(id Identity) error {
	if q.Address != id.Verifier {
		return fmt.Errorf("the claims of verifier %s cannot be decided by the quorum %s", id.Verifier, q.Address)
	}
	if !slices.Contains(q.Members, q.Self) {
		return fmt.Errorf("%w: %s is not among the %d members of %s", ErrNoMember, q.Self, len(q.Members), q.Address)
	}
	return nil
}

// verify says whether a voice is what it says: evidence.ErrNoVoice where not.
func (s *Service) verify(claim trace.Hash, v evidence.Voice) error {
	sig, err := trace.ParseSignature(v.Signature)
	if err != nil {
		return fmt.Errorf("%w: %w", evidence.ErrNoVoice, err)
	}
	domain := trace.Domain{ChainID: s.cfg.Identity.ChainID, Contract: s.cfg.Quorum.Address}
	by, err := trace.Recover(domain.VerdictDigest(claim, v.Violated), sig)
	if err != nil {
		return fmt.Errorf("%w: %w", evidence.ErrNoVoice, err)
	}
	if by != v.Member || !slices.Contains(s.cfg.Quorum.Members, by) {
		return fmt.Errorf("%w: the signature is by %s", evidence.ErrNoVoice, by)
	}
	return nil
}

// AddVoice keeps a member's signature that proves itself, whoever brings it.
func (s *Service) AddVoice(ctx context.Context, claim trace.Hash, v evidence.Voice) error {
	if err := s.verify(claim, v); err != nil {
		return err
	}
	fresh, err := s.book.addVoice(ctx, claim, v)
	if err != nil || !fresh {
		return err
	}
	s.cfg.Log.Info("a member of the quorum has signed", "claim", claim, "op", "voice", "member", v.Member, "violated", v.Violated)
	c, err := s.book.Claim(ctx, claim)
	if err == nil && c.Ruled && c.Violated != v.Violated && c.State == Settling {
		s.cfg.Log.Warn("members of the quorum do not agree", "claim", claim, "op", "voice",
			"member", v.Member, "their_violated", v.Violated, "our_violated", c.Violated, "our_reason", c.Reason)
	}
	s.rouse(claim)
	return nil
}

const (
	// patience is how many steps a member that waits for others lets pass
	// between two looks of its own; a signature that arrives ends the wait.
	patience = 10
	// turnLooks is how many looks each member gives the ones before it to submit.
	turnLooks = 5
)

// settleTogether signs the kept verdict, and submits it once enough members have
// signed the same. What was signed is kept before it is published.
func (s *Service) settleTogether(ctx context.Context, c Claim) (bool, error) {
	agreeing, signers, err := s.agreeing(ctx, c)
	if err != nil {
		return false, err
	}
	q := s.cfg.Quorum
	if !slices.Contains(signers, q.Self) {
		if err := s.sign(ctx, c); err != nil {
			return false, err
		}
		if agreeing, signers, err = s.agreeing(ctx, c); err != nil {
			return false, err
		}
	}
	if uint64(len(agreeing)) < q.Threshold {
		s.waitFor(c.ID, patience)
		return false, nil
	}
	if !s.ourTurn(c.ID, signers) {
		return false, nil
	}
	tx, err := q.Submit(ctx, c.ID, c.Violated, agreeing)
	if err != nil {
		return false, fmt.Errorf("submitting the members' signatures: %w", err)
	}
	s.cfg.Log.Info("verdict sent", "claim", c.ID, "op", "settle", "tx", tx, "violated", c.Violated, "reason", c.Reason, "members", len(agreeing))
	return true, nil
}

func (s *Service) sign(ctx context.Context, c Claim) error {
	sig, err := s.cfg.Quorum.Sign(ctx, c.ID, c.Violated)
	if err != nil {
		return fmt.Errorf("signing the verdict: %w", err)
	}
	v := evidence.Voice{Member: s.cfg.Quorum.Self, Violated: c.Violated, Signature: trace.FormatSignature(sig)}
	if err := s.verify(c.ID, v); err != nil {
		return fmt.Errorf("the signer's answer is not used: %w", err)
	}
	_, err = s.book.addVoice(ctx, c.ID, v)
	if err == nil {
		s.relay.nudge()
	}
	return err
}

// agreeing lists the signatures under the verdict that is kept here.
func (s *Service) agreeing(ctx context.Context, c Claim) (sigs [][]byte, by []trace.Address, err error) {
	voices, err := s.book.Voices(ctx, c.ID)
	if err != nil {
		return nil, nil, err
	}
	for _, v := range voices {
		if v.Violated != c.Violated {
			continue
		}
		sig, err := trace.ParseSignature(v.Signature)
		if err != nil {
			return nil, nil, fmt.Errorf("reading a voice on claim %s: %w", c.ID, err)
		}
		sigs, by = append(sigs, sig), append(by, v.Member)
	}
	return sigs, by, nil
}

// ourTurn lets the members submit one after another, in an order that differs
// from claim to claim: all may, and one is enough.
func (s *Service) ourTurn(claim trace.Hash, signers []trace.Address) bool {
	place := func(a trace.Address) []byte { h := trace.Keccak(claim[:], a[:]); return h[:] }
	mine, before := place(s.cfg.Quorum.Self), 0
	for _, a := range signers {
		if bytes.Compare(place(a), mine) < 0 {
			before++
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks[claim]++
	return s.looks[claim] > before*turnLooks
}

// voiced is what may be published of the members' verdicts.
func (s *Service) voiced(ctx context.Context, c Claim) (*evidence.Quorum, error) {
	q := s.cfg.Quorum
	if q == nil {
		return nil, nil
	}
	voices, err := s.book.Voices(ctx, c.ID)
	if err != nil {
		return nil, err
	}
	out := &evidence.Quorum{Address: q.Address, Threshold: q.Threshold, Members: q.Members, Self: q.Self, Voices: voices, Dissent: c.Dissent != ""}
	for _, v := range voices {
		out.Dissent = out.Dissent || v.Violated != voices[0].Violated
	}
	return out, nil
}
