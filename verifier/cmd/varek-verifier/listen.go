package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/varek/varek/verifier"
	"github.com/varek/varek/verifier/evidence"
)

// endpoint is the file by which the provider's side on this machine finds us.
type endpoint struct {
	URL       string   `json:"url"`
	Address   string   `json:"address"`
	Verifiers []string `json:"verifiers"` // whose claims are served: the key's, and those of its quorums
	Metrics   string   `json:"metrics,omitempty"`
}

func (s *server) serve(ctx context.Context, hs *houses, stdout io.Writer) (err error) {
	pages, url, err := s.tls.listen(s.listen)
	if err != nil {
		return err
	}
	defer pages.Close() // the server has closed it, if it was started
	e := endpoint{URL: url, Address: hs.self.String()}
	for _, h := range hs.list {
		e.Verifiers = append(e.Verifiers, h.verifier.String())
	}
	door := s.door(hs)
	admin := adminOf(hs, door)
	servers := []listening{{pages, door.Listener()}}
	if s.metrics == "" {
		servers[0].server.Handler = beside(door, admin)
	} else {
		l, err := net.Listen("tcp", s.metrics)
		if err != nil {
			return fmt.Errorf("listening on %s for metrics: %w", s.metrics, err)
		}
		defer l.Close()
		e.Metrics = "http://" + dialable(l.Addr())
		servers = append(servers, listening{l, &http.Server{Handler: admin, ReadHeaderTimeout: 10 * time.Second}})
	}
	path := filepath.Join(s.state, "verifier", "endpoint.json")
	if err := writeEndpoint(path, e); err != nil {
		return err
	}
	defer func() {
		if rm := os.Remove(path); rm != nil && !errors.Is(rm, fs.ErrNotExist) {
			err = errors.Join(err, rm)
		}
	}()
	s.greet(stdout, hs, e)
	return runAll(ctx, hs, servers, s.pace(hs))
}

func (s *server) pace(hs *houses) time.Duration {
	switch {
	case s.poll > 0:
		return s.poll
	case hs.private:
		return 200 * time.Millisecond
	}
	return 2 * time.Second
}

func (s *server) greet(w io.Writer, hs *houses, e endpoint) {
	if s.json {
		_ = json.NewEncoder(w).Encode(e) // standard output may be closed; the service goes on
		return
	}
	privateLine(w, hs.private)
	for _, h := range hs.list {
		kind := "verifier"
		if h.verifier != hs.self {
			kind = "as a member of quorum"
		}
		fmt.Fprintf(w, "%s %s on %s, escrow %s\n", kind, h.verifier, h.network.Name, h.network.Escrow)
	}
	fmt.Fprintf(w, "evidence and pages: %s\n", e.URL)
	if e.Metrics != "" {
		fmt.Fprintf(w, "metrics: %s/metrics\n", e.Metrics)
	}
	fmt.Fprintln(w, "stop with Ctrl-C; what is under way is kept and goes on at the next start")
}

type listening struct {
	listener net.Listener
	server   *http.Server
}

// runAll serves HTTP and works on claims until ctx ends or one of them fails;
// uploads under way get ten seconds to end.
func runAll(ctx context.Context, hs *houses, servers []listening, poll time.Duration) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, h := range hs.list {
		group.Go(func() error { return h.service.Run(ctx, poll) })
	}
	for _, l := range servers {
		group.Go(func() error {
			if err := l.server.Serve(l.listener); !errors.Is(err, http.ErrServerClosed) {
				return fmt.Errorf("serving HTTP: %w", err)
			}
			return nil
		})
		group.Go(func() error {
			<-ctx.Done()
			grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
			defer cancel()
			if err := l.server.Shutdown(grace); err != nil {
				return errors.Join(fmt.Errorf("ending uploads: %w", err), l.server.Close())
			}
			return nil
		})
	}
	return group.Wait()
}

// adminOf answers supervisors and Prometheus.
func adminOf(hs *houses, door *evidence.Server) *http.ServeMux {
	services := make([]*verifier.Service, len(hs.list))
	for i, h := range hs.list {
		services[i] = h.service
	}
	mux := http.NewServeMux()
	mux.Handle("GET /healthz", door)
	mux.Handle("GET /readyz", door)
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		var text bytes.Buffer
		if err := verifier.WriteMetrics(r.Context(), &text, time.Now(), services, door.Counts()); err != nil {
			http.Error(w, "the figures cannot be read now", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		_, _ = w.Write(text.Bytes()) // a client that went away has no answer to miss
	})
	return mux
}

// beside puts the admin's paths on the door's address.
func beside(door http.Handler, admin *http.ServeMux) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", admin)
	mux.Handle("/", door)
	return mux
}

// dialable is the address by which this machine reaches a listener: one on all
// interfaces is reached over the loopback.
func dialable(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return a.String()
	}
	return net.JoinHostPort("localhost", strconv.Itoa(tcp.Port))
}

// writeEndpoint replaces the file in one step: a reader sees a whole one or none.
func writeEndpoint(path string, e endpoint) error {
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	if err := os.WriteFile(path+".new", append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return os.Rename(path+".new", path)
}
