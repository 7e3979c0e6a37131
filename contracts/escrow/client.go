package escrow

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/tracestore/trace"
)

// Client reads one escrow on one chain. It is safe for concurrent use.
type Client struct {
	network  Network
	rpc      *rpc.Client
	eth      *ethclient.Client
	contract *bindings.Escrow
	abi      abi.ABI
	address  common.Address
	span     atomic.Uint64 // blocks that the node answers at once
	breath   time.Duration // first wait for a node that wants to be asked less often
	batches  *batchBook
	terms    *termBook
	places   sync.Map // from a once-only event to the block in which it was seen, or is looked for first
}

// Dial connects to the network's node and makes sure that it serves the
// network's chain and, at the escrow's address, the network's contract:
// otherwise ErrUnreachable, ErrWrongChain, ErrNoEscrow or ErrWrongCode.
func Dial(ctx context.Context, n Network) (*Client, error) {
	if n.Escrow.IsZero() {
		return nil, noEscrow(n)
	}
	c, err := DialRPC(ctx, n)
	if err != nil {
		return nil, err
	}
	client, err := New(ctx, n, c)
	if err != nil {
		c.Close()
		return nil, err
	}
	return client, nil
}

// DialRPC connects to the network's node and compares the chain id.
func DialRPC(ctx context.Context, n Network) (*rpc.Client, error) {
	c, err := rpc.DialOptions(ctx, n.RPC, rpc.WithHTTPClient(&http.Client{Timeout: silence}))
	if err == nil {
		err = checkChain(ctx, n, c)
		if err == nil {
			return c, nil
		}
		c.Close()
	}
	if errors.Is(err, ErrWrongChain) || ctx.Err() != nil {
		return nil, err
	}
	if n.start != "" {
		return nil, fmt.Errorf("%w at %s; start it with: %s", ErrNoDevchain, n.RPC, n.start)
	}
	return nil, fmt.Errorf("%w: %s at %s: %w; check the address and the connection", ErrUnreachable, n.Name, n.RPC, err)
}

func checkChain(ctx context.Context, n Network, c *rpc.Client) error {
	id, err := ethclient.NewClient(c).ChainID(ctx)
	if err != nil {
		return err
	}
	if !id.IsUint64() || id.Uint64() != n.ChainID {
		return fmt.Errorf("%w: %s is chain %d by its network file, %s serves chain %s", ErrWrongChain, n.Name, n.ChainID, n.RPC, id)
	}
	return nil
}

// New makes a client of an open connection, with the checks of Dial. Close
// closes the connection.
func New(ctx context.Context, n Network, c *rpc.Client) (*Client, error) {
	parsed, err := bindings.EscrowMetaData.ParseABI()
	if err != nil {
		return nil, fmt.Errorf("the built-in interface of the escrow is damaged: %w", err)
	}
	client := &Client{
		network: n, rpc: c, eth: ethclient.NewClient(c),
		contract: bindings.NewEscrow(), abi: *parsed, address: common.Address(n.Escrow), breath: 250 * time.Millisecond, batches: newBatchBook(), terms: newTermBook(),
	}
	client.span.Store(logRange)
	if err := checkChain(ctx, n, c); err != nil {
		return nil, err
	}
	if n.Escrow.IsZero() {
		return nil, noEscrow(n)
	}
	code, err := client.eth.CodeAt(ctx, client.address, nil)
	if err != nil {
		return nil, fmt.Errorf("cannot read the escrow's code: %w", err)
	}
	if got := trace.Hash(crypto.Keccak256Hash(code)); len(code) == 0 || got != n.CodeHash {
		return nil, fmt.Errorf("%w: %s on %s has %d bytes with hash %s, the network file says %s; do not send money there", ErrWrongCode, n.Escrow, n.Name, len(code), got, n.CodeHash)
	}
	return client, nil
}

func noEscrow(n Network) error {
	return fmt.Errorf("%w: nobody has deployed one on %s yet, or the file is for deploying; deploy with: varek-escrow deploy --network %s --key FILE", ErrNoEscrow, n.Name, shellWord(n.Name))
}

// Close ends the connection.
func (c *Client) Close() { c.rpc.Close() }

// Network is the network that the client was made for.
func (c *Client) Network() Network { return c.network }

// Domain is the EIP-712 domain of this escrow.
func (c *Client) Domain() trace.Domain {
	return trace.Domain{ChainID: c.network.ChainID, Contract: c.network.Escrow}
}

// Block is a block of the chain; Time is in Unix seconds.
type Block struct {
	Number uint64     `json:"number"`
	Hash   trace.Hash `json:"hash"`
	Time   uint64     `json:"time"`
}

// ErrNoBlock says that the chain has no block at the height asked for.
var ErrNoBlock = errors.New("the chain has no block at this height")

// HeadBlock is the newest block.
func (c *Client) HeadBlock(ctx context.Context) (Block, error) { return c.block(ctx, nil) }

// BlockAt is the block at a height, or ErrNoBlock.
func (c *Client) BlockAt(ctx context.Context, number uint64) (Block, error) {
	return c.block(ctx, new(big.Int).SetUint64(number))
}

func (c *Client) block(ctx context.Context, number *big.Int) (Block, error) {
	h, err := c.eth.HeaderByNumber(ctx, number)
	if errors.Is(err, ethereum.NotFound) {
		return Block{}, ErrNoBlock
	} else if err != nil {
		return Block{}, fmt.Errorf("cannot read a block: %w", err)
	}
	return blockOf(h), nil
}

func blockOf(h *types.Header) Block {
	return Block{h.Number.Uint64(), trace.Hash(h.Hash()), h.Time}
}

// ConfirmedBlock is the newest block that has the network's confirmations.
func (c *Client) ConfirmedBlock(ctx context.Context) (Block, error) {
	head, err := c.HeadBlock(ctx)
	if err != nil || c.network.Confirmations == 0 {
		return head, err
	}
	if head.Number < c.network.Confirmations {
		return c.BlockAt(ctx, 0)
	}
	return c.BlockAt(ctx, head.Number-c.network.Confirmations)
}

// LatestTime is the time of the newest block.
func (c *Client) LatestTime(ctx context.Context) (uint64, error) {
	b, err := c.HeadBlock(ctx)
	return b.Time, err
}

// Balance is what an account holds on the chain, in wei.
func (c *Client) Balance(ctx context.Context, a trace.Address) (*big.Int, error) {
	wei, err := c.eth.BalanceAt(ctx, common.Address(a), nil)
	if err != nil {
		return nil, fmt.Errorf("cannot read the balance of %s: %w", a, err)
	}
	return wei, nil
}

// Credit is what waits in the escrow for an account to pull it, in wei.
func (c *Client) Credit(ctx context.Context, a trace.Address) (*big.Int, error) {
	return view(ctx, c, nil, c.contract.PackCreditOf(common.Address(a)), c.contract.UnpackCreditOf)
}

// Operator is the key that may act for an owner now, zero when none.
func (c *Client) Operator(ctx context.Context, owner trace.Address) (trace.Address, error) {
	return c.operatorAt(ctx, owner, nil)
}

func (c *Client) operatorAt(ctx context.Context, owner trace.Address, at *big.Int) (trace.Address, error) {
	a, err := view(ctx, c, at, c.contract.PackOperatorOf(common.Address(owner)), c.contract.UnpackOperatorOf)
	return trace.Address(a), err
}

// view calls the contract at a block (nil: the newest) and changes nothing.
func view[T any](ctx context.Context, c *Client, at *big.Int, input []byte, unpack func([]byte) (T, error)) (T, error) {
	out, err := c.eth.CallContract(ctx, ethereum.CallMsg{To: &c.address, Data: input}, at)
	if raw, reverted := revertBytes(err); reverted {
		err = decodeRefusal(c.abi, raw)
	}
	var zero T
	if err != nil {
		return zero, fmt.Errorf("cannot read from the escrow: %w", err)
	}
	v, err := unpack(out)
	if err != nil {
		return zero, fmt.Errorf("the escrow's answer cannot be read: %w", err)
	}
	return v, nil
}

func number(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
