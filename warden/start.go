package warden

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/filter"
	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/launch"
	"github.com/varek/varek/warden/internal/object"
	"github.com/varek/varek/warden/internal/process"
	"github.com/varek/varek/warden/internal/unotify"
	"github.com/varek/varek/warden/policy"
)

// handshake bounds each step of starting the agent.
const handshake = 30 * time.Second

// plan is what Start has worked out before anything runs.
type plan struct {
	program    string
	namespaces bool
	landlock   policy.Landlock
	filter     []byte
	tree       *floor.Tree
	limits     policy.Limits
}

// Start runs the agent. When it returns without error the agent's program is
// running.
func Start(ctx context.Context, cfg Config) (*Supervisor, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	s := &Supervisor{cfg: cfg, log: cfg.Log, mountNS: -1,
		workers: map[*worker]struct{}{}, blocked: make(chan struct{}, maxBlocked), jobs: make(chan func(*worker)),
		idle: make(chan struct{}, idleBlocked), initDead: make(chan struct{}), ended: make(chan struct{})}
	p, err := s.prepare(cfg)
	if err != nil {
		return nil, err
	}
	if err := s.run(ctx, p); err != nil {
		s.abandon(p)
		return nil, err
	}
	return s, nil
}

// prepare compiles the rules and checks the machine.
func (s *Supervisor) prepare(cfg Config) (*plan, error) {
	program, err := lookPath(cfg.Argv[0], cfg.Env, cfg.Dir)
	if err != nil {
		return nil, err
	}
	p := &plan{program: program, limits: cfg.Policy.Limits}
	if s.rules, err = compile(cfg); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	p.landlock = withOwnNeeds(s.rules.Landlock(), cfg.Self)
	caps := floor.Detect()
	if err := caps.Require(cfg.Policy, s.rules.Landlock()); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFloor, err)
	}
	pid, user := caps.Plan(cfg.Policy)
	if user {
		return nil, fmt.Errorf("%w: a user namespace is not made by this version; run as root, or take userns out of the policy's floor", ErrFloor)
	}
	p.namespaces = pid
	s.enforce, s.sync = cfg.Policy.Mode == policy.Enforce, cfg.Policy.Record.Sync
	if s.delay = time.Duration(cfg.Policy.Limits.DecisionDelay); s.delay <= 0 {
		s.delay = 5 * time.Second
	}
	program2, err := filter.Build(filter.Options{Namespaces: cfg.Policy.Namespaces == policy.NamespacesAllow,
		Sends: s.enforce, KeepDumpable: !caps.SysAdmin})
	if err != nil {
		return nil, err
	}
	p.filter = program2.Bytes()
	if caps.Cgroup {
		if p.tree, err = floor.NewTree(sessionName()); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrFloor, err)
		}
		s.tree = p.tree
	}
	s.floor.UID, s.floor.NoNewPrivs, s.floor.PIDNamespace, s.floor.Cgroup = os.Getuid(), true, pid, caps.Cgroup
	s.floor.Namespaces = cfg.Policy.Namespaces == policy.NamespacesAllow
	if s.floor.Death = floor.DeathWatchdog; pid {
		s.floor.Death = floor.DeathNamespace
	}
	return p, nil
}

func sessionName() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return fmt.Sprintf("%d-%s", os.Getpid(), hex.EncodeToString(b[:]))
}

func compile(cfg Config) (*policy.Rules, error) {
	env := policy.Env{Workspace: cfg.Workspace, Home: cfg.Home, Bus: cfg.BusAddr, Fixed: append([]string{cfg.Self}, cfg.Fixed...),
		Hosts: func(name string) ([]netip.Addr, error) {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			return net.DefaultResolver.LookupNetIP(ctx, "ip", name)
		},
		Resolve: func(path string) (string, error) { return resolved(path), nil }}
	if cfg.StateDir != "" {
		env.Own = append(env.Own, cfg.StateDir)
	}
	env.Own = append(env.Own, cfg.Protected...)
	for _, k := range []string{cfg.HookKeyFile, cfg.CredsFile} {
		if k == "" {
			continue
		}
		env.Keys = append(env.Keys, k)
		env.Own = append(env.Own, k)
	}
	if mount, err := floor.Mount(); err == nil {
		env.Cgroup = mount
	}
	if env.Workspace == "" {
		env.Workspace = cfg.Dir
	}
	if env.Home == "" {
		env.Home = "/nonexistent"
	}
	return policy.Compile(cfg.Policy, env)
}

// resolved replaces links in the part of a path that exists.
func resolved(path string) string {
	rest := ""
	for p := path; ; p = filepath.Dir(p) {
		if real, err := filepath.EvalSymlinks(p); err == nil {
			return filepath.Join(real, rest)
		}
		if p == "/" || p == "." {
			return path
		}
		rest = filepath.Join(filepath.Base(p), rest)
	}
}

// withOwnNeeds lets the domain execute our own binary and read the libraries
// it loads: the emulator and the shim start inside.
func withOwnNeeds(l policy.Landlock, self string) policy.Landlock {
	if !l.Files {
		return l
	}
	l.Exec = append(slices.Clone(l.Exec), self)
	l.Read = append(slices.Clone(l.Read), self, "/etc/ld.so.cache")
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return l
	}
	for line := range strings.Lines(string(maps)) {
		i := strings.IndexByte(line, '/')
		if i < 0 || !strings.Contains(line, ".so") {
			continue
		}
		if lib := strings.TrimSpace(line[i:]); !slices.Contains(l.Read, lib) {
			l.Read, l.Exec = append(l.Read, lib), append(l.Exec, lib)
		}
	}
	return l
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

// run starts the processes and hands the agent to the kernel.
func (s *Supervisor) run(ctx context.Context, p *plan) error {
	sk, err := newSockets()
	if err != nil {
		return err
	}
	if err := s.spawn(sk, p); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, s.Kill)
	defer stop()
	s.initControl = launch.Raw(sk.init[0])
	s.emulator = emulator.NewClient(sk.emulator[0])
	if err := s.enterDomain(p); err != nil {
		return err
	}
	if err := s.lookAround(p); err != nil {
		return err
	}
	shim := launch.Raw(sk.shim[0])
	defer unix.Close(int(shim))
	if err := s.handOver(shim, p); err != nil {
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
		var err error
		if p.namespaces {
			cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWPID | unix.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
			err = cmd.Start()
		} else {
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
	return nil
}

// enterDomain tells init what to do and learns what holds.
func (s *Supervisor) enterDomain(p *plan) error {
	if err := launch.Write(s.initControl, launch.InitOrder{Namespaces: p.namespaces, Landlock: p.landlock}); err != nil {
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
	s.floor.Landlock = r.Restriction
	s.direct = !r.Restriction.Files
	return nil
}

// lookAround opens what serving needs, partly in the agent's namespaces.
func (s *Supervisor) lookAround(p *plan) error {
	proc, err := process.OpenProc("/proc")
	if err != nil {
		return err
	}
	if p.namespaces {
		if s.mountNS, err = proc.Open(s.initPID, "ns/mnt", unix.O_RDONLY); err != nil {
			return fmt.Errorf("opening the agent's mount namespace: %w", err)
		}
	}
	root, err := proc.Open(s.initPID, "root", unix.O_PATH)
	if err != nil {
		return fmt.Errorf("opening the agent's root: %w", err)
	}
	defer unix.Close(root)
	if s.view, err = object.NewView(proc, root); err != nil {
		return err
	}
	if s.local, err = emulator.NewPerformer(); err != nil {
		return err
	}
	st, err := proc.StatOf(os.Getpid())
	if err != nil {
		return err
	}
	s.terminal = st.Terminal
	var self unix.Stat_t
	if err := unix.Stat(s.cfg.Self, &self); err != nil {
		return fmt.Errorf("looking at %s: %w", s.cfg.Self, err)
	}
	s.self = process.File{Dev: uint64(self.Dev), Ino: self.Ino}
	s.calls = newCalls(s.tree)
	s.recorder = newRecorder(s.cfg.Sink, s.cfg.Policy.Record.Reads, s.fail)
	s.table = process.NewTable(proc, s.calls, s.initPID, os.Getpid())
	s.calls.table = s.table
	return nil
}

// handOver brings the shim to the point where its filter is on and the
// listener is here.
func (s *Supervisor) handOver(shim launch.Raw, p *plan) error {
	order := launch.ShimOrder{Path: p.program, Argv: s.cfg.Argv, Env: s.cfg.Env, Dir: s.cfg.Dir, Filter: p.filter, Limits: p.limits}
	if err := launch.Write(shim, order); err != nil {
		return fmt.Errorf("instructing the shim: %w", err)
	}
	var r launch.ShimReport
	pid, err := launch.ReadFrom(shim, &r)
	if err != nil {
		return fmt.Errorf("waiting for the shim: %w", err)
	}
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

// abandon ends a start that failed.
func (s *Supervisor) abandon(p *plan) {
	if s.initPID == 0 {
		if p.tree != nil {
			_ = p.tree.Close() // nothing was ever in it
		}
		return
	}
	s.Kill()
	<-s.initDead
	s.clear()
}
