package modelserver

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// maxBody bounds one request.
const maxBody = 256 << 20

// Request is a request as it came.
type Request struct {
	Method string          `json:"method"`
	Path   string          `json:"path"` // with the query
	Header http.Header     `json:"header"`
	Body   json.RawMessage `json:"body,omitempty"` // unpacked; absent where it is not JSON
	Raw    []byte          `json:"raw,omitempty"`  // where it is not JSON
	Turn   int             `json:"turn"`           // number of the turn it was answered with, from 1; 0: none
}

// Server plays one scenario at a time.
type Server struct {
	http     *http.Server
	listener net.Listener

	mu       sync.Mutex
	scenario Scenario
	next     int
	requests []Request
	given    map[string]int           // turns by the ids of responses, for previous_response_id
	released map[string]chan struct{} // by name
	answers  int
}

// Start listens on the loopback interface.
func Start(s Scenario) (*Server, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for the scripted model: %w", err)
	}
	srv := &Server{listener: l, scenario: s, given: map[string]int{}, released: map[string]chan struct{}{}}
	srv.http = &http.Server{Handler: srv.Handler(), ReadHeaderTimeout: time.Minute}
	go func() { _ = srv.http.Serve(l) }() // ends with Close
	return srv, nil
}

// URL is where it listens, without a slash at the end.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() }

// Close breaks what is open and frees the port.
func (s *Server) Close() error { return s.http.Close() }

// Play puts another scenario in place of the current one, from its first turn,
// and forgets the requests.
func (s *Server) Play(next Scenario) error {
	if err := next.check(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.scenario, s.next, s.requests = next, 0, nil
	return nil
}

// Requests are those to the model so far, in the order of their arrival.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request{}, s.requests...)
}

// Release lets the streams go on that wait under this name, now and later.
func (s *Server) Release(name string) {
	c := s.gate(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-c:
	default:
		close(c)
	}
}

func (s *Server) gate(name string) chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.released[name]
	if c == nil {
		c = make(chan struct{})
		s.released[name] = c
	}
	return c
}

// Handler serves the model's APIs and the control of the server.
func (s *Server) Handler() http.Handler {
	m := http.NewServeMux()
	m.HandleFunc("GET /control/requests", func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, 200, s.Requests()) })
	m.HandleFunc("POST /control/release/{name}", func(_ http.ResponseWriter, r *http.Request) { s.Release(r.PathValue("name")) })
	m.HandleFunc("POST /control/scenario", func(w http.ResponseWriter, r *http.Request) {
		next, err := Decode(http.MaxBytesReader(w, r.Body, maxBody))
		if err == nil {
			err = s.Play(next)
		}
		if err != nil {
			http.Error(w, err.Error(), 400)
		}
	})
	m.HandleFunc("GET /", func(w http.ResponseWriter, r *http.Request) { s.list(w, r) })
	m.HandleFunc("POST /", s.serve)
	return m
}

// list answers a harness that looks which models there are.
func (s *Server) list(w http.ResponseWriter, r *http.Request) {
	if !strings.HasSuffix(r.URL.Path, "/models") {
		http.NotFound(w, r)
		return
	}
	writeJSON(w, 200, map[string]any{"object": "list", "has_more": false,
		"data":   []any{map[string]any{"id": "scripted", "object": "model", "type": "model", "display_name": "scripted", "created": 0, "owned_by": "tests"}},
		"models": []any{map[string]any{"name": "models/scripted", "supportedGenerationMethods": []string{"generateContent", "streamGenerateContent"}}}})
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := readBody(w, r)
	if err != nil {
		http.Error(w, err.Error(), 400)
		return
	}
	q := Request{Method: r.Method, Path: r.URL.RequestURI(), Header: r.Header.Clone()}
	if json.Valid(body) {
		q.Body = body
	} else {
		q.Raw = body
	}
	d, stream := route(r)
	var in asked
	switch {
	case strings.HasSuffix(r.URL.Path, "count_tokens"), strings.HasSuffix(r.URL.Path, ":countTokens"):
		s.keep(q)
		writeJSON(w, 200, map[string]any{"input_tokens": len(body) / 4, "totalTokens": len(body) / 4})
		return
	case d == nil:
		s.keep(q)
		writeJSON(w, 404, map[string]any{"error": map[string]any{"type": "not_found_error", "message": "no such path: " + r.URL.Path}})
		return
	case json.Unmarshal(body, &in) != nil:
		s.keep(q)
		writeJSON(w, 400, d.failure(Failure{Status: 400, Message: "the body is not JSON"}))
		return
	}
	in.Stream = in.Stream || stream
	turn, answer := s.take(d, in, q)
	answer.sse = d.sse(r)
	answer.in = in
	s.answer(w, r, d, turn, answer)
}

// answer writes one turn.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, d dialect, turn Turn, a answer) {
	if f := turn.Error; f != nil {
		writeJSON(w, f.Status, d.failure(*f))
		return
	}
	if in := a.in; in.Stream {
		s.stream(w, r, d, turn, a)
		return
	}
	text := encode(d.plain(turn, a))
	if turn.ContentLen {
		w.Header().Set("Content-Length", fmt.Sprint(len(text)))
	}
	w.Header().Set("Content-Type", "application/json")
	out, end := packed(w, turn)
	_, _ = out.Write(text) // the client may have gone
	end()
}

// take keeps the request and finds the turn that answers it.
func (s *Server) take(d dialect, in asked, q Request) (Turn, answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers++
	a := answer{number: s.answers, model: in.model(q.Path)}
	turn := Turn{Text: "Done."}
	if s.scenario.Aside != "" && !in.offersTools() {
		turn = Turn{Text: s.scenario.Aside}
		s.requests = append(s.requests, q)
		return turn, a
	}
	at := s.next
	if s.scenario.Order == "history" {
		at = s.given[in.Previous] + d.turns(in)
		s.given[a.id("resp_")] = at + 1
	}
	s.next++
	q.Turn = at + 1
	s.requests = append(s.requests, q)
	if at < len(s.scenario.Turns) {
		turn = s.scenario.Turns[at]
	}
	return turn, a
}

func (s *Server) keep(q Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, q)
}

func readBody(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	var in io.Reader = http.MaxBytesReader(w, r.Body, maxBody)
	if r.Header.Get("Content-Encoding") == "gzip" {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = io.LimitReader(z, maxBody)
	}
	return io.ReadAll(in)
}

func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Appendf(nil, `{"error":{"message":%q}}`, err.Error())
	}
	return bytes.TrimSpace(b.Bytes())
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(encode(v)) // the client may have gone
}
