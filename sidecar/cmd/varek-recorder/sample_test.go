package main

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// sampleSession writes a recorded session of two calls into the state
// directory: what a run leaves behind, without the run. One call writes a file
// under a permission, the other sends a password. The first 6 records are under
// a checkpoint, all of them under the final; with "open" as argument the session
// has no final and its last records are exposed.
func sampleSession(args []string) error {
	open := len(args) > 0 && args[0] == "open"
	state := filepath.Join(os.Getenv("HOME"), ".local", "state", "varek")
	id := trace.Keccak([]byte("sample session"))
	dir := sessionDir(state, id)
	if err := errors.Join(os.MkdirAll(dir, 0o700), os.MkdirAll(filepath.Join(state, "keys"), 0o700)); err != nil {
		return err
	}
	secret := trace.Keccak([]byte("sample operator"))
	if err := os.WriteFile(filepath.Join(state, "keys", "operator.key"), []byte("0x"+hex.EncodeToString(secret[:])+"\n"), 0o600); err != nil {
		return err
	}
	entries, err := sampleEntries(id)
	if err != nil {
		return err
	}
	ctx := context.Background()
	store, err := tracestore.Open(ctx, filepath.Join(dir, "trace.db"), tracestore.Options{Preallocate: -1})
	if err != nil {
		return err
	}
	if err := store.Append(ctx, entries); err != nil {
		return err
	}
	var tree trace.Frontier
	var commitments []escrow.Commitment
	n := len(entries)
	for i, e := range entries {
		tree.Append(e.Record.Leaf())
		at := i + 1
		if at != 3 && at != 6 && (at != n || open) {
			continue
		}
		c := tracestore.Checkpoint{N: uint64(at), Kind: tracestore.KindCheckpoint, H: trace.Commitment(id, uint64(at), tree.Root()), Status: tracestore.StatusConfirmed}
		if at == n {
			c.Kind = tracestore.KindFinal
		}
		if c.Frontier, err = tree.MarshalBinary(); err != nil {
			return err
		}
		if err := store.PutCheckpoint(ctx, id, c); err != nil {
			return err
		}
		commitments = append(commitments, escrow.Commitment{Kind: c.Kind, N: uint32(at), H: c.H, BlockTime: 1000})
	}
	facts, err := json.MarshalIndent(commitmentsFile{V: 1, ChainID: 31337, Escrow: trace.Address{0xe5}, Session: id, Items: commitments}, "", "  ")
	if err != nil {
		return err
	}
	r := &runFile{Session: id, Network: "dev", ChainID: 31337, Escrow: trace.Address{0xe5}, Owner: trace.Address{1}, User: trace.Address{2}, Promises: []uint32{},
		Argv: []string{"python3", "agent.py"}, Workspace: "/w", Started: "2026-01-01T10:00:00.000000000Z", Status: statusClosed, N: uint64(n), Final: !open}
	h := trace.Commitment(id, uint64(n), tree.Root())
	r.H = &h
	return errors.Join(store.Close(), r.write(dir), os.WriteFile("facts.json", facts, 0o600))
}

// alterStore changes what record 4 of the sample says, as the owner of the file
// can.
func alterStore() error {
	db, err := sql.Open("sqlite", filepath.Join(sessionDir(filepath.Join(os.Getenv("HOME"), ".local", "state", "varek"), trace.Keccak([]byte("sample session"))), "trace.db"))
	if err != nil {
		return err
	}
	for _, q := range []string{"DROP TRIGGER records_no_update", `UPDATE records SET body = CAST(replace(CAST(body AS TEXT), 'report', 'record') AS BLOB) WHERE seq = 4`} {
		if _, e := db.Exec(q); e != nil {
			err = errors.Join(err, e)
		}
	}
	return errors.Join(err, db.Close())
}

func sampleEntries(id trace.Hash) (entries []tracestore.Entry, err error) {
	add := func(h trace.Head, args, result string) {
		seq := uint64(len(entries) + 1)
		h.V, h.Session, h.Seq = 1, id, seq
		b := trace.Body{MonoNS: fmt.Sprint(seq * 1e9), Time: fmt.Sprintf("2026-01-01T10:00:%02d.000000000Z", seq)}
		admitted := trace.Admit([]byte(args))
		b.Args = admitted.JSON
		if h.Kind == trace.KindIntent || h.Kind == trace.KindAction {
			b.ArgsHash = &admitted.Hash
		}
		if result != "" {
			b.Result = jsontext.Value(result)
		}
		r, e := trace.NewRecord(h, b, trace.Keccak([]byte("sample salt"), fmt.Append(nil, seq)))
		err = errors.Join(err, e)
		entries = append(entries, tracestore.Entry{Record: r, Session: id, Seq: seq, EventID: fmt.Sprint("e", seq), DataHash: trace.Keccak(r.Body), Reply: []byte(`{"ok":true}`)})
	}
	write := `{"path":"/w/report.txt"}`
	login := `{"password":"correct horse","user":"alice"}`
	add(trace.Head{Kind: trace.KindSession}, `{"event":"open","workspace":"/w"}`, "")
	add(trace.Head{Kind: trace.KindIntent, Tool: "write_file", ActionID: "a2"}, write, "")
	add(trace.Head{Kind: trace.KindPermission, Tool: trace.PermissionTool, ActionID: "a2", Decision: "allow"}, `{"action_id":"a2","authority":"human","scope":"once","tool":"write_file"}`, "")
	add(trace.Head{Kind: trace.KindStart, Tool: "write_file", ActionID: "a2"}, write, "")
	add(trace.Head{Kind: trace.KindSyscall, Tool: "sys.open", ActionID: "a2"}, `{"event":"create","resolved":"/w/report.txt"}`, `{"decision":"allow","rule":"r1"}`)
	add(trace.Head{Kind: trace.KindAction, Tool: "write_file", ActionID: "a2", Status: "ok"}, write, `{"bytes":12}`)
	add(trace.Head{Kind: trace.KindIntent, Tool: "log_in", ActionID: "a7"}, login, "")
	add(trace.Head{Kind: trace.KindSyscall, Tool: "sys.connect", ActionID: "a7"}, `{"addr":"192.0.2.1","event":"connect","port":443}`, `{"decision":"deny","errno":"EACCES","rule":"network"}`)
	add(trace.Head{Kind: trace.KindAction, Tool: "log_in", ActionID: "a7", Status: "error"}, login, "")
	add(trace.Head{Kind: trace.KindSession}, `{"event":"close"}`, "")
	return entries, err
}
