package aap

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// slowNames is the definition: every owned path in one map.
type slowNames map[string]string

func (s slowNames) step(k kernelRecord, by string) {
	switch k.event {
	case "unlink", "rmdir":
		if s[k.resolved] != by {
			delete(s, k.resolved)
		}
	case "rename", "rename_over":
		if k.exchange {
			s.exchange(k.resolved, k.to)
			return
		}
		if k.resolved == k.to || strings.HasPrefix(k.to, k.resolved+"/") {
			return
		}
		owner, moved := s[k.resolved], map[string]string{}
		for p, o := range s {
			if rest, below := strings.CutPrefix(p, k.resolved+"/"); below {
				moved[k.to+"/"+rest] = o
				delete(s, p)
			}
		}
		if owner != by {
			delete(s, k.resolved)
		}
		if k.event == "rename_over" && s[k.to] != owner {
			owner = ""
		}
		for p := range s {
			if strings.HasPrefix(p, k.to+"/") {
				delete(s, p)
			}
		}
		for p, o := range moved {
			s[p] = o
		}
		if s[k.to] = owner; owner == "" {
			delete(s, k.to)
		}
	case "link":
		if k.created {
			s.set(k.to, by)
		}
	default:
		if k.created {
			s.set(k.resolved, by)
		}
	}
}

// swapped is where a path is after two names were exchanged.
func swapped(p, a, b string) string {
	if rest, ok := strings.CutPrefix(p+"/", a+"/"); ok {
		return strings.TrimSuffix(b+"/"+rest, "/")
	}
	if rest, ok := strings.CutPrefix(p+"/", b+"/"); ok {
		return strings.TrimSuffix(a+"/"+rest, "/")
	}
	return p
}

func (s slowNames) exchange(a, b string) {
	if under(a, b) || under(b, a) {
		return
	}
	if s[a] != s[b] {
		delete(s, a)
		delete(s, b)
	}
	after := slowNames{}
	for p, o := range s {
		after[swapped(p, a, b)] = o
	}
	clear(s)
	for p, o := range after {
		s[p] = o
	}
}

func (s slowNames) set(p, by string) {
	if s[p] = by; by == "" {
		delete(s, p)
	}
}

// TestNamesAgainstDefinition makes, moves and removes names at random.
func TestNamesAgainstDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var paths []string
	for _, a := range "abc" {
		paths = append(paths, "/"+string(a))
		for _, b := range "de" {
			paths = append(paths, "/"+string(a)+"/"+string(b), "/"+string(a)+"/"+string(b)+"/f")
		}
	}
	events := []string{"open", "mkdir", "link", "unlink", "rmdir", "rename", "rename_over", "rename"}
	owned := 0
	for range 300 * scale() {
		fast, slow := names{}, slowNames{}
		for step := range 60 {
			k := kernelRecord{event: events[rng.IntN(len(events))], created: rng.IntN(4) > 0,
				exchange: rng.IntN(4) == 0, resolved: paths[rng.IntN(len(paths))], to: paths[rng.IntN(len(paths))]}
			by := []string{"x", "y", "x", ""}[rng.IntN(4)]
			fast.step(k, by)
			slow.step(k, by)
			for _, p := range paths {
				if fast.owner(p) != slow[p] {
					t.Fatalf("step %d, %+v by %q: %s is of %q, want %q", step, k, by, p, fast.owner(p), slow[p])
				}
				if slow[p] != "" {
					owned++
				}
			}
		}
	}
	if owned < 1000 {
		t.Errorf("only %d owned names were compared", owned)
	}
}
