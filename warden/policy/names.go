package policy

// NamesHosts reports whether a connect rule speaks of a host by name, so that the
// session needs a resolver of its own.
func (r *Rules) NamesHosts() bool {
	for _, list := range [][]netRule{r.connect.allow, r.connect.deny} {
		for i := range list {
			if list[i].host != "" {
				return true
			}
		}
	}
	return false
}

// DecideName decides whether a name may be resolved: in enforce mode only what
// some connect could use, so that no data leaves in questions. A rule about
// every address makes every name useful. name is canonical.
func (r *Rules) DecideName(name string) Decision {
	for i := range r.connect.deny {
		if n := &r.connect.deny[i]; n.host != "" && n.isHost(name) && n.lo == 0 && n.hi == 65535 {
			return r.mode(deny(n.rule))
		}
	}
	for i := range r.connect.allow {
		if n := &r.connect.allow[i]; n.any || n.host != "" && n.isHost(name) {
			return allow(n.rule)
		}
	}
	return r.mode(r.connect.otherwise(RuleName))
}
