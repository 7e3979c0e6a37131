package trace

import (
	"errors"
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
)

// SignatureSize is r ‖ s ‖ v.
const SignatureSize = 65

// ErrSignature is returned for a signature that is malformed, malleable (high
// s, v not 27 or 28) or recovers no key.
var ErrSignature = errors.New("signature is not valid")

// Recover returns the address that signed digest. One message and one key
// have one accepted encoding per (r, s): 65 bytes r ‖ s ‖ v with v 27 or 28
// and s in the lower half of the group order (EIP-2).
func Recover(digest Hash, sig []byte) (Address, error) {
	if len(sig) != SignatureSize {
		return Address{}, fmt.Errorf("%w: %d bytes, want %d", ErrSignature, len(sig), SignatureSize)
	}
	v := sig[64]
	if v != 27 && v != 28 {
		return Address{}, fmt.Errorf("%w: v is %d, want 27 or 28", ErrSignature, v)
	}
	var r, s secp256k1.ModNScalar
	if r.SetByteSlice(sig[:32]) || r.IsZero() || s.SetByteSlice(sig[32:64]) || s.IsZero() {
		return Address{}, fmt.Errorf("%w: r or s is outside the group order", ErrSignature)
	}
	if s.IsOverHalfOrder() {
		return Address{}, fmt.Errorf("%w: s is in the upper half of the group order", ErrSignature)
	}
	compact := make([]byte, 0, SignatureSize)
	compact = append(compact, v)
	compact = append(compact, sig[:64]...)
	pub, _, err := ecdsa.RecoverCompact(compact, digest[:])
	if err != nil {
		return Address{}, fmt.Errorf("%w: %w", ErrSignature, err)
	}
	return addressOf(pub), nil
}

// Sign signs digest with a 32-byte secret key and returns the form that
// Recover accepts, with the deterministic nonce of RFC 6979.
func Sign(digest Hash, key []byte) (sig []byte, signer Address, err error) {
	var d secp256k1.ModNScalar
	if len(key) != 32 || d.SetByteSlice(key) || d.IsZero() {
		return nil, Address{}, errors.New("secret key is not 32 bytes within the group order")
	}
	priv := secp256k1.NewPrivateKey(&d)
	defer priv.Zero()
	compact := ecdsa.SignCompact(priv, digest[:], false)
	sig = append(append(make([]byte, 0, SignatureSize), compact[1:]...), compact[0])
	return sig, addressOf(priv.PubKey()), nil
}

// addressOf is the last 20 bytes of K(x ‖ y).
func addressOf(pub *secp256k1.PublicKey) (a Address) {
	h := Keccak(pub.SerializeUncompressed()[1:])
	copy(a[:], h[12:])
	return a
}
