package aap

import (
	"fmt"
	"math/rand/v2"
	"path"
	"strings"
	"testing"
)

// slowOrigins is the definition: every moved path in one map.
type slowOrigins map[string]slowOrigin

type slowOrigin struct{ from, by string }

// holder is the deepest moved path at or over p; "" if there is none.
func (s slowOrigins) holder(p string) string {
	for at := p; at != "/"; at = path.Dir(at) {
		if _, ok := s[at]; ok {
			return at
		}
	}
	return ""
}

func (s slowOrigins) of(p string) string {
	h := s.holder(p)
	if h == "" {
		return p
	}
	return s[h].from + strings.TrimPrefix(p, h)
}

// cut takes away all that is known at and below p.
func (s slowOrigins) cut(p string) slowOrigins {
	out := slowOrigins{}
	for at, o := range s {
		if under(at, p) {
			out[at] = o
			delete(s, at)
		}
	}
	return out
}

// put says that what is at p was elsewhere, and what was known below old is below p.
func (s slowOrigins) put(p, was, by, old string, known slowOrigins) {
	s.cut(p)
	for at, o := range known {
		if at != old {
			s[p+strings.TrimPrefix(at, old)] = o
		}
	}
	if s.of(p) != was {
		s[p] = slowOrigin{was, by}
	}
}

func (s slowOrigins) step(k kernelRecord, by string) {
	from, to := k.resolved, k.to
	switch k.event {
	case "unlink", "rmdir":
		s.cut(from)
	case "rename", "rename_over":
		switch {
		case k.exchange && (under(from, to) || under(to, from)), under(to, from):
		case k.exchange:
			a, b := s.of(from), s.of(to)
			underA, underB := s.cut(from), s.cut(to)
			s.put(to, a, by, from, underA)
			s.put(from, b, by, to, underB)
		default:
			was := s.of(from)
			s.put(to, was, by, from, s.cut(from))
		}
	case "link":
		if from != to {
			s.put(to, s.of(from), by, "", nil)
		}
	default:
		if k.created {
			s.put(from, from, "", "", nil)
		}
	}
}

// approve settles what the action did not move itself, from the top down.
func (s slowOrigins) approve(p, id string) {
	if h := s.holder(p); h != "" && s[h].by != id {
		delete(s, p)
		if s.of(p) != p {
			s[p] = slowOrigin{from: p}
		}
	}
	var below []string
	for at := range s {
		if at != p && under(at, p) {
			below = append(below, at)
		}
	}
	for len(below) > 0 {
		least := 0
		for i := range below {
			if len(below[i]) < len(below[least]) {
				least = i
			}
		}
		at := below[least]
		below = append(below[:least], below[least+1:]...)
		if s[at].by == id {
			continue
		}
		delete(s, at)
		if s.of(at) != at {
			s[at] = slowOrigin{from: at}
		}
	}
}

// TestOriginsAgainstDefinition makes, moves, swaps, links, removes and
// approves names at random.
func TestOriginsAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	var paths []string
	for _, a := range "abc" {
		paths = append(paths, "/"+string(a))
		for _, b := range "de" {
			paths = append(paths, "/"+string(a)+"/"+string(b), "/"+string(a)+"/"+string(b)+"/f")
		}
	}
	events := []string{"open", "mkdir", "link", "unlink", "rmdir", "rename", "rename_over", "rename", "rename", "approve"}
	moved := 0
	for range 400 * scale() {
		fast, slow := &origins{}, slowOrigins{}
		for step := range 60 {
			k := kernelRecord{event: events[rng.IntN(len(events))], created: rng.IntN(4) > 0, exchange: rng.IntN(4) == 0,
				resolved: paths[rng.IntN(len(paths))], to: paths[rng.IntN(len(paths))]}
			by := []string{"x", "y", "x", ""}[rng.IntN(4)]
			if k.event == "approve" {
				fast.approve([]string{k.resolved, k.resolved}, "x")
				slow.approve(k.resolved, "x")
			} else {
				fast.step(k, by)
				slow.step(k, by)
			}
			for _, p := range paths {
				if fast.of(p) != slow.of(p) {
					t.Fatalf("step %d, %+v by %q: %s was %s, want %s", step, k, by, p, fast.of(p), slow.of(p))
				}
				if slow.of(p) != p {
					moved++
				}
			}
			if n := countOrigins(&fast.root); n > len(slow) {
				t.Fatalf("%d entries, want at most %d", n, len(slow))
			}
		}
	}
	if moved < 1000 {
		t.Errorf("only %d moved names were compared", moved)
	}
}

// countOrigins counts the leaves: no entry is kept for what nothing moved.
func countOrigins(n *origin) int {
	if len(n.kids) == 0 && n.from != "" {
		return 1
	}
	sum := 0
	for _, kid := range n.kids {
		if kid.empty() {
			return 1 << 30
		}
		sum += countOrigins(kid)
	}
	return sum
}

// TestOriginsLimits: what is too long or too deep to follow lies below no path.
func TestOriginsLimits(t *testing.T) {
	o := &origins{}
	deep := strings.Repeat("/x", maxElements+1)
	for _, p := range []string{deep, "/" + strings.Repeat("x", maxPath), "/", ""} {
		if o.of(p) != unknownOrigin {
			t.Errorf("%.20s... has the origin %.20s", p, o.of(p))
		}
	}
	o.move(deep, "/d", "a")
	if o.of("/d") != unknownOrigin || o.of("/d/e") != unknownOrigin {
		t.Error("what came from a path too deep to follow has an origin")
	}
	o.move("/v", "/d", "a")
	o.move("/d", deep, "a")
	o.move(deep, "/d", "a")
	if o.of("/d") != unknownOrigin {
		t.Error("what passed through a path too deep to follow has an origin")
	}
	for range 10 {
		o.move("/e/"+strings.Repeat("y", 1000), "/f", "a")
		o.move("/f", "/e", "a")
	}
	if o.of("/e") != unknownOrigin {
		t.Error("origins grow without end")
	}
	for i := range 20_000 {
		o.move(fmt.Sprintf("/v/%d", i), fmt.Sprintf("/g/%d", i), "a")
	}
	from, to := "/g", "/h"
	for range 20_001 {
		o.move(from, to, "a")
		from, to = to, from
	}
	if o.of("/h/19999") != "/v/19999" || o.of("/g/19999") != "/g/19999" {
		t.Error("the origins did not move along")
	}
	for i := range 20_000 {
		o.step(kernelRecord{event: "unlink", resolved: fmt.Sprintf("/h/%d", i)}, "a")
	}
	if n := len(o.root.kids); n > 3 {
		t.Errorf("%d entries are left", n)
	}
}
