package canon

// Kind says what a record is about.
type Kind string

// The kinds of records.
const (
	KindIntent     Kind = "intent"     // a call is about to be made
	KindPermission Kind = "permission" // a decision about a call
	KindStart      Kind = "start"      // acknowledged immediately before the tool runs
	KindAction     Kind = "action"     // a call ended
	KindSyscall    Kind = "syscall"    // the warden decided
	KindSession    Kind = "session"    // open, turn, resume, close
	KindGap        Kind = "gap"        // something is known to be missing
	KindNotice     Kind = "notice"     // conflicts, refused claims, notes
)

// Decisions lists the values of a decision.
func Decisions() []string { return []string{"allow", "deny", "timeout", "cancelled", "withdraw"} }

// Statuses lists the values of a status.
func Statuses() []string { return []string{"ok", "error", "denied", "cancelled", "unknown"} }
