package sidecar

import (
	"maps"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace"
)

// aboutAhead marks the notice of a kernel call that is about to be made.
const aboutAhead = "ahead"

// announced is a kernel call that a notice announced and no record concluded.
type announced struct {
	About    string         `json:"about"`
	ActionID string         `json:"action_id,omitzero"`
	Args     jsontext.Value `json:"args,omitzero"`
	Message  string         `json:"message"`
	Metadata jsontext.Value `json:"metadata,omitzero"`
	Result   jsontext.Value `json:"result,omitzero"`
	Tool     string         `json:"tool"`
}

// announce records a call that is about to be made, as a notice: whether it was
// made, and what it did to the name, stands in its own record.
func (b *batch) announce(it *item) error {
	k := it.kernel
	a := announced{aboutAhead, k.ActionID, k.Args, "the call is allowed and about to be made", k.Metadata, k.Result, k.Tool}
	args, err := object(a)
	if err != nil {
		return err
	}
	if _, err := b.add(it, trace.Head{Kind: trace.KindNotice}, trace.Body{Args: args}); err != nil {
		return err
	}
	seq, st := b.n, &b.s.state
	b.change(func() { st.serials[k.Serial], st.announced[seq] = seq, a },
		func() { delete(st.serials, k.Serial); delete(st.announced, seq) })
	return nil
}

// concluded notes that an announced call has its record.
func (b *batch) concluded(seq uint64) {
	st := &b.s.state
	if a, open := st.announced[seq]; open {
		b.change(func() { delete(st.announced, seq) }, func() { st.announced[seq] = a })
	}
}

// presume gives every announced call without a record one: nobody knows whether
// it was made, and what is unknown counts as done.
func (b *batch) presume(it *item) error {
	st := &b.s.state
	for _, seq := range slices.Sorted(maps.Keys(st.announced)) {
		a := st.announced[seq]
		metadata, err := referring(a.Metadata, "announced", seq)
		if err != nil {
			return err
		}
		m := members(metadata)
		m["closed_by"] = jsontext.Value(`"sidecar"`)
		if metadata, err = object(m); err != nil {
			return err
		}
		head := trace.Head{Kind: trace.KindSyscall, Tool: a.Tool, ActionID: a.ActionID}
		if _, err := b.add(it, head, trace.Body{Args: a.Args, Result: a.Result, Metadata: metadata}); err != nil {
			return err
		}
		b.concluded(seq)
		if c := st.calls[a.ActionID]; c != nil && !c.executed {
			b.change(func() { c.executed = true }, func() { c.executed = false })
		}
	}
	return nil
}

// replayAnnounced rebuilds the announced calls from stored records.
func (st *state) replayAnnounced(h trace.Head, body trace.Body) {
	switch h.Kind {
	case trace.KindNotice:
		var a announced
		if trace.Unmarshal(body.Args, &a) == nil && a.About == aboutAhead && a.Tool != "" {
			st.announced[h.Seq] = a
		}
	case trace.KindSyscall:
		var seq uint64
		if v, ok := members(body.Metadata)["announced"]; ok && trace.Unmarshal(v, &seq) == nil {
			delete(st.announced, seq)
		}
	}
}
