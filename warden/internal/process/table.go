package process

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// Execed reports whether the process has asked to run another program. Every
// exec is notified, so one that has not still runs the image it was forked
// with.
func (p *Process) Execed() bool {
	return p.ExecCount() > 0
}

// ExecCount is how many programs it has asked to become.
func (p *Process) ExecCount() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.execs
}

// Hide notes that the command line of the program that the process is about to
// become, after Execs or ExecsInto, holds a secret.
func (p *Process) Hide() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.secret = true
}

// Hidden reports whether its command line may hold a secret: its own, or, of a
// process whose parent cannot be asked any more, that of its parent.
func (p *Process) Hidden() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.secret || p.Orphan && p.execs == 0
}

func alive(pidfd int) bool {
	return !errors.Is(unix.PidfdSendSignal(pidfd, 0, nil, 0), unix.ESRCH)
}

// Placer says what a process that is seen for the first time belongs to.
// parent is nil when it is unknown.
type Placer interface {
	Place(p, parent *Process) Membership
}

// Table holds the known processes.
type Table struct {
	Proc   *Proc
	placer Placer
	base   Credentials
	above  []int
	root   int

	mu       sync.Mutex
	threads  map[int]*Thread
	procs    map[int]*Process
	sweep    int
	noThread bool // kernel without PIDFD_THREAD

	slowReuse bool // ids come back only after many others
	checkNew  bool // what a process runs is unknown when it is first seen
}

// NewTable makes an empty table. above are the processes above the agent (init, watchdog), at which
// the search for parents ends.
func NewTable(proc *Proc, placer Placer, above ...int) *Table {
	return &Table{Proc: proc, placer: placer, above: above,
		threads: map[int]*Thread{}, procs: map[int]*Process{}, sweep: sweepAt(), slowReuse: proc.idsAtLeast(1 << 15)}
}

// Base returns the credentials at the start of the run.
func (t *Table) Base() Credentials { return t.base }

// reuse is a time within which no thread id can come back: the kernel gives
// them in turn, at least 32768 of them (NewTable checks), nobody under the
// filter can choose one (clone3, ns_last_pid), and each costs a fork.
const reuse = time.Millisecond

// Lookup finds the thread with id tid, which must be waiting for an answer now.
func (t *Table) Lookup(tid int, now time.Time) (*Thread, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if th, ok := t.threads[tid]; ok {
		if !t.noThread && (t.slowReuse && now.Sub(th.seen) < reuse || alive(th.PIDFD)) {
			th.seen = now
			return th, nil
		}
		t.drop(th)
	}
	if len(t.threads) >= t.sweep {
		t.collect()
	}
	return t.add(tid)
}

func (t *Table) add(tid int) (*Thread, error) {
	began := time.Now()
	fd, err := t.open(tid)
	if err != nil {
		return nil, fmt.Errorf("opening thread %d: %w", tid, err)
	}
	s, err := t.Proc.Status(tid)
	if err != nil {
		closeFD(fd)
		return nil, err
	}
	p, err := t.process(s)
	if err != nil {
		closeFD(fd)
		return nil, err
	}
	if s.Credentials != t.base {
		p.Wary.Store(true)
	}
	th := &Thread{Process: p, ID: tid, InnerID: s.InnerID, PIDFD: fd, seen: began}
	if fd < 0 {
		th.PIDFD = p.pidfd
	}
	t.threads[tid] = th
	return th, nil
}

// open returns a pidfd of the thread, -1 on a kernel that knows none.
func (t *Table) open(tid int) (int, error) {
	if t.noThread {
		return -1, nil
	}
	fd, err := unix.PidfdOpen(tid, unix.PIDFD_THREAD)
	if errors.Is(err, unix.EINVAL) {
		t.noThread = true
		return -1, nil
	}
	return fd, err
}

// process returns the entry of s's thread group, made if need be.
func (t *Table) process(s Status) (*Process, error) {
	if p, ok := t.procs[s.TGID]; ok {
		if p.alive() {
			return p, nil
		}
		t.forget(p)
	}
	fd, err := unix.PidfdOpen(s.TGID, 0)
	if err != nil {
		return nil, fmt.Errorf("opening process %d: %w", s.TGID, err)
	}
	st, err := t.Proc.StatOf(s.TGID)
	if err != nil {
		unix.Close(fd)
		return nil, err
	}
	p := &Process{TGID: s.TGID, Inner: s.InnerTGID, Start: st.Start, Parent: s.Parent, pidfd: fd}
	p.Wary.Store(s.Credentials != t.base)
	parent := t.parent(p)
	p.Orphan = parent == nil && p.TGID != t.root || parent != nil && parent.Orphan
	p.born(parent, t.checkNew)
	p.member = t.placer.Place(p, parent)
	t.procs[p.TGID] = p
	return p, nil
}

// parent finds the parent's entry, made if need be, so that a chain of
// processes that never asked for anything still hands its call down. A parent
// that started after its child is a reused id.
func (t *Table) parent(p *Process) *Process {
	if p.Parent <= 1 || slices.Contains(t.above, p.Parent) {
		return nil
	}
	s, err := t.Proc.Status(p.Parent)
	if err != nil {
		return nil
	}
	parent, err := t.process(s)
	if err != nil || parent.Start > p.Start {
		return nil
	}
	return parent
}

// Process returns the entry of the process pid, made if need be.
func (t *Table) Process(pid int) (*Process, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	s, err := t.Proc.Status(pid)
	if err != nil {
		return nil, err
	}
	if s.TGID != pid {
		return nil, fmt.Errorf("%d is a thread, not a process", pid)
	}
	return t.process(s)
}

// All returns every known process, dead ones included.
func (t *Table) All() []*Process {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Collect(maps.Values(t.procs))
}

// idle is how long a thread entry is kept without a call when room is short;
// looking the thread up anew costs little.
const idle = time.Second

// sweepAt is the number of threads at which the dead are looked for: each
// entry holds a descriptor, and most of the limit is for others.
func sweepAt() int {
	var l unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NOFILE, &l) != nil || l.Cur > 1<<20 {
		return 512
	}
	return min(512, max(32, int(l.Cur/8)))
}

// Collect drops what is dead, for when descriptors are short.
func (t *Table) Collect() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.collect()
}

// collect drops what is dead and sets the next size to do so. Processes that
// live are kept, because what they belong to is known only here.
func (t *Table) collect() {
	base, now := sweepAt(), time.Now()
	for _, th := range t.threads {
		if t.noThread || !alive(th.PIDFD) {
			t.drop(th)
		}
	}
	for _, p := range t.procs {
		if !p.alive() {
			t.forget(p)
		}
	}
	for _, th := range t.threads {
		if len(t.threads) > base && now.Sub(th.seen) > idle {
			t.drop(th)
		}
	}
	t.sweep = max(base, 2*len(t.threads))
}

func (t *Table) drop(th *Thread) {
	delete(t.threads, th.ID)
	if th.PIDFD != th.pidfd {
		closeFD(th.PIDFD)
	}
}

// forget drops a process and every thread entry that points to it.
func (t *Table) forget(p *Process) {
	for _, th := range t.threads {
		if th.Process == p {
			t.drop(th)
		}
	}
	delete(t.procs, p.TGID)
	closeFD(p.pidfd)
}

// Close drops everything.
func (t *Table) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range t.procs {
		t.forget(p)
	}
}

func closeFD(fd int) {
	if fd >= 0 {
		unix.Close(fd)
	}
}

// SetRoot names the agent's first process, from which all others descend, and
// the credentials that make a process ordinary. It must be called before the
// first Lookup.
func (t *Table) SetRoot(pid int, base Credentials) { t.root, t.base = pid, base }
