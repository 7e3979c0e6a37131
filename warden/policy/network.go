package policy

import "net/netip"

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

// netRule is one address range with one port range, or one unix pattern.
type netRule struct {
	rule   string
	any    bool // every address that is not special
	prefix netip.Prefix
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
	if q.Op == OpConnect && a == r.bus {
		return allow(RuleBus)
	}
	in := specialRange(a.Addr())
	for i := range lists.deny {
		if n := &lists.deny[i]; !n.unix && n.contains(a) {
			return r.mode(deny(n.rule))
		}
	}
	for i := range lists.allow {
		if n := &lists.allow[i]; !n.unix && n.contains(a) && (in < 0 || n.names(in)) {
			return allow(n.rule)
		}
	}
	if in >= 0 {
		return r.mode(lists.otherwise(RuleSpecial))
	}
	return r.mode(lists.otherwise(RuleDefault))
}

// contains reports whether the rule's ranges hold the address; "*" holds every
// address, the caller asks for special ones apart.
func (n *netRule) contains(a netip.AddrPort) bool {
	return a.Port() >= n.lo && a.Port() <= n.hi && (n.any || n.prefix.Contains(a.Addr()))
}

// names reports whether the rule was written for the special range.
func (n *netRule) names(i int) bool {
	return !n.any && n.prefix.Bits() >= special[i].Bits() && special[i].Contains(n.prefix.Addr())
}

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
		if lists.deny[i].covers(q.Unix, isName) {
			return r.mode(deny(lists.deny[i].rule))
		}
	}
	for i := range lists.allow {
		if lists.allow[i].covers(q.Unix, isName) {
			return allow(lists.allow[i].rule)
		}
	}
	if rule, ok := r.launchers.find(q.Unix); ok && q.Op == OpConnect {
		return deny(rule)
	}
	return r.mode(lists.otherwise(RuleDefault))
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

func (n *netRule) covers(name string, isName bool) bool {
	if !n.unix || n.isName != isName {
		return false
	}
	if isName {
		return matchComponent(n.abstract, name[1:])
	}
	return n.path.covers(name)
}
