package ingest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/tracestore/trace"
)

const (
	// MaxPayload is the largest event that the bus carries, in bytes.
	MaxPayload = 16 << 20

	// DefaultRequests and DefaultBytes bound the requests that are under way;
	// more are answered busy.
	DefaultRequests = 1024
	DefaultBytes    = 128 << 20

	// DefaultWindow is how long repeated refusals are counted before the next
	// notice of them.
	DefaultWindow = time.Second

	subjects     = "varek.v1.>"
	internalUser = "sidecar"
	headsUser    = "heads"

	readyTimeout = 10 * time.Second
	flushTimeout = 5 * time.Second
	authTimeout  = 10 * time.Second

	// maxQueued, in bytes, maxRequests and writeTimeout are what may lie, and
	// how long, between server and sidecar. None must ever be reached: the
	// server would cut the sidecar's own connection as too slow, and what is
	// over maxRequests gets no answer until it is sent again. None is, because
	// somebody always waits for the next request (serve), but a busy machine
	// can make it look so.
	maxQueued    = 1 << 30
	maxRequests  = 1 << 16
	writeTimeout = 10 * time.Minute
)

// Peer and Route are those of the sequencer.
type (
	// Peer is the process at the other end of a connection.
	Peer = sidecar.Peer
	// Route says how it came to be allowed to speak.
	Route = sidecar.Route
)

// Peers knows which process made a connection. Lookup must know a connection
// before the process can have sent anything over it; ok is false for one that
// the warden did not make.
type Peers interface {
	Lookup(remote netip.AddrPort) (p Peer, ok bool)
}

// Config holds what the bus needs; zero values are the defaults.
type Config struct {
	Log      *slog.Logger // nil discards
	Requests int
	Bytes    int64
	Window   time.Duration
	// Port of the loopback interface; 0 is a random one.
	Port int
	// Spool is the directory for data that arrives in chunks ahead of its
	// event; what lies there survives a restart, so that transfers go on.
	// Empty is a temporary one that Close removes.
	Spool string
}

// Server is a running bus.
type Server struct {
	log    *slog.Logger
	cfg    Config
	ns     *server.Server
	conn   *nats.Conn
	sub    *nats.Subscription
	agents *server.Account // where adapters live
	own    *server.Account // where the sidecar lives
	// readers is where signed heads are published; it shares nothing with the
	// other two.
	readers *server.Account
	secret  string // password of the sidecar's own connection
	done    chan struct{}
	ctx     context.Context // ends with Close, and with it waiting requests
	cancel  context.CancelFunc
	// requests are those that nobody has taken yet, idle how many goroutines
	// of serve wait for one.
	requests chan *nats.Msg
	idle     atomic.Int64
	load     load
	remote   load          // requests from elsewhere, which load counts too
	large    chan struct{} // held by the one large event under way
	spool    *spool

	mu       sync.Mutex
	sessions map[trace.Hash]*session
	users    map[string]*session
	// followers are the readers' user names.
	followers map[string]*follower
	heads     *nats.Conn          // of headsUser; nil until the first reader
	peers     map[uint64]admitted // by the server's connection number
	sweepAt   int                 // size of peers at which it is swept
}

// admitted is a connection that the authenticator let in.
type admitted struct {
	session *session
	peer    Peer
}

// Start runs a bus on a random port of the loopback interface. It serves no
// session until Attach.
func Start(ctx context.Context, c Config) (*Server, error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Requests = orDefault(c.Requests, DefaultRequests)
	c.Bytes = orDefault(c.Bytes, DefaultBytes)
	c.Window = orDefault(c.Window, DefaultWindow)
	s := &Server{
		log: c.Log, cfg: c, secret: secret(), done: make(chan struct{}), requests: make(chan *nats.Msg, maxRequests),
		load:    load{requests: c.Requests, bytes: c.Bytes},
		remote:  load{requests: max(1, c.Requests/remotePart), bytes: c.Bytes / remotePart},
		large:   make(chan struct{}, 1),
		sweepAt: minSweep, sessions: map[trace.Hash]*session{}, users: map[string]*session{}, followers: map[string]*follower{}, peers: map[uint64]admitted{},
	}
	// The bus outlives the call; only Close ends it.
	s.ctx, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	var err error
	if s.spool, err = newSpool(c.Spool); err != nil {
		s.cancel()
		return nil, fmt.Errorf("start the bus: %w", err)
	}
	if err := s.listen(); err != nil {
		s.cancel()
		return nil, fmt.Errorf("start the bus: %w", err)
	}
	if err := s.subscribe(); err != nil {
		s.cancel()
		s.ns.Shutdown()
		return nil, fmt.Errorf("start the bus: %w", err)
	}
	return s, nil
}

func orDefault[T int | int64 | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}

// secret is 32 random bytes in hex. crypto/rand never fails (Go 1.24).
func secret() string {
	var b [32]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func (s *Server) listen() error {
	port := s.cfg.Port
	if port == 0 {
		port = freePort()
	}
	ns, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: port,
		NoLog: true, NoSigs: true, NoSystemAccount: true,
		MaxPayload:                 MaxPayload,
		MaxPending:                 maxQueued,
		WriteDeadline:              writeTimeout,
		AuthTimeout:                authTimeout.Seconds(),
		CustomClientAuthentication: authenticator{s},
	})
	if err != nil {
		return err
	}
	s.ns = ns
	if err := s.joinAccounts(); err != nil {
		return err
	}
	ns.Start()
	if !ns.ReadyForConnections(readyTimeout) {
		ns.Shutdown()
		return fmt.Errorf("the server is not ready after %v", readyTimeout)
	}
	return nil
}

// joinAccounts lets requests pass from the adapters' account to the sidecar's,
// with the server's word on which connection each came from.
func (s *Server) joinAccounts() (err error) {
	if s.agents, err = s.ns.RegisterAccount("AGENTS"); err != nil {
		return err
	}
	if s.own, err = s.ns.RegisterAccount("SIDECAR"); err != nil {
		return err
	}
	if s.readers, err = s.ns.RegisterAccount("READERS"); err != nil {
		return err
	}
	if err := s.own.AddServiceExport(subjects, []*server.Account{s.agents}); err != nil {
		return err
	}
	if err := s.agents.AddServiceImport(s.own, subjects, subjects); err != nil {
		return err
	}
	return s.agents.SetServiceImportSharing(s.own, subjects, true)
}

// subscribe connects the sidecar itself, in process and in its own account.
func (s *Server) subscribe() error {
	conn, err := nats.Connect("", nats.InProcessServer(s.ns), nats.UserInfo(internalUser, s.secret),
		nats.NoReconnect(), nats.ClosedHandler(func(*nats.Conn) { close(s.done) }))
	if err != nil {
		return err
	}
	s.conn = conn
	if s.sub, err = conn.ChanSubscribe(subjects, s.requests); err != nil {
		return err
	}
	s.idle.Store(1)
	go s.serve()
	return conn.Flush()
}

// URL is what adapters connect to.
func (s *Server) URL() string { return "nats://" + s.Addr().String() }

// Addr is the address that the bus listens on.
func (s *Server) Addr() netip.AddrPort {
	addr, err := netip.ParseAddrPort(s.ns.Addr().String())
	if err != nil {
		return netip.AddrPort{} // the server has already let go of its listener
	}
	return addr
}

// Done is closed when the bus no longer takes requests, be it by Close or
// because the server went away. What was acknowledged until then is durable;
// adapters get no further answer and must not let tools run.
func (s *Server) Done() <-chan struct{} { return s.done }

// Close stops taking requests, waits until those under way are answered or ctx
// ends, detaches all sessions, and stops the server.
func (s *Server) Close(ctx context.Context) error {
	var errs []error
	if err := s.sub.Unsubscribe(); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
		errs = append(errs, fmt.Errorf("stop taking requests: %w", err))
	}
	if err := s.load.idle(ctx); err != nil {
		errs = append(errs, fmt.Errorf("requests are still under way: %w", err))
	}
	s.mu.Lock()
	ids := make([]trace.Hash, 0, len(s.sessions))
	for id := range s.sessions {
		ids = append(ids, id)
	}
	s.mu.Unlock()
	for _, id := range ids {
		errs = append(errs, s.Detach(ctx, id))
	}
	errs = append(errs, s.closeHeads(ctx))
	s.cancel()
	s.conn.Close()
	s.ns.Shutdown()
	s.ns.WaitForShutdown()
	return errors.Join(append(errs, s.spool.close())...)
}
