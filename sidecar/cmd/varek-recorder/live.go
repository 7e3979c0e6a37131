package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/bridge"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/sidecar/speak"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/warden"
	"github.com/varek/varek/warden/floor"
	"github.com/varek/varek/warden/policy"
)

// liveRun is one run from the opening on chain to the summary. Fields below
// the line are set while it starts, in this order.
type liveRun struct {
	settings *settings
	flags    runFlags
	chain    *chain
	policy   *policy.Policy
	file     *runFile
	dir      string

	log     *slog.Logger
	logFile *os.File
	store   *tracestore.Store
	bus     *ingest.Server
	cluster *bridge.Bridge // nil: none
	session *sidecar.Session
	points  atomic.Pointer[sidecar.Checkpointer]
	stop    context.CancelFunc // ends the checkpointer
	stopped chan struct{}      // closed when it has ended
	denials *denials           // what was refused; nil in a session that is resumed
	warden  *warden.Supervisor
	doors   *doors // nil: none
}

// begin opens the session on the escrow, before anything can happen in it, and
// makes its directory.
func begin(ctx context.Context, s *settings, f runFlags, c *chain, pol *policy.Policy, promises []uint32, argv []string) (*liveRun, error) {
	var salt trace.Hash
	rand.Read(salt[:])
	id, _, err := c.operator.OpenSession(ctx, c.owner, c.user, salt, promises)
	if err != nil {
		return nil, environment("open the session on the escrow", err, "varek-escrow promise ls shows which promises are open to sessions")
	}
	n := c.client.Network()
	r := &liveRun{settings: s, flags: f, chain: c, policy: pol, dir: sessionDir(s.state, id), file: &runFile{
		Session: id, Network: s.network, ChainID: n.ChainID, Escrow: n.Escrow, Owner: c.owner, User: c.user, Promises: promises,
		Argv: argv, Workspace: f.workspace, Started: time.Now().UTC().Format(time.RFC3339Nano), PID: os.Getpid(), Status: statusRunning,
	}}
	if err := os.MkdirAll(filepath.Join(r.dir, "bus"), 0o700); err != nil {
		return nil, environment("make the session's directory", err, "check that the state directory is writable")
	}
	if err := r.file.write(r.dir); err != nil {
		return nil, environment("keep the session", err, "check that the state directory is writable")
	}
	r.logFile, err = os.OpenFile(filepath.Join(r.dir, "log.jsonl"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, environment("open the session's log", err, "check that the state directory is writable")
	}
	r.log = slog.New(slog.NewJSONHandler(r.logFile, nil)).With("session", id.String())
	return r, nil
}

// start brings up store and bus, puts the agent in place, opens the trace with
// what holds in this run, and lets the agent go. started is true once the
// agent's program was handed to the kernel.
func (r *liveRun) start(ctx context.Context, io console) (started bool, err error) {
	if r.store, err = tracestore.Open(ctx, filepath.Join(r.dir, "trace.db"), tracestore.Options{}); err != nil {
		return false, environment("open the store", err, "")
	}
	if r.bus, err = ingest.Start(ctx, ingest.Config{Log: r.log.With("op", "bus"), Spool: filepath.Join(r.dir, "spool")}); err != nil {
		return false, environment("start the bus", err, "check that this host has a loopback interface")
	}
	if r.doors, err = openDoors(r.flags.doors, r.log); err != nil {
		return false, err
	}
	r.denials = newDenials(r.log)
	feed := &sink{ctx: ctx, denials: r.denials}
	creds, key := filepath.Join(r.dir, "bus", "creds.json"), filepath.Join(r.dir, "bus", speak.KeyName)
	as, err := r.flags.invoke(r.settingsFile(), r.file.Argv, os.Environ())
	if err != nil {
		return false, err
	}
	cfg := warden.Config{
		Policy: r.policy, Argv: as.Argv, Env: append(r.environ(creds), as.Env...), HarnessFiles: []string{r.settingsFile()}, Workspace: r.file.Workspace, Home: os.Getenv("HOME"),
		StateDir: r.settings.state, Protected: r.flags.access.Secrets(), BusAddr: r.bus.Addr(), HookKeyFile: key, CredsFile: creds,
		Sink: feed, Log: r.log.With("op", "warden"), Doors: r.doors.addresses(),
		Ready: func(w *warden.Supervisor) error {
			if err := r.open(ctx, w); err != nil {
				return err
			}
			feed.session = r.session
			if err := r.doors.serve(listener{r.session, w}, peers{w}); err != nil {
				return err
			}
			if r.silent() {
				if err := r.offerHeads(); err != nil {
					return err
				}
				r.announce(io.err, w.Floor())
				return nil
			}
			access, err := r.bus.Attach(r.file.Session, listener{r.session, w}, peers{w})
			if err != nil {
				return err
			}
			if err := access.Write(creds, key); err != nil {
				return err
			}
			if err := r.writeHooks(access); err != nil {
				return err
			}
			w.HideKeys(access.HookKey)
			if err := r.offerHeads(); err != nil {
				return err
			}
			r.announce(io.err, w.Floor())
			return nil
		},
	}
	if cfg.Self, err = front(); err != nil {
		return false, err
	}
	if cfg.Fixed, err = r.fixed(); err != nil {
		return false, environment("protect our own files", err, "")
	}
	if r.flags.relay != nil {
		if err := r.flags.relay.pipes(); err != nil {
			return false, environment("make the agent's pipes", err, "")
		}
		cfg.Stdin, cfg.Stdout = r.flags.relay.agentReads, r.flags.relay.agentTells
	}
	r.warden, err = warden.Start(ctx, cfg)
	if err != nil && r.flags.relay != nil && errors.Is(err, warden.ErrFloor) {
		return false, environment("start the program under the warden", err, "if this is inside a run already, the client did not hand its environment on: "+
			"put "+event.EnvSession+", "+event.EnvURL+" and "+event.EnvCreds+" into the environment that its configuration gives this command")
	}
	if err != nil {
		return false, wardenFault(err)
	}
	if r.flags.relay != nil {
		err = r.flags.relay.begin(ctx, recordWith(listener{r.session, r.warden}, r.flags.relay.Timeout), io.err, r.warden.Kill)
	}
	return true, err
}

// silent reports whether the program may not speak on the bus: an MCP server is
// what calls are made of, and no harness.
func (r *liveRun) silent() bool { return r.flags.relay != nil && r.flags.relay.dialect == "mcp" }

func wardenFault(err error) error {
	hint := "see log.jsonl in the session's directory"
	switch {
	case errors.Is(err, warden.ErrNotFound), errors.Is(err, warden.ErrNotExecutable):
		hint = "check the program's name and mode"
	case errors.Is(err, warden.ErrFloor):
		hint = "ask less of the policy's floor, or run where the machine can hold it"
	}
	return environment("start the agent under the warden", err, hint)
}

// open writes the session's first record and starts its checkpoints.
func (r *liveRun) open(ctx context.Context, w *warden.Supervisor) error {
	boot, err := sidecar.BootID()
	if err != nil {
		return err
	}
	digest, err := r.policy.Digest()
	if err != nil {
		return err
	}
	floor, err := object(w.Floor())
	if err != nil {
		return err
	}
	cfg := r.config(boot)
	cfg.Opening = sidecar.Opening{
		Network: r.chain.client.Network().Name, ChainID: r.file.ChainID, Escrow: &r.file.Escrow, Promises: r.file.Promises,
		PolicyHash: &digest, Floor: floor, Workspace: r.file.Workspace, Home: os.Getenv("HOME"),
	}
	cfg.OnStart = place(w)
	cfg.OnEnd = func(actionID string) {
		if err := w.EndCall(actionID); err != nil {
			// The call's totals are not on record: nothing more may run.
			r.log.Error("a call could not be ended; the agent is stopped", "op", "run", "action", actionID, "err", err)
			w.Kill()
		}
	}
	cfg.Accept = r.accept(w.Floor())
	if r.session, err = sidecar.Open(ctx, cfg); err != nil {
		return err
	}
	return r.checkpoints(ctx, true)
}

// config is what a session needs in any case, resumed or new.
func (r *liveRun) config(boot string) sidecar.Config {
	return sidecar.Config{Session: r.file.Session, Store: storeOf(r.store), Clock: sidecar.SystemClock{}, Random: rand.Reader, Boot: boot,
		Blobs: r.store, States: r.store,
		Paused: r.paused,
		OnCommit: func() {
			if points := r.points.Load(); points != nil {
				points.Touch(r.file.Session)
			}
		}}
}

// accept says whose permissions count. Where calls have no leaf of their own,
// "outside every call" is an inference, and a permission that comes through a
// process of ours counts only if the policy says so.
func (r *liveRun) accept(floor warden.Floor) func(sidecar.Peer) bool {
	inferred := r.policy.Bus.InferredPermissions == policy.InferredAccept
	return func(p sidecar.Peer) bool {
		return p.Route == sidecar.RouteHarness || p.Route == sidecar.RouteRelay || p.Route == sidecar.RouteOwn && (floor.Cgroup || inferred)
	}
}

// fixed are files that the next run trusts and this agent may therefore not
// write: our commands, the configuration, whether it exists or not, and the
// policy.
func (r *liveRun) fixed() ([]string, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	list := []string{configFile()}
	for _, name := range []string{"varek-sidecar", "varek-recorder", "varek-escrow", "varek-verifier", "varek-check"} {
		list = append(list, filepath.Join(filepath.Dir(self), name))
		if path, err := companion(name); err == nil {
			list = append(list, path)
		}
	}
	for _, path := range []string{r.settings.config, os.Getenv("VAREK_CONFIG"), r.flags.policy} {
		if path != "" {
			list = append(list, path)
		}
	}
	return list, nil
}

// listener hands events to the sequencer. A call that the harness announced
// itself may run inside it: from the answer on, what the harness does is
// attributed to the call.
type listener struct {
	*sidecar.Session
	w *warden.Supervisor
}

// Submit implements ingest.Sequencer.
func (l listener) Submit(ctx context.Context, p sidecar.Peer, e event.Event) event.Reply {
	reply := l.Session.Submit(ctx, p, e)
	if !reply.OK || e.Data.Kind != string(trace.KindIntent) || reply.Dup {
		return reply
	}
	switch below := servedBelow(e); {
	case below && p.Route == sidecar.RouteOwn:
		l.w.HostCall(p.PID, reply.ActionID)
	case below && p.Route == sidecar.RouteRelay:
		l.w.HostCall(l.w.Harness(), reply.ActionID)
	case p.Route == sidecar.RouteHarness, p.Route == sidecar.RouteRelay:
		l.w.BeginCall(reply.ActionID)
	}
	return reply
}

// servedBelow reports whether an intent's sender says that the call is served by
// processes that it started and that outlive the call.
func servedBelow(e event.Event) bool {
	var m struct {
		Place string `json:"place"`
	}
	return json.Unmarshal(e.Data.Metadata, &m) == nil && m.Place == "below"
}

// environ is the agent's environment: the caller's, without any VAREK_ variable
// but the three that lead to the bus.
func (r *liveRun) environ(creds string) []string {
	if r.silent() {
		return r.doors.environ(speak.WithoutBus(os.Environ()))
	}
	return append(r.doors.environ(speak.WithoutBus(os.Environ())),
		event.EnvSession+"="+r.file.Session.String(), event.EnvURL+"="+r.bus.URL(), event.EnvCreds+"="+creds)
}

// announce prints the first line: on a terminal varek writes only before and
// after the agent.
func (r *liveRun) announce(w io.Writer, f warden.Floor) {
	fmt.Fprint(w, ledger(r.chain.client.Network()))
	fmt.Fprintf(w, "varek: session %s · floor: %s · network %s · log %s\n", r.file.Session, floorWords(f), r.chain.client.Network().Name, r.logFile.Name())
}

func floorWords(f warden.Floor) string {
	words := []string{fmt.Sprintf("landlock ABI %d", f.Landlock.ABI)}
	for _, w := range []struct {
		holds bool
		word  string
	}{{f.PIDNamespace, "pid namespace"}, {f.UserNS, "user namespace"}, {f.Death == floor.DeathWatchdog, "watchdog"}, {f.Cgroup, "cgroup per call"}} {
		if w.holds {
			words = append(words, w.word)
		}
	}
	return strings.Join(words, ", ")
}

// peers tells the bus which process the warden saw connect.
type peers struct{ w *warden.Supervisor }

// Lookup implements ingest.Peers.
func (p peers) Lookup(remote netip.AddrPort) (ingest.Peer, bool) {
	w, ok := p.w.Peer(remote)
	routes := map[warden.Route]sidecar.Route{
		warden.RouteHarness: sidecar.RouteHarness, warden.RouteOwn: sidecar.RouteOwn, warden.RouteCall: sidecar.RouteCall, warden.RouteHook: sidecar.RouteHook,
	}
	return ingest.Peer{Route: routes[w.Route], PID: w.PID, ActionID: w.ActionID}, ok
}

// storeOf makes the concrete store the sequencer's.
func storeOf(s *tracestore.Store) sidecar.Store {
	return sidecar.Adapt(s,
		func(e sidecar.Entry) tracestore.Entry { return tracestore.Entry(e) },
		func(t tracestore.Stored) sidecar.Stored { return sidecar.Stored(t) })
}
