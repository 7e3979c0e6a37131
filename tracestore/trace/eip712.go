package trace

// The type strings of formats section 8 and EIP-712.
const (
	typeDomain   = "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
	typeEvidence = "Evidence(bytes32 claim,bytes32 session,uint32 n,bytes32 h,bytes32 paramsHash,bytes32 bundleHash)"
	typeHead     = "Head(bytes32 session,uint32 n,bytes32 h)"
	typeOpen     = "Open(address owner,address user,bytes32 salt,bytes32 promisesHash,uint64 openedAt)"
	typeVerdict  = "Verdict(bytes32 claim,bool violated)"
)

// Domain is the EIP-712 domain of one deployment: name "varek", version "1",
// the chain id, and the escrow (the quorum contract for verdicts).
type Domain struct {
	ChainID  uint64
	Contract Address
}

// Separator is the domain separator.
func (d Domain) Separator() Hash {
	return Keccak(words(Keccak([]byte(typeDomain)), Keccak([]byte("varek")), Keccak([]byte("1")),
		uintWord(d.ChainID), addressWord(d.Contract)))
}

// EvidenceDigest is what the operator signs in the footer of a bundle.
func (d Domain) EvidenceDigest(claim, session Hash, n uint32, h, paramsHash, bundleHash Hash) Hash {
	return d.digest(typeEvidence, claim, session, uintWord(uint64(n)), h, paramsHash, bundleHash)
}

// HeadDigest is what the operator signs after each checkpoint and at close.
func (d Domain) HeadDigest(session Hash, n uint32, h Hash) Hash {
	return d.digest(typeHead, session, uintWord(uint64(n)), h)
}

// OpenDigest is the operator's promise that a session was opened off chain.
func (d Domain) OpenDigest(owner, user Address, salt, promisesHash Hash, openedAt uint64) Hash {
	return d.digest(typeOpen, addressWord(owner), addressWord(user), salt, promisesHash, uintWord(openedAt))
}

// VerdictDigest is what a member of a verifier quorum signs.
func (d Domain) VerdictDigest(claim Hash, violated bool) Hash {
	return d.digest(typeVerdict, claim, boolWord(violated))
}

// digest is K(0x19 ‖ 0x01 ‖ separator ‖ hashStruct).
func (d Domain) digest(typ string, members ...Hash) Hash {
	sep := d.Separator()
	message := Keccak(words(append([]Hash{Keccak([]byte(typ))}, members...)...))
	return Keccak([]byte{0x19, 0x01}, sep[:], message[:])
}
