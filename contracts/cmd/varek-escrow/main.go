// Command varek-escrow is for the two sides of a promise: providers register,
// fund and retire promises, users open claims and follow them. It also runs the
// development chain.
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
