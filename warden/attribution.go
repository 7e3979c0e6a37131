package warden

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/internal/process"
)

// ErrCall is the family of errors of EnterCall.
var ErrCall = errors.New("placing a process in a call")

// calls knows which calls are running and which process belongs to which.
type calls struct {
	tree  *floor.Tree // nil where calls have no cgroup leaf
	table *process.Table

	epoch atomic.Uint64 // grows whenever attribution may change

	mu      sync.Mutex
	running []string
	ended   map[string]bool
	entered map[string]bool // has a leaf or a root process
	hosts   map[string]int  // the process below which the call runs, where somebody serves it there
}

func newCalls(tree *floor.Tree) *calls {
	return &calls{tree: tree, ended: map[string]bool{}, entered: map[string]bool{}, hosts: map[string]int{}}
}

// leafOf is the leaf's name for a call; it never collides with the agent's own.
func leafOf(action string) string { return "call-" + action }

// Place implements process.Placer: the leaf is the truth where there are
// leaves, otherwise the call of the parent, asked while it can be.
func (c *calls) Place(p, parent *process.Process) process.Membership {
	if c.tree != nil {
		// By the table's own /proc: a serving thread sees another one.
		path, err := c.table.Proc.Leaf(p.TGID)
		if err != nil {
			return process.Membership{}
		}
		leaf, in := c.tree.Named(path)
		if action, ok := cutCall(leaf); in && ok {
			return process.Membership{Action: action, Kind: AttributionCgroup}
		}
		return process.Membership{}
	}
	if parent == nil {
		return process.Membership{}
	}
	if m := parent.Member(); m.Action != "" {
		return process.Membership{Action: m.Action, Kind: AttributionAncestry}
	}
	return process.Membership{}
}

func cutCall(leaf string) (string, bool) {
	const prefix = "call-"
	if len(leaf) > len(prefix) && leaf[:len(prefix)] == prefix {
		return leaf[len(prefix):], true
	}
	return "", false
}

func (c *calls) begin(action string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.epoch.Add(1)
	if !slices.Contains(c.running, action) && !c.ended[action] {
		c.running = append(c.running, action)
	}
}

// host notes that a call is served by a process below pid that lives longer than
// the call, so that it has no leaf of its own.
func (c *calls) host(action string, pid int) {
	c.mu.Lock()
	if !c.ended[action] {
		c.hosts[action] = pid
	}
	c.mu.Unlock()
	c.begin(action)
}

// enter moves a process into the call's leaf. The process belongs to it
// exactly; what it starts belongs to it by its leaf or by ancestry.
func (c *calls) enter(ctx context.Context, pid int, action string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p, err := c.table.Process(pid)
	if err != nil {
		return fmt.Errorf("%w %s: %w", ErrCall, action, err)
	}
	c.begin(action)
	c.mu.Lock()
	first := !c.entered[action]
	c.entered[action] = true
	c.mu.Unlock()
	if c.tree != nil {
		if first {
			if err := c.tree.Add(leafOf(action)); err != nil {
				return fmt.Errorf("%w %s: %w", ErrCall, action, err)
			}
		}
		if err := c.tree.Enter(pid, leafOf(action)); err != nil {
			return fmt.Errorf("%w %s: %w", ErrCall, action, err)
		}
	}
	p.Join(process.Membership{Action: action, Kind: AttributionExact})
	c.epoch.Add(1)
	if err := p.Signal(0); err != nil {
		return fmt.Errorf("%w %s: process %d has ended: %w", ErrCall, action, pid, err)
	}
	return nil
}

func (c *calls) end(action string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.epoch.Add(1) // after the change, before anybody sees it
	c.running = slices.DeleteFunc(c.running, func(a string) bool { return a == action })
	c.ended[action] = true
	delete(c.hosts, action)
}

// attributeHarness says whose record the root harness process makes. Calls that
// have processes of their own run there; one that has none is run by the harness
// itself, and then what it does is the call's. Several such calls at once cannot
// be told apart. Called with mu held.
func (c *calls) attributeHarness(rec *Record, harness int) {
	var inside []string
	for _, action := range c.running {
		host, hosted := c.hosts[action]
		if !c.entered[action] && (!hosted || host == harness) {
			inside = append(inside, action)
		}
	}
	if len(inside) == 0 {
		rec.Attribution = AttributionHarness
		return
	}
	oneOf(rec, inside)
}

// oneOf attributes a record to the only call that it can belong to, or says
// which there are.
func oneOf(rec *Record, inside []string) {
	if len(inside) == 1 {
		rec.ActionID, rec.Attribution = inside[0], AttributionAncestry
		return
	}
	rec.Attribution, rec.Candidates = AttributionAmbiguous, inside
}

// attributeHosted says whose record a process makes that serves calls: what
// descends from a call's host works for one of the calls that run there. False
// where no running call has a host above p. Called with mu held.
func (c *calls) attributeHosted(rec *Record, p *process.Process) bool {
	if len(c.hosts) == 0 {
		return false
	}
	above := map[int]bool{}
	for range maxForks {
		if p.Orphan {
			break
		}
		above[p.Parent] = true
		parent, err := c.table.Process(p.Parent)
		if err != nil {
			break
		}
		p = parent
	}
	var inside []string
	for _, action := range c.running {
		if host, hosted := c.hosts[action]; hosted && above[host] {
			inside = append(inside, action)
		}
	}
	if len(inside) == 0 {
		return false
	}
	oneOf(rec, inside)
	return true
}

// attribute completes a record with what its process belongs to. harness is
// the root harness process.
func (c *calls) attribute(rec *Record, p *process.Process, harness int) {
	m := p.Member()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case m.Action != "":
		rec.ActionID, rec.Attribution, rec.AfterEnd = m.Action, m.Kind, c.ended[m.Action]
	case p.TGID == harness:
		c.attributeHarness(rec, harness)
	case c.attributeHosted(rec, p):
	case len(c.running) > 0:
		rec.Attribution = AttributionAmbiguous
		rec.Candidates = append([]string(nil), c.running...)
	case c.tree == nil && p.Orphan && len(c.ended) > 0:
		rec.Attribution = AttributionAmbiguous
	default:
		rec.Attribution = AttributionNone
	}
}
