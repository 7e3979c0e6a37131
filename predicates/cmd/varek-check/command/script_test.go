package command_test

import (
	"context"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/varek/varek/predicates/cmd/varek-check/command"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"varek-check": func() {
			os.Exit(command.Run(context.Background(), "test", os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: "testdata/script"})
}
