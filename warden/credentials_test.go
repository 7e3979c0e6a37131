package warden

import (
	"os"
	"strings"
	"testing"
)

// TestChangedCredentials: a task that has become somebody else is not served
// with our rights. In observe mode the kernel serves it, in enforce mode it is
// refused; both are told.
func TestChangedCredentials(t *testing.T) {
	if os.Getuid() != 0 {
		needs(t, "root", "only root can become another user")
	}
	script := `
import os
os.setgroups([]); os.setgid(65534); os.setuid(65534)
def tell(name, f):
    try: f(); print(name, "ok")
    except OSError as e: print(name, e.strerror)
tell("shadow", lambda: open("/etc/shadow"))
tell("hostname", lambda: open("/etc/hostname"))
tell("mkdir", lambda: os.mkdir("/tmp/` + "varek-other" + `"))
tell("stat", lambda: print(os.stat("/tmp/varek-other").st_uid))
tell("rmdir", lambda: os.rmdir("/tmp/varek-other"))`
	for mode, want := range map[string]string{
		"":         "shadow Permission denied\nhostname ok\nmkdir ok\n65534\nstat ok\nrmdir ok\n",
		enforceAll: "shadow Permission denied\nhostname Permission denied\nmkdir Permission denied\nstat No such file or directory\nrmdir Permission denied\n",
	} {
		os.Remove("/tmp/varek-other")
		s := newSession(t, mode, "/usr/bin/python3", "-c", script)
		s.run(t)
		if s.out.String() != want {
			t.Errorf("policy %q: got\n%s\nwant\n%s\n%s", strings.TrimSpace(mode), s.out.String(), want, s.errOut.String())
		}
		got := s.find(func(r Record) bool { return r.Event == "mkdir" })
		if len(got) != 1 || mode == "" && got[0].Mechanism != Continued || mode != "" && got[0].Rule != RuleCredentials {
			t.Errorf("policy %q: records %+v", strings.TrimSpace(mode), got)
		}
	}
}

// TestStrayNamespacesRefused: what would walk around protected paths is
// refused in both modes.
func TestStrayNamespacesRefused(t *testing.T) {
	s := newSession(t, "", "bash", "-c", `
		for c in 'unshare -m true' 'unshare -U true' 'unshare -p -f true' 'chroot / true' 'mount --bind /etc /mnt' 'nsenter -t 1 -m true'; do
			$c >/dev/null 2>&1 && echo "possible: $c"; done; echo end`)
	s.run(t)
	if s.out.String() != "end\n" {
		t.Error(s.out.String())
	}
}
