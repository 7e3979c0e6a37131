package check

import (
	"encoding/binary"
	"hash"

	"golang.org/x/crypto/sha3"

	"github.com/varek/varek/tracestore/trace"
)

// levelHasher hashes the new states of a level beside the search.
type levelHasher struct {
	buf     []byte
	full    chan []byte
	empty   chan []byte
	ask     chan chan trace.Hash
	stopped chan struct{}
	states  uint64
	outside uint64
}

const hashBuffer = 1 << 15

func newLevelHasher() *levelHasher {
	h := &levelHasher{full: make(chan []byte), empty: make(chan []byte, 4), ask: make(chan chan trace.Hash), stopped: make(chan struct{})}
	for range 3 {
		h.empty <- make([]byte, 0, hashBuffer)
	}
	h.buf = make([]byte, 0, hashBuffer)
	go h.run(sha3.NewLegacyKeccak256())
	return h
}

// run is the goroutine; it ends with close.
func (h *levelHasher) run(state hash.Hash) {
	defer close(h.stopped)
	for {
		select {
		case buf, ok := <-h.full:
			if !ok {
				return
			}
			state.Write(buf)
			h.empty <- buf[:0]
		case answer := <-h.ask:
			answer <- trace.Hash(state.Sum(nil))
			state.Reset()
		}
	}
}

func (h *levelHasher) add(key []byte, outside bool) {
	h.states++
	flag := byte(0)
	if outside {
		flag = 1
		h.outside++
	}
	h.buf = append(binary.AppendUvarint(append(h.buf, flag), uint64(len(key))), key...)
	if len(h.buf) >= hashBuffer-1024 {
		h.full <- h.buf
		h.buf = <-h.empty
	}
}

// level ends a level and gives its row.
func (h *levelHasher) level(before trace.Hash, depth int) Level {
	h.full <- h.buf
	h.buf = <-h.empty
	answer := make(chan trace.Hash)
	h.ask <- answer
	keys := <-answer
	text := binary.BigEndian.AppendUint32(append([]byte(nil), before[:]...), uint32(depth))
	text = append(binary.BigEndian.AppendUint64(text, h.states), keys[:]...)
	l := Level{States: h.states, Outside: h.outside, Digest: trace.Keccak(text)}
	h.states, h.outside = 0, 0
	return l
}

func (h *levelHasher) close() {
	close(h.full)
	<-h.stopped
}
