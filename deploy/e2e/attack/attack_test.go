package attack

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// enforced is a policy under which the closed may not be read, the fixed not be
// written, and the evil not run.
func (g *ground) enforced(dirs []string) string {
	var execs []string
	for _, d := range dirs {
		execs = append(execs, fmt.Sprintf("%q, %q", d+"/bin", d+"/rw"))
	}
	return fmt.Sprintf(`version: 1
mode: enforce
files:
  read: {allow: [/], deny: [%[1]q, %[2]q]}
  write: {allow: [%[3]q, %[4]q, /dev/shm, /tmp], deny: [%[1]q, %[5]q, %[6]q, %[2]q]}
  exec: {allow: [/usr, /bin, /lib, /lib64, %[7]q, %[8]s], deny: [%[9]q]}
`, g.root+"/*/closed", g.state+"/none", g.root, g.home, g.root+"/*/fixed", g.root+"/*/bin", filepath.Dir(g.built.attacker), strings.Join(execs, ", "), g.root+"/*/bin/evil*")
}

// observed is a policy that only protects.
func (g *ground) observed([]string) string {
	return fmt.Sprintf("version: 1\nprotect: [%q, %q, %q]\n", g.root+"/*/closed", g.root+"/*/fixed", g.root+"/*/bin")
}

// guarded are the names that no attack may change.
func (g *ground) guarded(dirs []string) []string {
	out := []string{g.root + "/.mcp.json", g.root + "/.github", g.home + "/.bashrc", g.home + "/.profile", g.state + "/planted", g.state + ".moved"}
	for _, d := range dirs {
		out = append(out, d+"/closed", d+"/fixed", d+"/bin", d+"/.git")
	}
	return out
}

// breach tells what an attack reached, "" for nothing. What only reads or runs
// is none where nothing but writing is refused.
func breach(dir string, changed []string, writesOnly bool) string {
	var out []string
	for _, c := range changed {
		if strings.HasPrefix(c, dir+"/") {
			out = append(out, c)
		}
	}
	text, _ := os.ReadFile(dir + "/got") // not there: nothing was got
	if n := strings.Count(string(text), "secret") - strings.Count(string(text), "secret:"); n > 0 && !writesOnly {
		out = append(out, fmt.Sprintf("read the secret %d times", n))
	}
	if i := bytes.Index(text, []byte("secret:")); i >= 0 {
		out = append(out, string(text[i:min(len(text), i+200)]))
	}
	if bytes.Contains(text, []byte("lost")) || bytes.Contains(text, []byte("nothing was reached")) {
		out = append(out, string(text[:min(len(text), 200)]))
	}
	if ran, _ := os.ReadFile(dir + "/ran"); len(ran) > 0 && !writesOnly {
		out = append(out, fmt.Sprintf("a forbidden program ran %d times", len(ran)/4))
	}
	return strings.Join(out, "; ")
}

// campaign runs all attacks and returns what each reached and how it ended.
func (g *ground) campaign(which func(attempt) bool, policy func([]string) string, writesOnly bool) (reached, ended map[string]string) {
	g.t.Helper()
	var names, dirs []string
	for _, a := range attempts {
		if which(a) {
			dirs = append(dirs, g.place(a.name))
			names = append(names, a.name+"="+dirs[len(dirs)-1])
		}
	}
	cmd := g.command(g.built.attacker, names...)
	cmd.Env = append(cmd.Env, "TRIES=5000", "EXEC_TRIES=200") // without a warden a call is short, and a race seldom
	if policy != nil {
		path := filepath.Join(g.home, "policy.yaml")
		g.file(path, policy(dirs), 0o600)
		cmd = g.command(filepath.Join(g.bin, "varek-sidecar"), append([]string{"run", "--workspace", g.root, "--policy", path, "--", g.built.attacker}, names...)...)
		cmd.Env = append(cmd.Env, "WARDED=1")
	}
	held, err := os.Open(filepath.Join(g.state, "planted"))
	g.must(err)
	defer held.Close()
	cmd.ExtraFiles = []*os.File{held}
	before := look(g.guarded(dirs)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		g.t.Errorf("the run ended with %v\n%s", err, tail(out))
	}
	changed := differences(before, look(g.guarded(dirs)...))
	reached, ended = map[string]string{}, map[string]string{}
	for _, d := range dirs {
		status, _ := os.ReadFile(d + "/status") // not there: it did not end
		name := filepath.Base(d)
		ended[name], reached[name] = string(status), breach(d, changed, writesOnly)
	}
	for _, c := range changed {
		if !strings.HasPrefix(c, g.root+"/") || strings.HasPrefix(c, g.root+"/.") {
			name := "protected-set"
			if strings.HasPrefix(c, g.state) {
				name = "state"
			}
			reached[name] += "; " + c
		}
	}
	return reached, ended
}

func tail(out []byte) []byte { return out[max(0, len(out)-3000):] }

func userName(uid int) string {
	if uid == 0 {
		return "root"
	}
	return "nobody"
}

// only chooses attacks by name, for long runs of a single race:
//
//	VAREK_SCALE=10 go test -run 'TestAttacks$' ./deploy/e2e/attack -attacks '^race-exec$'
var only = flag.String("attacks", "", "run the attacks whose name matches this regular expression")

func chosen(a attempt) bool { return regexp.MustCompile(*only).MatchString(a.name) }

// TestAttacks: no attack reaches anything, for root and for nobody alike.
func TestAttacks(t *testing.T) {
	for _, uid := range users() {
		for _, mode := range []string{"enforce", "observe"} {
			t.Run(userName(uid)+"/"+mode, func(t *testing.T) {
				g := newGround(t, uid)
				policy, which := g.enforced, chosen
				if mode == "observe" {
					policy, which = g.observed, func(a attempt) bool { return chosen(a) && a.writes() }
				}
				if !slices.ContainsFunc(attempts, which) {
					t.Skip("skipped: none of the chosen attacks is one on this policy")
				}
				reached, ended := g.campaign(which, policy, mode == "observe")
				for _, a := range attempts {
					if !which(a) {
						continue
					}
					want := a.ends
					if want == "" {
						want = "exit 0"
					}
					if reached[a.name] != "" {
						t.Errorf("%s (class %s): %s", a.name, a.class, reached[a.name])
					}
					if !slices.Contains(strings.Split(want, ", "), ended[a.name]) {
						t.Errorf("%s (class %s) ended with %q, want %s", a.name, a.class, ended[a.name], want)
					}
				}
			})
		}
	}
}

// TestAttacksAreReal: without varek the same programs reach what they are after.
// A race may be lost by chance, so what reached nothing gets another round.
func TestAttacksAreReal(t *testing.T) {
	for _, uid := range users() {
		t.Run(userName(uid), func(t *testing.T) {
			failed := map[string]bool{}
			for _, a := range attempts {
				failed[a.name] = chosen(a) && (a.native == "any" || a.native == userName(uid))
			}
			left := func(a attempt) bool { return failed[a.name] }
			for round := 0; round < 5 && slices.ContainsFunc(attempts, left); round++ {
				reached, _ := newGround(t, uid).campaign(left, nil, false)
				for name := range reached {
					failed[name] = reached[name] == ""
				}
			}
			for _, a := range attempts {
				if failed[a.name] {
					t.Errorf("%s reaches nothing without varek, so it shows nothing", a.name)
				}
			}
		})
	}
}
