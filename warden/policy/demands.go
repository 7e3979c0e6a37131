package policy

import (
	"fmt"
	"slices"
)

// Demand is one thing that the kernel must hold without us, or the run does
// not start.
type Demand string

// The demands.
const (
	DemandLandlock     Demand = "landlock"      // Landlock, any ABI
	DemandSignalScope  Demand = "signal_scope"  // Landlock ABI 6: the agent cannot signal what is outside
	DemandPIDNamespace Demand = "pid_namespace" // the agent lives in a PID namespace
	DemandUserNS       Demand = "userns"        // as pid_namespace, made with an unprivileged user namespace if need be
	DemandCgroup       Demand = "cgroup"        // a cgroup leaf per call
)

var demands = []Demand{DemandLandlock, DemandSignalScope, DemandPIDNamespace, DemandUserNS, DemandCgroup}

// Demands is the policy's `floor`: one word or a list of words.
type Demands []Demand

// Has reports whether d is demanded.
func (ds Demands) Has(d Demand) bool { return slices.Contains(ds, d) }

// UnmarshalYAML accepts `floor: userns` and `floor: [userns, cgroup]`.
func (ds *Demands) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if err := unmarshal(&one); err == nil {
		*ds = Demands{Demand(one)}
		return nil
	}
	var many []string
	if err := unmarshal(&many); err != nil {
		return err
	}
	*ds = Demands{}
	for _, w := range many {
		*ds = append(*ds, Demand(w))
	}
	return nil
}

func (ds Demands) check() error {
	for _, d := range ds {
		if !slices.Contains(demands, d) {
			words := make([]string, len(demands))
			for i := range demands {
				words[i] = string(demands[i])
			}
			return &SyntaxError{Key: "floor", Cause: fmt.Sprintf("%q is not known", string(d)), Hint: "write " + alternatives(words)}
		}
	}
	return nil
}
