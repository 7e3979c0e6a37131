//go:build !linux

package stdio

import "os/exec"

// separate can take nothing from a program on this system.
func separate(_ *exec.Cmd, apart bool) (kept string, ok bool) {
	return "the network could not be taken from it on this system", !apart
}

func limit(int, uint64) string { return "its memory is not limited on this system" }
