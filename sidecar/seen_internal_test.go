package sidecar

import (
	"strconv"
	"testing"
)

func TestSeenNeverCallsAKnownIDFresh(t *testing.T) {
	s := newSeen(true)
	for n := range maxSeen + 10 {
		s.add(strconv.Itoa(n))
	}
	for n := 0; n < maxSeen+10; n += 1000 {
		if s.fresh(strconv.Itoa(n)) {
			t.Fatalf("id %d was added and is called fresh", n)
		}
	}
	if s.fresh("new") {
		t.Error("a full memory claims to know all ids")
	}
	if newSeen(false).fresh("any") {
		t.Error("a resumed session claims to know all ids")
	}
	s = newSeen(true)
	if s.add("a"); s.fresh("a") || !s.fresh("b") {
		t.Error("a is known and b is new")
	}
}
