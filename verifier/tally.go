package verifier

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"sync"
	"time"

	"github.com/varek/varek/verifier/watch"
)

// judgeBuckets are the bounds of the judgement times that are counted, in seconds.
var judgeBuckets = [...]float64{0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300}

// tally is what a service counts while it runs.
type tally struct {
	mu sync.Mutex
	f  Figures
}

// Figures are numbers about a service: from its start on where they count events,
// of now where they describe claims and chain.
type Figures struct {
	Network, Verifier string
	Funds             float64 // wei left for fees; negative where it is not known

	Claims   map[State]int64  // by state
	Verdicts map[string]int64 // settled claims by reason
	Closed   map[string]int64 // claims that ended without a verdict, by how
	Dissent  int64            // claims on which a quorum's members contradict each other
	Settled  int64            // settled claims whose duration is known
	Duration uint64           // of them in all: seconds of block time from filing to settlement
	Oldest   map[State]uint64 // oldest filing (block time) among the claims of a state

	Head, HeadTime, Cursor uint64
	Read                   time.Time // last time that the chain was read to its confirmed head
	Trouble                string    // why it was not read since
	Rewinds                int64
	StepErrors             map[string]int64 // by op
	ReadErrors             int64
	Judged                 int64
	JudgeSeconds           float64
	JudgeBuckets           [len(judgeBuckets)]int64
	PeerErrors             map[string]int64 // by peer, since it last answered
}

func (t *tally) read(w watch.Progress, err error, now time.Time) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.Head.Number > 0 {
		t.f.Head, t.f.HeadTime = w.Head.Number, w.Head.Time
	}
	if err != nil {
		t.f.ReadErrors++
		t.f.Trouble = err.Error()
		return
	}
	t.f.Cursor = w.Cursor
	if w.Rewind {
		t.f.Rewinds++
	}
	if !w.More {
		t.f.Read, t.f.Trouble = now, ""
	}
}

// head is the newest block that was seen.
func (t *tally) head() (number, time uint64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.f.Head, t.f.HeadTime
}

func (t *tally) worked(err error) {
	var c *ClaimError
	if !errors.As(err, &c) {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.f.StepErrors == nil {
		t.f.StepErrors = map[string]int64{}
	}
	t.f.StepErrors[c.Op]++
}

func (t *tally) judged(d time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.f.Judged++
	t.f.JudgeSeconds += d.Seconds()
	for i, bound := range judgeBuckets {
		if d.Seconds() <= bound {
			t.f.JudgeBuckets[i]++
		}
	}
}

func (t *tally) peerFailed(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.f.PeerErrors == nil {
		t.f.PeerErrors = map[string]int64{}
	}
	t.f.PeerErrors[name]++
}

func (t *tally) peerAnswered(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.f.PeerErrors == nil {
		t.f.PeerErrors = map[string]int64{}
	}
	t.f.PeerErrors[name] = 0
}

// snapshot copies the counted part.
func (t *tally) snapshot() Figures {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.f
	f.StepErrors, f.PeerErrors = maps.Clone(f.StepErrors), maps.Clone(f.PeerErrors)
	return f
}

// Figures counts claims and adds what was counted since the start.
func (s *Service) Figures(ctx context.Context) (Figures, error) {
	f := s.tally.snapshot()
	f.Network, f.Verifier, f.Funds = s.cfg.Network, s.cfg.Identity.Verifier.String(), s.funds(ctx)
	err := s.book.figures(ctx, &f)
	return f, err
}

// fundsTimeout bounds what a node that hangs can do to the figures.
const fundsTimeout = 2 * time.Second

func (s *Service) funds(ctx context.Context) float64 {
	if s.cfg.Funds == nil {
		return -1
	}
	ctx, cancel := context.WithTimeout(ctx, fundsTimeout)
	defer cancel()
	wei, err := s.cfg.Funds(ctx)
	if err != nil {
		return -1
	}
	f, _ := new(big.Float).SetInt(wei).Float64()
	return f
}

// stale is how old the last complete reading of the chain may be.
const stale = time.Minute

// Ready says what keeps the service from its work, or nil.
func (s *Service) Ready(context.Context) error {
	f := s.tally.snapshot()
	switch {
	case f.Read.IsZero() && f.Trouble == "":
		return errors.New("the chain has not been read up to its confirmed head yet")
	case f.Trouble != "" && s.cfg.Clock().Sub(f.Read) > stale:
		return errors.New("the chain could not be read for more than a minute; the log says why")
	case s.cfg.Clock().Sub(f.Read) > stale:
		return errors.New("the chain was not read up to its confirmed head for more than a minute")
	}
	return nil
}

// Count counts the claims that are kept.
func (b *Book) Count(ctx context.Context) (Figures, error) {
	var f Figures
	err := b.figures(ctx, &f)
	return f, err
}

// figures counts the claims in the book.
func (b *Book) figures(ctx context.Context, f *Figures) error {
	f.Claims, f.Verdicts, f.Closed, f.Oldest = map[State]int64{}, map[string]int64{}, map[string]int64{}, map[State]uint64{}
	rows, err := b.db.QueryContext(ctx, `SELECT state, CASE state WHEN 'settled' THEN reason WHEN 'closed' THEN closed ELSE '' END AS word,
		COUNT(*), MIN(filed_at), COALESCE(SUM(settled_at - filed_at), 0), COUNT(settled_at) FROM claims WHERE filed_block IS NOT NULL GROUP BY state, word`)
	if err != nil {
		return fmt.Errorf("counting claims: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var state State
		var word string
		var n, known int64
		var oldest, duration uint64
		if err := rows.Scan(&state, &word, &n, &oldest, &duration, &known); err != nil {
			return fmt.Errorf("counting claims: %w", err)
		}
		f.Claims[state] += n
		if at, have := f.Oldest[state]; !have || oldest < at {
			f.Oldest[state] = oldest
		}
		switch state {
		case Settled:
			f.Verdicts[word] += n
			f.Settled, f.Duration = f.Settled+known, f.Duration+duration
		case Closed:
			f.Closed[word] += n
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("counting claims: %w", err)
	}
	err = b.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM claims WHERE filed_block IS NOT NULL AND
		(dissent <> '' OR (SELECT COUNT(DISTINCT violated) FROM voices WHERE voices.claim = claims.id) > 1)`).Scan(&f.Dissent)
	if err != nil {
		return fmt.Errorf("counting claims: %w", err)
	}
	return nil
}

// States lists the states of a claim's life in their order.
func States() []State { return []State{Filed, Awaiting, Judging, Settling, Settled, Closed} }

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
