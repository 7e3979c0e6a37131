package warden

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/warden/filter"
	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/launch"
	"github.com/varek/varek/warden/policy"
)

// plan is what Start has worked out before anything runs.
type plan struct {
	program    string
	namespaces bool // a PID and a mount namespace of the agent's own
	userNS     bool // made with a user namespace
	landlock   floor.Domain
	filter     []byte
	tree       *floor.Tree
	limits     floor.Limits
	shimPath   string     // this program, which is the shim under its name
	shim       launch.Raw // the socket to the shim, 0 before there is one
}

// prepare compiles the rules, tries the machine, makes the filter and begins,
// side by side: compiling waits for the file system, trying waits for the
// kernel, and init needs a while until it takes orders. It gets none before all
// the others are done. After an error abandon ends what runs.
func (s *Supervisor) prepare(cfg Config, p *plan, begin func(*plan, floor.Capabilities) error) error {
	var err error
	if p.program, err = lookPath(cfg.Argv[0], cfg.Env, cfg.Dir); err != nil {
		return err
	}
	if p.shimPath, err = os.Executable(); err != nil {
		return fmt.Errorf("%w: finding this program, which starts the agent: %w", ErrConfig, err)
	}
	s.enforce, s.sync = cfg.Policy.Mode == policy.Enforce, cfg.Policy.Record.Sync
	if s.delay = time.Duration(cfg.Policy.Limits.DecisionDelay); s.delay <= 0 {
		s.delay = 5 * time.Second
	}
	compiled, begun := make(chan error, 1), make(chan error, 1)
	go func() {
		var err error
		s.rules, err = compile(cfg, p.shimPath)
		compiled <- err
	}()
	asked := demandsOf(cfg.Policy.Floor)
	caps := floor.DetectFor(asked)
	p.namespaces, p.userNS = caps.Plan(asked)
	go func() { begun <- begin(p, caps) }()
	built := p.build(cfg, caps)
	if err = <-compiled; err != nil {
		err = fmt.Errorf("%w: %w", ErrConfig, err)
	} else {
		err = errors.Join(s.fit(cfg, p, caps, asked), built)
	}
	if unstarted := <-begun; err == nil {
		err = unstarted
	}
	return err
}

// group makes the session's group where there can be one.
func (s *Supervisor) group(p *plan, caps floor.Capabilities) (err error) {
	if !caps.Cgroup {
		return nil
	}
	if p.tree, err = floor.NewTree(sessionName()); err != nil {
		return fmt.Errorf("%w: %w", ErrFloor, err)
	}
	s.tree = p.tree
	return nil
}

// begin makes the session's group and starts init.
func (s *Supervisor) begin(p *plan, caps floor.Capabilities) error {
	if err := s.group(p, caps); err != nil {
		return err
	}
	sk, err := newSockets()
	if err != nil {
		return err
	}
	s.initControl, s.emulator, p.shim = launch.Raw(sk.init[0]), emulator.NewClient(sk.emulator[0]), launch.Raw(sk.shim[0])
	return s.spawn(sk, p)
}

// build makes the filter.
func (p *plan) build(cfg Config, caps floor.Capabilities) error {
	f, err := filter.Build(filter.Options{Namespaces: cfg.Policy.Namespaces == policy.NamespacesAllow,
		Sends: true, ClosedMemfd: cfg.Policy.Mode == policy.Enforce, SharedPIDs: !p.namespaces, KeepDumpable: !caps.SysAdmin, TellRefusals: true})
	if err != nil {
		return err
	}
	p.filter = f.Bytes()
	return nil
}

// fit holds the compiled rules against what the machine offers.
func (s *Supervisor) fit(cfg Config, p *plan, caps floor.Capabilities, asked []floor.Demand) error {
	if err := s.startResolver(); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	held, err := s.planExec(caps)
	if err != nil {
		return err
	}
	domain := domainOf(held)
	p.landlock = withOwnNeeds(domain, cfg.Self, p.shimPath)
	if err := caps.Require(asked, domain); err != nil {
		return fmt.Errorf("%w: %w", ErrFloor, err)
	}
	s.floor.Landlock.ABI = caps.Landlock
	s.floor.UID, s.floor.NoNewPrivs, s.floor.PIDNamespace, s.floor.UserNS, s.floor.Cgroup = os.Getuid(), true, p.namespaces, p.userNS, caps.Cgroup
	s.floor.Namespaces = cfg.Policy.Namespaces == policy.NamespacesAllow
	if s.floor.Death = floor.DeathWatchdog; p.namespaces {
		s.floor.Death = floor.DeathNamespace
	}
	return nil
}

func sessionName() string {
	var b [6]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return fmt.Sprintf("%d-%s", os.Getpid(), hex.EncodeToString(b[:]))
}

func compile(cfg Config, shim string) (*policy.Rules, error) {
	known := links{}
	env := policy.Env{Workspace: cfg.Workspace, Home: cfg.Home, Bus: cfg.BusAddr, Doors: cfg.Doors, Fixed: append([]string{cfg.Self, shim}, cfg.Fixed...),
		Local:   ownAddresses(),
		Resolve: func(path string) (string, error) { return known.resolved(path), nil }}
	if cfg.StateDir != "" {
		env.Own = append(env.Own, cfg.StateDir)
	}
	env.Own = append(env.Own, cfg.Protected...)
	if cfg.HookKeyFile != "" {
		env.Keys = append(env.Keys, cfg.HookKeyFile)
	}
	if cfg.CredsFile != "" {
		env.Creds = append(env.Creds, cfg.CredsFile)
	}
	env.Configs = cfg.HarnessFiles
	env.Own = append(append(append(env.Own, env.Keys...), env.Creds...), env.Configs...)
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

// ownAddresses are this machine's addresses besides loopback, and the broadcast
// addresses of its networks, as they are when the run starts.
func ownAddresses() []netip.Addr {
	list, err := net.InterfaceAddrs()
	if err != nil {
		return nil // no interface can be listed, so that none is known
	}
	var out []netip.Addr
	for _, a := range list {
		p, err := netip.ParsePrefix(a.String())
		if err != nil {
			continue
		}
		out = append(out, p.Addr())
		if b := p.Addr(); b.Is4() && p.Bits() < 31 {
			last := binary.BigEndian.Uint32(b.AsSlice()) | ^uint32(0)>>p.Bits()
			out = append(out, netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, last))))
		}
	}
	return out
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

// links is resolved for many paths in few directories, as a policy names them:
// what it was asked before it remembers.
type links map[string]string

func (l links) resolved(path string) string {
	if path != filepath.Clean(path) {
		return resolved(path) // .. behind a link leads elsewhere than its text says
	}
	if path == "/" || path == "." {
		return path
	}
	if real, ok := l[path]; ok {
		return real
	}
	real := filepath.Join(l.resolved(filepath.Dir(path)), filepath.Base(path))
	var st unix.Stat_t
	if unix.Lstat(real, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK {
		if to, err := filepath.EvalSymlinks(real); err == nil {
			real = to
		}
	}
	l[path] = real
	return real
}
