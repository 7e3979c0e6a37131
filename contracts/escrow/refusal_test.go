package escrow_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/tracestore/trace"
)

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	return must(json.Marshal(v))(t)
}

// TestEveryRefusalIsKnown packs every error of the contract's interface and
// wants a sentence without holes.
func TestEveryRefusalIsKnown(t *testing.T) {
	contract := must(bindings.EscrowMetaData.ParseABI())(t)
	if len(contract.Errors) < 30 {
		t.Fatalf("the interface has %d errors", len(contract.Errors))
	}
	for name, e := range contract.Errors {
		var values []any
		for _, in := range e.Inputs {
			values = append(values, sample(t, in))
		}
		packed := must(e.Inputs.Pack(values...))(t)
		err := escrow.DecodeRefusal(*contract, append(e.ID[:4:4], packed...))
		var r *escrow.Refusal
		if !errors.As(err, &r) || r.Name != name {
			t.Errorf("%s becomes %v", name, err)
			continue
		}
		if r.Sentinel == nil || !errors.Is(err, r.Sentinel) || !strings.HasPrefix(r.Sentence, r.Sentinel.Error()) || strings.Contains(r.Sentence, "%!") {
			t.Errorf("%s says %q", name, r.Sentence)
		}
	}
	for _, raw := range [][]byte{nil, {1}, {1, 2, 3, 4}, contract.Errors["EscrowBond"].ID.Bytes()[:4]} {
		if err := escrow.DecodeRefusal(*contract, raw); !errors.Is(err, escrow.ErrReverted) {
			t.Errorf("revert %x becomes %v", raw, err)
		}
	}
}

func sample(t *testing.T, in abi.Argument) any {
	t.Helper()
	switch in.Type.String() {
	case "uint256":
		return big.NewInt(7)
	case "uint32":
		return uint32(7)
	case "uint8":
		return uint8(1)
	case "bool":
		return true
	case "address":
		return common.Address{1}
	case "bytes32":
		return [32]byte{1}
	}
	t.Fatalf("argument of type %s", in.Type)
	return nil
}

// TestWindowsAreTheContracts compares the windows with the contract's constants.
func TestWindowsAreTheContracts(t *testing.T) {
	s := newScene(t)
	b := bindings.NewEscrow()
	for name, c := range map[string]struct {
		input  []byte
		unpack func([]byte) (*big.Int, error)
		want   []time.Duration
	}{
		"CLAIM_WINDOW":    {b.PackCLAIMWINDOW(), b.UnpackCLAIMWINDOW, []time.Duration{escrow.FilingWindow, escrow.RetirementWindow}},
		"EVIDENCE_WINDOW": {b.PackEVIDENCEWINDOW(), b.UnpackEVIDENCEWINDOW, []time.Duration{escrow.EvidenceWindow}},
		"VERDICT_WINDOW":  {b.PackVERDICTWINDOW(), b.UnpackVERDICTWINDOW, []time.Duration{escrow.WithdrawWindow}},
		"EXPIRY_WINDOW":   {b.PackEXPIRYWINDOW(), b.UnpackEXPIRYWINDOW, []time.Duration{escrow.ExpiryWindow}},
	} {
		rpc := must(rpc.DialContext(t.Context(), s.endpoint))(t)
		var out string
		if err := rpc.Call(&out, "eth_call", map[string]string{
			"to": s.network.Escrow.String(), "data": "0x" + common.Bytes2Hex(c.input)}, "latest"); err != nil {
			t.Fatal(err)
		}
		rpc.Close()
		got := must(c.unpack(common.FromHex(out)))(t)
		for _, want := range c.want {
			if got.Int64() != int64(want.Seconds()) {
				t.Errorf("%s is %s seconds, the client's window %s", name, got, want)
			}
		}
	}
}

func TestDialRefusesTheWrongChainAndCode(t *testing.T) {
	s := newScene(t)
	for name, c := range map[string]struct {
		change func(*escrow.Network)
		want   error
	}{
		"chain":     {func(n *escrow.Network) { n.ChainID = 8453 }, escrow.ErrWrongChain},
		"code":      {func(n *escrow.Network) { n.CodeHash[0] ^= 1 }, escrow.ErrWrongCode},
		"no code":   {func(n *escrow.Network) { n.Escrow = s.address(devnet.User) }, escrow.ErrWrongCode},
		"no escrow": {func(n *escrow.Network) { n.Escrow, n.CodeHash = trace.Address{}, trace.Hash{} }, escrow.ErrNoEscrow},
	} {
		n := s.network
		c.change(&n)
		if _, err := escrow.Dial(t.Context(), n); !errors.Is(err, c.want) {
			t.Errorf("another %s: %v, want %v", name, err, c.want)
		}
	}
}

func TestNetworkFiles(t *testing.T) {
	for _, name := range []string{"base", "base-sepolia"} {
		n, err := escrow.Resolve(name, t.TempDir())
		if err != nil || n.Name != name || n.Confirmations == 0 || n.Private {
			t.Errorf("%s: %+v, %v", name, n, err)
		}
	}
	if _, err := escrow.Resolve("mars", t.TempDir()); !errors.Is(err, escrow.ErrNoNetwork) || !strings.Contains(err.Error(), "base-sepolia") {
		t.Errorf("unknown network: %v", err)
	}
	good := `{"version":1,"name":"x","chain_id":1,"rpc":"/x","confirmations":0,"verifiers":[]}`
	for text, want := range map[string]string{
		good:                               "",
		`{`:                                "not a network file",
		good + `{}`:                        "something follows",
		strings.Replace(good, `1`, `2`, 1): "version 2",
		strings.Replace(good, `:1,"r`, `:0,"r`, 1):                                               "lacks chain_id",
		strings.Replace(good, `}`, `,"fee":1}`, 1):                                               "unknown field",
		strings.Replace(good, `}`, `,"escrow":"0x00000000000000000000000000000000000000aa"}`, 1): "together",
	} {
		path := filepath.Join(t.TempDir(), "n.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := escrow.Resolve(path, "")
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestFeesAddUp(t *testing.T) {
	const receipt = `{"status":"0x1","cumulativeGasUsed":"0x64","logsBloom":"0x` + "%s" + `","logs":[],"transactionHash":"0x0000000000000000000000000000000000000000000000000000000000000001",
	"gasUsed":"0xf4240","effectiveGasPrice":"0x2","blockNumber":"0x1","transactionIndex":"0x0"`
	base := strings.Replace(receipt, "%s", strings.Repeat("00", 256), 1)
	for extra, want := range map[string]int64{
		`}`:               2_000_000,
		`,"l1Fee":"0x5"}`: 2_000_005,
		`,"operatorFeeScalar":"0x3","operatorFeeConstant":"0x4"}`:                              2_000_007,
		`,"operatorFeeScalar":"0x3","operatorFeeConstant":"0x4","daFootprintGasScalar":"0x1"}`: 302_000_004,
	} {
		if got, err := escrow.FeeOf([]byte(base + extra)); err != nil || got.Int64() != want {
			t.Errorf("receipt …%s costs %s, %v; want %d", extra, got, err, want)
		}
	}
}
