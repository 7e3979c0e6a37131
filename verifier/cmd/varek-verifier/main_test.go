package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/judge"
)

// TestMain makes this test binary the program itself where a test runs
// varek-verifier as a process.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"varek-verifier": func() { os.Exit(mainCode()) },
		"varek-liar":     func() { os.Exit(liarCode()) },
	})
}

// liarCode is serve with a judge that finds every promise broken.
func liarCode() int {
	o := &options{}
	cmd := newServe(o, func(cfg *verifier.Config) { cfg.Ledger = liar{cfg.Ledger} })
	o.flags(cmd)
	cmd.SetArgs(os.Args[2:])
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	if err := cmd.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// liar says that other parameters were registered.
type liar struct{ verifier.Ledger }

func (l liar) Facts(ctx context.Context, claim trace.Hash, heads []judge.Head) (judge.Facts, error) {
	f, err := l.Ledger.Facts(ctx, claim, heads)
	f.Promise.ParamsHash = trace.Keccak([]byte("other parameters"))
	return f, err
}
