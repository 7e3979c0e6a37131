package warden

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStateOutOfReach: whatever the agent tries, the state directory stays
// closed, and each try is a denial in the trace.
func TestStateOutOfReach(t *testing.T) {
	s := newSession(t, "", "bash", "-c", `
		cd "$STATE/.."
		try() { "$@" >/dev/null 2>&1 && echo "reached: $*"; }
		try cat state/trace.db; try ls state; try cp state/trace.db work/; try ln state/trace.db work/hard; try mv state elsewhere
		try mv "$STATE/../.." /tmp/moved-away-$$; try ln -s x state/link; try mkdir state/d; try rm state/trace.db; try rm -r state
		try truncate -s 0 state/trace.db; try chmod 777 state; try touch state/trace.db; try chown $(id -u) state/trace.db
		try bash -c 'echo x > state/new'; try bash -c 'echo x >> state/trace.db'; try mknod state/p p
		ln -s ../state/trace.db work/soft; try cat work/soft; try cat /proc/self/cwd/state/trace.db; try cat /proc/self/root$STATE/trace.db
		try cat work/../state/./trace.db; try bash -c 'exec 3< state/trace.db'; cd state 2>/dev/null && try cat trace.db; cd "$STATE/.."
		try python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect("state/sock")'
		try python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("state/mine")'
		try python3 -c 'import os; os.open("state/trace.db", os.O_PATH)'
		try python3 -c 'import os; os.truncate("state/trace.db", 0)'
		try python3 -c 'import os; os.setxattr("state/trace.db", "user.a", b"b")'
		echo done`)
	state := s.cfg.StateDir
	s.cfg.Env = append(s.cfg.Env, "STATE="+state)
	if err := os.WriteFile(filepath.Join(state, "trace.db"), []byte("trace"), 0o600); err != nil {
		t.Fatal(err)
	}
	if len(state) < 90 {
		l, err := net.Listen("unix", filepath.Join(state, "sock"))
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
	}
	s.run(t)
	if s.out.String() != "done\n" {
		t.Errorf("the agent %s", s.out.String())
	}
	denied := map[string]bool{}
	for _, r := range s.find(func(r Record) bool { return r.Decision == Deny }) {
		denied[r.Event] = true
		want := "EACCES"
		if r.Event == "chmod" || r.Event == "chown" {
			want = "EPERM" // what the kernel says to who is not the owner
		}
		if r.Rule != "protect:varek" || r.Errno != want {
			t.Errorf("denied by %s with %s: %+v", r.Rule, r.Errno, r)
		}
	}
	for _, e := range []string{"open", "link", "rename", "symlink", "mkdir", "unlink", "truncate", "chmod", "utimes", "chown", "create", "mknod", "connect", "bind", "xattr"} {
		if !denied[e] {
			t.Errorf("no denial of %s in the trace", e)
		}
	}
	if b, err := os.ReadFile(filepath.Join(state, "trace.db")); string(b) != "trace" {
		t.Errorf("the trace now reads %q %v", b, err)
	}
}

// TestKeyOnlyForHarness: the run's credentials are readable by the root
// harness process, not by what it starts.
func TestKeyOnlyForHarness(t *testing.T) {
	s := newSession(t, "", "bash", "-c", `read x < "$KEY" && echo "harness $x"; cat "$KEY"; (read x < "$KEY" && echo "child $x"); read x < "$OTHER" && echo "other $x"; echo end`)
	s.cfg.HookKeyFile = filepath.Join(s.cfg.StateDir, "hook.key")
	other := filepath.Join(s.cfg.StateDir, "other")
	for _, f := range []string{s.cfg.HookKeyFile, other} {
		if err := os.WriteFile(f, []byte("key\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.cfg.Env = append(s.cfg.Env, "KEY="+s.cfg.HookKeyFile, "OTHER="+other)
	s.run(t)
	if got := s.out.String(); got != "harness key\nend\n" {
		t.Errorf("read: %q", got)
	}
}

// TestNeighboursHidden: /proc of a process that is no descendant shows what ps
// needs and nothing else; one's own and one's children's are open.
func TestNeighboursHidden(t *testing.T) {
	s := newSession(t, "", "bash", "-c", `
		sleep 60 & P=$!
		for f in environ maps fd/0 cwd/. exe root/etc/hostname stat status cmdline comm; do
			(cat /proc/$P/$f >/dev/null 2>&1 && echo "sibling $f")
			cat /proc/self/$f >/dev/null 2>&1 && echo "self $f"
		done
		exec 3< /proc/$P/environ && echo "child environ"
		exec 3< /proc/$PPID/environ || echo "parent closed"
		ps -o comm= -p $P; kill $P`)
	s.run(t)
	got := s.out.String()
	for _, f := range []string{"environ", "maps", "exe", "root/etc/hostname"} {
		if strings.Contains(got, "sibling "+f) {
			t.Errorf("a sibling's %s was read", f)
		}
		if !strings.Contains(got, "self "+f) {
			t.Errorf("the process's own %s was not read", f)
		}
	}
	for _, want := range []string{"sibling stat", "sibling status", "sibling cmdline", "sibling comm", "child environ", "parent closed", "sleep"} {
		if !strings.Contains(got, want) {
			t.Errorf("missing %q in\n%s\n%s", want, got, s.errOut.String())
		}
	}
}

// TestDeniedNames: both ends of renames and links are decided, and a link at
// the destination is decided on where it leads.
func TestDeniedNames(t *testing.T) {
	s := newSession(t, "", "")
	dir := s.cfg.Dir
	for name, text := range map[string]string{"closed/x": "secret", "open/y": "public"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	closed := filepath.Join(dir, "closed")
	text := strings.Replace(enforceAll, `read: {allow: ["/**"]}, write: {allow: ["/**"]}`,
		fmt.Sprintf(`read: {allow: ["/**"], deny: [%q]}, write: {allow: ["/**"], deny: [%q]}`, closed, closed), 1)
	run := newSession(t, text, "bash", "-c", `
		try() { "$@" >/dev/null 2>&1 && echo "reached: $*"; }
		try mv open/y closed/y; try mv closed/x open/x; try ln closed/x open/x; try ln open/y closed/z; try mv closed open/moved
		ln -s ../closed/x open/s; try cat open/s; try cp open/y open/s; try chmod 600 open/s; try truncate -s 0 open/s; try touch open/s
		try python3 -c 'import ctypes; exit(ctypes.CDLL(None).linkat(-100, b"open/s", -100, b"open/l", 0x400) != 0)'; try rm closed/x; try mkdir closed/d; try ls closed
		ln -s ../closed/new open/dangling; try bash -c 'echo x > open/dangling'; try ln -s a closed/b
		try python3 -c 'import ctypes, os; l = ctypes.CDLL(None, use_errno=True); exit(l.renameat2(-100, b"open/y", -100, b"closed/x", 2) != 0)'
		mv open/y open/z; cat open/z; echo`)
	run.cfg.Dir = dir
	run.run(t)
	if got := run.out.String(); got != "public\n" {
		t.Errorf("the agent %s; stderr %s", got, run.errOut.String())
	}
	if b, _ := os.ReadFile(filepath.Join(closed, "x")); string(b) != "secret" {
		t.Errorf("the closed file reads %q", b)
	}
}

// TestOddNamesStayOneRecord: a name with a newline, an escape sequence or
// invalid UTF-8 is one faithful record.
func TestOddNamesStayOneRecord(t *testing.T) {
	s := newSession(t, "", "bash", "-c", `rm $'a\nb' $'\xff\e[31m' 'back\slash' 'grün'`)
	names := map[string]string{"a\nb": `a\x0ab`, "\xff\x1b[31m": `\xff\x1b[31m`, `back\slash`: `back\\slash`, "grün": "grün"}
	for name := range names {
		if err := os.WriteFile(filepath.Join(s.cfg.Dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.run(t)
	for name, escaped := range names {
		got := s.event("unlink", s.cfg.Dir+"/"+escaped)
		if len(got) != 1 || got[0].Asked != escaped || !got[0].Executed() {
			t.Errorf("unlink of %q: records %+v", name, got)
			continue
		}
		if back, err := Unescape(got[0].Asked); err != nil || back != name {
			t.Errorf("unescaped %q %v, want %q", back, err, name)
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "plain", "a\nb", `\x0a`, "\xff\xfe", "ü\u0085", `\\`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		e := Escape(s)
		for _, r := range e {
			if r == '\uFFFD' && !strings.ContainsRune(s, r) || control(r) {
				t.Fatalf("%q escapes to %q", s, e)
			}
		}
		if back, err := Unescape(e); err != nil || back != s {
			t.Fatalf("%q escapes to %q, which is %q (%v)", s, e, back, err)
		}
	})
}
