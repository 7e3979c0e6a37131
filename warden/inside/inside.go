// Package inside is the supervisor's other processes: init, emulator and
// watchdog, each of them our own binary executed again; the shim is the
// supervisor's own program (package launch).
//
// Purpose: a small binary can serve them without linking the supervisor, the
// policy or libseccomp, so that a run starts fast; the filter arrives as the
// bytes of a BPF program. Promise: Main does nothing unless argv[0] names one
// of them. Limits: who starts them is the supervisor (package warden), over the
// sockets that it hands down; started by anybody else they end with an error.
package inside

import (
	"fmt"
	"os"
	"runtime"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/launch"
)

// Main runs the process that argv[0] names. A command calls it first thing in
// main, on the main goroutine, and exits with code when handled is true.
func Main(args []string) (handled bool, code int) {
	if len(args) == 0 {
		return false, 0
	}
	switch args[0] {
	case launch.InitName:
		return true, launch.Init()
	case floor.WatchdogName:
		return true, floor.WatchdogMain(args)
	case launch.EmulatorName:
		runtime.LockOSThread()
		if err := emulator.Serve(launch.Control); err != nil {
			fmt.Fprintln(os.Stderr, "varek:", err)
			return true, 1
		}
		return true, 0
	}
	return false, 0
}
