package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/bridge"
	"github.com/varek/varek/sidecar/host"
	"github.com/varek/varek/sidecar/ingest"
	"github.com/varek/varek/sidecar/provider/duty"
	"github.com/varek/varek/sidecar/speak"
	"github.com/varek/varek/tracestore"
	"github.com/varek/varek/tracestore/trace"
)

// serveFlags are what serve can be told.
type serveFlags struct {
	parties
	clusterFlags
	k        uint64
	r        time.Duration
	patience time.Duration
	metrics  string
	leaveOut []string
	left     map[trace.Hash]bool // leaveOut, read
	exposureFlags
	dutyFlags
}

func newServe(s *settings, io console) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Record many sessions in one process, and answer claims",
		Long: `serve keeps one store and one bus for any number of sessions, which "varek-sidecar session open" starts. It takes up the sessions
that an earlier serve left open. There is no warden: what is recorded is what the adapters say. SIGTERM ends it; open sessions go on with the next one.

It answers the claims against all sessions of the state directory, those of "run" included: it closes the session and makes its final commitment,
signs its records with what the promise does not need hidden, delivers them until the verifier gives a receipt, and offers them on chain where it
gives none. "varek-sidecar claims" shows how far it is. Keep one serve running, or answer by hand with "claims deliver" within three days.`,
		Example: `  varek-sidecar serve
  varek-sidecar serve --metrics-listen 127.0.0.1:9403
  varek-sidecar session open --promise 1
  varek-sidecar session ls`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.k == 0 || f.r <= 0 {
				return usage("serve", errors.New("--k and --r must be above zero"), "for instance --k 10 --r 30s")
			}
			if err := f.dutyFlags.check(); err != nil {
				return err
			}
			if _, err := f.named(); err != nil {
				return err
			}
			if err := f.exposureFlags.check(f.r); err != nil {
				return err
			}
			if err := f.readLeft(); err != nil {
				return err
			}
			return serve(cmd.Context(), s, io, f)
		},
	}
	fl := cmd.Flags()
	f.parties.register(fl)
	f.clusterFlags.register(fl)
	f.registerEvents(fl)
	fl.Uint64Var(&f.k, "k", defaultK, "commit a checkpoint after this many permissions and actions")
	fl.DurationVar(&f.r, "r", defaultR, "commit a checkpoint when the oldest uncommitted record is this old")
	fl.DurationVar(&f.patience, "final-timeout", 2*time.Minute, "how long closing a session waits for the chain")
	fl.StringVar(&f.metrics, "metrics-listen", "", "address for /metrics, /healthz and /readyz (default: only /metrics and /health on the control socket)")
	fl.StringSliceVar(&f.leaveOut, "leave-out", nil, "sessions, by full id, that are neither continued nor closed: lost or damaged ones, so that the others can be served")
	f.exposureFlags.register(fl)
	f.dutyFlags.register(fl)
	return cmd
}

// serving is one serve from its start to its end.
type serving struct {
	settings *settings
	flags    serveFlags
	chain    *chain
	log      *slog.Logger
	dir      string
	store    *tracestore.Store
	bus      *ingest.Server
	batcher  *escrow.Batcher
	points   *sidecar.Checkpointer
	host     *host.Host
	cluster  *bridge.Bridge // nil: none
	heads    servedHeads
	claims   *duty.Keeper
	params   unpublished
	closing  closings
	reserves reserves
}

func serveDir(state string) string { return filepath.Join(state, "serve") }

func controlSocket(state string) string { return filepath.Join(serveDir(state), "control.sock") }

func serve(ctx context.Context, s *settings, io console, f serveFlags) (err error) {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	v := &serving{settings: s, flags: f, dir: serveDir(s.state), log: slog.New(slog.NewJSONHandler(io.err, nil)), heads: servedHeads{kept: map[trace.Hash]*headKeeper{}}}
	if err := os.MkdirAll(v.dir, 0o700); err != nil {
		return environment("serve", err, "check that the state directory is writable")
	}
	path := filepath.Join(v.dir, "trace.db")
	if v.store, err = tracestore.Open(ctx, path, tracestore.Options{}); err != nil {
		return environment("open the store", err, "")
	}
	if tracestore.ErasurePending(path) {
		v.log.Warn(pendingErasure, "op", "erase", "path", path)
	}
	defer func() { err = errors.Join(err, v.store.Close()) }()
	if v.chain, err = openChain(ctx, s, f.parties); err != nil {
		return err
	}
	defer v.chain.close()
	if err := v.complete(ctx); err != nil {
		return err
	}
	if err := v.startDuties(); err != nil {
		return environment("take up the claims of the last serve", err, "use the version that wrote it")
	}
	if err := v.begin(ctx); err != nil {
		var f *fault
		if errors.As(err, &f) {
			return f
		}
		return environment("serve", err, "see the log above")
	}
	// The checkpointer outlives the signal: what is under way ends first.
	run, end := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		v.points.Run(run)
	}()
	err = v.work(ctx, io)
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 30*time.Second)
	defer cancel()
	err = errors.Join(err, v.host.Stop(last))
	end()
	<-ended
	if v.cluster != nil {
		err = errors.Join(err, v.cluster.Close(last))
	}
	return err
}

// begin builds bus, checkpointer and host.
func (v *serving) begin(ctx context.Context) (err error) {
	boot, err := sidecar.BootID()
	if err != nil {
		return err
	}
	v.batcher = escrow.NewBatcher(context.WithoutCancel(ctx), v.chain.operator, v.chain.owner)
	if v.points, err = sidecar.NewCheckpointer(sidecar.CheckpointConfig{Committer: v.batcher, Records: storeOf(v.store),
		Checkpoints: checkpointsOf(v.store), Clock: sidecar.SystemClock{}, Log: v.log, Calls: v.flags.k, Age: v.flags.r, Announce: v.announce}); err != nil {
		return err
	}
	if v.bus, err = v.listen(ctx); err != nil {
		return err
	}
	if v.cluster, err = v.flags.clusterFlags.start(v.log, v.bus.Remote); err != nil {
		return err
	}
	v.host, err = host.New(host.Config{Store: storeOf(v.store), Blobs: v.store, States: v.store, List: v.store.Sessions, Bus: v.bus,
		Points: v.points, Clock: sidecar.SystemClock{}, Random: rand.Reader, Boot: boot, Log: v.log, Keep: v.keep, Kept: v.kept,
		Paused: v.paused, Posted: v.posted, Ended: v.noteEnd, LeaveOut: func(id trace.Hash) bool { return v.flags.left[id] }})
	return err
}

// listen starts the bus on the port of the last serve, so that adapters which
// reconnect find it; where somebody else has that port, on another one.
func (v *serving) listen(ctx context.Context) (*ingest.Server, error) {
	path := filepath.Join(v.dir, "port")
	port := 0
	if text, err := os.ReadFile(path); err == nil {
		_, _ = fmt.Sscan(string(text), &port)
	}
	cfg := ingest.Config{Log: v.log.With("op", "bus"), Spool: filepath.Join(v.dir, "spool"), Port: port}
	bus, err := ingest.Start(ctx, cfg)
	if err != nil && port != 0 {
		v.log.Warn("the last port is taken; adapters of earlier sessions must be started again", "op", "serve", "port", port, "err", err)
		cfg.Port = 0
		bus, err = ingest.Start(ctx, cfg)
	}
	if err != nil {
		return nil, err
	}
	return bus, os.WriteFile(path, fmt.Appendln(nil, bus.Addr().Port()), 0o600)
}

func (v *serving) credsPaths(id trace.Hash) (creds, key string) {
	dir := filepath.Join(sessionDir(v.settings.state, id), "bus")
	return filepath.Join(dir, "creds.json"), filepath.Join(dir, speak.KeyName)
}

func (v *serving) keep(id trace.Hash, a ingest.Access) error {
	creds, key := v.credsPaths(id)
	return a.Write(creds, key)
}

func (v *serving) kept(id trace.Hash) (ingest.Access, bool, error) {
	creds, key := v.credsPaths(id)
	for _, path := range []string{creds, key} {
		if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
			return ingest.Access{}, false, nil
		}
	}
	a, err := ingest.ReadAccess(creds, key)
	return a, err == nil, err
}

// work takes up what an earlier process left and serves until ctx ends.
func (v *serving) work(ctx context.Context, io console) error {
	found, err := v.host.Recover(ctx)
	if err != nil {
		hint := "the others can be served once this is solved"
		if errors.Is(err, sidecar.ErrDiverged) {
			hint = "put the newest copy of the store back; to serve the others meanwhile, name the session with --leave-out"
		}
		return environment("take up the sessions of the last serve", err, hint)
	}
	for _, id := range v.host.Sessions() {
		v.join(id)
	}
	socket := controlSocket(v.settings.state)
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return environment("serve", err, "")
	}
	l, err := net.Listen("unix", socket)
	if err != nil {
		return environment("serve", err, "a shorter --state path may help")
	}
	if err := os.Chmod(socket, 0o600); err != nil {
		return environment("serve", err, "")
	}
	srv := &http.Server{Handler: v.control(), ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- srv.Serve(l) }()
	fmt.Fprint(io.out, ledger(v.chain.client.Network()))
	fmt.Fprintf(io.out, "varek: serving on %s · %d sessions go on, %d were ended · control %s\n", v.bus.URL(), found.Live, found.Ended, socket)
	if err := v.exposeMetrics(io); err != nil {
		return err
	}
	answering, rest := context.WithCancel(ctx)
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		v.answerClaims(answering)
	}()
	defer func() { rest(); <-answered }()
	repeat := time.NewTicker(repeatEvery * gaugesPause)
	defer repeat.Stop()
	for {
		select {
		case <-repeat.C:
			v.repeatHeads()
		case <-v.bus.Done():
			return environment("serve", errors.New("the bus went away"), "start it again")
		case err := <-served:
			return environment("serve", err, "")
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
			defer cancel()
			return srv.Shutdown(last)
		}
		if err := v.store.Err(); err != nil {
			return environment("serve", err, "")
		}
	}
}

// open begins a session: on the chain, in the state directory, on the bus.
func (v *serving) open(ctx context.Context, ask openRequest) (seat, error) {
	var salt trace.Hash
	rand.Read(salt[:])
	c := v.chain
	id, _, err := c.operator.OpenSession(ctx, c.owner, c.user, salt, ask.Promises)
	if err != nil {
		return seat{}, err
	}
	n := c.client.Network()
	dir := sessionDir(v.settings.state, id)
	if err := os.MkdirAll(filepath.Join(dir, "bus"), 0o700); err != nil {
		return seat{}, err
	}
	file := &runFile{Session: id, Network: v.settings.network, ChainID: n.ChainID, Escrow: n.Escrow, Owner: c.owner, User: c.user,
		Promises: ask.Promises, Argv: []string{"(served)"}, Workspace: ask.Workspace, Started: time.Now().UTC().Format(time.RFC3339Nano),
		PID: os.Getpid(), Status: statusRunning, Store: filepath.Join("..", "..", "serve", "trace.db")}
	if err := file.write(dir); err != nil {
		return seat{}, err
	}
	v.batcher.Fresh(id)
	_, err = v.host.Open(ctx, id, sidecar.Opening{Network: n.Name, ChainID: n.ChainID, Escrow: &file.Escrow, Promises: ask.Promises, Workspace: ask.Workspace})
	if err != nil {
		return seat{}, err
	}
	v.join(id)
	return v.place(id), nil
}

// join takes requests for a session from the cluster, where that is asked for.
func (v *serving) join(id trace.Hash) {
	if v.cluster != nil && v.flags.events {
		v.cluster.Open(id)
	}
}

func (v *serving) place(id trace.Hash) seat {
	creds, _ := v.credsPaths(id)
	return seat{Session: id, URL: v.bus.URL(), Creds: creds}
}

// end closes a session and makes its final commitment.
func (v *serving) end(ctx context.Context, id trace.Hash, reason string) (sidecar.Status, error) {
	wait, cancel := context.WithTimeout(ctx, v.flags.patience)
	defer cancel()
	st, err := v.host.Close(wait, id, sidecar.Closing{Reason: reason})
	if err != nil {
		return st, err
	}
	v.forget(id)
	return st, nil
}

// printPlace tells how an adapter joins a session.
func printPlace(io console, asJSON bool, p seat) error {
	if asJSON {
		return printJSON(io.out, p)
	}
	_, err := fmt.Fprintf(io.out, "export VAREK_SESSION=%s\nexport VAREK_NATS_URL=%s\nexport VAREK_NATS_CREDS='%s'\n", p.Session, p.URL,
		strings.ReplaceAll(p.Creds, "'", `'\''`))
	return err
}
