package main

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/varek/varek/tracestore/trace"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"varek-sidecar": func() {
			os.Exit(start())
		},
		"alter-store": func() {
			if err := alterStore(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		},
		"sample-session": func() {
			if err := sampleSession(os.Args[1:]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		},
	})
}

// TestCommands runs the scripts of testdata, which read as a manual.
func TestCommands(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("SAMPLE", "7b210bb8") // the session that sample-session makes
			e.Setenv("SESSION", strings.TrimPrefix(trace.Keccak([]byte("sample session")).String(), "0x"))
			e.Setenv("XDG_STATE_HOME", "")
			e.Setenv("XDG_CONFIG_HOME", "")
			return nil
		},
	})
}
