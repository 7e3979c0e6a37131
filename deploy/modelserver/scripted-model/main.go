// Command scripted-model runs the scripted model server for tests that are not
// written in Go.
//
// Purpose: this package wires. Promise: the first line on standard output is
// {"url": "http://127.0.0.1:PORT"}; it ends when standard input ends, so that it
// never outlives its test. Limits: those of package modelserver.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/varek/varek/deploy/modelserver"
)

func main() {
	path := flag.String("scenario", "", "file with the scenario (default: a model that says Done.)")
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), "usage: scripted-model [--scenario FILE]\n\nA model for tests. It ends when standard input ends: keep a pipe open, or  tail -f /dev/null | scripted-model\n\n")
		flag.PrintDefaults()
	}
	flag.Parse()
	if err := serve(*path); err != nil {
		fmt.Fprintf(os.Stderr, "scripted-model: %v\n", err)
		os.Exit(2)
	}
}

func serve(path string) error {
	var s modelserver.Scenario
	if path != "" {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		if s, err = modelserver.Decode(f); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	server, err := modelserver.Start(s)
	if err != nil {
		return err
	}
	defer server.Close()
	fmt.Printf("{\"url\": %q}\n", server.URL())
	_, err = io.Copy(io.Discard, os.Stdin)
	return err
}
