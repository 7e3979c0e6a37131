package devchain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/big"

	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/rawdb"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/ethconfig"
	"github.com/ethereum/go-ethereum/eth/filters"
	gethlog "github.com/ethereum/go-ethereum/log"
	"github.com/ethereum/go-ethereum/node"
	"github.com/ethereum/go-ethereum/p2p"
	"github.com/ethereum/go-ethereum/rpc"
)

// nodeName names the node's own directory below the chain's.
const nodeName = "node"

// nodeStack is the assembled node: no peers, no port, no account of its own.
type nodeStack struct {
	stack   *node.Node
	backend *eth.Ethereum
}

func openNode(dir string, genesis *core.Genesis) (*nodeStack, error) {
	conf := node.DefaultConfig
	conf.DataDir, conf.Name = dir, nodeName
	conf.P2P = p2p.Config{NoDiscovery: true, NoDial: true}
	// LevelDB hands each write to the operating system before it returns; Pebble
	// holds the last ones in memory, where kill -9 finds them.
	conf.DBEngine = rawdb.DBLeveldb
	conf.IPCPath, conf.HTTPHost, conf.WSHost, conf.AuthAddr = "", "", "", ""
	stack, err := node.New(&conf)
	if errors.Is(err, node.ErrDatadirUsed) {
		return nil, ErrRunning
	} else if err != nil {
		return nil, fmt.Errorf("cannot open the chain in %s: %w", dir, err)
	}
	backend, err := eth.New(stack, ethConfig(genesis))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("cannot open the chain in %s: %w", dir, err), stack.Close())
	}
	if err := stack.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("cannot start the chain in %s: %w", dir, err), stack.Close())
	}
	return &nodeStack{stack, backend}, nil
}

// ethConfig keeps every block's state on disk as it is sealed (hash scheme, no
// pruning): the default scheme holds the last states in memory and loses them,
// and with them every block since the last clean stop, when the process is
// killed. The caches are small because the chain is.
func ethConfig(genesis *core.Genesis) *ethconfig.Config {
	c := ethconfig.Defaults
	c.Genesis, c.NetworkId = genesis, genesis.Config.ChainID.Uint64()
	c.SyncMode = ethconfig.FullSync
	c.StateScheme, c.NoPruning = rawdb.HashScheme, true
	c.DatabaseCache, c.DatabaseHandles = 16, 64
	c.TrieCleanCache, c.TrieDirtyCache, c.SnapshotCache = 16, 16, 0
	c.LogNoHistory, c.NoPrefetch = true, true
	c.TxPool.NoLocals, c.TxPool.Journal, c.TxPool.PriceLimit = true, "", 1
	c.Miner.GasCeil, c.Miner.GasPrice = gasLimit, big.NewInt(1)
	return &c
}

// serve registers what a client of a chain needs and our own namespace; the
// administrative namespaces stay unreachable.
func (n *nodeStack) serve(own *api) (*rpc.Server, error) {
	server := rpc.NewServer()
	logs := filters.NewFilterAPI(filters.NewFilterSystem(n.backend.APIBackend, filters.Config{}))
	services := append(n.backend.APIs(),
		rpc.API{Namespace: "eth", Service: logs},
		rpc.API{Namespace: "varek", Service: own})
	if err := node.RegisterApis(services, []string{"eth", "net", "varek"}, server); err != nil {
		return nil, fmt.Errorf("cannot serve the chain: %w", err)
	}
	return server, nil
}

// gethLogger hides the concrete type of go-ethereum's logger, which would
// otherwise also replace the standard library's default logger.
type gethLogger struct{ gethlog.Logger }

// quietGeth sends go-ethereum's errors to log and drops what it says below that
// level. go-ethereum knows only one logger per process.
func quietGeth(log *slog.Logger) {
	handler := gethlog.DiscardHandler()
	if log != nil {
		handler = errorsOnly{log.Handler()}
	}
	gethlog.SetDefault(gethLogger{gethlog.NewLogger(handler)})
}

// errorsOnly passes records of level error and above.
type errorsOnly struct{ slog.Handler }

func (h errorsOnly) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelError && h.Handler.Enabled(ctx, l)
}

func (h errorsOnly) WithAttrs(attrs []slog.Attr) slog.Handler {
	return errorsOnly{h.Handler.WithAttrs(attrs)}
}

func (h errorsOnly) WithGroup(name string) slog.Handler { return errorsOnly{h.Handler.WithGroup(name)} }
