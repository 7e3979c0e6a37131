package command_test

import (
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/varek/varek/contracts/cmd/varek-escrow/command"
)

// TestMain lets the test binary be varek-escrow, both where a script calls it
// and where a detached chain is started from it.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "devchain" {
		varekEscrow()
	}
	testscript.Main(m, map[string]func(){"varek-escrow": varekEscrow})
}

func varekEscrow() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := command.Run(ctx, "test", os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("VAREK_STATE", e.WorkDir+"/state")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"remember": remember},
	})
}

// remember NAME PREFIX sets the variable to the first word of the last standard
// output that begins with the prefix.
func remember(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: remember NAME PREFIX")
	}
	for _, word := range strings.Fields(ts.ReadFile("stdout")) {
		if strings.HasPrefix(word, args[1]) {
			ts.Setenv(args[0], strings.Trim(word, `",`))
			return
		}
	}
	ts.Fatalf("no word of the output begins with %s", args[1])
}
