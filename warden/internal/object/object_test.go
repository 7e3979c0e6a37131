package object

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/process"
)

func newView(t *testing.T) (*View, Caller) {
	t.Helper()
	proc, err := process.OpenProc("/proc")
	if err != nil {
		t.Fatal(err)
	}
	root, err := unix.Open("/", unix.O_PATH, 0)
	if err != nil {
		t.Fatal(err)
	}
	v, err := NewView(proc, root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { v.Close(); proc.Close(); unix.Close(root) })
	return v, Caller{TID: os.Getpid(), InnerTGID: os.Getpid(), Inner: os.Getpid()}
}

// tree is a directory with links in every direction.
func tree(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"a/b/c", "x"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"a/up": "..", "a/b/abs": dir + "/x", "x/file.l": "file", "x/dir": "../a/b/", "x/loop": "loop",
		"x/dang": "nothing", "x/dangdir": "nowhere/at/all", "root": "/", "x/self": "/proc/self/cwd", "x/long": "dir/c/../abs/file", "x/slash": "file/"} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "x/file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

// kernel is the slow reference: the kernel resolves the name by itself for
// this process, which is the caller.
func kernel(base int, name string, w Want) (string, unix.Errno) {
	flags := unix.O_PATH | unix.O_CLOEXEC
	if !w.Follow {
		flags |= unix.O_NOFOLLOW
	}
	if w.Directory {
		flags |= unix.O_DIRECTORY
	}
	fd, err := unix.Openat(base, name, flags, 0)
	if err != nil {
		return "", errno(err)
	}
	defer unix.Close(fd)
	path, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd))
	return path, errno(err)
}

// TestResolveLikeTheKernel compares both ways of resolving, the quick one and
// the walk, with the kernel's own on random names.
func TestResolveLikeTheKernel(t *testing.T) {
	v, c := newView(t)
	dir := tree(t)
	base, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(base)
	words := []string{"a", "b", "c", "x", "up", "abs", "file", "file.l", "dir", "loop", "dang", "dangdir", "root", "self", "long", "slash", "..", ".", "", "nope"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		var parts []string
		for range 1 + r.IntN(6) {
			parts = append(parts, words[r.IntN(len(words))])
		}
		name := strings.Join(parts, "/")
		if r.IntN(3) == 0 {
			name = dir + "/" + name
		}
		if name == "" {
			continue
		}
		w := Want{Follow: r.IntN(2) == 0, Directory: r.IntN(4) == 0, FSUID: uint32(os.Getuid())}
		want, wantE := kernel(base, name, w)
		o, e := v.Resolve(c, base, name, w)
		got := o.Path
		o.Close()
		if e != wantE || e == 0 && got != want {
			t.Fatalf("%q %+v: got %q %v, the kernel %q %v", name, w, got, e, want, wantE)
		}
		o, p, e := v.walk(c, base, name, w)
		got = o.Path
		o.Close()
		p.Close()
		if e != wantE || e == 0 && got != want {
			t.Fatalf("walking %q %+v: got %q %v, the kernel %q %v", name, w, got, e, want, wantE)
		}
	}
}

// TestMissingNamesTheTarget: a dangling link is created where it leads.
func TestMissingNamesTheTarget(t *testing.T) {
	v, c := newView(t)
	dir := tree(t)
	for _, k := range []struct {
		name   string
		follow bool
		want   string
		errno  unix.Errno
	}{
		{"x/new", true, "x/new", 0}, {"x/dang", true, "x/nothing", 0}, {"x/dang", false, "", unix.EEXIST},
		{"x/file", true, "", unix.EEXIST}, {"x/dangdir", true, "", unix.ENOENT}, {"nope/new", true, "", unix.ENOENT},
		{"x/file/new", true, "", unix.ENOTDIR}, {"a/up/fresh", true, "fresh", 0}, {"x/loop", true, "", unix.ELOOP},
	} {
		p, e := v.Missing(c, unix.AT_FDCWD, dir+"/"+k.name, Want{Follow: k.follow, FSUID: uint32(os.Getuid())})
		if e != k.errno || e == 0 && p.Path() != dir+"/"+k.want {
			t.Errorf("%s: %q %v, want %q %v", k.name, p.Path(), e, k.want, k.errno)
		}
		p.Close()
	}
}

func TestSplit(t *testing.T) {
	for name, want := range map[string][2]string{
		"a": {".", "a"}, "/a": {"/", "a"}, "a/b": {"a", "b"}, "a/b/": {"a", "b/"}, "/": {"/", "/"}, "//": {"/", "/"},
		"..": {".", ".."}, "a/..": {"a", ".."}, "a//b": {"a/", "b"}, "./a//": {".", "a//"},
	} {
		if dir, last := split(name); [2]string{dir, last} != want {
			t.Errorf("split(%q) = %q %q, want %q", name, dir, last, want)
		}
	}
}

// TestOwnDescriptorsAreTheCallers: /proc/self/fd means the caller's
// descriptors, and those of a stranger are barred.
func TestOwnDescriptorsAreTheCallers(t *testing.T) {
	v, c := newView(t)
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, form := range []string{"/proc/self/fd/%d", "/dev/fd/%d", "/proc/thread-self/fd/%d"} {
		o, e := v.Resolve(c, unix.AT_FDCWD, fmt.Sprintf(form, f.Fd()), Want{Follow: true})
		if e != 0 || o.Path != f.Name() || o.Foreign {
			t.Errorf("%s: %q %v", form, o.Path, e)
		}
		o.Close()
	}
	o, e := v.Resolve(c, unix.AT_FDCWD, fmt.Sprintf("/proc/%d/cwd/x", os.Getppid()), Want{Follow: true})
	defer o.Close()
	if e == 0 && !(o.Foreign && o.Barred) || e != 0 && !errors.Is(e, unix.EACCES) {
		t.Errorf("the parent's directory: %q %v", o.Path, e)
	}
}

func TestStickyDirectories(t *testing.T) {
	h := hardening{symlinks: 1, regular: 2, fifos: 1}
	sticky := &unix.Stat_t{Mode: unix.S_IFDIR | unix.S_ISVTX | 0o777, Uid: 1}
	if h.mayFollow(sticky, &unix.Stat_t{Uid: 2}, 3) {
		t.Error("somebody else's link in a sticky directory is followed")
	}
	if !h.mayFollow(sticky, &unix.Stat_t{Uid: 3}, 3) || !h.mayFollow(sticky, &unix.Stat_t{Uid: 1}, 3) || !h.mayFollow(&unix.Stat_t{Mode: 0o777}, &unix.Stat_t{Uid: 2}, 3) {
		t.Error("an own link, the directory owner's, or one elsewhere is not followed")
	}
	v := &View{sysctl: h}
	file := &Object{Stat: unix.Stat_t{Mode: unix.S_IFREG, Uid: 2}}
	if v.MayCreateOver(sticky, file, 3) {
		t.Error("O_CREAT uses somebody else's file in a sticky directory")
	}
	if !v.MayCreateOver(sticky, file, 2) || !v.MayCreateOver(&unix.Stat_t{Mode: 0o777}, file, 3) {
		t.Error("O_CREAT refuses an own file or one elsewhere")
	}
}
