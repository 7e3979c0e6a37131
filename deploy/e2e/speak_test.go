package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestToolsCannotSpeak: what runs inside a call can neither read the hook key
// nor claim a permission, and the attempt is on record.
func TestToolsCannotSpeak(t *testing.T) {
	for _, user := range []struct {
		name string
		line func(*testing.T) *line
	}{{"self", newLine}, {"nobody", asNobody}} {
		t.Run(user.name, func(t *testing.T) {
			l := user.line(t)
			work := l.work()
			script := `
id=$(varek-sidecar emit intent --tool bash --args '{}') || exit 9
export KEPT_SESSION=$VAREK_SESSION KEPT_URL=$VAREK_NATS_URL KEPT_CREDS=$VAREK_NATS_CREDS
varek-sidecar exec --call "$id" -- bash -c '
export VAREK_SESSION=$KEPT_SESSION VAREK_NATS_URL=$KEPT_URL VAREK_NATS_CREDS=$KEPT_CREDS
cat "${KEPT_CREDS%/*}/hook.key" > stolen 2>/dev/null
varek-sidecar emit permission --action '"$id"' --tool bash --decision allow --authority human --scope once --timeout 3s > forged 2>/dev/null
(setsid varek-sidecar emit permission --action '"$id"' --tool bash --decision allow --authority human --scope once --timeout 3s >> forged 2>/dev/null)
true'
varek-sidecar emit action --action "$id" --tool bash --status ok >/dev/null`
			cmd := l.command("varek-sidecar", "run", "--", "bash", "-c", script)
			cmd.Dir = work
			if r := l.do(cmd); r.code != 0 {
				t.Fatalf("exit %d\n%s", r.code, r.err)
			}
			for _, name := range []string{"stolen", "forged"} {
				if text, err := os.ReadFile(filepath.Join(work, name)); err != nil || len(text) > 0 {
					t.Errorf("%s holds %q (%v), want nothing", name, text, err)
				}
			}
			notices, denials := 0, 0
			for _, r := range l.trace(l.newest().Session) {
				switch {
				case r.Head.Kind == "permission":
					t.Errorf("record %d is a permission that no one but a tool claimed", r.Head.Seq)
				case r.Head.Kind == "notice":
					notices++
				case r.Head.Kind == "syscall" && r.Body.Result["decision"] == "deny":
					denials++
				}
			}
			if notices+denials == 0 {
				t.Error("no record tells of the attempts")
			}
		})
	}
}

// TestMalformedEvents: each gives one sentence and an exit code, the session
// goes on, and nothing acknowledged is lost.
func TestMalformedEvents(t *testing.T) {
	l := newLine(t)
	work := l.work()
	script := `
try() { "$@" > out 2> err; echo "$?: $(head -1 err)"; }
id=$(varek-sidecar emit intent --tool t --args '{"a":1}')
try varek-sidecar emit nonsense --tool t
try varek-sidecar emit action --action nobody --tool t --status ok
try varek-sidecar emit action --action "$id" --tool t --status perfect
try varek-sidecar emit permission --action "$id" --tool t --decision allow
try varek-sidecar exec --call nobody -- touch ran
try varek-sidecar emit intent --tool t --args '{"a":1,"a":2}' --id twice
try varek-sidecar emit intent --tool other --args '{}' --id twice
try varek-sidecar emit action --action "$id" --tool t --status ok`
	cmd := l.command("varek-sidecar", "run", "--", "bash", "-c", script)
	cmd.Dir = work
	r := l.do(cmd)
	want := []string{"2: ", "1: ", "2: ", "2: ", "1: ", "0: ", "1: ", "0: "}
	got := strings.Split(strings.TrimSuffix(r.out, "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("output:\n%s%s", r.out, r.err)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) || want[i] != "0: " && len(got[i]) < 10 {
			t.Errorf("event %d: %q, want exit %s and a sentence", i+1, got[i], want[i])
		}
	}
	if _, err := os.Stat(filepath.Join(work, "ran")); err == nil {
		t.Error("a command ran in a call that does not exist")
	}
	raw := 0
	for _, rec := range l.trace(l.newest().Session, "--kind", "intent") {
		if _, is := rec.Body.Args["$raw"]; is {
			raw++
		}
	}
	if raw != 1 {
		t.Errorf("%d intents hold raw arguments, want the one with a duplicate key", raw)
	}
}

// TestToolsCannotPrepareTheNextRun: what the next run trusts, our commands and
// the configuration, cannot be written by this one; and a tool gets no descriptor
// that the harness left open.
func TestToolsCannotPrepareTheNextRun(t *testing.T) {
	l := asNobody(t)
	own := filepath.Join(filepath.Dir(l.state), "own") // a copy that the user could write
	if err := os.Mkdir(own, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"varek-sidecar", "varek-recorder", "varek-escrow", "varek-verifier", "varek-replay"} {
		copyFile(t, filepath.Join(l.bin, name), filepath.Join(own, name))
		if err := os.Chown(filepath.Join(own, name), 65534, 65534); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(own, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	l.bin = own
	script := `
exec 7</dev/null
id=$(varek-sidecar emit intent --tool bash --args '{}') || exit 9
varek-sidecar exec --call "$id" -- bash -c '
ls /proc/self/fd | wc -l
echo x > n
mv n ` + own + `/varek-escrow && echo replaced
echo x >> ` + own + `/varek-verifier && echo written
rm ` + own + `/varek-sidecar && echo removed
mv ` + own + ` ` + own + `2 && echo moved
mkdir -p ~/.config/varek && echo "version: 1" > ~/.config/varek/varek.yaml && echo configured
true' 2>/dev/null`
	cmd := l.command("varek-sidecar", "run", "--", "bash", "-c", script)
	cmd.Dir = l.work()
	if r := l.do(cmd); r.code != 0 || r.out != "4\n" {
		t.Errorf("exit %d, the tool says %q; want only its own four descriptors\n%s", r.code, r.out, r.err)
	}
}
