package policy

import "net/netip"

// Op is the class of an operation that the supervisor asks about.
type Op uint8

// The operations. Path operations carry Request.Path (and To where named),
// network operations Request.Addr or Request.Unix.
const (
	OpOpen     Op = iota // open with Request.Access; O_PATH is an open with no access
	OpCreate             // open that creates the name
	OpTruncate           // truncate by path, or O_TRUNC
	OpUnlink
	OpRmdir
	OpMkdir
	OpRename  // Path -> To
	OpLink    // Path is the existing file, To the new name
	OpSymlink // Path is the new name; the target text is not decided here
	OpMknod   // Request.Device says whether it is a device node
	OpChmod
	OpChown
	OpUtimes
	OpXattr
	OpExec
	OpConnect // connect and addressed sends
	OpBind
	opEnd
)

// Access says what an open asks for.
type Access uint8

// The two bits of Access.
const (
	Read Access = 1 << iota
	Write
)

// Subject is who asks, as the supervisor knows it (never as the process says).
type Subject uint8

// The subjects.
const (
	SubjectTool    Subject = iota // any process of the agent
	SubjectHarness                // the root harness process itself
	SubjectSelf                   // our own binary, started by the root harness, in no call's leaf
	SubjectHook                   // our own binary in no call, with other programs between it and the root harness
)

// Request is one question. Paths are absolute, clean and resolved: no symbolic
// link, no "..", no trailing slash. What a field does not apply to is zero.
type Request struct {
	Op      Op
	Access  Access  // OpOpen and OpCreate
	Subject Subject // who asks
	Path    string  // the object, or the first name
	To      string  // second name of OpRename and OpLink
	Foreign bool    // Path lies in /proc of a process that is not the caller's descendant
	Device  bool    // OpMknod of a device; OpOpen of a block device

	Addr netip.AddrPort // OpConnect, OpBind: IP
	// Names are those by which the session's resolver handed Addr out (OpConnect),
	// in lower case without a final dot.
	Names []string
	Bound bool   // OpConnect: the unix socket was bound by the agent itself in this run
	Unix  string // OpConnect, OpBind: "/path" or "@abstract"; "" with an invalid Addr is an autobind or unnamed socket
}

// Decision is the answer. Rule is stable text that names what decided.
type Decision struct {
	Allow     bool
	WouldDeny bool // observe mode: allowed, but the lists of the policy would refuse it
	Rule      string
	Host      string // the name that a rule about names decided on
}

// String is the operation's name as records use it for the event.
func (o Op) String() string {
	if o >= opEnd {
		return "unknown"
	}
	return opNames[o]
}

var opNames = [opEnd]string{
	"open", "create", "truncate", "unlink", "rmdir", "mkdir", "rename", "link", "symlink",
	"mknod", "chmod", "chown", "utimes", "xattr", "exec", "connect", "bind",
}
