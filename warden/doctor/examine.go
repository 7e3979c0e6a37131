package doctor

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/varek/varek/warden/floor"
)

// Finding is one thing that was tried.
type Finding struct {
	Name   string `json:"name"`
	Holds  bool   `json:"holds"`
	Needed bool   `json:"needed"` // no run starts without it
	Says   string `json:"says"`   // one sentence
	Remedy string `json:"remedy,omitempty"`
}

// trial is how one thing is tried. try returns what was seen, or why it failed.
type trial struct {
	name, holds, fails, remedy string
	needed                     bool
	try                        func(ctx context.Context, self string) error
}

// patience bounds one trial.
const patience = 20 * time.Second

// errAbsent marks a facility that this user is not given; it is no fault.
var errAbsent = errors.New("not given")

func trials(caps floor.Capabilities) []trial {
	return []trial{
		{"filter", filterSays, "the filter does not hold", "use Linux 5.19 or later on amd64 or arm64 with CONFIG_SECCOMP_FILTER", true, tryFilter},
		{"listener", "a supervised open is handed over, fetched by pidfd_getfd and answered with an injected descriptor (ADDFD, SEND)", "calls cannot be supervised",
			"use Linux 5.14 or later; inside another supervisor with a listener (a nested run, some container runtimes) run varek outside of it", true, tryListener},
		{"wait_killable", "a waiting call can be ended by fatal signals only (WAIT_KILLABLE_RECV)", "a handled signal interrupts a waiting call, as Linux before 5.19 has it", "use Linux 5.19 or later", false, tryKillable},
		{"landlock", fmt.Sprintf("a Landlock domain (ABI %d) refuses an open outside of it and grants one inside", caps.Landlock), "Landlock does not hold", "boot with lsm=landlock,… (Linux 5.13 or later)", false, tryLandlock},
		{"signal_scope", "a process in a Landlock domain cannot signal one outside", "signals are not kept inside", "use Linux 6.12 or later (Landlock ABI 6), or run as root in a PID namespace", false, trySignals},
		{"pid_namespace", "a PID namespace can be made, and its end kills an orphan in a session of its own", "no PID namespace without a user namespace", "run as root with CAP_SYS_ADMIN, or write floor: userns in the policy", false, tryNamespace},
		{"user_namespace", "a plain user's PID namespace can be made (policy: floor: userns)", "no user namespace can be made",
			"allow them: sysctl kernel.unprivileged_userns_clone=1, kernel.apparmor_restrict_unprivileged_userns=0", false, func(context.Context, string) error {
				return given(caps.UserNS, "the kernel or a security module refuses")
			}},
		{"cgroup", "a control group can be made, cloned into and killed: each tool call gets a leaf of its own", "tool calls get no leaf: kernel records are attributed by ancestry",
			"start under `systemd-run --user --scope -p Delegate=yes`, or run as root", false, func(context.Context, string) error { return given(caps.Cgroup, caps.CgroupReason) }},
		{"fanotify", "executions can be held back by fanotify", "no execution can be held back by fanotify (not used by any policy today)", "run as root with CAP_SYS_ADMIN", false, tryFanotify},
	}
}

func given(is bool, why string) error {
	if is {
		return nil
	}
	return fmt.Errorf("%w: %s", errAbsent, why)
}

// Examine tries everything at once. self is the binary that calls Main first.
func Examine(ctx context.Context, self string) (floor.Capabilities, []Finding) {
	caps := floor.Detect()
	list := trials(caps)
	found := make([]Finding, len(list))
	var wait sync.WaitGroup
	for i, t := range list {
		wait.Go(func() { found[i] = t.run(ctx, self) })
	}
	wait.Wait()
	return caps, found
}

func (t trial) run(ctx context.Context, self string) Finding {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	f := Finding{Name: t.name, Needed: t.needed, Holds: true, Says: t.holds}
	if err := t.try(ctx, self); err != nil {
		f.Holds, f.Says, f.Remedy = false, fmt.Sprintf("%s: %v", t.fails, err), t.remedy
	}
	return f
}
