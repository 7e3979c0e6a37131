// The runtime must not go on reading the cgroup's processor quota: each reading is
// a call that the warden would answer. At start it looks once all the same.
//
//go:debug containermaxprocs=0
//go:debug updatemaxprocs=0

// Command varek-sidecar is the name under which every command of the sidecar is
// called. It is small, because it starts for every tool call: it serves emit,
// hook, exec and, in a run, the relays and the warden's processes inside (init, emulator, watchdog) itself
// and becomes varek-recorder, which lies beside it, for everything else.
//
// Purpose: this package wires. Promise: it never becomes a recorder of another
// version or from another directory. Limits: the agent's bus accepts this binary
// and not the recorder.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar/speak"
	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/inside"
)

// version is stamped by the build; a plain `go build` says devel.
var version = "devel"

func main() {
	if handled, code := inside.Main(os.Args); handled {
		os.Exit(code)
	}
	os.Exit(command(os.Args[1:]))
}

// command serves one command line.
func command(args []string) int {
	name, rest := split(args)
	switch name {
	case "emit":
		return speak.Emit(context.Background(), rest, os.Stdin, os.Stdout, os.Stderr)
	case "hook":
		return speak.Hook(context.Background(), rest, os.Stdin, os.Stdout, os.Stderr)
	case "exec":
		return speak.Exec(context.Background(), rest, os.Stdout, os.Stderr)
	case "mcp", "acp", "codex":
		if os.Getenv(event.EnvSession) != "" {
			return speak.Relay(context.Background(), name, rest, os.Stdin, os.Stdout, os.Stderr)
		} // outside a run the recorder makes one
	}
	return recorder(args)
}

// split finds the command's name behind flags that all commands share.
func split(args []string) (name string, rest []string) {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "--state" || args[i] == "--network" || args[i] == "--config":
			i++
		case !strings.HasPrefix(args[i], "-"):
			return args[i], append(append([]string{}, args[:i]...), args[i+1:]...)
		}
	}
	return "", args
}

// recorder becomes varek-recorder, which checks that it is of this version.
func recorder(args []string) int {
	self, err := os.Executable()
	if err != nil {
		return cannot(err, "mount /proc")
	}
	path := filepath.Join(filepath.Dir(self), "varek-recorder")
	env := append(os.Environ(), speak.EnvFront+"="+version)
	runtime.LockOSThread()
	_ = floor.Calm() // without it a run costs more, and nothing else
	err = syscall.Exec(path, append([]string{"varek-sidecar"}, args...), env)
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%s is missing", path)
	}
	return cannot(err, "install varek-sidecar and varek-recorder of one version in one directory; a link to varek-sidecar elsewhere is fine")
}

func cannot(err error, hint string) int {
	fmt.Fprintf(os.Stderr, "varek-sidecar: start the recorder: %v\n  next: %s\n", err, hint)
	return 4
}
