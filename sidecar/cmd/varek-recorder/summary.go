package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// summary tells what was recorded and committed, and what to do next.
func (r *liveRun) summary(ctx context.Context, w io.Writer) error {
	defer r.logFile.Close()
	store, err := openStore(ctx, r.settings, r.file.Session)
	if err != nil {
		return err
	}
	defer store.Close()
	kinds, err := countKinds(ctx, store, r.file.Session)
	if err != nil {
		return environment("read the trace back", err, "")
	}
	list, err := store.Checkpoints(ctx, r.file.Session)
	if err != nil {
		return environment("read the checkpoints back", err, "")
	}
	confirmed := 0
	for _, c := range list {
		if c.Kind == tracestore.KindCheckpoint && c.Status == tracestore.StatusConfirmed {
			confirmed++
		}
	}
	private := ledger(r.chain.client.Network())
	fmt.Fprintf(w, "%svarek: session %s is recorded\n", private, r.file.Session)
	fmt.Fprintf(w, "  records      %s\n", kinds)
	fmt.Fprintf(w, "  checkpoints  %d on chain\n", confirmed)
	if r.file.H != nil {
		state := "on chain"
		if !r.file.Final {
			state = "NOT on chain yet; next: varek-sidecar run --resume " + r.file.Session.String()
		}
		fmt.Fprintf(w, "  final        n %d, H %s, %s\n", r.file.N, r.file.H, state)
	}
	if r.denials != nil {
		r.denials.summarise(w)
	}
	fmt.Fprintf(w, "  look         varek-sidecar trace show %s\n", r.file.Session)
	if len(r.file.Promises) == 0 {
		fmt.Fprintf(w, "  recorded and committed, nothing insured; to back a promise: varek-escrow promise register --help\n")
	} else {
		fmt.Fprintf(w, "  challenge    varek-escrow claim file %s --promise %d\n", r.file.Session, r.file.Promises[0])
	}
	return nil
}

// countKinds says how many records of each kind a trace has, in a fixed order.
func countKinds(ctx context.Context, store *tracestore.Store, session trace.Hash) (string, error) {
	count := map[trace.Kind]int{}
	total := 0
	err := store.Read(ctx, session, 1, 0, func(rec trace.Record, _ uint64) error {
		head, err := trace.DecodeHead(rec.Head)
		if err != nil {
			return err
		}
		count[head.Kind]++
		total++
		return nil
	})
	var words []string
	for _, k := range []trace.Kind{trace.KindIntent, trace.KindPermission, trace.KindStart, trace.KindAction, trace.KindSyscall,
		trace.KindSession, trace.KindGap, trace.KindNotice} {
		if count[k] > 0 {
			words = append(words, fmt.Sprintf("%d %s", count[k], k))
		}
	}
	return fmt.Sprintf("%d: %s", total, strings.Join(words, ", ")), err
}
