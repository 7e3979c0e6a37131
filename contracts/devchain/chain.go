package devchain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/catalyst"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/tracestore/trace"
)

// DefaultHeartbeat is how often an idle chain seals an empty block.
const DefaultHeartbeat = 30 * time.Second

// Config says where a chain lives and how it behaves. Only Dir is required.
type Config struct {
	Dir  string          // the chain's own directory, made with mode 0700 where absent
	Fund []trace.Address // accounts with money in the genesis block; read at the first start only
	// Contracts stand in the genesis block; read at the first start only.
	Contracts map[trace.Address]Contract
	Heartbeat time.Duration // DefaultHeartbeat when 0
	// Prepare runs against the chain before its socket opens, at every start. Who
	// can dial the chain may therefore rely on what Prepare leaves behind.
	Prepare func(ctx context.Context, client *rpc.Client, socket string) error
	Log     *slog.Logger     // errors of the node; discarded when nil
	Now     func() time.Time // the wall clock, time.Now when nil
}

// Contract is code that stands in the genesis block, with what it has stored.
type Contract struct {
	Code    []byte
	Storage map[trace.Hash]trace.Hash
}

// Chain is a running chain. It ends with Close or with the first block that
// cannot be sealed; Done tells.
type Chain struct {
	cfg      Config
	lock     *os.File
	node     *nodeStack
	server   *rpc.Server
	listener net.Listener
	socket   string
	sealer   *sealer
	serving  sync.WaitGroup
	closing  sync.Once
	closeErr error
}

// ErrRunning says that another process runs the chain of this directory.
var ErrRunning = errors.New("a development chain already runs in this directory")

// Start opens or creates the chain in cfg.Dir, runs cfg.Prepare and opens the
// socket. The chain belongs to this process until Close: a second Start on the
// same directory fails with ErrRunning.
func Start(ctx context.Context, cfg Config) (*Chain, error) {
	if cfg.Heartbeat == 0 {
		cfg.Heartbeat = DefaultHeartbeat
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if err := os.MkdirAll(cfg.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the chain's directory: %w", err)
	}
	lock, err := lockRunning(cfg.Dir)
	if err != nil {
		return nil, err
	}
	c := &Chain{cfg: cfg, lock: lock}
	if err := c.start(ctx); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

func (c *Chain) start(ctx context.Context) error {
	genesis, err := loadGenesis(c.cfg)
	if err != nil {
		return err
	}
	quietGeth(c.cfg.Log)
	if c.node, err = openNode(c.cfg.Dir, genesis); err != nil {
		return err
	}
	beacon, err := catalyst.NewSimulatedBeacon(0, common.Address{}, c.node.backend)
	if err != nil {
		return fmt.Errorf("cannot drive the chain: %w", err)
	}
	if c.sealer, err = startSealer(c.cfg, c.node.backend, beacon); err != nil {
		return err
	}
	if c.server, err = c.node.serve(&api{chain: c, backend: c.node.backend}); err != nil {
		return err
	}
	if c.socket, err = socketPath(c.cfg.Dir); err != nil {
		return err
	}
	if c.cfg.Prepare != nil {
		client := c.Attach()
		defer client.Close()
		if err := c.cfg.Prepare(ctx, client, c.socket); err != nil {
			return err
		}
	}
	return c.listen()
}

func (c *Chain) listen() error {
	l, err := listenUnix(c.socket)
	if err != nil {
		return err
	}
	c.listener = l
	c.serving.Go(func() {
		// The listener ends when Close closes it; there is no other reader of the error.
		_ = c.server.ServeListener(l)
	})
	return nil
}

// Socket is the path to dial, in Dir unless that path is too long for a socket
// address.
func (c *Chain) Socket() string { return c.socket }

// Attach returns a client of the chain inside this process.
func (c *Chain) Attach() *rpc.Client { return rpc.DialInProc(c.server) }

// Done is closed when the chain can seal no more blocks; Close then returns why.
func (c *Chain) Done() <-chan struct{} { return c.sealer.done }

// Advance moves the chain's clock forward by d (whole seconds, at least one) and
// returns the time of the block that says so. Pending transactions are sealed
// first. The jump outlives a restart.
func (c *Chain) Advance(ctx context.Context, d time.Duration) (time.Time, error) {
	if d < time.Second {
		return time.Time{}, fmt.Errorf("the chain's clock moves forward by whole seconds, not by %s", d)
	}
	return c.sealer.advance(ctx, d)
}

// Close stops the chain, keeps its state and gives the directory free. It
// returns the error that stopped the chain, if one did. It may be called twice.
func (c *Chain) Close() error {
	c.closing.Do(func() {
		var errs []error
		if c.listener != nil {
			errs = append(errs, ignoreClosed(c.listener.Close()))
			c.serving.Wait()
		}
		if c.server != nil {
			c.server.Stop()
		}
		if c.sealer != nil {
			errs = append(errs, c.sealer.stop())
		}
		if c.node != nil {
			errs = append(errs, c.node.stack.Close())
		}
		errs = append(errs, c.lock.Close())
		c.closeErr = errors.Join(errs...)
	})
	return c.closeErr
}

func ignoreClosed(err error) error {
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// status describes the chain as it is now.
func (c *Chain) status(backend *eth.Ethereum) Status {
	head := backend.BlockChain().CurrentBlock()
	return Status{
		PID:      os.Getpid(),
		Socket:   c.socket,
		ChainID:  ChainID,
		Genesis:  trace.Hash(backend.BlockChain().Genesis().Hash()),
		Block:    head.Number.Uint64(),
		Time:     head.Time,
		Advanced: c.sealer.advanced(),
	}
}
