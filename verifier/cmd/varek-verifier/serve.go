package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/cmd/varek-verifier/internal/onchain"
	"github.com/varek/varek/verifier/evidence"
)

// server are the flags of serve.
type server struct {
	*options
	listen string
	key    string
	start  uint64
	poll   time.Duration
	once   bool
}

func newServe(o *options) *cobra.Command {
	s := &server{options: o}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Watch the escrow, receive evidence, judge and settle",
		Long: `serve rules on every claim whose promise names this verifier's key. It keeps its
claims in STATE/verifier and may be stopped or killed at any time: the next start
goes on where it was. Evidence arrives at POST /v1/claims/<id>/evidence; the
public sees GET / and GET /v1/claims. Time is the chain's block time.

Its address is written to STATE/verifier/endpoint.json, where the provider's
"varek-sidecar claims deliver" on the same machine finds it.`,
		Example: `  varek-verifier serve
  varek-verifier serve --network base-sepolia --key verifier.key --listen :8402
  varek-verifier serve --once --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.listen, "listen", "127.0.0.1:0", "address for evidence and pages; port 0 takes a free one")
	f.StringVar(&s.key, "key", "", "key file of the verifier (default on dev: STATE/keys/verifier.key)")
	f.Uint64Var(&s.start, "start-block", 0, "first block to read at the first start (default: the escrow's deployment)")
	f.DurationVar(&s.poll, "poll", 0, "pause between two looks at the chain (default 2s, on a development chain 200ms)")
	f.BoolVar(&s.once, "once", false, "do what can be done now, without listening, and end")
	return cmd
}

func (s *server) run(ctx context.Context, stdout, stderr io.Writer) error {
	n, client, err := s.dial(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	signer, err := s.signer(n)
	if err != nil {
		return err
	}
	account, err := client.Account(signer, filepath.Join(s.state, "keys"))
	if err != nil {
		return err
	}
	svc, err := s.open(ctx, n, onchain.New(client, account), account, s.logger(stderr))
	if err != nil {
		return err
	}
	if s.once {
		err = s.drain(ctx, svc, n, stdout)
	} else {
		err = s.serve(ctx, svc, n, account, stdout)
	}
	return errors.Join(err, svc.Close())
}

func (s *server) signer(n escrow.Network) (*escrow.KeySigner, error) {
	path := s.key
	if path == "" {
		if !n.Private {
			return nil, badInput("--key is needed on %s: the key file of the verifier that promises name", n.Name)
		}
		path = filepath.Join(s.state, "keys", "verifier.key")
	}
	return escrow.LoadKey(path)
}

func (s *server) logger(w io.Writer) *slog.Logger {
	if s.json {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

func (s *server) open(ctx context.Context, n escrow.Network, l *onchain.Ledger, a *escrow.Account, log *slog.Logger) (*verifier.Service, error) {
	registry, err := aap.Catalog()
	if err != nil {
		return nil, fmt.Errorf("building the catalog of predicates: %w", err)
	}
	start := s.start
	if start == 0 {
		start = n.DeployedBlock
	}
	return verifier.Open(ctx, verifier.Config{
		Dir:      filepath.Join(s.state, "verifier"),
		Identity: verifier.Identity{ChainID: n.ChainID, Escrow: n.Escrow, Verifier: a.Address()},
		Start:    start, Confirmations: n.Confirmations, Network: s.network,
		Registry: registry, Chain: l, Ledger: l, Log: log,
	})
}

// drain is serve --once.
func (s *server) drain(ctx context.Context, svc *verifier.Service, n escrow.Network, stdout io.Writer) error {
	p, err := svc.Drain(ctx)
	if err != nil {
		return err
	}
	if s.json {
		return json.NewEncoder(stdout).Encode(map[string]any{"block": p.Block, "block_time": p.Time, "active": p.Active})
	}
	privateLine(stdout, n.Private)
	fmt.Fprintf(stdout, "read up to block %d (block time %d); %d claims wait for evidence, time or confirmations\n", p.Block, p.Time, p.Active)
	return nil
}

// endpoint is the file by which the provider's side on this machine finds us.
type endpoint struct {
	URL     string `json:"url"`
	Address string `json:"address"`
}

func (s *server) serve(ctx context.Context, svc *verifier.Service, n escrow.Network, a *escrow.Account, stdout io.Writer) error {
	l, err := net.Listen("tcp", s.listen)
	if err != nil {
		return fmt.Errorf("listening on %s: %w", s.listen, err)
	}
	e := endpoint{URL: "http://" + dialable(l.Addr()), Address: a.Address().String()}
	path := filepath.Join(s.state, "verifier", "endpoint.json")
	if err := writeEndpoint(path, e); err != nil {
		return errors.Join(err, l.Close())
	}
	s.greet(stdout, n, e)
	poll := s.poll
	if poll <= 0 {
		poll = 2 * time.Second
		if n.Private {
			poll = 200 * time.Millisecond
		}
	}
	banner := ""
	if n.Private {
		banner = privateLedger
	}
	err = runBoth(ctx, svc, l, svc.Door(banner, evidence.Limits{}).Listener(), poll)
	if rm := os.Remove(path); rm != nil && !errors.Is(rm, fs.ErrNotExist) {
		err = errors.Join(err, rm)
	}
	return err
}

func (s *server) greet(w io.Writer, n escrow.Network, e endpoint) {
	if s.json {
		_ = json.NewEncoder(w).Encode(e) // standard output may be closed; the service goes on
		return
	}
	privateLine(w, n.Private)
	fmt.Fprintf(w, "verifier %s on %s, escrow %s\nevidence and pages: %s\n", e.Address, n.Name, n.Escrow, e.URL)
}

// runBoth serves HTTP and works on claims until ctx ends or either fails;
// uploads under way get ten seconds to end.
func runBoth(ctx context.Context, svc *verifier.Service, l net.Listener, srv *http.Server, poll time.Duration) error {
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return svc.Run(ctx, poll) })
	group.Go(func() error {
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serving HTTP: %w", err)
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		if err := srv.Shutdown(grace); err != nil {
			return errors.Join(fmt.Errorf("ending uploads: %w", err), srv.Close())
		}
		return nil
	})
	return group.Wait()
}

// dialable is the address by which this machine reaches a listener: one on all
// interfaces is reached over the loopback.
func dialable(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))
}

// writeEndpoint replaces the file in one step: a reader sees a whole one or none.
func writeEndpoint(path string, e endpoint) error {
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := os.WriteFile(path+".new", append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return os.Rename(path+".new", path)
}
