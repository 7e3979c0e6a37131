package warden

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/launch"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/process"
	"github.com/varek/varek/warden/internal/unotify"
)

// enterDomain tells init what to do and learns what holds.
func (s *Supervisor) enterDomain(p *plan) error {
	if err := launch.Write(s.initControl, launch.InitOrder{Namespaces: p.namespaces, UserNS: p.userNS, Privileged: s.floor.Namespaces, Landlock: p.landlock, Shim: p.shimPath}); err != nil {
		return fmt.Errorf("instructing init: %w", err)
	}
	var r launch.InitReport
	pid, err := launch.ReadFrom(s.initControl, &r)
	if err != nil {
		return fmt.Errorf("waiting for init: %w", err)
	}
	if r.Fault != "" {
		return fmt.Errorf("%w: init: %s", ErrFloor, r.Fault)
	}
	s.initPID = pid
	s.floor.Landlock, s.floor.Capabilities = r.Restriction, r.Capabilities
	s.direct = !r.Restriction.Files
	s.rememberDomain(p.landlock.Read)
	s.connectPorts = p.landlock.Connect.Ports
	s.freePorts = !r.Restriction.ConnectPorts && !r.Restriction.BindPorts && !r.Restriction.ScopeAbstract
	return nil
}

// lookAround opens what serving needs, partly in the agent's namespaces.
func (s *Supervisor) lookAround(p *plan) error {
	proc, err := process.OpenProc("/proc")
	if err != nil {
		return err
	}
	if p.namespaces && !p.userNS {
		if s.mountNS, err = proc.Open(s.initPID, "ns/mnt", unix.O_RDONLY); err != nil {
			return fmt.Errorf("opening the agent's mount namespace: %w", err)
		}
	}
	root, err := proc.Open(s.initPID, "root", unix.O_PATH)
	if err != nil {
		return fmt.Errorf("opening the agent's root: %w", err)
	}
	if s.view, err = object.NewView(proc, root); err != nil {
		unix.Close(root)
		return err
	}
	if p.userNS {
		s.view.FromRoot(root)
	} else {
		unix.Close(root)
	}
	if s.local, err = emulator.NewPerformer(); err != nil {
		return err
	}
	st, err := proc.StatOf(os.Getpid())
	if err != nil {
		return err
	}
	s.terminal = st.Terminal
	if s.self, err = fileOf(s.cfg.Self); err != nil {
		return err
	}
	if s.shim, err = fileOf(p.shimPath); err != nil {
		return err
	}
	s.calls = newCalls(s.tree)
	s.recorder = newRecorder(s.cfg.Sink, s.cfg.Policy.Record.Reads, s.fail)
	s.programs = newPrograms()
	s.table = process.NewTable(proc, s.calls, s.initPID, os.Getpid())
	s.calls.table = s.table
	if s.enforce {
		s.table.CheckNew()
	}
	return nil
}

func fileOf(path string) (process.File, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return process.File{}, fmt.Errorf("looking at %s: %w", path, err)
	}
	return process.IdentityOf(&st).File, nil
}

// handOver brings the shim, which has its order, to the point where its filter
// is on and the listener is here.
func (s *Supervisor) handOver(shim launch.Raw, order launch.ShimOrder) error {
	r, err := order.Report(shim)
	if err != nil {
		return fmt.Errorf("waiting for the shim: %w", err)
	}
	pid := r.PID
	if r.Fault != "" {
		return fmt.Errorf("%w: %s", ErrFloor, r.Fault)
	}
	s.harness, s.floor.SignalLayer = pid, r.SignalLayer
	st, err := s.table.Proc.Status(pid)
	if err != nil {
		return err
	}
	s.table.SetRoot(pid, st.Credentials)
	if s.floor.Namespaces {
		h, err := s.homeOf(pid)
		if err != nil {
			return fmt.Errorf("looking at the shim: %w", err)
		}
		s.home = &h
	}
	if s.tree != nil {
		if err := s.tree.Enter(pid, floor.AgentLeaf); err != nil {
			return fmt.Errorf("%w: %w", ErrFloor, err)
		}
	}
	if _, err := shim.Write([]byte{1}); err != nil {
		return fmt.Errorf("instructing the shim: %w", err)
	}
	h, err := launch.ReadHandover(shim)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFloor, err)
	}
	s.floor.WaitKillable = h.Killable
	return s.fetchListener(pid, h.Listener)
}

func (s *Supervisor) fetchListener(pid, number int) error {
	pidfd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return fmt.Errorf("opening the shim: %w", err)
	}
	defer unix.Close(pidfd)
	fd, err := unix.PidfdGetfd(pidfd, number, 0)
	if err != nil {
		return fmt.Errorf("%w: fetching the listener: %w", ErrFloor, err)
	}
	if s.listener, err = unotify.NewListener(fd); err != nil {
		return fmt.Errorf("%w: %w", ErrFloor, err)
	}
	if err := s.listener.WakeSync(); err != nil {
		s.log.Debug("no synchronous wake-up", "op", "warden.start", "err", err)
	}
	s.pollFirst = !atLeast(6, 11)
	return nil
}
