package evidence

import (
	"errors"
	"io"
	"maps"
	"sync"
)

// Counts are figures since the server's start.
type Counts struct {
	WireBytes int64            // read from senders
	Bytes     int64            // of bundles, uncompressed
	Answers   map[string]int64 // uploads by how they were answered: kept, or the code of the refusal
}

type counts struct {
	mu sync.Mutex
	n  Counts
}

// answered counts how an upload ended. The codes are a fixed, short list.
func (c *counts) answered(err error) {
	code := "kept"
	var r *refusal
	switch {
	case err == nil:
	case errors.As(err, &r):
		code = r.Code
	case errors.Is(err, ErrUnknownClaim):
		code = "unknown_claim"
	default:
		code = "unavailable"
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n.Answers == nil {
		c.n.Answers = map[string]int64{}
	}
	c.n.Answers[code]++
}

func (c *counts) read(wire, plain int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n.WireBytes += wire
	c.n.Bytes += plain
}

// Counts tells what the door has done so far.
func (s *Server) Counts() Counts {
	s.counts.mu.Lock()
	defer s.counts.mu.Unlock()
	n := s.counts.n
	n.Answers = maps.Clone(n.Answers)
	return n
}

// counted notes how much is read.
type counted struct {
	r io.Reader
	n int64
}

func (c *counted) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}
