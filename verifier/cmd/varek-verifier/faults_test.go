package main

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// badNode stands between the verifier and the chain as a node that does
// everything that nodes do: it drops connections, answers with errors and
// rubbish, lags, is one of several that have different heads, shows no events of
// blocks that it does not have yet, refuses ranges, takes transactions and loses
// them, names prices of a fee spike, and for a while is a node of another chain.
type badNode struct {
	upstream, stranger *rpc.Client
	url                string

	mu    sync.Mutex
	rng   *rand.Rand
	rate  float64         // how many of the calls go wrong
	shown map[string]bool // ranges that were hidden once
	hits  map[string]int  // what went wrong, how often

	// plan, unless nil, answers instead of chance: what becomes of this call, ""
	// for nothing, and the result of an "instead".
	plan func(c rpcCall) (kind string, result json.RawMessage)
}

type rpcCall struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

type rpcAnswer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   any             `json:"error,omitempty"`
}

func newBadNode(t *testing.T, rng *rand.Rand, endpoint, stranger string) *badNode {
	t.Helper()
	b := &badNode{rng: rng, shown: map[string]bool{}, hits: map[string]int{}}
	for to, from := range map[**rpc.Client]string{&b.upstream: endpoint, &b.stranger: stranger} {
		c, err := rpc.DialContext(t.Context(), from)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		*to = c
	}
	srv := httptest.NewServer(b)
	t.Cleanup(srv.Close)
	b.url = srv.URL
	return b
}

// fault draws what goes wrong with a call: "" for nothing.
func (b *badNode) fault(c rpcCall) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rng.Float64() >= b.rate {
		return ""
	}
	kinds := []string{"drop", "status", "rubbish", "error", "stranger"}
	switch c.Method {
	case "eth_getLogs":
		text := string(c.Params[0])
		if !b.shown[text] { // the node does not have the blocks yet, and has them later
			b.shown[text] = true
			kinds = []string{"hide"}
		} else {
			kinds = append(kinds, "range", "range")
		}
	case "eth_getBlockByNumber":
		kinds = append(kinds, "lag", "lag", "lag")
	case "eth_sendRawTransaction":
		kinds = []string{"swallow", "unsaid", "drop"}
	case "eth_maxPriorityFeePerGas":
		kinds = append(kinds, "spike")
	}
	kind := kinds[b.rng.IntN(len(kinds))]
	b.hits[kind]++
	return kind
}

// planned asks the plan, if there is one.
func (b *badNode) planned(c rpcCall) (string, json.RawMessage) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.plan == nil {
		return "", nil
	}
	return b.plan(c)
}

// follow sets the plan.
func (b *badNode) follow(plan func(rpcCall) (string, json.RawMessage)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.plan = plan
}

func (b *badNode) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var c rpcCall
	if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	a := rpcAnswer{Version: "2.0", ID: c.ID}
	kind, planned := b.planned(c)
	if kind == "" {
		kind = b.fault(c)
	}
	switch kind {
	case "instead":
		a.Result = planned
	case "drop", "unsaid":
		if kind == "unsaid" { // the transaction is sent, and its sender does not learn it
			_, _ = ask(r.Context(), b.upstream, c)
		}
		hang(w)
		return
	case "status":
		http.Error(w, "bad gateway", http.StatusBadGateway)
		return
	case "rubbish":
		_, _ = w.Write([]byte("<html>too many requests</html>"))
		return
	case "error":
		a.Error = map[string]any{"code": -32000, "message": "header not found"}
	case "range":
		a.Error = map[string]any{"code": -32005, "message": "query returned more than 10000 results"}
	case "hide":
		a.Result = json.RawMessage("[]")
	case "swallow":
		a.Result = json.RawMessage(`"` + trace.Keccak([]byte("swallowed")).String() + `"`)
	case "spike":
		a.Result = json.RawMessage(`"0x174876e800"`)
	case "stranger":
		a = fill(a)(ask(r.Context(), b.stranger, c))
	case "lag":
		b.older(&c)
		a = fill(a)(ask(r.Context(), b.upstream, c))
	default:
		a = fill(a)(ask(r.Context(), b.upstream, c))
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(a)
}

// older turns a question about the newest block into one about an older one.
func (b *badNode) older(c *rpcCall) {
	if len(c.Params) == 0 || string(c.Params[0]) != `"latest"` {
		return
	}
	var head hexutil.Uint64
	if b.upstream.CallContext(context.Background(), &head, "eth_blockNumber") == nil && head > 8 {
		text, _ := json.Marshal(head - 1 - hexutil.Uint64(time.Now().UnixNano()%8))
		c.Params[0] = text
	}
}

func fill(a rpcAnswer) func(json.RawMessage, any) rpcAnswer {
	return func(result json.RawMessage, fault any) rpcAnswer {
		a.Result, a.Error = result, fault
		if a.Error == nil && a.Result == nil {
			a.Result = json.RawMessage("null")
		}
		return a
	}
}

func ask(ctx context.Context, node *rpc.Client, c rpcCall) (json.RawMessage, any) {
	args := make([]any, len(c.Params))
	for i := range c.Params {
		args[i] = c.Params[i]
	}
	var out json.RawMessage
	err := node.CallContext(ctx, &out, c.Method, args...)
	if err == nil {
		return out, nil
	}
	e := map[string]any{"code": -32000, "message": err.Error()}
	var coded rpc.Error
	if errors.As(err, &coded) {
		e["code"] = coded.ErrorCode()
	}
	var data rpc.DataError
	if errors.As(err, &data) {
		e["data"] = data.ErrorData()
	}
	return nil, e
}

// hang cuts the connection without an answer.
func hang(w http.ResponseWriter) {
	if h, ok := w.(http.Hijacker); ok {
		if conn, _, err := h.Hijack(); err == nil {
			var c net.Conn = conn
			_ = c.Close()
		}
	}
}

// behind starts the program with the node between it and the chain; limit is the
// most that it may pay for a unit of gas, 0 for no limit.
func (s *scene) behind(node *badNode, limit uint64) (*badNode, endpoint) {
	s.Helper()
	n := s.net.Network
	n.RPC, n.Fees.MaxPerGas = node.url, limit
	path := filepath.Join(s.state, "bad.json")
	text, err := json.Marshal(n)
	s.must(err)
	s.must(os.WriteFile(path, text, 0o600))
	p := s.run("varek-verifier", "--state", s.state, "--network", path)
	e, listens := <-p.hello
	if !listens {
		s.Fatalf("it does not listen: %v", <-p.exit)
	}
	go func() {
		for range p.lines {
		}
	}()
	return node, e
}

// TestBadNode settles claims, of all kinds of ends, through such a node: the real
// program over the real chain, with every claim ending once and rightly.
func TestBadNode(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	s := newScene(t, "20 ether")
	other, err := devnet.Start(t.Context(), devnet.Config{State: t.TempDir(), Heartbeat: time.Hour})
	s.must(err)
	t.Cleanup(func() { s.must(other.Close()) })
	for range 3 { // the stranger has blocks of its own
		_, err := other.Chain.Advance(t.Context(), time.Hour)
		s.must(err)
	}
	node, e := s.behind(newBadNode(t, rand.New(rand.NewPCG(seed, 2)), s.net.Network.RPC, other.Network.RPC), 0)
	node.mu.Lock()
	node.rate = 0.08
	node.mu.Unlock()
	type end struct {
		status escrow.Status
		reason string
	}
	want := map[trace.Hash]end{}
	for i := range 6 * scale(t) {
		to, ending := good, end{escrow.StatusSatisfied, "satisfied"}
		if i%2 == 1 {
			to, ending = evil, end{escrow.StatusPaid, "violated"}
		}
		c := s.closed(to)
		claim := s.file(c)
		want[claim] = ending
		if i%3 == 2 {
			want[claim] = end{escrow.StatusPaid, "no_evidence"}
			continue
		}
		deliverUntilKept(t, e.URL, claim, s.bundle(claim, c, nil))
	}
	s.advance(3*day + time.Minute)
	for range 70 { // the second look stays so many blocks behind
		s.advance(time.Second)
	}
	deadline := time.Now().Add(3 * time.Minute)
	for claim := range want {
		for s.open(claim) && time.Now().Before(deadline) {
			time.Sleep(20 * time.Millisecond) // asks the chain again
		}
	}
	for claim, end := range want {
		s.verdicts(claim, 1)
		got, err := s.client.Claim(t.Context(), claim)
		s.must(err)
		if got.Status != end.status || got.Reason.String() != end.reason {
			t.Errorf("claim %s is %s (%s), want %s (%s)", claim, got.Status, got.Reason, end.status, end.reason)
		}
	}
	node.mu.Lock()
	defer node.mu.Unlock()
	t.Logf("what went wrong: %v", node.hits)
	for _, kind := range []string{"drop", "error", "lag", "hide", "stranger"} {
		if node.hits[kind] == 0 {
			t.Errorf("nothing of the kind %q went wrong", kind)
		}
	}
}

// deliverUntilKept sends the bundle as a provider does: again while it is told
// that the verifier cannot answer or does not know the claim yet.
func deliverUntilKept(t *testing.T, url string, claim trace.Hash, bundle []byte) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		status, code := postTo(t, url+"/v1/claims/"+claim.String()+"/evidence", bundle)
		if status == http.StatusOK {
			return
		}
		if (status != http.StatusServiceUnavailable && status != http.StatusNotFound) || time.Now().After(deadline) {
			t.Fatalf("the bundle was answered with %d %s", status, code)
		}
	}
}
