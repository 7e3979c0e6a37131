package sidecar_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// ledger is a chain that can refuse, at the committer's own interface.
type ledger struct {
	mu          sync.Mutex
	checkpoints []trace.Item
	finals      []trace.Item
	attempts    int
	sent        [][]trace.Item
	refuse      func(items []trace.Item) error
	gate        chan struct{} // when not nil, every transaction waits for it
}

func (l *ledger) put(ctx context.Context, items []trace.Item, to *[]trace.Item) (trace.Hash, error) {
	l.mu.Lock()
	l.attempts++
	refuse, gate := l.refuse, l.gate
	l.mu.Unlock()
	if gate != nil {
		select {
		case <-gate:
		case <-ctx.Done():
			return trace.Hash{}, ctx.Err()
		}
	}
	if refuse != nil {
		if err := refuse(items); err != nil {
			return trace.Hash{}, err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	*to = append(*to, items...)
	l.sent = append(l.sent, items)
	return trace.Keccak(trace.PackItems(items)), nil
}

func (l *ledger) Commit(ctx context.Context, items []trace.Item) (trace.Hash, error) {
	return l.put(ctx, items, &l.checkpoints)
}

func (l *ledger) Finalize(ctx context.Context, items []trace.Item) (trace.Hash, error) {
	return l.put(ctx, items, &l.finals)
}

func (l *ledger) set(refuse func([]trace.Item) error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refuse = refuse
}

func (l *ledger) counts() (checkpoints, finals, attempts int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.checkpoints), len(l.finals), l.attempts
}

// checkpointed adds a running checkpointer to a rig.
type checkpointed struct {
	*rig
	ledger *ledger
	points *sidecar.Checkpointer
	stop   context.CancelFunc
}

func newCheckpointed(t *testing.T, change func(*sidecar.CheckpointConfig)) *checkpointed {
	c := &checkpointed{ledger: &ledger{}}
	c.rig = newRig(t, func(cfg *sidecar.Config) { cfg.OnCommit = func() { c.wake() } })
	c.run(change)
	return c
}

func (c *checkpointed) wake() {
	if c.points != nil {
		c.points.Touch(session)
	}
}

func (c *checkpointed) run(change func(*sidecar.CheckpointConfig)) {
	c.t.Helper()
	cfg := sidecar.CheckpointConfig{Committer: c.ledger, Records: c.faults, Checkpoints: adaptCheckpoints(c.store),
		Clock: sidecar.SystemClock{}, Calls: 2, Age: time.Hour}
	if change != nil {
		change(&cfg)
	}
	points, err := sidecar.NewCheckpointer(cfg)
	if err != nil {
		c.t.Fatal(err)
	}
	if err := points.Add(c.t.Context(), c.s); err != nil {
		c.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { points.Run(ctx); close(done) }()
	c.points = points
	c.stop = func() { cancel(); <-done }
	c.t.Cleanup(c.stop)
}

func (c *checkpointed) status() sidecar.Status {
	c.t.Helper()
	st, ok := c.points.Status(session)
	if !ok {
		c.t.Fatal("no status")
	}
	return st
}

// holds compares every commitment on the ledger with the rows in the store.
func (c *checkpointed) holds() {
	c.t.Helper()
	c.ledger.mu.Lock()
	items := append(append([]trace.Item(nil), c.ledger.checkpoints...), c.ledger.finals...)
	c.ledger.mu.Unlock()
	rows := c.rows()
	for _, item := range items {
		var f trace.Frontier
		for _, row := range rows[:item.N] {
			f.Append(row.leaf)
		}
		if want := trace.Commitment(session, uint64(item.N), f.Root()); item.H != want {
			c.t.Errorf("committed %s at %d, the rows give %s", item.H, item.N, want)
		}
	}
}

func (c *checkpointed) call(n int) {
	c.t.Helper()
	i := c.ok(fmt.Sprintf("i%d", n), intent("t", "{}"))
	c.ok(fmt.Sprintf("a%d", n), action(i.ActionID, "ok"))
}

func TestCheckpointsFollowTheCalls(t *testing.T) {
	c := newCheckpointed(t, nil)
	c.call(1)
	if n, _, _ := c.ledger.counts(); n != 0 {
		t.Errorf("%d checkpoints after one action of two", n)
	}
	c.call(2)
	eventually(t, "a checkpoint after two actions", func() bool { return c.status().Committed == 5 })
	if st := c.status(); st.Exposed != 0 || st.Pending != 0 || st.Since != 0 || st.TxHash.IsZero() {
		t.Errorf("status %+v", st)
	}
	c.call(3)
	c.call(4)
	eventually(t, "a second checkpoint", func() bool { return c.status().Committed == 9 })
	p := c.close()
	st, err := c.points.Finalize(t.Context(), session)
	if err != nil || !st.Final || st.Committed != p.N {
		t.Fatalf("final %+v, %v", st, err)
	}
	if _, err := c.points.Finalize(t.Context(), session); err != nil {
		t.Errorf("a second time: %v", err)
	}
	if n, finals, _ := c.ledger.counts(); n != 2 || finals != 1 {
		t.Errorf("%d checkpoints and %d finals, want 2 and 1", n, finals)
	}
	c.holds()
}

func TestCheckpointsFollowTheKernel(t *testing.T) {
	c := newCheckpointed(t, func(cfg *sidecar.CheckpointConfig) { cfg.Kernel = 20 })
	for range 20 {
		if err := c.kernel("", true); err != nil {
			t.Fatal(err)
		}
	}
	eventually(t, "a checkpoint after 20 kernel records", func() bool { return c.status().Committed >= 21 })
	c.holds()
}

func TestCheckpointsFollowTheClock(t *testing.T) {
	c := newCheckpointed(t, func(cfg *sidecar.CheckpointConfig) { cfg.Age = 50 * time.Millisecond })
	eventually(t, "the first record alone becomes old enough", func() bool { return c.status().Committed == 1 })
	c.holds()
}

func TestChainThatRefuses(t *testing.T) {
	c := newCheckpointed(t, func(cfg *sidecar.CheckpointConfig) { cfg.Age = 20 * time.Millisecond })
	eventually(t, "the first checkpoint", func() bool { return c.status().Committed == 1 })
	down := errors.New("connection refused")
	c.ledger.set(func([]trace.Item) error { return down })
	c.call(1)
	c.call(2)
	_, _, before := c.ledger.counts()
	eventually(t, "attempts are repeated", func() bool { _, _, n := c.ledger.counts(); return n > before+3 })
	c.call(3) // the agent goes on
	st := c.status()
	if st.Committed != 1 || st.Exposed != 6 || st.Pending == 0 || st.Since <= 0 || st.Attempts == 0 || !errors.Is(st.Err, down) {
		t.Errorf("exposure is not visible: %+v", st)
	}
	c.ledger.set(nil)
	eventually(t, "all is committed once the chain is back", func() bool { st := c.status(); return st.Exposed == 0 && st.Err == nil })
	seen := map[uint32]trace.Hash{}
	for _, item := range c.ledger.checkpoints {
		if h, twice := seen[item.N]; twice && h != item.H {
			t.Errorf("two hashes at %d", item.N)
		}
		seen[item.N] = item.H
	}
	c.holds()
}

func TestFinalIsRepeatedUntilItStands(t *testing.T) {
	c := newCheckpointed(t, func(cfg *sidecar.CheckpointConfig) { cfg.Age = 10 * time.Millisecond })
	down := errors.New("fee too low")
	c.ledger.set(func([]trace.Item) error { return down })
	c.call(1)
	if _, err := c.points.Finalize(t.Context(), session); err == nil || !strings.Contains(err.Error(), "not closed") {
		t.Errorf("final of an open session: %v", err)
	}
	c.close()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	st, err := c.points.Finalize(ctx, session)
	if !errors.Is(err, context.DeadlineExceeded) || !errors.Is(err, down) || st.Final {
		t.Errorf("final on a chain that refuses: %+v, %v", st, err)
	}
	done := make(chan error, 1)
	go func() { _, err := c.points.Finalize(t.Context(), session); done <- err }()
	c.ledger.set(nil)
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, finals, _ := c.ledger.counts(); finals != 1 {
		t.Errorf("%d finals", finals)
	}
	c.holds()
}

func TestRestartContinuesWhereTheCheckpointsEnd(t *testing.T) {
	c := newCheckpointed(t, nil)
	c.call(1)
	c.call(2)
	eventually(t, "a checkpoint", func() bool { return c.status().Committed == 5 })
	c.stop()
	c.restart()
	reads := &counting{Store: c.faults}
	c.run(func(cfg *sidecar.CheckpointConfig) { cfg.Records = reads })
	c.call(3)
	c.call(4)
	eventually(t, "checkpoints go on", func() bool { return c.status().Committed == c.s.Progress().N })
	if reads.lowest <= 5 {
		t.Errorf("record %d was read again after the restart", reads.lowest)
	}
	c.holds()
	p := c.close()
	if _, err := c.points.Finalize(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	// A crash after the final commitment makes no second one.
	c.stop()
	c.restart()
	c.run(nil)
	if st, err := c.points.Finalize(t.Context(), session); err != nil || st.Committed != p.N {
		t.Errorf("final after a restart: %+v, %v", st, err)
	}
	if _, finals, _ := c.ledger.counts(); finals != 1 {
		t.Errorf("%d finals", finals)
	}
}

func TestCrashBetweenTransactionAndNoteIsHarmless(t *testing.T) {
	c := newCheckpointed(t, nil)
	c.call(1)
	c.close()
	// The transaction gets through, and the process dies before it knows.
	c.ledger.set(func(items []trace.Item) error {
		c.ledger.mu.Lock()
		c.ledger.finals = append(c.ledger.finals, items...)
		c.ledger.mu.Unlock()
		return errors.New("no receipt")
	})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := c.points.Finalize(ctx, session); err == nil {
		t.Fatal("final without a receipt")
	}
	c.stop()
	c.ledger.set(nil)
	c.restart()
	c.run(nil)
	if _, err := c.points.Finalize(t.Context(), session); err != nil {
		t.Fatal(err)
	}
	first := c.ledger.finals[0]
	for _, item := range c.ledger.finals {
		if item != first {
			t.Errorf("finals differ: %+v and %+v", first, item)
		}
	}
	c.holds()
}

// Somebody alters a row between its acknowledgement and its checkpoint.
func TestAlteredRowIsNotCommitted(t *testing.T) {
	c := newCheckpointed(t, nil)
	c.call(1)
	tamper(t, c.path, `UPDATE records SET body = CAST('{}' AS BLOB) WHERE seq = 2`)
	c.call(2)
	eventually(t, "the checkpointer stops", func() bool { return c.status().Broken })
	if st := c.status(); !errors.Is(st.Err, sidecar.ErrDiverged) {
		t.Errorf("status %+v", st)
	}
	if n, _, _ := c.ledger.counts(); n != 0 {
		t.Errorf("%d checkpoints of an altered trace", n)
	}
	if got := c.send(harness, "after", intent("t", "{}")); got.OK {
		t.Error("the session goes on over an altered trace")
	}
	if _, err := c.points.Finalize(t.Context(), session); err == nil {
		t.Error("final of an altered trace")
	}
}

// One item that the chain refuses must not hold up the others.
func TestOneRefusedSessionDoesNotHoldUpTheOthers(t *testing.T) {
	c := newCheckpointed(t, func(cfg *sidecar.CheckpointConfig) { cfg.Calls, cfg.Age = 1, 20*time.Millisecond })
	second := c.cfg
	second.Session = trace.Hash{0x77}
	s, err := sidecar.Open(t.Context(), second)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Fail(errors.New("done"))
	c.ledger.set(func(items []trace.Item) error {
		for _, item := range items {
			if item.Session == second.Session {
				return errors.New("execution reverted: unknown session")
			}
		}
		return nil
	})
	if err := c.points.Add(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	c.call(1)
	eventually(t, "the good session is committed", func() bool { return c.status().Exposed == 0 })
	eventually(t, "the other one says why not", func() bool { st, _ := c.points.Status(second.Session); return st.Err != nil })
	if st, ok := c.points.Status(second.Session); !ok || st.Committed != 0 {
		t.Errorf("the other one: %+v", st)
	}
	if all := c.points.Statuses(); len(all) != 2 {
		t.Errorf("%d sessions", len(all))
	}
}

func TestSessionsShareATransaction(t *testing.T) {
	c := newCheckpointed(t, func(cfg *sidecar.CheckpointConfig) { cfg.Calls = 1 })
	c.ledger.mu.Lock()
	c.ledger.gate = make(chan struct{})
	c.ledger.mu.Unlock()
	c.call(1) // its transaction is under way while others become due
	eventually(t, "a transaction is under way", func() bool { _, _, n := c.ledger.counts(); return n == 1 })
	for n := range 3 {
		cfg := c.cfg
		cfg.Session = trace.Hash{0x80, byte(n)}
		s, err := sidecar.Open(t.Context(), cfg)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Fail(errors.New("done"))
		if err := c.points.Add(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Close(t.Context(), sidecar.Closing{}); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for n := range 3 {
		wg.Go(func() {
			if _, err := c.points.Finalize(t.Context(), trace.Hash{0x80, byte(n)}); err != nil {
				t.Error(err)
			}
		})
	}
	close(c.ledger.gate)
	wg.Wait()
	most := 0
	for _, items := range c.ledger.sent {
		most = max(most, len(items))
	}
	if most < 2 {
		t.Errorf("every session had its own transaction: %d", len(c.ledger.sent))
	}
}

// counting notes the lowest record that is read.
type counting struct {
	sidecar.Store
	mu     sync.Mutex
	lowest uint64
}

func (c *counting) Read(ctx context.Context, id trace.Hash, from, to uint64, visit func(trace.Record, uint64) error) error {
	c.mu.Lock()
	if c.lowest == 0 || from < c.lowest {
		c.lowest = from
	}
	c.mu.Unlock()
	return c.Store.Read(ctx, id, from, to, visit)
}

// tamper alters the store as its owner can, beside the running process.
func tamper(t *testing.T, path, update string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, q := range []string{`DROP TRIGGER records_no_update`, update} {
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
}

var _ sidecar.CheckpointBackend[tracestore.Checkpoint] = (*tracestore.Store)(nil)
