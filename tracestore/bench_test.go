package tracestore_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/varek/varek/tracestore"
)

// measure runs f and keeps how long it took.
func measure(b *testing.B, into *[]time.Duration, f func() error) {
	start := time.Now()
	if err := f(); err != nil {
		b.Fatal(err)
	}
	*into = append(*into, time.Since(start))
}

func quantile(d []time.Duration, q float64) time.Duration {
	s := slices.Sorted(slices.Values(d))
	return s[int(q*float64(len(s)-1))]
}

// BenchmarkMetricAck compares one durable record of 1 KiB, alone, with
// overwriting 4 KiB and fdatasync on the same file system, turn by turn.
func BenchmarkMetricAck(b *testing.B) {
	dir := b.TempDir()
	s := open(b, filepath.Join(dir, "trace.db"), tracestore.Options{})
	raw, err := os.Create(filepath.Join(dir, "raw"))
	if err != nil {
		b.Fatal(err)
	}
	defer raw.Close()
	page := make([]byte, 4096)
	if _, err := raw.Write(make([]byte, 1<<20)); err != nil {
		b.Fatal(err)
	}
	if err := raw.Sync(); err != nil {
		b.Fatal(err)
	}
	a := session("bench")
	const turns = 500
	b.ResetTimer()
	for range b.N {
		var acks, syncs []time.Duration
		head, err := s.Head(ctx, a)
		if err != nil {
			b.Fatal(err)
		}
		for i := range uint64(turns) {
			batch := []tracestore.Entry{kilobyte(b, entry(b, a, head+i+1, fmt.Sprint("e", head+i)))}
			measure(b, &acks, func() error { return s.Append(ctx, batch) })
			measure(b, &syncs, func() error {
				if _, err := raw.WriteAt(page, int64(i%256)*4096); err != nil {
					return err
				}
				return unix.Fdatasync(int(raw.Fd()))
			})
		}
		ratio := float64(quantile(acks, 0.5)) / float64(quantile(syncs, 0.5))
		b.ReportMetric(ratio, "ack/fdatasync")
		b.Logf("ack p50 %v p99 %v, fdatasync p50 %v p99 %v", quantile(acks, 0.5), quantile(acks, 0.99), quantile(syncs, 0.5), quantile(syncs, 0.99))
		fmt.Printf("\nMETRIC store_append_p50_over_fdatasync=%.3f ratio\n", ratio)
		fmt.Printf("\nMETRIC store_append_p99_over_fdatasync_p99=%.3f ratio\n", float64(quantile(acks, 0.99))/float64(quantile(syncs, 0.99)))
	}
}

// kilobyte pads the delivery columns until the row is about 1 KiB.
func kilobyte(t testing.TB, e tracestore.Entry) tracestore.Entry {
	t.Helper()
	if have := len(e.Record.Head) + len(e.Record.Body) + len(e.Reply); have < 1024 {
		e.Reply = append(e.Reply, make([]byte, 1024-have)...)
	}
	return e
}

// BenchmarkMetricGroup measures what sharing a commit gains: durable records
// per second of 64 callers, each with a session of its own, over those of one,
// and over a bare loop of inserts in batches of 64. Sessions lie apart in the
// file, so 64 of them write 64 pages where the loop writes a dozen; one session
// with 64 producers is measured in sidecar/ingest.
func BenchmarkMetricGroup(b *testing.B) {
	for range b.N {
		const callers, each = 64, 100
		loop := insertLoop(b, filepath.Join(b.TempDir(), "loop.db"), callers*each)
		alone, shared := perSecond(b, 1, 400), perSecond(b, callers, each)
		loop = (loop + insertLoop(b, filepath.Join(b.TempDir(), "loop.db"), callers*each)) / 2
		b.Logf("%.0f records/s alone, %.0f with 64 callers, %.0f of the loop", alone, shared, loop)
		fmt.Printf("\nMETRIC store_group_commit_gain=%.2f ratio\n", shared/alone)
		fmt.Printf("\nMETRIC store_append_64_sessions_over_loop=%.2f ratio\n", shared/loop)
	}
}

// insertLoop is the baseline: rows of 1 KiB, 64 to a durable transaction, with
// nothing around them.
func insertLoop(b *testing.B, path string, rows int) float64 {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(wal)&_pragma=synchronous(full)")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE r (id INTEGER PRIMARY KEY, body BLOB)"); err != nil {
		b.Fatal(err)
	}
	body := make([]byte, 1024)
	begun := time.Now()
	for n := 0; n < rows; n += 64 {
		tx, err := db.Begin()
		if err != nil {
			b.Fatal(err)
		}
		insert, err := tx.Prepare("INSERT INTO r (body) VALUES (?)")
		for i := 0; i < 64 && err == nil; i++ {
			_, err = insert.Exec(body)
		}
		if err == nil {
			err = tx.Commit()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return float64(rows) / time.Since(begun).Seconds()
}

func perSecond(b *testing.B, callers, each int) float64 {
	s := open(b, filepath.Join(b.TempDir(), "trace.db"), tracestore.Options{})
	defer s.Close()
	batches := make([][][]tracestore.Entry, callers)
	for c := range batches {
		for seq := range each {
			e := entry(b, session(fmt.Sprint("bench ", c)), uint64(seq+1), fmt.Sprint("e", seq))
			batches[c] = append(batches[c], []tracestore.Entry{kilobyte(b, e)})
		}
	}
	start := time.Now()
	var wg sync.WaitGroup
	for _, own := range batches {
		wg.Go(func() {
			for _, batch := range own {
				if err := s.Append(ctx, batch); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	return float64(callers*each) / time.Since(start).Seconds()
}
