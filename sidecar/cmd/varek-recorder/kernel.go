package main

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
	"github.com/varek/varek/warden"
)

// sink carries the warden's decisions to the sequencer.
type sink struct {
	ctx     context.Context
	session *sidecar.Session
	denials *denials
}

// Record implements warden.Sink.
func (s *sink) Record(r warden.Record) error {
	s.denials.note(r)
	k, err := kernelRecord(r)
	if err != nil {
		return fmt.Errorf("encode the record of %s: %w", r.Tool, err)
	}
	return s.session.Kernel(s.ctx, k)
}

// kernelRecord puts a decision into the form of formats section 2. A total of
// coalesced repetitions is no decision of its own and so is never "executed".
func kernelRecord(r warden.Record) (sidecar.KernelRecord, error) {
	k := sidecar.KernelRecord{Tool: r.Tool, ActionID: r.ActionID, Sync: r.Sync,
		Serial: r.Serial, Of: r.Of, Ahead: r.Ahead, Announced: r.Announced, Executed: r.Executed() && r.Of == 0}
	var err error
	if k.Args, err = object(struct {
		Addr        string   `json:"addr,omitzero"`
		ArgvClaimed []string `json:"argv_claimed,omitzero"`
		Asked       string   `json:"asked,omitzero"`
		Created     bool     `json:"created,omitzero"`
		Event       string   `json:"event,omitzero"`
		Flags       []string `json:"flags,omitzero"`
		Host        string   `json:"host,omitzero"`
		Mode        string   `json:"mode,omitzero"`
		Port        int      `json:"port,omitzero"`
		Resolved    string   `json:"resolved,omitzero"`
		To          string   `json:"to,omitzero"`
	}{r.Addr, r.ArgvClaimed, r.Asked, r.Created, r.Event, r.Flags, r.Host, r.Mode, r.Port, r.Resolved, r.To}); err != nil {
		return k, err
	}
	if k.Result, err = object(struct {
		Decision  string `json:"decision"`
		Errno     string `json:"errno,omitzero"`
		Mechanism string `json:"mechanism,omitzero"`
		Rule      string `json:"rule,omitzero"`
	}{r.Decision, r.Errno, r.Mechanism, r.Rule}); err != nil {
		return k, err
	}
	k.Metadata, err = object(struct {
		AfterEnd      bool     `json:"after_end,omitzero"`
		Assurance     string   `json:"assurance"`
		Attribution   string   `json:"attribution"`
		Candidates    []string `json:"candidates,omitzero"`
		Count         int      `json:"count,omitzero"`
		Exe           string   `json:"exe,omitzero"`
		ExecAssurance string   `json:"exec_assurance,omitzero"`
		LatencyNS     int64    `json:"latency_ns,omitzero"`
		PID           int      `json:"pid,omitzero"`
	}{r.AfterEnd, assurance(r.Mechanism), r.Attribution, r.Candidates, r.Count, r.Exe, r.ExecAssurance, r.Latency.Nanoseconds(), r.PID})
	return k, err
}

// assurance says how far a record could hold its call back: what the warden
// performed or refused waited for the decision, what the kernel went on with was
// seen on its way.
func assurance(mechanism string) string {
	if mechanism == warden.Continued {
		return "observed"
	}
	return "gated"
}

func object(v any) (jsontext.Value, error) {
	text, err := trace.Marshal(v)
	return jsontext.Value(text), err
}

// place is the sequencer's hook before a start record: it moves the process
// that announced the start, and all it will start, into the call.
func place(w *warden.Supervisor) func(context.Context, string, sidecar.Peer) error {
	return func(ctx context.Context, actionID string, p sidecar.Peer) error {
		if p.Route == sidecar.RouteHarness || p.Route == sidecar.RouteRelay {
			// A harness that is a library runs its tools itself: nothing to
			// move, but the call is open from here on.
			w.BeginCall(actionID)
			return nil
		}
		return w.EnterCall(ctx, p.PID, actionID)
	}
}
