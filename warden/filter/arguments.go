package filter

import "golang.org/x/sys/unix"

// low32 is the part of a register that the kernel reads for an int argument.
const low32 = 0xffffffff

// int32Is compares an int argument as the kernel reads it.
func int32Is(arg uint, value uint64) Check {
	return Check{Arg: arg, Compare: Masked, Mask: low32, Value: value}
}

// bit is true when the bits of mask are all set.
func bit(arg uint, mask uint64) Check {
	return Check{Arg: arg, Compare: Masked, Mask: mask, Value: mask}
}

// refuse is a refusal by argument.
func refuse(syscall string, errno unix.Errno, reason string, when ...Check) Rule {
	return Rule{Syscall: syscall, Action: Refuse, Errno: errno, When: when, Reason: reason}
}

// newNamespace are the flags that create a namespace. CLONE_NEWTIME exists
// only for unshare; in clone its bit belongs to the exit signal.
var newNamespace = []uint64{
	unix.CLONE_NEWNS, unix.CLONE_NEWCGROUP, unix.CLONE_NEWUTS, unix.CLONE_NEWIPC,
	unix.CLONE_NEWUSER, unix.CLONE_NEWPID, unix.CLONE_NEWNET,
}

// namespaceArguments are the refusals that `namespaces: allow` lifts.
func namespaceArguments() []Rule {
	var out []Rule
	const reason = "a new namespace lets the process mount over protected names"
	for _, f := range newNamespace {
		out = append(out, refuse("clone", unix.EPERM, reason, bit(0, f)), refuse("unshare", unix.EPERM, reason, bit(0, f)))
	}
	return append(out, refuse("unshare", unix.EPERM, reason, bit(0, unix.CLONE_NEWTIME)))
}

// terminalArguments: ioctl's command is an unsigned int.
func terminalArguments() []Rule {
	return []Rule{
		refuse("ioctl", unix.EPERM, "types into the terminal as if the user had", int32Is(1, unix.TIOCSTI)),
		refuse("ioctl", unix.EPERM, "pastes a selection into the console", int32Is(1, unix.TIOCLINUX)),
		refuse("ioctl", unix.EPERM, "takes the console's output", int32Is(1, unix.TIOCCONS)),
		refuse("ioctl", unix.EPERM, "loads a line discipline into the kernel", int32Is(1, unix.TIOCSETD)),
	}
}

// sctp is IPPROTO_SCTP; its setsockopt connects without connect(2).
const sctp = unix.IPPROTO_SCTP

// socketArguments leave UNIX, INET and INET6 with stream and datagram types,
// and netlink only for ROUTE (0), which glibc, Go and iproute2 ask for
// interfaces and addresses. A family above NETLINK is refused by a 64-bit
// comparison, so garbage in the high half is refused too.
func socketArguments() []Rule {
	const family = "no ordinary program needs this address family"
	var out []Rule
	for _, call := range []string{"socket", "socketpair"} {
		out = append(out, refuse(call, unix.EAFNOSUPPORT, family, Check{Arg: 0, Compare: Greater, Value: unix.AF_NETLINK}),
			refuse(call, unix.EAFNOSUPPORT, family, int32Is(0, unix.AF_UNSPEC)))
		for f := uint64(unix.AF_INET + 1); f < unix.AF_NETLINK; f++ {
			if f != unix.AF_INET6 {
				out = append(out, refuse(call, unix.EAFNOSUPPORT, family, int32Is(0, f)))
			}
		}
	}
	out = append(out, refuse("socket", unix.EPROTONOSUPPORT, "netlink beyond ROUTE configures or watches the machine",
		int32Is(0, unix.AF_NETLINK), Check{Arg: 2, Compare: Greater, Value: unix.NETLINK_ROUTE}))
	const kind = 0xf // the type without SOCK_NONBLOCK and SOCK_CLOEXEC
	for _, f := range []uint64{unix.AF_INET, unix.AF_INET6} {
		for _, t := range []uint64{unix.SOCK_RAW, unix.SOCK_PACKET, unix.SOCK_DCCP} {
			out = append(out, refuse("socket", unix.EPERM, "forges packets below the rules about addresses",
				int32Is(0, f), Check{Arg: 1, Compare: Masked, Mask: kind, Value: t}))
		}
		out = append(out, refuse("socket", unix.EPROTONOSUPPORT, "SCTP connects by setsockopt, past the rule about connect",
			int32Is(0, f), int32Is(2, sctp)))
	}
	return out
}

// socketOptionArguments refuse options that change where packets go.
func socketOptionArguments() []Rule {
	option := func(level, name uint64, reason string) Rule {
		return refuse("setsockopt", unix.EPERM, reason, int32Is(1, level), int32Is(2, name))
	}
	const (
		route  = "source routing leads packets past the address that was decided"
		device = "chooses the interface past the routing table"
		policy = "rewrites, encapsulates or claims packets below the rules about addresses"
	)
	out := []Rule{
		option(unix.SOL_SOCKET, unix.SO_BINDTODEVICE, device),
		option(unix.SOL_SOCKET, unix.SO_BINDTOIFINDEX, device),
		option(unix.SOL_IP, unix.IP_UNICAST_IF, device),
		option(unix.SOL_IPV6, unix.IPV6_UNICAST_IF, device),
		option(unix.SOL_SOCKET, unix.SO_MARK, "marks packets for the firewall's exceptions"),
		option(unix.SOL_IP, unix.IP_OPTIONS, route),
		option(unix.SOL_IPV6, unix.IPV6_RTHDR, route),
		option(unix.SOL_IPV6, unix.IPV6_2292RTHDR, route),
		option(unix.SOL_IPV6, ipv62292PktOptions, route),
		option(unix.SOL_IP, unix.IP_TRANSPARENT, policy),
		option(unix.SOL_IPV6, unix.IPV6_TRANSPARENT, policy),
		option(unix.SOL_IP, unix.IP_XFRM_POLICY, policy),
		option(unix.SOL_IPV6, unix.IPV6_XFRM_POLICY, policy),
		option(unix.SOL_TCP, unix.TCP_REPAIR, policy),
	}
	for _, level := range []uint64{unix.SOL_IP, unix.SOL_IPV6} {
		for _, name := range []uint64{iptReplace, iptAddCounters, arptReplace} {
			out = append(out, option(level, name, policy))
		}
	}
	return out
}

// Options without a name in x/sys: linux/in6.h, linux/netfilter_ipv4/ip_tables.h
// (the same numbers for IPv6) and linux/netfilter_arp/arp_tables.h.
const (
	ipv62292PktOptions = 6
	iptReplace         = 64
	iptAddCounters     = 65
	arptReplace        = 96
)

// sendArguments: with MSG_FASTOPEN a send is a connect.
func sendArguments() []Rule {
	const reason = "a send that connects; programs fall back to connect"
	return []Rule{
		refuse("sendto", unix.EOPNOTSUPP, reason, bit(3, unix.MSG_FASTOPEN)),
		refuse("sendmsg", unix.EOPNOTSUPP, reason, bit(2, unix.MSG_FASTOPEN)),
		refuse("sendmmsg", unix.EOPNOTSUPP, reason, bit(3, unix.MSG_FASTOPEN)),
	}
}

// processArguments refuse what reaches out of the process or loosens it.
func processArguments() []Rule {
	out := []Rule{
		refuse("clone", unix.EPERM, "shares a descriptor table without being a thread, so that nobody can tell who changes it",
			Check{Arg: 0, Compare: Masked, Mask: unix.CLONE_FILES | unix.CLONE_THREAD, Value: unix.CLONE_FILES}),
		refuse("seccomp", unix.EPERM, "a second listener would answer for the supervisor; the flag needs no other",
			bit(1, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER)),
		refuse("prctl", unix.EPERM, "rewrites what /proc says the program is", int32Is(0, unix.PR_SET_MM)),
		refuse("prlimit64", unix.EPERM, "sets limits of another process, the supervisor's included",
			Check{Arg: 0, Compare: NotEqual, Value: 0}, Check{Arg: 2, Compare: NotEqual, Value: 0}),
	}
	// SYSLOG_ACTION_READ_CLEAR, CLEAR, CONSOLE_OFF, CONSOLE_ON, CONSOLE_LEVEL (syslog(2)).
	for action := uint64(4); action <= 8; action++ {
		out = append(out, refuse("syslog", unix.EPERM, "clears or silences the kernel's log", int32Is(0, action)))
	}
	return out
}

// Values of personality(2).
const (
	perLinux32 = 0x0008
	uname26    = 0x0020000
)

// personalities are the values that programs use: query, Linux, 32-bit uname,
// and both with a 2.6 version number (setarch, i386 build tools). Everything
// else (ADDR_NO_RANDOMIZE, READ_IMPLIES_EXEC, foreign systems) answers ENOSYS.
func personalities() []Rule {
	var out []Rule
	for _, v := range []uint64{0xffffffff, 0, perLinux32, uname26, perLinux32 | uname26} {
		out = append(out, Rule{Syscall: "personality", Action: Free, When: []Check{{Arg: 0, Compare: Equal, Value: v}},
			Reason: "asks, or sets what changes only uname"})
	}
	return out
}

// pageArguments: the calls about pages take a process id, 0 for the caller.
func pageArguments() []Rule {
	const reason = "moves the memory of another process, the supervisor's included"
	other := Check{Arg: 0, Compare: NotEqual}
	return []Rule{refuse("move_pages", unix.EPERM, reason, other), refuse("migrate_pages", unix.EPERM, reason, other)}
}

// fileArguments refuse commands on descriptors that change a file or a file
// system although the descriptor was granted for reading only, or that hold
// up the supervisor. The numbers are those of the kernel's uapi headers.
func fileArguments() []Rule {
	out := []Rule{refuse("fcntl", unix.EINVAL, "a lease holds up whoever opens the file, the supervisor included, for 45 seconds", int32Is(1, unix.F_SETLEASE))}
	// What ordinary programs try and can do without is answered as by a file
	// system that does not have it.
	for _, c := range []struct {
		cmd    uint64
		reason string
	}{
		{unix.FS_IOC_SETFLAGS, "changes attributes through a descriptor for reading"},
		{0x401c5820, "changes attributes through a descriptor for reading (FS_IOC_FSSETXATTR)"},
		{unix.FS_IOC_SET_ENCRYPTION_POLICY, "encrypts a directory through a descriptor for reading"},
		{unix.FS_IOC_ENABLE_VERITY, "makes a file unchangeable through a descriptor for reading"},
	} {
		out = append(out, refuse("ioctl", unix.EOPNOTSUPP, c.reason, int32Is(1, c.cmd)))
	}
	for _, c := range []struct {
		cmd    uint64
		reason string
	}{
		{0xc0045877, "freezes the file system under the supervisor (FIFREEZE)"},
		{0xc0045878, "thaws a file system that others froze (FITHAW)"},
		{0x8004587d, "shuts the file system down under the supervisor (FS_IOC_SHUTDOWN)"},
		{0xc038586b, "opens by inode, past every rule about names (XFS_IOC_OPEN_BY_HANDLE)"},
		{0x4040587b, "changes attributes by inode (XFS_IOC_ATTRMULTI_BY_HANDLE)"},
		{0x6611, "swaps the content of a file with the boot loader's (EXT4_IOC_SWAP_BOOT)"},
		{0x50009401, "puts files under another name (BTRFS_IOC_SNAP_CREATE)"},
		{0x50009417, "puts files under another name (BTRFS_IOC_SNAP_CREATE_V2)"},
		{0x5000940e, "makes a directory that nobody decided on (BTRFS_IOC_SUBVOL_CREATE)"},
		{0x50009418, "makes a directory that nobody decided on (BTRFS_IOC_SUBVOL_CREATE_V2)"},
		{0x5000940f, "removes a tree that nobody decided on (BTRFS_IOC_SNAP_DESTROY)"},
		{0x5000943f, "removes a tree that nobody decided on (BTRFS_IOC_SNAP_DESTROY_V2)"},
	} {
		out = append(out, refuse("ioctl", unix.EPERM, c.reason, int32Is(1, c.cmd)))
	}
	return out
}
