package warden

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"github.com/varek/varek/warden/filter"
	"github.com/varek/varek/warden/floor"
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
}

// prepare compiles the rules and checks the machine.
func (s *Supervisor) prepare(cfg Config) (*plan, error) {
	program, err := lookPath(cfg.Argv[0], cfg.Env, cfg.Dir)
	if err != nil {
		return nil, err
	}
	p := &plan{program: program, limits: limitsOf(cfg.Policy.Limits)}
	s.enforce = cfg.Policy.Mode == policy.Enforce
	if s.rules, err = compile(cfg); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	if err := s.startResolver(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrConfig, err)
	}
	caps, asked := floor.Detect(), demandsOf(cfg.Policy.Floor)
	held, err := s.planExec(caps)
	if err != nil {
		return nil, err
	}
	domain := domainOf(held)
	p.landlock = withOwnNeeds(domain, cfg.Self)
	if err := caps.Require(asked, domain); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrFloor, err)
	}
	pid, user := caps.Plan(asked)
	p.namespaces, p.userNS = pid, user
	s.sync = cfg.Policy.Record.Sync
	if s.delay = time.Duration(cfg.Policy.Limits.DecisionDelay); s.delay <= 0 {
		s.delay = 5 * time.Second
	}
	program2, err := filter.Build(filter.Options{Namespaces: cfg.Policy.Namespaces == policy.NamespacesAllow,
		Sends: true, ClosedMemfd: s.enforce, SharedPIDs: !pid, KeepDumpable: !caps.SysAdmin, TellRefusals: true})
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
	s.floor.UID, s.floor.NoNewPrivs, s.floor.PIDNamespace, s.floor.UserNS, s.floor.Cgroup = os.Getuid(), true, pid, user, caps.Cgroup
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
		Local:   ownAddresses(),
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
