package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/cmd/varek-verifier/internal/onchain"
	"github.com/varek/varek/verifier/peers"
)

// house is the claims of one verifier (our key, or a quorum with it) on one escrow.
type house struct {
	network  escrow.Network
	verifier trace.Address
	service  *verifier.Service
}

// houses are all that a process serves.
type houses struct {
	list    []house
	clients []*escrow.Client
	self    trace.Address
	private bool // all of them on development chains
}

func (hs *houses) close() error {
	var errs []error
	for _, h := range hs.list {
		errs = append(errs, h.service.Close())
	}
	for _, c := range hs.clients {
		c.Close()
	}
	return errors.Join(errs...)
}

// openHouses dials every network and takes the folder of every house.
func (s *server) openHouses(ctx context.Context, log *slog.Logger) (_ *houses, err error) {
	hs := &houses{private: true}
	defer func() {
		if err != nil {
			err = errors.Join(err, hs.close())
		}
	}()
	registry, err := aap.Catalog()
	if err != nil {
		return nil, fmt.Errorf("building the catalog of predicates: %w", err)
	}
	quorums, others, err := s.parties()
	if err != nil {
		return nil, err
	}
	found := map[trace.Address]bool{}
	for _, name := range s.networks {
		if err := s.openNetwork(ctx, hs, name, registry, quorums, others, found, log); err != nil {
			return nil, err
		}
	}
	for _, q := range quorums {
		if !found[q] {
			return nil, badInput("%w: %s is on none of the networks; deploy one with: varek-escrow quorum deploy", escrow.ErrNoQuorum, q)
		}
	}
	return hs, nil
}

// parties reads the flags about quorums.
func (s *server) parties() (quorums []trace.Address, others []verifier.Peer, err error) {
	for _, text := range s.quorums {
		q, err := trace.ParseAddress(text)
		if err != nil {
			return nil, nil, badInput("--quorum %q is no address: %w", text, err)
		}
		quorums = append(quorums, q)
	}
	if len(s.peers) > 0 && len(quorums) == 0 {
		return nil, nil, badInput("--peer names a member of a quorum; name the quorum with --quorum")
	}
	client, err := s.tls.client()
	if err != nil {
		return nil, nil, err
	}
	for _, address := range s.peers {
		p, err := peers.New(address, client)
		if err != nil {
			return nil, nil, badInput("--peer: %w", err)
		}
		others = append(others, p)
	}
	return quorums, others, nil
}

func (s *server) openNetwork(ctx context.Context, hs *houses, name string, registry *predicates.Registry,
	quorums []trace.Address, others []verifier.Peer, found map[trace.Address]bool, log *slog.Logger) error {
	n, err := escrow.Resolve(name, s.state)
	if err != nil {
		return err
	}
	client, err := escrow.Dial(ctx, n)
	if err != nil {
		return err
	}
	hs.clients, hs.private = append(hs.clients, client), hs.private && n.Private
	signer, err := s.signer(n)
	if err != nil {
		return err
	}
	account, err := client.Account(signer, filepath.Join(s.state, "keys"))
	if err != nil {
		return err
	}
	hs.self = account.Address()
	start, err := s.startBlock(n, name)
	if err != nil {
		return err
	}
	ledger := onchain.New(client, account)
	cfg := verifier.Config{
		Start: start, Confirmations: n.Confirmations, Network: name, Registry: registry,
		Chain: ledger, Ledger: ledger, Funds: ledger.Funds, Log: log.With("network", name),
	}
	if err := s.openHouse(ctx, hs, n, cfg, account.Address(), nil); err != nil {
		return err
	}
	for _, address := range quorums {
		q, err := ledger.Quorum(ctx, address, others)
		if errors.Is(err, escrow.ErrNoQuorum) {
			continue
		}
		if err != nil {
			return err
		}
		found[address] = true
		if err := s.openHouse(ctx, hs, n, cfg, address, q); err != nil {
			return err
		}
	}
	return nil
}

func (s *server) openHouse(ctx context.Context, hs *houses, n escrow.Network, cfg verifier.Config, who trace.Address, q *verifier.Quorum) error {
	cfg.Identity = verifier.Identity{ChainID: n.ChainID, Escrow: n.Escrow, Verifier: who}
	cfg.Quorum = q
	if q != nil {
		cfg.Log = cfg.Log.With("quorum", who)
	}
	var err error
	if cfg.Dir, err = houseDir(ctx, s.state, cfg.Identity); err != nil {
		return err
	}
	if s.tamper != nil {
		s.tamper(&cfg)
	}
	service, err := verifier.Open(ctx, cfg)
	if errors.Is(err, verifier.ErrNoMember) {
		return badInput("%w", err)
	}
	if err != nil {
		return err
	}
	hs.list = append(hs.list, house{network: n, verifier: who, service: service})
	return nil
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

// startBlock is where the first start reads from: N for a single network, or
// NETWORK=N.
func (s *server) startBlock(n escrow.Network, name string) (uint64, error) {
	start := n.DeployedBlock
	for _, text := range s.start {
		of, number, named := strings.Cut(text, "=")
		if !named {
			of, number = name, text
			if len(s.networks) > 1 {
				return 0, badInput("--start-block %s: say of which network, as in %s=%s", text, name, text)
			}
		}
		if of != name && of != n.Name {
			continue
		}
		v, err := strconv.ParseUint(number, 10, 63)
		if err != nil {
			return 0, badInput("--start-block %q is no block number", text)
		}
		start = v
	}
	return start, nil
}

// houseDir is the folder of a house. The first one has STATE/verifier itself, and
// keeps it; the others have folders below.
func houseDir(ctx context.Context, state string, id verifier.Identity) (string, error) {
	first := filepath.Join(state, "verifier")
	if _, err := os.Stat(filepath.Join(first, "claims.db")); errors.Is(err, fs.ErrNotExist) {
		return first, nil
	} else if err != nil {
		return "", fmt.Errorf("looking into the state directory: %w", err)
	}
	owner, err := verifier.IdentityOf(ctx, first)
	if err != nil {
		return "", err
	}
	if owner == id || owner == (verifier.Identity{}) {
		return first, nil
	}
	name := fmt.Sprintf("%d-%s-%s", id.ChainID, id.Escrow.String()[2:], id.Verifier.String()[2:])
	return filepath.Join(first, "houses", name), nil
}

// houseDirs lists the folders of all houses that have run here.
func houseDirs(state string) ([]string, error) {
	more, err := filepath.Glob(filepath.Join(state, "verifier", "houses", "*", "claims.db"))
	if err != nil {
		return nil, fmt.Errorf("looking into the state directory: %w", err)
	}
	dirs := []string{filepath.Join(state, "verifier")}
	for _, path := range more {
		dirs = append(dirs, filepath.Dir(path))
	}
	return dirs, nil
}
