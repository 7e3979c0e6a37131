package policy

import (
	"net/netip"
	"slices"
	"strings"
)

// netRules is one allow and deny list of addresses.
type netRules struct {
	allow, deny []netRule
	open        bool // observe mode without an allow list: what no rule names is free
}

// otherwise is the answer where no rule spoke.
func (l *netRules) otherwise(rule string) Decision {
	if l.open {
		return allow(RuleDefault)
	}
	return deny(rule)
}

// netRule is one address range or host name with one port range, or one unix
// pattern.
type netRule struct {
	rule   string
	any    bool // every address that is not special
	prefix netip.Prefix
	host   string // a name, "*.name" for every name beneath; "" for an address rule
	lo, hi uint16

	unix     bool
	path     glob
	abstract string // component pattern without "@"; used when isName
	isName   bool
}

// special are ranges that lead back to this machine, to its link or to a
// cloud's metadata service. A rule reaches them only if it names an address or
// range that lies inside one of them.
var special = []netip.Prefix{
	netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"),
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("::/128"),
	netip.MustParsePrefix("169.254.0.0/16"), netip.MustParsePrefix("fe80::/10"),
	netip.MustParsePrefix("fd00:ec2::254/128"), netip.MustParsePrefix("100.100.100.200/32"),
	netip.MustParsePrefix("224.0.0.0/4"), netip.MustParsePrefix("ff00::/8"),
	netip.MustParsePrefix("255.255.255.255/32"),
}

// private are ranges of somebody's own network. A name that leads there does not
// open the way: whoever keeps the name's zone could point it at any service of
// the user's network (rebinding). An address rule does.
var private = []netip.Prefix{
	netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("172.16.0.0/12"), netip.MustParsePrefix("192.168.0.0/16"),
	netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("fc00::/7"), netip.MustParsePrefix("fec0::/10"),
	netip.MustParsePrefix("198.18.0.0/15"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
}

// embedding are ranges of IPv6 addresses whose last four bytes are the IPv4
// address that a gateway leads to (NAT64, RFC 6052 and 8215).
var embedding = []netip.Prefix{netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48")}

// embedded returns the IPv4 address that a leads to, a itself where there is none.
func embedded(a netip.Addr) netip.Addr {
	for _, p := range embedding {
		if b := a.As16(); p.Contains(a) {
			return netip.AddrFrom4([4]byte(b[12:]))
		}
	}
	return a
}

// nearby reports whether a name must not lead to a.
func (r *Rules) nearby(a netip.Addr) bool {
	for i := range private {
		if private[i].Contains(a) {
			return true
		}
	}
	return specialRange(a) >= 0 || r.local[a]
}

// specialRange returns the index of the special range of a, -1 if none.
func specialRange(a netip.Addr) int {
	for i := range special {
		if special[i].Contains(a) {
			return i
		}
	}
	return -1
}

// CanonicalAddr brings an address to the form that rules are compared with:
// IPv4-mapped IPv6 becomes IPv4, a zone is dropped, and for a connect the
// unspecified address becomes loopback, because that is where the kernel
// connects.
func CanonicalAddr(a netip.AddrPort, connect bool) netip.AddrPort {
	ip := a.Addr().Unmap().WithZone("")
	if connect && ip.IsUnspecified() {
		if ip.Is4() {
			ip = netip.AddrFrom4([4]byte{127, 0, 0, 1})
		} else {
			ip = netip.IPv6Loopback()
		}
	}
	return netip.AddrPortFrom(ip, a.Port())
}

func (r *Rules) decideNetwork(q *Request) Decision {
	lists := &r.connect
	if q.Op == OpBind {
		lists = &r.bind
	}
	if !q.Addr.IsValid() {
		return r.decideUnix(q, lists)
	}
	if q.Unix != "" {
		return deny(RuleInvalid)
	}
	a := CanonicalAddr(q.Addr, q.Op == OpConnect)
	if q.Op == OpConnect && (a == r.bus || slices.Contains(r.doors, a)) {
		return allow(RuleBus)
	}
	for i := range lists.deny {
		if n := &lists.deny[i]; n.covers(a, q.Names) {
			return r.mode(n.under(deny(n.rule), q.Names))
		}
	}
	return r.mode(r.allowed(lists, a, q))
}

// allowed looks for a rule that allows the address; denials have been asked.
func (r *Rules) allowed(lists *netRules, a netip.AddrPort, q *Request) Decision {
	to := embedded(a.Addr())
	in, local := specialRange(to), q.Op == OpConnect && r.local[to]
	rebound := false
	for i := range lists.allow {
		n := &lists.allow[i]
		switch {
		case !n.covers(a, q.Names):
		case n.host != "":
			if !r.nearby(to) {
				return n.under(allow(n.rule), q.Names)
			}
			rebound = true
		case in >= 0 && !n.names(in, to), local && n.wide():
		default:
			return allow(n.rule)
		}
	}
	switch {
	case rebound:
		return lists.otherwise(RuleRebound)
	case in >= 0 || local:
		return lists.otherwise(RuleSpecial)
	}
	return lists.otherwise(RuleDefault)
}

// covers reports whether the rule is about the address, which was handed out
// under names; "*" is about every address, the caller asks for special ones
// apart.
func (n *netRule) covers(a netip.AddrPort, names []string) bool {
	if n.unix || a.Port() < n.lo || a.Port() > n.hi {
		return false
	}
	if n.host != "" {
		return n.matched(names) != ""
	}
	return n.any || n.prefix.Contains(a.Addr())
}

// matched returns the name that the rule is about, "" if none.
func (n *netRule) matched(names []string) string {
	for _, name := range names {
		if n.isHost(name) {
			return name
		}
	}
	return ""
}

// under completes a decision with the name that it rests on.
func (n *netRule) under(d Decision, names []string) Decision {
	if n.host != "" {
		d.Host = n.matched(names)
	}
	return d
}

// isHost reports whether a canonical name is the rule's.
func (n *netRule) isHost(name string) bool {
	if rest, ok := strings.CutPrefix(n.host, "*"); ok {
		return len(name) > len(rest) && strings.HasSuffix(name, rest)
	}
	return name == n.host
}

// names reports whether the rule was written for the special range i, in
// which to lies: by a range inside it, or by the very address.
func (n *netRule) names(i int, to netip.Addr) bool {
	if n.any {
		return false
	}
	return n.prefix.Bits() >= special[i].Bits() && special[i].Contains(n.prefix.Addr()) ||
		n.prefix.IsSingleIP() && embedded(n.prefix.Addr()) == to
}

// wide reports whether the rule is about every address, so that it was not
// written with this machine's own in mind.
func (n *netRule) wide() bool { return n.any || n.prefix.Bits() == 0 }

// decideUnix decides a unix socket by resolved path or abstract name. What has
// neither (autobind, an unnamed socket) reaches nobody and is free.
func (r *Rules) decideUnix(q *Request, lists *netRules) Decision {
	if q.Unix == "" {
		return allow(RuleDefault)
	}
	isName := q.Unix[0] == '@'
	if !isName {
		if !clean(q.Unix) {
			return deny(RuleInvalid)
		}
		if rule, refused := r.guardUnix(q); refused {
			return deny(rule)
		}
	}
	for i := range lists.deny {
		if lists.deny[i].isSocket(q.Unix, isName) {
			return r.mode(deny(lists.deny[i].rule))
		}
	}
	closed, inBoth := r.closedSocket(q, isName)
	for i := range lists.allow {
		n := &lists.allow[i]
		if n.isSocket(q.Unix, isName) && (closed == "" || n.namesSocket(q.Unix)) {
			return allow(n.rule)
		}
	}
	if closed != "" && inBoth {
		return deny(closed)
	}
	if closed != "" {
		return r.mode(lists.otherwise(closed))
	}
	return r.mode(lists.otherwise(RuleDefault))
}

// closedSocket returns the rule by which a socket needs an allow rule of its
// own, "" where it does not, and whether that holds in observe mode too.
func (r *Rules) closedSocket(q *Request, isName bool) (rule string, inBoth bool) {
	if q.Op != OpConnect || q.Bound {
		return "", false
	}
	if isName {
		for _, p := range launcherNames {
			if matchComponent(p, q.Unix[1:]) {
				return RuleLaunchers, true
			}
		}
		return "", false
	}
	if rule, ok := r.launchers.find(q.Unix); ok {
		return rule, true
	}
	rule, _ = r.agents.find(q.Unix)
	return rule, false
}

// guardUnix: own sockets are closed, and a bind makes a name.
func (r *Rules) guardUnix(q *Request) (string, bool) {
	if _, ok := r.own.find(q.Unix); ok {
		return RuleOwn, true
	}
	if q.Op == OpBind {
		return r.protected(q.Unix, false)
	}
	return "", false
}

func (n *netRule) isSocket(name string, isName bool) bool {
	if !n.unix || n.isName != isName {
		return false
	}
	if isName {
		return matchComponent(n.abstract, name[1:])
	}
	return n.path.covers(name)
}

// namesSocket reports whether the rule, which covers the socket, was written
// for it: the whole name, with no ** and more than a star at its end.
func (n *netRule) namesSocket(name string) bool {
	if n.isName {
		return strings.Trim(n.abstract, "*") != ""
	}
	g := &n.path
	if len(g.segs) == 0 {
		return g.prefix == name
	}
	for i := range g.segs {
		if g.segs[i].any {
			return false
		}
	}
	rest, ok := under(name, g.prefix)
	return ok && strings.Trim(g.segs[len(g.segs)-1].text, "*") != "" && matchSegments(g.segs, rest, true)
}
