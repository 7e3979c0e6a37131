package policy

import (
	"fmt"
	"net/netip"
	"path"
	"slices"
	"strings"
)

// Env binds a policy to one machine and one run. All paths are absolute.
type Env struct {
	Workspace string // stands for $WORKSPACE
	Home      string // stands for $HOME

	Own     []string // the sidecar's own trees: nobody of the agent reads, writes or connects there
	Keys    []string // files inside Own that the root harness and our own binary may read
	Creds   []string // the same, also for our own binary behind other programs
	Configs []string // the same, for the root harness alone
	Fixed   []string // never written, otherwise free: our own binary, the policy file
	Cgroup  string   // mount point of cgroup v2, never written; "" if it is below /sys

	Bus   netip.AddrPort   // the event bus: always connectable
	Doors []netip.AddrPort // of the recorder: like the bus

	// Local are this machine's own addresses besides loopback: what listens on
	// all addresses is reached there as on loopback, so "*" is not meant for them.
	Local []netip.Addr
	// Resolve replaces the symbolic links of a path (ResolveLinks), so that a rule
	// for /bin/sh means what /bin/sh points to as well. Nil takes patterns as
	// written.
	Resolve func(path string) (string, error)
}

// Rules is a compiled policy. It is immutable and safe for concurrent use.
type Rules struct {
	policy  Policy
	enforce bool

	own, fixed      pathSet
	keys, creds     []string
	configs         []string
	protect, except pathSet
	launchers       pathSet
	agents          pathSet
	devices         pathSet

	read, write, exec pathRules
	connect, bind     netRules
	bus               netip.AddrPort
	doors             []netip.AddrPort
	local             map[netip.Addr]bool
}

// pathRules is one allow and deny list of files.
type pathRules struct {
	allow, deny pathSet
	open        bool // observe mode without an allow list: what no rule names is free
}

// Compile binds p to env. The error names the rule at fault.
func Compile(p *Policy, env Env) (*Rules, error) {
	filled := *p
	filled.fill()
	if err := filled.check(); err != nil {
		return nil, err
	}
	c := compiler{env: env}
	r := &Rules{policy: filled, enforce: p.Mode == Enforce, bus: CanonicalAddr(env.Bus, true)}
	for _, door := range env.Doors {
		r.doors = append(r.doors, CanonicalAddr(door, true))
	}
	c.workspace, c.home = c.dir("workspace", env.Workspace), c.dir("home", env.Home)
	r.own = c.literals(RuleOwn, env.Own)
	r.fixed = c.literals(RuleOwn, env.Fixed)
	r.keys, r.creds, r.configs = c.names("keys", env.Keys), c.names("creds", env.Creds), c.names("configs", env.Configs)
	r.local = make(map[netip.Addr]bool, len(env.Local))
	for _, a := range env.Local {
		r.local[a.Unmap().WithZone("")] = true
	}
	r.protect, r.except = c.protected(p.Protect)
	r.launchers = c.fixedNames(RuleLaunchers, launcherSockets)
	r.agents = c.fixedNames("protect:agents", agentSockets)
	r.devices = c.fixedNames(RuleDevices, closedDevices)
	c.open = !r.enforce
	r.read = c.files("files.read", p.Files.Read)
	r.write = c.files("files.write", p.Files.Write)
	r.exec = c.files("files.exec", p.Files.Exec)
	r.connect = c.network("network.connect", p.Network.Connect)
	r.bind = c.network("network.bind", p.Network.Bind)
	if c.err != nil {
		return nil, c.err
	}
	return r, nil
}

// Policy returns the policy that was compiled.
func (r *Rules) Policy() Policy { return r.policy }

// compiler keeps the first error, so that Compile reads as the list it is.
type compiler struct {
	env             Env
	workspace, home string
	open            bool // lists without an allow entry leave everything free
	err             error
}

func (c *compiler) fail(rule string, err error) {
	if c.err == nil {
		c.err = &RuleError{Rule: rule, Cause: err}
	}
}

// names are files as requests name them.
func (c *compiler) names(what string, paths []string) (list []string) {
	for _, p := range paths {
		for _, g := range c.globs(what, escape(c.dir(what, p))) {
			list = append(list, g.prefix)
		}
	}
	return list
}

func (c *compiler) dir(what, dir string) string {
	d, err := cleanDir(what, dir)
	if err != nil {
		c.fail(what, err)
	}
	return d
}

// expand replaces $WORKSPACE and $HOME and gives a leading **/ its root.
func (c *compiler) expand(pattern string) (string, error) {
	switch {
	case pattern == "**" || strings.HasPrefix(pattern, "**/"):
		return "/" + pattern, nil
	case pattern == "$WORKSPACE" || strings.HasPrefix(pattern, "$WORKSPACE/"):
		return escape(c.workspace) + pattern[len("$WORKSPACE"):], nil
	case pattern == "$HOME" || strings.HasPrefix(pattern, "$HOME/"):
		return escape(c.home) + pattern[len("$HOME"):], nil
	case strings.HasPrefix(pattern, "$"):
		return "", fmt.Errorf("pattern %q: only $WORKSPACE and $HOME are known", pattern)
	}
	return pattern, nil
}

// escape makes a literal path a pattern.
func escape(p string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`).Replace(p)
}

// globs compiles one pattern. Where its literal directory holds symbolic links
// the pattern counts under each name: as written, with the links on the way
// resolved, and with the last one resolved too. The first two keep a link from
// being replaced by something else, the last keeps what it points to.
func (c *compiler) globs(rule, pattern string) []glob {
	text, err := c.expand(pattern)
	if err != nil {
		c.fail(rule, err)
		return nil
	}
	g, err := compileGlob(text)
	if err != nil {
		c.fail(rule, err)
		return nil
	}
	g.text = pattern
	out := []glob{g}
	for _, prefix := range c.otherNames(rule, g.prefix) {
		if !slices.ContainsFunc(out, func(have glob) bool { return have.prefix == prefix }) {
			other := g
			other.prefix = prefix
			out = append(out, other)
		}
	}
	return out
}

// otherNames resolves a literal directory.
func (c *compiler) otherNames(rule, dir string) []string {
	if c.env.Resolve == nil || dir == "" {
		return nil
	}
	parent, err := c.env.Resolve(path.Dir(dir))
	if err != nil {
		c.fail(rule, err)
		return nil
	}
	full, err := c.env.Resolve(dir)
	if err != nil {
		c.fail(rule, err)
		return nil
	}
	out := []string{path.Join(parent, path.Base(dir)), full}
	for i := range out {
		if out[i] == "/" {
			out[i] = ""
		}
	}
	return out
}

// literals compiles paths, which are no patterns, under one name.
func (c *compiler) literals(rule string, paths []string) pathSet {
	var out []namedGlob
	for _, p := range paths {
		out = c.named(out, rule, escape(c.dir(rule, p)))
	}
	return newPathSet(out)
}

// fixedNames compiles patterns under one name.
func (c *compiler) fixedNames(rule string, patterns []string) pathSet {
	var out []namedGlob
	for _, p := range patterns {
		out = c.named(out, rule, p)
	}
	return newPathSet(out)
}

// named appends one compiled pattern.
func (c *compiler) named(list []namedGlob, rule, pattern string) []namedGlob {
	for _, g := range c.globs(rule, pattern) {
		list = append(list, namedGlob{glob: g, rule: rule})
	}
	return list
}

func (c *compiler) files(key string, l List) pathRules {
	return pathRules{allow: c.list(key+".allow", l.Allow), deny: c.list(key+".deny", l.Deny), open: c.open && len(l.Allow) == 0}
}

func (c *compiler) list(key string, patterns []string) pathSet {
	var out []namedGlob
	for i, p := range patterns {
		out = c.named(out, fmt.Sprintf("%s[%d]", key, i), p)
	}
	return newPathSet(out)
}
