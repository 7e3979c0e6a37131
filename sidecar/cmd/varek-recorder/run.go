package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/varek/varek/warden"
)

// Defaults of the checkpoint policy (the paper's default).
const (
	defaultK = 10
	defaultR = 30 * time.Second
)

// runFlags are what run can be told beyond the shared settings.
type runFlags struct {
	parties
	clusterFlags
	promises  []string
	policy    string
	workspace string
	k         uint64
	r         time.Duration
	patience  time.Duration
	resume    string
	headsDir  string
	exposureFlags
	hooked hooked

	relay *relaying // nil: the program has our own input and output
	doors doorFlags
}

// register adds the flags that every way to run a program has.
func (f *runFlags) register(fl *pflag.FlagSet) {
	f.parties.register(fl)
	fl.StringSliceVar(&f.promises, "promise", nil, "numbers of the promises that this session is under, comma separated")
	fl.StringVar(&f.policy, "policy", "", "warden policy file (default: observe everything, protect the recorder)")
	fl.StringVar(&f.workspace, "workspace", "", "what $WORKSPACE means in policy and promises (default: the working directory)")
	fl.Uint64Var(&f.k, "k", defaultK, "commit a checkpoint after this many permissions and actions")
	fl.DurationVar(&f.r, "r", defaultR, "commit a checkpoint when the oldest uncommitted record is this old")
	fl.DurationVar(&f.patience, "final-timeout", 2*time.Minute, "how long to wait for the final commitment at the end")
	fl.StringVar(&f.headsDir, "heads-dir", "", "also put the user's files here: <session>.heads.json after every commitment, <session>.follow.json for varek-escrow heads follow")
	fl.StringSliceVar(&f.hooked.channels, "permission-channel", nil, "what carries the user's decisions in this run, beside the harness's hooks (a promise AAP-1 needs it): mcp, acp, codex or a package's name")
	f.exposureFlags.register(fl)
	f.clusterFlags.register(fl)
	f.doors.register(fl)
}

func newRun(s *settings, io console) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [flags] -- agent [argument…]",
		Short: "Run an agent under the warden, on record",
		Long: `run opens a session on the escrow, starts the agent under the warden, records its tool calls and what the kernel saw, commits
checkpoints while it runs and the final commitment after it. With no flags it records any program on this machine's development chain.

The exit code is the agent's; 125 varek failed before the agent started, 126 not executable, 127 not found, 128+n ended by signal n.`,
		Example: `  varek-sidecar run -- python3 agent.py
  varek-sidecar run --promise 1,2 --policy policy.yaml -- claude
  varek-sidecar run --harness claude-code -- claude -p "fix the tests"
  varek-sidecar run --k 30 --r 1m -- bash
  varek-sidecar run --wire -- claude      # tool calls are kept back until they are stored
  varek-sidecar run --resume 5e3f`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.resume != "" {
				if len(args) > 0 {
					return usage("run --resume", errors.New("it closes a session and takes no program"), "varek-sidecar run --resume ID")
				}
				return resume(cmd.Context(), s, io, f)
			}
			if len(args) == 0 {
				return usage("run", errors.New("no program to run"), "varek-sidecar run -- python3 agent.py")
			}
			return beforeStart(run(cmd.Context(), s, io, f, args))
		},
	}
	fl := cmd.Flags()
	f.register(fl)
	fl.StringVar(&f.hooked.harness, "harness", "", "set up this harness's hooks for the run: claude-code or gemini")
	fl.StringVar(&f.resume, "resume", "", "close a session that a killed sidecar left unfinished")
	return cmd
}

// notStarted marks an error as one from before the agent ran.
type notStarted struct{ error }

func (n notStarted) Unwrap() error { return n.error }

// beforeStart gives errors from before the agent's start the exit code that
// tells them from the agent's own.
func beforeStart(err error) error {
	var n notStarted
	if !errors.As(err, &n) {
		return err
	}
	f := &fault{op: "run", err: n.error, code: exitNotStarted}
	errors.As(n.error, &f)
	switch {
	case errors.Is(err, warden.ErrNotFound):
		return &fault{op: f.op, err: f.err, hint: f.hint, code: 127}
	case errors.Is(err, warden.ErrNotExecutable):
		return &fault{op: f.op, err: f.err, hint: f.hint, code: 126}
	}
	return &fault{op: f.op, err: f.err, hint: f.hint, code: exitNotStarted}
}

func run(ctx context.Context, s *settings, io console, f runFlags, argv []string) error {
	if err := f.check(f.r); err != nil {
		return notStarted{err}
	}
	if _, err := f.named(); err != nil {
		return notStarted{err}
	}
	promises, err := promiseList(f.promises)
	if err != nil {
		return notStarted{err}
	}
	if f.k == 0 || f.r <= 0 {
		return notStarted{usage("read --k and --r", errors.New("both must be above zero"), "for instance --k 10 --r 30s")}
	}
	if err := runnable(argv[0]); err != nil {
		return notStarted{err}
	}
	if err := f.doors.check(os.Environ()); err != nil {
		return notStarted{err}
	}
	if err := notInside(); err != nil {
		return notStarted{err}
	}
	if f.workspace, err = workspace(f.workspace); err != nil {
		return notStarted{environment("find the workspace", err, "name a directory with --workspace")}
	}
	pol, err := loadPolicy(f.policy)
	if err != nil {
		return notStarted{err}
	}
	if err := remind(io.err, s.state); err != nil {
		return notStarted{err}
	}
	c, err := openChain(ctx, s, f.parties)
	if err != nil {
		return notStarted{err}
	}
	defer c.close()
	if _, err := f.invoke("", argv, os.Environ()); err != nil {
		return notStarted{err}
	}
	if err := f.authorizable(ctx, c, promises, argv); err != nil {
		return notStarted{err}
	}
	r, err := begin(ctx, s, f, c, pol, promises, argv)
	if err != nil {
		return notStarted{err}
	}
	started, err := r.start(ctx, io)
	if !started {
		return notStarted{errors.Join(err, r.abandon(ctx))}
	}
	if err != nil {
		return err
	}
	return r.finish(ctx, io)
}

// notInside refuses a run inside a run: the kernel gives a task one listener, and
// the outer warden supervises everything already.
func notInside() error {
	outer := os.Getenv("VAREK_SESSION")
	if outer == "" {
		return nil
	}
	return environment("run", fmt.Errorf("this is inside the run of session %s, and a run inside a run is not possible", outer),
		"start the program as it is: the outer run supervises and records it; if this is no run, unset VAREK_SESSION")
}

// workspace is the directory without links: kernel records name objects by
// their resolved paths, and promises compare them with what lies in here.
func workspace(given string) (string, error) {
	if given == "" {
		var err error
		if given, err = os.Getwd(); err != nil {
			return "", err
		}
	}
	abs, err := filepath.Abs(given)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(abs)
}

// runnable refuses a program that is not there before a session is opened for it.
func runnable(name string) error {
	_, err := exec.LookPath(name)
	switch {
	case err == nil || errors.Is(err, exec.ErrDot):
		return nil
	case errors.Is(err, os.ErrPermission), errors.Is(err, syscall.EISDIR):
		return &fault{op: "run", err: fmt.Errorf("%w: %s", warden.ErrNotExecutable, name), hint: "check the file's mode"}
	}
	return &fault{op: "run", err: fmt.Errorf("%w: %s", warden.ErrNotFound, name), hint: "check the name and the PATH"}
}

func promiseList(given []string) ([]uint32, error) {
	list := []uint32{}
	for _, text := range given {
		n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 32)
		if err != nil || n == 0 {
			return nil, usage("read --promise", fmt.Errorf("%q is not a promise's number", text), "varek-escrow promise ls")
		}
		list = append(list, uint32(n))
	}
	for i := 1; i < len(list); i++ {
		if list[i] <= list[i-1] {
			return nil, usage("read --promise", errors.New("numbers must ascend, each once"), "for instance --promise 1,2")
		}
	}
	return list, nil
}
