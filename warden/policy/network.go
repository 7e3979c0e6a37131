package policy

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
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

func (c *compiler) network(key string, l List) netRules {
	return netRules{allow: c.netList(key+".allow", l.Allow), deny: c.netList(key+".deny", l.Deny), open: c.open && len(l.Allow) == 0}
}

func (c *compiler) netList(key string, entries []string) []netRule {
	var out []netRule
	for i, e := range entries {
		rule := fmt.Sprintf("%s[%d]", key, i)
		rules, err := c.netEntry(rule, e)
		if err != nil {
			c.fail(rule, err)
			continue
		}
		for j := range rules {
			rules[j].rule = rule
		}
		out = append(out, rules...)
	}
	return out
}

// netEntry compiles one entry; a host name with several addresses gives several rules.
func (c *compiler) netEntry(rule, e string) ([]netRule, error) {
	if rest, ok := strings.CutPrefix(e, "unix:"); ok {
		return c.unixEntry(rule, rest)
	}
	host, ports, err := splitHostPort(e)
	if err != nil {
		return nil, err
	}
	lo, hi, err := parsePorts(ports)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", e, err)
	}
	if host == "*" {
		return []netRule{{any: true, lo: lo, hi: hi}}, nil
	}
	prefixes, err := c.hostPrefixes(host)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", e, err)
	}
	out := make([]netRule, 0, len(prefixes))
	for _, p := range prefixes {
		out = append(out, netRule{prefix: p, lo: lo, hi: hi})
	}
	return out, nil
}

func (c *compiler) unixEntry(rule, rest string) ([]netRule, error) {
	if name, ok := strings.CutPrefix(rest, "@"); ok {
		if name == "" {
			return nil, errors.New(`"unix:@" names no socket; write unix:@* for every abstract socket`)
		}
		return []netRule{{unix: true, isName: true, abstract: name}}, nil
	}
	var out []netRule
	for _, g := range c.globs(rule, rest) {
		out = append(out, netRule{unix: true, path: g})
	}
	return out, nil
}

// splitHostPort splits at the last colon; IPv6 stands in brackets.
func splitHostPort(e string) (host, ports string, err error) {
	i := strings.LastIndexByte(e, ':')
	if i < 0 {
		return "", "", fmt.Errorf("%q has no port; write host:443, host:* or host:8000-8999", e)
	}
	host, ports = e[:i], e[i+1:]
	if inner, ok := strings.CutPrefix(host, "["); ok {
		if host, ok = strings.CutSuffix(inner, "]"); !ok {
			return "", "", fmt.Errorf("%q: the bracket is not closed before the port", e)
		}
	} else if strings.Contains(host, ":") {
		return "", "", fmt.Errorf("%q: an IPv6 address stands in brackets, as in [::1]:443", e)
	}
	if host == "" {
		return "", "", fmt.Errorf("%q has no host; write *:%s for every address", e, ports)
	}
	return host, ports, nil
}

func parsePorts(s string) (lo, hi uint16, err error) {
	if s == "*" {
		return 0, 65535, nil
	}
	first, last, ranged := strings.Cut(s, "-")
	if !ranged {
		last = first
	}
	a, errA := strconv.ParseUint(first, 10, 16)
	b, errB := strconv.ParseUint(last, 10, 16)
	if errA != nil || errB != nil || a > b {
		return 0, 0, fmt.Errorf("port %q is not a number up to 65535, a range low-high, or *", s)
	}
	return uint16(a), uint16(b), nil
}

// hostPrefixes turns an address, a CIDR or a name into prefixes.
func (c *compiler) hostPrefixes(host string) ([]netip.Prefix, error) {
	if strings.Contains(host, "/") {
		p, err := netip.ParsePrefix(host)
		if err != nil {
			return nil, err
		}
		if p.Masked() != p {
			return nil, fmt.Errorf("%s has bits beyond its length; write %s", host, p.Masked())
		}
		if p.Addr().Is4In6() {
			return nil, fmt.Errorf("%s is an IPv4-mapped range; write it as IPv4", host)
		}
		return []netip.Prefix{p}, nil
	}
	if a, err := netip.ParseAddr(host); err == nil {
		a = a.Unmap().WithZone("")
		return []netip.Prefix{netip.PrefixFrom(a, a.BitLen())}, nil
	}
	if host == "localhost" {
		return []netip.Prefix{special[0], special[1]}, nil
	}
	return c.lookup(host)
}

// lookup resolves a name. Addresses in special ranges are left out: a name
// must not open the way to loopback or a metadata service.
func (c *compiler) lookup(host string) ([]netip.Prefix, error) {
	if c.env.Hosts == nil {
		return nil, fmt.Errorf("host name %s cannot be resolved here; write its address or CIDR", host)
	}
	addrs, err := c.env.Hosts(host)
	if err != nil {
		return nil, fmt.Errorf("resolve %s: %w", host, err)
	}
	var out []netip.Prefix
	for _, a := range addrs {
		if a = a.Unmap().WithZone(""); specialRange(a) < 0 {
			out = append(out, netip.PrefixFrom(a, a.BitLen()))
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("host name %s has no address outside the special ranges", host)
	}
	return out, nil
}
