package floor

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Detection leaves nothing behind and agrees with what the tests see.
func TestDetect(t *testing.T) {
	before, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	// A detection that was killed at the wrong moment, by another run, may have left its probe.
	earlier := probes(t)
	c := Detect()
	for i := 0; i < 20; i++ { // on whatever threads the runtime picks
		if got := Detect(); got != c {
			t.Errorf("the answer changed from %+v to %+v", c, got)
		}
	}
	t.Logf("%+v", c)
	if c.Cgroup != (c.CgroupReason == "") {
		t.Errorf("cgroup %v with reason %q", c.Cgroup, c.CgroupReason)
	}
	for _, probe := range probes(t) {
		if !slices.Contains(earlier, probe) {
			t.Errorf("left behind: %s", probe)
		}
	}
	if os.Getuid() != 0 && c.SysAdmin {
		t.Error("an ordinary user makes namespaces without a user namespace")
	}
	if after, err := os.ReadFile("/proc/self/mountinfo"); err != nil || string(after) != string(before) {
		t.Errorf("the mount table changed (%v) from\n%s\nto\n%s", err, before, after)
	}
}

func probes(t *testing.T) []string {
	t.Helper()
	h, err := findHierarchy()
	if err != nil {
		return nil // no hierarchy, no probe
	}
	found, err := filepath.Glob(filepath.Join(h.dir, probePrefix+"*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestRequire(t *testing.T) {
	none := Capabilities{CgroupReason: "no cgroup v2 file system is mounted"}
	all := Capabilities{Landlock: 7, SysAdmin: true, UserNS: true, Cgroup: true}
	user := Capabilities{Landlock: 7, UserNS: true, CgroupReason: "permission denied"}
	observe := Domain{NoDevices: true, ScopeSignal: true}
	for _, c := range []struct {
		name   string
		caps   Capabilities
		demand Demand
		l      Domain
		want   string // "" = met
	}{
		{"landlock", none, DemandLandlock, observe, "no Landlock"},
		{"landlock", all, DemandLandlock, observe, ""},
		{"landlock switched off", all, DemandLandlock, Domain{}, "namespaces: allow"},
		{"signal scope by namespace", Capabilities{SysAdmin: true, Landlock: 3}, DemandSignalScope, observe, ""},
		{"signal scope", Capabilities{Landlock: 5}, DemandSignalScope, observe, "ABI 5"},
		{"signal scope switched off", user, DemandSignalScope, Domain{}, "namespaces: allow"},
		{"pid namespace", user, DemandPIDNamespace, observe, "floor: userns"},
		{"pid namespace", all, DemandPIDNamespace, observe, ""},
		{"userns", user, DemandUserNS, observe, ""},
		{"userns", none, DemandUserNS, observe, "no user namespace"},
		{"cgroup", user, DemandCgroup, observe, "permission denied"},
		{"cgroup", all, DemandCgroup, observe, ""},
		{"unknown", all, "moon", observe, "does not know"},
	} {
		err := c.caps.Require([]Demand{c.demand}, c.l)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		var re *RequireError
		if !errors.Is(err, ErrRequire) || !errors.As(err, &re) || re.Hint == "" || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want a demand that says %q", c.name, err, c.want)
		}
	}
	if err := none.Require(nil, observe); err != nil {
		t.Errorf("no demand is one: %v", err)
	}
}

func TestPlan(t *testing.T) {
	for _, c := range []struct {
		caps            Capabilities
		floor           []Demand
		wantPID, wantNS bool
	}{
		{Capabilities{SysAdmin: true, UserNS: true}, nil, true, false},
		{Capabilities{UserNS: true}, nil, false, false},
		{Capabilities{UserNS: true}, []Demand{DemandUserNS}, true, true},
		{Capabilities{}, []Demand{DemandUserNS}, false, false},
	} {
		if pid, ns := c.caps.Plan(c.floor); pid != c.wantPID || ns != c.wantNS {
			t.Errorf("%+v %v: %v %v", c.caps, c.floor, pid, ns)
		}
	}
}

// The statement is part of the trace: its keys are a format.
func TestStatementJSON(t *testing.T) {
	text, err := json.Marshal(Statement{Landlock: Restriction{Wider: []string{}, Narrower: []string{}}, Death: DeathWatchdog, Capabilities: []string{"CHOWN"}})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"landlock":{"abi":0,"files":false,"devices":false,"connect_ports":false,"bind_ports":false,"scope_signal":false,` +
		`"scope_abstract":false,"wider":[],"narrower":[]},"signal_layer":false,"pid_namespace":false,"user_ns":false,"cgroup":false,` +
		`"death":"watchdog","no_new_privs":false,"capabilities":["CHOWN"],"namespaces":false}`
	if string(text) != want {
		t.Errorf("got %s", text)
	}
}

// BenchmarkDetect measures a part of every run's start.
func BenchmarkDetect(b *testing.B) {
	for b.Loop() {
		Detect()
	}
}

// BenchmarkLeafOf measures the look-up behind an uncached attribution.
func BenchmarkLeafOf(b *testing.B) {
	tree, err := NewTree("bench")
	if err != nil {
		b.Skip("SKIP: " + err.Error())
	}
	defer tree.Close()
	for b.Loop() {
		if _, _, err := tree.Of(os.Getpid()); err != nil {
			b.Fatal(err)
		}
	}
}
