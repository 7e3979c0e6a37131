// Command varek-escrow is for the two sides of a promise: providers register,
// fund and retire promises, users file claims and follow them. It also runs the
// development chain.
//
// It promises one command per step of the settlement, exact amounts, refusals
// of the contract as sentences, and follow-up commands that run as printed. It
// holds no state beyond keys and the development chain: what it shows is read
// from the chain each time. It does not judge; that is varek-verifier's.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/varek/varek/contracts/cmd/varek-escrow/command"
)

// version is set by the build.
var version = "devel"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := command.Run(ctx, version, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
