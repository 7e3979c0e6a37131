package warden

import (
	"os"
	"path/filepath"
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

// withOwnNeeds lets the domain execute our own binaries: the emulator is self,
// a static file or the running program, and the shim is the running program,
// which loads the libraries that its memory map names. Loading one asks for
// reading alone; the loader itself is executed.
func withOwnNeeds(d floor.Domain, self, shim string) floor.Domain {
	if !d.Files {
		return d
	}
	d.Exec, d.Read = append(slices.Clone(d.Exec), self, shim), append(slices.Clone(d.Read), self, shim, "/etc/ld.so.cache")
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return d
	}
	for line := range strings.Lines(string(maps)) {
		i := strings.IndexByte(line, '/')
		if i < 0 || !strings.Contains(line, ".so") {
			continue
		}
		lib := strings.TrimSpace(line[i:])
		if slices.Contains(d.Read, lib) {
			continue
		}
		d.Read = append(d.Read, lib)
		if strings.HasPrefix(filepath.Base(lib), "ld-") {
			d.Exec = append(d.Exec, lib)
		}
	}
	return d
}
