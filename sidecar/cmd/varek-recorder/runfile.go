package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

const runFileVersion = 1

// The states of a run as its run.json tells them.
const (
	statusRunning = "running" // or left behind by a sidecar that was killed
	statusClosed  = "closed"  // the trace is complete
)

// runFile is run.json: what a later command must know about a session without
// opening its store.
type runFile struct {
	Version   int           `json:"version"`
	Session   trace.Hash    `json:"session"`
	Network   string        `json:"network"` // as given to --network
	ChainID   uint64        `json:"chain_id"`
	Escrow    trace.Address `json:"escrow"`
	Owner     trace.Address `json:"owner"`
	User      trace.Address `json:"user"`
	Promises  []uint32      `json:"promises"`
	Argv      []string      `json:"argv"`
	Workspace string        `json:"workspace"`
	Started   string        `json:"started"` // UTC
	PID       int           `json:"pid"`
	Status    string        `json:"status"`
	ExitCode  *int          `json:"exit_code,omitempty"`
	N         uint64        `json:"n,omitempty"`
	H         *trace.Hash   `json:"h,omitempty"`
	Store     string        `json:"store,omitempty"` // of a session of serve: the database, from the session's directory
	Final     bool          `json:"final"`           // the final commitment is on chain
}

// storeName is the database's name in its directory.
const storeName = "trace.db"

// path is the session's database, its own or that of serve.
func (r *runFile) path(state string) string {
	dir := sessionDir(state, r.Session)
	if r.Store != "" {
		return filepath.Join(dir, r.Store)
	}
	return filepath.Join(dir, storeName)
}

// sessionDir is where a session's files live.
func sessionDir(state string, id trace.Hash) string {
	return filepath.Join(state, "sessions", strings.TrimPrefix(id.String(), "0x"))
}

// write replaces run.json whole: a reader sees the old one or the new one.
func (r *runFile) write(dir string) error {
	r.Version = runFileVersion
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("write run.json: %w", err)
	}
	tmp := filepath.Join(dir, ".run.json")
	if err := os.WriteFile(tmp, append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("write run.json: %w", err)
	}
	if err := os.Rename(tmp, filepath.Join(dir, "run.json")); err != nil {
		return fmt.Errorf("write run.json: %w", err)
	}
	return nil
}

func readRun(dir string) (*runFile, error) {
	text, err := os.ReadFile(filepath.Join(dir, "run.json"))
	if err != nil {
		return nil, err
	}
	var r runFile
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, fmt.Errorf("read %s: %w", filepath.Join(dir, "run.json"), err)
	}
	if r.Version > runFileVersion {
		return nil, fmt.Errorf("%s was written by a newer version (%d)", filepath.Join(dir, "run.json"), r.Version)
	}
	return &r, nil
}

// damagedRun is a session's directory whose run.json cannot be read. It hides
// no other session.
type damagedRun struct {
	dir string
	id  trace.Hash // from the directory's name; zero if that is no session's
	err error
}

func (d damagedRun) Error() string { return d.dir + ": " + d.err.Error() }

func (d damagedRun) Unwrap() error { return d.err }

const damagedHint = "put the run.json of a copy back, use the version that wrote it, or move that directory away"

// runList is what a state directory knows of its sessions.
type runList struct {
	runs    []*runFile // newest first
	damaged []damagedRun
}

// listRuns reads every session of the state directory.
func listRuns(state string) (list runList, err error) {
	sessions := filepath.Join(state, "sessions")
	entries, err := os.ReadDir(sessions)
	if errors.Is(err, os.ErrNotExist) {
		return list, nil
	}
	if err != nil {
		return list, environment("list sessions", err, "check --state")
	}
	for _, e := range entries {
		dir := filepath.Join(sessions, e.Name())
		r, err := readRun(dir)
		if err == nil {
			err = r.sound(state, dir)
		}
		switch {
		case errors.Is(err, os.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // not yet, or never, a session
		case err != nil:
			d := damagedRun{dir: dir, err: err}
			if id, err := trace.ParseHash("0x" + e.Name()); err == nil {
				d.id = id
			}
			list.damaged = append(list.damaged, d)
		default:
			list.runs = append(list.runs, r)
		}
	}
	slices.SortStableFunc(list.runs, func(a, b *runFile) int { return strings.Compare(b.Started, a.Started) })
	return list, nil
}

// sound refuses what can be decoded and is still not the file of this session.
func (r *runFile) sound(state, dir string) error {
	if sessionDir(state, r.Session) != dir {
		return fmt.Errorf("its run.json is of session %s", r.Session)
	}
	if _, err := time.Parse(time.RFC3339Nano, r.Started); err != nil {
		return fmt.Errorf("its run.json has no time of start: %w", err)
	}
	return nil
}

// fault is what a command that needs every session says of the damaged ones.
func (l runList) fault(op string) error {
	var errs []error
	for _, d := range l.damaged {
		errs = append(errs, d)
	}
	if len(errs) == 0 {
		return nil
	}
	return environment(op, errors.Join(errs...), damagedHint)
}

// findRun finds the session that a user named, in full or by its beginning.
func findRun(state, name string) (*runFile, error) {
	list, err := listRuns(state)
	if err != nil {
		return nil, err
	}
	want := strings.ToLower(strings.TrimPrefix(name, "0x"))
	for _, d := range list.damaged {
		if want != "" && strings.HasPrefix(filepath.Base(d.dir), want) {
			return nil, environment("find the session "+name, d, damagedHint)
		}
	}
	var found []*runFile
	for _, r := range list.runs {
		if want != "" && strings.HasPrefix(strings.TrimPrefix(r.Session.String(), "0x"), want) {
			found = append(found, r)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, usage("find the session "+name, errors.New("no session with this id in "+state), "varek-sidecar trace ls")
	}
	return nil, usage("find the session "+name, fmt.Errorf("%d sessions begin with it", len(found)), "give more of the id; varek-sidecar trace ls")
}

// alive reports whether the process that runs the session is still there.
func (r *runFile) alive() bool {
	if r.Status != statusRunning || r.PID == 0 {
		return false
	}
	target, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", r.PID))
	return err == nil && strings.HasPrefix(filepath.Base(target), "varek-recorder")
}
