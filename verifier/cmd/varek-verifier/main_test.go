package main

import (
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes this test binary the program itself where a test runs
// varek-verifier as a process.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"varek-verifier": func() { os.Exit(mainCode()) }})
}
