package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/varek/varek/sidecar/speak"
)

// checkFront refuses to be started by a front of another version: the two speak
// over sockets whose form belongs to the version.
func checkFront() error {
	of, started := os.LookupEnv(speak.EnvFront)
	if !started || of == version {
		return os.Unsetenv(speak.EnvFront)
	}
	return environment("start the recorder", fmt.Errorf("varek-sidecar is version %s and varek-recorder beside it is version %s", of, version),
		"install both of one version in one directory")
}

// front is the small binary beside this one: the processes inside a run are it,
// and it alone may speak on the bus.
func front() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", environment("find our own directory", err, "mount /proc")
	}
	path := filepath.Join(filepath.Dir(self), "varek-sidecar")
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return "", environment("start the warden", fmt.Errorf("%s is missing", path), "install varek-sidecar and varek-recorder of one version in one directory")
	}
	return path, nil
}
