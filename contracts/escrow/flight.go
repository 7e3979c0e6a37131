package escrow

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"golang.org/x/sys/unix"

	"github.com/varek/varek/tracestore/trace"
)

// flight is one transaction on its way, with the replacements that pay more;
// all carry the same nonce, so at most one takes place.
type flight struct {
	genesis common.Hash // of the chain it was made for
	txs     []*types.Transaction
}

func (f *flight) newest() *types.Transaction { return f.txs[len(f.txs)-1] }
func (f *flight) nonce() uint64              { return f.txs[0].Nonce() }

// berth is the place of one key on one host: a lock, and the transaction that
// is under way. Both survive the process.
type berth struct {
	lockFile string
	keepFile string
}

func newBerth(dir string, chainID uint64, a trace.Address) (*berth, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the directory of transaction locks: %w", err)
	}
	base := filepath.Join(dir, fmt.Sprintf("tx-%d-%s", chainID, a))
	return &berth{base + ".lock", base + ".json"}, nil
}

// lock waits until the key is free.
func (b *berth) lock(ctx context.Context) (unlock func(), err error) {
	f, err := os.OpenFile(b.lockFile, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot lock the key: %w", err)
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return func() { f.Close() }, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			f.Close()
			return nil, fmt.Errorf("cannot lock the key: %w", err)
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("another process is sending a transaction of the same key (%s): %w", b.lockFile, ctx.Err())
		case <-tick.C:
		}
	}
}

// keptFlight is the text of a berth's file.
type keptFlight struct {
	Version int             `json:"version"`
	Genesis common.Hash     `json:"genesis"`
	Txs     []hexutil.Bytes `json:"txs"`
}

// keep writes the flight down, in one step.
func (b *berth) keep(f *flight) error {
	k := keptFlight{Version: 1, Genesis: f.genesis}
	for _, tx := range f.txs {
		raw, err := tx.MarshalBinary()
		if err != nil {
			return fmt.Errorf("cannot encode the transaction: %w", err)
		}
		k.Txs = append(k.Txs, raw)
	}
	text, err := json.Marshal(k)
	if err == nil {
		next := b.keepFile + ".next"
		if err = os.WriteFile(next, text, 0o600); err == nil {
			err = os.Rename(next, b.keepFile)
		}
	}
	if err != nil {
		return fmt.Errorf("cannot keep the transaction before sending it: %w", err)
	}
	return nil
}

// kept is the flight that was under way, nil when there was none.
func (b *berth) kept() (*flight, error) {
	text, err := os.ReadFile(b.keepFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("cannot read the transaction under way: %w", err)
	}
	f, err := decodeFlight(text)
	if err != nil {
		return nil, fmt.Errorf("%s is damaged (%w); see that the key has nothing pending and remove the file", b.keepFile, err)
	}
	return f, nil
}

// decodeFlight reads a berth's file: at least one transaction, all of one nonce.
func decodeFlight(text []byte) (*flight, error) {
	var k keptFlight
	if err := json.Unmarshal(text, &k); err != nil {
		return nil, err
	}
	if k.Version != 1 || len(k.Txs) == 0 {
		return nil, errors.New("no transaction of a known version")
	}
	f := &flight{genesis: k.Genesis}
	for _, raw := range k.Txs {
		tx := new(types.Transaction)
		if err := tx.UnmarshalBinary(raw); err != nil {
			return nil, err
		}
		if f.txs = append(f.txs, tx); tx.Nonce() != f.nonce() {
			return nil, errors.New("transactions of several nonces")
		}
	}
	return f, nil
}

func (b *berth) clear() error {
	if err := os.Remove(b.keepFile); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot clear the transaction under way: %w", err)
	}
	return nil
}
