package model_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/devchain"
	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/contracts/model"
	"github.com/varek/varek/tracestore/trace"
)

// rounds is n times VAREK_SCALE.
func rounds(t testing.TB, n int) int {
	text := os.Getenv("VAREK_SCALE")
	if text == "" {
		return n
	}
	scale, err := strconv.Atoi(text)
	if err != nil || scale < 1 {
		t.Fatalf("VAREK_SCALE=%s is no count", text)
	}
	return n * scale
}

// actor is an account that acts: a key, or a contract that a key makes act.
type actor struct {
	name    string
	address trace.Address
	key     []byte // secret of the key that sends
	from    trace.Address
}

func (a actor) contract() bool { return a.address != a.from }

// ledger is a running development chain with the actors of the tests.
type ledger struct {
	t      *testing.T
	chain  *devchain.Chain
	socket *rpc.Client // the private socket, over which the clock is moved
	node   *rpc.Client // in process
	eth    *ethclient.Client
	heads  chan *types.Header
	abi    *abi.ABI
	nonces map[trace.Address]uint64
	fees   map[trace.Address]*big.Int // paid by each key
	now    uint64                     // time of the latest block
	early  int                        // receipts that were shown before their block was the latest
}

// Contracts that pass calls on to the escrow and differ in how they take money.
// The first word of the input is the receiver of the call, the rest its input;
// without input it is a payment.
var behaviours = map[string][]byte{
	"refusing": {0x5f, 0x5f, 0xfd},                                     // revert(0, 0)
	"burning":  {0xfe},                                                 // invalid
	"costly":   {0x60, 0x01, 0x5a, 0x55, 0x60, 0x01, 0x5a, 0x55, 0x00}, // two new slots: 44,200 gas
	"willing":  {0x00},                                                 // stop
}

func passOn(behaviour []byte) []byte {
	code := []byte{0x36, 0x60, byte(4 + len(behaviour)), 0x57} // if (calldatasize) goto pass
	code = append(code, behaviour...)
	return append(code, 0x5b,
		0x60, 0x20, 0x36, 0x03, 0x60, 0x20, 0x5f, 0x37, // calldatacopy(0, 32, calldatasize - 32)
		0x5f, 0x5f, 0x60, 0x20, 0x36, 0x03, 0x5f, 0x34, 0x5f, 0x35, 0x5a, 0xf1, // call(gas, word 0, callvalue, 0, calldatasize - 32, 0, 0)
		0x3d, 0x5f, 0x5f, 0x3e, // returndatacopy(0, 0, returndatasize)
		0x60, byte(4+len(behaviour)+1+8+12+4+3+3), 0x57, // if (ok) goto good
		0x3d, 0x5f, 0xfd, // revert
		0x5b, 0x3d, 0x5f, 0xf3) // return
}

// cast makes the actors: six keys, and a contract for each behaviour.
func cast(t *testing.T) (actors map[string]actor, payees map[trace.Address]model.Payee, code map[trace.Address]devchain.Contract) {
	actors, payees, code = map[string]actor{}, map[trace.Address]model.Payee{}, map[trace.Address]devchain.Contract{}
	for _, name := range []string{"owner", "other", "operator", "next", "user", "verifier"} {
		key := trace.Keccak([]byte("model " + name))
		_, address, err := trace.Sign(trace.Hash{1}, key[:])
		if err != nil {
			t.Fatal(err)
		}
		actors[name] = actor{name, address, key[:], address}
	}
	for i, name := range []string{"refusing", "burning", "costly", "willing"} {
		a := actors["user"]
		a.name, a.address = name, trace.Address{0xee, byte(i + 1)}
		actors[name] = a
		code[a.address] = devchain.Contract{Code: passOn(behaviours[name])}
		payees[a.address] = map[string]model.Payee{"refusing": model.Refusing, "burning": model.Refusing, "costly": model.Costly}[name]
	}
	return actors, payees, code
}

func newLedger(t *testing.T) (*ledger, map[string]actor, map[trace.Address]model.Payee) {
	actors, payees, code := cast(t)
	var fund []trace.Address
	for _, a := range actors {
		if !a.contract() {
			fund = append(fund, a.address)
		}
	}
	// A beat in between would only move the clock, which the test moves itself.
	chain, err := devchain.Start(t.Context(), devchain.Config{Dir: t.TempDir(), Fund: fund, Contracts: code, Heartbeat: 24 * time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	l := &ledger{t: t, chain: chain, node: chain.Attach(), heads: make(chan *types.Header, 64),
		nonces: map[trace.Address]uint64{}, fees: map[trace.Address]*big.Int{}}
	l.eth = ethclient.NewClient(l.node)
	if l.socket, err = rpc.DialContext(t.Context(), chain.Socket()); err != nil {
		t.Fatal(err)
	}
	sub, err := l.eth.SubscribeNewHead(t.Context(), l.heads)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		sub.Unsubscribe()
		l.node.Close()
		l.socket.Close()
		if err := chain.Close(); err != nil {
			t.Error(err)
		}
	})
	if l.abi, err = bindings.EscrowMetaData.ParseABI(); err != nil {
		t.Fatal(err)
	}
	// A day ahead of the wall, every transaction comes one second after the block before.
	if err := l.jump(24 * 3600); err != nil {
		t.Fatal(err)
	}
	return l, actors, payees
}

func (l *ledger) jump(seconds uint64) error {
	return l.socket.CallContext(l.t.Context(), &l.now, "varek_advanceTime", seconds)
}

// at moves the clock so that the next transaction runs at the given second.
func (l *ledger) at(second uint64) error {
	if second <= l.now {
		return fmt.Errorf("second %d is not after %d", second, l.now)
	}
	if second == l.now+1 {
		return nil
	}
	return l.jump(second - 1 - l.now)
}

const gasLimit = 3_000_000

// send runs a transaction of the actor in the next block.
func (l *ledger) send(a actor, to *trace.Address, value uint64, input []byte) (*types.Receipt, error) {
	limit := uint64(gasLimit)
	tx := &types.DynamicFeeTx{ChainID: big.NewInt(devchain.ChainID), Nonce: l.nonces[a.from], Gas: limit,
		GasFeeCap: big.NewInt(1e11), GasTipCap: big.NewInt(1), Value: new(big.Int).SetUint64(value)}
	tx.To, tx.Data = l.receiver(a, to, input)
	if to == nil {
		tx.Gas = 8_000_000
	}
	key, err := crypto.ToECDSA(a.key)
	if err != nil {
		return nil, err
	}
	signed, err := types.SignNewTx(key, types.LatestSignerForChainID(tx.ChainID), tx)
	if err != nil {
		return nil, err
	}
	if err := l.eth.SendTransaction(l.t.Context(), signed); err != nil {
		return nil, err
	}
	l.nonces[a.from]++
	r, err := l.receipt(signed.Hash())
	if err != nil {
		return nil, err
	}
	paid := new(big.Int).Mul(r.EffectiveGasPrice, new(big.Int).SetUint64(r.GasUsed))
	if l.fees[a.from] == nil {
		l.fees[a.from] = new(big.Int)
	}
	l.fees[a.from].Add(l.fees[a.from], paid)
	l.now++
	return r, nil
}

func (l *ledger) receiver(a actor, to *trace.Address, input []byte) (*common.Address, []byte) {
	if to == nil {
		return nil, input
	}
	if !a.contract() {
		return (*common.Address)(to), input
	}
	through := common.Address(a.address)
	return &through, append(common.LeftPadBytes(to[:], 32), input...)
}

// receipt waits until the block that carries the transaction is the latest. The
// node shows a receipt an instant before that, and who asks for the latest state
// in that instant is answered from the block before (early counts how often).
func (l *ledger) receipt(hash common.Hash) (*types.Receipt, error) {
	for {
		r, err := l.eth.TransactionReceipt(l.t.Context(), hash)
		if err == nil {
			head, err := l.eth.BlockNumber(l.t.Context())
			if err != nil || head >= r.BlockNumber.Uint64() {
				return r, err
			}
			l.early++
		} else if !errors.Is(err, ethereum.NotFound) && !strings.Contains(err.Error(), "indexing") {
			return nil, err
		}
		select {
		case <-l.heads:
		case <-l.chain.Done():
			return nil, errors.New("the chain has stopped")
		case <-l.t.Context().Done():
			return nil, context.Cause(l.t.Context())
		}
	}
}

// refusal is the name of the custom error with which a failed transaction
// ended: the same call at the same second on the state before it.
func (l *ledger) refusal(a actor, to trace.Address, value uint64, input []byte, r *types.Receipt) (string, error) {
	through, data := l.receiver(a, &to, input)
	call := map[string]any{"from": common.Address(a.from), "to": through, "input": hexutil.Bytes(data),
		"gas": hexutil.Uint64(gasLimit), "value": (*hexutil.Big)(new(big.Int).SetUint64(value))}
	before := new(big.Int).Sub(r.BlockNumber, big.NewInt(1))
	var out hexutil.Bytes
	err := l.node.CallContext(l.t.Context(), &out, "eth_call", call, hexutil.EncodeBig(before), map[string]any{},
		map[string]any{"time": hexutil.Uint64(l.now), "number": (*hexutil.Big)(r.BlockNumber)})
	var refused rpc.DataError
	if !errors.As(err, &refused) {
		return "", fmt.Errorf("the transaction failed, its repetition says %w", errors.Join(err, errors.New("no reason")))
	}
	text, _ := refused.ErrorData().(string)
	raw, err := hexutil.Decode(text)
	if err != nil || len(raw) < 4 {
		return "", fmt.Errorf("the refusal has no error in it: %q", text)
	}
	e, err := l.abi.ErrorByID([4]byte(raw[:4]))
	if err != nil {
		return "", err
	}
	return e.Name, nil
}

// view is a question to a contract and the answer that is expected.
type view struct {
	name string
	to   trace.Address
	in   []byte
	want []byte
}

// ask puts all views and balances to the latest block in one request and
// returns the first answer that is not the expected one.
func (l *ledger) ask(views []view, balances map[trace.Address]*big.Int) error {
	var calls []rpc.BatchElem
	outs := make([]json.RawMessage, len(views)+len(balances))
	add := func(method string, args ...any) {
		calls = append(calls, rpc.BatchElem{Method: method, Args: args, Result: &outs[len(calls)]})
	}
	for _, v := range views {
		add("eth_call", map[string]any{"to": common.Address(v.to), "input": hexutil.Bytes(v.in)}, "latest")
	}
	var accounts []trace.Address
	for a := range balances {
		accounts = append(accounts, a)
		add("eth_getBalance", common.Address(a), "latest")
	}
	for done := 0; done < len(calls); done += 500 {
		if err := l.node.BatchCallContext(l.t.Context(), calls[done:min(done+500, len(calls))]); err != nil {
			return err
		}
	}
	for i, c := range calls {
		var got, want string
		if c.Error != nil {
			return fmt.Errorf("a view failed: %w", c.Error)
		}
		if err := json.Unmarshal(outs[i], &got); err != nil {
			return err
		}
		name := ""
		if i < len(views) {
			name, want = views[i].name, hexutil.Encode(views[i].want)
		} else {
			a := accounts[i-len(views)]
			name, want = "balance of "+a.String(), hexutil.EncodeBig(balances[a])
		}
		if got != want {
			return fmt.Errorf("%w: %s is\n  %s, the model says\n  %s", errDiffers, name, got, want)
		}
	}
	return nil
}
