package attack

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

const nobody = 65534

// ground is a place where attacks are tried by one user: a directory per
// attack, a home, a state directory and the commands.
type ground struct {
	t     *testing.T
	uid   int
	root  string // the workspace
	home  string
	state string
	bin   string
	built *build
}

// build holds the hostile programs.
type build struct{ attacker, evil, good, setuid, evilDynamic, library string }

// programs builds testdata once.
var programs = sync.OnceValues(func() (*build, error) {
	dir, err := os.MkdirTemp("", "varek-attack")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return nil, err
	}
	b := &build{}
	for _, p := range []struct {
		to   *string
		args string
	}{
		{&b.attacker, "-pthread testdata/main.c testdata/abi.c testdata/files.c testdata/races.c testdata/execs.c testdata/processes.c"},
		{&b.evil, `-static -DMARK="evil" testdata/prog.c`},
		{&b.good, `-static -DMARK="" testdata/prog.c`},
		{&b.evilDynamic, `-DMARK="evil" testdata/prog.c`},
		{&b.setuid, `-static -DSETUID -DMARK="evil" testdata/prog.c`},
		{&b.library, "-shared -fPIC testdata/preload.c"},
	} {
		*p.to = filepath.Join(dir, fmt.Sprint("p", len(p.args)))
		args := []string{"-O1", "-w", "-o", *p.to}
		for _, a := range strings.Fields(p.args) {
			if v, ok := strings.CutPrefix(a, "-DMARK="); ok {
				a = "-DMARK=" + v
			}
			args = append(args, a)
		}
		if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("gcc %s: %w: %s", strings.Join(args, " "), err, out)
		}
	}
	return b, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if b, err := programs(); err == nil {
		os.RemoveAll(filepath.Dir(b.attacker))
	}
	os.Exit(code)
}

// users are the identities that can be taken.
func users() []int {
	if os.Getuid() != 0 {
		return []int{os.Getuid()}
	}
	return []int{0, nobody}
}

func newGround(t *testing.T, uid int) *ground {
	t.Helper()
	bin := os.Getenv("VAREK_BIN")
	if bin == "" {
		t.Skip("skipped: VAREK_BIN is not set; make test builds the commands and sets it")
	}
	built, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	base, err := os.MkdirTemp("", "varek-ground")
	if err != nil {
		t.Fatal(err)
	}
	if base, err = filepath.EvalSymlinks(base); err != nil {
		t.Fatal(err)
	}
	g := &ground{t: t, uid: uid, root: filepath.Join(base, "w"), home: filepath.Join(base, "home"), state: filepath.Join(base, "home", "state"),
		bin: filepath.Join(base, "bin"), built: built}
	t.Cleanup(func() { os.RemoveAll(base) })
	g.must(os.Chmod(base, 0o755))
	g.must(os.Mkdir(g.bin, 0o755))
	for _, d := range []string{g.root, g.home, g.state} {
		g.directory(d)
	}
	g.file(filepath.Join(g.state, "planted"), "secret", 0o600)
	for _, name := range []string{"varek-sidecar", "varek-recorder", "varek-escrow"} {
		if os.Link(filepath.Join(bin, name), filepath.Join(g.bin, name)) != nil { // on another file system
			g.copy(filepath.Join(bin, name), filepath.Join(g.bin, name), 0o755)
		}
	}
	t.Cleanup(g.stopChain)
	return g
}

func (g *ground) stopChain() {
	if out, err := g.command(g.bin+"/varek-escrow", "devchain", "stop").CombinedOutput(); err != nil && !strings.Contains(string(out), "no development chain") {
		g.t.Errorf("stop the chain: %v: %s", err, out)
	}
}

func (g *ground) must(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

func (g *ground) own(path string) { g.must(os.Lchown(path, g.uid, g.uid)) }

func (g *ground) directory(path string) {
	g.t.Helper()
	g.must(os.MkdirAll(path, 0o755))
	g.own(path)
}

func (g *ground) file(path, text string, mode os.FileMode) {
	g.t.Helper()
	g.must(os.WriteFile(path, []byte(text), mode))
	g.must(os.Chmod(path, mode))
	g.own(path)
}

func (g *ground) copy(from, to string, mode os.FileMode) {
	g.t.Helper()
	text, err := os.ReadFile(from)
	g.must(err)
	g.file(to, string(text), 0o600)
	g.must(os.Chmod(to, mode))
}

// place makes the directory of one attack.
func (g *ground) place(name string) string {
	dir := filepath.Join(g.root, name)
	for _, d := range []string{"", "closed", "fixed", "open", "open/dir", "open/other", "bin", "rw", ".git", ".git/hooks"} {
		g.directory(filepath.Join(dir, d))
	}
	g.file(dir+"/closed/secret", "secret", 0o644)
	g.file(dir+"/closed/seen", "secret", 0o644)
	g.file(dir+"/fixed/file", "fixed", 0o644)
	g.file(dir+"/fixed/its", "fixed", 0o644)
	g.file(dir+"/open/public", "public", 0o644)
	g.copy(g.built.good, dir+"/bin/good", 0o755)
	g.copy(g.built.evil, dir+"/bin/evil", 0o755)
	g.copy(g.built.evilDynamic, dir+"/bin/evildyn", 0o755)
	g.copy(g.built.library, dir+"/closed/lib.so", 0o755)
	if os.Getuid() == 0 {
		g.copy(g.built.setuid, dir+"/bin/setuid", 0o755)
		g.must(os.Chown(dir+"/bin/setuid", 0, 0))
		g.must(os.Chmod(dir+"/bin/setuid", 0o755|os.ModeSetuid))
	}
	_ = unix.Setxattr(dir+"/fixed/file", "user.old", []byte("v"), 0) // not every file system has them
	return dir
}

// command is a command of this ground's user.
func (g *ground) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "VAREK_") && !strings.HasPrefix(v, "HOME=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	loader, err := filepath.EvalSymlinks("/lib64/ld-linux-x86-64.so.2")
	if err != nil {
		g.t.Skip("skipped: the loader of this architecture is not known to the test")
	}
	cmd.Env = append(cmd.Env, "VAREK_STATE="+g.state, "STATE="+g.state, "HOME="+g.home, "WORKSPACE="+g.root, "LOADER="+loader, fmt.Sprint("TRIES=", 2000*scale()))
	cmd.Dir = g.root
	if os.Getuid() == 0 && g.uid != 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(g.uid), Gid: uint32(g.uid)}}
	}
	return cmd
}

func scale() int {
	var n int
	if _, err := fmt.Sscan(os.Getenv("VAREK_SCALE"), &n); err == nil && n > 0 {
		return n
	}
	return 1
}

// state of what an attack must not change: one line per name.
func look(dirs ...string) map[string]string {
	seen := map[string]string{}
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
			if err != nil {
				return nil // a name that cannot be read is a name that is not seen twice
			}
			var st unix.Stat_t
			if unix.Lstat(path, &st) != nil {
				return nil
			}
			line := fmt.Sprintf("mode %o owner %d %d", st.Mode, st.Uid, st.Gid)
			if st.Mode&unix.S_IFMT == unix.S_IFREG {
				text, _ := os.ReadFile(path)
				var names [256]byte
				n, _ := unix.Listxattr(path, names[:])
				line += fmt.Sprintf(" links %d changed %d attributes %q flags %d content %d", st.Nlink, st.Mtim.Nano(), names[:max(n, 0)], flags(path), len(text))
				if len(text) < 100 {
					line += fmt.Sprintf(" %q", text)
				}
			}
			seen[path] = line
			return nil
		})
	}
	return seen
}

// flags are the attributes that chattr sets.
func flags(path string) int {
	f, err := os.Open(path)
	if err != nil {
		return -1
	}
	defer f.Close()
	n, err := unix.IoctlGetInt(int(f.Fd()), unix.FS_IOC_GETFLAGS)
	if err != nil {
		return -1
	}
	return n
}

// differences tells what changed between two looks.
func differences(before, after map[string]string) []string {
	var out []string
	for p, line := range before {
		switch now, ok := after[p]; {
		case !ok:
			out = append(out, p+" is gone")
		case now != line:
			out = append(out, fmt.Sprintf("%s was %s and is %s", p, line, now))
		}
	}
	for p := range after {
		if _, ok := before[p]; !ok {
			out = append(out, p+" is new")
		}
	}
	sort.Strings(out)
	return out
}
