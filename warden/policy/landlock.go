package policy

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
)

// Landlock is what the kernel can hold of a policy without us. Paths name
// hierarchies. The floor is never narrower than the policy, so that it cannot
// refuse what Decide allowed; where it is wider, Wider says so.
type Landlock struct {
	Files             bool     // file access is restricted to the three sets
	Read, Write, Exec []string // absolute paths; what does not exist is skipped by the floor
	Loaders           []string // ELF interpreters, executable where they exist
	NoDevices         bool     // device nodes cannot be made
	Connect, Bind     Ports    // TCP ports
	ScopeSignal       bool     // no signals to processes outside
	ScopeAbstract     bool     // no abstract unix sockets of processes outside
	Wider             []string // sentences: what Decide refuses and the floor does not
}

// Ports is a set of TCP ports.
type Ports struct {
	All   bool // not restricted
	Ports []uint16
}

// loaders are the ELF interpreters: Landlock asks for the right to execute
// them whenever a dynamically linked program starts.
var loaders = []string{
	"/lib64/ld-linux-x86-64.so.2", "/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2",
	"/lib/ld-linux-aarch64.so.1", "/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1",
	"/lib/ld-musl-x86_64.so.1", "/lib/ld-musl-aarch64.so.1",
}

// maxPorts bounds the ports that become rules; a wider range is not restricted.
const maxPorts = 4096

// Landlock derives the floor.
func (r *Rules) Landlock() Landlock {
	if r.policy.Namespaces == NamespacesAllow {
		return Landlock{Connect: Ports{All: true}, Bind: Ports{All: true},
			Wider: []string{"namespaces are allowed: Landlock is off and protected paths can be reached through mounts"}}
	}
	l := Landlock{Connect: Ports{All: true}, Bind: Ports{All: true}, NoDevices: true, ScopeSignal: true}
	l.Wider = append(l.Wider, "protected paths are refused by the supervisor only: Landlock cannot take names out of a granted directory")
	if !r.enforce {
		l.Wider = append(l.Wider, "observe mode: files and ports are not restricted by Landlock")
		return l
	}
	l.Files = true
	l.Read = l.hierarchies("files.read", r.read)
	l.Write = l.hierarchies("files.write", r.write)
	l.Exec = l.hierarchies("files.exec", r.exec)
	l.Loaders = slices.Clone(loaders)
	l.readToRun()
	l.Read = append(l.Read, "/proc", "/dev/random", "/dev/urandom")
	base := []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/ptmx", "/dev/pts"}
	l.Read, l.Write = append(l.Read, base...), append(l.Write, base...)
	l.Connect = l.ports("network.connect", r.connect)
	for _, own := range append([]netip.AddrPort{r.bus}, r.doors...) {
		if l.Connect.All || !own.IsValid() || slices.Contains(l.Connect.Ports, own.Port()) {
			continue
		}
		l.Connect.Ports = append(l.Connect.Ports, own.Port())
		slices.Sort(l.Connect.Ports)
	}
	l.Bind = l.ports("network.bind", r.bind)
	l.ScopeAbstract = !slices.ContainsFunc(r.connect.allow, func(n netRule) bool { return n.unix && n.isName })
	l.Wider = append(l.Wider, "the loader ld.so can be executed: it runs any file that it may read",
		"only TCP ports are held by Landlock; addresses and unix socket paths by the supervisor, at connect and bind",
		"where datagrams go is held by the supervisor only: Landlock governs TCP")
	return l
}

// readToRun says where the right to execute, which in Landlock is worth nothing
// without the right to read, opens more for reading than the policy does.
func (l *Landlock) readToRun() {
	for _, dir := range l.Exec {
		if !slices.ContainsFunc(l.Read, func(read string) bool { _, ok := under(dir, read); return ok }) {
			l.Wider = append(l.Wider, fmt.Sprintf("what may be executed in %s may be read there as far as Landlock goes, because an exec needs it; files.read is held by the supervisor", dir))
		}
	}
}

// hierarchies returns the directories that hold what the list allows.
func (l *Landlock) hierarchies(key string, rules pathRules) []string {
	var out []string
	for i := range rules.allow.globs {
		g := &rules.allow.globs[i]
		dir := g.prefix
		if dir == "" {
			dir = "/"
		}
		if len(g.segs) > 0 {
			l.Wider = append(l.Wider, fmt.Sprintf("%s (%s): Landlock grants all of %s", g.rule, g.text, dir))
		}
		if !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	for i := range rules.deny.globs {
		if g := &rules.deny.globs[i]; deniedWithin(g, out) {
			l.Wider = append(l.Wider, fmt.Sprintf("%s (%s): held by the supervisor only, it lies in what %s allows", g.rule, g.text, key))
		}
	}
	return out
}

// deniedWithin reports whether a denied pattern can match inside the granted
// directories.
func deniedWithin(g *namedGlob, granted []string) bool {
	return slices.ContainsFunc(granted, func(dir string) bool {
		_, below := under(g.prefix, dir)
		_, above := under(dir, g.prefix)
		return below || above
	})
}

// ports returns the TCP ports that the list allows to any address.
func (l *Landlock) ports(key string, rules netRules) Ports {
	var out Ports
	n := 0
	for _, r := range rules.allow {
		if r.unix {
			continue
		}
		if n += int(r.hi) - int(r.lo) + 1; n > maxPorts {
			l.Wider = append(l.Wider, key+": Landlock does not restrict ports, the list allows "+rangeText(r))
			return Ports{All: true}
		}
		for p := int(r.lo); p <= int(r.hi); p++ {
			if !slices.Contains(out.Ports, uint16(p)) {
				out.Ports = append(out.Ports, uint16(p))
			}
		}
	}
	slices.Sort(out.Ports)
	return out
}

func rangeText(r netRule) string {
	return strings.TrimSpace(fmt.Sprintf("ports %d-%d (%s)", r.lo, r.hi, r.rule))
}
