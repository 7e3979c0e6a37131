package warden

import (
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/unotify"
)

// Numbers of the serving threads.
const (
	receivers    = 2   // always waiting in Receive
	maxReceivers = 32  // with spares for stalled ones
	maxBlocked   = 256 // calls that may block at a time
	idleBlocked  = 8   // threads kept for them
	stall        = 20 * time.Millisecond
	rest         = 5 * stall // between looks while a receiver waits for calls
)

// worker is one serving thread: locked, with every signal blocked, a file
// system context of its own, in the agent's mount namespace.
type worker struct {
	s     *Supervisor
	ch    *emulator.Channel
	local *emulator.Performer
	buf   []byte
	known map[string]*knownName
	call  call
	turns atomic.Uint64 // odd while a call is in hand
	seen  uint64        // turns at the last look of spare; guarded by Supervisor.mu
}

// enterThread turns the calling goroutine's thread into a serving thread. It
// is never unlocked, so that the thread ends with the goroutine.
func (s *Supervisor) enterThread() error {
	runtime.LockOSThread()
	if err := unotify.BlockSignals(); err != nil {
		return err
	}
	if err := unix.Unshare(unix.CLONE_FS); err != nil {
		return fmt.Errorf("separating the umask of a serving thread: %w", err)
	}
	if s.mountNS >= 0 {
		if err := unix.Setns(s.mountNS, unix.CLONE_NEWNS); err != nil {
			return fmt.Errorf("entering the agent's mount namespace: %w", err)
		}
	}
	if s.floor.Namespaces {
		return nil // the agent keeps its capabilities
	}
	// What is performed on this thread is performed with the agent's rights.
	return floor.LimitServing()
}

func (s *Supervisor) newWorker(timeout time.Duration) (*worker, error) {
	ch, err := s.emulator.NewChannel(timeout)
	if err != nil {
		return nil, err
	}
	return &worker{s: s, ch: ch, local: s.local, buf: make([]byte, unix.PathMax), known: map[string]*knownName{}}, nil
}

// receive serves notifications until no task is left under the filter.
func (s *Supervisor) receive(ready chan<- error) {
	defer s.serving.Done()
	if err := s.enterThread(); err != nil {
		ready <- err
		return
	}
	w, err := s.newWorker(s.delay)
	ready <- err
	if err != nil {
		return
	}
	defer func() { w.ch.Close() }()
	w.call.s, w.call.w = s, w
	s.watch(w)
	defer s.unwatch(w)
	for {
		if s.pollFirst {
			if err := s.listener.Await(-1); err != nil {
				return
			}
		}
		if err := s.listener.Receive(&w.call.n); err != nil {
			if !errors.Is(err, unotify.ErrEnded) {
				s.fail(err)
			}
			return
		}
		w.call.began = time.Now()
		w.turns.Add(1)
		w.call.serve()
		w.turns.Add(1)
		if s.spares.Load() > 0 && s.surplus(w) {
			return
		}
	}
}

// watch and unwatch keep the list that spares are decided on.
func (s *Supervisor) watch(w *worker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.workers[w] = struct{}{}
}

func (s *Supervisor) unwatch(w *worker) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.workers, w)
}

// spare starts another receiver whenever all of them are held up, so that a
// slow file system stalls only those who use it. While one waits for calls it
// looks seldom: each look is a wake-up that an idle agent would pay for.
func (s *Supervisor) spare(stop <-chan struct{}) {
	look := time.NewTimer(stall)
	defer look.Stop()
	for {
		select {
		case <-stop:
			return
		case <-look.C:
		}
		stalled, busy := s.allStalled()
		if busy {
			look.Reset(stall)
		} else {
			look.Reset(rest)
		}
		if !stalled {
			continue
		}
		ready := make(chan error, 1)
		s.serving.Add(1)
		s.spares.Add(1)
		go s.receive(ready)
		if err := <-ready; err != nil {
			s.spares.Add(-1)
			s.log.Warn("no further receiver", "op", "warden.spare", "err", err)
		}
	}
}

// allStalled reports whether every receiver has had the same call in hand since
// the last look, and whether each has one now.
func (s *Supervisor) allStalled() (stalled, busy bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	busy = len(s.workers) > 0
	stalled = busy && len(s.workers) < maxReceivers
	for w := range s.workers {
		turns := w.turns.Load()
		busy = busy && turns%2 == 1
		stalled = stalled && turns%2 == 1 && turns == w.seen
		w.seen = turns
	}
	return stalled, busy
}

// surplus reports whether w may end because enough others wait for calls. It
// takes w off the list.
func (s *Supervisor) surplus(w *worker) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	waiting := 0
	for other := range s.workers {
		if other != w && other.turns.Load()%2 == 0 {
			waiting++
		}
	}
	if waiting < receivers {
		return false
	}
	delete(s.workers, w)
	s.spares.Add(-1)
	return true
}

// block runs job on a thread that may block without holding anybody else up.
// It is false when too many calls are blocked already.
func (s *Supervisor) block(job func(*worker)) bool {
	select {
	case s.blocked <- struct{}{}:
	default:
		return false
	}
	select {
	case s.jobs <- job:
	default:
		go s.blocking(job)
	}
	return true
}

// blocking is the life of such a thread: one job, then more while there are
// few idle ones.
func (s *Supervisor) blocking(job func(*worker)) {
	err := s.enterThread()
	var w *worker
	if err == nil {
		w, err = s.newWorker(0)
	}
	if err != nil {
		s.fail(err)
		<-s.blocked
		return
	}
	defer w.ch.Close()
	for {
		job(w)
		<-s.blocked
		select {
		case s.idle <- struct{}{}:
		default:
			return
		}
		var more bool
		select {
		case job, more = <-s.jobs:
		case <-s.ended:
		}
		<-s.idle
		if !more {
			return
		}
	}
}

// perform has the emulator make a call. A late or missing answer is an errno
// for the agent: see late.
func (w *worker) perform(r *emulator.Request) (emulator.Reply, error) {
	reply, err := w.ch.Do(r)
	if err == nil {
		return reply, nil
	}
	return reply, err // a dead emulator is seen by emulatorGone
}

// renew replaces a channel whose answer is late; the old one is returned.
func (w *worker) renew() (*emulator.Channel, error) {
	old := w.ch
	ch, err := w.s.emulator.NewChannel(w.s.delay)
	if err != nil {
		return old, err
	}
	w.ch = ch
	return old, nil
}
