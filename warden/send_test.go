package warden

import (
	"embed"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

//go:embed testdata/*.c
var sources embed.FS

// compileC builds a test's C program into a directory that every user can enter.
func compileC(t testing.TB, name string, flags ...string) string {
	t.Helper()
	dir := realDir(t)
	source, out := filepath.Join(dir, filepath.Base(name)), filepath.Join(dir, "prog")
	program, err := sources.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(source, program, 0o644); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("gcc", append([]string{"-O1", "-pthread", "-o", out, source}, flags...)...).CombinedOutput()
	if err != nil {
		if _, missing := exec.LookPath("gcc"); missing != nil {
			needs(t, "gcc", "gcc is not installed")
		}
		t.Fatalf("compiling %s: %v\n%s", name, err, text)
	}
	return out
}

const enforceNet = `
version: 1
mode: enforce
files: {read: {allow: ["/**"]}, write: {allow: ["/**"]}, exec: {allow: ["/**"]}}
network: {connect: {allow: ["127.0.0.1:*", "unix:/**", "unix:@*"]}, bind: {allow: ["127.0.0.1:*", "unix:/**", "unix:@*"]}}
`

// TestSendsAsTheKernelDoes: results, errors, signals and what arrives are those
// of a native run, whether a send is left to the kernel or made by the warden.
func TestSendsAsTheKernelDoes(t *testing.T) {
	prog := compileC(t, "testdata/sends.c")
	for _, args := range [][]string{{prog}, {prog, "threads"}} {
		want, err := exec.Command(args[0], args[1:]...).CombinedOutput()
		if err != nil {
			t.Fatalf("natively: %v\n%s", err, want)
		}
		for _, policy := range []string{"", enforceNet} {
			s := newSession(t, policy, args...)
			s.run(t)
			if s.out.String() != string(want) || s.exit.Code != 0 {
				t.Errorf("%v under %q: exit %d\n%s\nnatively\n%s%s", args[1:], policy, s.exit.Code, s.out.String(), want, s.errOut.String())
			}
		}
	}
}
