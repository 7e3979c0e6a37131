package warden

import "time"

// Decision words of a record.
const (
	Allow = "allow"
	Deny  = "deny"
)

// Mechanism words: how a decided call reached the kernel. Kernel says that the
// kernel's own floor refused, not the warden; Killed, that a program which must
// not run was found running and its processes were ended.
const (
	Emulated  = "emulated"
	Continued = "continued"
	Kernel    = "kernel"
	Killed    = "killed"
)

// Attribution words, from certain to unknown. AttributionHarness marks the
// root harness process outside every call.
const (
	AttributionExact     = "exact"
	AttributionCgroup    = "cgroup"
	AttributionAncestry  = "ancestry"
	AttributionAmbiguous = "ambiguous"
	AttributionNone      = "none"
	AttributionHarness   = "harness"
)

// Record is one decision of the warden, the content of a syscall record of
// the trace (formats section 2). Paths and arguments are valid UTF-8 already:
// see Escape for the one rule that makes them so.
type Record struct {
	// Serial numbers the records of one Supervisor from 1. Of names the
	// Serial of the first occurrence when this record carries the Count of
	// coalesced repetitions (first occurrence included); such a record is not
	// counted as a decision of its own.
	Serial, Of uint64
	Count      int

	// Ahead marks the announcement of a name change that is allowed and about to
	// be performed (policy: record.sync). It is no decision: what came of the
	// call is the record whose Announced is this one's Serial. Where none
	// follows, the supervisor died in between and nobody knows.
	Ahead     bool
	Announced uint64

	Tool     string // "sys.open", "sys.unlink", "sys.rename", "sys.exec", "sys.connect" …
	ActionID string // "" when the call belongs to no tool call

	Asked    string   // the name as the agent gave it
	Resolved string   // absolute path after links, in the agent's mount namespace
	To       string   // resolved new name of rename and link; target text of symlink; interpreter of a script that is executed
	Flags    []string // names of the flags that were set, e.g. "O_CREAT"
	Mode     string   // octal permission bits where the call carries them, "0644"
	Event    string   // the effect: open create truncate unlink rmdir rename rename_over mkdir link symlink mknod chmod chown utimes xattr exec connect bind send
	Created  bool     // the name did not exist before and exists now

	Addr string // IP address, or unix:PATH, or unix:@ABSTRACT
	Port int
	// Host is the name that is resolved (tool "sys.resolve"), or under which the
	// session's resolver handed Addr out: the one that a rule decided on, else the
	// latest. Asked then holds all of them where there are several.
	Host string

	ArgvClaimed []string // read before the kernel's own copy: a claim

	Decision  string // Allow or Deny
	Rule      string // the policy rule, or the warden's own reason
	Errno     string // "ENOENT"; empty when the call succeeded or was continued
	Mechanism string

	Attribution   string
	Candidates    []string // calls that were running when Attribution is ambiguous
	AfterEnd      bool     // the process outlived its call
	ExecAssurance string   // of an exec: AssuranceKernel, AssuranceIdentity or AssuranceObserved

	// Latency is how long the caller had waited when the record was made: the
	// decision, and the call itself where it was performed before.
	Latency time.Duration

	PID  int // process id (thread group) as the supervisor sees it
	Exe  string
	Sync bool // must be durable before the call is performed
}

// Executed reports whether the record tells of a call that took effect.
func (r Record) Executed() bool { return r.Decision == Allow && r.Errno == "" && !r.Ahead }

// Sink takes records in the order of the decisions of one process. Record
// blocks while the sink is full, so that the agent waits and nothing is
// dropped. When it returns an error the call in hand is denied, no further
// call is performed, and the agent's tree is killed. With r.Sync set it must
// return only once the record is durable.
type Sink interface {
	Record(r Record) error
}

// SinkFunc makes a Sink of a function.
type SinkFunc func(Record) error

// Record implements Sink.
func (f SinkFunc) Record(r Record) error { return f(r) }
