package warden

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// execRace flips the name of a program between one that may run and one that
// may not, and returns how often the latter left a mark by a call that needs no
// answer, and by one that does.
func execRace(t *testing.T, attacker, deny string, tries int) (marks, files int, tier string) {
	t.Helper()
	dir := filepath.Join(realDir(t), "a")
	for _, d := range []string{"bin", "open"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, source := range map[string]string{
		"good": "int main(){return 0;}",
		"evil": `#include <unistd.h>
#include <fcntl.h>
int main(){ (void)!write(9, "evil", 4); close(open("file", O_CREAT|O_WRONLY, 0644)); return 0; }`,
	} {
		cc := exec.Command("gcc", "-static", "-w", "-x", "c", "-o", filepath.Join(dir, "bin", name), "-")
		cc.Stdin = strings.NewReader(source)
		if out, err := cc.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	policy := fmt.Sprintf(`
version: 1
mode: enforce
files: {read: {allow: ["/**"]}, write: {allow: ["/**"], deny: [%q]}, exec: {allow: [/usr, /lib, /lib64, %q, %q], deny: [%q]}}
`, dir+"/bin", filepath.Dir(attacker), dir+"/bin", strings.ReplaceAll(deny, "DIR", dir))
	s := newSession(t, policy, attacker, "race-exec="+dir)
	s.cfg.Env = append(s.cfg.Env, fmt.Sprint("TRIES=", tries))
	s.run(t)
	ran, err := os.ReadFile(dir + "/ran")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(dir + "/got"); err == nil {
		t.Errorf("the attacker says %s", got)
	}
	if _, err := os.Stat(dir + "/file"); err == nil {
		files++
	}
	for _, r := range s.find(func(r Record) bool { return r.Event == "exec" }) {
		tier = r.ExecAssurance
	}
	return len(ran) / 4, files, tier
}

// TestExecTiers: where Landlock holds the execute rules a swapped name never
// runs. Where a denial holds only by the look at what came to run, the race is
// lost as everybody's is, and the program is dead before a call of it is
// answered.
func TestExecTiers(t *testing.T) {
	program := attacker(t)
	marks, files, tier := execRace(t, program, "DIR/bin/evil", scale(300))
	if marks+files > 0 || tier != AssuranceKernel {
		t.Errorf("tier %s: the forbidden program ran %d times", tier, marks)
	}
	for round := range 20 {
		marks, files, tier = execRace(t, program, "**/evil", 500)
		if files > 0 || tier != AssuranceIdentity {
			t.Errorf("tier %s: a supervised call of the forbidden program was answered", tier)
		}
		if marks > 0 {
			t.Logf("lost %d races of %d, each answered by killing", marks, 500*(round+1))
			return
		}
	}
	t.Error("no race was lost where nothing held it, so the race shows nothing")
}
