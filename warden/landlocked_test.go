package warden

import "testing"

// TestNoFalseDomain: a program that confines itself by Landlock must not believe
// that it is confined while its opens are performed by somebody else: it is
// told that there is no Landlock.
func TestNoFalseDomain(t *testing.T) {
	s := newSession(t, "", "python3", "-c", `
import ctypes, struct
libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(38, 1, 0, 0, 0)
attr = struct.pack("QQ", 1 << 2, 0) # LANDLOCK_ACCESS_FS_READ_FILE
fd = libc.syscall(444, attr, len(attr), 0)
confined = fd >= 0 and libc.syscall(446, fd, 0) == 0
try: open("/etc/hostname"); print(confined, "reads")
except OSError: print(confined, "is refused")
`)
	s.run(t)
	if got := s.out.String(); got == "True reads\n" || got == "" {
		t.Errorf("confined and reading: %q %s", got, s.errOut.String())
	}
}
