package command

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates/check"
	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/pullreview"
)

type runFlags struct {
	world, surface       string
	policies, promises   []string
	warden, export       string
	html, dot            string
	depth, cross         int
	states, memory       uint64
	time                 time.Duration
	progress             time.Duration
	workers              int
	out, cert, resume    string
	exact, noVerify      bool
	noClock, json, quiet bool
	selfTest             bool
}

func newRun() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run",
		Short: "Search every sequence of actions, up to a depth, for one that breaks a policy",
		Long: `Walks a world from its start, every action in every state, level by level, and judges every step by the policies. For each policy the answer is a
certificate (no sequence of at most --depth actions breaks it in this model) or a counterexample: a shortest sequence, walked again from a fresh
start and judged by the slow evaluator before it is called a violation.

The report is rewritten whole at the end of every depth, so a run that is stopped keeps what the last finished depth certifies. --resume takes the world,
the policies and the depth from a report, walks its levels again, stops if one comes out otherwise, and goes on.

States are told apart by 64-bit fingerprints of their whole canonical form and the monitors' state; the report prints a bound on the chance
that two were taken for one. --exact keeps the whole forms.

The exit code is 0 if every policy held, 1 if one is violated, 2 for wrong input, 3 if a budget or a signal ended the run early.`,
		Example: `  varek-check run --depth 5
  varek-check run --world pullreview --surface tool --depth 3 --out report.json --certificate certificate.json
  varek-check run --policies rules.json --depth 8 --time-budget 10m --out report.json
  varek-check run --world world.json --promise promise.yaml --depth 5 --certificate certificate.json --html report.html
  varek-check run --world world.json --promise promise.yaml --warden policy.yaml --depth 5
  varek-check run --world world.json --promise promise.yaml --depth 5 --export bundle.ndjson && varek-verifier judge --no-chain bundle.ndjson
  varek-check run --resume report.json --out report.json
  varek-check run --self-test`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.selfTest {
				return selfTest(cmd.OutOrStdout())
			}
			return run(cmd, f)
		},
	}
	fl := c.Flags()
	fl.StringVar(&f.world, "world", "pullreview", "the world to walk: a built-in one, a table world's file, or stdio:COMMAND (varek-check worlds says more)")
	fl.StringVar(&f.surface, "surface", "", "how the agent acts in it: page or tool (default: the world's first)")
	fl.StringArrayVar(&f.policies, "policies", nil, "policies file, or one bare formula, in JSON (repeatable; default: the world's own)")
	fl.StringArrayVar(&f.promises, "promise", nil, "promise file to ask, in a world whose steps write records (repeatable)")
	fl.StringVar(&f.warden, "warden", "", "warden policy: what it refuses of an action's declared effects does not happen, only the attempt is recorded, and the report says what that buys")
	fl.StringVar(&f.export, "export", "", "write the counterexample of the first violated promise to this file, as an evidence bundle")
	fl.StringVar(&f.html, "html", "", "write the report as one self-contained page to this file")
	fl.StringVar(&f.dot, "dot", "", "write the graph of a small world to this file, for Graphviz")
	fl.IntVar(&f.depth, "depth", 6, "how many actions deep to search")
	fl.Uint64Var(&f.states, "budget", 0, "stop after this many expanded states (0: no limit)")
	fl.DurationVar(&f.time, "time-budget", 90*time.Minute, "stop after this time (0: no limit)")
	fl.Uint64Var(&f.memory, "memory-budget", 0, "stop at this many bytes held (0: no limit)")
	fl.DurationVar(&f.progress, "progress", 2*time.Second, "how often progress is printed (0: never)")
	fl.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "how many search side by side; the report is the same for any number")
	fl.StringVar(&f.out, "out", "", "write the report to this file at the end of every depth")
	fl.StringVar(&f.cert, "certificate", "", "write the certificate of the last finished depth to this file")
	fl.StringVar(&f.resume, "resume", "", "go on from this report")
	fl.BoolVar(&f.exact, "exact", false, "keep whole states instead of fingerprints")
	fl.IntVar(&f.cross, "cross-check", 2000, "read every n-th expanded state a second way and stop if the two differ (0: never)")
	fl.BoolVar(&f.noVerify, "no-verify", false, "do not walk counterexamples again; they stay unverified")
	fl.BoolVar(&f.noClock, "no-clock", false, "leave times and the machine out of the report, so that equal runs give equal bytes")
	fl.BoolVar(&f.json, "json", false, "print the report instead of the summary")
	fl.BoolVar(&f.quiet, "quiet", false, "print no progress")
	fl.BoolVar(&f.selfTest, "self-test", false, "test the evaluators on their published cases and stop")
	return c
}

// asked is what a run or a confirmation is about.
type asked struct {
	world    world.World
	policies []check.Policy
	expect   []check.Level
	guard    *guard            // nil: there is no warden
	bare     world.World       // without it
	rows     []check.PolicyRow // of the report that is resumed
}

func run(cmd *cobra.Command, f runFlags) error {
	if f.depth < 0 || f.workers < 1 || f.cross < 0 {
		return usage(errors.New("--depth and --cross-check are at least 0 and --workers at least 1"), "")
	}
	a, err := ask(cmd, &f)
	if err != nil {
		return err
	}
	o := check.Options{Depth: f.depth, States: f.states, Time: f.time, Memory: f.memory, Workers: f.workers, Exact: f.exact, CrossCheck: f.cross, NoReplay: f.noVerify, Expect: a.expect}
	o.Now = time.Now
	if a.guard != nil {
		o.Hindered = a.guard.hindered
	}
	w := &writer{cmd: cmd, f: f, a: a, o: o, without: map[int]string{}}
	o.AtDepth = w.depth
	if !f.quiet && f.progress > 0 {
		o.Progress = w.tick
	}
	// What a search holds is large and has no pointers: collecting often costs
	// little and keeps the memory near what is in use.
	defer debug.SetGCPercent(debug.SetGCPercent(25))
	res, err := check.Run(cmd.Context(), a.world, a.policies, o)
	if err != nil {
		return w.failed(err)
	}
	if err := w.extras(res); err != nil {
		return err
	}
	return w.end()
}

// ask opens the world and reads the policies; a report that is resumed states
// both, and the depth, unless they are given.
func ask(cmd *cobra.Command, f *runFlags) (asked, error) {
	var a asked
	var rows []check.PolicyRow
	if f.resume != "" {
		text, err := readFile(f.resume)
		if err != nil {
			return a, err
		}
		r, err := check.ParseReport(text)
		if err != nil {
			return a, usage(fmt.Errorf("%s: %w", f.resume, err), "give a report that varek-check run wrote")
		}
		if a.expect, err = r.Finished(); err != nil {
			return a, usage(fmt.Errorf("%s: %w", f.resume, err), "")
		}
		rows = r.Policies
		if !cmd.Flags().Changed("world") {
			f.world = r.Invocation.World
		}
		if !cmd.Flags().Changed("surface") {
			f.surface = r.Invocation.Surface
		}
		if !cmd.Flags().Changed("warden") {
			f.warden = r.Invocation.Warden
		}
		if !cmd.Flags().Changed("depth") {
			f.depth = r.DepthRequested
		}
	}
	var err error
	if a.world, err = openWorld(f.world, f.surface); err != nil {
		return a, err
	}
	f.surface = a.world.About().Surface
	if f.warden != "" {
		if a.guard, err = loadWarden(f.warden, a.world); err != nil {
			return a, err
		}
		a.bare, a.world, a.rows = a.world, a.guard.world, rows
	}
	a.policies, err = loadPolicies(a.world, f, rows)
	return a, err
}

func loadPolicies(w world.World, f *runFlags, rows []check.PolicyRow) ([]check.Policy, error) {
	env, err := check.Env(w)
	if err != nil {
		return nil, err
	}
	if len(f.policies)+len(f.promises) == 0 {
		switch {
		case rows != nil:
			return statedPolicies(rows, env)
		case f.world == "pullreview":
			return check.ParsePolicies(pullreview.Policies, "", nil)
		}
		return nil, usage(errors.New("nothing to ask: give --promise or --policies"), "varek-check templates has ready promise files; a policies file is a list of {\"id\":…,\"predicate\":…}")
	}
	all, err := promisePolicies(f.promises)
	if err != nil {
		return nil, err
	}
	for _, path := range f.policies {
		text, err := readFile(path)
		if err != nil {
			return nil, err
		}
		base := filepath.Base(path)
		list, err := check.ParsePolicies(text, strings.TrimSuffix(base, filepath.Ext(base)), env)
		if err != nil {
			return nil, usage(fmt.Errorf("%s: %w", path, err), "mend the policy at the place named")
		}
		all = append(all, list...)
	}
	return all, nil
}

// selfTest runs the published cases through both evaluators.
func selfTest(out io.Writer) error {
	n, err := check.SelfTest()
	if err != nil {
		return &fault{err, "this build is not to be trusted; report it", exitNo}
	}
	_, err = fmt.Fprintf(out, "self-test: %d cases, the slow definition and the monitor agree with all of them\n", n)
	return err
}

func newSelfTest() *cobra.Command {
	return &cobra.Command{
		Use:     "self-test",
		Short:   "Test the evaluators on their published cases",
		Long:    "Runs the cases that say what formulas and margins mean through the slow definition and through the monitor.",
		Example: "  varek-check self-test",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return selfTest(cmd.OutOrStdout()) },
	}
}
