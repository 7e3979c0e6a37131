package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// readOnlyGroups is what a container without delegation looks like: every
// control group hierarchy is mounted read-only. What follows runs in there.
const readOnlyGroups = `set -e
mount --make-rprivate /
while read -r _ at kind _; do
  case $kind in cgroup|cgroup2) mount -o remount,bind,ro "$at" ;; esac
done < /proc/self/mounts
! mkdir /sys/fs/cgroup/varek-writable 2>/dev/null
exec "$@"`

// TestReadOnlyControlGroups: where calls cannot have a leaf the verdicts are the
// same, for root and for nobody, and the first record says what holds.
func TestReadOnlyControlGroups(t *testing.T) {
	requireRoot(t)
	const script = `
try() { "$@" >/dev/null 2>&1 && echo "yes $*" || echo "no $*"; }
export -f try
cd "$1"; try touch mine; try touch fixed/new; try cat closed/secret; try rm fixed/file; try ln closed/secret alias; try mv fixed moved; try chmod 600 fixed/file
try /usr/bin/env true; try bash -c 'exec 3<>/dev/tcp/127.0.0.1/9'; try unshare -m true; try cat "$VAREK_NATS_CREDS"; try kill -0 1
id=$(varek-sidecar emit intent --tool bash --args '{}') || exit 9
varek-sidecar exec --call "$id" -- bash -c 'try touch called; try cat closed/secret; setsid bash -c "try touch fixed/later"'
varek-sidecar emit action --action "$id" --tool bash --status ok >/dev/null`
	for _, user := range []struct {
		name string
		line func(*testing.T) *line
	}{{"self", newLine}, {"nobody", asNobody}} {
		t.Run(user.name, func(t *testing.T) {
			l := user.line(t)
			verdicts := func(wrap ...string) string {
				work := l.work()
				for _, d := range []string{"closed", "fixed"} {
					if err := os.Mkdir(filepath.Join(work, d), 0o777); err != nil {
						t.Fatal(err)
					}
				}
				for name, text := range map[string]string{"closed/secret": "secret", "fixed/file": "fixed", "policy.yaml": "version: 1\nmode: enforce\nfiles:\n" +
					"  read: {allow: [/], deny: [$WORKSPACE/closed]}\n  write: {allow: [$WORKSPACE], deny: [$WORKSPACE/closed, $WORKSPACE/fixed]}\n  exec: {allow: [/usr, /bin, /lib, /lib64, " + l.bin + "]}\n"} {
					if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o666); err != nil {
						t.Fatal(err)
					}
				}
				cmd := l.command("varek-sidecar", "run", "--policy", filepath.Join(work, "policy.yaml"), "--workspace", work, "--", "bash", "-c", script, "bash", work)
				cmd.Dir = work
				if len(wrap) > 0 {
					cmd.Args = append(append([]string{}, wrap...), append([]string{"bash", cmd.Path}, cmd.Args[1:]...)...)
					if l.cred != nil {
						cmd.Args = append(append([]string{}, wrap...), append([]string{"bash", "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all", cmd.Path}, cmd.Args[len(wrap)+2:]...)...)
						cmd.SysProcAttr = nil
					}
					cmd.Path = "/usr/bin/unshare"
				}
				r := l.do(cmd)
				if r.code != 0 {
					t.Fatalf("exit %d\n%s%s", r.code, r.out, r.err)
				}
				return strings.ReplaceAll(r.out, strings.TrimPrefix(l.newest().Session, "0x"), "SESSION")
			}
			want := verdicts()
			if got := verdicts("unshare", "-m", "bash", "-c", readOnlyGroups); got != want {
				t.Errorf("verdicts\n%swith writable groups\n%s", got, want)
			}
			floor, _ := l.trace(l.newest().Session)[0].Body.Args["floor"].(map[string]any)
			if floor["cgroup"] != false || floor["pid_namespace"] != (l.cred == nil) {
				t.Errorf("the first record states %v", floor)
			}
			for _, rec := range l.trace(l.newest().Session) {
				if rec.Body.Metadata["attribution"] == "cgroup" {
					t.Errorf("record %d is attributed by a leaf, and there is none", rec.Head.Seq)
				}
			}
		})
	}
}
