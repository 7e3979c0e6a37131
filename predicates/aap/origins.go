package aap

import (
	"slices"
)

// origins remembers of every moved name the path that it had before, in a
// tree by path element, so that a moved directory takes its content along.
//
// A name that nothing moved is its own origin. Below a moved directory a name
// has the origin of the directory with the rest of the path appended.
type origins struct {
	root origin
	// newLinks says that a hard link is a new name, not the file it leads to.
	newLinks bool
}

type origin struct {
	from string // "" = not moved; unknownOrigin; else a cleaned path
	by   string // the action that moved it; "" = nobody in particular
	kids map[string]*origin
}

// unknownOrigin is the origin of what cannot be followed: it lies below no path.
const unknownOrigin = "?"

func (n *origin) empty() bool { return n.from == "" && len(n.kids) == 0 }

// beneath is the origin of an element of a directory with the origin base.
func beneath(base, element string) string {
	if base == unknownOrigin {
		return base
	}
	return base + "/" + element
}

// reads gives the origin of a path and the deepest entry that decides it.
func (o *origins) reads(p string) (string, *origin) {
	elems, ok := elements(p)
	if !ok {
		return unknownOrigin, nil
	}
	at, rest := &o.root, p
	base, tail := "", p
	var holder *origin
	for _, e := range elems {
		if at = at.kids[e]; at == nil {
			break
		}
		rest = rest[1+len(e):]
		if at.from != "" {
			base, tail, holder = at.from, rest, at
		}
	}
	if base == unknownOrigin || len(base)+len(tail) > maxPath {
		return unknownOrigin, holder
	}
	return base + tail, holder
}

// of is the origin of a path.
func (o *origins) of(p string) string {
	was, _ := o.reads(p)
	return was
}

// take cuts out the entry of a path with all below it; nil if there is none.
func (o *origins) take(p string) *origin {
	elems, ok := elements(p)
	if !ok {
		return nil
	}
	return o.root.take(elems)
}

func (n *origin) take(elems []string) *origin {
	kid := n.kids[elems[0]]
	if kid == nil {
		return nil
	}
	got := kid
	if len(elems) > 1 {
		got = kid.take(elems[1:])
	}
	if len(elems) == 1 || kid.empty() {
		delete(n.kids, elems[0])
	}
	return got
}

// graft puts an entry at a path where none is.
func (o *origins) graft(p string, sub *origin) {
	elems, ok := elements(p)
	if !ok || sub.empty() {
		return
	}
	at := &o.root
	for i, e := range elems {
		if at.kids == nil {
			at.kids = map[string]*origin{}
		}
		next := at.kids[e]
		switch {
		case i == len(elems)-1:
			next = sub
		case next == nil:
			next = &origin{}
		}
		at.kids[e] = next
		at = next
	}
}

// set says that what stands at p now was at another path before, with all
// that is known below it.
func (o *origins) set(p, was, by string, sub *origin) {
	o.take(p)
	if sub == nil {
		sub = &origin{}
	}
	sub.from, sub.by = was, by
	if o.of(p) == was {
		sub.from = ""
	}
	o.graft(p, sub)
}

func apart(a, b string) bool { return !under(a, b) && !under(b, a) }

func (o *origins) move(from, to, by string) {
	if under(to, from) {
		return
	}
	was, sub := o.of(from), o.take(from)
	o.set(to, was, by, sub)
}

func (o *origins) exchange(a, b, by string) {
	if !apart(a, b) {
		return
	}
	wasA, wasB := o.of(a), o.of(b)
	subA, subB := o.take(a), o.take(b)
	o.set(b, wasA, by, subA)
	o.set(a, wasB, by, subB)
}

// approve makes what stands at and below the paths its own origin, all but
// what the approved action itself moved.
func (o *origins) approve(paths []string, id string) {
	paths = slices.Clone(paths)
	slices.Sort(paths)
	done := ""
	for _, p := range paths {
		if p == "/" {
			o.root.approve("", "", id)
			return
		}
		if done != "" && under(p, done) {
			continue
		}
		done = p
		if _, ok := elements(p); !ok {
			continue
		}
		_, holder := o.reads(p)
		sub := o.take(p)
		if sub == nil {
			sub = &origin{}
		}
		if sub.from == "" && holder != nil && holder.by != id {
			sub.from, sub.by = p, ""
		}
		sub.approve(p, o.of(p), id)
		o.graft(p, sub)
	}
}

// approve walks the entries; through is what the path reads without this one.
func (n *origin) approve(p, through, id string) {
	if n.from != "" && n.by != id {
		n.from, n.by = p, ""
		if through == p {
			n.from = ""
		}
	}
	if n.from != "" {
		through = n.from
	}
	for e, kid := range n.kids {
		kid.approve(p+"/"+e, beneath(through, e), id)
		if kid.empty() {
			delete(n.kids, e)
		}
	}
}

// step applies one executed kernel record made by an action, or by nobody in
// particular (by "").
func (o *origins) step(k kernelRecord, by string) {
	resolved, ok := absolute(k.resolved)
	if !ok {
		return
	}
	to, hasTo := absolute(k.to)
	switch k.event {
	case "unlink", "rmdir":
		o.take(resolved)
	case "rename", "rename_over":
		switch {
		case hasTo && k.exchange:
			o.exchange(resolved, to, by)
		case hasTo:
			o.move(resolved, to, by)
		}
	case "link":
		switch {
		case !hasTo || to == resolved:
		case o.newLinks:
			o.set(to, to, "", nil)
		default:
			o.set(to, o.of(resolved), by, nil)
		}
	default:
		if k.created {
			o.set(resolved, resolved, "", nil)
		}
	}
}
