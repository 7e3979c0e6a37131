package second

import (
	"encoding/binary"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"
)

type hash = [32]byte

func keccak(parts ...[]byte) (out hash) {
	h := sha3.NewLegacyKeccak256()
	for _, p := range parts {
		h.Write(p)
	}
	h.Sum(out[:0])
	return out
}

func u64(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

// uintWord and addressWord are abi.encode of one value.
func uintWord(n uint64) []byte { return append(make([]byte, 24), u64(n)...) }

func addressWord(a []byte) []byte { return append(make([]byte, 12), a...) }

func text(s string) []byte {
	h := keccak([]byte(s))
	return h[:]
}

// root is the tree of RFC 9162 section 2.1.1 over leaf hashes.
func root(leaves []hash) hash {
	if len(leaves) == 0 {
		return hash{}
	}
	if len(leaves) == 1 {
		return leaves[0]
	}
	k := 1
	for 2*k < len(leaves) {
		k *= 2
	}
	left, right := root(leaves[:k]), root(leaves[k:])
	return keccak([]byte{1}, left[:], right[:])
}

// commitment is H(n) over the first leaves.
func commitment(session hash, leaves []hash) hash {
	r := root(leaves)
	return keccak(append([]byte("varek/trace/v1"), make([]byte, 18)...), session[:], u64(uint64(len(leaves))), r[:])
}

// digest is EIP-712 in the escrow's domain.
func digest(chain uint64, escrow []byte, typ string, members ...[]byte) hash {
	domain := keccak(text("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
		text("varek"), text("1"), uintWord(chain), addressWord(escrow))
	message := keccak(append([][]byte{text(typ)}, members...)...)
	return keccak([]byte{0x19, 1}, domain[:], message[:])
}

// signer recovers an address; v is 27 or 28 and s is low.
func signer(d hash, sig []byte) (string, bool) {
	if len(sig) != 65 || sig[64] != 27 && sig[64] != 28 {
		return "", false
	}
	var r, s secp256k1.ModNScalar
	if r.SetByteSlice(sig[:32]) || s.SetByteSlice(sig[32:64]) || r.IsZero() || s.IsZero() || s.IsOverHalfOrder() {
		return "", false
	}
	key, _, err := ecdsa.RecoverCompact(append([]byte{sig[64]}, sig[:64]...), d[:])
	if err != nil {
		return "", false
	}
	h := keccak(key.SerializeUncompressed()[1:])
	return string(h[12:]), true
}
