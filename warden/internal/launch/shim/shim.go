// Package shim makes a program that links it able to be the shim: executed again
// under launch.ShimName it becomes the agent before its Go runtime starts.
//
// Purpose: the shim stands between everything being ready and the agent's first
// instruction, and a Go runtime would take longer to start than all of its work.
// Promise: under any other name nothing happens. Limits: it needs cgo, and what
// it is told comes from package launch alone.
package shim

import "C"
