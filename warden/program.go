package warden

import (
	"bytes"
	"debug/elf"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/process"
)

// What a file is for the kernel's exec: the kernel runs an ELF program itself,
// and a script through the interpreter of its first line.

// maxInterpreters is how deep the kernel follows scripts (BINPRM recursion).
const maxInterpreters = 5

// headSize is how much of a file the kernel looks at (BINPRM_BUF_SIZE).
const headSize = 256

// interpreter returns the program that the first line of a script names, ""
// where the file is no script.
func interpreter(head []byte) string {
	line, ok := bytes.CutPrefix(head, []byte("#!"))
	if !ok {
		return ""
	}
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	line = bytes.Trim(line, " \t")
	if i := bytes.IndexAny(line, " \t\x00"); i >= 0 {
		line = line[:i]
	}
	return string(line)
}

// isLoader reports whether an ELF file is a dynamic loader: a shared object
// that asks for no interpreter and does not call itself a program. The kernel
// runs it like any other, and it then runs whatever file it is told to and may
// read.
func isLoader(r io.ReaderAt) bool {
	f, err := elf.NewFile(r)
	if err != nil || f.Type != elf.ET_DYN {
		return false
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			return false
		}
	}
	flags, err := f.DynValue(elf.DT_FLAGS_1)
	const pie = 0x08000000 // DF_1_PIE
	return err != nil || len(flags) == 0 || flags[0]&pie == 0
}

// anonymous reports whether a file has no place in the file system: memory
// files, shared memory, whatever lies on a mount of the kernel's own. Landlock
// asks nobody about those.
func anonymous(path string, nameless bool) bool {
	if path == "" || path[0] != '/' {
		return true
	}
	if !nameless {
		return false
	}
	for _, p := range []string{"/memfd:", "/dev/zero", "/SYSV", "/anon_hugepage"} {
		if strings.HasPrefix(path, p) {
			return true
		}
	}
	return false
}

// programs remembers what was found about files that run.
type programTable struct {
	mu      sync.Mutex
	good    map[process.Identity]bool
	loaders func() map[process.File]bool
}

// maxPrograms bounds the memory; forgetting costs another look.
const maxPrograms = 4096

// newPrograms begins to look for this machine's loaders, which nobody waits for
// before the first program is executed.
func newPrograms() *programTable {
	found := make(chan map[process.File]bool, 1)
	go func() { found <- findLoaders() }()
	return &programTable{good: map[process.Identity]bool{}, loaders: sync.OnceValue(func() map[process.File]bool { return <-found })}
}

// findLoaders lists the dynamic loaders where distributions keep them.
func findLoaders() map[process.File]bool {
	out, looked := map[process.File]bool{}, map[process.File]bool{}
	for _, pattern := range []string{"/lib*", "/lib/*", "/usr/lib*", "/usr/lib/*"} {
		dirs, _ := filepath.Glob(pattern) // fails for malformed patterns only
		for _, dir := range dirs {
			var st unix.Stat_t
			if unix.Stat(dir, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFDIR {
				continue
			}
			// /lib is mostly another name of /usr/lib.
			id := process.IdentityOf(&st).File
			if looked[id] {
				continue
			}
			looked[id] = true
			names, _ := filepath.Glob(filepath.Join(dir, "ld-*.so*"))
			for _, n := range names {
				if unix.Stat(n, &st) == nil {
					out[process.IdentityOf(&st).File] = true
				}
			}
		}
	}
	return out
}

func (p *programTable) known(id process.Identity) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.good[id]
}

func (p *programTable) add(id process.Identity) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.good) >= maxPrograms {
		p.good = map[process.Identity]bool{}
	}
	p.good[id] = true
}

// loader reports whether the file is a dynamic loader; fd is readable, or -1
// where only its number can tell.
func (p *programTable) loader(id process.Identity, fd int) bool {
	return p.loaders()[id.File] || fd >= 0 && isLoader(descriptor(fd))
}

// descriptor reads at an offset without owning the descriptor.
type descriptor int

// ReadAt implements io.ReaderAt.
func (fd descriptor) ReadAt(b []byte, at int64) (int, error) {
	done := 0
	for done < len(b) {
		n, err := unix.Pread(int(fd), b[done:], at+int64(done))
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil:
			return done, &os.PathError{Op: "read", Err: err}
		case n == 0:
			return done, io.EOF
		default:
			done += n
		}
	}
	return done, nil
}

// chain looks at a program that is about to run: the files that may run for
// it, and the reason why it may not, "" where it may.
func (c *call) chain(obj *object.Object) (files []process.Identity, refused string) {
	for depth := 0; ; depth++ {
		id := process.IdentityOf(&obj.Stat)
		files = append(files, id)
		if c.s.enforce && anonymous(obj.Path, obj.Stat.Nlink == 0) {
			return files, RuleMemory
		}
		head, loader := c.inspect(obj, id)
		if loader && c.s.enforce {
			return files, RuleLoader
		}
		name := interpreter(head)
		if name == "" || depth == maxInterpreters {
			return files, ""
		}
		next, e := c.resolve(name)
		if e != 0 {
			return files, "" // the kernel says what is wrong with it
		}
		defer next.Close() // at most maxInterpreters of them
		obj = &next
		c.rec.To = Escape(obj.Path)
		d := c.s.rules.Decide(execOf(obj))
		if !d.Allow {
			return files, d.Rule
		}
	}
}

// inspect reads the head of a file and reports whether it is a loader, which
// only an enforcing policy asks.
func (c *call) inspect(obj *object.Object, id process.Identity) (head []byte, loader bool) {
	if obj.Kind() != unix.S_IFREG {
		return nil, false
	}
	fd, e := c.s.view.Reopen(obj.FD, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY)
	if e != 0 {
		return nil, c.s.enforce && c.s.programs.loader(id, -1)
	}
	defer unix.Close(fd)
	head = make([]byte, headSize)
	n, err := descriptor(fd).ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, c.s.enforce && c.s.programs.loader(id, -1)
	}
	if head = head[:n]; !c.s.enforce || !bytes.HasPrefix(head, []byte(elf.ELFMAG)) || c.s.programs.known(id) {
		return head, false
	}
	if loader = c.s.programs.loader(id, fd); !loader {
		c.s.programs.add(id)
	}
	return head, loader
}

// resolve opens what a name of an interpreter leads to for the caller.
func (c *call) resolve(name string) (object.Object, unix.Errno) {
	base, e := c.s.view.Base(c.who, unix.AT_FDCWD, name)
	if e != 0 {
		return object.Object{FD: -1}, e
	}
	defer object.CloseBase(base)
	return c.s.view.Resolve(c.who, base, name, object.Want{Follow: true, FSUID: c.s.table.Base().FSUID})
}
