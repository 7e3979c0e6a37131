package warden

import (
	"context"
	"errors"
	"net/netip"
	"syscall"
)

// Errors that Start returns before the agent has run; a command maps them to
// the exit codes 127, 126 and 125.
var (
	ErrNotFound      = errors.New("program not found")
	ErrNotExecutable = errors.New("program is not executable")
	ErrFloor         = errors.New("this machine cannot supervise the agent as the policy demands")
)

// Supervisor is one running agent and all it has started.
type Supervisor struct{}

// Exit is how the agent ended.
type Exit struct {
	Code   int            // the agent's code, or 128+n when signal n ended it
	Signal syscall.Signal // 0 when it exited
	Err    error          // why the supervisor ended the run, nil otherwise
}

// Floor states what the kernel holds in this run, for the first record of the
// session.
type Floor struct {
	PIDNamespace    bool     `json:"pid_namespace"`
	Cgroup          bool     `json:"cgroup"` // calls have leaves
	Watchdog        bool     `json:"watchdog"`
	LandlockABI     int      `json:"landlock_abi"`
	SignalScope     bool     `json:"signal_scope"` // the agent cannot signal the emulator
	WaitKillable    bool     `json:"wait_killable"`
	NamespacesAllow bool     `json:"namespaces_allow"`
	UID             int      `json:"uid"`
	Notes           []string `json:"notes"` // what is weaker here than elsewhere, one sentence each
}

// Start runs the agent. When it returns without error the agent's program has
// been handed to the kernel.
func Start(ctx context.Context, cfg Config) (*Supervisor, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	return nil, errors.New("warden: not wired yet")
}

// Floor reports what holds in this run.
func (s *Supervisor) Floor() Floor { return Floor{} }

// Peer tells whose connection to the bus comes from remote. It is false for a
// connection that the warden did not perform itself or that is gone.
func (s *Supervisor) Peer(remote netip.AddrPort) (Peer, bool) { return Peer{}, false }

// EnterCall places a process, and everything it will start, into the call
// actionID. It returns before the process runs on: call it before the start
// record is acknowledged.
func (s *Supervisor) EnterCall(ctx context.Context, pid int, actionID string) error { return nil }

// BeginCall notes that the call is open, so that processes in no leaf are
// recorded with the calls they may belong to.
func (s *Supervisor) BeginCall(actionID string) {}

// EndCall notes that the call is over: totals of its coalesced records are
// sent, and what still runs in it is recorded as outliving it.
func (s *Supervisor) EndCall(actionID string) {}

// Harness is the process id of the root harness process.
func (s *Supervisor) Harness() int { return 0 }

// Wait returns when the agent has ended, everything it left behind is killed
// and every record has been handed to the sink.
func (s *Supervisor) Wait() Exit { return Exit{} }

// Kill ends the agent and everything it has started. Wait returns soon after.
func (s *Supervisor) Kill() {}

// Main runs the process that argv[0] names when this binary was executed again
// by Start (init, emulator, shim, watchdog). A command calls it first thing in
// main and exits with code when handled is true.
func Main(args []string) (handled bool, code int) { return false, 0 }
