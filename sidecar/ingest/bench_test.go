package ingest_test

import (
	"crypto/rand"
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

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/tracestore"
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

// BenchmarkMetricStoreAck measures what an adapter waits for: a 1 KiB event
// from one producer over the bus until the answer, in multiples of what the
// disk itself needs to overwrite 4 KiB durably. Both alternate on one file
// system, because a disk has moods.
func BenchmarkMetricStoreAck(b *testing.B) {
	const rounds = 600
	dir := b.TempDir()
	l := newLine(b, dir, everybodyIs(harness))
	c, err := dial(b, l.bus, l.access, "")
	if err != nil {
		b.Fatal(err)
	}
	disk := newOverwriter(b, filepath.Join(dir, "baseline"))
	args := `{"text":"` + strings.Repeat("x", 600) + `"}` // the record has 1 KiB with head, hashes and times
	var acks, syncs []time.Duration
	for b.Loop() {
		for n := range rounds {
			syncs = append(syncs, disk.overwrite(b))
			begun := time.Now()
			if _, err := c.Send(b.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: args}); err != nil {
				b.Fatal(err)
			}
			if n >= rounds/10 { // the first ones grow the log
				acks = append(acks, time.Since(begun))
			}
		}
	}
	ack, fsync := median(acks), median(syncs)
	fmt.Printf("METRIC store_ack_p50=%.3f ms\n", ms(ack))
	fmt.Printf("METRIC fdatasync_4k_p50=%.3f ms\n", ms(fsync))
	fmt.Printf("METRIC store_ack_p50_over_fdatasync=%.2f ratio\n", float64(ack)/float64(fsync))
}

// BenchmarkMetricStoreRate measures durable events per second of 64 producers
// over the bus, beside one producer in the same run.
func BenchmarkMetricStoreRate(b *testing.B) {
	const producers, each = 64, 40
	l := newLine(b, b.TempDir(), everybodyIs(harness))
	rate := func(n, each int) float64 {
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
					if _, err := c.Send(b.Context(), event.Data{Kind: "intent", Tool: "t", ArgsJSON: `{}`}); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		return float64(n*each) / time.Since(begun).Seconds()
	}
	for b.Loop() {
		one, many := rate(1, 200), rate(producers, each)
		fmt.Printf("METRIC store_events_per_second_1=%.0f events/s\n", one)
		fmt.Printf("METRIC store_events_per_second_64=%.0f events/s\n", many)
		fmt.Printf("METRIC store_rate_64_over_1=%.2f ratio\n", many/one)
	}
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

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
