package audit

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/ecdsa"
	"golang.org/x/crypto/sha3"
)

type hash [32]byte

func (h hash) String() string { return "0x" + hex.EncodeToString(h[:]) }

func (h *hash) UnmarshalJSON(text []byte) error {
	var s string
	if err := json.Unmarshal(text, &s); err != nil {
		return err
	}
	b, err := hex.DecodeString(strings.TrimPrefix(s, "0x"))
	if err != nil || len(b) != 32 || !strings.HasPrefix(s, "0x") || strings.ToLower(s) != s {
		return fmt.Errorf("%q is no hash", s)
	}
	copy(h[:], b)
	return nil
}

// k is Keccak-256 of the joined parts.
func k(parts ...[]byte) (h hash) {
	s := sha3.NewLegacyKeccak256()
	for _, p := range parts {
		s.Write(p)
	}
	s.Sum(h[:0])
	return h
}

func u64(n int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// record is one record as evidence shows it: with its body, or with its hash.
type record struct {
	Body, Head json.RawMessage
	Salt       *hash
	BodyHash   *hash `json:"body_hash"`
}

// leaf is section 3's leaf_i.
func (r record) leaf() (hash, error) {
	switch {
	case len(r.Head) == 0:
		return hash{}, fmt.Errorf("a record without head")
	case r.Salt != nil && r.BodyHash == nil && len(r.Body) > 0:
		body := k([]byte{2}, r.Salt[:], u64(len(r.Body)), r.Body)
		return k([]byte{0}, u64(len(r.Head)), r.Head, body[:]), nil
	case r.Salt == nil && r.BodyHash != nil && len(r.Body) == 0:
		return k([]byte{0}, u64(len(r.Head)), r.Head, r.BodyHash[:]), nil
	}
	return hash{}, fmt.Errorf("a record is neither shown nor hidden: %s", r.Head)
}

func node(l, r hash) hash { return k([]byte{1}, l[:], r[:]) }

// root is MTH of RFC 9162 section 2.1.1 over hashes that are leaves already.
func root(leaves []hash) hash {
	switch len(leaves) {
	case 0:
		return hash{}
	case 1:
		return leaves[0]
	}
	split := 1
	for split*2 < len(leaves) {
		split *= 2
	}
	return node(root(leaves[:split]), root(leaves[split:]))
}

// commitment is H(n).
func commitment(session hash, n int, root hash) hash {
	var tag [32]byte
	copy(tag[:], "varek/trace/v1")
	return k(tag[:], session[:], u64(n), root[:])
}

// word is a number or an address as EIP-712 encodes it.
func word(b []byte) []byte { return append(make([]byte, 32-len(b)), b...) }

func number(n uint64) []byte { return word(binary.BigEndian.AppendUint64(nil, n)) }

// evidenceDigest is what the operator signs (section 8).
func evidenceDigest(h header, bundle hash) hash {
	domainType := k([]byte("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"))
	name, version := k([]byte("varek")), k([]byte("1"))
	escrow, _ := hex.DecodeString(strings.TrimPrefix(h.Escrow, "0x")) // of a wrong one the signature is wrong
	domain := k(domainType[:], name[:], version[:], number(h.ChainID), word(escrow))
	typ := k([]byte("Evidence(bytes32 claim,bytes32 session,uint32 n,bytes32 h,bytes32 paramsHash,bytes32 bundleHash)"))
	params := k(h.Params)
	message := k(typ[:], h.Claim[:], h.Session[:], number(h.N), h.H[:], params[:], bundle[:])
	return k([]byte{0x19, 1}, domain[:], message[:])
}

// signer recovers who signed: r, s, v with v 27 or 28.
func signer(digest hash, signature string) (string, error) {
	sig, err := hex.DecodeString(strings.TrimPrefix(signature, "0x"))
	if err != nil || len(sig) != 65 {
		return "", fmt.Errorf("%q is no signature", signature)
	}
	compact := append([]byte{sig[64]}, sig[:64]...)
	key, _, err := ecdsa.RecoverCompact(compact, digest[:])
	if err != nil {
		return "", err
	}
	address := k(key.SerializeUncompressed()[1:])
	return "0x" + hex.EncodeToString(address[12:]), nil
}

// lines splits NDJSON and insists on the last newline.
func lines(text []byte) ([][]byte, error) {
	if len(text) == 0 || text[len(text)-1] != '\n' {
		return nil, fmt.Errorf("the last line does not end")
	}
	return bytes.Split(text[:len(text)-1], []byte("\n")), nil
}
