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
	owner    string // action id; "" = nobody's
	children map[string]*name
}

// elements splits a cleaned absolute path; ok is false for anything else.
func elements(p string) ([]string, bool) {
	if len(p) < 2 || p[0] != '/' {
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
		if at = at.children[e]; at == nil {
			return nil
		}
	}
	return at
}

// put gives the node of a path, making it.
func (n *names) put(p string) *name {
	elems, ok := elements(p)
	if !ok {
		return &name{}
	}
	at := &n.root
	for _, e := range elems {
		if at.children == nil {
			at.children = map[string]*name{}
		}
		next := at.children[e]
		if next == nil {
			next = &name{}
			at.children[e] = next
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
	owner := ""
	var children map[string]*name
	if src != nil {
		owner, children = src.owner, src.children
		src.children = nil
		if owner != by {
			src.owner = ""
		}
	}
	if over && n.owner(to) != owner {
		owner = ""
	}
	if owner == "" && children == nil && n.find(to) == nil {
		return
	}
	dst := n.put(to)
	dst.owner, dst.children = owner, children
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
		if hasTo {
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
