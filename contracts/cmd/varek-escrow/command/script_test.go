package command_test

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/varek/varek/contracts/cmd/varek-escrow/command"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// TestMain lets the test binary be varek-escrow, both where a script calls it
// and where a detached chain is started from it.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "devchain" {
		varekEscrow()
	}
	testscript.Main(m, map[string]func(){"varek-escrow": varekEscrow, "sign-heads": func() {
		if err := signHeads(os.Args[1], os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}})
}

// signHeads prints a heads file: for each N or N/variant a head with a hash that
// follows from it, signed with the development operator's key, or the user's
// where the word begins with "user:".
func signHeads(session string, words []string) error {
	id, err := trace.ParseHash(session)
	if err != nil {
		return err
	}
	state := os.Getenv("VAREK_STATE")
	n, err := escrow.Resolve("dev", state)
	if err != nil {
		return err
	}
	var list []escrow.FactsHead
	for _, w := range words {
		role, number := "operator", w
		if rest, ok := strings.CutPrefix(w, "user:"); ok {
			role, number = "user", rest
		}
		key, err := escrow.LoadKey(filepath.Join(state, "keys", role+".key"))
		if err != nil {
			return err
		}
		digits, _, _ := strings.Cut(number, "/")
		count, err := strconv.ParseUint(digits, 10, 32)
		if err != nil {
			return err
		}
		h := escrow.FactsHead{N: uint32(count), H: trace.Keccak([]byte(number))}
		sig, err := key.SignHash(trace.Domain{ChainID: n.ChainID, Contract: n.Escrow}.HeadDigest(id, h.N, h.H))
		if err != nil {
			return err
		}
		h.Signature = trace.FormatSignature(sig)
		list = append(list, h)
	}
	text, err := trace.Marshal(list)
	if err == nil {
		_, err = os.Stdout.Write(append(text, '\n'))
	}
	return err
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
