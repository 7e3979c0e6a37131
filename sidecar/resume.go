package sidecar

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/tracestore/trace"
)

// Resume continues a session that another process left, whatever way it went.
// All that was acknowledged is in the store and keeps its number. A gap record
// {about: crash} says what may be missing, a session record {event: resume}
// states this boot. A session that was closed comes back closed, without new
// records, so that its final commitment can be made; one that never got its
// first record is opened.
func Resume(ctx context.Context, c Config) (*Session, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	s := newSession(c, false)
	if err := s.load(ctx); err != nil {
		return nil, fmt.Errorf("resume session %s: %w", c.Session, err)
	}
	switch {
	case s.state.closed:
		s.queue.sealed = ErrClosed
		return s.begin(ctx, func(*batch, *item) error { return nil })
	case s.state.n == 0:
		return s.begin(ctx, func(b *batch, it *item) error { return b.opening(it, c.Opening) })
	}
	return s.begin(ctx, func(b *batch, it *item) error { return b.resuming(it) })
}

func (b *batch) resuming(it *item) error {
	args, err := object(struct {
		About   string `json:"about"`
		After   uint64 `json:"after"`
		LagMS   int64  `json:"lag_ms"`
		Message string `json:"message"`
		Records int    `json:"records"`
	}{"crash", b.n, MaxKernelLag.Milliseconds(),
		"kernel records that were not yet durable when the sidecar stopped are missing; everything acknowledged is here",
		MaxKernelPending})
	if err != nil {
		return err
	}
	if _, err := b.add(it, trace.Head{Kind: trace.KindGap}, trace.Body{Args: args}); err != nil {
		return err
	}
	if err := b.presume(it); err != nil {
		return err
	}
	return b.session(it, b.s.boot, struct {
		Event string `json:"event"`
	}{"resume"})
}

// load rebuilds the state from the records, before the sequencer runs.
func (s *Session) load(ctx context.Context) error {
	head, err := s.store.Head(ctx, s.id)
	if err != nil || head == 0 {
		return err
	}
	st := &s.state
	if s.keep.store != nil {
		n, text, err := s.keep.store.State(ctx, s.id)
		if err != nil {
			return err
		}
		if n > 0 && n <= head && st.thaw(s.id, n, text) {
			s.keep.n, s.past.upto = n, n
		}
	}
	err = s.store.Read(ctx, s.id, st.n+1, head, func(r trace.Record, seq uint64) error {
		h, err := checkPlace(r, s.id, seq, st.n+1)
		if err != nil {
			return err
		}
		st.frontier.Append(r.Leaf())
		st.n++
		return st.replay(h, r)
	})
	if err != nil {
		return err
	}
	if st.n != head {
		return fmt.Errorf("%w: the store says %d records and gives %d", ErrDiverged, head, st.n)
	}
	st.acked = Progress{N: st.n, H: trace.Commitment(s.id, st.n, st.frontier.Root()),
		Calls: st.counted, Kernel: st.kernel, Closed: st.closed}
	return nil
}

// checkPlace decodes a stored record's head and refuses one that stands where
// it does not belong, or that lacks its body.
func checkPlace(r trace.Record, session trace.Hash, seq, want uint64) (trace.Head, error) {
	if r.Hidden {
		return trace.Head{}, fmt.Errorf("%w: record %d has no body", ErrDiverged, seq)
	}
	h, err := trace.DecodeHead(r.Head)
	if err != nil {
		return h, fmt.Errorf("%w: record %d: %w", ErrDiverged, seq, err)
	}
	if seq != want || h.Seq != want || h.Session != session {
		return h, fmt.Errorf("%w: where record %d must be, the store holds record %d of session %s", ErrDiverged, want, h.Seq, h.Session)
	}
	return h, nil
}

// replay applies one stored record to the state, as its commit did.
func (st *state) replay(h trace.Head, r trace.Record) error {
	c := st.calls[h.ActionID]
	switch h.Kind {
	case trace.KindPermission:
		st.counted++
		if c != nil && !c.started && h.Decision != "withdraw" {
			c.decision = h.Decision
		}
		return nil
	case trace.KindStart:
		if c != nil {
			c.started = true
		}
		return nil
	case trace.KindAction:
		st.counted++
		if c != nil {
			c.ended, c.args = true, nil
		}
		return nil
	case trace.KindGap:
		return nil
	}
	body, err := trace.DecodeBody(r.Body)
	if err != nil {
		return fmt.Errorf("%w: record %d: %w", ErrDiverged, h.Seq, err)
	}
	st.replayAnnounced(h, body)
	st.replayBody(h, body, c)
	return nil
}

func (st *state) replayBody(h trace.Head, body trace.Body, c *call) {
	switch h.Kind {
	case trace.KindIntent:
		n := &call{id: h.ActionID, tool: h.Tool, intent: h.Seq, args: body.Args,
			gated: text(body.Metadata, "assurance") == "gated"}
		if body.ArgsHash != nil {
			n.hash = *body.ArgsHash
		}
		n.tie = tieOf(text(members(body.Metadata)["peer"], "source"), members(body.Metadata))
		st.add(n)
	case trace.KindNotice:
		if joined := st.calls[text(body.Args, "action_id")]; joined != nil && text(body.Args, "about") == aboutJoined {
			joined.joined = append(joined.joined, text(body.Args, "source"))
		}
	case trace.KindSyscall:
		st.kernel++
		if c != nil && executed(body.Result) {
			c.executed = true
		}
	case trace.KindSession:
		if text(body.Args, "event") == "close" {
			st.closed = true
		}
	}
}

// executed is the rule of formats section 2: decision allow, errno 0 or absent.
func executed(result jsontext.Value) bool {
	if text(result, "decision") != "allow" {
		return false
	}
	switch string(members(result)["errno"]) {
	case "", "0", `""`, `"0"`, "null":
		return true
	}
	return false
}

func members(v jsontext.Value) map[string]jsontext.Value {
	var m map[string]jsontext.Value
	if len(v) == 0 || trace.Unmarshal(v, &m) != nil {
		return nil
	}
	return m
}

// text reads a string member of an object; "" where there is none.
func text(v jsontext.Value, name string) string {
	var s string
	if m, ok := members(v)[name]; !ok || trace.Unmarshal(m, &s) != nil {
		return ""
	}
	return s
}
