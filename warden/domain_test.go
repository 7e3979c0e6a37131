package warden

import (
	"encoding/json"
	"testing"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/policy"
)

// TestDomainHoldsThePolicysFloor: nothing that a policy asks of the kernel is
// lost on the way to the package that applies it.
func TestDomainHoldsThePolicysFloor(t *testing.T) {
	p, err := policy.Parse([]byte(enforceAll))
	if err != nil {
		t.Fatal(err)
	}
	p.Network.Connect.Allow = []string{"127.0.0.1:80"}
	rules, err := policy.Compile(p, policy.Env{Workspace: "/w", Home: "/h"})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []policy.Landlock{rules.Landlock(), {Files: true, ScopeAbstract: true, Bind: policy.Ports{Ports: []uint16{7}}}} {
		want, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(domainOf(l))
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("the floor gets\n%s\nthe policy says\n%s", got, want)
		}
	}
	caps := floor.Capabilities{Landlock: 7, SysAdmin: true, UserNS: true, Cgroup: true}
	for _, d := range []policy.Demand{policy.DemandLandlock, policy.DemandSignalScope, policy.DemandPIDNamespace, policy.DemandUserNS, policy.DemandCgroup} {
		if err := caps.Require(demandsOf(policy.Demands{d}), domainOf(rules.Landlock())); err != nil {
			t.Errorf("a machine that has everything does not meet %s: %v", d, err)
		}
	}
}
