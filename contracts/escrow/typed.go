package escrow

import (
	"strconv"

	"github.com/varek/varek/tracestore/trace"
)

// Typed is a message to be signed by EIP-712: its digest, and its parts as a
// signer that shows them to a person wants them.
type Typed struct {
	domain trace.Domain
	name   string
	fields []typedField
	digest trace.Hash
}

type typedField struct{ name, typ, value string }

// Digest is what is signed.
func (m Typed) Digest() trace.Hash { return m.digest }

// Name is the message's type, for instance Open.
func (m Typed) Name() string { return m.name }

// OpenMessage is the opening of a session that its user can show when filing.
func OpenMessage(d trace.Domain, owner, user trace.Address, salt trace.Hash, promises []uint32, openedAt uint64) Typed {
	list := trace.PromisesHash(promises)
	return Typed{d, "Open", []typedField{
		{"owner", "address", owner.String()}, {"user", "address", user.String()}, {"salt", "bytes32", salt.String()},
		{"promisesHash", "bytes32", list.String()}, {"openedAt", "uint64", strconv.FormatUint(openedAt, 10)},
	}, d.OpenDigest(owner, user, salt, list, openedAt)}
}

// HeadMessage is the head of a session: its first n records have the hash h.
func HeadMessage(d trace.Domain, session trace.Hash, n uint32, h trace.Hash) Typed {
	return Typed{d, "Head", []typedField{
		{"session", "bytes32", session.String()}, {"n", "uint32", strconv.FormatUint(uint64(n), 10)}, {"h", "bytes32", h.String()},
	}, d.HeadDigest(session, n, h)}
}

// EvidenceMessage is the signature under a bundle of evidence.
func EvidenceMessage(d trace.Domain, claim, session trace.Hash, n uint32, h, paramsHash, bundleHash trace.Hash) Typed {
	return Typed{d, "Evidence", []typedField{
		{"claim", "bytes32", claim.String()}, {"session", "bytes32", session.String()}, {"n", "uint32", strconv.FormatUint(uint64(n), 10)},
		{"h", "bytes32", h.String()}, {"paramsHash", "bytes32", paramsHash.String()}, {"bundleHash", "bytes32", bundleHash.String()},
	}, d.EvidenceDigest(claim, session, n, h, paramsHash, bundleHash)}
}

// VerdictMessage is one member's voice in a quorum; d is the quorum's domain.
func VerdictMessage(d trace.Domain, claim trace.Hash, violated bool) Typed {
	return Typed{d, "Verdict", []typedField{
		{"claim", "bytes32", claim.String()}, {"violated", "bool", strconv.FormatBool(violated)},
	}, d.VerdictDigest(claim, violated)}
}

// json is the message as eth_signTypedData_v4 and account_signTypedData take it.
func (m Typed) json() map[string]any {
	member := func(name, typ string) map[string]string { return map[string]string{"name": name, "type": typ} }
	fields, message := []map[string]string{}, map[string]any{}
	for _, f := range m.fields {
		fields = append(fields, member(f.name, f.typ))
		if message[f.name] = f.value; f.typ == "bool" {
			message[f.name] = f.value == "true"
		}
	}
	return map[string]any{
		"types": map[string]any{
			"EIP712Domain": []map[string]string{member("name", "string"), member("version", "string"), member("chainId", "uint256"), member("verifyingContract", "address")},
			m.name:         fields,
		},
		"primaryType": m.name,
		"domain": map[string]any{
			"name": "varek", "version": "1", "chainId": strconv.FormatUint(m.domain.ChainID, 10), "verifyingContract": m.domain.Contract.String(),
		},
		"message": message,
	}
}
