package warden

import (
	"sync"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/internal/process"
)

// bound remembers the unix sockets that the agent itself has bound: a display
// or a service manager that it started needs no rule of its own, because what
// it does is supervised like the rest.
type bound struct {
	mu    sync.Mutex
	files map[process.File]bool
	names map[string]bool // abstract, with "@"
}

// maxBound bounds each set; a socket beyond it needs its rule.
const maxBound = 4096

func (b *bound) addFile(st *unix.Stat_t) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.files == nil {
		b.files = map[process.File]bool{}
	}
	if len(b.files) < maxBound {
		b.files[process.File{Dev: uint64(st.Dev), Ino: st.Ino}] = true
	}
}

func (b *bound) addName(name string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.names == nil {
		b.names = map[string]bool{}
	}
	if len(b.names) < maxBound {
		b.names[name] = true
	}
}

func (b *bound) file(st *unix.Stat_t) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.files[process.File{Dev: uint64(st.Dev), Ino: st.Ino}]
}

func (b *bound) name(name string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.names[name]
}
