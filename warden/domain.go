package warden

import (
	"os"
	"slices"
	"strings"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/policy"
)

// The floor's own types say what the kernel is asked to hold; they know no
// policy, because the processes inside must start without linking one.

func domainOf(l policy.Landlock) floor.Domain {
	return floor.Domain{Files: l.Files, Read: l.Read, Write: l.Write, Exec: l.Exec, Loaders: l.Loaders, NoDevices: l.NoDevices,
		Connect: floor.Ports(l.Connect), Bind: floor.Ports(l.Bind), ScopeSignal: l.ScopeSignal, ScopeAbstract: l.ScopeAbstract, Wider: l.Wider}
}

func limitsOf(l policy.Limits) floor.Limits {
	return floor.Limits{OpenFiles: l.OpenFiles, FileSize: l.FileSize, AddressSpace: l.AddressSpace, CPUSeconds: l.CPUSeconds}
}

func demandsOf(ds policy.Demands) []floor.Demand {
	var out []floor.Demand
	for _, d := range ds {
		out = append(out, floor.Demand(d))
	}
	return out
}

// withOwnNeeds lets the domain execute our own binary: the emulator and the
// shim start inside. A binary that is the running one may load libraries, which
// the memory map names; another one (the front) is linked statically.
func withOwnNeeds(d floor.Domain, self string) floor.Domain {
	if !d.Files {
		return d
	}
	d.Exec, d.Read = append(slices.Clone(d.Exec), self), append(slices.Clone(d.Read), self)
	if !isRunning(self) {
		return d
	}
	d.Read = append(d.Read, "/etc/ld.so.cache")
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return d
	}
	for line := range strings.Lines(string(maps)) {
		i := strings.IndexByte(line, '/')
		if i < 0 || !strings.Contains(line, ".so") {
			continue
		}
		if lib := strings.TrimSpace(line[i:]); !slices.Contains(d.Read, lib) {
			d.Read, d.Exec = append(d.Read, lib), append(d.Exec, lib)
		}
	}
	return d
}

// isRunning reports whether path is the program that this process runs.
func isRunning(path string) bool {
	ours, err := os.Stat("/proc/self/exe")
	if err != nil {
		return false
	}
	there, err := os.Stat(path)
	return err == nil && os.SameFile(ours, there)
}
