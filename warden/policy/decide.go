package policy

import (
	"slices"
	"strings"
)

// Names of the rules that are in no policy file.
const (
	RuleDefault = "default"         // no rule spoke
	RuleBase    = "base"            // devices and /proc that every program needs
	RuleBus     = "bus"             // the event bus of this run
	RuleOwn     = "protect:varek"   // the sidecar's own files
	RuleDevices = "protect:devices" // device nodes and raw disks
	RuleProcess = "protect:process" // /proc of a process that is no descendant
	RuleInvalid = "invalid"         // the request is malformed; always a denial
	RuleName    = "names"           // a host name that no rule speaks of
	RuleRebound = "rebound"         // a name led to this machine or its network, which no address rule names
	RuleSpecial = "special"         // loopback, link-local and the like without a rule of their own
)

// Decide answers one request. It is pure, takes no lock and does not allocate.
func (r *Rules) Decide(q Request) Decision {
	if q.Op >= opEnd {
		return deny(RuleInvalid)
	}
	if q.Op == OpConnect || q.Op == OpBind {
		return r.decideNetwork(&q)
	}
	if !clean(q.Path) || (q.Op == OpRename || q.Op == OpLink) && !clean(q.To) {
		return deny(RuleInvalid)
	}
	if rule, refused := r.guard(&q); refused {
		return deny(rule)
	}
	return r.mode(r.decideFile(&q))
}

func deny(rule string) Decision  { return Decision{Rule: rule} }
func allow(rule string) Decision { return Decision{Allow: true, Rule: rule} }

// mode turns a denial by the lists into a remark when they only measure.
func (r *Rules) mode(d Decision) Decision {
	if r.enforce || d.Allow {
		return d
	}
	return Decision{Allow: true, WouldDeny: true, Rule: d.Rule, Host: d.Host}
}

// writes reports whether the operation changes the object or its name.
func (q *Request) writes() bool {
	switch q.Op {
	case OpExec:
		return false
	case OpOpen:
		return q.Access&Write != 0
	}
	return true
}

// guard applies what is refused in both modes.
func (r *Rules) guard(q *Request) (string, bool) {
	if r.isOwn(q, q.Path) || q.To != "" && r.isOwn(q, q.To) {
		return RuleOwn, true
	}
	if q.Device && (q.Op == OpMknod || q.Op == OpOpen && q.Access != 0) {
		return RuleDevices, true
	}
	if q.Access != 0 || q.writes() {
		if rule, closed := r.devices.find(q.Path); closed {
			return rule, true
		}
	}
	if q.Op == OpRename || q.Op == OpLink {
		// Under another name the socket would need no rule of its own.
		for _, set := range []*pathSet{&r.launchers, &r.agents} {
			if rule, is := set.find(q.Path); is {
				return rule, true
			}
		}
		if rule, above := r.launchers.anchor(q.Path); above && q.moves() {
			return rule, true
		}
	}
	if q.Foreign && (foreignSecret(q.Path) || q.writes()) {
		return RuleProcess, true
	}
	if !q.writes() {
		return "", false
	}
	if rule, ok := r.protected(q.Path, q.moves()); ok {
		return rule, true
	}
	if q.To != "" {
		return r.protected(q.To, q.moves())
	}
	return "", false
}

// moves reports whether the operation can bring a whole tree to a name, so
// that a protected name below it appears or vanishes unseen.
func (q *Request) moves() bool { return q.Op == OpRename || q.Op == OpSymlink }

// isOwn reports whether p is closed to the subject: the sidecar's own trees,
// and, for whatever moves or replaces directories, everything above them.
func (r *Rules) isOwn(q *Request, p string) bool {
	if _, ok := r.own.find(p); ok {
		return !r.mayUseKey(q, p)
	}
	if q.writes() {
		if _, ok := r.fixed.find(p); ok {
			return true
		}
	}
	if !q.moves() {
		return false
	}
	_, own := r.own.anchor(p)
	_, fixed := r.fixed.anchor(p)
	return own || fixed
}

// mayUseKey: the root harness and our own binary read the run's credentials, and
// the root harness alone its configuration, in which the hook key stands.
func (r *Rules) mayUseKey(q *Request, p string) bool {
	if q.Op != OpOpen || q.Access != Read {
		return false
	}
	switch q.Subject {
	case SubjectHarness:
		return slices.Contains(r.keys, p) || slices.Contains(r.creds, p) || slices.Contains(r.configs, p)
	case SubjectSelf:
		return slices.Contains(r.keys, p) || slices.Contains(r.creds, p)
	case SubjectHook:
		return slices.Contains(r.creds, p)
	}
	return false
}

// protected reports the rule that keeps p from being written.
func (r *Rules) protected(p string, moves bool) (string, bool) {
	rule, found := r.protect.find(p)
	if !found && moves {
		rule, found = r.protect.anchor(p)
	}
	if !found {
		return "", false
	}
	if _, excepted := r.except.find(p); excepted {
		return "", false
	}
	return rule, true
}

// foreignSecret reports whether a path in another process's /proc is more than
// `ps` needs.
func foreignSecret(p string) bool {
	rest, ok := under(p, "/proc")
	if !ok {
		return false
	}
	_, rest, ok = component(rest) // the pid
	if !ok {
		return false
	}
	name, rest, ok := component(rest)
	if ok && name == "task" {
		if _, rest, ok = component(rest); ok {
			name, _, ok = component(rest)
		}
	}
	if !ok {
		return false
	}
	switch name {
	case "environ", "mem", "fd", "fdinfo", "maps", "smaps", "smaps_rollup", "numa_maps", "map_files",
		"auxv", "pagemap", "stack", "syscall", "root", "cwd", "exe", "ns", "clear_refs", "attr":
		return true
	}
	return false
}

// decideFile applies the lists: denials first, then what must be allowed.
func (r *Rules) decideFile(q *Request) Decision {
	switch q.Op {
	case OpExec:
		return r.exec.decide(q.Path, false)
	case OpOpen:
		return r.decideAccess(q, q.Access)
	case OpCreate, OpTruncate:
		return r.decideAccess(q, q.Access|Write)
	case OpRename, OpLink:
		// The new name gives whoever may read there the old content, and whoever
		// may write there the old object.
		moves := q.Op == OpRename
		if d := r.read.decide(q.Path, moves); !d.Allow {
			return d
		}
		if d := r.write.decide(q.Path, moves); !d.Allow {
			return d
		}
		return r.write.decide(q.To, moves)
	}
	return r.write.decide(q.Path, q.moves())
}

// decideAccess decides an open; the rule that is named is the one for the
// wider access.
func (r *Rules) decideAccess(q *Request, a Access) Decision {
	d := allow(RuleDefault)
	if a&Read != 0 {
		if d = r.read.decide(q.Path, false); !d.Allow && d.Rule == RuleDefault && baseRead(q.Path) {
			d = allow(RuleBase)
		}
	}
	if d.Allow && a&Write != 0 {
		if d = r.write.decide(q.Path, false); !d.Allow && d.Rule == RuleDefault && baseWrite(q.Path) {
			d = allow(RuleBase)
		}
	}
	return d
}

// decide applies one pair of lists to one path.
func (l *pathRules) decide(p string, moves bool) Decision {
	if rule, ok := l.deny.find(p); ok {
		return deny(rule)
	}
	if moves {
		if rule, ok := l.deny.anchor(p); ok {
			return deny(rule)
		}
	}
	if rule, ok := l.allow.find(p); ok {
		return allow(rule)
	}
	return Decision{Allow: l.open, Rule: RuleDefault}
}

// baseRead are files that every program needs and that hold no secret: device
// nodes of no content and /proc, whose dangerous part guard refuses.
func baseRead(p string) bool {
	return baseWrite(p) || p == "/dev/random" || p == "/dev/urandom" || p == "/proc" || strings.HasPrefix(p, "/proc/")
}

// baseWrite are devices without memory and the process's own terminal.
func baseWrite(p string) bool {
	switch p {
	case "/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/ptmx", "/dev/pts/ptmx":
		return true
	}
	return strings.HasPrefix(p, "/dev/pts/")
}
