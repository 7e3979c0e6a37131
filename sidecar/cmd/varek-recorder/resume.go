package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore"
)

// resume closes a session that a killed sidecar left: open calls are ended by
// the rule of formats section 2, and the final commitment is made once.
func resume(ctx context.Context, s *settings, con console, f runFlags) error {
	file, err := findRun(s.state, f.resume)
	if err != nil {
		return err
	}
	if file.Store != "" {
		return usage("resume "+file.Session.String(), errors.New("it is a session of serve, which takes it up by itself"), "varek-sidecar serve")
	}
	if file.alive() && file.PID != os.Getpid() {
		return environment("resume "+file.Session.String(), fmt.Errorf("process %d still runs it", file.PID), "wait for it, or end it")
	}
	if file.Final {
		fmt.Fprintf(con.out, "session %s is closed and its final commitment is on chain: %d records, H %s\n", file.Session, file.N, file.H)
		return nil
	}
	s.network = file.Network
	f.owner, f.user = file.Owner.String(), file.User.String()
	c, err := openChain(ctx, s, f.parties)
	if err != nil {
		return err
	}
	defer c.close()
	r := &liveRun{settings: s, flags: f, chain: c, file: file, dir: sessionDir(s.state, file.Session)}
	if r.logFile, err = os.OpenFile(filepath.Join(r.dir, "log.jsonl"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600); err != nil {
		return environment("open the session's log", err, "check that the state directory is writable")
	}
	r.log = slog.New(slog.NewJSONHandler(r.logFile, nil)).With("session", file.Session.String())
	if err := r.reopen(ctx); err != nil {
		return err
	}
	if err := r.close(ctx, sidecar.Closing{Reason: "crash"}); err != nil {
		return environment("close the session "+file.Session.String(), err, "what is recorded is kept; run this again")
	}
	return r.summary(ctx, con.out)
}

// reopen takes the session up where the last process left it.
func (r *liveRun) reopen(ctx context.Context) error {
	var err error
	path := r.file.path(r.settings.state)
	if err := r.kept(path); err != nil {
		return err
	}
	if r.store, err = tracestore.Open(ctx, path, tracestore.Options{}); err != nil {
		if errors.Is(err, tracestore.ErrDataLoss) {
			return environment("open the store "+path, err, "the provider cannot prove this session; keep the file and restore the newest copy")
		}
		return environment("open the store "+path, err, "")
	}
	if err := r.agree(ctx); err != nil {
		hint := ""
		if errors.Is(err, sidecar.ErrDiverged) {
			hint = "do not continue it; put the newest copy of the session's directory back"
		}
		return environment("resume "+r.file.Session.String(), errors.Join(err, r.store.Close()), hint)
	}
	boot, err := sidecar.BootID()
	if err != nil {
		return environment("resume", err, "check that /proc is mounted")
	}
	cfg := r.config(boot)
	cfg.Random = rand.Reader
	cfg.Opening = sidecar.Opening{Network: r.chain.client.Network().Name, ChainID: r.file.ChainID, Escrow: &r.file.Escrow,
		Promises: r.file.Promises, Workspace: r.file.Workspace}
	if r.session, err = sidecar.Resume(ctx, cfg); err != nil {
		return environment("resume "+r.file.Session.String(), errors.Join(err, r.store.Close()), "see the session's log.jsonl")
	}
	if err := r.checkpoints(ctx, false); err != nil {
		return environment("resume "+r.file.Session.String(), err, "see the session's log.jsonl")
	}
	return nil
}

// kept refuses to make a new database for a session that had one: opening
// would, and the new one would look sound.
func (r *liveRun) kept(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return nil // what else is wrong the opening says
	}
	if err := missing(r.settings.state, r.file, 0); err != nil {
		return environment("open the store "+path, fmt.Errorf("it is not there: %w", err), "put the newest copy of it back, with its .high file")
	}
	return nil
}

// remind lists the sessions that a killed sidecar left behind.
func remind(w io.Writer, state string) error {
	list, err := listRuns(state)
	if err != nil {
		return err
	}
	for _, d := range list.damaged {
		fmt.Fprintf(w, "varek: a session cannot be read: %v\n  next: %s\n", d, damagedHint)
	}
	for _, r := range list.runs {
		if !r.Final && !r.alive() && r.Store == "" {
			fmt.Fprintf(w, "varek: session %s is unfinished; close it: varek-sidecar run --resume %s\n", r.Session, r.Session)
		}
	}
	return nil
}
