package warden

import (
	"fmt"
	"os"
	"runtime"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/emulator"
	"github.com/varek/varek/warden/internal/launch"
)

// Main runs the process that argv[0] names when this binary was executed again
// by Start (init, emulator, shim, watchdog). A command calls it first thing in
// main, on the main goroutine, and exits with code when handled is true.
func Main(args []string) (handled bool, code int) {
	if len(args) == 0 {
		return false, 0
	}
	switch args[0] {
	case launch.InitName:
		return true, launch.Init()
	case launch.ShimName:
		return true, launch.Shim()
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
