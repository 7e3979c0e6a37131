package trace

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/big"
	"testing"
)

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A signature that Ethereum's documentation has used for years (personal
// message "Some data").
func TestKnownSignature(t *testing.T) {
	digest := Keccak([]byte("\x19Ethereum Signed Message:\n9Some data"))
	if want := unhex(t, "1da44b586eb0729ff70a73c326926f6ed5a25f5b056e7f47fbc6e58d86871655"); !bytes.Equal(digest[:], want) {
		t.Fatalf("digest %s", digest)
	}
	sig := unhex(t, "b91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c")
	const signer = "0x2c7536e3605d9c16a7a3d7b1898e529396a65c23"
	if got, err := Recover(digest, sig); err != nil || got.String() != signer {
		t.Fatalf("recovered %s, %v, want %s", got, err, signer)
	}
	made, who, err := Sign(digest, unhex(t, "4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318"))
	if err != nil || who.String() != signer || !bytes.Equal(made, sig) {
		t.Fatalf("signed %x by %s, %v", made, who, err)
	}
}

func TestSignatureFormsRefused(t *testing.T) {
	digest := Keccak([]byte("digest"))
	key := bytes.Repeat([]byte{1}, 32)
	good, signer, err := Sign(digest, key)
	if err != nil {
		t.Fatal(err)
	}
	if who, err := Recover(digest, good); err != nil || who != signer {
		t.Fatal(who, err)
	}
	order, _ := new(big.Int).SetString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
	with := func(change func(sig []byte)) []byte {
		sig := bytes.Clone(good)
		change(sig)
		return sig
	}
	for name, sig := range map[string][]byte{
		// The same signature once more, as anybody could compute it.
		"high s": with(func(s []byte) {
			new(big.Int).Sub(order, new(big.Int).SetBytes(s[32:64])).FillBytes(s[32:64])
			s[64] ^= 27 ^ 28
		}),
		"v 0 or 1":   with(func(s []byte) { s[64] -= 27 }),
		"v 29":       with(func(s []byte) { s[64] = 29 }),
		"v EIP-155":  with(func(s []byte) { s[64] += 10 }),
		"r zero":     with(func(s []byte) { clear(s[:32]) }),
		"s zero":     with(func(s []byte) { clear(s[32:64]) }),
		"r is order": with(func(s []byte) { order.FillBytes(s[:32]) }),
		"s is order": with(func(s []byte) { order.FillBytes(s[32:64]) }),
		"r no point": with(func(s []byte) { clear(s[:32]); s[31] = 5 }),
		"short":      good[:64],
		"long":       append(bytes.Clone(good), 0),
		"empty":      nil,
	} {
		if who, err := Recover(digest, sig); !errors.Is(err, ErrSignature) {
			t.Errorf("%s: got %s, %v, want ErrSignature", name, who, err)
		}
	}
	if who, err := Recover(Keccak([]byte("another")), good); err == nil && who == signer {
		t.Error("the signature holds for another digest")
	}
	for _, bad := range [][]byte{nil, key[:31], make([]byte, 32), order.Bytes()} {
		if _, _, err := Sign(digest, bad); err == nil {
			t.Errorf("signed with key %x", bad)
		}
	}
}

func TestSignatureText(t *testing.T) {
	sig := bytes.Repeat([]byte{0xab}, SignatureSize)
	if back, err := ParseSignature(FormatSignature(sig)); err != nil || !bytes.Equal(back, sig) {
		t.Fatal(back, err)
	}
	if _, err := ParseSignature(FormatSignature(sig[:64])); !errors.Is(err, ErrHex) {
		t.Errorf("short signature: %v", err)
	}
}
