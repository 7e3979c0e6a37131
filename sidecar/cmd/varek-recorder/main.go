// Command varek-recorder is what varek-sidecar becomes for everything but emit
// and exec. It runs an agent under varek: it supervises what the agent does, records it in one ordered trace, commits the trace to an escrow
// while the agent runs, and delivers evidence when a claim is filed.
//
// Purpose: this package wires; sequencing, storage, the bus, the warden and the
// chain client live in their own packages. Promise: a tool call runs only after
// its record is stored, and every failure ends with one sentence that names the
// cause and the next step. Limits: Linux only, links libseccomp, and never links
// a chain node: the development chain is another process behind a socket.
package main

import (
	"context"
	"os"

	"github.com/varek/varek/warden/doctor"
)

// version is stamped by the build; a plain `go build` says devel.
var version = "devel"

func main() { os.Exit(start()) }

func start() int {
	if handled, code := doctor.Main(os.Args); handled {
		return code
	}
	if err := checkFront(); err != nil {
		return report(os.Stderr, err)
	}
	return execute(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}
