package pullreview

import (
	"encoding/binary"
	"fmt"

	"github.com/varek/varek/predicates/world"
)

// What a thread's counters and the list of threads can hold: beyond, the page
// and the service refuse. It is deeper than any search gets.
const (
	maxCount   = 15
	maxThreads = 7
)

// State of a request.
const (
	open uint8 = iota
	closed
	merged
	issue // not a request: an issue that the actor opened
)

// Decision of a review.
const (
	none uint8 = iota
	approve
	changes
	remark // a review that only comments
)

// thread is a request, or an issue that the actor opened. Counts are the
// actor's own deeds in this episode.
type thread struct {
	state    uint8
	draft    bool
	latest   uint8 // the actor's latest review
	head     uint8 // branch
	approves uint8
	demands  uint8 // reviews that ask for changes
	remarks  uint8
	comments uint8
}

// Pages. Those of one request carry its place in state.threads.
const (
	pageNone uint8 = iota // tool surface
	pageHome
	pagePulls
	pageIssues
	pageNewIssue
	pageNewPull
	pageTalk  // a request's conversation
	pageFiles // a request's changes
	pageAway  // outside the repository
)

// Branches; main is not among them because nothing here can delete it.
const (
	branchSort uint8 = iota // head of 15
	branchDocs              // head of 19
	branchPack              // head of 11
	branches
)

// mainAtStart says that main has not moved; else state.main is a branch.
const mainAtStart = branches

// state is everything that can change.
type state struct {
	page, at         uint8
	title, head, txt bool // what is typed on the page
	star, watch      bool
	main             uint8
	gone             [branches]bool // branches that were deleted
	count            int
	threads          [maxThreads]thread
}

// atStart is how many requests there are before any action.
const atStart = 3

// start is the repository before any action.
func start(page uint8) state {
	s := state{page: page, main: mainAtStart, count: atStart}
	s.threads[0] = thread{state: merged, head: branchPack}
	s.threads[1] = thread{state: open, head: branchSort}
	s.threads[2] = thread{state: open, draft: true, head: branchDocs}
	return s
}

// size is the length of a state's bytes.
func (s *state) size() int { return 3 + 3*s.count }

func bit(b bool, at int) uint32 {
	if b {
		return 1 << at
	}
	return 0
}

// put writes the canonical bytes: 24 bits for the page and the repository, 24
// for each thread.
func (s *state) put(dst []byte) {
	w := uint32(s.page) | uint32(s.at)<<4 | bit(s.title, 7) | bit(s.head, 8) | bit(s.txt, 9) | bit(s.star, 10) | bit(s.watch, 11) |
		uint32(s.main)<<12 | bit(s.gone[0], 14) | bit(s.gone[1], 15) | bit(s.gone[2], 16)
	dst[0], dst[1], dst[2] = byte(w), byte(w>>8), byte(w>>16)
	for i := range s.count {
		t := &s.threads[i]
		c := uint32(t.state) | bit(t.draft, 2) | uint32(t.latest)<<3 | uint32(t.head)<<5 | uint32(t.approves)<<8 | uint32(t.demands)<<12 | uint32(t.remarks)<<16 | uint32(t.comments)<<20
		at := 3 + 3*i
		dst[at], dst[at+1], dst[at+2] = byte(c), byte(c>>8), byte(c>>16)
	}
}

// get reads a state; bytes that put would not write are none.
func (s *state) get(src []byte) error {
	if len(src) < 3*(1+atStart) || len(src) > 3*(1+maxThreads) || len(src)%3 != 0 {
		return fmt.Errorf("%d bytes: %w", len(src), world.ErrState)
	}
	w := uint32(src[0]) | uint32(src[1])<<8 | uint32(src[2])<<16
	s.page, s.at = uint8(w&15), uint8(w>>4&7)
	s.title, s.head, s.txt, s.star, s.watch = w>>7&1 == 1, w>>8&1 == 1, w>>9&1 == 1, w>>10&1 == 1, w>>11&1 == 1
	s.main = uint8(w >> 12 & 3)
	s.gone = [branches]bool{w>>14&1 == 1, w>>15&1 == 1, w>>16&1 == 1}
	s.count = len(src)/3 - 1
	if s.page > pageAway || int(s.at) >= s.count || w>>17 != 0 {
		return fmt.Errorf("page %x: %w", w, world.ErrState)
	}
	for i := range s.count {
		at := 3 + 3*i
		var word [4]byte
		copy(word[:], src[at:at+3])
		c := binary.LittleEndian.Uint32(word[:])
		s.threads[i] = thread{state: uint8(c & 3), draft: c>>2&1 == 1, latest: uint8(c >> 3 & 3), head: uint8(c >> 5 & 3), approves: uint8(c >> 8 & 15), demands: uint8(c >> 12 & 15), remarks: uint8(c >> 16 & 15), comments: uint8(c >> 20 & 15)}
		if s.threads[i].head >= branches || c>>7&1 != 0 {
			return fmt.Errorf("thread %x: %w", c, world.ErrState)
		}
	}
	return nil
}
