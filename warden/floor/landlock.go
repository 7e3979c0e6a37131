package floor

import (
	"errors"
	"fmt"

	"golang.org/x/sys/unix"
)

// Rights by what a policy calls them.
const (
	rightsRead  = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	rightsWrite = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_REFER |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM
	rightsExec   = unix.LANDLOCK_ACCESS_FS_EXECUTE
	rightsStart  = rightsExec | unix.LANDLOCK_ACCESS_FS_READ_FILE // an exec opens its program for reading, too
	rightsDevice = unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK

	// rightsOfFile are the rights that a rule on a file, no directory, may carry.
	rightsOfFile = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// Restriction is what Restrict put in force.
type Restriction struct {
	ABI           int      `json:"abi"`            // of the kernel; 0 = no Landlock, nothing below holds
	Files         bool     `json:"files"`          // reads, writes and executions are confined
	Devices       bool     `json:"devices"`        // device nodes cannot be made
	ConnectPorts  bool     `json:"connect_ports"`  // TCP connect ports are confined
	BindPorts     bool     `json:"bind_ports"`     // TCP bind ports are confined
	ScopeSignal   bool     `json:"scope_signal"`   // signals stay inside
	ScopeAbstract bool     `json:"scope_abstract"` // abstract sockets of outside are closed
	Wider         []string `json:"wider"`          // what the policy refuses and the kernel does not
	Narrower      []string `json:"narrower"`       // what the policy allows and the kernel does not
}

// Restrict puts the calling thread, and what it forks from now on, under the
// floor at the kernel's highest known ABI. The thread must have no_new_privs
// (or CAP_SYS_ADMIN) and be locked. A kernel without Landlock is no error here:
// the answer says so and Require decides.
func Restrict(l Domain) (Restriction, error) {
	return restrict(l, landlockABI())
}

func restrict(l Domain, abi int) (Restriction, error) {
	r := Restriction{ABI: abi, Wider: append([]string{}, l.Wider...), Narrower: []string{}}
	attr := r.handle(l)
	if attr == (unix.LandlockRulesetAttr{}) {
		return r, nil
	}
	ruleset, err := createRuleset(&attr, abi)
	if err != nil {
		return r, fmt.Errorf("landlock: create ruleset at ABI %d: %w", abi, err)
	}
	defer unix.Close(ruleset)
	if err := r.grant(l, ruleset, attr); err != nil {
		return r, err
	}
	if err := restrictSelf(ruleset); err != nil {
		return r, fmt.Errorf("landlock: restrict thread: %w", err)
	}
	return r, nil
}

// handle chooses what the ruleset takes over, and notes what this kernel
// cannot take.
func (r *Restriction) handle(l Domain) unix.LandlockRulesetAttr {
	var attr unix.LandlockRulesetAttr
	// At ABI 1 every ruleset over files forbids renames between directories, so
	// there it is worth its price only where files are really confined.
	r.Files = l.Files && r.ABI >= 1
	r.Devices = l.NoDevices && (r.ABI >= 2 || r.Files)
	if r.Files {
		attr.Handled_access_fs = rightsRead | rightsWrite | rightsExec
	}
	if r.Devices {
		attr.Handled_access_fs |= rightsDevice | unix.LANDLOCK_ACCESS_FS_REFER
	}
	attr.Handled_access_fs &= knownFileRights(r.ABI)
	r.ConnectPorts = !l.Connect.All && r.ABI >= 4
	r.BindPorts = !l.Bind.All && r.ABI >= 4
	if r.ConnectPorts {
		attr.Handled_access_net |= unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if r.BindPorts {
		attr.Handled_access_net |= unix.LANDLOCK_ACCESS_NET_BIND_TCP
	}
	r.ScopeSignal = l.ScopeSignal && r.ABI >= 6
	r.ScopeAbstract = l.ScopeAbstract && r.ABI >= 6
	if r.ScopeSignal {
		attr.Scoped |= unix.LANDLOCK_SCOPE_SIGNAL
	}
	if r.ScopeAbstract {
		attr.Scoped |= unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
	}
	r.noteABI(l)
	return attr
}

// noteABI says what an old kernel leaves open or closes too much.
func (r *Restriction) noteABI(l Domain) {
	note := func(wanted bool, abi int, what string) {
		if wanted && r.ABI < abi {
			r.Wider = append(r.Wider, fmt.Sprintf("Landlock ABI %d here, %s needs ABI %d", r.ABI, what, abi))
		}
	}
	note(l.Files, 1, "confining files")
	note(l.Files, 3, "confining truncate")
	note(l.Files, 5, "confining device ioctls")
	note(!l.Connect.All || !l.Bind.All, 4, "confining TCP ports")
	note(l.ScopeSignal, 6, "keeping signals inside")
	note(l.ScopeAbstract, 6, "closing outside abstract sockets")
	if r.Files && r.ABI == 1 {
		r.Narrower = append(r.Narrower, "Landlock ABI 1 refuses renames and links between directories (EXDEV)")
	}
}

// knownFileRights masks the rights to those that an ABI has.
func knownFileRights(abi int) uint64 {
	rights := uint64(rightsRead | rightsWrite | rightsExec | rightsDevice)
	if abi < 5 {
		rights &^= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	}
	if abi < 3 {
		rights &^= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	}
	if abi < 2 {
		rights &^= unix.LANDLOCK_ACCESS_FS_REFER
	}
	return rights
}

// grant adds the rules.
func (r *Restriction) grant(l Domain, ruleset int, attr unix.LandlockRulesetAttr) error {
	if err := r.grantFiles(l, ruleset, attr.Handled_access_fs); err != nil {
		return err
	}
	for _, set := range []struct {
		name  string
		on    bool
		ports []uint16
		right uint64
	}{
		{"connect", r.ConnectPorts, l.Connect.Ports, unix.LANDLOCK_ACCESS_NET_CONNECT_TCP},
		{"bind", r.BindPorts, l.Bind.Ports, unix.LANDLOCK_ACCESS_NET_BIND_TCP},
	} {
		if !set.on {
			continue
		}
		for _, p := range set.ports {
			if err := addPort(ruleset, p, set.right); err != nil {
				return fmt.Errorf("landlock: %s port %d: %w", set.name, p, err)
			}
		}
	}
	return nil
}

// grantFiles adds the three sets and the loaders, or, where only device nodes
// are confined, the right to rename between directories, which every ruleset
// over files takes away.
func (r *Restriction) grantFiles(l Domain, ruleset int, handled uint64) error {
	if !r.Files {
		if r.Devices {
			return r.grantPath(ruleset, "/", unix.LANDLOCK_ACCESS_FS_REFER)
		}
		return nil
	}
	for _, set := range []struct {
		paths  []string
		rights uint64
	}{{l.Read, rightsRead}, {l.Write, rightsWrite}, {l.Exec, rightsStart}} {
		for _, p := range set.paths {
			if err := r.grantPath(ruleset, p, set.rights&handled); err != nil {
				return err
			}
		}
	}
	for _, p := range l.Loaders {
		if unix.Access(p, unix.F_OK) != nil {
			continue // of another architecture or C library
		}
		if err := r.grantPath(ruleset, p, rightsStart); err != nil {
			return err
		}
	}
	return nil
}

// grantPath adds one path rule. A path that does not exist cannot carry a rule.
func (r *Restriction) grantPath(ruleset int, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) || errors.Is(err, unix.EACCES) {
		r.Narrower = append(r.Narrower, fmt.Sprintf("%s is missing or out of reach now: what appears there later stays closed", path))
		return nil
	}
	if err != nil {
		return fmt.Errorf("landlock: open %s: %w", path, err)
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("landlock: stat %s: %w", path, err)
	}
	if kind := st.Mode & unix.S_IFMT; kind != unix.S_IFDIR {
		if kind == unix.S_IFREG && rights&unix.LANDLOCK_ACCESS_FS_REMOVE_FILE != 0 {
			r.Narrower = append(r.Narrower, path+" is a file: it can be written, but not removed or replaced; allow its directory for that")
		}
		rights &= rightsOfFile
	}
	if rights == 0 {
		return nil
	}
	if err := addPath(ruleset, fd, rights); err != nil {
		return fmt.Errorf("landlock: grant %s: %w", path, err)
	}
	return nil
}

// RestrictSignals adds a second layer with the signal scope alone, so that the
// agent cannot signal processes that share its first layer (the emulator). It
// reports whether the kernel has the scope (ABI 6).
func RestrictSignals() (bool, error) {
	if landlockABI() < 6 {
		return false, nil
	}
	ruleset, err := createRuleset(&unix.LandlockRulesetAttr{Scoped: unix.LANDLOCK_SCOPE_SIGNAL}, 6)
	if err != nil {
		return false, fmt.Errorf("landlock: create signal scope: %w", err)
	}
	defer unix.Close(ruleset)
	if err := restrictSelf(ruleset); err != nil {
		return false, fmt.Errorf("landlock: restrict signals: %w", err)
	}
	return true, nil
}
