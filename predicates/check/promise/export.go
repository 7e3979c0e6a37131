package promise

import (
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// modelName separates what is made for models. The key that signs is made of it
// and so is public: a bundle of a model is evidence of nothing but the model.
const modelName = "varek/model/v1"

// Export writes a path as the evidence bundle that a provider would deliver for
// it, on chain 0 and signed with a key that everybody knows. varek-verifier
// judge --no-chain reads it.
func Export(out io.Writer, p predicates.PromiseFile, path []world.Step) error {
	views, err := Views(path)
	if err != nil {
		return err
	}
	key := trace.Keccak([]byte(modelName + "/key"))
	_, signer, err := trace.Sign(trace.Keccak(nil), key[:])
	if err != nil {
		return fmt.Errorf("make the model's key: %w", err)
	}
	session := trace.SessionID(0, trace.Address{}, signer, signer, trace.Keccak([]byte(modelName)), trace.PromisesHash([]uint32{0}))
	records := make([]trace.Record, 0, len(views))
	var frontier trace.Frontier
	epoch := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, v := range views {
		h, b := v.Head, *v.Body
		h.Session = session
		b.Time = epoch.Add(time.Duration(h.Seq) * time.Second).Format("2006-01-02T15:04:05.000000000Z")
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], h.Seq)
		r, err := trace.NewRecord(h, b, trace.Keccak([]byte(modelName), n[:]))
		if err != nil {
			return fmt.Errorf("record %d: %w", h.Seq, err)
		}
		records = append(records, r)
		frontier.Append(r.Leaf())
	}
	w, err := trace.NewBundleWriter(out, trace.BundleHeader{V: trace.Version, Claim: trace.ClaimID(0, trace.Address{}, session, 0, 1), Session: session,
		Predicate: p.Predicate, Params: p.Params, N: uint64(len(records)), H: trace.Commitment(session, uint64(len(records)), frontier.Root())})
	if err != nil {
		return fmt.Errorf("begin the bundle: %w", err)
	}
	for _, r := range records {
		if err := w.Record(r); err != nil {
			return err
		}
	}
	return w.Close(func(digest trace.Hash) ([]byte, trace.Address, error) { return trace.Sign(digest, key[:]) })
}
