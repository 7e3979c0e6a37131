package warden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// naively decides as the warden does and then lets the kernel perform the call
// with arguments that may have changed. It exists in this test only.
func naively(t *testing.T, numbers ...int32) {
	t.Helper()
	for _, nr := range numbers {
		honest := handlers[nr]
		handlers[nr] = handler{honest.tool, func(c *call) answer {
			a := honest.serve(c)
			if a.pending || a.fd < 0 && a.errno != 0 {
				return a
			}
			a.drop()
			return continued()
		}}
		t.Cleanup(func() { handlers[nr] = honest })
	}
}

// raced runs one of the attacks of deploy/e2e/attack under a policy that closes
// what it is after, and reports whether it got there.
func raced(t *testing.T, attacker, name string, tries int) bool {
	t.Helper()
	dir := filepath.Join(realDir(t), "a")
	for _, d := range []string{"closed", "fixed", "open/dir", "open/other"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for f, text := range map[string]string{"closed/secret": "secret", "closed/seen": "secret", "fixed/file": "fixed", "fixed/its": "fixed", "open/public": "public"} {
		if err := os.WriteFile(filepath.Join(dir, f), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	closed, fixed := filepath.Join(dir, "closed"), filepath.Join(dir, "fixed")
	s := newSession(t, strings.Replace(enforceAll, `read: {allow: ["/**"]}, write: {allow: ["/**"]}`,
		fmt.Sprintf(`read: {allow: ["/**"], deny: [%q]}, write: {allow: ["/**"], deny: [%q, %q]}`, closed, closed, fixed), 1), attacker, name+"="+dir)
	s.cfg.Env = append(s.cfg.Env, fmt.Sprint("TRIES=", tries))
	s.run(t)
	got, _ := os.ReadFile(dir + "/got") // not there: nothing was got
	if strings.Contains(string(got), "nothing was reached") {
		t.Errorf("%s: %s", name, got)
	}
	file, err := os.ReadFile(dir + "/fixed/file")
	its, err2 := os.ReadFile(dir + "/fixed/its")
	made, _ := os.ReadDir(fixed)
	return strings.Contains(string(got), "secret") || err != nil || err2 != nil || string(file) != "fixed" || string(its) != "fixed" || len(made) != 2
}

// TestNaiveSupervisorLosesRaces: the races of the attack suite are lost by a
// supervisor that checks and then lets the kernel go on, and by this one not.
func TestNaiveSupervisorLosesRaces(t *testing.T) {
	program := attacker(t)
	for name, numbers := range map[string][]int32{
		"race-thread":  {unix.SYS_OPENAT, unix.SYS_OPEN},
		"race-process": {unix.SYS_OPENAT, unix.SYS_OPEN},
		"race-link":    {unix.SYS_OPENAT, unix.SYS_OPEN},
		"race-how":     {unix.SYS_OPENAT2},
	} {
		t.Run(name, func(t *testing.T) {
			if raced(t, program, name, scale(500)) {
				t.Error("the warden lost the race")
			}
			naively(t, numbers...)
			for range 20 {
				if raced(t, program, name, 2000) {
					return
				}
			}
			t.Error("the naive supervisor lost no race, so the race shows nothing")
		})
	}
}
