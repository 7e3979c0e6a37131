package escrow_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// TestHiddenCommitmentIsFoundOut: a node that leaves out any one of the owner's
// batches, or changes its time, is caught by the accumulator, although the log
// left out is of another session.
func TestHiddenCommitmentIsFoundOut(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	x, other := s.open("a", id), s.open("b", id)
	s.commit(item(x, 1))
	s.commit(item(other, 2))
	s.finalize(item(x, 3))
	p := newProxy(t, s.endpoint)
	c := s.through(p)
	honest := must(c.Items(ctx, x.Owner, x.ID))(t)
	if len(honest) != 2 {
		t.Fatalf("the honest node shows %d items, want 2", len(honest))
	}
	claim := s.file(x, id)
	for i := range 3 {
		for name, change := range map[string]func(logs []map[string]any) []map[string]any{
			"left out": func(l []map[string]any) []map[string]any { return append(l[:i:i], l[i+1:]...) },
			"redated": func(l []map[string]any) []map[string]any {
				l[i]["blockTimestamp"] = "0x1"
				return l
			},
		} {
			p.lie(changeLogs(t, p, 3, change))
			c := s.through(p) // one that has not read the honest answer
			if items, err := c.Items(ctx, x.Owner, x.ID); !errors.Is(err, escrow.ErrIncompleteLogs) {
				t.Errorf("batch %d %s: %+v, %v", i, name, items, err)
			}
			if _, err := c.Facts(ctx, claim.ID); !errors.Is(err, escrow.ErrIncompleteLogs) {
				t.Errorf("facts with batch %d %s: %v", i, name, err)
			}
		}
	}
	p.lie(nil)
	if again := must(c.Items(ctx, x.Owner, x.ID))(t); !reflect.DeepEqual(again, honest) {
		t.Errorf("honest again: %+v, before %+v", again, honest)
	}
}

// changeLogs lies about answers that hold n logs.
func changeLogs(t *testing.T, p *proxy, n int, change func([]map[string]any) []map[string]any) func(call) (answer, bool) {
	return func(c call) (answer, bool) {
		if c.Method != "eth_getLogs" {
			return answer{}, false
		}
		var logs []map[string]any
		if err := p.upstream.Call(&logs, c.Method, c.Params[0]); err != nil {
			t.Error(err)
		}
		if len(logs) != n {
			return answer{}, false
		}
		text, err := json.Marshal(change(logs))
		if err != nil {
			t.Error(err)
		}
		return answer{Result: text}, true
	}
}

// TestHiddenOperatorIsFoundOut: the last operator by events must be the
// contract's.
func TestHiddenOperatorIsFoundOut(t *testing.T) {
	s := newScene(t)
	p := newProxy(t, s.endpoint)
	c := s.through(p)
	owner := s.address(devnet.Owner)
	now := must(c.LatestTime(t.Context()))(t)
	if got := must(c.OperatorsBetween(t.Context(), owner, 0, now))(t); len(got) != 1 || got[0] != s.address(devnet.Operator) {
		t.Errorf("operators %v", got)
	}
	p.lie(changeLogs(t, p, 1, func([]map[string]any) []map[string]any { return []map[string]any{} }))
	if got, err := c.OperatorsBetween(t.Context(), owner, 0, now); !errors.Is(err, escrow.ErrIncompleteLogs) {
		t.Errorf("operators %v, %v", got, err)
	}
}

// TestRefusedRangesAreHalved: a node that answers at most three blocks at a time
// gives the same logs.
func TestRefusedRangesAreHalved(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	x := s.open("a", id)
	for n := range uint32(12) {
		s.commit(item(x, n+1))
	}
	want := must(s.client.Items(ctx, x.Owner, x.ID))(t)
	p := newProxy(t, s.endpoint)
	c := s.through(p)
	var refused, answered atomic.Int64
	p.lie(func(c call) (answer, bool) {
		if c.Method != "eth_getLogs" {
			return answer{}, false
		}
		var q struct{ FromBlock, ToBlock string }
		if err := json.Unmarshal(c.Params[0], &q); err != nil {
			t.Error(err)
		}
		if hexNumber(t, q.ToBlock)-hexNumber(t, q.FromBlock) >= 3 {
			refused.Add(1)
			return answer{Error: &answerError{Code: -32005, Message: "query exceeds max block range 3"}}, true
		}
		answered.Add(1)
		return answer{}, false
	})
	if got := must(c.Items(ctx, x.Owner, x.ID))(t); !reflect.DeepEqual(got, want) {
		t.Errorf("in small ranges %+v\nat once %+v", got, want)
	}
	if refused.Load() == 0 || answered.Load() < 4 {
		t.Errorf("%d ranges refused, %d answered", refused.Load(), answered.Load())
	}
	p.lie(func(c call) (answer, bool) {
		return answer{Error: &answerError{Code: -32005, Message: "no logs today"}}, c.Method == "eth_getLogs"
	})
	if _, err := s.through(p).Items(ctx, x.Owner, x.ID); err == nil || !strings.Contains(err.Error(), "no logs today") {
		t.Errorf("a node that never shows logs: %v", err)
	}
}

// TestYoungEventsAreFoundFromTheNewestBlock: on a node that answers few blocks at
// a time a claim costs what its age costs, not the deployment's; and where it was
// found before is asked first.
func TestYoungEventsAreFoundFromTheNewestBlock(t *testing.T) {
	s := newScene(t)
	ctx := t.Context()
	id := s.register(gwei(1000))
	for n := range uint32(40) {
		s.commit(trace.Item{Session: trace.Hash{1}, N: n + 1, H: trace.Hash{2}})
	}
	x := s.open("young", id)
	want := s.file(x, id)
	p := newProxy(t, s.endpoint)
	c := s.through(p)
	var asked []uint64
	p.lie(func(c call) (answer, bool) {
		if c.Method != "eth_getLogs" {
			return answer{}, false
		}
		var q struct{ FromBlock, ToBlock string }
		if err := json.Unmarshal(c.Params[0], &q); err != nil {
			t.Error(err)
		}
		from, to := hexNumber(t, q.FromBlock), hexNumber(t, q.ToBlock)
		asked = append(asked, to-from+1)
		if to-from >= 4 {
			return answer{Error: &answerError{Code: -32005, Message: "query exceeds max block range 4"}}, true
		}
		return answer{}, false
	})
	if _, err := c.Claim(ctx, trace.Hash{9}); !errors.Is(err, escrow.ErrUnknownClaim) {
		t.Errorf("a claim that nobody filed: %v", err)
	}
	if len(asked) < 10 {
		t.Errorf("%d questions for a claim that nobody filed: not all blocks were looked at", len(asked))
	}
	asked = nil
	if got := must(c.Claim(ctx, want.ID))(t); got != want {
		t.Errorf("claim %+v, want %+v", got, want)
	}
	if got := must(c.Session(ctx, x.ID))(t); !reflect.DeepEqual(got, x) {
		t.Errorf("session %+v, want %+v", got, x)
	}
	if len(asked) != 2 {
		t.Errorf("spans asked for: %v, want two questions", asked)
	}
	for n := range uint32(20) {
		s.commit(trace.Item{Session: trace.Hash{1}, N: n + 100, H: trace.Hash{2}})
	}
	asked = nil
	if got := must(c.Claim(ctx, want.ID))(t); got != want {
		t.Errorf("claim %+v, want %+v", got, want)
	}
	if !slices.Equal(asked, []uint64{1}) {
		t.Errorf("spans asked for the second time: %v, want the claim's block alone", asked)
	}
	if p := must(c.Promise(ctx, id))(t); !bytes.Equal(p.Params, params) {
		t.Errorf("parameters %s", p.Params)
	}
}

func hexNumber(t *testing.T, text string) uint64 {
	n, err := strconv.ParseUint(strings.TrimPrefix(text, "0x"), 16, 64)
	if err != nil {
		t.Error(err)
	}
	return n
}
