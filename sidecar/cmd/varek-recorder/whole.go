package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

// readLeft reads --leave-out.
func (f *serveFlags) readLeft() error {
	f.left = map[trace.Hash]bool{}
	for _, text := range f.leaveOut {
		id, err := trace.ParseHash(text)
		if err != nil {
			return usage("read --leave-out", err, "give full session ids; varek-sidecar trace ls")
		}
		f.left[id] = true
	}
	return nil
}

// paused is the hosted sessions' Paused.
func (v *serving) paused(id trace.Hash) string {
	if v.flags.onExposure != exposurePause {
		return ""
	}
	return v.points.Exposure(id, v.flags.limit)
}

// posted asks the chain what it holds of these sessions.
func (v *serving) posted(ctx context.Context, ids []trace.Hash) (map[trace.Hash][]trace.Item, error) {
	want := map[trace.Hash]bool{}
	for _, id := range ids {
		want[id] = true
	}
	return v.chain.client.ItemsOf(ctx, v.chain.owner, func(id trace.Hash) bool { return want[id] })
}

// noteEnd makes run.json say that a session is over, once.
func (v *serving) noteEnd(id trace.Hash) {
	dir := sessionDir(v.settings.state, id)
	file, err := readRun(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && file.Final {
		return // not this directory's, or said already
	}
	if err == nil {
		file.Status, file.Final = statusClosed, true
		if file.N, err = v.store.Head(context.Background(), id); err == nil {
			err = file.write(dir)
		}
	}
	if err != nil {
		v.log.Warn("run.json does not say that the session is over", "session", id, "op", "close", "err", err)
	}
}

// complete refuses a store that lacks sessions which this state directory
// knows: one that was deleted, marks and all, looks like a new one.
func (v *serving) complete(ctx context.Context) error {
	list, err := listRuns(v.settings.state)
	if err != nil {
		return err
	}
	// A session that cannot be read may be one that the store has lost.
	list.damaged = slices.DeleteFunc(list.damaged, func(d damagedRun) bool { return v.flags.left[d.id] })
	if err := list.fault("take up the sessions"); err != nil {
		return err
	}
	for _, r := range list.runs {
		if r.Store == "" || v.flags.left[r.Session] {
			continue
		}
		have, err := v.store.Head(ctx, r.Session)
		if err != nil {
			return environment("read the store", err, "")
		}
		if err := missing(v.settings.state, r, have); err != nil {
			return environment("take up session "+r.Session.String(), err,
				"put the newest copy of the store back; to serve the others meanwhile: --leave-out "+r.Session.String())
		}
	}
	return nil
}

// missing says that a store which has so many records of a session has lost
// some: credentials are written after the first record, run.json's number
// at the close.
func missing(state string, r *runFile, have uint64) error {
	if have < r.N {
		return fmt.Errorf("%w: record %d is missing, the session was closed with %d", sidecar.ErrDiverged, have+1, r.N)
	}
	if have > 0 {
		return nil
	}
	if _, err := os.Stat(filepath.Join(sessionDir(state, r.Session), "bus", "creds.json")); err == nil {
		return fmt.Errorf("%w: it has none of its records, and it had begun", sidecar.ErrDiverged)
	}
	return nil
}

// agree refuses to continue a session whose store has lost records, or
// contradicts what its owner has put on the chain.
func (r *liveRun) agree(ctx context.Context) error {
	have, err := r.store.Head(ctx, r.file.Session)
	if err == nil {
		err = missing(r.settings.state, r.file, have)
	}
	if err != nil {
		return err
	}
	posted, err := r.chain.client.ItemsOf(ctx, r.file.Owner, func(id trace.Hash) bool { return id == r.file.Session })
	if err != nil {
		return fmt.Errorf("ask the chain what stands there: %w", err)
	}
	return sidecar.Agree(ctx, storeOf(r.store), checkpointsOf(r.store), r.file.Session, posted[r.file.Session])
}
