package warden

import "golang.org/x/sys/unix"

// Flags of open(2) that x/sys does not name on their own.
const (
	oTmpfileBit = unix.O_TMPFILE &^ unix.O_DIRECTORY // __O_TMPFILE
	oDsync      = 0o10000
	oFasync     = 0o20000
	oLargefile  = 0o100000 // what the kernel calls it, whatever the C library does
	validOpen   = unix.O_ACCMODE | unix.O_CREAT | unix.O_EXCL | unix.O_NOCTTY | unix.O_TRUNC | unix.O_APPEND |
		unix.O_NONBLOCK | unix.O_SYNC | oDsync | oFasync | unix.O_DIRECT | oLargefile | unix.O_DIRECTORY |
		unix.O_NOFOLLOW | unix.O_NOATIME | unix.O_CLOEXEC | unix.O_PATH | oTmpfileBit
	validPath = unix.O_PATH | unix.O_CLOEXEC | unix.O_DIRECTORY | unix.O_NOFOLLOW
)

type flagName struct {
	bits uint64
	name string
}

// openFlags in the order in which records name them; longer sets first.
var openFlags = []flagName{
	{unix.O_CREAT, "O_CREAT"}, {unix.O_EXCL, "O_EXCL"}, {unix.O_TRUNC, "O_TRUNC"}, {unix.O_APPEND, "O_APPEND"},
	{unix.O_TMPFILE, "O_TMPFILE"}, {unix.O_DIRECTORY, "O_DIRECTORY"}, {unix.O_NOFOLLOW, "O_NOFOLLOW"},
	{unix.O_PATH, "O_PATH"}, {unix.O_NONBLOCK, "O_NONBLOCK"}, {unix.O_SYNC, "O_SYNC"}, {oDsync, "O_DSYNC"},
	{unix.O_DIRECT, "O_DIRECT"}, {unix.O_NOATIME, "O_NOATIME"}, {unix.O_NOCTTY, "O_NOCTTY"}, {oFasync, "O_ASYNC"},
	{unix.O_CLOEXEC, "O_CLOEXEC"},
}

// openFlagNames names the flags of an open, access mode first.
func openFlagNames(flags uint64) []string {
	out := []string{[]string{"O_RDONLY", "O_WRONLY", "O_RDWR", "O_ACCMODE"}[flags&unix.O_ACCMODE]}
	if flags&unix.O_PATH != 0 {
		out = out[:0]
	}
	return append(out, named(flags, openFlags)...)
}

func named(flags uint64, names []flagName) []string {
	var out []string
	for _, f := range names {
		if flags&f.bits == f.bits {
			out = append(out, f.name)
			flags &^= f.bits
		}
	}
	return out
}

var renameFlags = []flagName{{unix.RENAME_NOREPLACE, "RENAME_NOREPLACE"}, {unix.RENAME_EXCHANGE, "RENAME_EXCHANGE"}, {unix.RENAME_WHITEOUT, "RENAME_WHITEOUT"}}

var atFlags = []flagName{{unix.AT_SYMLINK_NOFOLLOW, "AT_SYMLINK_NOFOLLOW"}, {unix.AT_SYMLINK_FOLLOW, "AT_SYMLINK_FOLLOW"}, {unix.AT_EMPTY_PATH, "AT_EMPTY_PATH"}}
