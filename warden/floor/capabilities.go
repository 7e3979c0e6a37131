package floor

import (
	"errors"
	"fmt"
	"math/bits"

	"golang.org/x/sys/unix"
)

// capabilityNames are the kernel's, in the order of their numbers (linux/capability.h).
var capabilityNames = [...]string{
	"CHOWN", "DAC_OVERRIDE", "DAC_READ_SEARCH", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID", "SETPCAP", "LINUX_IMMUTABLE",
	"NET_BIND_SERVICE", "NET_BROADCAST", "NET_ADMIN", "NET_RAW", "IPC_LOCK", "IPC_OWNER", "SYS_MODULE", "SYS_RAWIO", "SYS_CHROOT",
	"SYS_PTRACE", "SYS_PACCT", "SYS_ADMIN", "SYS_BOOT", "SYS_NICE", "SYS_RESOURCE", "SYS_TIME", "SYS_TTY_CONFIG", "MKNOD", "LEASE",
	"AUDIT_WRITE", "AUDIT_CONTROL", "SETFCAP", "MAC_OVERRIDE", "MAC_ADMIN", "SYSLOG", "WAKE_ALARM", "BLOCK_SUSPEND", "AUDIT_READ",
	"PERFMON", "BPF", "CHECKPOINT_RESTORE",
}

// KeptCapabilities is what root keeps inside a run: what installing, building
// and serving need (files of others, signals, users, low ports). It is the usual
// set of a container without NET_RAW, MKNOD and SYS_CHROOT, whose calls the
// filter refuses anyway. Everything else administers the machine, most of it by
// calls that the filter has to leave open: routes and addresses by netlink
// (NET_ADMIN), limits (SYS_RESOURCE), priorities (SYS_NICE), other processes
// (SYS_PTRACE).
const KeptCapabilities = uint64(1<<unix.CAP_CHOWN | 1<<unix.CAP_DAC_OVERRIDE | 1<<unix.CAP_FOWNER | 1<<unix.CAP_FSETID | 1<<unix.CAP_KILL |
	1<<unix.CAP_SETGID | 1<<unix.CAP_SETUID | 1<<unix.CAP_SETPCAP | 1<<unix.CAP_NET_BIND_SERVICE | 1<<unix.CAP_AUDIT_WRITE | 1<<unix.CAP_SETFCAP)

// Serving threads hold what the agent has, so that a call performed for it can
// do no more than its own, and the right to read the agent's processes. SYS_ADMIN
// stays in reserve for AsAdmin.
const (
	servingCapabilities = KeptCapabilities | 1<<unix.CAP_SYS_PTRACE
	reserve             = 1 << unix.CAP_SYS_ADMIN
)

// LimitServing leaves the calling thread what a serving thread may have.
func LimitServing() error { return limit(servingCapabilities|reserve, servingCapabilities) }

// AsAdmin runs f with SYS_ADMIN where the calling serving thread has it in
// reserve: a message may carry the process number of whom it is sent for, and
// not the sender's, only then (unix(7)).
func AsAdmin(f func()) error {
	header, have, err := capabilities()
	if err != nil {
		return err
	}
	with := have
	with[0].Effective |= reserve & with[0].Permitted
	if err := unix.Capset(&header, &with[0]); err != nil {
		return fmt.Errorf("raise a capability: %w", err)
	}
	f()
	if err := unix.Capset(&header, &have[0]); err != nil {
		return fmt.Errorf("lower a capability: %w", err)
	}
	return nil
}

// LimitCapabilities takes every capability that is not in keep from the calling
// thread and all that it executes. The bounding set is cut first: without that,
// root would get everything back at the next exec. Where the thread may not cut
// it (no SETPCAP), no_new_privs keeps an exec from adding anything.
func LimitCapabilities(keep uint64) error {
	_, have, err := capabilities()
	if err != nil {
		return err
	}
	if have[0].Effective&(1<<unix.CAP_SETPCAP) != 0 {
		if err := cutBounding(keep); err != nil {
			return err
		}
	}
	return limit(keep, keep)
}

// limit cuts the thread's own sets.
func limit(permitted, effective uint64) error {
	if err := clearAmbient(); err != nil {
		return err
	}
	header, have, err := capabilities()
	if err != nil {
		return err
	}
	for i := range have {
		have[i].Effective &= uint32(effective >> (32 * i))
		have[i].Permitted &= uint32(permitted >> (32 * i))
		have[i].Inheritable &= uint32(effective >> (32 * i))
	}
	if err := unix.Capset(&header, &have[0]); err != nil {
		return fmt.Errorf("limit capabilities: %w", err)
	}
	return nil
}

func capabilities() (unix.CapUserHeader, [2]unix.CapUserData, error) {
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var have [2]unix.CapUserData
	if err := unix.Capget(&header, &have[0]); err != nil {
		return header, have, fmt.Errorf("read capabilities: %w", err)
	}
	return header, have, nil
}

// cutBounding drops what is not kept, up to the last capability that this
// kernel knows, which may be newer than our names.
func cutBounding(keep uint64) error {
	for n := uintptr(0); n < 64; n++ {
		set, err := unix.PrctlRetInt(unix.PR_CAPBSET_READ, n, 0, 0, 0)
		if errors.Is(err, unix.EINVAL) {
			return nil
		}
		if err == nil && set == 1 && keep&(1<<n) == 0 {
			err = unix.Prctl(unix.PR_CAPBSET_DROP, n, 0, 0, 0)
		}
		if err != nil {
			return fmt.Errorf("cut the bounding set: %w", err)
		}
	}
	return nil
}

func clearAmbient() error {
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("clear ambient capabilities: %w", err)
	}
	return nil
}

// HeldCapabilities names what the calling thread is permitted.
func HeldCapabilities() ([]string, error) {
	_, have, err := capabilities()
	if err != nil {
		return nil, err
	}
	out := []string{}
	for set := uint64(have[0].Permitted) | uint64(have[1].Permitted)<<32; set != 0; set &= set - 1 {
		n := bits.TrailingZeros64(set)
		if n < len(capabilityNames) {
			out = append(out, capabilityNames[n])
		} else {
			out = append(out, fmt.Sprint(n))
		}
	}
	return out, nil
}
