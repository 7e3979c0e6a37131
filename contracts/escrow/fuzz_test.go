package escrow_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/ethereum/go-ethereum/core/types"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/contracts/escrow/bindings"
	"github.com/varek/varek/tracestore/trace"
)

// FuzzParseNetwork: what is taken for a network file means the same when it is
// written again.
func FuzzParseNetwork(f *testing.F) {
	f.Add([]byte(`{"version":1,"name":"x","chain_id":1,"rpc":"/x","confirmations":0,"verifiers":[]}`))
	f.Add([]byte(`{"version":1,"name":"dev","chain_id":31337,"rpc":"/s","escrow":"0x00000000000000000000000000000000000000aa",` +
		`"code_hash":"0x1111111111111111111111111111111111111111111111111111111111111111","deployed_block":1,"confirmations":0,"verifiers":[{"address":"0x00000000000000000000000000000000000000bb"}],"private":true}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		n, err := escrow.ParseNetwork(text)
		if err != nil {
			return
		}
		once := must(json.Marshal(n))(t)
		again := must(escrow.ParseNetwork(once))(t)
		if twice := must(json.Marshal(again))(t); !bytes.Equal(once, twice) {
			t.Errorf("%s\nbecomes %s", once, twice)
		}
	})
}

// FuzzDecodeRefusal: a node can answer anything; it is a refusal of the
// contract or ErrReverted, never both and never a panic.
func FuzzDecodeRefusal(f *testing.F) {
	contract, err := bindings.EscrowMetaData.ParseABI()
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range contract.Errors {
		f.Add(append(e.ID[:4:4], make([]byte, 64)...))
	}
	f.Add([]byte{0x08, 0xc3, 0x79, 0xa0})
	f.Fuzz(func(t *testing.T, raw []byte) {
		err := escrow.DecodeRefusal(*contract, raw)
		var r *escrow.Refusal
		if errors.As(err, &r) == errors.Is(err, escrow.ErrReverted) {
			t.Errorf("%x becomes %v", raw, err)
		}
	})
}

// FuzzKeptFlight: a file that a dying process has left reads the same with and
// without the line that it did not finish.
func FuzzKeptFlight(f *testing.F) {
	raw := must(types.NewTx(&types.DynamicFeeTx{Nonce: 7, Data: []byte{1}}).MarshalBinary())(new(testing.T))
	line := fmt.Sprintf(`{"version":1,"genesis":"0x%064x","intent":"0x%064x","tx":"0x%x"}`+"\n", 1, 2, raw)
	f.Add([]byte(line), []byte(line[:40]))
	f.Add([]byte(line+line), []byte("{"))
	f.Add([]byte{}, []byte("x"))
	f.Fuzz(func(t *testing.T, text, torn []byte) {
		n, err := escrow.KeptFlight(text)
		if err != nil || bytes.Contains(torn, []byte("\n")) || len(text) > 0 && text[len(text)-1] != '\n' {
			return
		}
		if again, err := escrow.KeptFlight(append(slices.Clone(text), torn...)); err != nil || again != n {
			t.Errorf("%q has %d transactions, and with %q behind it %d, %v", text, n, torn, again, err)
		}
	})
}

func TestOperatorsInASpanOfTime(t *testing.T) {
	a, b, none := trace.Address{1}, trace.Address{2}, trace.Address{}
	history := []escrow.Tenure{{Operator: a, From: 10}, {Operator: b, From: 20}, {Operator: none, From: 30}, {Operator: a, From: 40}}
	for _, c := range []struct {
		from, to uint64
		want     []trace.Address
	}{
		{0, 9, nil},
		{0, 10, []trace.Address{a}},
		{10, 19, []trace.Address{a}},
		{19, 20, []trace.Address{a, b}},
		{20, 20, []trace.Address{a, b}}, // both within the second of the change
		{21, 29, []trace.Address{b}},
		{31, 39, nil},
		{0, 99, []trace.Address{a, b}},
		{35, 99, []trace.Address{a}},
	} {
		if got := escrow.OperatorsIn(history, c.from, c.to); !slices.Equal(got, c.want) {
			t.Errorf("from %d to %d: %v, want %v", c.from, c.to, got, c.want)
		}
	}
}

// TestFactsOfAReplacedBlockAreRefused: a reorganisation between the first and
// the last read makes the facts worthless.
func TestFactsOfAReplacedBlockAreRefused(t *testing.T) {
	s := newScene(t)
	id := s.register(gwei(1000))
	claim := s.file(s.open("a", id), id)
	p := newProxy(t, s.endpoint)
	c := s.through(p)
	p.lie(func(c call) (answer, bool) {
		if c.Method != "eth_getBlockByNumber" || string(c.Params[0]) == `"latest"` {
			return answer{}, false
		}
		var block map[string]any
		if err := p.upstream.Call(&block, c.Method, c.Params[0], c.Params[1]); err != nil {
			t.Error(err)
		}
		block["extraData"] = "0x01"
		return answer{Result: quoted(t, block)}, true
	})
	if f, err := c.Facts(t.Context(), claim.ID); err == nil {
		t.Errorf("facts of a block that was replaced: %+v", f)
	}
	p.lie(nil)
	must(c.Facts(t.Context(), claim.ID))(t)
}
