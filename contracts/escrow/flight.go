package escrow

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"golang.org/x/sys/unix"

	"github.com/varek/varek/tracestore/trace"
)

// flight is one transaction on its way, with the replacements that pay more;
// all carry the same nonce, so at most one takes place. It is written down
// before anybody sees the transaction, in a file that the process which follows
// it holds locked: a file that nobody holds was left by a process that died.
type flight struct {
	genesis common.Hash // of the chain it was made for
	intent  common.Hash // what it does; an equal call has an equal intent
	txs     []*types.Transaction

	file  *os.File // locked; nil once it is let go
	path  string
	known bool // a node may have it already: a used nonce may be its own
}

func (f *flight) newest() *types.Transaction { return f.txs[len(f.txs)-1] }
func (f *flight) nonce() uint64              { return f.txs[0].Nonce() }

// flightLine is one line of a flight's file: a transaction of it.
type flightLine struct {
	Version int           `json:"version"`
	Genesis common.Hash   `json:"genesis"`
	Intent  common.Hash   `json:"intent"`
	Tx      hexutil.Bytes `json:"tx"`
}

const flightVersion = 1

// add writes a transaction down, so that it survives the process, and makes it
// the newest.
func (f *flight) add(tx *types.Transaction) error {
	raw, err := tx.MarshalBinary()
	if err != nil {
		return fmt.Errorf("cannot encode the transaction: %w", err)
	}
	line, err := json.Marshal(flightLine{flightVersion, f.genesis, f.intent, raw})
	if err == nil {
		_, err = f.file.Write(append(line, '\n'))
	}
	if err == nil {
		err = f.file.Sync()
	}
	if err != nil {
		return fmt.Errorf("cannot keep the transaction before sending it: %w", err)
	}
	f.txs = append(f.txs, tx)
	return nil
}

// leave lets go of the flight and keeps its file: whoever comes next goes on.
func (f *flight) leave() {
	if f.file != nil {
		f.file.Close()
		f.file = nil
	}
}

// forget removes the flight's file: its fate is known and told.
func (f *flight) forget() error {
	defer f.leave()
	if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot clear the transaction under way: %w", err)
	}
	return nil
}

// decodeFlight reads a flight's file: transactions of one chain, intent and
// nonce. A last line without its end was never broadcast and does not count; a
// file without a whole line gives a flight without transactions.
func decodeFlight(text []byte) (*flight, error) {
	f := new(flight)
	for {
		line, rest, whole := bytes.Cut(text, []byte("\n"))
		if !whole {
			return f, nil
		}
		text = rest
		var l flightLine
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, err
		}
		if l.Version != flightVersion {
			return nil, fmt.Errorf("it has version %d", l.Version)
		}
		tx := new(types.Transaction)
		if err := tx.UnmarshalBinary(l.Tx); err != nil {
			return nil, err
		}
		if len(f.txs) > 0 && (tx.Nonce() != f.nonce() || l.Genesis != f.genesis || l.Intent != f.intent) {
			return nil, errors.New("it mixes several transactions")
		}
		f.genesis, f.intent, f.txs = l.Genesis, l.Intent, append(f.txs, tx)
	}
}

// berth is the place of one key on one host: a lock that one sender at a time
// holds, and the flights of the key.
type berth struct{ dir, base string }

func newBerth(dir string, chainID uint64, a trace.Address) (*berth, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("cannot make the directory of transaction locks: %w", err)
	}
	return &berth{dir, fmt.Sprintf("tx-%d-%s", chainID, a)}, nil
}

// lock waits until the key is free.
func (b *berth) lock(ctx context.Context) (unlock func(), err error) {
	path := filepath.Join(b.dir, b.base+".lock")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot lock the key: %w", err)
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		held, err := tryLock(f)
		if err == nil && held {
			return func() { f.Close() }, nil
		}
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("cannot lock the key: %w", err)
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("another process is sending a transaction of the same key (%s): %w", path, ctx.Err())
		case <-tick.C:
		}
	}
}

// tryLock takes the file's lock unless somebody else holds it.
func tryLock(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return err == nil, err
}

// begin makes the file of a new flight. The caller holds the key's lock.
func (b *berth) begin(genesis, intent common.Hash, tx *types.Transaction) (*flight, error) {
	hash := tx.Hash()
	path := filepath.Join(b.dir, fmt.Sprintf("%s-%012d-%x.flight", b.base, tx.Nonce(), hash[:4]))
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return nil, fmt.Errorf("cannot keep the transaction before sending it: %w", err)
	}
	f := &flight{genesis: genesis, intent: intent, file: file, path: path}
	if held, err := tryLock(file); err != nil || !held {
		f.leave()
		return nil, fmt.Errorf("cannot keep the transaction before sending it: %s is in use (%w)", path, err)
	}
	if err := errors.Join(file.Truncate(0), f.add(tx), syncDir(b.dir)); err != nil {
		return nil, errors.Join(err, f.forget())
	}
	return f, nil
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// abandoned takes over the flights that dead processes have left, by nonce. One
// that was never broadcast is removed at once.
func (b *berth) abandoned() ([]*flight, error) {
	paths, err := filepath.Glob(filepath.Join(globWord(b.dir), b.base+"-*.flight"))
	if err != nil {
		return nil, fmt.Errorf("cannot look for transactions under way: %w", err)
	}
	slices.Sort(paths)
	var out []*flight
	for _, path := range paths {
		f, err := takeOver(path)
		if err != nil {
			for _, f := range out {
				f.leave()
			}
			return nil, err
		}
		if f != nil {
			out = append(out, f)
		}
	}
	return out, nil
}

// globWord keeps a directory's own brackets and stars from being read as a
// pattern.
func globWord(dir string) string {
	var b bytes.Buffer
	for _, r := range dir {
		if r == '*' || r == '?' || r == '[' || r == '\\' {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// takeOver opens the file of a flight; nil where a live process follows it, or
// where it says nothing.
func takeOver(path string) (*flight, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("cannot read the transaction under way: %w", err)
	}
	held, err := tryLock(file)
	var text []byte
	if err == nil && held {
		text, err = io.ReadAll(file)
	}
	if err != nil || !held {
		return nil, errors.Join(err, file.Close())
	}
	f, err := decodeFlight(text)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s is damaged (%w); see that the key has nothing pending and remove the file", path, err), file.Close())
	}
	if f.file, f.path, f.known = file, path, true; len(f.txs) == 0 {
		return nil, f.forget()
	}
	// What a dying process wrote of its last line would spoil the next one.
	if end := bytes.LastIndexByte(text, '\n') + 1; end < len(text) {
		if err := file.Truncate(int64(end)); err != nil {
			return nil, errors.Join(fmt.Errorf("cannot mend the transaction under way: %w", err), file.Close())
		}
	}
	return f, nil
}
