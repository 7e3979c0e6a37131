package escrow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"

	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/tracestore/trace"
)

// Quorum is a verifier of several members, of whom any Threshold decide.
type Quorum struct {
	Address   trace.Address   `json:"address"`
	Threshold uint64          `json:"threshold"`
	Members   []trace.Address `json:"members"` // ascending

	chainID uint64
}

// Errors of quorums.
var (
	ErrNoQuorum = errors.New("there is no quorum of this escrow at the address")
	// ErrVoices says that signatures do not make a verdict.
	ErrVoices = errors.New("the signatures do not make a verdict")
	ErrQuorum = errors.New("this quorum cannot be made")
)

// Quorum reads the quorum at an address, after making sure that it has the
// quorum's code and settles claims of this escrow; otherwise ErrNoQuorum.
func (c *Client) Quorum(ctx context.Context, address trace.Address) (Quorum, error) {
	code, err := c.eth.CodeAt(ctx, common.Address(address), nil)
	if err != nil {
		return Quorum{}, fmt.Errorf("cannot read the quorum's code: %w", err)
	}
	if trace.Keccak(code).String() != bindings.QuorumRuntimeCodeHash {
		return Quorum{}, fmt.Errorf("%w: %s has %d bytes of other code", ErrNoQuorum, address, len(code))
	}
	q := bindings.NewQuorum()
	of, err := viewOf(ctx, c, address, q.PackEscrow(), q.UnpackEscrow)
	if err != nil {
		return Quorum{}, err
	}
	if trace.Address(of) != c.network.Escrow {
		return Quorum{}, fmt.Errorf("%w: %s settles claims of the escrow %s", ErrNoQuorum, address, trace.Address(of))
	}
	threshold, err := viewOf(ctx, c, address, q.PackThreshold(), q.UnpackThreshold)
	if err != nil {
		return Quorum{}, err
	}
	members, err := viewOf(ctx, c, address, q.PackMembers(), q.UnpackMembers)
	if err != nil {
		return Quorum{}, err
	}
	out := Quorum{Address: address, Threshold: threshold.Uint64(), chainID: c.network.ChainID}
	for _, m := range members {
		out.Members = append(out.Members, trace.Address(m))
	}
	return out, nil
}

// viewOf calls another contract than the escrow.
func viewOf[T any](ctx context.Context, c *Client, at trace.Address, input []byte, unpack func([]byte) (T, error)) (T, error) {
	to := common.Address(at)
	out, err := c.eth.CallContract(ctx, ethereum.CallMsg{To: &to, Data: input}, nil)
	var zero T
	if err != nil {
		return zero, fmt.Errorf("cannot read from %s: %w", at, err)
	}
	v, err := unpack(out)
	if err != nil {
		return zero, fmt.Errorf("the answer of %s cannot be read: %w", at, err)
	}
	return v, nil
}

// Message is what a member signs to say whether the claim's promise was broken;
// see Signer.SignTyped.
func (q Quorum) Message(claim trace.Hash, violated bool) Typed {
	return VerdictMessage(trace.Domain{ChainID: q.chainID, Contract: q.Address}, claim, violated)
}

// DeployQuorum deploys a quorum whose members, in any order and each once, decide
// by a threshold. A threshold of at most half of them is refused: two
// contradicting verdicts would both be valid.
func (a *Account) DeployQuorum(ctx context.Context, members []trace.Address, threshold int) (Quorum, Receipt, error) {
	sorted := slices.Clone(members)
	slices.SortFunc(sorted, func(x, y trace.Address) int { return bytes.Compare(x[:], y[:]) })
	if len(slices.Compact(slices.Clone(sorted))) != len(members) || slices.Contains(sorted, trace.Address{}) {
		return Quorum{}, Receipt{}, fmt.Errorf("%w: a member is named twice or is the zero address", ErrQuorum)
	}
	if threshold > len(members) || 2*threshold <= len(members) {
		return Quorum{}, Receipt{}, fmt.Errorf("%w: %d of %d members; it takes more than half of them and no more than all", ErrQuorum, threshold, len(members))
	}
	addresses := make([]common.Address, len(sorted))
	for i, m := range sorted {
		addresses[i] = common.Address(m)
	}
	packed := bindings.NewQuorum().PackConstructor(a.client.address, addresses, big.NewInt(int64(threshold)))
	r, err := a.submit(ctx, "deploy the quorum", call{input: append(common.FromHex(bindings.QuorumMetaData.Bin), packed...)}, nil)
	if err != nil {
		return Quorum{}, r, err
	}
	q, err := a.client.Quorum(ctx, r.contract)
	return q, r, err
}

// SubmitVerdict settles a claim with the signatures of a quorum's members, in
// any order. Anyone may. Signatures that do not make a verdict are ErrVoices
// before anything is sent.
func (a *Account) SubmitVerdict(ctx context.Context, q Quorum, claim trace.Hash, violated bool, signatures [][]byte) (Receipt, error) {
	joined, err := q.join(claim, violated, signatures)
	if err != nil {
		return Receipt{}, err
	}
	key, err := a.client.claimKey(ctx, claim)
	if err != nil {
		return Receipt{}, fmt.Errorf("cannot submit the verdict: %w", err)
	}
	input, err := bindings.NewQuorum().TryPackSubmit(key, violated, joined)
	if err != nil {
		return Receipt{}, fmt.Errorf("cannot submit the verdict: %w", err)
	}
	to := common.Address(q.Address)
	return a.submit(ctx, "submit the verdict", call{to: &to, input: input}, nil)
}

// join orders signatures by their signers, each a member and each once.
func (q Quorum) join(claim trace.Hash, violated bool, signatures [][]byte) ([]byte, error) {
	type voice struct {
		by  trace.Address
		sig []byte
	}
	digest := q.Message(claim, violated).Digest()
	var voices []voice
	for i, sig := range signatures {
		by, err := trace.Recover(digest, sig)
		if err != nil {
			return nil, fmt.Errorf("%w: signature %d cannot be read: %w", ErrVoices, i+1, err)
		}
		if !slices.Contains(q.Members, by) {
			return nil, fmt.Errorf("%w: signature %d is by %s, who is no member or signed something else", ErrVoices, i+1, by)
		}
		if slices.ContainsFunc(voices, func(v voice) bool { return v.by == by }) {
			return nil, fmt.Errorf("%w: %s signed twice", ErrVoices, by)
		}
		voices = append(voices, voice{by, sig})
	}
	if uint64(len(voices)) < q.Threshold {
		return nil, fmt.Errorf("%w: %d members signed, it takes %d of %d", ErrVoices, len(voices), q.Threshold, len(q.Members))
	}
	slices.SortFunc(voices, func(x, y voice) int { return bytes.Compare(x.by[:], y.by[:]) })
	var out []byte
	for _, v := range voices {
		out = append(out, v.sig...)
	}
	return out, nil
}
