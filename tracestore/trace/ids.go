package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// ItemSize is the packed size of one commitment: session ‖ u32(n) ‖ h.
const ItemSize = 68

// ErrItems is returned for packed commitments of a wrong length.
var ErrItems = errors.New("packed commitments are not a multiple of 68 bytes")

// Item is one commitment of a transaction that carries many.
type Item struct {
	Session Hash
	N       uint32
	H       Hash
}

// PackItems concatenates the items as the escrow reads them.
func PackItems(items []Item) []byte {
	out := make([]byte, 0, ItemSize*len(items))
	for _, it := range items {
		out = append(out, it.Session[:]...)
		out = binary.BigEndian.AppendUint32(out, it.N)
		out = append(out, it.H[:]...)
	}
	return out
}

// UnpackItems splits the data of a Checkpoints event; errors are ErrItems.
func UnpackItems(data []byte) ([]Item, error) {
	if len(data)%ItemSize != 0 {
		return nil, fmt.Errorf("%w: %d bytes", ErrItems, len(data))
	}
	items := make([]Item, len(data)/ItemSize)
	for i := range items {
		b := data[ItemSize*i:]
		copy(items[i].Session[:], b[:32])
		items[i].N = binary.BigEndian.Uint32(b[32:36])
		copy(items[i].H[:], b[36:68])
	}
	return items, nil
}

// FoldAccumulator gives an owner's next accumulator:
// K(abi.encode(bytes32 acc, uint8 kind, uint256 blockTime, K(data))); kind 1
// is checkpoints, 2 finals; the accumulator starts at zero.
func FoldAccumulator(acc Hash, kind uint8, blockTime uint64, data []byte) Hash {
	return Keccak(words(acc, uintWord(uint64(kind)), uintWord(blockTime), Keccak(data)))
}

// PromisesHash is K(abi.encode(uint32[])). The escrow accepts ascending ids
// only; this function hashes the order it is given.
func PromisesHash(ids []uint32) Hash {
	w := make([]Hash, 0, 2+len(ids))
	w = append(w, uintWord(32), uintWord(uint64(len(ids))))
	for _, id := range ids {
		w = append(w, uintWord(uint64(id)))
	}
	return Keccak(words(w...))
}

// SessionID is K(abi.encode(K("varek/session/v1"), chainID, escrow, owner,
// user, salt, promisesHash)).
func SessionID(chainID uint64, escrow, owner, user Address, salt, promisesHash Hash) Hash {
	return Keccak(words(Keccak([]byte("varek/session/v1")), uintWord(chainID),
		addressWord(escrow), addressWord(owner), addressWord(user), salt, promisesHash))
}

// ClaimID is K(abi.encode(chainID, escrow, session, uint32 promise, uint32
// round)); rounds count from 1.
func ClaimID(chainID uint64, escrow Address, session Hash, promise, round uint32) Hash {
	return Keccak(words(uintWord(chainID), addressWord(escrow), session,
		uintWord(uint64(promise)), uintWord(uint64(round))))
}

// words joins 32-byte words as abi.encode does for static types.
func words(w ...Hash) []byte {
	out := make([]byte, 0, 32*len(w))
	for i := range w {
		out = append(out, w[i][:]...)
	}
	return out
}

func uintWord(v uint64) (w Hash) {
	binary.BigEndian.PutUint64(w[24:], v)
	return w
}

func addressWord(a Address) (w Hash) {
	copy(w[12:], a[:])
	return w
}

func boolWord(b bool) (w Hash) {
	if b {
		w[31] = 1
	}
	return w
}
