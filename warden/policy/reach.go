package policy

import (
	"net/netip"
	"slices"
	"strings"
)

// Reaches reports whether some connect or bind that fits what is known of it is
// let through. It is for whoever asks about traffic before there is any: what is
// not known (host "", addr invalid, port 0) may be whatever the rules are kindest
// to. Rules speak of ranges, so asking where each begins and just behind where
// each ends asks about every kind of address and port there is.
func (r *Rules) Reaches(op Op, host string, addr netip.Addr, port uint16) bool {
	q := Request{Op: op, Subject: SubjectTool}
	if name, err := hostName(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if literal, err := netip.ParseAddr(host); err == nil && !addr.IsValid() {
		addr, host = literal, ""
	}
	if host != "" {
		// With its address known a host is reached without asking for its name.
		if !addr.IsValid() && r.NamesHosts() && !r.DecideName(host).Allow {
			return false
		}
		q.Names = []string{host}
	}
	addrs, ports := []netip.Addr{addr}, []uint16{port}
	if !addr.IsValid() {
		addrs = r.someAddrs()
	}
	if port == 0 {
		ports = r.somePorts()
	}
	for _, a := range addrs {
		for _, p := range ports {
			q.Addr = CanonicalAddr(netip.AddrPortFrom(a, p), op == OpConnect)
			if r.Decide(q).Allow {
				return true
			}
		}
	}
	if addr.IsValid() && host != "" {
		return r.Reaches(op, "", addr, port)
	}
	return false
}

func (r *Rules) netLists() [][]netRule {
	return [][]netRule{r.connect.allow, r.connect.deny, r.bind.allow, r.bind.deny}
}

// someAddrs holds one address of every range that rules tell apart.
func (r *Rules) someAddrs() []netip.Addr {
	list := []netip.Addr{netip.AddrFrom4([4]byte{192, 0, 2, 1}), netip.MustParseAddr("2001:db8::1"), netip.AddrFrom4([4]byte{1}), netip.MustParseAddr("2000::")}
	ranges := slices.Concat(special, private, embedding)
	for _, rules := range r.netLists() {
		for i := range rules {
			if rules[i].prefix.IsValid() {
				ranges = append(ranges, rules[i].prefix)
			}
		}
	}
	for _, p := range ranges {
		list = append(list, p.Masked().Addr())
		if behind := last(p).Next(); behind.IsValid() {
			list = append(list, behind)
		}
	}
	return list
}

// last is the last address of a range.
func last(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for bit := p.Bits(); bit < 8*len(b); bit++ {
		b[bit/8] |= 0x80 >> (bit % 8)
	}
	a, _ := netip.AddrFromSlice(b)
	return a
}

// somePorts holds one port of every range that rules tell apart.
func (r *Rules) somePorts() []uint16 {
	list := []uint16{1, 443}
	for _, rules := range r.netLists() {
		for i := range rules {
			list = append(list, max(1, rules[i].lo))
			if rules[i].hi < 65535 {
				list = append(list, rules[i].hi+1)
			}
		}
	}
	return list
}
