package e2e

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// workspacePolicy is what a careful developer would enforce: read the machine,
// write the workspace and the places for temporary files, run what is installed
// and what is built.
func workspacePolicy(temporary, server string) string {
	return fmt.Sprintf(`version: 1
mode: enforce
files:
  read: {allow: [/], deny: [/etc/shadow]}
  write: {allow: [$WORKSPACE, $HOME, %q, /tmp, /dev/shm]}
  exec: {allow: [/usr, /bin, /sbin, /lib, /lib64, $WORKSPACE, %q, /tmp]}
network:
  connect: {allow: [%q, "127.0.0.1:1024-65535", "unix:$WORKSPACE/**", "unix:/tmp/**", "unix:%s/**"]}
  bind: {allow: ["127.0.0.1:*", "unix:$WORKSPACE/**", "unix:/tmp/**", "unix:%s/**"]}
`, temporary, temporary, server, temporary, temporary)
}

// lacking skips aloud, or fails where VAREK_REQUIRE names the program or all of them.
func lacking(t *testing.T, program string) {
	t.Helper()
	for _, w := range strings.Split(os.Getenv("VAREK_REQUIRE"), ",") {
		if w == program || w == "programs" {
			t.Fatalf("VAREK_REQUIRE=%s: %s is not installed", w, program)
		}
	}
	t.Skipf("skipped: %s is not installed", program)
}

// workshop is where one user works.
type workshop struct {
	*line
	path, server, closed, timer, temporary, cache string
}

func newWorkshop(t *testing.T, l *line) *workshop {
	t.Helper()
	w := &workshop{line: l, path: l.bin + ":/usr/local/bin:/usr/bin:/bin", temporary: l.work(), cache: l.work(), timer: filepath.Join(l.work(), "timer")}
	if p, err := exec.LookPath("go"); err == nil {
		w.path += ":" + filepath.Dir(p)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/page", func(rw http.ResponseWriter, _ *http.Request) { fmt.Fprintln(rw, strings.Repeat("page ", 30000)) })
	mux.HandleFunc("POST /echo", func(rw http.ResponseWriter, r *http.Request) { fmt.Fprint(rw, r.ContentLength) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	w.server = server.Listener.Addr().String()
	none, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, w.closed, _ = net.SplitHostPort(none.Addr().String())
	none.Close()
	if out, err := exec.Command("gcc", "-O1", "-Wall", "-o", w.timer, "testdata/timer.c").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v: %s", err, out)
	}
	return w
}

// installed says whether the user of the workshop finds a program.
func (w *workshop) installed(program string) bool {
	for _, dir := range filepath.SplitList(w.path) {
		if st, err := os.Stat(filepath.Join(dir, program)); err == nil && st.Mode()&0o111 != 0 && !st.IsDir() {
			return true
		}
	}
	return false
}

// lanes does every work of the workspace in its own directory there, one after
// another in two lanes, and leaves output and exit code beside it.
const lanes = `lane() { for w; do cd "$0/$w" && bash -c "exec 2>&1
$(cat "$0/$w.script")" > "$0/$w.out" < /dev/null; echo $? > "$0/$w.code"; done; }
for w in *.script; do w=${w%.script}; n=$((n + 1)); if [ $((n % 2)) = 0 ]; then even+=("$w"); else odd+=("$w"); fi; done
lane "${odd[@]}" & lane "${even[@]}"; wait`

// try does the works in a workspace of their own, under varek with the arguments
// of run, or without it, and gives what came of each, by name.
func (w *workshop) try(jobs []work, cache string, run ...string) map[string]result {
	w.t.Helper()
	space := w.work()
	for _, job := range jobs {
		dir := filepath.Join(space, job.name)
		err := errors.Join(os.Mkdir(dir, 0o755), os.WriteFile(dir+".script", []byte(job.script), 0o644))
		if w.cred != nil {
			err = errors.Join(err, os.Chown(dir, int(w.cred.Uid), int(w.cred.Gid)))
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	do := []string{"bash", "-c", lanes, space}
	cmd := w.command("varek-sidecar", append(append([]string{"run"}, run...), append([]string{"--"}, do...)...)...)
	if run == nil {
		cmd.Path, cmd.Args = "/bin/bash", do
	}
	cmd.Dir = space
	cmd.Env = append(cmd.Env, "PATH="+w.path, "TMPDIR="+w.temporary, "SERVER=http://"+w.server, "CLOSED="+w.closed, "TIMER="+w.timer, fmt.Sprint("ROUNDS=", 300*scale()),
		"GOCACHE="+cache, "GOPATH="+w.temporary+"/go", "GOFLAGS=-mod=mod", "GOTOOLCHAIN=local", "GOTELEMETRY=off", "LC_ALL=C.UTF-8", "SSH_AUTH_SOCK=", "GNUPGHOME=")
	whole := w.do(cmd)
	if whole.code != 0 {
		w.t.Errorf("the works as a whole: exit %d\n%s%s", whole.code, whole.out, whole.err)
	}
	done := map[string]result{}
	for _, job := range jobs {
		r := result{err: whole.err, code: -1}
		code, _ := os.ReadFile(filepath.Join(space, job.name+".code")) // not there: it did not end
		_, _ = fmt.Sscan(string(code), &r.code)
		text, _ := os.ReadFile(filepath.Join(space, job.name+".out"))
		r.out = strings.ReplaceAll(strings.ReplaceAll(string(text), filepath.Join(space, job.name), "$PWD"), w.temporary, "$TMPDIR")
		done[job.name] = r
	}
	return done
}

// TestDeveloperWorkIsUnchanged: what developers run all day gives the same
// output and exit code under the default policy and under an enforcing one as
// without varek, for root and for a user without any capability. The first of
// the three is the one that builds from an empty cache, which takes many
// seconds; in full counts all do.
func TestDeveloperWorkIsUnchanged(t *testing.T) {
	for _, user := range []struct {
		name  string
		order []string
		line  func(*testing.T) *line
	}{{"self", []string{"enforce", "default", ""}, newLine}, {"nobody", []string{"default", "enforce", ""}, asNobody}} {
		t.Run(user.name, func(t *testing.T) {
			w := newWorkshop(t, user.line(t))
			policy := filepath.Join(filepath.Dir(w.state), "workspace.yaml")
			if err := os.WriteFile(policy, []byte(workspacePolicy(w.temporary, w.server)), 0o644); err != nil {
				t.Fatal(err)
			}
			var jobs []work
			for _, job := range works {
				if w.installed(job.needs) {
					jobs = append(jobs, job)
				}
			}
			done := map[string]map[string]result{}
			for _, name := range user.order {
				if scale() > 1 {
					w.cache = w.work()
				}
				done[name] = w.try(jobs, w.cache, map[string][]string{"default": {}, "enforce": {"--policy", policy}}[name]...)
			}
			for _, job := range works {
				t.Run(job.name, func(t *testing.T) {
					if !w.installed(job.needs) {
						lacking(t, job.needs)
					}
					want := done[""][job.name]
					if want.code != job.native {
						t.Fatalf("without varek: exit %d, want %d\n%s", want.code, job.native, want.out)
					}
					for _, name := range []string{"default", "enforce"} {
						if got := done[name][job.name]; got.out != want.out || got.code != want.code {
							t.Errorf("%s: exit %d, without varek %d; output\n%s\nwithout varek\n%s\n%s", name, got.code, want.code, got.out, want.out, got.err)
						}
					}
				})
			}
		})
	}
}

// TestKeyAgentOutside: a key agent that was there before the run works under
// the default policy, and under an enforcing one without a rule for it fails at
// once with the error that a program expects.
func TestKeyAgentOutside(t *testing.T) {
	for _, p := range []string{"ssh-agent", "ssh-add", "ssh-keygen"} {
		if _, err := exec.LookPath(p); err != nil {
			lacking(t, p)
		}
	}
	l := newLine(t)
	w := newWorkshop(t, l)
	agent := exec.Command("ssh-agent", "-D") // makes TMPDIR/ssh-…/agent.N
	agent.Env = append(os.Environ(), "TMPDIR="+l.work())
	said, err := agent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := agent.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = agent.Process.Kill(); _ = agent.Wait() }) // ended by us
	line, err := bufio.NewReader(said).ReadString('\n')
	_, rest, found := strings.Cut(line, "SSH_AUTH_SOCK=")
	socket, _, _ := strings.Cut(rest, ";")
	if err != nil || !found {
		t.Fatalf("ssh-agent says %q: %v", line, err)
	}
	policy := filepath.Join(filepath.Dir(w.state), "workspace.yaml")
	if err := os.WriteFile(policy, []byte(workspacePolicy(w.temporary, w.server)), 0o644); err != nil {
		t.Fatal(err)
	}
	job := work{name: "key", script: "export SSH_AUTH_SOCK=" + socket + "\nssh-keygen -q -t ed25519 -N '' -C key -f k; ssh-add -q k; ssh-add -l | cut -d' ' -f3-; ssh-add -D"}
	if got := w.try([]work{job}, w.cache, []string{}...)["key"]; got.code != 0 || !strings.HasPrefix(got.out, "key (ED25519)\n") {
		t.Errorf("default: exit %d\n%s%s", got.code, got.out, got.err)
	}
	if got := w.try([]work{job}, w.cache, "--policy", policy)["key"]; got.code == 0 || !strings.Contains(got.out, "Permission denied") {
		t.Errorf("enforce: exit %d, want a refusal\n%s%s", got.code, got.out, got.err)
	}
}
