package warden

import (
	"slices"
	"strings"
	"testing"
)

// TestRefusedNamespacesAreOnRecord: an agent that makes a namespace or a mount
// of its own is refused as natively without the right, and the record tells what
// it asked for; what makes no namespace goes on.
func TestRefusedNamespacesAreOnRecord(t *testing.T) {
	s := newSession(t, "", "python3", "-c", `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def tell(name, r): print(name, r, ctypes.get_errno() if r else 0)
tell("user", libc.unshare(0x10000000))
tell("mount and net", libc.unshare(0x00020000 | 0x40000000))
tell("files", libc.unshare(0x00000400))
tell("clone", libc.syscall(56 if os.uname().machine == "x86_64" else 220, 0x10000000 | 17, 0, 0, 0, 0))
tell("setns", libc.setns(0, 0))
tell("bind", libc.mount(b"/etc", b"/mnt", None, 4096, None))
tell("umount", libc.umount2(b"/proc", 2))
tell("chroot", libc.chroot(b"/tmp"))
pid = os.fork()
if pid == 0: os._exit(0)
print("fork", os.waitpid(pid, 0)[1])
`)
	s.run(t)
	want := "user -1 1\nmount and net -1 1\nfiles 0 0\nclone -1 1\nsetns -1 1\nbind -1 1\numount -1 1\nchroot -1 1\nfork 0\n"
	if s.out.String() != want {
		t.Errorf("output %q, want %q; %s", s.out.String(), want, s.errOut.String())
	}
	var got []string
	for _, r := range s.find(func(r Record) bool { return r.Rule == RuleNamespaces }) {
		if r.Decision != Deny || r.Errno != "EPERM" || r.PID == 0 || r.Attribution == "" {
			t.Errorf("record %+v", r)
		}
		got = append(got, strings.TrimSpace(r.Event+" "+r.Asked+strings.Join(r.Flags, "|")))
	}
	records := []string{"namespace CLONE_NEWUSER", "namespace CLONE_NEWNS|CLONE_NEWNET", "namespace CLONE_NEWUSER", "namespace",
		"mount /mnt", "mount /proc", "mount /tmp"}
	if !slices.Equal(got, records) {
		t.Errorf("records %q, want %q", got, records)
	}
}
