package policy

import (
	"fmt"
	"net/netip"
	"strings"
)

// Env binds a policy to one machine and one run. All paths are absolute and
// resolved (no symbolic links).
type Env struct {
	Workspace string // stands for $WORKSPACE
	Home      string // stands for $HOME

	Own    []string // the sidecar's own trees: nobody of the agent reads, writes or connects there
	Keys   []string // files inside Own that the root harness and our own binary may read
	Fixed  []string // never written, otherwise free: our own binary, the policy file
	Cgroup string   // mount point of cgroup v2, never written; "" if it is below /sys

	Bus netip.AddrPort // the event bus: always connectable

	// Hosts resolves a host name of a network rule. Nil refuses names other
	// than localhost.
	Hosts func(name string) ([]netip.Addr, error)
	// Resolve replaces symbolic links in the literal directory of a pattern, so
	// that a rule for /bin/sh means what /bin/sh points to. Nil takes patterns
	// as written.
	Resolve func(path string) (string, error)
}

// Rules is a compiled policy. It is immutable and safe for concurrent use.
type Rules struct {
	policy  Policy
	enforce bool

	own, keys, fixed []glob
	protect          pathSet
	except           []glob
	launchers        pathSet

	read, write, exec pathRules
	connect, bind     netRules
	bus               netip.AddrPort
}

// pathRules is one allow and deny list of files.
type pathRules struct{ allow, deny pathSet }

// pathSet is an ordered list of globs with the text that names each.
type pathSet []namedGlob

type namedGlob struct {
	glob
	rule string
}

// find returns the name of the first glob that covers p.
func (s pathSet) find(p string) (string, bool) {
	for i := range s {
		if s[i].covers(p) {
			return s[i].rule, true
		}
	}
	return "", false
}

// anchor returns the name of the first glob that p anchors.
func (s pathSet) anchor(p string) (string, bool) {
	for i := range s {
		if s[i].anchors(p) {
			return s[i].rule, true
		}
	}
	return "", false
}

// Compile binds p to env. The error names the rule at fault.
func Compile(p *Policy, env Env) (*Rules, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	c := compiler{env: env}
	r := &Rules{policy: *p, enforce: p.Mode == Enforce, bus: env.Bus}
	c.workspace, c.home = c.dir("workspace", env.Workspace), c.dir("home", env.Home)
	r.own = c.globs("own", env.Own)
	r.keys = c.globs("keys", env.Keys)
	r.fixed = c.globs("fixed", env.Fixed)
	r.protect, r.except = c.protected(p.Protect)
	if env.Cgroup != "" {
		r.protect = append(r.protect, c.named("protect:kernel", env.Cgroup)...)
	}
	for _, l := range launcherSockets {
		r.launchers = append(r.launchers, c.named("protect:launchers", l)...)
	}
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
	err             error
}

func (c *compiler) fail(rule string, err error) {
	if c.err == nil {
		c.err = &RuleError{Rule: rule, Cause: err}
	}
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

func (c *compiler) glob(rule, pattern string) (glob, bool) {
	text, err := c.expand(pattern)
	if err != nil {
		c.fail(rule, err)
		return glob{}, false
	}
	g, err := compileGlob(text)
	if err != nil {
		c.fail(rule, err)
		return glob{}, false
	}
	if c.env.Resolve != nil && g.prefix != "" {
		if g.prefix, err = c.env.Resolve(g.prefix); err != nil {
			c.fail(rule, err)
			return glob{}, false
		}
		if g.prefix == "/" {
			g.prefix = ""
		}
	}
	g.text = pattern
	return g, true
}

// globs compiles literal paths.
func (c *compiler) globs(rule string, paths []string) []glob {
	var out []glob
	for _, p := range paths {
		if g, ok := c.glob(rule, escape(p)); ok {
			out = append(out, g)
		}
	}
	return out
}

// named compiles one pattern under a fixed name.
func (c *compiler) named(rule, pattern string) pathSet {
	g, ok := c.glob(rule, pattern)
	if !ok {
		return nil
	}
	return pathSet{{glob: g, rule: rule}}
}

func (c *compiler) files(key string, l List) pathRules {
	return pathRules{allow: c.list(key+".allow", l.Allow), deny: c.list(key+".deny", l.Deny)}
}

func (c *compiler) list(key string, patterns []string) pathSet {
	var out pathSet
	for i, p := range patterns {
		out = append(out, c.named(fmt.Sprintf("%s[%d]", key, i), p)...)
	}
	return out
}
