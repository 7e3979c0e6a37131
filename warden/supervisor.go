package warden

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/launch"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/process"
	"github.com/varek/varek/warden/internal/unotify"
	"github.com/varek/varek/warden/names"
	"github.com/varek/varek/warden/policy"
)

// Errors that Start returns before the agent has run; a command maps them to
// the exit codes 127, 126 and 125.
var (
	ErrNotFound      = errors.New("program not found")
	ErrNotExecutable = errors.New("program is not executable")
	ErrFloor         = errors.New("this machine cannot supervise the agent as the policy demands")
)

// Supervisor is one running agent and all it has started.
type Supervisor struct {
	cfg   Config
	log   *slog.Logger
	rules *policy.Rules
	floor Floor

	enforce  bool
	execTier string // one of the Assurance words

	sync      bool          // name changes are durable in the trace before they happen
	direct    bool          // Landlock governs no file: opens need not go through the emulator
	freePorts bool          // nor any port or abstract name
	delay     time.Duration // for what cannot legitimately block
	slack     uint64        // timer slack of the agent

	moves    atomic.Uint64            // renames that can bring anything to a known name
	special  atomic.Bool              // something that is no file, directory or link was made or moved
	readDirs atomic.Pointer[[]string] // directories that the domain grants for reading, nil: ask the emulator

	connectPorts []uint16 // that the domain grants, where it governs them

	listener  *unotify.Listener
	pollFirst bool
	table     *process.Table
	view      *object.View
	emulator  *emulator.Client
	local     *emulator.Performer
	mountNS   int // the agent's mount namespace, -1 when it is ours
	tree      *floor.Tree
	calls     *calls
	recorder  *recorder
	programs  *programTable
	peers     peers
	bound     bound
	fifos     fifos
	names     *names.View  // nil where no rule names a host
	resolver  *resolver    // as names
	harness   int          // process id of the root harness process
	self      process.File // our own binary
	shim      process.File // this program, which the agent's process is until its exec
	keys      hookKeys
	terminal  uint64 // our controlling terminal
	home      *home  // where tasks can stray from, nil where they cannot

	mu        sync.Mutex
	workers   map[*worker]struct{}
	spares    atomic.Int32   // receivers beyond the usual number
	serving   sync.WaitGroup // receivers
	blocked   chan struct{}  // one token per call that may block
	jobs      chan func(*worker)
	idle      chan struct{}
	lateCalls sync.WaitGroup

	initControl launch.Raw
	lifeline    *os.File // of the watchdog, nil in a PID namespace
	initPID     int
	watchdogPID int           // 0 in a PID namespace, where there is none
	initDead    chan struct{} // init, or the watchdog around it, has ended
	ended       chan struct{} // Wait may return
	killOnce    sync.Once
	failOnce    sync.Once
	failure     error
	exit        Exit
}

// Exit is how the agent ended.
type Exit struct {
	Code   int            // the agent's code, or 128+n when signal n ended it
	Signal syscall.Signal // 0 when it exited
	Err    error          // why the supervisor ended the run, nil otherwise
}

// Floor states what the kernel holds in this run, for the first record of the
// session.
type Floor struct {
	floor.Statement
	WaitKillable bool `json:"wait_killable"` // a waiting call can be ended by fatal signals only
	UID          int  `json:"uid"`
	// Exec is the assurance of this run's exec records (an Assurance word).
	Exec string `json:"exec_assurance"`
}

// Floor reports what holds in this run.
func (s *Supervisor) Floor() Floor { return s.floor }

// Harness is the process id of the root harness process.
func (s *Supervisor) Harness() int { return s.harness }

// Peer tells whose connection to the bus comes from remote. It is false for a
// connection that the warden did not perform itself or that is gone.
func (s *Supervisor) Peer(remote netip.AddrPort) (Peer, bool) {
	return s.peers.get(netip.AddrPortFrom(remote.Addr().Unmap(), remote.Port()))
}

// BeginCall notes that a call is open, so that processes in no call are
// recorded with the calls they may belong to.
func (s *Supervisor) BeginCall(actionID string) { s.calls.begin(actionID) }

// HostCall notes that a call is served by processes below pid, which were there
// before it and will be after it: what they do while it runs is the call's by
// ancestry, and ambiguous while several run there.
func (s *Supervisor) HostCall(pid int, actionID string) { s.calls.host(actionID, pid) }

// EnterCall places a process, and everything it will start, into the call
// actionID. pid is the supervisor's number for it, as Peer gives it. Call it
// before the start record is acknowledged, while the process waits.
func (s *Supervisor) EnterCall(ctx context.Context, pid int, actionID string) error {
	return s.calls.enter(ctx, pid, actionID)
}

// EndCall notes that the call is over: totals of its coalesced records are
// sent, and what still runs in it is recorded as outliving it. The error is
// the sink's.
func (s *Supervisor) EndCall(actionID string) error {
	s.calls.end(actionID)
	return s.recorder.endCall(actionID)
}

// Signal sends sig to the root harness process.
func (s *Supervisor) Signal(sig syscall.Signal) error {
	p, err := s.table.Process(s.harness)
	if err != nil {
		return err
	}
	return p.Signal(sig)
}

// Kill ends the agent and everything it has started. Wait returns soon after.
func (s *Supervisor) Kill() {
	s.killOnce.Do(func() {
		if s.tree != nil {
			if err := s.tree.KillAll(); err != nil {
				s.log.Warn("killing the session's group", "op", "warden.kill", "err", err)
			}
		}
		if s.lifeline != nil {
			s.lifeline.Close() // the watchdog kills all descendants
			return
		}
		if s.initPID > 0 {
			if err := unix.Kill(s.initPID, unix.SIGKILL); err != nil && !errors.Is(err, unix.ESRCH) {
				s.log.Warn("killing init", "op", "warden.kill", "err", err)
			}
		}
	})
}

// fail ends the run because supervision cannot go on.
func (s *Supervisor) fail(err error) {
	select {
	case <-s.initDead:
		return // what breaks after the end is no failure
	default:
	}
	s.failOnce.Do(func() {
		s.mu.Lock()
		s.failure = err
		s.mu.Unlock()
		s.log.Error("supervision failed, the agent is killed", "op", "warden.fail", "err", err)
	})
	s.Kill()
}

// Wait returns when the agent has ended, everything it left behind is killed
// and every record has been handed to the sink.
func (s *Supervisor) Wait() Exit {
	<-s.ended
	return s.exit
}
