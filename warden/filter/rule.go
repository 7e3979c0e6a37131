package filter

import "golang.org/x/sys/unix"

// Action is what the kernel does with a call.
type Action uint8

// The actions.
const (
	Refuse Action = iota // the call fails with Rule.Errno and is not performed
	Notify               // the supervisor decides
	Free                 // the kernel performs it
)

func (a Action) String() string {
	switch a {
	case Free:
		return "free"
	case Notify:
		return "notify"
	}
	return "refuse"
}

// Compare is how an argument is compared.
type Compare uint8

// The comparisons. Masked compares arg&Mask with Value, the others all 64 bits.
const (
	Masked Compare = iota
	Equal
	NotEqual
	Greater
)

// Check is one condition on one argument (numbered from 0).
type Check struct {
	Arg     uint
	Compare Compare
	Mask    uint64 // Masked only
	Value   uint64
}

// holds reports whether the condition is true.
func (c Check) holds(args [6]uint64) bool {
	switch v := args[c.Arg]; c.Compare {
	case Masked:
		return v&c.Mask == c.Value
	case Equal:
		return v == c.Value
	case NotEqual:
		return v != c.Value
	default:
		return v > c.Value
	}
}

// Rule is one line of the filter. A refusal with conditions is asked first, and
// where several hold, the errno is that of one of them; for the rest, a call
// has either one rule without conditions or several whose conditions exclude
// one another. What no rule names answers ENOSYS.
type Rule struct {
	Syscall string
	Number  int // for calls that libseccomp does not know by name; 0 otherwise
	Action  Action
	Errno   unix.Errno // Refuse only
	When    []Check    // all must hold
	Early   bool       // Notify only: a refusal that the supervisor makes and records, asked with the others
	Reason  string
}

// Options are the switches of the filter. The zero value is the default.
type Options struct {
	Namespaces   bool // namespaces, mounts and chroot are the agent's to use
	TellRefusals bool // refused namespaces and mounts are notified, so that they are on record; the supervisor must refuse them
	Sends        bool // sendto with an address, sendmsg and sendmmsg are notified
	ClosedMemfd  bool // memfd_create without MFD_NOEXEC_SEAL is notified: no execution from memory
	SharedPIDs   bool // the agent can name processes outside: scheduling calls about another process are notified
	KeepDumpable bool // PR_SET_DUMPABLE 0 is refused, so that processes stay readable to an unprivileged supervisor
}

// Evaluate is the definition of the filter: what the rules say about one call
// of the native architecture. Build must agree with it, but for which refusal it is where
// several refusals hold.
func Evaluate(rules []Rule, syscall string, args [6]uint64) (Action, unix.Errno) {
	for pass := 0; pass < 2; pass++ {
		for i := range rules {
			if r := &rules[i]; r.Syscall == syscall && r.first() == (pass == 0) && r.holds(args) {
				return r.Action, r.Errno
			}
		}
	}
	return Refuse, unix.ENOSYS
}

// first reports whether the rule belongs to the first of the two programs.
func (r *Rule) first() bool { return len(r.When) > 0 && (r.Action == Refuse || r.Early) }

func (r *Rule) holds(args [6]uint64) bool {
	for _, c := range r.When {
		if !c.holds(args) {
			return false
		}
	}
	return true
}
