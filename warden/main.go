package warden

import "github.com/varek/varek/warden/inside"

// Main runs the process that argv[0] names when this binary was executed again
// by Start (init, emulator, watchdog). A binary that is its own
// Config.Self calls it first thing in main, on the main goroutine, and exits
// with code when handled is true.
func Main(args []string) (handled bool, code int) { return inside.Main(args) }
