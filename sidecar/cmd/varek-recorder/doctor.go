package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/varek/varek/warden"
	"github.com/varek/varek/warden/doctor"
	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/policy"
)

// diagnosis is what doctor found.
type diagnosis struct {
	UID      int              `json:"uid"`
	Policy   string           `json:"policy,omitempty"`
	Findings []doctor.Finding `json:"findings"`
	Floor    *warden.Floor    `json:"floor,omitempty"` // a run would have
	Refused  string           `json:"refused,omitempty"`
}

func newDoctor(s *settings, io console) *cobra.Command {
	var file string
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Try out what this machine can hold, and say what to do about the rest",
		Long: `doctor tries what a run needs: it loads a filter and sees a foreign call killed, makes a Landlock domain and sees an open
refused, clones into a control group, kills a PID namespace, and runs a program under the warden. It says which floor and which exec tier a run would
have here, as this user. Exit 1: the policy given asks for more than this machine holds. Exit 4: no run starts here.`,
		Example: `  varek-sidecar doctor
  varek-sidecar doctor --policy policy.yaml
  varek-sidecar doctor --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return diagnose(cmd.Context(), s, io, file)
		},
	}
	cmd.Flags().StringVar(&file, "policy", "", "also say whether this policy can be held here")
	return cmd
}

func diagnose(ctx context.Context, s *settings, io console, file string) error {
	pol, err := loadPolicy(file)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return environment("find our own program", err, "mount /proc")
	}
	d := diagnosis{UID: os.Getuid(), Policy: file}
	_, d.Findings = doctor.Examine(ctx, self)
	d.Findings = append(d.Findings, trialRun(ctx))
	code := exitGood
	for _, f := range d.Findings {
		if f.Needed && !f.Holds {
			code = exitEnvironment
		}
	}
	// What only a session has (bus, keys) changes nothing about the floor.
	dir, err := os.Getwd()
	if err != nil {
		return environment("find the working directory", err, "change to one that exists")
	}
	foreseen, err := warden.Foresee(warden.Config{Policy: pol, Argv: []string{"/bin/true"}, Dir: dir, Workspace: dir, Home: os.Getenv("HOME"), Self: self})
	if err == nil {
		d.Floor = &foreseen
	} else if d.Refused = err.Error(); code == exitGood {
		code = exitNo
	}
	if s.json {
		err = printJSON(io.out, d)
	} else {
		err = d.print(io.out)
	}
	if err == nil && code != exitGood {
		err = ended{code}
	}
	return err
}

// trialRun runs a program under the default policy, as `run` would.
func trialRun(ctx context.Context) doctor.Finding {
	f := doctor.Finding{Name: "run", Needed: true, Holds: true, Says: "a program runs under the warden and its calls are on record"}
	if err := tryRun(ctx); err != nil {
		f.Holds, f.Says, f.Remedy = false, fmt.Sprintf("no program runs under the warden: %v", err), "see what is missing above"
	}
	return f
}

func tryRun(ctx context.Context) error {
	self, err := front()
	if err != nil {
		return err
	}
	records := 0
	pol := policy.Default()
	pol.Record.Reads = policy.ReadsAll
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	w, err := warden.Start(ctx, warden.Config{Policy: pol, Argv: []string{"/bin/true"}, Env: []string{"PATH=/usr/bin:/bin"}, Dir: "/", Home: "/nonexistent",
		Self: self, Stdin: null, Stdout: null, Stderr: null, Sink: warden.SinkFunc(func(warden.Record) error { records++; return nil })})
	if err != nil {
		return err
	}
	exit := w.Wait()
	switch {
	case exit.Err != nil:
		return exit.Err
	case exit.Code != 0:
		return fmt.Errorf("it ended with %d", exit.Code)
	case records == 0:
		return errors.New("nothing of it is on record")
	}
	return nil
}

func (d *diagnosis) print(w io.Writer) error {
	text := fmt.Sprintf("this machine, as user %d:\n", d.UID)
	for _, f := range d.Findings {
		word := "yes"
		if !f.Holds {
			word = "no "
		}
		text += fmt.Sprintf("  %s  %s\n", word, printable(f.Says))
		if f.Remedy != "" {
			text += fmt.Sprintf("       to change that: %s\n", f.Remedy)
		}
	}
	name := "the default policy"
	if d.Policy != "" {
		name = "the policy " + printable(d.Policy)
	}
	if d.Floor == nil {
		text += fmt.Sprintf("a run under %s does not start here: %s\n", name, printable(d.Refused))
	} else {
		text += fmt.Sprintf("a run under %s has: %s; executions are %s; %s\n", name, floorWords(*d.Floor), tierWords(d.Floor.Exec), deathWords(*d.Floor))
	}
	_, err := io.WriteString(w, text)
	return err
}

func tierWords(tier string) string {
	switch tier {
	case warden.AssuranceKernel:
		return "held by the kernel (tier kernel)"
	case warden.AssuranceIdentity:
		return "checked by what was really executed (tier identity)"
	}
	return "observed (tier observed; no policy that refuses programs is in force)"
}

func deathWords(f warden.Floor) string {
	if f.Death == floor.DeathNamespace {
		return "everything the agent started dies with the sidecar, by the namespace"
	}
	return "everything the agent started dies with the sidecar, by a watchdog"
}
