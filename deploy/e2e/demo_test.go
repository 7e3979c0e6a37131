package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDemo: the story comes true, twice at once, and leaves nothing behind. The
// demo itself checks each verdict and that the user's balance grew.
func TestDemo(t *testing.T) {
	bin := binaries(t)
	for _, name := range []string{"one", "two"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tmp := t.TempDir()
			cmd := exec.Command("../demo/demo", bin)
			cmd.Env = append(os.Environ(), "TMPDIR="+tmp, "VAREK_BIN=")
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Fatalf("the demo failed: %v\n%s", err, out)
			}
			for _, say := range []string{"settled: the promise is broken", "settled: the promise was kept", "the store contradicts"} {
				if !strings.Contains(string(out), say) {
					t.Errorf("the demo does not tell %q", say)
				}
			}
			if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) > 0 {
				t.Errorf("the demo left %v", left)
			}
			if n := marked(tmp); n > 0 {
				t.Errorf("the demo left %d processes", n)
			}
		})
	}
}
