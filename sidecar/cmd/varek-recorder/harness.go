package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/varek/varek/adapters/hook"
	"github.com/varek/varek/adapters/hook/setup"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/sidecar/ingest"
)

// hooked is what run knows of the harness that it starts.
type hooked struct {
	harness  string   // as given: its hooks are set up for the run
	channels []string // what beside hooks carries the user's decision
}

// programs are the names by which harnesses are known where none is named.
func programs() map[string]string {
	return map[string]string{"claude": "claude-code", "codex": "codex", "gemini": "gemini", "hermes": "hermes"}
}

// known is the named harness, or the one whose program is started; "" for none.
func (f *runFlags) known(argv []string) string {
	switch {
	case f.hooked.harness != "":
		return f.hooked.harness
	case f.relay != nil && f.relay.dialect == "mcp":
		return "" // the program is a server
	}
	return programs()[strings.TrimSuffix(filepath.Base(argv[0]), ".js")]
}

// authorizable refuses a promise about permissions where no channel of this run
// carries the user's decision: every call would be uncovered.
func (f *runFlags) authorizable(ctx context.Context, c *chain, promises []uint32, argv []string) error {
	name := f.known(argv)
	if name == "" || len(promises) == 0 {
		return nil
	}
	d, err := hook.Find(name)
	if err != nil {
		return usage("read --harness", err, "varek-sidecar run --help")
	}
	others := slices.Clone(f.hooked.channels)
	if f.relay != nil {
		others = append(others, f.relay.dialect)
	}
	refused := d.CanAuthorize(others...)
	if refused == nil {
		return nil
	}
	catalog, err := aap.Catalog()
	if err != nil {
		return err
	}
	for _, n := range promises {
		promise, err := c.client.Promise(ctx, n)
		if err != nil {
			return environment(fmt.Sprintf("read promise %d", n), err, "varek-escrow promise ls")
		}
		p, known := catalog.ByHash(promise.Predicate)
		if known && strings.HasPrefix(p.Manifest().Name(), "AAP-1@") {
			return usage(fmt.Sprintf("back promise %d (%s)", n, p.Manifest().Name()), refused,
				"add that channel and name it with --permission-channel, or leave the promise out: without permissions every call that it checks is a violation")
		}
	}
	return nil
}

// settingsFile is the harness's configuration of this run.
func (r *liveRun) settingsFile() string { return filepath.Join(r.dir, "bus", "hooks.json") }

// invoke adds the configuration to the command line or the environment.
func (f *runFlags) invoke(file string, argv, env []string) (setup.Invocation, error) {
	if f.hooked.harness == "" {
		return setup.Invocation{Argv: argv}, nil
	}
	in, err := setup.Invoke(f.hooked.harness, file, argv, env)
	switch {
	case errors.Is(err, setup.ErrNoRun):
		return in, usage("set up the hooks of "+f.hooked.harness, err, "put its calls on record by a relay: varek-sidecar codex --help, varek-sidecar mcp --help; or by its package in adapters")
	case err != nil:
		return in, usage("set up the hooks of "+f.hooked.harness, err, "start it without that")
	}
	return in, nil
}

// writeHooks writes the configuration, once the key is known.
func (r *liveRun) writeHooks(access ingest.Access) error {
	if r.flags.hooked.harness == "" {
		return nil
	}
	self, err := front()
	if err != nil {
		return err
	}
	text, err := setup.ForRun(r.flags.hooked.harness, self, access.HookKey)
	if err != nil {
		return err
	}
	if err := os.WriteFile(r.settingsFile(), text, 0o600); err != nil {
		return environment("write the hook configuration", err, "check that the state directory is writable")
	}
	return nil
}
