package warden

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLinksResolve: remembering gives what looking at each path alone gives.
func TestLinksResolve(t *testing.T) {
	dir := realDir(t)
	for _, d := range []string{"a/b", "c"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "a/file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, to := range map[string]string{"c/up": "../a", "c/abs": filepath.Join(dir, "a/b"), "c/chain": "up", "c/gone": "nowhere", "c/loop": "loop", "c/file": "../a/file", "a/back": "../c/up/b"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	known := links{}
	for range 2 {
		for _, p := range []string{"", "a", "a/b", "a/b/new/deep", "c/up", "c/up/b", "c/up/b/new", "c/abs/x", "c/chain/b", "c/chain/back/y", "c/gone", "c/gone/x", "c/loop/x",
			"c/file", "c/file/x", "a/file/x", "a/back/z", "c/up/../c", "c//up", "c/up/", "new"} {
			path := dir + "/" + p
			if got, want := known.resolved(path), resolved(path); got != want {
				t.Errorf("%s leads to %s, alone to %s", p, got, want)
			}
		}
	}
	for _, p := range []string{"/", ".", "/proc/self/root/etc", "relative/path"} {
		if got, want := known.resolved(p), resolved(p); got != want {
			t.Errorf("%s leads to %s, alone to %s", p, got, want)
		}
	}
}
