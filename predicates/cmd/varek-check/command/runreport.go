package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/check/picture"
	"github.com/varek/varek/predicates/check/promise"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/stdio"
	"github.com/varek/varek/predicates/world/table"
)

// writer keeps a run's report and tells the terminal about it.
type writer struct {
	cmd  *cobra.Command
	f    runFlags
	a    asked
	o    check.Options
	last time.Time
	rep  *check.Report
	told map[string]bool
	// without has, by policy, what a search without the warden found.
	without  map[int]string
	exported string // the policy whose counterexample was exported
}

// depth is called at the end of every level and of the run.
func (w *writer) depth(res *check.Result) error {
	set := check.Setting{Version: w.cmd.Root().Version, Invocation: check.Invocation{World: w.f.world, Surface: w.f.surface, Warden: w.f.warden}}
	if w.a.guard != nil {
		set.Warden = w.a.guard.digest
	}
	if !w.f.noClock {
		set.Generated = time.Now()
	}
	var err error
	if w.rep, err = check.NewReport(w.a.world, w.a.policies, w.o, res, set); err != nil {
		return err
	}
	for i, said := range w.without {
		w.rep.Policies[i].WithoutWarden = &said
	}
	if w.f.cert != "" && res.Partial == nil {
		text, err := w.rep.Certify().Encode()
		if err != nil {
			return err
		}
		if err := replaceFile(w.f.cert, text); err != nil {
			return err
		}
	}
	if w.f.out != "" {
		text, err := w.rep.Encode()
		if err != nil {
			return err
		}
		if err := replaceFile(w.f.out, text); err != nil {
			return err
		}
	}
	if w.f.html != "" {
		page, err := picture.HTML(w.rep)
		if err != nil {
			return err
		}
		if err := replaceFile(w.f.html, page); err != nil {
			return err
		}
	}
	w.news(res)
	return nil
}

// extras makes what is made once, at the end.
func (w *writer) extras(res *check.Result) error {
	if w.a.guard != nil {
		if err := w.unguarded(); err != nil {
			return err
		}
		// The report says what the warden buys only now.
		if err := w.depth(res); err != nil {
			return err
		}
	}
	if w.f.export != "" {
		if err := w.export(res); err != nil {
			return err
		}
	}
	if w.f.dot == "" {
		return nil
	}
	text, err := picture.Graph(w.a.world, w.rep.Depth, nil)
	if err != nil {
		return usage(fmt.Errorf("--dot: %w", err), "draw it to a smaller --depth; the report was written")
	}
	return replaceFile(w.f.dot, text)
}

// news says what a level brought.
func (w *writer) news(res *check.Result) {
	if w.f.quiet || w.f.json || res.Ended != "" {
		return
	}
	if w.told == nil {
		w.told = map[string]bool{}
	}
	l := res.Levels[len(res.Levels)-1]
	fmt.Fprintf(w.cmd.ErrOrStderr(), "depth %d finished: %d new states, %d in all, %d steps judged\n", res.Depth, l.States, res.Distinct, res.Counts.Checked)
	for _, p := range w.rep.Policies {
		if p.Status != check.StatusHolds && !w.told[p.ID] {
			w.told[p.ID] = true
			fmt.Fprintf(w.cmd.ErrOrStderr(), "  %s is %s in %d\n", harmless(p.ID), p.Status, p.Counterexample.Length)
		}
	}
}

func (w *writer) tick(p check.Progress) {
	if time.Since(w.last) < w.f.progress {
		return
	}
	w.last = time.Now()
	fmt.Fprintf(w.cmd.ErrOrStderr(), "depth %d: %d of %d states expanded, %d distinct, %d steps judged, %d MiB\n", p.Depth, p.Done, p.Frontier, p.Distinct, p.Checked, p.Bytes>>20)
}

// failed words an error of the search.
func (w *writer) failed(err error) error {
	var f *fault
	switch {
	case errors.As(err, &f):
		return err
	case errors.Is(err, check.ErrStart):
		return usage(err, "a rule that is false before any action is broken by every run: mend the rule or the start")
	case errors.Is(err, promise.ErrNoRecords), errors.Is(err, promise.ErrOpenCall):
		return usage(err, "ask promises of a world whose steps write the records of whole calls, such as a table world; --policies asks formulas of any world")
	case errors.Is(err, stdio.ErrProgram), errors.Is(err, stdio.ErrAnswer), errors.Is(err, stdio.ErrDeadline):
		return &fault{err, "mend the world's program: no certificate can come of it", exitNo}
	case errors.Is(err, table.ErrDomain):
		return usage(err, "mend the world file at the rule named")
	case errors.Is(err, check.ErrPolicy):
		return usage(err, "mend the policy; what the world shows is listed above")
	case errors.Is(err, check.ErrResume):
		return usage(err, "run without --resume, or give the world and the policies that the report was made with")
	case errors.Is(err, check.ErrDisagree), errors.Is(err, world.ErrState):
		return &fault{err, "the world is at fault: no certificate can come of it", exitNo}
	}
	return err
}

func (w *writer) end() error {
	out := w.cmd.OutOrStdout()
	if w.f.json {
		text, err := w.rep.Encode()
		if err != nil {
			return err
		}
		if _, err := out.Write(text); err != nil {
			return err
		}
	} else if _, err := io.WriteString(out, summary(w.rep)+w.remarks()); err != nil {
		return err
	}
	early := w.rep.NextDepthPartial != nil
	switch {
	case w.rep.PoliciesViolated > 0:
		return answer{exitNo}
	case early || w.rep.Rejected > 0:
		return answer{exitStopped}
	}
	return nil
}

// summary is the report for a terminal.
func summary(r *check.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, surface %s, depth %d\n", harmless(r.World), harmless(r.Surface), r.Depth)
	for _, p := range r.Policies {
		line := p.Status
		switch {
		case p.Counterexample != nil:
			line = fmt.Sprintf("%s in %d", p.Status, p.Counterexample.Length)
		case string(p.Margin) != "null":
			line = fmt.Sprintf("holds, margin %s %s", p.Margin, p.MarginUnit)
		}
		fmt.Fprintf(&b, "  %-4s %-26s %s\n", harmless(p.ID), harmless(line), harmless(p.Statement))
		if p.WithoutWarden != nil {
			fmt.Fprintf(&b, "         %s\n", harmless(buys(p)))
		}
		if c := p.Counterexample; c != nil {
			for _, a := range p.Actions {
				fmt.Fprintf(&b, "         %s\n", harmless(a))
			}
			if c.Explanation != "" {
				fmt.Fprintf(&b, "         %s\n", harmless(c.Explanation))
			}
			if !c.ReplayVerified {
				fmt.Fprintf(&b, "         not verified: %s\n", harmless(c.ReplayNote))
			}
		}
	}
	fmt.Fprintf(&b, "%d steps judged, %d states expanded, %d distinct, %d outside the scope, %d actions refused\n", r.StatesExplored, r.StatesExpanded, r.StatesDistinct, r.OutOfScopeStates, r.RefusedActions)
	if r.Visited.Bits > 0 {
		fmt.Fprintf(&b, "states told apart by %d-bit fingerprints: two were taken for one with a chance of at most %.2g\n", r.Visited.Bits, r.Visited.CollisionBound)
	} else {
		b.WriteString("states told apart by their whole forms\n")
	}
	fmt.Fprintf(&b, "ended by %s\n", r.Termination)
	if p := r.NextDepthPartial; p != nil {
		fmt.Fprintf(&b, "of depth %d, %d of %d states were expanded; nothing is certified there\n", p.Depth, p.Expanded, p.Frontier)
	}
	fmt.Fprintf(&b, "%s\n", harmless(r.Says()))
	return b.String()
}

// remarks are what a reader should know beside the report.
func (w *writer) remarks() string {
	var b strings.Builder
	for _, p := range w.a.policies {
		if j, ok := p.Judge.(*promise.Judge); ok {
			fmt.Fprintf(&b, "%s: histories are told apart by %s; every action takes a second of the model's time\n", harmless(p.ID), j.Memory())
			if !j.Concerned() {
				fmt.Fprintf(&b, "%s: NO ACTION OF THE MODEL WRITES A RECORD THAT THIS PROMISE READS, so that it holds says nothing; name the world's tools in its calls, or give tools the effects it speaks of (varek-check schema --world)\n", harmless(p.ID))
			}
		}
	}
	if p, ok := w.a.world.(*stdio.World); ok {
		fmt.Fprintf(&b, "the world's program ran with: %s\n", harmless(p.Isolation()))
	}
	if g := w.a.guard; g != nil {
		fmt.Fprintf(&b, "%d tries of actions met a refusal of the warden; such an action stops there with an error or goes on without, is on record, and changes nothing in the model\n", w.rep.DeniedActions)
		if g.silent {
			b.WriteString("the warden's policy has mode: observe, in which it refuses little; enforce says what enforcement buys\n")
		}
	}
	switch {
	case w.exported != "":
		fmt.Fprintf(&b, "the counterexample of %s is in %s; varek-verifier judge --no-chain %s\n", harmless(w.exported), harmless(w.f.export), harmless(w.f.export))
	case w.f.export != "":
		fmt.Fprintf(&b, "%s was not written: no promise has a verified counterexample\n", harmless(w.f.export))
	}
	return b.String()
}

// replaceFile writes a file whole or not at all: beside it, synced, renamed.
func replaceFile(path string, text []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return &fault{fmt.Errorf("write %s: %w", path, err), "name a file in a folder that can be written", exitEnvironment}
	}
	defer os.Remove(tmp.Name()) // after the rename there is nothing to remove
	_, err = tmp.Write(text)
	err = errors.Join(err, tmp.Chmod(0o644), tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), path)
	}
	if err != nil {
		return &fault{fmt.Errorf("write %s: %w", path, err), "", exitEnvironment}
	}
	return nil
}
