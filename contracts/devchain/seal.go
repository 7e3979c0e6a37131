package devchain

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/eth"
	"github.com/ethereum/go-ethereum/eth/catalyst"
)

// sealer is the one goroutine that makes blocks: when the pool has something,
// when the heart beats, and when somebody moves the clock.
type sealer struct {
	backend *eth.Ethereum
	beacon  *catalyst.SimulatedBeacon
	now     func() time.Time
	clock   string        // file that keeps offset
	home    string        // file that is there while the chain's directory is
	offset  atomic.Uint64 // seconds by which the clock was moved ahead of the wall
	pending chan struct{} // the pool took a transaction in
	jumps   chan jump
	quit    chan struct{}
	done    chan struct{}
	running sync.WaitGroup
	err     error // valid once done is closed
}

type jump struct {
	by    time.Duration
	reply chan jumped
}

type jumped struct {
	at  time.Time
	err error
}

// maxOffset keeps every sum of times far from overflow: a hundred years.
const maxOffset = 100 * 365 * 24 * 3600

func startSealer(cfg Config, backend *eth.Ethereum, beacon *catalyst.SimulatedBeacon) (*sealer, error) {
	s := &sealer{
		backend: backend, beacon: beacon, now: cfg.Now, clock: filepath.Join(cfg.Dir, "clock.json"), home: filepath.Join(cfg.Dir, runningName),
		pending: make(chan struct{}, 1), jumps: make(chan jump), quit: make(chan struct{}), done: make(chan struct{}),
	}
	if err := s.loadOffset(); err != nil {
		return nil, err
	}
	arrivals := make(chan core.NewTxsEvent, 16)
	sub := backend.TxPool().SubscribeTransactions(arrivals, true)
	// The pool waits for its subscribers and a block waits for the pool, so the
	// events are taken by a goroutine that never waits for a block.
	s.running.Go(func() {
		for {
			select {
			case <-arrivals:
				select {
				case s.pending <- struct{}{}:
				default:
				}
			case <-s.quit:
				sub.Unsubscribe()
				return
			}
		}
	})
	s.running.Go(func() {
		defer close(s.done)
		s.err = s.run(cfg.Heartbeat)
	})
	return s, nil
}

func (s *sealer) run(heartbeat time.Duration) error {
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for {
		var err error
		select {
		case <-s.quit:
			return nil
		case <-s.pending:
			err = s.sealPending()
		case <-beat.C:
			if err = s.housed(); err == nil {
				err = s.catchUp()
			}
		case j := <-s.jumps:
			at, jerr := s.jump(j.by)
			j.reply <- jumped{at, jerr}
		}
		if err != nil {
			return err
		}
	}
}

// ErrRemoved says that the chain's directory was removed under it. A chain
// without a home ends; nobody could find it to stop it.
var ErrRemoved = errors.New("the development chain's directory was removed")

func (s *sealer) housed() error {
	if _, err := os.Stat(s.home); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s", ErrRemoved, filepath.Dir(s.home))
	}
	return nil
}

// sealPending makes blocks until the pool is empty. A transaction that the
// block builder keeps refusing stays in the pool until the next arrival or
// beat: the chain goes on without it.
func (s *sealer) sealPending() error {
	for left := s.executable(); left > 0; {
		if err := s.commit(); err != nil {
			return err
		}
		now := s.executable()
		if now >= left {
			return nil
		}
		left = now
	}
	return nil
}

// commit seals one block. The beacon reports a failure only to its log, so the
// head tells: a block that was sealed has moved it.
func (s *sealer) commit() error {
	before := s.backend.BlockChain().CurrentBlock().Number.Uint64()
	s.beacon.Commit()
	if s.backend.BlockChain().CurrentBlock().Number.Uint64() == before {
		return fmt.Errorf("the development chain could not seal block %d; see the node's errors and the free space of the disk", before+1)
	}
	return s.backend.TxPool().Sync()
}

func (s *sealer) executable() int {
	n, _ := s.backend.TxPool().Stats()
	return n
}

// catchUp brings an idle chain's clock to the wall's, moved by the offset. Each
// block takes at least a second, so after a burst the chain is ahead and waits.
func (s *sealer) catchUp() error {
	if err := s.sealPending(); err != nil {
		return err
	}
	head := s.backend.BlockChain().CurrentBlock().Time
	want := uint64(s.now().Unix()) + s.offset.Load()
	if want <= head {
		return nil
	}
	if s.executable() > 0 {
		return s.commit()
	}
	if err := s.beacon.AdjustTime(time.Duration(want-head) * time.Second); err != nil && s.executable() == 0 {
		return fmt.Errorf("the development chain could not seal an idle block: %w", err)
	}
	return nil
}

// jump seals a block that is by later than the latest one. The new offset is
// kept first: should the process die in between, the next beat makes the jump.
func (s *sealer) jump(by time.Duration) (time.Time, error) {
	seconds := uint64(by / time.Second)
	if seconds > maxOffset || s.offset.Load()+seconds > maxOffset {
		return time.Time{}, errors.New("the development chain's clock can be moved a hundred years ahead and no further")
	}
	if err := s.sealPending(); err != nil {
		return time.Time{}, err
	}
	if err := s.keepOffset(s.offset.Load() + seconds); err != nil {
		return time.Time{}, err
	}
	// A transaction may arrive between the last block and the jump; it is sealed
	// and the jump tried again.
	var err error
	for range 16 {
		if err = s.beacon.AdjustTime(by); err == nil {
			return time.Unix(int64(s.backend.BlockChain().CurrentBlock().Time), 0).UTC(), nil
		}
		if s.executable() == 0 {
			break
		}
		if err := s.commit(); err != nil {
			return time.Time{}, err
		}
	}
	return time.Time{}, fmt.Errorf("the clock could not be moved: %w", err)
}

func (s *sealer) advance(ctx context.Context, by time.Duration) (time.Time, error) {
	j := jump{by, make(chan jumped, 1)}
	select {
	case s.jumps <- j:
	case <-s.done:
		return time.Time{}, errors.New("the development chain has stopped")
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	}
	select {
	case r := <-j.reply:
		return r.at, r.err
	case <-ctx.Done():
		return time.Time{}, ctx.Err()
	}
}

func (s *sealer) advanced() uint64 { return s.offset.Load() }

func (s *sealer) stop() error {
	close(s.quit)
	s.running.Wait()
	return errors.Join(s.err, s.beacon.Stop())
}

// clockFile is the text of clock.json.
type clockFile struct {
	Version int    `json:"version"`
	Offset  uint64 `json:"offset_seconds"`
}

func (s *sealer) loadOffset() error {
	text, err := os.ReadFile(s.clock)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return fmt.Errorf("cannot read the chain's clock: %w", err)
	}
	var f clockFile
	if err := json.Unmarshal(text, &f); err != nil || f.Version != 1 || f.Offset > maxOffset {
		return fmt.Errorf("the chain's clock file %s is damaged or of a newer version", s.clock)
	}
	s.offset.Store(f.Offset)
	return nil
}

func (s *sealer) keepOffset(seconds uint64) error {
	text, err := json.Marshal(clockFile{1, seconds})
	if err == nil {
		err = writeFile(s.clock, append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("cannot keep the chain's clock: %w", err)
	}
	s.offset.Store(seconds)
	return nil
}
