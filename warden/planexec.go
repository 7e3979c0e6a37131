package warden

import (
	"fmt"
	"os"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/policy"
)

// planExec derives the execute set and says what it makes of exec records. A
// policy that refuses execution by default is worth nothing without the kernel,
// because the name is resolved again after the decision.
func (s *Supervisor) planExec(caps floor.Capabilities) (policy.Landlock, error) {
	held := s.rules.Landlock()
	if !s.enforce {
		s.execTier, s.floor.Exec = AssuranceObserved, AssuranceObserved
		return held, nil
	}
	refuse := func(why, remedy string) (policy.Landlock, error) {
		return held, fmt.Errorf("%w: the policy refuses execution by default, which only the kernel can hold: %s; %s", ErrFloor, why, remedy)
	}
	if !held.Files {
		return refuse("namespaces: allow switches Landlock off", "remove namespaces: allow, or use mode: observe")
	}
	if caps.Landlock < 1 {
		return refuse("this kernel has no Landlock", "boot with lsm=landlock,… (Linux 5.13 or later), or use mode: observe")
	}
	set := s.rules.ExecFloor(listDirectory)
	if len(set.Open) > 0 {
		return refuse(set.Open[0], "name the programs or whole directories, or let the agent not write there")
	}
	if s.execTier = AssuranceKernel; len(set.Loose) > 0 {
		s.execTier = AssuranceIdentity
	}
	s.floor.Exec = s.execTier
	return held.WithExec(set), nil
}

// listDirectory is the policy's look at this machine.
func listDirectory(dir string) ([]policy.Entry, error) {
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	out := make([]policy.Entry, len(list))
	for i, e := range list {
		out[i] = policy.Entry{Name: e.Name(), Directory: e.IsDir(), Link: e.Type()&os.ModeSymlink != 0}
	}
	return out, nil
}
