package aap

import (
	"slices"

	"github.com/varek/varek/tracestore/trace"
)

// effects are the events of kernel records that a promise can name.
var effects = []string{
	"open", "create", "truncate", "unlink", "rmdir", "rename", "rename_over", "mkdir", "link", "symlink",
	"mknod", "chmod", "chown", "utimes", "xattr", "exec", "connect", "send", "bind",
}

// kernelRecord is the part of a syscall record that predicates read.
type kernelRecord struct {
	seq         uint64
	event       string
	resolved    string
	to          string
	addr, host  string
	created     bool
	exchange    bool // a rename that swaps the two names
	executed    bool
	total       bool // repeats a counted record; not a record of its own
	attribution string
	assurance   string
	fault       string // not "": the record cannot be read as one
}

// readKernel reads the body. It never fails: what is missing is fault, and a
// record that does not say that the call was refused or failed was executed.
func readKernel(d *document) kernelRecord {
	k := kernelRecord{seq: d.head.Seq}
	args, ok := d.member("args").(map[string]any)
	if !ok {
		k.fault = "it has no readable arguments"
	}
	result, _ := d.member("result").(map[string]any)
	meta, _ := d.member("metadata").(map[string]any)
	k.event, k.resolved, k.to = text(args["event"]), text(args["resolved"]), text(args["to"])
	k.addr, k.host = text(args["addr"]), text(args["host"])
	k.created = args["created"] == true
	flags, _ := args["flags"].([]any)
	k.exchange = slices.Contains(flags, any("RENAME_EXCHANGE"))
	k.executed = text(result["decision"]) != "deny" && succeeded(result["errno"])
	_, k.total = meta["of"]
	k.attribution, k.assurance = text(meta["attribution"]), text(meta["assurance"])
	if k.fault == "" && !slices.Contains(effects, k.event) {
		k.fault = "it names no known event"
	}
	return k
}

func text(v any) string {
	s, _ := v.(string)
	return s
}

// succeeded reads errno: absent, null, 0, "0" and "" are success.
func succeeded(errno any) bool {
	switch errno {
	case nil, number("0"), "0", "":
		return true
	}
	return false
}

// object is the path that the event acts on: for a rename onto a name the
// name that is replaced.
func (k kernelRecord) object() string {
	if k.event == "rename_over" {
		return k.to
	}
	return k.resolved
}

// The orders of assurance and attribution, weakest first.
var (
	assurances   = []string{"inferred", "observed", "gated"}
	attributions = []string{"none", "ambiguous", "ancestry", "cgroup", "exact"}
)

// byHarness is the attribution of the harness itself, outside every call.
const byHarness = "harness"

// below reports whether a level is under the least one; a missing or unknown
// level is. No least level lets everything pass.
func below(level, least string, order []string) bool {
	return least != "" && slices.Index(order, level) < slices.Index(order, least)
}

// attributed reports whether a call can be named at all.
func attributed(attribution string) bool {
	return slices.Index(attributions, attribution) >= slices.Index(attributions, "ancestry")
}

// assuranceOf reads metadata.assurance of any record.
func assuranceOf(b *trace.Body) string {
	if b == nil {
		return ""
	}
	v, _, err := decodeValue(b.Metadata)
	if err != nil {
		return ""
	}
	meta, _ := v.(map[string]any)
	return text(meta["assurance"])
}
