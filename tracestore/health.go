package tracestore

import (
	"math/bits"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// stats counts what callers waited for.
type stats struct {
	records, commits atomic.Uint64
	full             atomic.Bool
	// waits[i] counts waits of 2^i microseconds up to twice as many.
	waits [32]atomic.Uint64
}

func (s *stats) note(d time.Duration, records int) {
	if records == 0 {
		return
	}
	s.commits.Add(1)
	s.records.Add(uint64(records))
	s.waits[min(bits.Len64(uint64(d.Microseconds())), len(s.waits)-1)].Add(1)
}

// quantile is the upper bound of the bucket that holds the q-th wait.
func (s *stats) quantile(q float64) time.Duration {
	var total, seen uint64
	for i := range s.waits {
		total += s.waits[i].Load()
	}
	for i := range s.waits {
		seen += s.waits[i].Load()
		if total > 0 && float64(seen) >= q*float64(total) {
			return time.Duration(1<<i) * time.Microsecond
		}
	}
	return 0
}

// Health is how the store is now.
type Health struct {
	Stopped   error  // the fatal error after which nothing is acknowledged
	Full      bool   // the last commit found no space; the next may succeed
	FreeBytes uint64 // on the file system, for this user
	Queue     int    // callers that wait for a commit
	Records   uint64 // acknowledged by this process
	Commits   uint64 // callers that were answered; those that shared one count each
	// P50 and P99 bound what callers of Append waited, to a factor of two.
	P50, P99 time.Duration
}

// Health measures; an error means that free space cannot be told.
func (s *Store) Health() (Health, error) {
	h := Health{Stopped: s.Err(), Full: s.stats.full.Load(), Queue: len(s.places),
		Records: s.stats.records.Load(), Commits: s.stats.commits.Load(),
		P50: s.stats.quantile(0.5), P99: s.stats.quantile(0.99)}
	var fs unix.Statfs_t
	if err := unix.Statfs(filepath.Dir(s.path), &fs); err != nil {
		return h, &Error{Op: "measure free space", Path: s.path, Cause: err}
	}
	h.FreeBytes = fs.Bavail * uint64(fs.Bsize)
	return h, nil
}
