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
// raises the fee of what waits too long. It fails with errNonceUsed where the
// node never took the transaction, because its nonce is gone. On failure the
// flight is forgotten where nothing is under way, and otherwise left for the
// next one who sends.
func (s *sender) follow(ctx context.Context, f *flight) (Receipt, error) {
	r, err := s.fly(ctx, f)
	switch {
	case errors.Is(err, ErrPending), err != nil && ctx.Err() != nil:
		f.leave()
	case err != nil:
		err = errors.Join(err, f.forget())
	}
	return r, err
}

func (s *sender) fly(ctx context.Context, f *flight) (Receipt, error) {
	if err := s.eth.SendTransaction(ctx, f.newest()); says(err, nonceTooLow) && !f.known {
		return Receipt{}, errNonceUsed
	} else if isAnswer(err) && !harmless(err) {
		return Receipt{}, s.refused(err)
	}
	f.known = true
	w := s.watch()
	for sent := time.Now(); ; {
		r, found, err := w.look(ctx, f)
		if found || err != nil {
			return r, err
		}
		if time.Since(sent) > s.stuck {
			sent = time.Now()
			if err := s.raise(ctx, f); err != nil && isAnswer(err) && !harmless(err) {
				return Receipt{}, s.pendingError(f, err)
			}
		}
	}
}

func (s *sender) pendingError(f *flight, cause error) error {
	return fmt.Errorf("%w: %s, nonce %d: %w", ErrPending, f.newest().Hash(), f.nonce(), cause)
}

// watch looks for one flight's receipt, again and again, at a slowing pace.
type watch struct {
	*sender
	pace
	heard time.Time // the node's last answer
	gone  time.Time // since when the nonce is used without a receipt
}

func (s *sender) watch() *watch { return &watch{sender: s, heard: time.Now()} }

// look waits and looks once. An error ends the watch: the node has not answered
// for too long, the context has ended (both ErrPending), or ErrReplaced.
func (w *watch) look(ctx context.Context, f *flight) (Receipt, bool, error) {
	if err := w.wait(ctx); err != nil {
		return Receipt{}, false, w.pendingError(f, err)
	}
	asking, cancel := context.WithTimeout(ctx, w.patience)
	defer cancel()
	r, found, foreign, err := w.search(asking, f, true)
	now := time.Now()
	switch {
	case err == nil:
		w.heard = now
	case now.Sub(w.heard) > w.patience:
		return Receipt{}, false, w.pendingError(f, err)
	}
	// Behind one address there may be several nodes, and one that knows the
	// nonce may be followed by one that does not know the receipt yet.
	if !foreign {
		w.gone = time.Time{}
	} else if w.gone.IsZero() {
		w.gone = now
	} else if now.Sub(w.gone) > w.grace {
		return Receipt{}, false, fmt.Errorf("%w: nonce %d", ErrReplaced, f.nonce())
	}
	return r, found, nil
}

// search finds the receipt of one of the flight's transactions. Where there is
// none it says whether the nonce is used all the same, and, with again, makes
// sure that the node still knows the newest.
func (s *sender) search(ctx context.Context, f *flight, again bool) (r Receipt, found, foreign bool, err error) {
	for _, tx := range f.txs {
		r, err := s.receipt(ctx, tx)
		if err == nil {
			// A node can show a receipt an instant before its latest state has it;
			// who acts on the receipt would not see what it did.
			head, err := s.eth.BlockNumber(ctx)
			return r, err == nil && head >= r.Block, false, err
		} else if !errors.Is(err, ethereum.NotFound) {
			return Receipt{}, false, false, err
		}
	}
	next, err := s.eth.NonceAt(ctx, common.Address(s.signer.Address()), nil)
	if err != nil || next > f.nonce() {
		return Receipt{}, false, err == nil, err
	}
	if !again {
		return Receipt{}, false, false, nil
	}
	_, _, err = s.eth.TransactionByHash(ctx, f.newest().Hash())
	if errors.Is(err, ethereum.NotFound) {
		if err = s.eth.SendTransaction(ctx, f.newest()); harmless(err) {
			err = nil
		}
	}
	return Receipt{}, false, false, err
}

// Words in which nodes refuse a transaction.
const nonceTooLow = "nonce too low"

// harmless recognises answers to a transaction that the node has already, or
// whose place another one of the same flight holds or held.
func harmless(err error) bool {
	return says(err, "already known") || says(err, "already imported") || says(err, nonceTooLow) ||
		says(err, "replacement transaction underpriced")
}

// errNonceUsed says that the node refused a transaction for its nonce.
var errNonceUsed = errors.New("the nonce is used")

// raise replaces the flight's newest transaction by one that pays more. Where
// the network file's limit leaves no room for that the old one goes on waiting.
func (s *sender) raise(ctx context.Context, f *flight) error {
	old := f.newest()
	tip, most, err := s.fees(ctx)
	if errors.Is(err, ErrFeeLimit) {
		return nil
	} else if err != nil {
		return err
	}
	tip = larger(tip, raised(old.GasTipCap()))
	most = larger(larger(most, raised(old.GasFeeCap())), tip)
	if limit := s.network.Fees.limit(); limit != nil && most.Cmp(limit) > 0 {
		return nil
	}
	tx, err := s.signer.SignTx(ctx, types.NewTx(&types.DynamicFeeTx{
		ChainID: s.chainID, Nonce: old.Nonce(), GasTipCap: tip, GasFeeCap: most,
		Gas: old.Gas(), To: old.To(), Value: old.Value(), Data: old.Data(),
	}), s.chainID)
	if err != nil {
		return err
	}
	if err := f.add(tx); err != nil {
		return err
	}
	return s.eth.SendTransaction(ctx, tx)
}

// confirm waits until the network's confirmations stand on the receipt's block
// and the receipt is still there. A transaction that a reorganisation threw out
// is sent again.
func (s *sender) confirm(ctx context.Context, f *flight, r Receipt) (Receipt, error) {
	if s.network.Confirmations == 0 {
		return r, nil
	}
	w := s.watch()
	for {
		r, found, err := w.look(ctx, f)
		if err != nil {
			return Receipt{}, err
		}
		if !found {
			continue
		}
		if head, err := s.eth.BlockNumber(ctx); err == nil && head >= r.Block+s.network.Confirmations {
			return r, nil
		}
	}
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

// says recognises a node's answer by its words, in whichever case: the codes are
// not standardised.
func says(err error, words string) bool {
	return err != nil && strings.Contains(strings.ToLower(err.Error()), words)
}
