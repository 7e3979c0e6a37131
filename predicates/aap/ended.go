package aap

import (
	"encoding/binary"
	"slices"

	"github.com/varek/varek/tracestore/trace"
)

// end is what is kept of a call that ended.
type end struct {
	seq       uint64 // of its action
	tool, why string
}

// endedCalls keeps the ids of very many calls, each with its end, in little
// more than the bytes of the ids. The zero value is empty.
type endedCalls struct {
	pages [][]byte // entries: length and bytes of the key, number of the words, seq
	slots []uint32 // 1 + place of an entry in pages, by hash; 0 is free
	held  int
	// over has the entries for which no slot was free where it belongs. There are
	// many only where ids were made to meet in the hash.
	over map[string]uint32
	said []words
	nth  map[words]uint64
}

// words are what ends say, of which there are few different ones.
type words struct{ tool, why string }

const (
	endedPage  = 32 << 10
	maxPages   = 1 << 32 / endedPage
	probes     = 32
	longestKey = 64
)

// endedKey is the id, or the hash of one that is long. The first byte tells
// them apart.
func endedKey(buf []byte, id string) []byte {
	if len(id) <= longestKey {
		return append(append(buf, byte(len(id))), id...)
	}
	h := trace.Keccak([]byte(id))
	return append(append(buf, 0xff), h[:]...)
}

// find gives the end of a call that was added.
func (e *endedCalls) find(id string) (end, bool) {
	if e.held == 0 {
		return end{}, false
	}
	var buf [longestKey + 1]byte
	key := endedKey(buf[:0], id)
	for _, at := range e.window(key) {
		if at == 0 {
			break
		}
		if entry := e.entry(at - 1); string(entry[:len(key)]) == string(key) {
			return e.read(entry[len(key):]), true
		}
	}
	if at, ok := e.over[string(key)]; ok {
		return e.read(e.entry(at)[len(key):]), true
	}
	return end{}, false
}

// add takes a call that was not added before; false means that there is no
// room in four gigabytes.
func (e *endedCalls) add(id string, x end) bool {
	var buf [longestKey + 1 + 2*binary.MaxVarintLen64]byte
	entry := endedKey(buf[:0], id)
	size := len(entry)
	entry = binary.AppendUvarint(binary.AppendUvarint(entry, e.number(words{x.tool, x.why})), x.seq)
	last := len(e.pages) - 1
	if last < 0 || len(e.pages[last])+len(entry) > endedPage {
		if len(e.pages) == maxPages {
			return false
		}
		// The space behind the last entry lets one be compared with any key.
		e.pages = append(e.pages, make([]byte, 0, endedPage+longestKey+1))
		last++
	}
	at := uint32(last*endedPage + len(e.pages[last]))
	e.pages[last] = append(e.pages[last], entry...)
	if e.held++; 4*e.held > 3*len(e.slots) {
		e.grow()
		return true
	}
	e.place(entry[:size], at)
	return true
}

func (e *endedCalls) place(key []byte, at uint32) {
	window := e.window(key)
	if i := slices.Index(window, 0); i >= 0 {
		window[i] = at + 1
		return
	}
	if e.over == nil {
		e.over = map[string]uint32{}
	}
	e.over[string(key)] = at
}

// grow places all entries anew.
func (e *endedCalls) grow() {
	e.slots, e.over = make([]uint32, max(256, 2*len(e.slots))+probes), nil
	for i, page := range e.pages {
		for from := 0; from < len(page); {
			key := page[from : from+keySize(page[from])]
			e.place(key, uint32(i*endedPage+from))
			from += len(key)
			for range 2 {
				_, n := binary.Uvarint(page[from:])
				from += n
			}
		}
	}
}

func keySize(first byte) int {
	if first == 0xff {
		return 1 + len(trace.Hash{})
	}
	return 1 + int(first)
}

// window is where the slot of a key may be.
func (e *endedCalls) window(key []byte) []uint32 {
	h := uint64(14695981039346656037) // FNV-1a, mixed
	for _, c := range key {
		h = (h ^ uint64(c)) * 1099511628211
	}
	h = (h ^ h>>32) * 0x9e3779b97f4a7c15 >> 32
	from := h * uint64(len(e.slots)-probes) >> 32
	return e.slots[from : from+probes]
}

func (e *endedCalls) entry(at uint32) []byte {
	page := e.pages[at/endedPage]
	return page[at%endedPage : cap(page)]
}

func (e *endedCalls) read(b []byte) end {
	number, n := binary.Uvarint(b)
	seq, _ := binary.Uvarint(b[n:])
	return end{seq, e.said[number].tool, e.said[number].why}
}

func (e *endedCalls) number(w words) uint64 {
	n, ok := e.nth[w]
	if !ok {
		if e.nth == nil {
			e.nth = map[words]uint64{}
		}
		n = uint64(len(e.said))
		e.said, e.nth[w] = append(e.said, w), n
	}
	return n
}

// spentAllows are numbers of allows of which it is enough to know that they
// were there, and whether they rode on another. The zero value is empty.
type spentAllows struct{ pages map[uint64]*spentPage }

type spentPage struct{ there, rode [64]uint64 }

func (s *spentAllows) add(seq uint64, rode bool) {
	if s.pages == nil {
		s.pages = map[uint64]*spentPage{}
	}
	p := s.pages[seq>>12]
	if p == nil {
		p = new(spentPage)
		s.pages[seq>>12] = p
	}
	word, bit := seq>>6&63, uint64(1)<<(seq&63)
	p.there[word] |= bit
	if rode {
		p.rode[word] |= bit
	}
}

func (s *spentAllows) has(seq uint64) bool {
	p := s.pages[seq>>12]
	return p != nil && p.there[seq>>6&63]>>(seq&63)&1 == 1
}

func (s *spentAllows) rode(seq uint64) bool {
	p := s.pages[seq>>12]
	return p != nil && p.rode[seq>>6&63]>>(seq&63)&1 == 1
}
