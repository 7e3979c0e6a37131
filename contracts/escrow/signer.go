package escrow

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/tracestore/trace"
)

// RemoteSigner is a key in another program, which may ask a person each time: it
// speaks the external signing protocol of clef (account_list,
// account_signTransaction, account_signTypedData). Nothing it returns is taken
// on trust.
type RemoteSigner struct {
	rpc     *rpc.Client
	url     string
	address trace.Address
}

var _ Signer = (*RemoteSigner)(nil)

// Errors of an external signer.
var (
	ErrExternalSigner = errors.New("the external signer did not sign")
	ErrSignedElse     = errors.New("the external signer signed something else")
)

// deliberation is how long a person may think about a signature.
const deliberation = 10 * time.Minute

// DialSigner connects to an external signer at an http(s) URL or a unix socket
// and makes sure that it has the account.
func DialSigner(ctx context.Context, url string, account trace.Address) (*RemoteSigner, error) {
	c, err := rpc.DialOptions(ctx, url, rpc.WithHTTPClient(&http.Client{Timeout: deliberation}))
	if err != nil {
		return nil, fmt.Errorf("%w: it cannot be reached at %s: %w", ErrExternalSigner, url, err)
	}
	s := &RemoteSigner{c, url, account}
	var accounts []common.Address
	if err := c.CallContext(ctx, &accounts, "account_list"); err != nil {
		c.Close()
		return nil, fmt.Errorf("%w: %s does not list its accounts: %w", ErrExternalSigner, url, err)
	}
	for _, a := range accounts {
		if trace.Address(a) == account {
			return s, nil
		}
	}
	c.Close()
	return nil, fmt.Errorf("%w: %s has no account %s; it showed %d accounts", ErrExternalSigner, url, account, len(accounts))
}

// Close ends the connection.
func (s *RemoteSigner) Close() { s.rpc.Close() }

// Address is the account of the key.
func (s *RemoteSigner) Address() trace.Address { return s.address }

func (s *RemoteSigner) fault(what string, err error) error {
	if isAnswer(err) {
		return fmt.Errorf("%w: %s refused %s: %w", ErrExternalSigner, s.url, what, err)
	}
	return fmt.Errorf("%w: %s was asked for %s: %w", ErrExternalSigner, s.url, what, err)
}

// SignTyped has a message signed, see Signer.
func (s *RemoteSigner) SignTyped(ctx context.Context, m Typed) ([]byte, error) {
	var sig hexutil.Bytes
	account := common.Address(s.address)
	if err := s.rpc.CallContext(ctx, &sig, "account_signTypedData", account.Hex(), m.json()); err != nil {
		return nil, s.fault("the message "+m.name, err)
	}
	if len(sig) == 65 && sig[64] < 27 {
		sig[64] += 27
	}
	signer, err := trace.Recover(m.digest, sig)
	if err != nil || signer != s.address {
		return nil, fmt.Errorf("%w: its signature of the message %s is not by %s", ErrSignedElse, m.name, s.address)
	}
	return sig, nil
}

// SignTx has a transaction signed, see Signer.
func (s *RemoteSigner) SignTx(ctx context.Context, tx *types.Transaction, chainID *big.Int) (*types.Transaction, error) {
	from := common.Address(s.address)
	args := map[string]any{
		"from": from.Hex(), "gas": hexutil.Uint64(tx.Gas()), "nonce": hexutil.Uint64(tx.Nonce()),
		"maxFeePerGas": (*hexutil.Big)(tx.GasFeeCap()), "maxPriorityFeePerGas": (*hexutil.Big)(tx.GasTipCap()),
		"value": (*hexutil.Big)(tx.Value()), "chainId": (*hexutil.Big)(chainID), "input": hexutil.Bytes(tx.Data()),
	}
	if to := tx.To(); to != nil {
		args["to"] = to.Hex()
	}
	var out struct {
		Raw hexutil.Bytes `json:"raw"`
	}
	if err := s.rpc.CallContext(ctx, &out, "account_signTransaction", args); err != nil {
		return nil, s.fault("a transaction", err)
	}
	signed := new(types.Transaction)
	if err := signed.UnmarshalBinary(out.Raw); err != nil {
		return nil, fmt.Errorf("%w: %s returned no transaction: %w", ErrSignedElse, s.url, err)
	}
	rules := types.LatestSignerForChainID(chainID)
	if rules.Hash(signed) != rules.Hash(tx) {
		return nil, fmt.Errorf("%w: %s returned another transaction than the one asked for%s", ErrSignedElse, s.url, differences(tx, signed))
	}
	if signer, err := types.Sender(rules, signed); err != nil || signer != from {
		return nil, fmt.Errorf("%w: the transaction is signed by %s, not by %s", ErrSignedElse, signer, s.address)
	}
	return signed, nil
}

// differences names what a signer has changed in a transaction.
func differences(asked, got *types.Transaction) string {
	var names []string
	note := func(name string, same bool) {
		if !same {
			names = append(names, name)
		}
	}
	note("type", asked.Type() == got.Type())
	note("chain", asked.ChainId().Cmp(got.ChainId()) == 0)
	note("nonce", asked.Nonce() == got.Nonce())
	note("value", asked.Value().Cmp(got.Value()) == 0)
	note("fees", asked.GasFeeCap().Cmp(got.GasFeeCap()) == 0 && asked.GasTipCap().Cmp(got.GasTipCap()) == 0)
	note("gas limit", asked.Gas() == got.Gas())
	note("data", string(asked.Data()) == string(got.Data()))
	a, g := asked.To(), got.To()
	note("receiver", (a == nil) == (g == nil) && (a == nil || *a == *g))
	if len(names) == 0 {
		return ""
	}
	return ": it changed " + strings.Join(names, ", ")
}
