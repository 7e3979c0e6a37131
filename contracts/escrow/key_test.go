package escrow_test

import (
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func TestKeyFiles(t *testing.T) {
	const secret = "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"
	want := "0x2c7536e3605d9c16a7a3d7b1898e529396a65c23"
	for name, c := range map[string]struct {
		text string
		mode os.FileMode
		want error
	}{
		"plain":        {secret + "\n", 0o600, nil},
		"with 0x":      {"0x" + secret, 0o600, nil},
		"read only":    {secret, 0o400, nil},
		"group reads":  {secret, 0o640, escrow.ErrKeyMode},
		"others read":  {secret, 0o604, escrow.ErrKeyMode},
		"empty":        {"", 0o600, escrow.ErrKeyText},
		"short":        {secret[:62], 0o600, escrow.ErrKeyText},
		"two keys":     {secret + "\n" + secret, 0o600, escrow.ErrKeyText},
		"no hex":       {strings.Repeat("zz", 32), 0o600, escrow.ErrKeyText},
		"beyond group": {strings.Repeat("ff", 32), 0o600, escrow.ErrKeyText},
	} {
		path := filepath.Join(t.TempDir(), "k")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		k, err := escrow.LoadKey(path)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), secret[:16]) {
			t.Errorf("%s: the error shows the secret", name)
		}
		if err == nil && k.Address().String() != want {
			t.Errorf("%s: address %s, want %s", name, k.Address(), want)
		}
	}
	if _, err := escrow.LoadKey(filepath.Join(t.TempDir(), "none")); !errors.Is(err, escrow.ErrNoKey) {
		t.Errorf("no file: %v", err)
	}
}

// TestOneKeyIsMade: many at once get the same new key, and it is private.
func TestOneKeyIsMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys", "a.key")
	var mu sync.Mutex
	var wg sync.WaitGroup
	seen := map[trace.Address]bool{}
	for range 8 {
		wg.Go(func() {
			k, err := escrow.LoadOrCreateKey(path)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Error(err)
				return
			}
			seen[k.Address()] = true
		})
	}
	wg.Wait()
	if len(seen) != 1 {
		t.Errorf("%d keys were made", len(seen))
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".key-*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestSignaturesRecover(t *testing.T) {
	k := must(escrow.LoadOrCreateKey(filepath.Join(t.TempDir(), "a.key")))(t)
	for i := range 64 {
		digest := trace.Keccak([]byte{byte(i)})
		sig := must(k.SignHash(digest))(t)
		if signer, err := trace.Recover(digest, sig); err != nil || signer != k.Address() {
			t.Fatalf("signature %x recovers %s, %v", sig, signer, err)
		}
	}
}

// TestDigestsAreEIP712 compares every digest with an independent implementation
// of EIP-712.
func TestDigestsAreEIP712(t *testing.T) {
	d := trace.Domain{ChainID: 31337, Contract: trace.Address{1, 2, 3, 19: 0xff}}
	h := func(i byte) trace.Hash { return trace.Keccak([]byte{i}) }
	owner, user := trace.Address{5}, trace.Address{6}
	field := func(name, typ string) apitypes.Type { return apitypes.Type{Name: name, Type: typ} }
	for name, c := range map[string]struct {
		fields  []apitypes.Type
		message apitypes.TypedDataMessage
		got     trace.Hash
	}{
		"Evidence": {
			[]apitypes.Type{field("claim", "bytes32"), field("session", "bytes32"), field("n", "uint32"), field("h", "bytes32"), field("paramsHash", "bytes32"), field("bundleHash", "bytes32")},
			apitypes.TypedDataMessage{"claim": h(1).String(), "session": h(2).String(), "n": "77", "h": h(3).String(), "paramsHash": h(4).String(), "bundleHash": h(5).String()},
			d.EvidenceDigest(h(1), h(2), 77, h(3), h(4), h(5)),
		},
		"Head": {
			[]apitypes.Type{field("session", "bytes32"), field("n", "uint32"), field("h", "bytes32")},
			apitypes.TypedDataMessage{"session": h(2).String(), "n": "4294967295", "h": h(3).String()},
			d.HeadDigest(h(2), 1<<32-1, h(3)),
		},
		"Open": {
			[]apitypes.Type{field("owner", "address"), field("user", "address"), field("salt", "bytes32"), field("promisesHash", "bytes32"), field("openedAt", "uint64")},
			apitypes.TypedDataMessage{"owner": owner.String(), "user": user.String(), "salt": h(1).String(), "promisesHash": trace.PromisesHash([]uint32{1, 9}).String(), "openedAt": "1796000000"},
			d.OpenDigest(owner, user, h(1), trace.PromisesHash([]uint32{1, 9}), 1796000000),
		},
		"Verdict": {
			[]apitypes.Type{field("claim", "bytes32"), field("violated", "bool")},
			apitypes.TypedDataMessage{"claim": h(1).String(), "violated": true},
			d.VerdictDigest(h(1), true),
		},
	} {
		data := apitypes.TypedData{
			Types: apitypes.Types{
				"EIP712Domain": {field("name", "string"), field("version", "string"), field("chainId", "uint256"), field("verifyingContract", "address")},
				name:           c.fields,
			},
			PrimaryType: name,
			Domain: apitypes.TypedDataDomain{
				Name: "varek", Version: "1", ChainId: (*math.HexOrDecimal256)(big.NewInt(int64(d.ChainID))), VerifyingContract: d.Contract.String(),
			},
			Message: c.message,
		}
		want, _, err := apitypes.TypedDataAndHash(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c.got != trace.Hash(want) {
			t.Errorf("%s: digest %s, want %x", name, c.got, want)
		}
	}
}
