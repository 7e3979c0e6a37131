package devchain_test

import (
	"context"
	"crypto/ecdsa"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/devchain"
	"github.com/varek/varek/tracestore/trace"
)

// payer is an account with money on every chain of these tests.
func payer() *ecdsa.PrivateKey {
	return crypto.ToECDSAUnsafe(crypto.Keccak256([]byte("devchain payer")))
}

func payerAddress() common.Address { return crypto.PubkeyToAddress(payer().PublicKey) }

func start(t *testing.T, dir string, change func(*devchain.Config)) *devchain.Chain {
	t.Helper()
	cfg := devchain.Config{Dir: dir, Fund: []trace.Address{trace.Address(payerAddress())}}
	if change != nil {
		change(&cfg)
	}
	c, err := devchain.Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// connect dials the socket, as every other program does.
func connect(t *testing.T, socket string) *ethclient.Client {
	t.Helper()
	c, err := rpc.DialIPC(t.Context(), socket)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return ethclient.NewClient(c)
}

// pay sends one wei to to and waits for the receipt.
func pay(t *testing.T, c *ethclient.Client, to common.Address) *types.Receipt {
	t.Helper()
	ctx := t.Context()
	nonce, err := c.PendingNonceAt(ctx, payerAddress())
	if err != nil {
		t.Fatal(err)
	}
	id := big.NewInt(devchain.ChainID)
	tx := types.MustSignNewTx(payer(), types.LatestSignerForChainID(id), &types.DynamicFeeTx{
		ChainID: id, Nonce: nonce, GasTipCap: big.NewInt(1), GasFeeCap: big.NewInt(1e9), Gas: 21000, To: &to, Value: big.NewInt(1),
	})
	if err := c.SendTransaction(ctx, tx); err != nil {
		t.Fatal(err)
	}
	var receipt *types.Receipt
	eventually(t, "the receipt of "+tx.Hash().Hex(), func() bool {
		receipt, err = c.TransactionReceipt(ctx, tx.Hash())
		return err == nil
	})
	return receipt
}

// eventually polls what; the limit only ends a test that would hang.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for limit := time.Now().Add(30 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

func head(t *testing.T, c *ethclient.Client) *types.Header {
	t.Helper()
	h, err := c.HeaderByNumber(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func balance(t *testing.T, c *ethclient.Client, a common.Address) int64 {
	t.Helper()
	b, err := c.BalanceAt(t.Context(), a, nil)
	if err != nil {
		t.Fatal(err)
	}
	return b.Int64()
}

func TestEveryTransactionGetsABlockAndRestartKeepsAll(t *testing.T) {
	dir := t.TempDir()
	chain := start(t, dir, nil)
	client := connect(t, chain.Socket())
	genesis := head(t, client)
	if age := time.Since(time.Unix(int64(genesis.Time), 0)); age < 0 || age > time.Minute {
		t.Errorf("the genesis block is %s old, want the time of creation", age)
	}
	to := common.HexToAddress("0x1234")
	for i := range uint64(5) {
		if r := pay(t, client, to); r.BlockNumber.Uint64() != i+1 {
			t.Errorf("transaction %d is in block %d", i+1, r.BlockNumber)
		}
	}
	before := head(t, client)
	if err := chain.Close(); err != nil {
		t.Fatal(err)
	}
	// Another allocation in the configuration does not make another chain.
	again := connect(t, start(t, dir, func(c *devchain.Config) { c.Fund = nil }).Socket())
	if h := head(t, again); h.Hash() != before.Hash() {
		t.Errorf("head after the restart %d %s, want %d %s", h.Number, h.Hash(), before.Number, before.Hash())
	}
	if got := balance(t, again, to); got != 5 {
		t.Errorf("balance after the restart %d, want 5", got)
	}
}

func TestAdvanceMovesTheClockAndOutlivesRestart(t *testing.T) {
	dir := t.TempDir()
	chain := start(t, dir, func(c *devchain.Config) { c.Heartbeat = time.Hour })
	client := connect(t, chain.Socket())
	from := head(t, client).Time
	const month = 30 * 24 * time.Hour
	at, err := devchain.Advance(t.Context(), dir, month)
	if err != nil {
		t.Fatal(err)
	}
	if got := uint64(at.Unix()); got != from+uint64(month.Seconds()) || head(t, client).Time != got {
		t.Errorf("advanced from %d to %d, head at %d; want exactly 30 days", from, got, head(t, client).Time)
	}
	if pay(t, client, common.Address{1}); head(t, client).Time <= uint64(at.Unix()) {
		t.Error("a block after the jump is not later than the jump")
	}
	if err := chain.Close(); err != nil {
		t.Fatal(err)
	}
	start(t, dir, nil)
	s, err := devchain.Find(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.Time <= uint64(at.Unix()) || s.Advanced != uint64(month.Seconds()) || s.PID != os.Getpid() {
		t.Errorf("status after the restart: %+v", s)
	}
}

func TestAdvanceRefusesNonsense(t *testing.T) {
	dir := t.TempDir()
	start(t, dir, nil)
	for _, d := range []time.Duration{0, time.Millisecond, -time.Hour, 200 * 365 * 24 * time.Hour} {
		if at, err := devchain.Advance(t.Context(), dir, d); err == nil {
			t.Errorf("advance by %s gave %s", d, at)
		}
	}
}

// TestHeartbeatMovesIdleDeadlines: a clock that a jump has moved goes on with
// the wall's speed although nobody sends anything.
func TestHeartbeatMovesIdleDeadlines(t *testing.T) {
	wall := make(chan time.Time, 1)
	wall <- time.Now()
	now := func() time.Time { t := <-wall; wall <- t; return t }
	chain := start(t, t.TempDir(), func(c *devchain.Config) { c.Heartbeat, c.Now = 5*time.Millisecond, now })
	client := connect(t, chain.Socket())
	at, err := chain.Advance(t.Context(), 3*24*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	wall <- (<-wall).Add(time.Hour)
	eventually(t, "an idle block an hour later", func() bool {
		return head(t, client).Time >= uint64(at.Add(time.Hour).Unix())
	})
}

func TestOneProcessPerDirectory(t *testing.T) {
	dir := t.TempDir()
	start(t, dir, nil)
	if _, err := devchain.Start(t.Context(), devchain.Config{Dir: dir}); !errors.Is(err, devchain.ErrRunning) {
		t.Errorf("a second chain in the directory: %v", err)
	}
}

// TestChainWithoutHomeEnds: whoever throws a state directory away need not hunt
// for its process.
func TestChainWithoutHomeEnds(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "devchain")
	c, err := devchain.Start(t.Context(), devchain.Config{Dir: dir, Heartbeat: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	<-c.Done()
	if err := c.Close(); !errors.Is(err, devchain.ErrRemoved) {
		t.Errorf("close: %v", err)
	}
}

func TestSocketIsForTheOwnerAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "devchain")
	chain := start(t, dir, nil)
	for path, want := range map[string]os.FileMode{dir: 0o700, chain.Socket(): 0o600} {
		st, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := st.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", path, got, want)
		}
	}
	for _, method := range []string{"admin_nodeInfo", "debug_setHead", "miner_start", "engine_forkchoiceUpdatedV3", "dev_setFeeRecipient"} {
		c, err := rpc.DialIPC(t.Context(), chain.Socket())
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Call(nil, method); err == nil || !strings.Contains(err.Error(), "does not exist") {
			t.Errorf("%s on the socket: %v", method, err)
		}
		c.Close()
	}
}

func TestLongDirectoryGetsAShortSocket(t *testing.T) {
	dir := filepath.Join(t.TempDir(), strings.Repeat("long/", 25))
	chain := start(t, dir, nil)
	socket := chain.Socket()
	if len(socket) > 103 {
		t.Fatalf("socket path of %d bytes", len(socket))
	}
	t.Cleanup(func() { os.RemoveAll(filepath.Dir(socket)) })
	if s, err := devchain.Find(t.Context(), dir); err != nil || s.Socket != socket {
		t.Fatalf("status %+v, %v", s, err)
	}
	if err := chain.Close(); err != nil {
		t.Fatal(err)
	}
	if again := start(t, dir, nil).Socket(); again != socket {
		t.Errorf("the socket moved from %s to %s", socket, again)
	}
}

func TestPrepareRunsBeforeTheSocketOpens(t *testing.T) {
	dir := t.TempDir()
	refusal := errors.New("refused")
	prepare := func(ctx context.Context, c *rpc.Client, socket string) error {
		if _, err := devchain.Find(ctx, dir); !errors.Is(err, devchain.ErrNotRunning) {
			t.Errorf("the socket answers while the chain is being prepared: %v", err)
		}
		if n, err := ethclient.NewClient(c).BlockNumber(ctx); err != nil || n != 0 {
			t.Errorf("block %d, %v", n, err)
		}
		return refusal
	}
	if _, err := devchain.Start(t.Context(), devchain.Config{Dir: dir, Prepare: prepare}); !errors.Is(err, refusal) {
		t.Errorf("start: %v", err)
	}
	start(t, dir, nil) // the directory is free again
}

func TestDamagedFilesAreNamed(t *testing.T) {
	for _, name := range []string{"genesis.json", "clock.json"} {
		dir := t.TempDir()
		if err := start(t, dir, nil).Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := devchain.Start(t.Context(), devchain.Config{Dir: dir}); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("start with a damaged %s: %v", name, err)
		}
	}
	dir := t.TempDir()
	if err := start(t, dir, nil).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "genesis.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := devchain.Start(t.Context(), devchain.Config{Dir: dir}); err == nil || !strings.Contains(err.Error(), "genesis.json") {
		t.Errorf("start without the genesis block of an old chain: %v", err)
	}
}
