package ingest_test

import (
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	_ "modernc.org/sqlite"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// line is the way of one event with nothing left out: client, bus, sequencer,
// store, on the file system of dir.
type line struct {
	bus     *ingest.Server
	access  ingest.Access
	session *sidecar.Session
	store   *tracestore.Store
}

func newLine(t testing.TB, dir string, peers ingest.Peers) *line {
	t.Helper()
	return newLineOn(t, dir, peers, tracestore.Options{})
}

func newLineOn(t testing.TB, dir string, peers ingest.Peers, o tracestore.Options) *line {
	t.Helper()
	store, err := tracestore.Open(t.Context(), filepath.Join(dir, "trace.db"), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	s, err := sidecar.Open(t.Context(), sessionConfig(store))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Fail(errors.New("the test is over")) })
	l := &line{session: s, store: store}
	l.bus, l.access = bus(t, ingest.Config{}, s, peers)
	return l
}

// kibArgs make a record of about 1 KiB with head, hashes and times.
var kibArgs = `{"text":"` + strings.Repeat("x", 600) + `"}`

// paperAck is what the paper's store adds to one call on its own machine
// (100 writes of 1 KiB in 0.73 s), in milliseconds.
const paperAck = 7.3

// BenchmarkMetricStoreAck measures what an adapter waits for: a 1 KiB event
// from one producer over the bus until the answer, in multiples of what the
// disk itself needs to overwrite 4 KiB durably, and the same without the bus
// (session_…). All alternate on one file system, because a disk has moods.
func BenchmarkMetricStoreAck(b *testing.B) {
	const rounds = 2000
	dir := b.TempDir()
	l := newLine(b, dir, everybodyIs(harness))
	c, err := dial(b, l.bus, l.access, "")
	if err != nil {
		b.Fatal(err)
	}
	disk := newOverwriter(b, filepath.Join(dir, "baseline"))
	var acks, syncs, submits []time.Duration
	for b.Loop() {
		for n := range rounds {
			submitted := l.submit(b)
			synced := disk.overwrite(b)
			begun := time.Now()
			if _, err := c.Send(b.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: kibArgs}); err != nil {
				b.Fatal(err)
			}
			if n >= rounds/20 { // the first ones warm both up
				syncs, acks, submits = append(syncs, synced), append(acks, time.Since(begun)), append(submits, submitted)
			}
		}
	}
	ack, fsync := quantile(acks, 0.5), quantile(syncs, 0.5)
	fmt.Printf("\nMETRIC ack_p50_ms=%.3f ms\n", ms(ack))
	fmt.Printf("METRIC ack_p50_over_paper=%.3f ratio\n", ms(ack)/paperAck)
	fmt.Printf("METRIC fdatasync_4k_p50_ms=%.3f ms\n", ms(fsync))
	fmt.Printf("METRIC store_ack_p50_over_fdatasync=%.2f ratio\n", float64(ack)/float64(fsync))
	fmt.Printf("METRIC session_ack_p50_over_fdatasync=%.2f ratio\n", float64(quantile(submits, 0.5))/float64(fsync))
	fmt.Printf("METRIC store_ack_p99_over_fdatasync_p99=%.2f ratio\n", float64(quantile(acks, 0.99))/float64(quantile(syncs, 0.99)))
}

// submit hands one event to the session as the bus would.
func (l *line) submit(b *testing.B) time.Duration {
	text, err := event.New(event.NewID(), "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: kibArgs}).Encode()
	if err != nil {
		b.Fatal(err)
	}
	begun := time.Now()
	e, err := event.Decode(text)
	if err != nil {
		b.Fatal(err)
	}
	if r := l.session.Submit(b.Context(), harness, e); !r.OK {
		b.Fatalf("%+v", r)
	}
	return time.Since(begun)
}

// BenchmarkMetricStoreThroughput measures durable events per second of 64
// producers beside one producer and beside a bare loop of inserts in batches of
// 64, and what the files hold over what was sent. store_… is the whole way over
// the bus; its 64 clients and the server share this process's processors with
// what is measured. session_… is the same session without the bus: the events
// are decoded, admitted, put in order, hashed, and made durable.
func BenchmarkMetricStoreThroughput(b *testing.B) {
	const producers, each = 64, 150
	for b.Loop() {
		dir := b.TempDir()
		l := newLine(b, dir, everybodyIs(harness))
		loop := insertLoop(b, filepath.Join(dir, "loop.db"), producers*each)
		one, many := l.rate(b, 1, 600), l.rate(b, producers, each)
		alone, shared := l.submits(b, 1, 600), l.submits(b, producers, each)
		loop = (loop + insertLoop(b, filepath.Join(dir, "loop2.db"), producers*each)) / 2
		fmt.Printf("\nMETRIC store_events_per_second_1=%.0f events/s\n", one)
		fmt.Printf("METRIC store_events_per_second_64=%.0f events/s\n", many)
		fmt.Printf("METRIC insert_loop_per_second=%.0f rows/s\n", loop)
		fmt.Printf("METRIC store_throughput_64_over_1=%.2f ratio\n", many/one)
		fmt.Printf("METRIC store_throughput_64_over_loop=%.2f ratio\n", many/loop)
		fmt.Printf("METRIC session_events_per_second_1=%.0f events/s\n", alone)
		fmt.Printf("METRIC session_events_per_second_64=%.0f events/s\n", shared)
		fmt.Printf("METRIC session_throughput_64_over_1=%.2f ratio\n", shared/alone)
		fmt.Printf("METRIC session_throughput_64_over_loop=%.2f ratio\n", shared/loop)
		payload, files := l.weigh(b)
		fmt.Printf("METRIC store_file_over_payload=%.2f ratio\n", float64(files)/float64(payload))
	}
}

// submits is the events per second of n producers that hand their events to
// the session as the bus would.
func (l *line) submits(b *testing.B, n, each int) float64 {
	texts := make([][][]byte, n)
	for p := range texts {
		for range each {
			text, err := event.New(event.NewID(), "/adapter/test", event.Data{Kind: "intent", Tool: "t", ArgsJSON: kibArgs}).Encode()
			if err != nil {
				b.Fatal(err)
			}
			texts[p] = append(texts[p], text)
		}
	}
	begun := time.Now()
	var wg sync.WaitGroup
	for _, own := range texts {
		wg.Go(func() {
			for _, text := range own {
				e, err := event.Decode(text)
				if err != nil {
					b.Error(err)
					return
				}
				if r := l.session.Submit(b.Context(), harness, e); !r.OK {
					b.Errorf("%+v", r)
					return
				}
			}
		})
	}
	wg.Wait()
	return float64(n*each) / time.Since(begun).Seconds()
}

// rate is the events per second of n producers with a connection each.
func (l *line) rate(b *testing.B, n, each int) float64 {
	clients := make([]*event.Client, n)
	for i := range clients {
		var err error
		if clients[i], err = dial(b, l.bus, l.access, ""); err != nil {
			b.Fatal(err)
		}
	}
	begun := time.Now()
	var wg sync.WaitGroup
	for _, c := range clients {
		wg.Go(func() {
			for range each {
				if _, err := c.Send(b.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: kibArgs}); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return float64(n*each) / time.Since(begun).Seconds()
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

// weigh closes the store and compares heads and bodies with all its files.
func (l *line) weigh(b *testing.B) (payload, files int64) {
	err := l.store.Read(b.Context(), session, 1, 0, func(r trace.Record, _ uint64) error {
		payload += int64(len(r.Head) + len(r.Body))
		return nil
	})
	path := l.store.Path()
	if err = errors.Join(err, l.store.Close()); err != nil {
		b.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal", ".high"} {
		if fi, err := os.Stat(path + suffix); err == nil {
			files += fi.Size()
		}
	}
	return payload, files
}

// overwriter does the least that durability costs.
type overwriter struct {
	f   *os.File
	buf []byte
}

func newOverwriter(t testing.TB, path string) *overwriter {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	o := &overwriter{f, make([]byte, 4096)}
	o.overwrite(t) // the block exists from here on
	return o
}

func (o *overwriter) overwrite(t testing.TB) time.Duration {
	t.Helper()
	rand.Read(o.buf)
	begun := time.Now()
	if _, err := o.f.WriteAt(o.buf, 0); err != nil {
		t.Fatal(err)
	}
	if err := unix.Fdatasync(int(o.f.Fd())); err != nil {
		t.Fatal(err)
	}
	return time.Since(begun)
}

func quantile(d []time.Duration, q float64) time.Duration {
	slices.Sort(d)
	return d[int(q*float64(len(d)-1))]
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
