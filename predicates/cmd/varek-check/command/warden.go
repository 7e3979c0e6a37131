package command

import (
	"fmt"
	"net/netip"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/table"
	"github.com/varek/varek/warden/policy"
)

// acting is a world whose actions declare what the operating system would see.
type acting interface {
	world.World
	Guarded(lets func(table.Done) bool) (*table.World, error)
	Session() table.Session
}

// guard is a world beside a warden policy.
type guard struct {
	digest   string
	world    world.World
	hindered func(world.Action) bool
	// silent tells that the policy observes only, so that it refuses little.
	silent bool
}

// loadWarden binds a policy to a world.
func loadWarden(path string, w world.World) (*guard, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	p, err := policy.Parse(text)
	if err != nil {
		return nil, usage(fmt.Errorf("%s: %w", path, err), "mend the warden's policy at the place named")
	}
	a, ok := w.(acting)
	if !ok {
		return nil, usage(fmt.Errorf("the world %s declares no effects, so a warden has nothing to refuse", w.About().Name), "use a table world whose tools have effects")
	}
	s := a.Session()
	rules, err := policy.Compile(p, policy.Env{Workspace: s.Workspace, Home: s.Home})
	if err != nil {
		return nil, usage(fmt.Errorf("%s: %w", path, err), "the world's session needs workspace and home where the policy says $WORKSPACE and $HOME")
	}
	digest, err := p.Digest()
	if err != nil {
		return nil, usage(fmt.Errorf("%s: %w", path, err), "")
	}
	g, err := a.Guarded(func(d table.Done) bool { return lets(rules, d) })
	if err != nil {
		return nil, fmt.Errorf("the world beside the warden: %w", err)
	}
	return &guard{digest: digest.String(), silent: p.Mode == policy.Observe, world: g,
		hindered: func(act world.Action) bool { return g.Hindered(act.ID) }}, nil
}

// operation gives the warden's class for the event of a kernel record.
func operation(event string) (policy.Op, bool) {
	switch event {
	case "rename_over":
		return policy.OpRename, true
	case "send":
		return policy.OpConnect, true
	}
	for op := policy.OpOpen; op.String() != "unknown"; op++ {
		if op.String() == event {
			return op, true
		}
	}
	return 0, false
}

// lets asks the warden's decision about one effect. What cannot be asked is
// refused: the agent would not get it either.
func lets(rules *policy.Rules, d table.Done) bool {
	op, ok := operation(d.Event)
	if !ok {
		return false
	}
	q := policy.Request{Op: op, Subject: policy.SubjectTool, Path: d.Path, To: d.To}
	switch {
	case op == policy.OpConnect || op == policy.OpBind:
		return reaches(rules, op, d)
	case d.Write:
		q.Access = policy.Write
	case op == policy.OpOpen:
		q.Access = policy.Read
	case op == policy.OpCreate:
		q.Access = policy.Write
	}
	return rules.Decide(q).Allow
}

// reaches asks about traffic; what the world leaves unsaid may be anything.
func reaches(rules *policy.Rules, op policy.Op, d table.Done) bool {
	if d.Port < 0 || d.Port > 65535 {
		return false
	}
	addr, _ := netip.ParseAddr(d.Addr) // the world has seen that it is one
	return rules.Reaches(op, d.Host, addr, uint16(d.Port))
}

// unguarded searches the same model without the warden and notes what became
// of each policy.
func (w *writer) unguarded() error {
	o := w.o
	o.Hindered, o.AtDepth, o.Expect, o.Progress = nil, nil, nil, nil
	o.Depth = w.rep.Depth
	// A policy is bound to its world, so these are read again.
	policies, err := loadPolicies(w.a.bare, &w.f, w.a.rows)
	if err != nil {
		return fmt.Errorf("without the warden: %w", err)
	}
	res, err := check.Run(w.cmd.Context(), w.a.bare, policies, o)
	if err != nil {
		return w.failed(fmt.Errorf("without the warden: %w", err))
	}
	r, err := check.NewReport(w.a.bare, policies, o, res, check.Setting{})
	if err != nil {
		return err
	}
	for i, p := range r.Policies {
		said := p.Status
		switch {
		case p.Counterexample != nil:
			said = fmt.Sprintf("%s in %d", p.Status, p.Counterexample.Length)
		case res.Ended != check.EndDepth && res.Ended != check.EndClosed:
			said = fmt.Sprintf("not searched beyond depth %d", res.Depth)
		}
		w.without[i] = said
	}
	return nil
}

// buys says in words what the warden changes.
func buys(p check.PolicyRow) string {
	without := *p.WithoutWarden
	switch {
	case p.Status == check.StatusHolds && without == check.StatusHolds:
		return "holds without the warden too"
	case p.Status == check.StatusHolds:
		return "holds with the warden; without it " + without
	case p.Status == check.StatusViolated:
		return "fails with the warden: this promise would stand unprotected; without it " + without
	}
	return "without the warden " + without
}
