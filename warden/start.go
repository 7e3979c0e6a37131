package warden

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/launch"
	_ "github.com/varek/varek/warden/internal/launch/shim" // whoever links the supervisor is the shim
)

// handshake bounds each step of starting the agent.
const handshake = 30 * time.Second

// Start runs the agent. When it returns without error the agent's program is
// running.
func Start(ctx context.Context, cfg Config) (*Supervisor, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	// Each receiver keeps one of the runtime's processors while it waits in the
	// kernel; the rest of the program needs its own.
	if want := receivers + runtime.NumCPU(); runtime.GOMAXPROCS(0) < want {
		runtime.GOMAXPROCS(want)
	}
	slack := calm()
	s := &Supervisor{cfg: cfg, log: cfg.Log, mountNS: -1, slack: slack,
		workers: map[*worker]struct{}{}, blocked: make(chan struct{}, maxBlocked), jobs: make(chan func(*worker)),
		idle: make(chan struct{}, idleBlocked), initDead: make(chan struct{}), ended: make(chan struct{})}
	p := &plan{limits: limitsOf(cfg.Policy.Limits)}
	err := s.prepare(cfg, p, s.begin)
	if err == nil {
		err = s.run(ctx, p)
	}
	if err != nil {
		s.abandon(p)
		return nil, err
	}
	return s, nil
}

// calm makes the runtime's monitor look less often (floor.CalmAll) and returns the
// timer slack that the agent is to have. Without the right to do so, the way in
// (the front) has done it, or supervision costs more.
func calm() uint64 {
	slack, err := floor.Slack()
	if err != nil || slack == floor.CalmSlack {
		slack = floor.KernelSlack
	}
	_ = floor.CalmAll()
	return slack
}

// sockets of the three processes: ours, theirs.
type sockets struct{ init, emulator, shim [2]int }

func newSockets() (sk sockets, err error) {
	for _, p := range []struct {
		pair *[2]int
		kind int
	}{{&sk.init, unix.SOCK_STREAM}, {&sk.emulator, unix.SOCK_SEQPACKET}, {&sk.shim, unix.SOCK_STREAM}} {
		if *p.pair, err = unix.Socketpair(unix.AF_UNIX, p.kind|unix.SOCK_CLOEXEC, 0); err != nil {
			return sk, fmt.Errorf("making the start-up sockets: %w", err)
		}
	}
	tv := unix.NsecToTimeval(handshake.Nanoseconds())
	for _, fd := range []int{sk.init[0], sk.shim[0]} {
		if err = errors.Join(unix.SetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_PASSCRED, 1),
			unix.SetsockoptTimeval(fd, unix.SOL_SOCKET, unix.SO_RCVTIMEO, &tv)); err != nil {
			return sk, fmt.Errorf("preparing the start-up sockets: %w", err)
		}
	}
	return sk, nil
}

// run hands the agent to the kernel.
func (s *Supervisor) run(ctx context.Context, p *plan) error {
	defer p.closeShim()
	stop := context.AfterFunc(ctx, s.Kill)
	defer stop()
	if err := s.enterDomain(p); err != nil {
		return err
	}
	shim, order := p.shim, launch.ShimOrder{Path: p.program, Argv: s.cfg.Argv, Env: s.cfg.Env, Dir: s.cfg.Dir, Filter: p.filter, Limits: p.limits}
	if err := order.Instruct(shim); err != nil {
		return fmt.Errorf("instructing the shim: %w", err)
	}
	if err := s.lookAround(p); err != nil {
		return err
	}
	if err := s.handOver(shim, order); err != nil {
		return err
	}
	if err := s.beginServing(); err != nil {
		return err
	}
	if s.cfg.Ready != nil {
		if err := s.cfg.Ready(s); err != nil {
			return fmt.Errorf("before the agent starts: %w", err)
		}
	}
	if _, err := shim.Write([]byte{1}); err != nil {
		return fmt.Errorf("releasing the agent: %w", err)
	}
	errno, err := launch.ReadExec(shim)
	if err != nil {
		return err
	}
	if errno != 0 {
		return fmt.Errorf("%w: %s: %w", startError(errno), p.program, errno)
	}
	stopSignals := s.passSignals()
	go s.reap(stopSignals)
	return ctx.Err()
}

func startError(e unix.Errno) error {
	if e == unix.ENOENT {
		return ErrNotFound
	}
	return ErrNotExecutable
}

// spawn starts init from a thread that lives as long as init does, because the
// parent death signal is bound to that thread.
func (s *Supervisor) spawn(sk sockets, p *plan) error {
	theirs := []*os.File{os.NewFile(uintptr(sk.init[1]), "init"), os.NewFile(uintptr(sk.emulator[1]), "emulator"), os.NewFile(uintptr(sk.shim[1]), "shim")}
	cmd := &exec.Cmd{Path: s.cfg.Self, Args: []string{launch.InitName}, Env: []string{}, Dir: "/",
		Stdin: s.cfg.Stdin, Stdout: s.cfg.Stdout, Stderr: s.cfg.Stderr, ExtraFiles: theirs}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		err := floor.SetSlack(s.slack) // what is started from here inherits it
		switch {
		case err != nil:
		case p.namespaces:
			cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWPID | unix.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
			if p.userNS {
				ownUserNamespace(cmd.SysProcAttr)
			}
			err = cmd.Start()
		default:
			killGroup := ""
			if p.tree != nil {
				killGroup = p.tree.Dir()
			}
			s.lifeline, err = floor.Watchdog(cmd, s.cfg.Self, killGroup)
		}
		started <- err
		if err == nil {
			_ = cmd.Wait() // init reports the agent's end itself
		}
		close(s.initDead)
	}()
	err := <-started
	for _, f := range theirs {
		f.Close()
	}
	if err != nil {
		return fmt.Errorf("starting init: %w", err)
	}
	s.initPID = cmd.Process.Pid
	if !p.namespaces {
		s.watchdogPID = cmd.Process.Pid // init, its child, tells its own number
	}
	return nil
}

// ownUserNamespace adds a user namespace in which the agent keeps its number and
// everybody else shows as nobody. Init needs one right in it, to mount /proc,
// and gives it up before it forks.
func ownUserNamespace(attr *syscall.SysProcAttr) {
	uid, gid := os.Getuid(), os.Getgid()
	attr.Cloneflags |= unix.CLONE_NEWUSER
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
	attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN}
}

// beginServing starts the receivers and waits until they can receive.
func (s *Supervisor) beginServing() error {
	ready := make(chan error, receivers)
	for range receivers {
		s.serving.Add(1)
		go s.receive(ready)
	}
	for range receivers {
		if err := <-ready; err != nil {
			return fmt.Errorf("starting to serve: %w", err)
		}
	}
	go s.spare(s.initDead)
	go func() {
		s.emulator.Died()
		s.emulatorGone()
	}()
	return nil
}

func (p *plan) closeShim() {
	if p.shim > 0 {
		unix.Close(int(p.shim))
		p.shim = 0
	}
}

// abandon ends a start that failed.
func (s *Supervisor) abandon(p *plan) {
	p.closeShim()
	if s.initPID == 0 {
		if p.tree != nil {
			_ = p.tree.Close() // nothing was ever in it
		}
		s.release()
		return
	}
	s.Kill()
	<-s.initDead
	s.clear()
}
