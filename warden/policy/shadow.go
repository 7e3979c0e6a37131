package policy

import (
	"fmt"
	"net/netip"
	"slices"
)

// Shadow is a rule that can never decide, because another one always speaks
// before it.
type Shadow struct {
	Rule string `json:"rule"`
	Text string `json:"text"` // as written
	By   string `json:"by"`
}

// Shadowed lists the rules of the policy that can never decide: a stronger rule
// (protection, a denial) or an earlier one of the same list covers all they
// cover. It names only what is certain.
func (r *Rules) Shadowed() []Shadow {
	out := []Shadow{}
	for _, l := range []struct {
		rules  *pathRules
		writes bool
	}{{&r.read, false}, {&r.write, true}, {&r.exec, false}} {
		var stronger []namedGlob
		if l.writes {
			stronger = r.surelyProtected()
		}
		out = append(out, shadowedPaths(l.rules.deny.globs, stronger)...)
		out = append(out, shadowedPaths(l.rules.allow.globs, append(slices.Clone(stronger), l.rules.deny.globs...))...)
	}
	for _, l := range []*netRules{&r.connect, &r.bind} {
		out = append(out, shadowedAddresses(l.deny, nil)...)
		out = append(out, shadowedAddresses(l.allow, l.deny)...)
	}
	return out
}

// surelyProtected are the protected patterns that no exception opens.
func (r *Rules) surelyProtected() []namedGlob {
	var out []namedGlob
	for _, p := range r.protect.globs {
		free := slices.ContainsFunc(r.except.globs, func(e namedGlob) bool {
			_, below := under(e.prefix, p.prefix)
			_, above := under(p.prefix, e.prefix)
			return below || above
		})
		if !free {
			out = append(out, p)
		}
	}
	return out
}

// shadowedPaths: one rule may stand for several patterns (a name and what it is
// a link to); it is shadowed when all of them are.
func shadowedPaths(list, stronger []namedGlob) []Shadow {
	var out []Shadow
	for i := 0; i < len(list); {
		end, by := i, ""
		whole := true
		for ; end < len(list) && list[end].rule == list[i].rule; end++ {
			cover := coveredBy(&list[end].glob, stronger, list[:i])
			whole = whole && cover != ""
			by = cover
		}
		if whole {
			out = append(out, Shadow{Rule: list[i].rule, Text: list[i].text, By: by})
		}
		i = end
	}
	return out
}

func coveredBy(g *glob, sets ...[]namedGlob) string {
	for _, set := range sets {
		for i := range set {
			if set[i].spans(g) {
				return fmt.Sprintf("%s (%s)", set[i].rule, set[i].text)
			}
		}
	}
	return ""
}

// spans reports whether everything that other covers is certainly covered by g.
func (g *glob) spans(other *glob) bool {
	if len(g.segs) == 0 {
		_, ok := under(other.prefix, g.prefix)
		return ok
	}
	if len(other.segs) == 0 {
		rest, ok := under(other.prefix, g.prefix)
		return ok && matchSegments(g.segs, rest, false)
	}
	return g.prefix == other.prefix && slices.Equal(g.segs, other.segs)
}

func shadowedAddresses(list, stronger []netRule) []Shadow {
	var out []Shadow
	for i := range list {
		for _, set := range [][]netRule{stronger, list[:i]} {
			at := slices.IndexFunc(set, func(s netRule) bool { return s.spans(&list[i]) })
			if at < 0 || set[at].rule == list[i].rule {
				continue
			}
			out = append(out, Shadow{Rule: list[i].rule, Text: list[i].words(), By: fmt.Sprintf("%s (%s)", set[at].rule, set[at].words())})
			break
		}
	}
	return out
}

// spans is certain coverage: ports within ports, a range within a range of the
// same nature. A wide range says nothing about special addresses inside it.
func (n *netRule) spans(other *netRule) bool {
	switch {
	case n.unix != other.unix:
		return false
	case n.unix && n.isName != other.isName:
		return false
	case n.unix && n.isName:
		return n.abstract == other.abstract
	case n.unix:
		return n.path.spans(&other.path)
	case other.lo < n.lo || other.hi > n.hi:
		return false
	case n.any || other.any:
		return n.any && other.any
	case n.host != "" || other.host != "":
		return n.host == other.host
	}
	if !n.prefix.IsValid() || !other.prefix.IsValid() || n.prefix.Bits() > other.prefix.Bits() || !n.prefix.Contains(other.prefix.Addr()) {
		return false
	}
	return !touchesSpecial(other.prefix) || specialRange(n.prefix.Addr()) >= 0 && n.prefix.Bits() >= special[specialRange(n.prefix.Addr())].Bits()
}

func touchesSpecial(p netip.Prefix) bool {
	return slices.ContainsFunc(special, func(s netip.Prefix) bool { return s.Overlaps(p) })
}

// words is the rule as a person wrote it, near enough to find it.
func (n *netRule) words() string {
	ports := fmt.Sprint(n.lo)
	switch {
	case n.lo == 0 && n.hi == 65535, n.lo == 1 && n.hi == 65535:
		ports = "*"
	case n.lo != n.hi:
		ports = fmt.Sprintf("%d-%d", n.lo, n.hi)
	}
	switch {
	case n.unix && n.isName:
		return "unix:@" + n.abstract
	case n.unix:
		return "unix:" + n.path.text
	case n.any:
		return "*:" + ports
	case n.host != "":
		return n.host + ":" + ports
	case n.prefix.IsSingleIP():
		return netip.AddrPortFrom(n.prefix.Addr(), 0).Addr().String() + ":" + ports
	}
	return n.prefix.String() + ":" + ports
}
