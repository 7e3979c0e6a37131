package gate

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Defaults and bounds.
const (
	DefaultMaxAnswer  = 64 << 20  // one answer that is kept back
	DefaultMaxRequest = 128 << 20 // one request, unpacked
)

// ErrUnrecorded means that something could not be stored and so may not happen.
var ErrUnrecorded = errors.New("the call is not recorded")

// Config says what to stand between.
type Config struct {
	Record   Record
	Upstream Upstreams
	Dialect  string // of paths that name none: one of Dialects, "" for none

	// Speaker names the process at the other end of a connection, or refuses it. A
	// result counts only from the speaker that was told of the call. Nil: all are one.
	Speaker func(remote net.Addr) (string, error)

	Transport  http.RoundTripper // nil: one of its own, with the environment's proxies
	MaxAnswer  int               // 0 is DefaultMaxAnswer
	MaxRequest int64             // 0 is DefaultMaxRequest
	Log        func(string)      // what a person should know; nil discards
}

// Gate is the handler between a harness and its model.
type Gate struct {
	cfg   Config
	book  *book
	works sync.WaitGroup
}

// New makes a gate.
func New(c Config) (*Gate, error) {
	if c.Record == nil {
		return nil, errors.New("a gate needs somebody who records")
	}
	if err := c.Upstream.check(); err != nil {
		return nil, err
	}
	if c.Dialect != "" && byName(c.Dialect) == nil {
		return nil, fmt.Errorf("dialect %q is not one of %s", c.Dialect, strings.Join(Dialects(), ", "))
	}
	if c.MaxAnswer == 0 {
		c.MaxAnswer = DefaultMaxAnswer
	}
	if c.MaxRequest == 0 {
		c.MaxRequest = DefaultMaxRequest
	}
	if c.Log == nil {
		c.Log = func(string) {}
	}
	if c.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.DisableCompression = true
		t.ForceAttemptHTTP2 = true
		t.MaxIdleConnsPerHost = 16
		c.Transport = t
	}
	return &Gate{cfg: c, book: newBook(c.Record)}, nil
}

// Wait returns when everything that was begun is recorded. The server must have
// been closed.
func (g *Gate) Wait() { g.works.Wait() }

type speakerKey struct{}

// ConnContext is for http.Server: who speaks is found once for every connection.
func (g *Gate) ConnContext(ctx context.Context, c net.Conn) context.Context {
	if g.cfg.Speaker == nil {
		return ctx
	}
	name, err := g.cfg.Speaker(c.RemoteAddr())
	return context.WithValue(ctx, speakerKey{}, speaker{name, err})
}

type speaker struct {
	name string
	err  error
}

func (g *Gate) speaker(ctx context.Context) (string, error) {
	if g.cfg.Speaker == nil {
		return "", nil
	}
	s, ok := ctx.Value(speakerKey{}).(speaker)
	if !ok {
		return "", errors.New("nobody knows who speaks")
	}
	return s.name, s.err
}

// ServeHTTP takes one request of the harness.
func (g *Gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.works.Add(1)
	defer g.works.Done()
	d, plain, err := g.route(r)
	if err != nil {
		g.refuse(w, d, http.StatusNotImplemented, err)
		return
	}
	from, err := g.speaker(r.Context())
	if err == nil {
		err = onLoopback(r.Host)
	}
	if err != nil {
		g.refuse(w, d, http.StatusForbidden, err)
		return
	}
	body, err := g.request(r.Context(), w, r, d, plain, from)
	if err != nil {
		g.refuse(w, d, statusOf(err), err)
		return
	}
	answer, err := g.forward(r, body)
	if err != nil {
		if r.Context().Err() == nil {
			g.refuse(w, d, http.StatusBadGateway, fmt.Errorf("the model's API cannot be reached: %w", err))
		}
		return
	}
	defer answer.Body.Close()
	if err := g.answer(w, r, d, plain, from, answer); err != nil {
		panic(http.ErrAbortHandler) // the server's own way to break a connection
	}
}

// request reads a request and records the results in it.
func (g *Gate) request(ctx context.Context, w http.ResponseWriter, r *http.Request, d dialect, plain bool, from string) ([]byte, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, g.cfg.MaxRequest))
	if err != nil {
		return nil, fmt.Errorf("%w: the request: %w", ErrForm, err)
	}
	if plain {
		return body, nil
	}
	text, err := unpack(body, r.Header.Get("Content-Encoding"), g.cfg.MaxRequest)
	if err != nil {
		return nil, err
	}
	results, err := d.results(text)
	if err != nil {
		return nil, fmt.Errorf("the request %w", err)
	}
	if err := g.book.results(ctx, d.name(), from, results); err != nil {
		return nil, fmt.Errorf("%w: a tool's result: %w", ErrUnrecorded, err)
	}
	return body, nil
}

func statusOf(err error) int {
	if errors.Is(err, ErrForm) {
		return http.StatusBadRequest
	}
	return http.StatusServiceUnavailable
}

// refuse answers in the place of the model. Clients that honour it do not try
// again.
func (g *Gate) refuse(w http.ResponseWriter, d dialect, status int, err error) {
	g.cfg.Log(err.Error())
	if d == nil {
		d = chat{}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Should-Retry", "false")
	w.WriteHeader(status)
	_, _ = w.Write(d.failure("varek: " + err.Error())) // the harness may have gone
}

// onLoopback refuses names that a page in a browser could make lead here.
func onLoopback(host string) error {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	if ip := net.ParseIP(name); name == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("the gate is not called %q", host)
}

// forward sends the request on as it came, but asks for an answer that can be read.
func (g *Gate) forward(r *http.Request, body []byte) (*http.Response, error) {
	to := g.cfg.Upstream.of(r)
	u := &url.URL{Scheme: to.Scheme, Host: to.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
	out, err := http.NewRequestWithContext(r.Context(), r.Method, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, withoutURL(err)
	}
	out.Header = r.Header.Clone()
	dropHops(out.Header)
	out.Header.Set("Accept-Encoding", "identity")
	out.ContentLength = int64(len(body))
	answer, err := g.cfg.Transport.RoundTrip(out)
	return answer, withoutURL(err)
}

// withoutURL keeps keys that stand in a query out of messages.
func withoutURL(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// dropHops removes what is for one connection only.
func dropHops(h http.Header) {
	for _, list := range h["Connection"] {
		for name := range strings.SplitSeq(list, ",") {
			h.Del(strings.TrimSpace(name))
		}
	}
	for _, name := range []string{"Connection", "Keep-Alive", "Proxy-Connection", "Proxy-Authorization", "Te", "Trailer", "Transfer-Encoding", "Upgrade"} {
		h.Del(name)
	}
}

// answer lets the model's answer through. An error means that it must end broken.
func (g *Gate) answer(w http.ResponseWriter, r *http.Request, d dialect, plain bool, from string, a *http.Response) error {
	kind, _, _ := mime.ParseMediaType(a.Header.Get("Content-Type"))
	streams := kind == "text/event-stream"
	failed := a.StatusCode < 200 || a.StatusCode > 299
	switch {
	case a.StatusCode >= 300 && a.StatusCode < 400 && a.Header.Get("Location") != "":
		g.refuse(w, d, http.StatusBadGateway, errors.New("the model's API leads elsewhere, around the gate: name its last address with --upstream"))
		return nil
	case plain && (streams || strings.Contains(kind, "ndjson")) && !failed:
		g.refuse(w, d, http.StatusBadGateway, fmt.Errorf("%s answers with a stream, and the gate knows no API at that path; name one with --dialect", r.URL.Path))
		return nil
	case plain || failed || r.Method == http.MethodHead:
		return g.copy(w, a)
	}
	in, err := unpacking(a)
	if err != nil {
		g.refuse(w, d, http.StatusBadGateway, err)
		return nil
	}
	_, isGemini := d.(gemini)
	switch {
	case streams:
		g.head(w, a, -1)
		return g.stream(r.Context(), w, d, from, newEvents(in, g.cfg.MaxAnswer))
	case isGemini && strings.Contains(r.URL.Path, ":stream"):
		g.head(w, a, -1)
		return g.stream(r.Context(), w, d, from, newElements(in, g.cfg.MaxAnswer))
	}
	return g.whole(r.Context(), w, d, from, a, in)
}

// whole records the calls of an answer in one piece before it passes.
func (g *Gate) whole(ctx context.Context, w http.ResponseWriter, d dialect, from string, a *http.Response, in io.Reader) error {
	body, err := io.ReadAll(io.LimitReader(in, int64(g.cfg.MaxAnswer)+1))
	switch {
	case err != nil:
		return err
	case len(body) > g.cfg.MaxAnswer:
		g.refuse(w, d, http.StatusBadGateway, fmt.Errorf("%w: the answer is longer than %d bytes", ErrForm, g.cfg.MaxAnswer))
		return nil
	}
	calls, err := d.whole(body)
	if err != nil {
		g.refuse(w, d, http.StatusBadGateway, fmt.Errorf("the model's answer %w", err))
		return nil
	}
	p := &passage{g: g, d: d, from: from, read: make(chan struct{})}
	close(p.read)
	if len(calls) > 0 {
		p.current = newGroup()
		p.groups = append(p.groups, p.current)
		for _, c := range calls {
			p.record(ctx, p.current, c)
		}
		p.seal(nil)
		<-p.groups[0].done
		if err := p.groups[0].err; err != nil {
			g.refuse(w, d, http.StatusServiceUnavailable, err)
			p.withdraw(nil)
			return nil
		}
	}
	g.head(w, a, len(body))
	_, err = w.Write(body)
	return err
}

// head copies the answer's head; size < 0 means that it is not known.
func (g *Gate) head(w http.ResponseWriter, a *http.Response, size int) {
	dropHops(a.Header)
	a.Header.Del("Content-Length")
	for name, values := range a.Header {
		w.Header()[name] = values
	}
	if size >= 0 {
		w.Header().Set("Content-Length", fmt.Sprint(size))
	}
	w.WriteHeader(a.StatusCode)
	if size < 0 {
		_ = http.NewResponseController(w).Flush() // the harness may have gone
	}
}

// copy passes what holds no calls.
func (g *Gate) copy(w http.ResponseWriter, a *http.Response) error {
	size := int(a.ContentLength)
	if a.Request.Method == http.MethodHead {
		size = -1
	}
	g.head(w, a, size)
	_, err := io.Copy(w, a.Body)
	return err
}

// unpacking reads an answer that is packed although nobody asked for that.
func unpacking(a *http.Response) (io.Reader, error) {
	switch how := strings.ToLower(a.Header.Get("Content-Encoding")); how {
	case "", "identity":
		return a.Body, nil
	case "gzip":
		z, err := gzip.NewReader(a.Body)
		if err != nil {
			return nil, fmt.Errorf("the model's answer %w: %w", ErrForm, err)
		}
		a.Header.Del("Content-Encoding")
		return z, nil
	default:
		return nil, fmt.Errorf("the model's answer %w: it is packed as %q, although it was asked for as it is", ErrForm, how)
	}
}

// unpack gives the text of a request that the harness packed.
func unpack(body []byte, how string, most int64) ([]byte, error) {
	var in io.Reader
	switch strings.ToLower(how) {
	case "", "identity":
		return body, nil
	case "gzip":
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("the request %w: %w", ErrForm, err)
		}
		in = z
	case "zstd":
		z, err := zstd.NewReader(bytes.NewReader(body), zstd.WithDecoderMaxMemory(uint64(most)), zstd.WithDecoderConcurrency(1))
		if err != nil {
			return nil, fmt.Errorf("the request %w: %w", ErrForm, err)
		}
		defer z.Close()
		in = z
	default:
		return nil, fmt.Errorf("the request %w: it is packed as %q; gzip and zstd are taken", ErrForm, how)
	}
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the request %w: %w", ErrForm, err)
	case int64(len(text)) > most:
		return nil, fmt.Errorf("the request %w: unpacked it has more than %d bytes", ErrForm, most)
	}
	return text, nil
}
