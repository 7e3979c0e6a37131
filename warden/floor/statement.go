package floor

import (
	"errors"
	"fmt"
	"slices"
)

// ErrRequire is the family of demands that this machine cannot meet.
var ErrRequire = errors.New("the policy demands more than this machine holds")

// RequireError is a demand that cannot be met.
type RequireError struct {
	Demand Demand
	Cause  string
	Hint   string // what to do
}

func (e *RequireError) Error() string {
	return fmt.Sprintf("%v: floor: %s: %s; %s", ErrRequire, e.Demand, e.Cause, e.Hint)
}

// Is makes errors.Is(err, ErrRequire) hold.
func (e *RequireError) Is(target error) bool { return target == ErrRequire }

// Death says what kills the tree when the supervisor dies.
type Death string

// The ways.
const (
	DeathNamespace Death = "namespace" // PID namespace whose init has a parent death signal
	DeathWatchdog  Death = "watchdog"  // a process outside the agent's reach kills all descendants
)

// Statement is the floor of one run, as the session's first record states it.
type Statement struct {
	Landlock     Restriction `json:"landlock"`
	SignalLayer  bool        `json:"signal_layer"` // second layer: the emulator cannot be signalled
	PIDNamespace bool        `json:"pid_namespace"`
	UserNS       bool        `json:"user_ns"`
	Cgroup       bool        `json:"cgroup"` // a leaf per call; otherwise attribution is by ancestry
	Death        Death       `json:"death"`
	NoNewPrivs   bool        `json:"no_new_privs"`
	Capabilities []string    `json:"capabilities"` // that the agent holds; see KeptCapabilities
	Namespaces   bool        `json:"namespaces"`   // the agent may make namespaces: paths are not protected
}

// Plan says which namespaces a run gets when this is asked.
func (c Capabilities) Plan(asked []Demand) (pid, user bool) {
	switch {
	case c.SysAdmin:
		return true, false
	case slices.Contains(asked, DemandUserNS) && c.UserNS:
		return true, true
	}
	return false, false
}

// Require returns the first demand that this machine cannot meet; l is the
// domain that the policy implies.
func (c Capabilities) Require(asked []Demand, l Domain) error {
	for _, d := range asked {
		if cause, hint := c.missing(d, asked, l); cause != "" {
			return &RequireError{Demand: d, Cause: cause, Hint: hint}
		}
	}
	return nil
}

func (c Capabilities) missing(d Demand, asked []Demand, l Domain) (cause, hint string) {
	pid, _ := c.Plan(asked)
	switch d {
	case DemandLandlock:
		if c.Landlock < 1 {
			return "the kernel has no Landlock", "boot with lsm=landlock,… (Linux 5.13 or later) or drop the demand"
		}
		if !l.Files && !l.NoDevices {
			return "the policy leaves Landlock nothing to hold", "remove namespaces: allow, or drop the demand"
		}
	case DemandSignalScope:
		if !l.ScopeSignal && !pid {
			return "the policy leaves Landlock nothing to hold and there is no PID namespace", "remove namespaces: allow, or drop the demand"
		}
		if c.Landlock < 6 && !pid {
			return fmt.Sprintf("Landlock ABI %d has no signal scope and there is no PID namespace", c.Landlock), "use Linux 6.12 or later, or drop the demand"
		}
	case DemandPIDNamespace:
		if !pid {
			return "no PID namespace can be made", "run as root with CAP_SYS_ADMIN, or write floor: userns"
		}
	case DemandUserNS:
		if !pid {
			return "no user namespace can be made", "allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns), run as root, or drop the demand"
		}
	case DemandCgroup:
		if !c.Cgroup {
			return c.CgroupReason, "start under `systemd-run --user --scope -p Delegate=yes`, run as root, or drop the demand"
		}
	default:
		return "this version does not know the demand", "write one of landlock, signal_scope, pid_namespace, userns, cgroup"
	}
	return "", ""
}
