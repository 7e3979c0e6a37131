package warden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRefusedAsExpected: a refused program meets the errno that the kernel would
// have given for what is there, so that `mkdir -p`, `rm -f` and their like go
// on; and the record says the same.
func TestRefusedAsExpected(t *testing.T) {
	const script = `
import os, errno
def tell(name, f):
    try: f(); print(name, "ok")
    except OSError as e: print(name, errno.errorcode[e.errno])
p = "closed/"
tell("mkdir existing", lambda: os.mkdir(p + "dir"))
tell("mkdir new", lambda: os.mkdir(p + "new"))
tell("makedirs existing", lambda: os.makedirs(p + "dir", exist_ok=True))
tell("symlink existing", lambda: os.symlink("x", p + "file"))
tell("symlink new", lambda: os.symlink("x", p + "new"))
tell("mknod existing", lambda: os.mknod(p + "file"))
tell("exclusive existing", lambda: os.open(p + "file", os.O_CREAT | os.O_EXCL | os.O_WRONLY))
tell("create new", lambda: os.open(p + "new", os.O_CREAT | os.O_WRONLY))
tell("write missing", lambda: os.open(p + "new", os.O_WRONLY))
tell("write existing", lambda: os.open(p + "file", os.O_WRONLY))
tell("read existing", lambda: os.close(os.open(p + "file", os.O_RDONLY)))
tell("unlink missing", lambda: os.unlink(p + "new"))
tell("unlink existing", lambda: os.unlink(p + "file"))
tell("unlink directory", lambda: os.unlink(p + "dir"))
tell("rmdir missing", lambda: os.rmdir(p + "new"))
tell("rmdir file", lambda: os.rmdir(p + "file"))
tell("rmdir existing", lambda: os.rmdir(p + "dir"))
tell("rename missing", lambda: os.rename(p + "new", p + "other"))
tell("rename existing", lambda: os.rename(p + "file", p + "other"))
tell("link missing", lambda: os.link(p + "new", p + "other"))
tell("link over", lambda: os.link("free", p + "file"))
tell("link new", lambda: os.link("free", p + "other"))
tell("chmod", lambda: os.chmod(p + "file", 0o777))
tell("chmod missing", lambda: os.chmod(p + "new", 0o777))
tell("chown", lambda: os.chown(p + "file", 7, 7))
tell("truncate", lambda: os.truncate(p + "file", 0))
tell("utime", lambda: os.utime(p + "file"))
print(sorted(os.listdir(p)), open(p + "file").read())`
	const want = `mkdir existing EEXIST
mkdir new EACCES
makedirs existing ok
symlink existing EEXIST
symlink new EACCES
mknod existing EEXIST
exclusive existing EEXIST
create new EACCES
write missing ENOENT
write existing EACCES
read existing ok
unlink missing ENOENT
unlink existing EACCES
unlink directory EISDIR
rmdir missing ENOENT
rmdir file ENOTDIR
rmdir existing EACCES
rename missing ENOENT
rename existing EACCES
link missing ENOENT
link over EEXIST
link new EACCES
chmod EPERM
chmod missing ENOENT
chown EPERM
truncate EACCES
utime EACCES
['dir', 'file'] kept
`
	for name, text := range map[string]string{
		"protected": "version: 1\nmode: observe\nprotect: [$WORKSPACE/closed]\n",
		"denied":    enforceAll + "protect: [$WORKSPACE/closed]\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, text, "python3", "-c", script)
			if err := os.MkdirAll(filepath.Join(s.cfg.Dir, "closed", "dir"), 0o755); err != nil {
				t.Fatal(err)
			}
			for path, content := range map[string]string{"closed/file": "kept", "free": ""} {
				if err := os.WriteFile(filepath.Join(s.cfg.Dir, path), []byte(content), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			s.run(t)
			if got := s.out.String(); got != want {
				t.Errorf("got\n%s\nwant\n%s%s", got, want, s.errOut.String())
			}
			for errno, n := range map[string]int{"EEXIST": 6, "EPERM": 2} {
				got := s.find(func(r Record) bool {
					return r.Decision == Deny && r.Errno == errno && strings.Contains(r.Rule, "protect")
				})
				if len(got) < n {
					t.Errorf("%d denials with %s are on record, want at least %d", len(got), errno, n)
				}
			}
		})
	}
}
