package names

import (
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"
)

// Bounds of what a view keeps. Hold: programs keep addresses a little longer
// than the answer says, so that a shorter time is stretched to it.
const (
	Hold       = time.Minute
	longest    = 24 * time.Hour
	maxEntries = 8192
	maxAliases = 1024
)

// View knows which addresses were handed out for which names.
type View struct {
	now func() time.Time

	mu      sync.RWMutex
	by      map[netip.Addr][]entry
	aliases map[string]alias
	entries int
}

type entry struct {
	name  string
	until time.Time
}

// alias is a name that an answer said another one stands for.
type alias struct {
	of    string
	until time.Time
}

// NewView makes an empty view; now is its clock.
func NewView(now func() time.Time) *View {
	return &View{now: now, by: map[netip.Addr][]entry{}, aliases: map[string]alias{}}
}

// Canonical is the form in which names are compared: lower case, no final dot.
func Canonical(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }

// Of returns the names under which a was handed out and whose time is not
// over, the latest answer first. a is canonical.
func (v *View) Of(a netip.Addr) []string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	list := v.by[a]
	if len(list) == 0 {
		return nil
	}
	now := v.now()
	out := make([]string, 0, len(list))
	for _, e := range slices.Backward(list) {
		if now.Before(e.until) {
			out = append(out, e.name)
		}
	}
	return out
}

// Origin returns the name that name was said to stand for, name itself where
// there is none.
func (v *View) Origin(name string) string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if a, ok := v.aliases[name]; ok && v.now().Before(a.until) {
		return a.of
	}
	return name
}

// put remembers that a was handed out for name.
func (v *View) put(name string, a netip.Addr, ttl time.Duration) {
	a = a.Unmap().WithZone("")
	v.mu.Lock()
	defer v.mu.Unlock()
	until := v.until(ttl)
	list := v.by[a]
	for i := range list {
		if list[i].name == name {
			if until.Before(list[i].until) {
				until = list[i].until
			}
			// The latest stands last.
			v.by[a] = append(slices.Delete(list, i, i+1), entry{name, until})
			return
		}
	}
	if v.entries >= maxEntries {
		v.sweep()
		list = v.by[a]
	}
	v.by[a] = append(list, entry{name, until})
	v.entries++
}

// putAlias remembers that target was said to be what name stands for.
func (v *View) putAlias(target, name string, ttl time.Duration) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.aliases) >= maxAliases {
		clear(v.aliases) // asked again by the name they stand for
	}
	if target != name {
		v.aliases[target] = alias{name, v.until(ttl)}
	}
}

func (v *View) until(ttl time.Duration) time.Time {
	return v.now().Add(min(max(ttl, Hold), longest))
}

// sweep drops what is over, and everything when that is not enough: a name
// that is still used is asked again.
func (v *View) sweep() {
	now := v.now()
	v.entries = 0
	for a, list := range v.by {
		list = slices.DeleteFunc(list, func(e entry) bool { return !now.Before(e.until) })
		if v.entries += len(list); len(list) == 0 {
			delete(v.by, a)
		} else {
			v.by[a] = list
		}
	}
	if v.entries >= maxEntries {
		clear(v.by)
		v.entries = 0
	}
}
