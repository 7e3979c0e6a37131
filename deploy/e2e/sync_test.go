package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tidy is an agent with one shell call, for which nobody was asked, and one
// delete call that a person allowed. The shell call makes and removes files of
// its own, fails to remove what is not there or not empty, and renames; with
// CARELESS set it also removes what is not its own.
const tidy = `set -eu
id=$(varek-sidecar emit intent --tool bash --args '{"command":"work"}')
varek-sidecar exec --call "$id" -- bash -c '
	echo scratch > scratch && mv scratch scratch2 && rm scratch2
	mkdir d && : > d/own && ! rmdir d 2>/dev/null && rm d/own && rmdir d
	python3 -c "import os
try: os.unlink(\"never-was\")
except FileNotFoundError: pass"
	[ -z "${CARELESS:-}" ] || rm notes.txt'
varek-sidecar emit action --action "$id" --tool bash --args '{"command":"work"}' --status ok >/dev/null
args="{\"path\":\"$PWD/draft.txt\"}"
id=$(varek-sidecar emit intent --tool delete_file --args "$args")
varek-sidecar emit permission --action "$id" --tool delete_file --decision allow --authority human --scope once >/dev/null
varek-sidecar exec --call "$id" -- rm draft.txt
varek-sidecar emit action --action "$id" --tool delete_file --args "$args" --status ok >/dev/null
`

// TestSyncUnderPromise: records that are committed ahead of their calls change
// nothing about what a promise is judged by: an agent that deleted only what
// was its own or allowed kept it, and one that deleted more broke it.
func TestSyncUnderPromise(t *testing.T) {
	l := newLine(t)
	l.ok("varek-escrow", "devchain", "--detach")
	promise, err := filepath.Abs("../demo/aap1.yaml")
	if err != nil {
		t.Fatal(err)
	}
	l.ok("varek-escrow", "promise", "register", promise)
	policy := filepath.Join(t.TempDir(), "policy.yaml")
	if err := os.WriteFile(policy, []byte("version: 1\nmode: observe\nrecord:\n  sync: true\nbus:\n  inferred_permissions: accept\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for careless, want := range map[string]int{"": 0, "yes": 1} {
		cmd := l.command("varek-sidecar", "run", "--promise", "1", "--policy", policy, "--", "bash", "-c", tidy)
		cmd.Dir, cmd.Env = l.work(), append(cmd.Env, "CARELESS="+careless)
		for _, name := range []string{"notes.txt", "draft.txt"} {
			if err := os.WriteFile(filepath.Join(cmd.Dir, name), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if r := l.do(cmd); r.code != 0 {
			t.Fatalf("run: exit %d\n%s%s", r.code, r.out, r.err)
		}
		id := l.newest().Session
		l.announced(id)
		l.ok("varek-escrow", "claim", "file", id, "--promise", "1")
		var claims []struct{ ID string }
		if err := json.Unmarshal([]byte(l.ok("varek-escrow", "claim", "ls", "--session", id, "--promise", "1", "--json")), &claims); err != nil || len(claims) != 1 {
			t.Fatalf("claims %v %v", claims, err)
		}
		bundle := filepath.Join(t.TempDir(), "evidence.ndjson")
		l.ok("varek-sidecar", "trace", "export", id, "--claim", claims[0].ID, "--output", bundle)
		if r := l.do(l.command("varek-verifier", "judge", bundle)); r.code != want {
			t.Errorf("careless %q: judged with exit %d, want %d\n%s%s", careless, r.code, want, r.out, r.err)
		}
	}
}

// announced checks that every name change of a session was announced by a notice
// before its own record, and every announcement has one.
func (l *line) announced(id string) {
	l.t.Helper()
	notices, changes := map[float64]string{}, 0
	for _, r := range l.trace(id) {
		about, _ := r.Body.Args["about"].(string)
		if r.Head.Kind == "notice" && about == "ahead" {
			notices[float64(r.Head.Seq)] = fmt.Sprint(r.Body.Args["tool"])
		}
		event, _ := r.Body.Args["event"].(string)
		if r.Head.Kind != "syscall" || !strings.Contains(" create truncate unlink rmdir rename rename_over mkdir ", " "+event+" ") {
			continue
		}
		changes++
		seq, _ := r.Body.Metadata["announced"].(float64)
		if notices[seq] == "" {
			l.t.Errorf("record %d (%s) was not announced: %v", r.Head.Seq, event, r.Body.Metadata)
		}
		delete(notices, seq)
	}
	if changes < 8 || len(notices) > 0 {
		l.t.Errorf("%d changes on record, announcements without a record: %v", changes, notices)
	}
}
