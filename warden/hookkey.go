package warden

import (
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/varek/varek/warden/policy"
)

// A hook configuration hands the hook key to our binary on its command line,
// through a shell and timeout. The key is therefore kept out of the records of
// these executions, and their command lines out of other programs' sight.

// hookKeys are the keys that may stand on a command line.
type hookKeys struct {
	list atomic.Pointer[[]string]
	used atomic.Bool // one was seen
}

// HideKeys names the hook keys; call it in Config.Ready.
func (s *Supervisor) HideKeys(keys ...string) {
	keys = slices.DeleteFunc(slices.Clone(keys), func(k string) bool { return k == "" })
	s.keys.list.Store(&keys)
}

// hideKeys takes the keys out of the record's arguments and reports whether
// there were any.
func (c *call) hideKeys() bool {
	list := c.s.keys.list.Load()
	if list == nil {
		return false
	}
	found := false
	for i, arg := range c.rec.ArgvClaimed {
		for _, key := range *list {
			if strings.Contains(arg, key) {
				found = true
				arg = strings.ReplaceAll(arg, key, "…")
				c.rec.ArgvClaimed[i] = arg
			}
		}
	}
	if found {
		c.s.keys.used.Store(true)
	}
	return found
}

// showsKey reports whether a request is about the command line of another
// process in which a key may stand. One that is not known yet may be a fork of
// one that is.
func (c *call) showsKey(q *policy.Request) bool {
	if !q.Foreign || !c.s.keys.used.Load() || !strings.HasSuffix(q.Path, "/cmdline") {
		return false
	}
	rest, ok := strings.CutPrefix(q.Path, "/proc/")
	first, _, _ := strings.Cut(rest, "/")
	pid, err := strconv.Atoi(first)
	if !ok || err != nil {
		return false
	}
	for _, p := range c.s.table.All() {
		if p.Inner == pid && p.Alive() {
			return p.Hidden()
		}
	}
	return true
}
