package aap

import "strings"

// names remembers which action created which name, in a tree by path element
// so that a moved directory takes its content along in one step.
//
// A name is an action's own from the moment the action creates it where
// nothing was, until somebody else creates, removes or moves it, or until
// something that is not the action's own is renamed onto it. The action's own
// removals do not end it: what it creates there again is its own too.
type names struct{ root name }

type name struct {
	owner string // action id; "" = nobody's
	few   []entry
	many  map[string]*name // in place of few, from manyEntries on
}

type entry struct {
	element string
	name    *name
}

// The limits keep memory in proportion to the trace, whatever its paths.
const (
	manyEntries = 16
	maxElements = 128
)

func (n *name) child(element string) *name {
	if n.many != nil {
		return n.many[element]
	}
	for _, e := range n.few {
		if e.element == element {
			return e.name
		}
	}
	return nil
}

func (n *name) add(element string) *name {
	c := &name{}
	switch {
	case n.many != nil:
		n.many[element] = c
	case len(n.few) < manyEntries:
		n.few = append(n.few, entry{element, c})
	default:
		n.many = map[string]*name{element: c}
		for _, e := range n.few {
			n.many[e.element] = e.name
		}
		n.few = nil
	}
	return c
}

// elements splits a cleaned absolute path; ok is false for anything else, and
// for a path that is too deep to be followed.
func elements(p string) ([]string, bool) {
	if len(p) < 2 || len(p) > maxPath || p[0] != '/' || strings.Count(p, "/") > maxElements {
		return nil, false
	}
	return strings.Split(p[1:], "/"), true
}

// owner of a path, "" if no action created it.
func (n *names) owner(p string) string {
	at := n.find(p)
	if at == nil {
		return ""
	}
	return at.owner
}

func (n *names) find(p string) *name {
	elems, ok := elements(p)
	if !ok {
		return nil
	}
	at := &n.root
	for _, e := range elems {
		if at = at.child(e); at == nil {
			return nil
		}
	}
	return at
}

// put gives the node of a path, making it; a path that is not followed gets
// one that nobody finds.
func (n *names) put(p string) *name {
	elems, ok := elements(p)
	if !ok {
		return &name{}
	}
	at := &n.root
	for _, e := range elems {
		next := at.child(e)
		if next == nil {
			next = at.add(e)
		}
		at = next
	}
	return at
}

// create notes that by made the name where nothing was.
func (n *names) create(p, by string) {
	if at := n.find(p); by != "" || at != nil {
		n.put(p).owner = by
	}
}

// remove notes that by took the name away.
func (n *names) remove(p, by string) {
	if at := n.find(p); at != nil && at.owner != by {
		at.owner = ""
	}
}

// move notes a rename by an action; over says that the new name existed.
func (n *names) move(from, to, by string, over bool) {
	if from == to || under(to, from) {
		return
	}
	src := n.find(from)
	var moved name
	if src != nil {
		moved = *src
		src.few, src.many = nil, nil
		if src.owner != by {
			src.owner = ""
		}
	}
	if over && n.owner(to) != moved.owner {
		moved.owner = ""
	}
	if moved.owner == "" && moved.few == nil && moved.many == nil && n.find(to) == nil {
		return
	}
	*n.put(to) = moved
}

// exchange notes that an action swapped two names. They stay somebody's own
// only if both were.
func (n *names) exchange(a, b string) {
	if under(a, b) || under(b, a) {
		return
	}
	at, bt := n.find(a), n.find(b)
	if at == nil && bt == nil {
		return
	}
	at, bt = n.put(a), n.put(b)
	*at, *bt = *bt, *at
	if at.owner != bt.owner {
		at.owner, bt.owner = "", ""
	}
}

// step applies one executed kernel record made by an action, or by nobody in
// particular (by "").
func (n *names) step(k kernelRecord, by string) {
	resolved, ok := absolute(k.resolved)
	if !ok {
		return
	}
	to, hasTo := absolute(k.to)
	switch k.event {
	case "unlink", "rmdir":
		n.remove(resolved, by)
	case "rename", "rename_over":
		switch {
		case hasTo && k.exchange:
			n.exchange(resolved, to)
		case hasTo:
			n.move(resolved, to, by, k.event == "rename_over")
		}
	case "link":
		if hasTo && k.created {
			n.create(to, by)
		}
	default:
		if k.created {
			n.create(resolved, by)
		}
	}
}
