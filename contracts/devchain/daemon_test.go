package devchain_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"

	"github.com/varek/varek/contracts/devchain"
	"github.com/varek/varek/tracestore/trace"
)

// TestMain lets the test binary be the chain's process.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == "chain" {
		if err := runChain(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func runChain(dir string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	c, err := devchain.Start(ctx, devchain.Config{Dir: dir, Fund: []trace.Address{trace.Address(payerAddress())}})
	if err != nil {
		return err
	}
	select {
	case <-ctx.Done():
	case <-c.Done():
	}
	return c.Close()
}

func detach(t *testing.T, dir string) (devchain.Status, bool) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, started, err := devchain.Detach(ctx, dir, []string{self, "chain", dir})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := devchain.Stop(context.Background(), dir); err != nil && !errors.Is(err, devchain.ErrNotRunning) {
			t.Error(err)
		}
	})
	return s, started
}

// TestKillLosesNothing kills the chain's process in the middle of traffic, time
// and again: what a client has a receipt for is there afterwards, and so is a
// jump of the clock.
func TestKillLosesNothing(t *testing.T) {
	dir := t.TempDir()
	to := common.HexToAddress("0xabcd")
	paid, latest := int64(0), uint64(0)
	for round := range rounds(t, 20) {
		s, started := detach(t, dir)
		if !started {
			t.Fatalf("round %d: the killed chain still answers: %+v", round, s)
		}
		client := connect(t, s.Socket)
		if got := balance(t, client, to); got != paid {
			t.Fatalf("round %d: %d payments after the kill, %d before", round, got, paid)
		}
		if got := head(t, client).Time; got < latest {
			t.Fatalf("round %d: the clock went back from %d to %d", round, latest, got)
		}
		for range 5 {
			pay(t, client, to)
			paid++
		}
		at, err := devchain.Advance(t.Context(), dir, 24*time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		latest = uint64(at.Unix())
		if err := syscall.Kill(s.PID, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		eventually(t, "the end of the killed chain", func() bool {
			_, err := devchain.Find(t.Context(), dir)
			return errors.Is(err, devchain.ErrNotRunning)
		})
	}
}

// rounds is n times VAREK_SCALE.
func rounds(t *testing.T, n int) int {
	if text := os.Getenv("VAREK_SCALE"); text != "" {
		scale, err := strconv.Atoi(text)
		if err != nil || scale < 1 {
			t.Fatalf("VAREK_SCALE=%s is no count", text)
		}
		n *= scale
	}
	return n
}

func TestManyStartersOneChain(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	var mu sync.Mutex
	pids, starters := map[int]bool{}, 0
	for range 6 {
		wg.Go(func() {
			s, started := detach(t, dir)
			mu.Lock()
			defer mu.Unlock()
			pids[s.PID] = true
			if started {
				starters++
			}
		})
	}
	wg.Wait()
	if len(pids) != 1 || starters != 1 {
		t.Errorf("%d processes %v, %d starters; want one of each", len(pids), pids, starters)
	}
}

func TestStopAndNotRunning(t *testing.T) {
	dir := t.TempDir()
	if err := devchain.Stop(t.Context(), dir); !errors.Is(err, devchain.ErrNotRunning) {
		t.Errorf("stop of nothing: %v", err)
	}
	s, _ := detach(t, dir)
	if err := devchain.Stop(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	if _, err := devchain.Find(t.Context(), dir); !errors.Is(err, devchain.ErrNotRunning) {
		t.Errorf("status after stop: %v", err)
	}
	if _, err := devchain.Advance(t.Context(), dir, time.Hour); !errors.Is(err, devchain.ErrNotRunning) {
		t.Errorf("advance after stop: %v", err)
	}
	if _, started := detach(t, dir); !started {
		t.Errorf("process %d was stopped and yet joined", s.PID)
	}
}

func TestDetachTellsWhyTheChainDied(t *testing.T) {
	dir := t.TempDir()
	argv := []string{"/bin/sh", "-c", "echo the disk is full >&2; exit 3"}
	_, _, err := devchain.Detach(t.Context(), dir, argv)
	if err == nil || !strings.Contains(err.Error(), "the disk is full") {
		t.Errorf("detach: %v", err)
	}
}
