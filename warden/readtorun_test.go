package warden

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestExecWithoutRead: a program that may be executed and not read runs, in
// spite of Landlock's asking for both, and cannot be read.
func TestExecWithoutRead(t *testing.T) {
	dir := realDir(t)
	cc := exec.Command("gcc", "-static", "-w", "-x", "c", "-o", filepath.Join(dir, "only"), "-")
	cc.Stdin = strings.NewReader(`#include <stdio.h>
int main(){ puts("ran"); return 0; }`)
	if out, err := cc.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := newSession(t, fmt.Sprintf(`
version: 1
mode: enforce
files: {read: {allow: [/usr, /bin, /lib, /lib64, /etc]}, write: {allow: [$WORKSPACE]}, exec: {allow: [/usr, /bin, /lib, /lib64, %q]}}
`, dir+"/only"), "/bin/bash", "-c", fmt.Sprintf("%[1]s/only; cat %[1]s/only 2>/dev/null | wc -c", dir))
	s.run(t)
	if got := s.out.String(); got != "ran\n0\n" {
		t.Errorf("output %q, want the program to run and its text to stay closed; %s", got, s.errOut.String())
	}
}
