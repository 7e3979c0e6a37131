package warden

import "golang.org/x/sys/unix"

// handler serves one system call; tool is its record's tool.
type handler struct {
	tool  string
	serve func(*call) answer
}

// handlers are the calls that the filter reports. legacyHandlers adds those
// that only some architectures have.
var handlers = tableOf(withLegacy(withNamespaces(map[int32]handler{
	unix.SYS_OPENAT:  {"sys.open", (*call).open},
	unix.SYS_OPENAT2: {"sys.open", (*call).open},

	unix.SYS_UNLINKAT:  {"sys.unlink", (*call).unlink},
	unix.SYS_MKDIRAT:   {"sys.mkdir", (*call).mkdir},
	unix.SYS_MKNODAT:   {"sys.mknod", (*call).mknod},
	unix.SYS_SYMLINKAT: {"sys.symlink", (*call).symlink},
	unix.SYS_LINKAT:    {"sys.link", (*call).link},
	unix.SYS_RENAMEAT2: {"sys.rename", (*call).rename},

	unix.SYS_TRUNCATE:      {"sys.truncate", (*call).truncate},
	unix.SYS_FTRUNCATE:     {"sys.truncate", (*call).truncateOpen},
	unix.SYS_FCHMODAT:      {"sys.chmod", (*call).chmod},
	unix.SYS_FCHMODAT2:     {"sys.chmod", (*call).chmod},
	unix.SYS_FCHOWNAT:      {"sys.chown", (*call).chown},
	unix.SYS_UTIMENSAT:     {"sys.utimes", (*call).utimes},
	unix.SYS_SETXATTR:      {"sys.xattr", (*call).setXattr},
	unix.SYS_LSETXATTR:     {"sys.xattr", (*call).setXattr},
	unix.SYS_SETXATTRAT:    {"sys.xattr", (*call).setXattr},
	unix.SYS_REMOVEXATTR:   {"sys.xattr", (*call).removeXattr},
	unix.SYS_LREMOVEXATTR:  {"sys.xattr", (*call).removeXattr},
	unix.SYS_REMOVEXATTRAT: {"sys.xattr", (*call).removeXattr},

	unix.SYS_FCHMOD:       {"sys.chmod", (*call).chmodHeld},
	unix.SYS_FCHOWN:       {"sys.chown", (*call).chownHeld},
	unix.SYS_FSETXATTR:    {"sys.xattr", (*call).setXattrHeld},
	unix.SYS_FREMOVEXATTR: {"sys.xattr", (*call).removeXattrHeld},
	unix.SYS_MEMFD_CREATE: {"sys.exec", (*call).memoryFile},

	unix.SYS_EXECVE:   {"sys.exec", (*call).exec},
	unix.SYS_EXECVEAT: {"sys.exec", (*call).exec},

	unix.SYS_CONNECT:  {"sys.connect", (*call).connect},
	unix.SYS_BIND:     {"sys.bind", (*call).bind},
	unix.SYS_LISTEN:   {"sys.listen", (*call).listen},
	unix.SYS_SENDTO:   {"sys.send", (*call).sendTo},
	unix.SYS_SENDMSG:  {"sys.send", (*call).sendMessage},
	unix.SYS_SENDMMSG: {"sys.send", (*call).sendMessages},

	unix.SYS_SCHED_SETAFFINITY: {toolSchedule, (*call).schedule}, unix.SYS_SCHED_SETSCHEDULER: {toolSchedule, (*call).schedule},
	unix.SYS_SCHED_SETPARAM: {toolSchedule, (*call).schedule}, unix.SYS_SCHED_SETATTR: {toolSchedule, (*call).schedule},
	unix.SYS_SETPRIORITY: {toolSchedule, (*call).schedule}, unix.SYS_IOPRIO_SET: {toolSchedule, (*call).schedule},

	unix.SYS_SETUID: {toolCredentials, (*call).credentials}, unix.SYS_SETGID: {toolCredentials, (*call).credentials},
	unix.SYS_SETREUID: {toolCredentials, (*call).credentials}, unix.SYS_SETREGID: {toolCredentials, (*call).credentials},
	unix.SYS_SETRESUID: {toolCredentials, (*call).credentials}, unix.SYS_SETRESGID: {toolCredentials, (*call).credentials},
	unix.SYS_SETFSUID: {toolCredentials, (*call).credentials}, unix.SYS_SETFSGID: {toolCredentials, (*call).credentials},
	unix.SYS_SETGROUPS: {toolCredentials, (*call).credentials}, unix.SYS_CAPSET: {toolCredentials, (*call).credentials},
})))

// tableOf makes a table by number, which is quicker than a map.
func tableOf(m map[int32]handler) []handler {
	out := make([]handler, 512)
	for nr, h := range m {
		out[nr] = h
	}
	return out
}

// handlerOf finds the handler of a call; its serve is nil where there is none.
func handlerOf(nr int32) handler {
	if nr < 0 || int(nr) >= len(handlers) {
		return handler{}
	}
	return handlers[nr]
}

// toolCredentials is no tool of a record: such calls leave none.
const toolCredentials = "sys.setcred"

// credentials lets a task change its credentials, which no_new_privs keeps
// from rising, and compares them from then on.
func (c *call) credentials() answer {
	c.th.Wary.Store(true)
	return continued()
}
