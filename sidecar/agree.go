package sidecar

import (
	"context"
	"errors"
	"fmt"

	"github.com/varek/varek/tracestore/trace"
)

// Agree compares what the chain holds of a session with what the store holds,
// before an earlier process's session goes on: posted are its items there. A
// store that was put back to an older copy, marks and all, looks sound to
// itself; what it would commit next contradicts what stands on the chain, and
// every claim would be lost. ErrDiverged names the first record that is
// missing or differs. Commitments that the store itself has noted cost no
// reading.
func Agree(ctx context.Context, records Store, checkpoints CheckpointStore, id trace.Hash, posted []trace.Item) error {
	if len(posted) == 0 {
		return nil
	}
	head, err := records.Head(ctx, id)
	if err != nil {
		return fmt.Errorf("read the head of session %s: %w", id, err)
	}
	kept, err := checkpoints.Checkpoints(ctx, id)
	if err != nil {
		return fmt.Errorf("read the checkpoints of session %s: %w", id, err)
	}
	noted := map[uint64]trace.Hash{}
	for _, k := range kept {
		noted[k.N] = k.H
	}
	var unknown []trace.Item
	for _, it := range posted {
		switch h, ok := noted[uint64(it.N)]; {
		case uint64(it.N) > head:
			return fmt.Errorf("%w: session %s lacks record %d; the chain holds a commitment to %d records", ErrDiverged, id, head+1, it.N)
		case !ok || h != it.H:
			unknown = append(unknown, it)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	return rehash(ctx, records, id, unknown)
}

// rehash recomputes the commitments from the rows as they stand.
func rehash(ctx context.Context, records Store, id trace.Hash, items []trace.Item) error {
	audit, err := trace.NewAudit(id, items)
	if err != nil {
		return fmt.Errorf("compare session %s with the chain: %w", id, err)
	}
	most := uint64(0)
	for _, it := range items {
		most = max(most, uint64(it.N))
	}
	m := trace.NewEntryMaker(audit.Take)
	if most > 0 {
		err = records.Read(ctx, id, 1, most, func(r trace.Record, _ uint64) error { return m.Add(r) })
	}
	if err == nil {
		err = m.Flush()
	}
	if err == nil {
		_, err = audit.End()
	}
	var told *trace.AuditFault
	if errors.As(err, &told) {
		return fmt.Errorf("%w: session %s contradicts the chain: %w", ErrDiverged, id, told)
	}
	if err != nil {
		return fmt.Errorf("compare session %s with the chain: %w", id, err)
	}
	return nil
}
