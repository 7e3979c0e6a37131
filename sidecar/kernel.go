package sidecar

import (
	"context"
	"fmt"
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
	select {
	case a := <-it.done:
		return a.err
	case <-ctx.Done():
		return ctx.Err()
	}
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
	head := trace.Head{Kind: trace.KindSyscall, Tool: k.Tool, ActionID: k.ActionID}
	if _, err := b.add(it, head, trace.Body{Args: k.Args, Result: k.Result, Metadata: k.Metadata}); err != nil {
		return err
	}
	if c := b.s.state.calls[k.ActionID]; c != nil && k.Executed && !c.executed {
		b.change(func() { c.executed = true }, func() { c.executed = false })
	}
	return nil
}
