package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/warden"
	"github.com/varek/varek/warden/learn"
	"github.com/varek/varek/warden/policy"
)

// learning is what policy learn is told.
type learning struct{ output, session, trace, workspace string }

func newPolicyLearn(s *settings, io console) *cobra.Command {
	var f learning
	cmd := &cobra.Command{
		Use:   "learn [flags] -- command [argument…]",
		Short: "Write an enforcing policy from what a run does",
		Long: `learn runs the command under the warden, observing, and writes a policy that allows what it did, with the reasons for each
generalisation. Nothing is sent to an escrow and no session is kept. With --session or --trace it learns from a recorded run instead, which needs
record: {reads: all} in that run's policy. Exit 3: the command failed, and the policy, which is written all the same, may lack what it did not reach.`,
		Example: `  varek-sidecar policy learn --output policy.yaml -- make test
  varek-sidecar policy learn --session 5e3f --output policy.yaml
  varek-sidecar trace show 5e3f --json > trace.ndjson && varek-sidecar policy learn --trace trace.ndjson --output policy.yaml`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.learn(cmd.Context(), s, io, args)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.output, "output", "", "the policy file to write; it must not exist")
	fl.StringVar(&f.session, "session", "", "learn from this recorded session")
	fl.StringVar(&f.trace, "trace", "", "learn from what trace show --json printed")
	fl.StringVar(&f.workspace, "workspace", "", "what $WORKSPACE means (default: the working directory)")
	return cmd
}

func (f learning) learn(ctx context.Context, s *settings, io console, args []string) error {
	sources := 0
	for _, given := range []bool{len(args) > 0, f.session != "", f.trace != ""} {
		if given {
			sources++
		}
	}
	if sources != 1 || f.output == "" {
		return usage("policy learn", errors.New("give --output and one of: a command, --session, --trace"), "varek-sidecar policy learn --output policy.yaml -- make test")
	}
	dir, err := workspace(f.workspace)
	if err != nil {
		return environment("find the workspace", err, "name a directory with --workspace")
	}
	l, about, code := learn.New(dir, os.Getenv("HOME")), commandLine(args), 0
	switch {
	case f.session != "":
		about = "session " + f.session
		err = f.fromSession(ctx, s, l)
	case f.trace != "":
		about = f.trace
		err = fromFile(f.trace, l)
	default:
		code, err = learnRun(ctx, s, l, dir, args)
	}
	if err != nil {
		return err
	}
	text, err := l.Text(about)
	if err != nil {
		return usage("write the policy", err, "this run needs a policy by hand")
	}
	out, err := os.OpenFile(f.output, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err == nil {
		_, err = out.WriteString(text)
		err = errors.Join(err, out.Close())
	}
	if err != nil {
		return usage("write the policy", err, "name a file that does not exist with --output")
	}
	fmt.Fprintf(io.err, "varek: learned %s\n  next: varek-sidecar policy check %s\n", f.output, f.output)
	if code != 0 {
		fmt.Fprintf(io.err, "  the command ended with %d: the policy may lack what it did not reach\n", code)
		return ended{exitStopped}
	}
	return nil
}

// learnRun observes the command and returns its exit code.
func learnRun(ctx context.Context, s *settings, l *learn.Learner, dir string, args []string) (int, error) {
	if err := runnable(args[0]); err != nil {
		return 0, err
	}
	self, err := front()
	if err != nil {
		return 0, err
	}
	pol := policy.Default()
	pol.Record.Reads = policy.ReadsAll
	uses := make(chan warden.Record, 1024)
	noted := make(chan struct{})
	go func() {
		defer close(noted)
		for r := range uses {
			if use, ok := useOf(r); ok {
				l.Add(use)
			}
		}
	}()
	w, err := warden.Start(ctx, warden.Config{Policy: pol, Argv: args, Env: os.Environ(), Workspace: dir, Home: os.Getenv("HOME"), StateDir: s.state, Self: self,
		Sink: warden.SinkFunc(func(r warden.Record) error { uses <- r; return nil })})
	if err != nil {
		close(uses)
		return 0, wardenFault(err)
	}
	exit := w.Wait()
	close(uses)
	<-noted
	if exit.Err != nil {
		return 0, environment("observe the command", exit.Err, "varek-sidecar doctor")
	}
	return exit.Code, nil
}

// useOf takes what took effect, and connections that the other side refused.
func useOf(r warden.Record) (learn.Use, bool) {
	u := learn.Use{Event: r.Event, Path: r.Resolved, To: r.To, Flags: r.Flags, Addr: r.Addr, Port: r.Port, Host: r.Host, Created: r.Created}
	return u, r.Of == 0 && r.Decision == warden.Allow && (r.Errno == "" || r.Event == "connect")
}

func (f learning) fromSession(ctx context.Context, s *settings, l *learn.Learner) error {
	run, err := findRun(s.state, f.session)
	if err != nil {
		return err
	}
	store, err := openStore(ctx, s, run.Session)
	if err != nil {
		return err
	}
	defer store.Close()
	err = store.Read(ctx, run.Session, 1, 0, func(rec trace.Record, _ uint64) error { return learnRecord(l, rec.Head, rec.Body) })
	if err != nil {
		return environment("read the trace of "+f.session, err, "varek-sidecar trace verify "+f.session)
	}
	return nil
}

// maxLine bounds one line of a trace file.
const maxLine = 64 << 20

func fromFile(name string, l *learn.Learner) error {
	file, err := os.Open(filepath.Clean(name))
	if err != nil {
		return usage("read the trace", err, "varek-sidecar trace show ID --json > FILE")
	}
	defer file.Close()
	sc := bufio.NewScanner(file)
	sc.Buffer(nil, maxLine)
	n := 0
	for sc.Scan() {
		n++
		var line struct{ Head, Body json.RawMessage }
		if err = json.Unmarshal(sc.Bytes(), &line); err == nil && line.Head != nil {
			err = learnRecord(l, line.Head, line.Body)
		}
		if err != nil {
			return usage(fmt.Sprintf("read line %d of %s", n, name), err, "varek-sidecar trace show ID --json > FILE")
		}
	}
	if err := sc.Err(); err != nil || n == 0 {
		return usage("read "+name, errors.Join(err, errors.New("no record in it")), "varek-sidecar trace show ID --json > FILE")
	}
	return nil
}

// learnRecord takes a kernel record of a trace; other records and hidden bodies
// say nothing about what was used.
func learnRecord(l *learn.Learner, head, body []byte) error {
	var h struct{ Kind string }
	if err := json.Unmarshal(head, &h); err != nil {
		return err
	}
	if h.Kind != string(trace.KindSyscall) || len(body) == 0 {
		return nil
	}
	var b struct {
		Args struct {
			Resolved, To, Event, Addr, Host string
			Flags                           []string
			Port                            int
			Created                         bool
		}
		Result   struct{ Decision, Errno string }
		Metadata struct{ Of uint64 }
	}
	if err := json.Unmarshal(body, &b); err != nil {
		return err
	}
	r := warden.Record{Of: b.Metadata.Of, Event: b.Args.Event, Resolved: b.Args.Resolved, To: b.Args.To, Flags: b.Args.Flags, Addr: b.Args.Addr, Port: b.Args.Port,
		Host: b.Args.Host, Created: b.Args.Created, Decision: b.Result.Decision, Errno: b.Result.Errno}
	if u, ok := useOf(r); ok && (strings.HasPrefix(u.Path, "/") || u.Addr != "") {
		l.Add(u)
	}
	return nil
}
