package process

import (
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// Membership is the call that a process belongs to and how that is known
// (an attribution word of the warden).
type Membership struct{ Action, Kind string }

// Process is one thread group.
type Process struct {
	TGID, Inner int
	Start       uint64
	Parent      int  // at first sight
	Orphan      bool // its descent from the root process is unknown

	pidfd int
	// Wary is set when its credentials may differ from those at the start of
	// the run; every call of it then compares.
	Wary atomic.Bool

	mu     sync.Mutex
	member Membership
	exe    string
	execs  int  // programs it asked to become
	secret bool // its command line holds the hook key
	image
}

// Member returns what the process belongs to.
func (p *Process) Member() Membership {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.member
}

// Join puts the process, and every child first seen from now on, into m.
func (p *Process) Join(m Membership) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.member = m
}

// Exe returns the path of the program, read once per exec.
func (p *Process) Exe(proc *Proc) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.exe == "" {
		p.exe, _ = proc.Link(p.TGID, "exe")
	}
	return p.exe
}

// Execs notes that the program is about to change, to one that nobody checks.
func (p *Process) Execs() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.exe, p.secret = "", false
	p.execs++
}

// Signal sends sig to the process and to no other, also if its id is reused.
func (p *Process) Signal(sig unix.Signal) error { return unix.PidfdSendSignal(p.pidfd, sig, nil, 0) }

// Alive reports whether it has not ended.
func (p *Process) Alive() bool { return p.alive() }

func (p *Process) alive() bool { return alive(p.pidfd) }

// Thread is one notified thread.
type Thread struct {
	*Process
	ID, InnerID int
	// PIDFD refers to the thread where the kernel has PIDFD_THREAD, otherwise
	// to its process; it belongs to the table.
	PIDFD int
	seen  time.Time // when it was last known to live
}
