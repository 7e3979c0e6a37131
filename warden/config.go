package warden

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"slices"

	"github.com/varek/varek/warden/policy"
)

// Config says what to run and under which rules.
type Config struct {
	Policy *policy.Policy

	Argv []string // the agent; Argv[0] is looked up in the PATH of Env
	Env  []string // the agent's whole environment
	Dir  string   // working directory, "" for the caller's

	Workspace, Home string // what $WORKSPACE and $HOME mean in the policy

	StateDir  string   // out of the agent's reach: trace, keys, sockets, logs
	Protected []string // further paths out of the agent's reach
	Fixed     []string // paths the agent may read but never write, such as the policy file

	// BusAddr is the loopback address of the bus. A connect to it is
	// emulated and its caller remembered for Peer.
	BusAddr netip.AddrPort
	// Doors are further loopback addresses of the recorder, such as the gate on the
	// model's API. They are connected to as the bus is: whatever the policy says, and by
	// no process of a call.
	Doors []netip.AddrPort
	// NameServers are asked where rules name hosts; nil means those of
	// /etc/resolv.conf, which the agent's programs ask in any case.
	NameServers []netip.AddrPort
	// HookKeyFile and CredsFile may lie in StateDir; the root harness, and
	// our own binary started by it outside every call, may read them.
	// The credentials are read by our own binary behind other programs, too.
	HookKeyFile, CredsFile string
	// HarnessFiles, its configuration with the hook key, are for the root harness
	// process alone to read and for nobody to write.
	HarnessFiles []string

	// Self is the binary that is executed again as init, emulator and shim;
	// it must call Main first. "" means the running executable.
	Self string

	// Ready is called once when everything stands and before the agent's
	// program is handed to the kernel: Floor and Harness are known, and no
	// record has been made. An error ends the start. nil means nothing to do.
	Ready func(*Supervisor) error

	Stdin, Stdout, Stderr *os.File // nil means those of the caller

	Sink Sink
	Log  *slog.Logger // nil discards
}

// ErrConfig is the family of faults in a Config.
var ErrConfig = errors.New("warden configuration")

// check completes the defaults and refuses what cannot be run.
func (c *Config) check() error {
	if len(c.Argv) == 0 {
		return fmt.Errorf("%w: no program to run", ErrConfig)
	}
	if c.Policy == nil {
		return fmt.Errorf("%w: no policy", ErrConfig)
	}
	if c.Sink == nil {
		return fmt.Errorf("%w: no sink for the records", ErrConfig)
	}
	if err := c.defaults(); err != nil {
		return fmt.Errorf("%w: %w", ErrConfig, err)
	}
	for _, p := range []*string{&c.StateDir, &c.HookKeyFile, &c.CredsFile, &c.Self, &c.Dir, &c.Workspace, &c.Home} {
		if err := canonical(p); err != nil {
			return fmt.Errorf("%w: %w", ErrConfig, err)
		}
	}
	for _, list := range []*[]string{&c.Protected, &c.Fixed, &c.HarnessFiles} {
		*list = slices.Clone(*list)
		for i := range *list {
			if err := canonical(&(*list)[i]); err != nil {
				return fmt.Errorf("%w: %w", ErrConfig, err)
			}
		}
	}
	c.BusAddr = policy.CanonicalAddr(c.BusAddr, true)
	c.Doors = slices.Clone(c.Doors)
	for i, door := range c.Doors {
		c.Doors[i] = policy.CanonicalAddr(door, true)
	}
	return nil
}

func (c *Config) defaults() (err error) {
	if c.Dir == "" {
		if c.Dir, err = os.Getwd(); err != nil {
			return err
		}
	}
	if c.Self == "" {
		if c.Self, err = os.Executable(); err != nil {
			return err
		}
	}
	if c.Stdin == nil {
		c.Stdin = os.Stdin
	}
	if c.Stdout == nil {
		c.Stdout = os.Stdout
	}
	if c.Stderr == nil {
		c.Stderr = os.Stderr
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	return nil
}

// canonical replaces a path by its absolute form without links, because
// decisions compare resolved paths. A path that does not exist yet keeps its
// last element under its resolved directory.
func canonical(path *string) error {
	if *path == "" {
		return nil
	}
	abs, err := filepath.Abs(*path)
	if err != nil {
		return err
	}
	real, err := policy.ResolveLinks(abs)
	if err != nil {
		return fmt.Errorf("resolving %s: %w", abs, err)
	}
	*path = real
	return nil
}

// leadsIn reports whether an address belongs to the recorder of this run.
func (c *Config) leadsIn(a netip.AddrPort) bool {
	a = policy.CanonicalAddr(a, true)
	return a == c.BusAddr || slices.Contains(c.Doors, a)
}
