package escrow

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/ethereum/go-ethereum/common"

	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/tracestore/trace"
)

// Opening is a session that its operator has opened by a signature. It costs
// nothing; the user keeps it and shows it when filing a claim.
type Opening struct {
	Version   int           `json:"version"` // 1
	ChainID   uint64        `json:"chain_id"`
	Escrow    trace.Address `json:"escrow"`
	Session   trace.Hash    `json:"session"`
	Owner     trace.Address `json:"owner"`
	User      trace.Address `json:"user"`
	Salt      trace.Hash    `json:"salt"`
	Promises  []uint32      `json:"promises"`
	OpenedAt  uint64        `json:"opened_at"` // Unix seconds, as signed
	Signature string        `json:"signature"` // 0x and 130 hexadecimal digits
}

// ErrOpening says that a signed opening does not hold.
var ErrOpening = errors.New("the signed opening does not hold")

// SignOpening opens a session of owner by the signature of its operator.
func (c *Client) SignOpening(ctx context.Context, s Signer, owner, user trace.Address, salt trace.Hash, promises []uint32, openedAt uint64) (Opening, error) {
	sig, err := s.SignTyped(ctx, OpenMessage(c.Domain(), owner, user, salt, promises, openedAt))
	if err != nil {
		return Opening{}, err
	}
	return Opening{
		1, c.network.ChainID, c.network.Escrow, c.SessionID(owner, user, salt, promises), owner, user, salt,
		append([]uint32{}, promises...), openedAt, "0x" + hex.EncodeToString(sig),
	}, nil
}

// ParseOpening reads the text of an opening strictly.
func ParseOpening(text []byte) (Opening, error) {
	var o Opening
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&o); err != nil {
		return o, fmt.Errorf("%w: it is not one: %w", ErrOpening, err)
	}
	if dec.More() || o.Version != 1 {
		return o, fmt.Errorf("%w: it is not one of version 1", ErrOpening)
	}
	return o, nil
}

// signature are the opening's 65 bytes.
func (o Opening) signature() ([]byte, error) {
	sig, err := hex.DecodeString(strings.TrimPrefix(o.Signature, "0x"))
	if err != nil || len(sig) != 65 {
		return nil, fmt.Errorf("%w: its signature is not 65 bytes", ErrOpening)
	}
	return sig, nil
}

// CheckOpening makes sure that an opening is of this escrow, that its id is
// right and that a key which may sign for the owner has signed it, and returns
// that key. Whether the promises were live is the contract's to say.
func (c *Client) CheckOpening(ctx context.Context, o Opening) (signer trace.Address, err error) {
	if o.ChainID != c.network.ChainID || o.Escrow != c.network.Escrow {
		return signer, fmt.Errorf("%w: it is for the escrow %s on chain %d, %s has %s on chain %d", ErrOpening, o.Escrow, o.ChainID, c.network.Name, c.network.Escrow, c.network.ChainID)
	}
	if id := c.SessionID(o.Owner, o.User, o.Salt, o.Promises); id != o.Session {
		return signer, fmt.Errorf("%w: it names session %s, its members give %s", ErrOpening, o.Session, id)
	}
	sig, err := o.signature()
	if err != nil {
		return signer, err
	}
	signer, err = trace.Recover(OpenMessage(c.Domain(), o.Owner, o.User, o.Salt, o.Promises, o.OpenedAt).Digest(), sig)
	if err != nil {
		return signer, fmt.Errorf("%w: its signature cannot be read: %w", ErrOpening, err)
	}
	now, err := c.LatestTime(ctx)
	if err != nil {
		return signer, err
	}
	// One of the future could not be shown yet, and would void a final that comes before its time.
	if o.OpenedAt == 0 || o.OpenedAt > now {
		return signer, fmt.Errorf("%w: it is of %d in Unix seconds, the chain's clock stands at %d", ErrOpening, o.OpenedAt, now)
	}
	may, err := c.maySign(ctx, o.Owner, signer, o.OpenedAt)
	if err == nil && !may {
		err = fmt.Errorf("%w: %s signed it, who is neither the owner %s nor an operator that counts", ErrOpening, signer, o.Owner)
	}
	return signer, err
}

// maySign says whether a signature of that time binds the owner now.
func (c *Client) maySign(ctx context.Context, owner, signer trace.Address, at uint64) (bool, error) {
	if signer == owner {
		return true, nil
	}
	operator, err := c.Operator(ctx, owner)
	if err != nil || operator == signer {
		return err == nil, err
	}
	relieved, err := view(ctx, c, nil, c.contract.PackRelievedAt(common.Address(owner), common.Address(signer)), c.contract.UnpackRelievedAt)
	if err != nil {
		return false, err
	}
	now, err := c.LatestTime(ctx)
	return at <= relieved.Uint64() && now <= relieved.Uint64()+seconds(FilingWindow), err
}

func (o Opening) packed() (bindings.IEscrowSignedOpening, error) {
	sig, err := o.signature()
	return bindings.IEscrowSignedOpening{
		Owner: common.Address(o.Owner), User: common.Address(o.User), Salt: o.Salt,
		Promises: o.Promises, OpenedAt: o.OpenedAt, Signature: sig,
	}, err
}

// OpenSigned puts a signed opening on the chain. Anyone may.
func (a *Account) OpenSigned(ctx context.Context, o Opening) (Receipt, error) {
	packed, err := o.packed()
	if err != nil {
		return Receipt{}, err
	}
	input, err := a.client.contract.TryPackOpenSigned(packed)
	return a.send(ctx, "show the opening", nil, input, err)
}

// FileSigned files a claim about a session that was opened by signature, and
// shows the opening with it. bond is the promise's, exactly.
func (a *Account) FileSigned(ctx context.Context, o Opening, promise uint32, headsHash trace.Hash, bond *big.Int) (trace.Hash, Receipt, error) {
	packed, err := o.packed()
	if err != nil {
		return trace.Hash{}, Receipt{}, err
	}
	input, err := a.client.contract.TryPackFileSigned(packed, promise, headsHash)
	receipt, err := a.send(ctx, "file the claim", bond, input, err)
	if err != nil {
		return trace.Hash{}, receipt, err
	}
	e, err := eventIn(receipt, a.client.address, a.client.contract.UnpackClaimFiledEvent)
	if err != nil {
		return trace.Hash{}, receipt, err
	}
	return e.Claim, receipt, nil
}
