package floor

import (
	"bytes"
	"strings"
	"syscall"
	"testing"
)

// capabilitiesVictim limits itself, executes as the agent does, and shows what
// it holds then.
func capabilitiesVictim() error {
	if err := NoNewPrivileges(); err != nil {
		return err
	}
	if err := LimitCapabilities(KeptCapabilities); err != nil {
		return err
	}
	return syscall.Exec("/bin/cat", []string{"cat", "/proc/self/status"}, nil)
}

// TestLimitCapabilities: root holds what is kept and no more, after an exec,
// too, and cannot hold more later; another user holds nothing.
func TestLimitCapabilities(t *testing.T) {
	for name, uid := range users() {
		t.Run(name, func(t *testing.T) {
			cmd := command(t, uid, "capabilities")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			if err := cmd.Run(); err != nil {
				t.Fatalf("%v\n%s", err, &out)
			}
			want, bounding := "00000000a00005fb", "00000000a00005fb"
			if uid != 0 {
				want, bounding = "0000000000000000", ""
			}
			text := strings.Join(strings.Fields(out.String()), " ")
			for _, line := range []string{"CapPrm: " + want, "CapEff: " + want, "CapInh: 0000000000000000", "CapAmb: 0000000000000000", "CapBnd: " + bounding} {
				if !strings.Contains(text, line) {
					t.Errorf("%q is missing in\n%s", line, &out)
				}
			}
		})
	}
}
