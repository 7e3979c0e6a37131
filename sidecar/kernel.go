package sidecar

import (
	"context"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace"
)

// KernelRecord is one decision of the warden. Args, Result and Metadata are
// JSON objects as formats section 2 lists them under "Kernel body".
type KernelRecord struct {
	Tool     string // sys.open, sys.unlink, …
	ActionID string // "" where no call can be named
	Args     jsontext.Value
	Result   jsontext.Value
	Metadata jsontext.Value
	// Sync makes Kernel return only when the record is durable.
	Sync bool
	// Executed says that the kernel did it: decision allow, and errno 0 or
	// absent. It decides how a call without action is closed.
	Executed bool
	// Serial is the warden's number of the record, 0 if no later one refers to
	// it. Of is the serial of an earlier record that this one totals: it goes
	// into the trace as metadata.of, the seq of that record, and is counted
	// for nothing.
	Serial, Of uint64
	// Ahead marks the announcement of a call that is about to be made, with Sync.
	// It becomes a notice, which no predicate reads; Announced of the record
	// that says what came of it is its Serial. Where that record never comes,
	// because the warden and this process died in between, the session counts
	// the call as made (Resume, Close).
	Ahead     bool
	Announced uint64
}

// Kernel puts a decision of the warden into the order. It waits while too much
// is not yet durable, and never drops a record: nil means that the record is
// in the order (durable, with Sync), an error that it is not and that the
// system call must be refused.
func (s *Session) Kernel(ctx context.Context, k KernelRecord) error {
	if k.Tool == "" || !utf8.ValidString(k.Tool) || !utf8.ValidString(k.ActionID) {
		return fmt.Errorf("kernel record of tool %q, call %q: names are text, and a tool is needed", k.Tool, k.ActionID)
	}
	k.Args, k.Result, k.Metadata = admitted(k.Args), admitted(k.Result), admitted(k.Metadata)
	it := &item{kernel: &k}
	if k.Sync {
		it.done = make(chan answer, 1)
	}
	if err := s.queue.putKernel(ctx, it); err != nil {
		return err
	}
	if !k.Sync {
		return nil
	}
	return s.await(ctx, it)
}

// admitted makes any text storable, as raw bytes if it must be.
func admitted(text jsontext.Value) jsontext.Value {
	if len(text) == 0 {
		return nil
	}
	return trace.Admit(text).JSON
}

func (b *batch) placeKernel(it *item) error {
	k := it.kernel
	if k.Ahead {
		return b.announce(it)
	}
	head := trace.Head{Kind: trace.KindSyscall, Tool: k.Tool, ActionID: k.ActionID}
	metadata, counts := k.Metadata, true
	serials := b.s.state.serials
	if first, known := serials[k.Of]; k.Of != 0 && known {
		var err error
		if metadata, err = referring(metadata, "of", first); err != nil {
			return err
		}
		counts = false
		b.change(func() { delete(serials, k.Of) }, func() { serials[k.Of] = first })
	}
	if seq, known := serials[k.Announced]; k.Announced != 0 && known {
		var err error
		if metadata, err = referring(metadata, "announced", seq); err != nil {
			return err
		}
		b.concluded(seq)
		b.change(func() { delete(serials, k.Announced) }, func() { serials[k.Announced] = seq })
	}
	if k.Serial != 0 {
		b.change(func() { serials[k.Serial] = b.n + 1 }, func() { delete(serials, k.Serial) })
	}
	if _, err := b.add(it, head, trace.Body{Args: k.Args, Result: k.Result, Metadata: metadata}); err != nil {
		return err
	}
	if c := b.s.state.calls[k.ActionID]; c != nil && k.Executed && counts && !c.executed {
		b.change(func() { c.executed = true }, func() { c.executed = false })
	}
	return nil
}

// referring puts the seq of an earlier record into metadata: as "of" that of the
// first occurrence, into the record that carries the count; as "announced" that
// of the notice, into the record that says what came of it. Where the earlier
// one is not known, because another process placed it, the record stands for
// itself.
func referring(metadata jsontext.Value, name string, seq uint64) (jsontext.Value, error) {
	m := members(metadata)
	if m == nil {
		m = map[string]jsontext.Value{}
	}
	m[name] = jsontext.Value(strconv.FormatUint(seq, 10))
	return object(m)
}
