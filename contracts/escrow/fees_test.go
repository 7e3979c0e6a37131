package escrow_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/ethclient"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/devchain"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// opFigures are what the oracle of these tests states.
type opFigures struct{ l1Base, blobBase, baseScalar, blobScalar, opScalar, opConstant, jovian int64 }

// asOfBase are figures of the size that Base has had.
func asOfBase() opFigures { return opFigures{200_000_000, 10_000_000, 2269, 1_055_762, 7, 1000, 0} }

// oracleContract is the oracle with figures in its storage.
func oracleContract(t testing.TB, f opFigures) map[trace.Address]devchain.Contract {
	t.Helper()
	text, err := os.ReadFile("testdata/oracle/oracle.json")
	if err != nil {
		t.Fatal(err)
	}
	var o struct{ Code string }
	if err := json.Unmarshal(text, &o); err != nil {
		t.Fatal(err)
	}
	storage := map[trace.Hash]trace.Hash{}
	for i, v := range []int64{f.l1Base, f.blobBase, f.baseScalar, f.blobScalar, f.opScalar, f.opConstant, f.jovian} {
		storage[trace.Hash{31: byte(i)}] = trace.Hash(common.BigToHash(big.NewInt(v)))
	}
	return map[trace.Address]devchain.Contract{trace.Address(common.HexToAddress(escrow.OracleAddress)): {Code: common.FromHex(o.Code), Storage: storage}}
}

// askOracle calls a function of the oracle that takes bytes and returns a
// number.
func askOracle(t *testing.T, c *ethclient.Client, name string, data []byte) *big.Int {
	t.Helper()
	kind := must(abi.NewType("bytes", "", nil))(t)
	args := abi.Arguments{{Type: kind}}
	method := abi.NewMethod(name, name, abi.Function, "view", false, false, args, nil)
	input := append(method.ID, must(args.Pack(data))(t)...)
	to := common.HexToAddress(escrow.OracleAddress)
	out := must(c.CallContract(t.Context(), ethereum.CallMsg{To: &to, Data: input}, nil))(t)
	return new(big.Int).SetBytes(out)
}

// fastLZSamples are bytes of the kinds that transactions consist of.
func fastLZSamples() [][]byte {
	random := rand.New(rand.NewPCG(1, 2))
	noise := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	out := [][]byte{}
	for n := range 40 { // around every bound of the format
		out = append(out, make([]byte, n), noise(n), bytes.Repeat([]byte("ab"), n))
	}
	for _, n := range []int{262, 263, 264, 265, 266, 270, 524, 530, 1000, 8191, 8192, 8193, 20000} {
		out = append(out, make([]byte, n), noise(n), append(noise(n), noise(3)...))
		again := noise(n)
		out = append(out, append(again, again...), append(append(again, noise(9000)...), again...))
	}
	items := []trace.Item{}
	for i := range uint32(100) {
		items = append(items, trace.Item{Session: trace.Keccak([]byte{byte(i)}), N: i, H: trace.Keccak([]byte{1, byte(i)})})
		out = append(out, trace.PackItems(items))
	}
	for range 60 { // few letters: many short matches
		b := noise(50 + random.IntN(600))
		for i := range b {
			b[i] &= byte(1 + random.IntN(3))
		}
		out = append(out, b)
	}
	return out
}

// TestDataFeeIsTheOracles compares compressed lengths and data fees with those
// of the oracle contract, whose compressor is not ours.
func TestDataFeeIsTheOracles(t *testing.T) {
	f := asOfBase()
	n, err := devnet.Start(t.Context(), devnet.Config{State: t.TempDir(), Contracts: oracleContract(t, f)})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	c := ethclient.NewClient(n.Chain.Attach())
	defer c.Close()
	ours := escrow.OPFees{
		L1BaseFee: big.NewInt(f.l1Base), BlobBaseFee: big.NewInt(f.blobBase),
		BaseFeeScalar: big.NewInt(f.baseScalar), BlobBaseFeeScalar: big.NewInt(f.blobScalar),
	}
	for i, data := range fastLZSamples() {
		want := askOracle(t, c, "compressedLength", data)
		if got := escrow.FastLZLen(data); want.Cmp(big.NewInt(int64(got))) != 0 {
			t.Errorf("sample %d of %d bytes: %d compressed, the oracle says %s", i, len(data), got, want)
		}
		fee := askOracle(t, c, "getL1Fee", data)
		if got := ours.DataFee(data); got.Cmp(fee) != 0 {
			t.Errorf("sample %d: data fee %s, the oracle says %s", i, got, fee)
		}
	}
}

func FuzzFastLZLen(f *testing.F) {
	for _, s := range fastLZSamples() {
		if len(s) < 700 {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n := escrow.FastLZLen(data)
		if most := len(data) + (len(data)+31)/32; n < 0 || n > most {
			t.Errorf("%d bytes are compressed to %d, at most %d are possible", len(data), n, most)
		}
	})
}

// planOf makes the plan of funding a promise with an amount, and sends nothing.
func (s *scene) planOf(a *escrow.Account, promise uint32, wei *big.Int) escrow.Plan {
	s.t.Helper()
	var plan escrow.Plan
	a.Review(func(p escrow.Plan) error { plan = p; return escrow.ErrDryRun })
	defer a.Review(nil)
	if _, err := a.Fund(s.ctx(), promise, wei); !errors.Is(err, escrow.ErrDryRun) {
		s.t.Fatalf("planned funding: %v", err)
	}
	return plan
}

// TestPlanForetellsTheFee: what a plan says is what the transaction then costs,
// on a plain chain and with the fees of the OP stack.
func TestPlanForetellsTheFee(t *testing.T) {
	s := newScene(t)
	id := s.register(gwei(1000))
	owner := s.as[devnet.Owner]
	before := must(s.client.Balance(t.Context(), owner.Address()))(t)
	p := s.planOf(owner, id, gwei(7))
	if p.Value.Cmp(gwei(7)) != 0 || p.Balance.Cmp(before) != 0 || p.To != s.network.Escrow || p.DataFee.Sign() != 0 {
		t.Errorf("plan %+v", p)
	}
	if after := must(s.client.Balance(t.Context(), owner.Address()))(t); after.Cmp(before) != 0 {
		t.Errorf("a plan has cost %s wei", new(big.Int).Sub(before, after))
	}
	r := must(owner.Fund(t.Context(), id, gwei(7)))(t)
	if r.Fee.Cmp(p.MaxFee) > 0 {
		t.Errorf("fee %s, the plan's most is %s", r.Fee, p.MaxFee)
	}
	// The base fee moves by an eighth from block to block.
	if diff := new(big.Int).Sub(r.Fee, p.Fee); diff.CmpAbs(new(big.Int).Div(p.Fee, big.NewInt(5))) > 0 {
		t.Errorf("fee %s, the plan says %s", r.Fee, p.Fee)
	}

	f := asOfBase()
	for _, jovian := range []int64{0, 1} {
		f.jovian = jovian
		op := must(devnet.Start(t.Context(), devnet.Config{State: t.TempDir(), Contracts: oracleContract(t, f)}))(t)
		c, a, err := op.Account(t.Context(), devnet.User)
		if err != nil {
			t.Fatal(err)
		}
		var plan escrow.Plan
		a.Review(func(p escrow.Plan) error { plan = p; return escrow.ErrDryRun })
		if _, err := a.SetOperator(t.Context(), trace.Address{1}); !errors.Is(err, escrow.ErrDryRun) {
			t.Fatal(err)
		}
		want := int64(plan.Gas)*f.opScalar/1e6 + f.opConstant
		if jovian == 1 {
			want = int64(plan.Gas)*f.opScalar*100 + f.opConstant
		}
		if plan.OperatorFee.Int64() != want || plan.DataFee.Sign() <= 0 {
			t.Errorf("jovian %d: operator fee %s, want %d; data fee %s", jovian, plan.OperatorFee, want, plan.DataFee)
		}
		sum := new(big.Int).Mul(new(big.Int).SetUint64(plan.Gas), plan.GasPrice)
		if sum.Add(sum, plan.DataFee).Add(sum, plan.OperatorFee).Cmp(plan.Fee) != 0 {
			t.Errorf("jovian %d: the parts give %s, the whole is %s", jovian, sum, plan.Fee)
		}
		c.Close()
		if err := op.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestFeeLimit: a network file's limit ends a call before it is sent, and a
// network file that calls a plain chain one of the OP stack is found out.
func TestFeeLimit(t *testing.T) {
	s := newScene(t)
	id := s.register(gwei(1000))
	for name, c := range map[string]struct {
		fees escrow.Fees
		want string
	}{
		"dear":   {escrow.Fees{MaxPerGas: 1}, "raise fees.max_wei_per_gas"},
		"plain":  {escrow.Fees{OPStack: true}, "has no fee oracle"},
		"enough": {escrow.Fees{MaxPerGas: 1e12}, ""},
	} {
		n := s.network
		n.Fees = c.fees
		client := must(escrow.Dial(t.Context(), n))(t)
		a := must(client.Account(s.keys[devnet.Owner], t.TempDir()))(t)
		a.Review(func(escrow.Plan) error { return nil })
		_, err := a.Fund(context.WithoutCancel(t.Context()), id, gwei(1))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
		client.Close()
	}
	if got := must(s.client.Promise(t.Context(), id))(t).Reserve; got.Cmp(gwei(1001)) != 0 {
		t.Errorf("reserve %s, want one funding", got)
	}
}
