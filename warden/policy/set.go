package policy

import (
	"math"
	"slices"
)

// namedGlob is a pattern with the stable text that names its rule.
type namedGlob struct {
	glob
	rule string
}

// pathSet is an ordered list of patterns, stored as a tree over the literal
// components of their directories, so that a path is compared only with
// patterns that share its beginning. The tree answers what a scan of the list
// in order would answer.
type pathSet struct {
	globs []namedGlob
	root  *node // nil where the list is scanned: it is short and has no wildcards
}

// none is the index of no pattern; every real index is smaller.
const none = math.MaxInt

// node is one directory of the tree.
type node struct {
	children []edge
	many     map[string]*node // the children, where a scan would be slow
	literal  int              // first pattern that is exactly this path, or none
	wild     []int            // patterns that go on from here with wildcards
	below    int              // first pattern with anything below this path, or none
}

type edge struct {
	name string
	to   *node
}

// scanned is the number of children up to which a scan beats a map.
const scanned = 6

func newNode() *node { return &node{literal: none, below: none} }

// short is the number of literal patterns up to which a scan beats the tree.
const short = 10

// newPathSet builds the tree.
func newPathSet(globs []namedGlob) pathSet {
	wild := slices.ContainsFunc(globs, func(g namedGlob) bool { return len(g.segs) > 0 })
	if !wild && len(globs) <= short {
		return pathSet{globs: globs}
	}
	s := pathSet{globs: globs, root: newNode()}
	for i := range globs {
		n, rest := s.root, globs[i].prefix
		for rest != "" {
			n.below = min(n.below, i)
			var c string
			c, rest, _ = component(rest)
			n = n.make(c)
		}
		if len(globs[i].segs) == 0 {
			n.literal = min(n.literal, i)
		} else {
			n.wild = append(n.wild, i)
			n.below = min(n.below, i)
		}
	}
	return s
}

func (n *node) make(name string) *node {
	if c := n.child(name); c != nil {
		return c
	}
	c := newNode()
	n.children = append(n.children, edge{name, c})
	if len(n.children) > scanned {
		if n.many == nil {
			n.many = map[string]*node{}
			for _, e := range n.children {
				n.many[e.name] = e.to
			}
		}
		n.many[name] = c
	}
	return c
}

func (n *node) child(name string) *node {
	if n.many != nil {
		return n.many[name]
	}
	for i := range n.children {
		if n.children[i].name == name {
			return n.children[i].to
		}
	}
	return nil
}

// find returns the name of the first pattern that covers p.
func (s *pathSet) find(p string) (string, bool) {
	return s.name(s.first(p, false))
}

// anchor returns the name of the first pattern that p anchors.
func (s *pathSet) anchor(p string) (string, bool) {
	return s.name(s.first(p, true))
}

func (s *pathSet) name(i int) (string, bool) {
	if i == none {
		return "", false
	}
	return s.globs[i].rule, true
}

// first walks down the tree and returns the lowest index that covers p, or
// with anchors set, that p anchors.
func (s *pathSet) first(p string, anchors bool) int {
	if s.root == nil {
		return s.scan(p, anchors)
	}
	rest := p
	if p == "/" {
		rest = ""
	}
	best := none
	for n := s.root; ; {
		if !anchors {
			best = min(best, n.literal)
		}
		for _, i := range n.wild {
			if i < best && s.globs[i].wildcard(rest, anchors) {
				best = i
			}
		}
		if rest == "" {
			if anchors {
				best = min(best, n.below)
			}
			return best
		}
		var c string
		c, rest, _ = component(rest)
		if n = n.child(c); n == nil {
			return best
		}
	}
}

// scan is first for a list without a tree.
func (s *pathSet) scan(p string, anchors bool) int {
	for i := range s.globs {
		prefix := s.globs[i].prefix
		path := p
		if anchors {
			prefix, path = path, prefix
		}
		if rest, ok := under(path, prefix); ok && (!anchors || rest != "") {
			return i
		}
	}
	return none
}
