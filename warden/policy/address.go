package policy

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
)

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
