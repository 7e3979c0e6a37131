package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// poseScript announces two calls. The tool of the first, which the harness
// itself handed the credentials and the key that start calls, tries to start its work as the
// second: by the key in a file, by the key on a descriptor, from a child, from an
// orphan. The second call is started by the harness afterwards.
const poseScript = `
a=$(varek-sidecar emit intent --tool bash --args '{"n":"a"}') && b=$(varek-sidecar emit intent --tool bash --args '{"n":"b"}') || exit 9
export KEPT_SESSION=$VAREK_SESSION KEPT_URL=$VAREK_NATS_URL KEPT_CREDS=$VAREK_NATS_CREDS
read -r key < "${VAREK_NATS_CREDS%/*}/hook.key"; [ -n "$key" ] || exit 8; echo "$key" > handed.key; cat "$VAREK_NATS_CREDS" > handed.creds; export KEPT_CREDS=$PWD/handed.creds; mkfifo done
varek-sidecar exec --call "$a" -- bash -c '
export VAREK_SESSION=$KEPT_SESSION VAREK_NATS_URL=$KEPT_URL VAREK_NATS_CREDS=$KEPT_CREDS
echo own > own
varek-sidecar exec --call "$0" --timeout 3s -- bash -c "echo x > posed-plain" 2>/dev/null; echo "plain $?"
varek-sidecar exec --call "$0" --timeout 3s --key-file handed.key -- bash -c "echo x > posed-key" 2>/dev/null; echo "key $?"
varek-sidecar exec --call "$0" --timeout 3s --token-fd 3 -- bash -c "echo x > posed-token" 3< handed.key 2>/dev/null; echo "token $?"
(exec -a bash varek-sidecar exec --call "$0" --timeout 3s --key-file handed.key -- bash -c "echo x > posed-name") 2>/dev/null; echo "name $?"
(setsid bash -c "varek-sidecar exec --call $0 --timeout 3s --key-file handed.key -- touch posed-orphan 2>/dev/null; echo orphan \$? > done" &)
read x < done; echo "$x"' "$b"
varek-sidecar emit action --action "$a" --tool bash --status ok >/dev/null
varek-sidecar exec --call "$b" -- bash -c 'echo x > second'
varek-sidecar emit action --action "$b" --tool bash --status ok >/dev/null`

// refusals: 1 is the sidecar's no, 4 that the bus could not be reached.
var refusals = regexp.MustCompile(`^plain [14]\nkey [14]\ntoken [14]\nname [14]\norphan [14]\n$`)

// TestOneCallCannotPoseAsAnother (class 73): whatever a call's tool presents,
// what it does is recorded as its own call's, and the other call can still be
// started by the harness.
func TestOneCallCannotPoseAsAnother(t *testing.T) {
	for _, user := range []struct {
		name string
		line func(*testing.T) *line
	}{{"self", newLine}, {"nobody", asNobody}} {
		t.Run(user.name, func(t *testing.T) {
			l := user.line(t)
			cmd := l.command("varek-sidecar", "run", "--", "bash", "-c", poseScript)
			cmd.Dir = l.work()
			r := l.do(cmd)
			if r.code != 0 || !refusals.MatchString(r.out) {
				t.Errorf("exit %d, output %q; want a refusal of each\n%s", r.code, r.out, r.err)
			}
			if posed, _ := filepath.Glob(filepath.Join(cmd.Dir, "posed-*")); len(posed) > 0 {
				t.Errorf("as the other call ran %v", posed)
			}
			if _, err := os.Stat(filepath.Join(cmd.Dir, "second")); err != nil {
				t.Errorf("the second call was not run by its harness: %v", err)
			}
			var calls []string // in the order of their intents
			wrote := map[string]string{}
			for _, rec := range l.trace(l.newest().Session) {
				resolved, _ := rec.Body.Args["resolved"].(string)
				switch {
				case rec.Head.Kind == "intent":
					calls = append(calls, rec.Head.ActionID)
				case rec.Head.Kind == "syscall" && filepath.Dir(resolved) == cmd.Dir:
					wrote[filepath.Base(resolved)] = rec.Head.ActionID
				}
			}
			if len(calls) != 2 || wrote["own"] != calls[0] || wrote["second"] != calls[1] || calls[0] == calls[1] {
				t.Errorf("calls %v wrote %v", calls, wrote)
			}
		})
	}
}
