package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/spf13/cobra"

	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
)

// server are the flags of serve.
type server struct {
	*options
	listen  string
	metrics string
	tls     tlsFiles
	key     string
	start   []string
	quorums []string
	peers   []string
	poll    time.Duration
	once    bool
	bundle  int64 // MiB
	upload  time.Duration

	// tamper changes a house before it is opened, where it is set: tests make
	// dishonest verifiers with it.
	tamper func(*verifier.Config)
}

func newServe(o *options, tamper func(*verifier.Config)) *cobra.Command {
	s := &server{options: o, tamper: tamper}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Watch the escrow, receive evidence, judge and settle",
		Long: `serve rules on every claim whose promise names this verifier's key, or a quorum
of which the key is a member. It keeps its claims in STATE/verifier and may be
stopped or killed at any time: the next start goes on where it was. Time is the
chain's block time.

On its address:
  POST /v1/claims/<id>/evidence   the provider's bundle (NDJSON, or zstd of it)
  POST /v1/claims/<id>/heads      the signed heads that the user filed with
  GET  /  and  /v1/claims         what became of each claim, without private content
  GET  /healthz /readyz /metrics  for supervisors and Prometheus

The verifier's key pays the fee of each settlement; keep some money on it. On a
public network say --listen and --tls-cert, or put a proxy with TLS in front, and
tell providers the address (the network file's "verifiers").

Its address is written to STATE/verifier/endpoint.json, where the provider's
"varek-sidecar claims deliver" on the same machine finds it.

With --quorum it judges as one member of several: it signs its verdict, shows the
signature on its pages, republishes what it receives to --peer, fetches their
signatures and submits enough that agree. Nobody coordinates.`,
		Example: `  varek-verifier serve
  varek-verifier serve --network base-sepolia --key verifier.key --listen :8402 --tls-cert cert.pem --tls-key key.pem
  varek-verifier serve --network base,base-sepolia --key verifier.key --listen :8402 --start-block base=31000000
  varek-verifier serve --quorum 0x…QUORUM --peer https://b.example.org --peer https://c.example.org
  varek-verifier serve --metrics-listen 127.0.0.1:9402
  varek-verifier serve --once --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return s.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	s.flags(cmd)
	return cmd
}

func (s *server) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.listen, "listen", "127.0.0.1:0", "address for evidence and pages; port 0 takes a free one")
	f.StringVar(&s.metrics, "metrics-listen", "", "address for /metrics, /healthz and /readyz alone (default: beside the pages)")
	f.StringVar(&s.tls.cert, "tls-cert", "", "certificate chain (PEM); read again when it changes")
	f.StringVar(&s.tls.key, "tls-key", "", "its private key (PEM)")
	f.StringVar(&s.key, "key", "", "key file of the verifier (default on dev: STATE/keys/verifier.key)")
	f.StringSliceVar(&s.start, "start-block", nil, "first block to read at the first start, N or NETWORK=N (default: the escrow's deployment)")
	f.StringSliceVar(&s.quorums, "quorum", nil, "contract of a quorum of which this verifier is a member; may be repeated")
	f.StringSliceVar(&s.peers, "peer", nil, "address of another member of the quorums; may be repeated")
	f.StringVar(&s.tls.peers, "peer-ca", "", "certificates (PEM) by which peers are known, beside the system's")
	f.DurationVar(&s.poll, "poll", 0, "pause between two looks at the chain (default 2s, on a development chain 200ms)")
	f.Int64Var(&s.bundle, "max-bundle", 1024, "largest bundle taken, in MiB uncompressed")
	f.DurationVar(&s.upload, "max-upload", 10*time.Minute, "longest time that an upload may take")
	f.BoolVar(&s.once, "once", false, "do what can be done now, without listening, and end")
}

func (s *server) run(ctx context.Context, stdout, stderr io.Writer) (err error) {
	if s.bundle < 1 || s.upload < time.Second {
		return badInput("--max-bundle is at least 1 (MiB) and --max-upload at least 1s")
	}
	hs, err := s.openHouses(ctx, s.logger(stderr))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, hs.close()) }()
	if s.once {
		return s.drain(ctx, hs, stdout)
	}
	return s.serve(ctx, hs, stdout)
}

func (s *server) logger(w io.Writer) *slog.Logger {
	if s.json {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// drain is serve --once.
func (s *server) drain(ctx context.Context, hs *houses, stdout io.Writer) error {
	privateLine(stdout, hs.private && !s.json)
	for _, h := range hs.list {
		p, err := h.service.Drain(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", h.service.Name(), err)
		}
		if s.json {
			err = json.NewEncoder(stdout).Encode(map[string]any{"network": h.network.Name, "verifier": h.verifier, "block": p.Block, "block_time": p.Time, "active": p.Active})
			if err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(stdout, "%s: read up to block %d (block time %d); %d claims wait for evidence, time or confirmations\n", h.service.Name(), p.Block, p.Time, p.Active)
	}
	return nil
}

// door is the HTTP interface to all houses.
func (s *server) door(hs *houses) *evidence.Server {
	banner := ""
	if hs.private {
		banner = privateLedger
	}
	cfg := evidence.Config{Banner: banner, Limits: evidence.Limits{Bundle: s.bundle << 20, Upload: s.upload}}
	for _, h := range hs.list {
		cfg.Houses = append(cfg.Houses, h.service.House())
	}
	return evidence.NewServer(cfg)
}
