package speak

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/adapters/relay"
)

// Relays are the commands that stand between two programs, in one line each.
func Relays() map[string]string {
	return map[string]string{
		"mcp":   "Stand between an MCP client and its server, and gate every tool call",
		"acp":   "Stand between an editor and its agent (ACP), and record the user's decisions",
		"codex": "Stand between an editor and the Codex app-server, and record the user's decisions",
	}
}

// RelayLong is the help of a relay's command.
func RelayLong(dialect string) string {
	const where = `Started by the harness inside a run it speaks for that run's session. Started by itself it opens a session and runs the
program under the warden, as varek-sidecar run does, with the same flags.`
	if dialect == "mcp" {
		return `mcp starts an MCP server and passes the lines between it and the client on standard input and output. A tools/call reaches the server
only after its intent and start are stored, its result the client only after the action is; otherwise the client gets an error
result and nothing runs. Everything else passes as it is.
` + where
	}
	return dialect + ` starts the agent and passes the lines between it and the editor on standard input and output. What the user decides reaches the
agent only after the permission is stored, with its scope; calls that ride on an earlier grant get an inherited permission. What
the agent does by itself is observed. Where it cannot be recorded, the agent is ended.
` + where
}

// RelayExamples are the examples in the help of a relay's command.
func RelayExamples(dialect string) string {
	return map[string]string{
		"mcp": `  varek-sidecar mcp -- npx -y @modelcontextprotocol/server-filesystem /srv/data
  varek-sidecar mcp --name fs -- ./server      # its tools are then mcp__fs__<tool>, as harnesses name them`,
		"acp": `  varek-sidecar acp -- gemini --acp
  varek-sidecar acp --authority rule -- opencode acp      # the client answers by a rule, no person does`,
		"codex": `  varek-sidecar codex -- codex app-server`,
	}[dialect]
}

// RelayFlags are what a relay can be told, wherever it runs.
type RelayFlags struct {
	Name, Authority string
	Timeout         time.Duration
	MaxLine         int
}

// DefaultRelayTimeout is less than what clients wait for a call.
const DefaultRelayTimeout = 10 * time.Second

// Config checks the flags and makes of them what the relay takes.
func (f RelayFlags) Config(dialect string, log io.Writer) (relay.Config, error) {
	switch {
	case f.Authority != "human" && f.Authority != "rule":
		return relay.Config{}, fmt.Errorf("--authority %q, want human or rule", f.Authority)
	case f.Timeout <= 0:
		return relay.Config{}, errors.New("--timeout must be above zero")
	case f.MaxLine < 1<<10:
		return relay.Config{}, errors.New("--max-line must be 1024 bytes or more")
	}
	return relay.Config{Dialect: dialect, Name: f.Name, Authority: f.Authority, MaxLine: f.MaxLine,
		Log: func(s string) { fmt.Fprintf(log, "varek: %s: %s\n", dialect, s) }}, nil
}

// Relay is the command mcp, acp or codex inside a run. It returns the program's
// exit code, or 4 when it could not be relayed.
func Relay(ctx context.Context, dialect string, args []string, in io.Reader, out io.WriteCloser, errw io.Writer) int {
	code, err := runRelay(ctx, dialect, args, in, out, errw)
	if err != nil {
		return report(errw, err)
	}
	return code
}

func runRelay(ctx context.Context, dialect string, args []string, in io.Reader, out io.WriteCloser, errw io.Writer) (int, error) {
	f := RelayFlags{Authority: "human", Timeout: DefaultRelayTimeout, MaxLine: relay.DefaultMaxLine}
	var keyFile string
	fs := &flags{}
	fs.text(&f.Name, "name", "mcp: the server's name as the harness knows it")
	fs.text(&f.Authority, "authority", "acp, codex: whose decisions the client's answers are, human or rule (default human)")
	fs.integer(&f.MaxLine, "max-line", "the longest line that is taken, in bytes")
	fs.duration(&f.Timeout, "timeout", "how long to wait for one acknowledgement")
	fs.text(&keyFile, "key-file", "the run's hook key (default: hook.key beside VAREK_NATS_CREDS)")
	help := "varek-sidecar " + dialect + " --help"
	argv, err := fs.parse(args)
	switch {
	case err != nil:
		return 0, usage(dialect, err, help)
	case fs.help:
		return 0, fs.usageText(out, RelayLong(dialect), dialect+" [flags] -- command [argument…]", RelayExamples(dialect))
	case len(argv) == 0:
		return 0, usage(dialect, errors.New("no command to run"), help)
	}
	cfg, err := f.Config(dialect, errw)
	if err != nil {
		return 0, usage(dialect, err, help)
	}
	path, err := lookup(argv[0])
	if err != nil {
		return 0, err
	}
	bus, err := dialRelay(ctx, dialect, keyFile, f.Timeout)
	if err != nil {
		return 0, err
	}
	defer bus.Close()
	cfg.Record = bus.SendEvent
	cfg.Client = relay.Pipe{In: in, Out: out}
	cmd := &exec.Cmd{Path: path, Args: argv, Env: WithoutBus(os.Environ()), Stderr: errw}
	return relayTo(ctx, cmd, cfg)
}

// dialRelay connects before anything starts: without the bus nothing could run.
func dialRelay(ctx context.Context, dialect, keyFile string, timeout time.Duration) (*event.Client, error) {
	cfg, err := event.FromEnv()
	if err != nil {
		return nil, environment("find the session's bus", err, "run this inside an agent that was started with: varek-sidecar run -- …")
	}
	cfg.Source, cfg.Timeout = "/adapter/"+dialect, timeout
	if cfg.Key, err = hookKey(keyFile, -1); err != nil {
		return nil, environment("read the hook key", err, "only the agent's own process, and varek-sidecar started by it outside every call, may read it")
	}
	bus, err := event.Dial(ctx, cfg)
	if err != nil {
		return nil, environment("reach the sidecar", err,
			"the harness itself must start varek-sidecar, without a shell or another program between; see the session's log.jsonl for the reason of a refusal")
	}
	return bus, nil
}

// relayTo starts the program and relays until one of the two has gone.
func relayTo(ctx context.Context, cmd *exec.Cmd, cfg relay.Config) (int, error) {
	name := filepath.Base(cmd.Path)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return 0, environment("make a pipe", err, "")
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return 0, environment("make a pipe", err, "")
	}
	if err := cmd.Start(); err != nil {
		return 0, environment("start "+name, err, "check the program's name and mode")
	}
	cfg.Server = relay.Pipe{In: stdout, Out: stdin}
	// Who ends us means the program behind us, too.
	asked := make(chan os.Signal, 4)
	signal.Notify(asked, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	defer signal.Stop(asked)
	go func() {
		for s := range asked {
			_ = cmd.Process.Signal(s) // it may have ended
		}
	}()
	err = relay.Run(ctx, cfg)
	if err != nil {
		_ = cmd.Process.Kill()
	}
	stdin.Close()
	waited := cmd.Wait()
	if err != nil {
		return 0, environment("relay to "+name, err, "nothing more may run; see the session's log.jsonl")
	}
	var exit *exec.ExitError
	if waited != nil && !errors.As(waited, &exit) {
		return 0, environment("wait for "+name, waited, "")
	}
	if st, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && st.Signaled() {
		return 128 + int(st.Signal()), nil
	}
	return cmd.ProcessState.ExitCode(), nil
}
