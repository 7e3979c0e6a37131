package ingest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore/trace"
)

func TestAccessFilesAreForTheOwnerAlone(t *testing.T) {
	s, a := bus(t, ingest.Config{}, newHeard(), everybodyIs(harness))
	dir := t.TempDir()
	creds, key := filepath.Join(dir, "creds.json"), filepath.Join(dir, "hook.key")
	if err := os.WriteFile(creds, []byte("older"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := a.Write(creds, key); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{creds, key} {
		if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
			t.Errorf("%s: %v, %v; want mode 0600", path, info.Mode(), err)
		}
	}
	if got, err := event.LoadCreds(creds); err != nil || got != a.Creds {
		t.Errorf("the file holds %+v, %v", got, err)
	}
	b, err := s.Attach(trace.Hash{2}, newHeard(), everybodyIs(harness))
	if err != nil {
		t.Fatal(err)
	}
	if a.Creds.User == b.Creds.User || a.Creds.Password == b.Creds.Password || a.Creds.Inbox == b.Creds.Inbox || a.HookKey == b.HookKey {
		t.Error("two sessions share a secret")
	}
	if _, err := s.Attach(session, newHeard(), everybodyIs(harness)); err == nil {
		t.Error("one session was attached twice")
	}
}
