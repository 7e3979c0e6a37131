// Command varek-check tells a provider, before money is staked, what a promise
// finds: eval judges recorded traces by promises or formulas, explain says in
// sentences what a promise file promises, what it cannot see and what it needs.
//
// It promises one language and one verdict with varek-verifier: the same
// programs decide. It talks to no chain and no bus, and its reports may quote
// what records say: they are for the party that holds the traces.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/varek/varek/predicates/cmd/varek-check/command"
)

// version is set by the build.
var version = "devel"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := command.Run(ctx, version, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
