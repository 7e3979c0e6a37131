package floor

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// The three Landlock system calls (Documentation/userspace-api/landlock.rst).

// landlockABI returns the ABI of the running kernel, 0 when there is none.
func landlockABI() int {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(v)
}

// attrSize is how much of the attribute an ABI knows; more is refused (E2BIG).
func attrSize(abi int) uintptr {
	switch {
	case abi < 4:
		return 8
	case abi < 6:
		return 16
	}
	return 24
}

func createRuleset(attr *unix.LandlockRulesetAttr, abi int) (int, error) {
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(attr)), attrSize(abi), 0)
	if errno != 0 {
		return -1, errno
	}
	return int(fd), nil
}

// addPath grants access beneath the file or directory behind parent.
func addPath(ruleset, parent int, access uint64) error {
	attr := unix.LandlockPathBeneathAttr{Allowed_access: access, Parent_fd: int32(parent)}
	return addRule(ruleset, unix.LANDLOCK_RULE_PATH_BENEATH, unsafe.Pointer(&attr))
}

// ruleNetPort is LANDLOCK_RULE_NET_PORT (linux/landlock.h).
const ruleNetPort = 2

// netPortAttr is struct landlock_net_port_attr.
type netPortAttr struct{ access, port uint64 }

// addPort grants access to one TCP port.
func addPort(ruleset int, port uint16, access uint64) error {
	attr := netPortAttr{access: access, port: uint64(port)}
	return addRule(ruleset, ruleNetPort, unsafe.Pointer(&attr))
}

func addRule(ruleset int, kind uintptr, attr unsafe.Pointer) error {
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset), kind, uintptr(attr), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// restrictSelf puts the calling thread under the ruleset.
func restrictSelf(ruleset int) error {
	_, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(ruleset), 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
