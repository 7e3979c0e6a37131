package policy

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
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

// netEntry compiles one entry; "localhost" gives two rules.
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
	prefixes, err := hostPrefixes(host)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", e, err)
	}
	if prefixes == nil {
		name, err := hostName(host)
		if err != nil {
			return nil, fmt.Errorf("%q: %w", e, err)
		}
		if !strings.HasPrefix(rule, "network.connect.") {
			return nil, fmt.Errorf("%q: a name stands for what it resolves to when it is asked for; write the address to bind", e)
		}
		return []netRule{{host: name, lo: lo, hi: hi}}, nil
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

// hostPrefixes turns an address, a CIDR or localhost into prefixes; nil is for
// any other name.
func hostPrefixes(host string) ([]netip.Prefix, error) {
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
	return nil, nil
}

// hostName brings a name to the form in which the resolver tells names: lower
// case, no final dot, international names as they go over the wire. "*." in
// front stands for one or more labels.
func hostName(host string) (string, error) {
	rest, wild := strings.CutPrefix(strings.TrimSuffix(host, "."), "*.")
	name, err := idna.Lookup.ToASCII(rest)
	if err != nil && isASCII(rest) {
		name, err = strings.ToLower(rest), nil // an underscore and the like
	}
	if err != nil {
		return "", fmt.Errorf("%s is no host name: %w", host, err)
	}
	if len(name) > 253 || strings.ContainsAny(name, "*?\\ \t@,") {
		return "", fmt.Errorf("%s is no host name; a star stands only in front, as in *.example.com", host)
	}
	labels := strings.Split(name, ".")
	for _, l := range labels {
		if l == "" || len(l) > 63 {
			return "", fmt.Errorf("%s is no host name: a part is empty or longer than 63 letters", host)
		}
	}
	if last := labels[len(labels)-1]; strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") {
		return "", fmt.Errorf("%s looks like an address in a form that programs read differently; write it as four decimal numbers", host)
	}
	if wild {
		return "*." + name, nil
	}
	return name, nil
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
