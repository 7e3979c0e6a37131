package policy_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/varek/varek/warden/policy"
)

func TestResolveLinks(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "real"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"link": "real", "dangling": "real/later", "loop": "loop", "abs": dir + "/real"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for path, want := range map[string]string{
		"real": "real", "link": "real", "link/new/file": "real/new/file", "abs/x": "real/x", "dangling": "real/later",
		"dangling/x": "real/later/x", "missing/y": "missing/y",
	} {
		got, err := policy.ResolveLinks(filepath.Join(dir, path))
		if err != nil || got != filepath.Join(dir, want) {
			t.Errorf("%s: got %s (%v), want %s", path, got, err, want)
		}
	}
	if got, err := policy.ResolveLinks(filepath.Join(dir, "loop", "x")); err == nil {
		t.Errorf("a loop resolved to %s", got)
	}
	if got, err := policy.ResolveLinks("/"); err != nil || got != "/" {
		t.Errorf("/: got %s (%v)", got, err)
	}
}
