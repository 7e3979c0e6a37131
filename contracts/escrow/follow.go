package escrow

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ethereum/go-ethereum"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/rpc"
)

// pace is the waiting time between two looks at the chain; it grows.
type pace struct{ next time.Duration }

const (
	fastest = 4 * time.Millisecond
	slowest = time.Second
)

func (p *pace) wait(ctx context.Context) error {
	p.next = min(max(fastest, p.next*3/2), slowest)
	t := time.NewTimer(p.next)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// follow broadcasts the flight's newest transaction and waits until one of the
// flight is in a block. It broadcasts again what the node has forgotten, and
// raises the fee of what waits too long.
func (s *sender) follow(ctx context.Context, f *flight) (Receipt, error) {
	if err := s.broadcast(ctx, f.newest()); err != nil {
		if isAnswer(err) {
			return Receipt{}, errors.Join(s.refused(err), s.place.clear())
		}
	}
	var p pace
	sent, heard := time.Now(), time.Now()
	for {
		r, found, err := s.look(ctx, f)
		switch {
		case err == nil && found:
			return r, s.place.clear()
		case errors.Is(err, ErrReplaced):
			return Receipt{}, errors.Join(err, s.place.clear())
		case err == nil:
			heard = time.Now()
		case time.Since(heard) > patience:
			return Receipt{}, s.pendingError(f, err)
		}
		if err := p.wait(ctx); err != nil {
			return Receipt{}, s.pendingError(f, err)
		}
		if time.Since(sent) > s.stuck {
			sent = time.Now()
			if err := s.raise(ctx, f); err != nil && isAnswer(err) {
				return Receipt{}, s.pendingError(f, err)
			}
		}
	}
}

func (s *sender) pendingError(f *flight, cause error) error {
	return fmt.Errorf("%w: %s, nonce %d: %w", ErrPending, f.newest().Hash(), f.nonce(), cause)
}

// look finds the receipt of one of the flight's transactions. Where there is
// none it makes sure that the node still knows the newest.
func (s *sender) look(ctx context.Context, f *flight) (Receipt, bool, error) {
	// The nonce is read before the receipts: read after them, a transaction that
	// was just included would look replaced.
	used, err := s.eth.NonceAt(ctx, common.Address(s.signer.Address()), nil)
	if err != nil {
		return Receipt{}, false, err
	}
	for _, tx := range f.txs {
		r, err := s.receipt(ctx, tx)
		if err == nil {
			return r, true, nil
		} else if !errors.Is(err, ethereum.NotFound) {
			return Receipt{}, false, err
		}
	}
	if used > f.nonce() {
		return Receipt{}, false, ErrReplaced
	}
	_, _, err = s.eth.TransactionByHash(ctx, f.newest().Hash())
	if errors.Is(err, ethereum.NotFound) {
		err = s.broadcast(ctx, f.newest())
	}
	return Receipt{}, false, err
}

// broadcast hands a transaction to the node; one that it knows is no error.
func (s *sender) broadcast(ctx context.Context, tx *types.Transaction) error {
	err := s.eth.SendTransaction(ctx, tx)
	if err != nil && (says(err, "already known") || says(err, "nonce too low") || says(err, "replacement transaction underpriced")) {
		return nil
	}
	return err
}

// raise replaces the flight's newest transaction by one that pays more.
func (s *sender) raise(ctx context.Context, f *flight) error {
	old := f.newest()
	tip, most, err := s.fees(ctx)
	if err != nil {
		return err
	}
	tip = larger(tip, raised(old.GasTipCap()))
	most = larger(larger(most, raised(old.GasFeeCap())), tip)
	tx, err := s.signer.SignTx(types.NewTx(&types.DynamicFeeTx{
		ChainID: s.chainID, Nonce: old.Nonce(), GasTipCap: tip, GasFeeCap: most,
		Gas: old.Gas(), To: old.To(), Value: old.Value(), Data: old.Data(),
	}), s.chainID)
	if err != nil {
		return err
	}
	f.txs = append(f.txs, tx)
	if err := s.place.keep(f); err != nil {
		return err
	}
	return s.broadcast(ctx, tx)
}

// confirm waits until the network's confirmations stand on the receipt's block
// and the receipt is still there. A transaction that a reorganisation threw out
// is sent again.
func (s *sender) confirm(ctx context.Context, f *flight, r Receipt) (Receipt, error) {
	var p pace
	heard := time.Now()
	for confirmed := s.network.Confirmations == 0; !confirmed; {
		head, err := s.eth.BlockNumber(ctx)
		if err == nil {
			var found bool
			if r, found, err = s.look(ctx, f); err == nil {
				heard = time.Now()
				confirmed = found && head >= r.Block+s.network.Confirmations
			}
		}
		if errors.Is(err, ErrReplaced) {
			return Receipt{}, err
		}
		if err != nil && time.Since(heard) > patience {
			return Receipt{}, s.pendingError(f, err)
		}
		if confirmed {
			break
		}
		if err := p.wait(ctx); err != nil {
			return Receipt{}, s.pendingError(f, err)
		}
	}
	return r, nil
}

// isAnswer tells an answer of the node from a failure to reach it.
func isAnswer(err error) bool {
	var answer rpc.Error
	return errors.As(err, &answer)
}

// refused puts a node's answer into this package's terms.
func (s *sender) refused(err error) error {
	if says(err, "insufficient funds") {
		return fmt.Errorf("%w: send ether to %s on %s first (%w)", ErrFunds, s.signer.Address(), s.network.Name, err)
	}
	if isAnswer(err) {
		return fmt.Errorf("the node of %s refused: %w", s.network.Name, err)
	}
	return fmt.Errorf("%w: %s at %s: %w", ErrUnreachable, s.network.Name, s.network.RPC, err)
}

// says recognises a node's answer by its words: the codes are not standardised.
func says(err error, words string) bool {
	return err != nil && strings.Contains(err.Error(), words)
}
