package escrow_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/devchain"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// TestMain lets the test binary be another process: a chain, or a program that
// commits with the operator's key.
func TestMain(m *testing.M) {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "chain":
		err = runChain(os.Args[2])
	case len(os.Args) == 4 && os.Args[1] == "signer":
		err = runSigner(os.Args[2], os.Args[3])
	case len(os.Args) == 5 && os.Args[1] == "fund":
		err = runFunding(os.Args[2], os.Args[3], os.Args[4])
	case len(os.Args) == 5 && os.Args[1] == "commit":
		err = runCommits(os.Args[2], os.Args[3], os.Args[4])
	default:
		os.Exit(m.Run())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func runChain(state string) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	n, err := devnet.Start(ctx, devnet.Config{State: state})
	if err != nil {
		return err
	}
	<-ctx.Done()
	return n.Close()
}

// dialState reaches the network of a state directory as its operator.
func dialState(ctx context.Context, state string) (*escrow.Client, *escrow.Account, error) {
	n, err := escrow.Resolve("dev", state)
	if err != nil {
		return nil, nil, err
	}
	c, err := escrow.Dial(ctx, n)
	if err != nil {
		return nil, nil, err
	}
	key, err := escrow.LoadKey(devnet.KeyFile(state, devnet.Operator))
	if err != nil {
		return nil, nil, err
	}
	a, err := c.Account(key, devnet.KeyDir(state))
	return c, a, err
}

// runCommits commits n = 1 … count of a session, one transaction each.
func runCommits(state, session, count string) error {
	ctx := context.Background()
	c, a, err := dialState(ctx, state)
	if err != nil {
		return err
	}
	defer c.Close()
	id, err := trace.ParseHash(session)
	if err != nil {
		return err
	}
	x, err := c.Session(ctx, id)
	if err != nil {
		return err
	}
	last, err := strconv.ParseUint(count, 10, 32)
	if err != nil {
		return err
	}
	for n := uint32(1); n <= uint32(last); n++ {
		if _, err := a.Commit(ctx, x.Owner, []trace.Item{item(x, n)}); err != nil {
			return err
		}
	}
	return nil
}

// TestTwoProcessesOneKey: three processes commit with one key at once; each
// transaction takes place exactly once.
func TestTwoProcessesOneKey(t *testing.T) {
	state := t.TempDir()
	n, err := devnet.Start(t.Context(), devnet.Config{State: state})
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	c, operator, err := n.Account(t.Context(), devnet.Operator)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	owner, user := n.Keys[devnet.Owner].Address(), n.Keys[devnet.User].Address()
	const each = 10
	var wg sync.WaitGroup
	sessions := map[trace.Hash]bool{}
	for i := range 3 {
		id, _, err := operator.OpenSession(t.Context(), owner, user, trace.Hash{31: byte(i + 1)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		sessions[id] = true
		wg.Go(func() {
			out, err := exec.Command(os.Args[0], "commit", state, id.String(), strconv.Itoa(each)).CombinedOutput()
			if err != nil {
				t.Errorf("process %d: %v: %s", i, err, out)
			}
		})
	}
	wg.Wait()
	assertGapless(t, n.Chain.Socket(), operator.Address(), uint64(len(sessions)*(1+each)))
	for id := range sessions {
		items := must(c.Items(t.Context(), owner, id))(t)
		if len(items) != each {
			t.Errorf("session %s has %d commitments, want %d", id, len(items), each)
		}
		for i, it := range items {
			if it.N != uint32(i+1) {
				t.Errorf("session %s: commitment %d is of n %d", id, i, it.N)
			}
		}
	}
}

// TestChainKilledInMidFlow kills the chain's process again and again while a
// program commits. The program goes on, and no commitment is lost or doubled.
func TestChainKilledInMidFlow(t *testing.T) {
	state := t.TempDir()
	start := func() devchain.Status {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		s, _, err := devchain.Detach(ctx, devnet.Dir(state), []string{os.Args[0], "chain", state})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	status := start()
	defer func() {
		if err := devchain.Stop(context.Background(), devnet.Dir(state)); err != nil {
			t.Error(err)
		}
	}()
	c, operator, err := dialState(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	owner := must(escrow.LoadKey(devnet.KeyFile(state, devnet.Owner)))(t).Address()
	id, _, err := operator.OpenSession(t.Context(), owner, trace.Address{1}, trace.Hash{1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	x := must(c.Session(t.Context(), id))(t)

	const count = 60
	progress, failed := make(chan uint32), make(chan error, 1)
	go func() {
		defer close(progress)
		for n := uint32(1); n <= count; n++ {
			if err := commitAgain(t.Context(), operator, x, n); err != nil {
				failed <- fmt.Errorf("commitment %d: %w", n, err)
				return
			}
			progress <- n
		}
	}()
	for n := range progress {
		if n%20 == 10 {
			if err := syscall.Kill(status.PID, syscall.SIGKILL); err != nil {
				t.Error(err)
			}
			status = start()
		}
	}
	select {
	case err := <-failed:
		t.Fatal(err)
	default:
	}
	items := must(c.Items(t.Context(), owner, x.ID))(t)
	if len(items) != count {
		t.Errorf("%d commitments, want %d", len(items), count)
	}
	for i, it := range items {
		if it.N != uint32(i+1) {
			t.Fatalf("commitment %d is of n %d", i, it.N)
		}
	}
}

// commitAgain commits, and tries again while the chain does not answer before
// anything was sent. What was sent is followed by the account itself.
func commitAgain(ctx context.Context, a *escrow.Account, x escrow.Session, n uint32) error {
	for {
		_, err := a.Commit(ctx, x.Owner, []trace.Item{item(x, n)})
		if !errors.Is(err, escrow.ErrUnreachable) {
			return err
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestChainThatIsDown: every sentence names the command that helps.
func TestChainThatIsDown(t *testing.T) {
	state := t.TempDir()
	if _, err := escrow.Resolve("dev", state); !errors.Is(err, escrow.ErrNoDevchain) || !strings.Contains(err.Error(), "varek-escrow devchain --detach --state "+state) {
		t.Errorf("no network file: %v", err)
	}
	n, err := devnet.Start(t.Context(), devnet.Config{State: state})
	if err != nil {
		t.Fatal(err)
	}
	network := must(escrow.Resolve("dev", state))(t)
	if err := n.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := escrow.Dial(t.Context(), network); !errors.Is(err, escrow.ErrNoDevchain) || !strings.Contains(err.Error(), "varek-escrow devchain --detach --state "+state) {
		t.Errorf("stopped chain: %v", err)
	}
	far := network
	far.Name, far.RPC = "far", "http://127.0.0.1:1"
	far = must(escrow.ParseNetwork(mustJSON(t, far)))(t)
	if _, err := escrow.Dial(t.Context(), far); !errors.Is(err, escrow.ErrUnreachable) {
		t.Errorf("no node: %v", err)
	}
}
