package escrow_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/escrow"
)

// proxy is a node in front of the chain that can lie. Unless its hook answers,
// it passes a call on.
type proxy struct {
	upstream *rpc.Client
	url      string
	mu       sync.Mutex
	hook     func(c call) (answer, bool)
}

type call struct {
	ID     json.RawMessage   `json:"id"`
	Method string            `json:"method"`
	Params []json.RawMessage `json:"params"`
}

type answer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *answerError    `json:"error,omitempty"`

	status int // of HTTP, where it is not 200
}

type answerError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

func newProxy(t *testing.T, endpoint string) *proxy {
	t.Helper()
	c, err := rpc.DialContext(t.Context(), endpoint)
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{upstream: c}
	server := httptest.NewServer(p)
	t.Cleanup(func() { server.Close(); c.Close() })
	p.url = server.URL
	return p
}

// lie sets the hook.
func (p *proxy) lie(hook func(c call) (answer, bool)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.hook = hook
}

func (p *proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var c call
	if err := json.NewDecoder(r.Body).Decode(&c); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	hook := p.hook
	p.mu.Unlock()
	var a answer
	lied := false
	if hook != nil {
		a, lied = hook(c)
	}
	if !lied {
		a = p.ask(r.Context(), c)
	}
	if a.status != 0 {
		http.Error(w, http.StatusText(a.status), a.status)
		return
	}
	a.Version, a.ID = "2.0", c.ID
	if a.Error == nil && a.Result == nil {
		a.Result = json.RawMessage("null")
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(a)
}

// ask asks the chain.
func (p *proxy) ask(ctx context.Context, c call) answer {
	args := make([]any, len(c.Params))
	for i := range c.Params {
		args[i] = c.Params[i]
	}
	var out json.RawMessage
	err := p.upstream.CallContext(ctx, &out, c.Method, args...)
	if err == nil {
		return answer{Result: out}
	}
	e := &answerError{Code: -32000, Message: err.Error()}
	var coded rpc.Error
	if errors.As(err, &coded) {
		e.Code = coded.ErrorCode()
	}
	var data rpc.DataError
	if errors.As(err, &data) {
		e.Data = data.ErrorData()
	}
	return answer{Error: e}
}

// through dials the scene's network by way of the proxy.
func (s *scene) through(p *proxy) *escrow.Client {
	s.t.Helper()
	n := s.network
	n.RPC = p.url
	c := must(escrow.Dial(s.ctx(), n))(s.t)
	s.t.Cleanup(c.Close)
	return c
}
