package escrow_test

import (
	"context"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
)

// runFunding funds promise 1 with some wei, as a command would: it says "done"
// before it forgets the transaction.
func runFunding(state, url, wei string) error {
	ctx := context.Background()
	n, err := escrow.Resolve("dev", state)
	if err != nil {
		return err
	}
	n.RPC = url
	c, err := escrow.Dial(ctx, n)
	if err != nil {
		return err
	}
	defer c.Close()
	key, err := escrow.LoadKey(devnet.KeyFile(state, devnet.Owner))
	if err != nil {
		return err
	}
	a, err := c.Account(key, devnet.KeyDir(state))
	if err != nil {
		return err
	}
	a.Hold()
	amount, err := strconv.ParseInt(wei, 10, 64)
	if err != nil {
		return err
	}
	r, err := a.Fund(ctx, 1, big.NewInt(amount))
	if err != nil {
		return err
	}
	// What a command reads before it prints its result.
	if _, err := c.Promise(ctx, 1); err != nil {
		return err
	}
	fmt.Println("done resumed", r.Resumed)
	return a.Release()
}

// TestKilledAtEveryStep kills a process that moves money at each question it asks
// the chain, one after the other, and once more after its transaction was
// passed on, and starts it again: the money has moved exactly once.
func TestKilledAtEveryStep(t *testing.T) {
	s := newScene(t)
	id := s.register(gwei(1000))
	if id != 1 {
		t.Fatalf("promise %d", id)
	}
	p := newProxy(t, s.endpoint)
	reserve := func() *big.Int { return must(s.client.Promise(t.Context(), id))(t).Reserve }
	resumed := 0
	fund := func(step int64, kill func(c call) bool, after bool) (out string, died bool) {
		cmd := exec.Command(os.Args[0], "fund", s.state, p.url, strconv.FormatInt(step+1, 10))
		var mu sync.Mutex
		p.lie(func(c call) (answer, bool) {
			mu.Lock()
			defer mu.Unlock()
			if died || !kill(c) {
				return answer{}, false
			}
			died = true
			var a answer
			if after {
				a = p.ask(context.Background(), c)
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Error(err)
			}
			return a, true
		})
		text, err := cmd.CombinedOutput()
		if err != nil && !died {
			t.Fatalf("step %d: %v: %s", step, err, text)
		}
		return string(text), died
	}
	never := func(call) bool { return false }
	once := func(step int64, kill func(c call) bool, after bool) bool {
		before := reserve()
		out, died := fund(step, kill, after)
		if died {
			out, _ = fund(step, never, false)
		}
		if strings.Contains(out, "resumed true") {
			resumed++
		}
		want := new(big.Int).Add(before, big.NewInt(step+1))
		if got := reserve(); got.Cmp(want) != 0 {
			t.Errorf("killed at step %d: the reserve went from %s to %s, want %s\n%s", step, before, got, want, out)
		}
		return died
	}
	steps := int64(0)
	for ; ; steps++ {
		count := int64(-1)
		if !once(steps, func(call) bool { count++; return count == steps }, false) {
			break
		}
	}
	once(steps+1, func(c call) bool { return c.Method == "eth_sendRawTransaction" }, true)
	if steps < 8 || resumed < 3 {
		t.Errorf("%d steps, %d funds resumed: the test has not seen what it is for", steps, resumed)
	}
}
