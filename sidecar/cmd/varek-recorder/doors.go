package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/varek/varek/adapters/gate"
	"github.com/varek/varek/sidecar"
	"github.com/varek/varek/sidecar/speak"
)

// doorFlags say which doors of the recorder stand open to the harness of a run.
type doorFlags struct {
	wire     bool
	upstream []string
	dialect  string
	timeout  time.Duration

	to gate.Upstreams // after check
}

func (f *doorFlags) register(fl *pflag.FlagSet) {
	fl.BoolVar(&f.wire, "wire", f.wire, "put the gate on the model API before the agent: it learns of a tool call when that is stored")
	f.registerGate(fl)
}

// registerGate adds what the gate can be told, in a run or by itself.
func (f *doorFlags) registerGate(fl *pflag.FlagSet) {
	fl.DurationVar(&f.timeout, "ack-timeout", speak.DefaultRelayTimeout, "how long the gate waits for one acknowledgement")
	fl.StringArrayVar(&f.upstream, "upstream", nil, "the model API behind the gate: URL, or anthropic=URL, openai=URL, gemini=URL (default: the base URL in the environment, else the vendor's)")
	fl.StringVar(&f.dialect, "dialect", "auto", "the API of paths that name none: auto, "+strings.Join(gate.Dialects(), ", "))
}

// check reads the flags. env is where the agent would find its API without the gate.
func (f *doorFlags) check(env []string) error {
	hint := "for instance --upstream https://api.anthropic.com, or --upstream openai=http://127.0.0.1:8000/v1"
	if f.dialect == "auto" {
		f.dialect = ""
	}
	if f.dialect != "" && !slices.Contains(gate.Dialects(), f.dialect) {
		return usage("read --dialect", fmt.Errorf("%q is not one of auto, %s", f.dialect, strings.Join(gate.Dialects(), ", ")), "leave it out")
	}
	if len(f.upstream) > 0 && !f.wire {
		return usage("read --upstream", errors.New("it says what is behind the gate, and there is no gate"), "add --wire")
	}
	if !f.wire {
		return nil
	}
	for _, v := range []struct{ name, at string }{{"ANTHROPIC_BASE_URL", "anthropic"}, {"OPENAI_API_BASE", "openai"}, {"OPENAI_BASE_URL", "openai"}, {"GOOGLE_GEMINI_BASE_URL", "gemini"}} {
		if text := valueOf(env, v.name); text != "" {
			if err := f.put(v.at, text); err != nil {
				return environment("read "+v.name, err, "correct it, or name the API with --upstream")
			}
		}
	}
	for _, text := range f.upstream {
		if before, url, ok := strings.Cut(text, "="); ok && !strings.Contains(before, "/") {
			if err := f.put(before, url); err != nil {
				return usage("read --upstream", err, hint)
			}
			continue
		}
		for _, at := range []string{"anthropic", "openai", "gemini"} {
			if err := f.put(at, text); err != nil {
				return usage("read --upstream", err, hint)
			}
		}
	}
	return nil
}

func (f *doorFlags) put(at, text string) error {
	u, err := gate.ParseUpstream(text)
	switch {
	case err != nil:
		return err
	case at == "anthropic":
		f.to.Anthropic = u
	case at == "openai":
		f.to.OpenAI = u
	case at == "gemini":
		f.to.Gemini = u
	default:
		return fmt.Errorf("%q is not one of anthropic, openai, gemini", at)
	}
	return nil
}

// doors are those of a run; all methods are fine on nil.
type doors struct {
	flags  doorFlags
	log    *slog.Logger
	listen net.Listener
	gate   *gate.Gate
	server *http.Server
}

// openDoors takes the ports, before there is anybody who could.
func openDoors(f doorFlags, log *slog.Logger) (*doors, error) {
	if !f.wire {
		return nil, nil
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, environment("open the gate on the model API", err, "check that this host has a loopback interface")
	}
	return &doors{flags: f, log: log.With("op", "wire"), listen: l}, nil
}

func (d *doors) addresses() []netip.AddrPort {
	if d == nil {
		return nil
	}
	a, _ := netip.ParseAddrPort(d.listen.Addr().String()) // one of ours
	return []netip.AddrPort{a}
}

// serve begins to answer, once the session is open and before the agent runs.
func (d *doors) serve(to listener, who peers) error {
	if d == nil {
		return nil
	}
	g, err := gate.New(gate.Config{
		Record: gate.Record(recordWith(to, d.flags.timeout)), Upstream: d.flags.to, Dialect: d.flags.dialect,
		Speaker: func(remote net.Addr) (string, error) {
			at, err := netip.ParseAddrPort(remote.String())
			if err != nil {
				return "", err
			}
			p, ok := who.Lookup(at)
			if !ok || p.Route == sidecar.RouteCall {
				return "", errors.New("only the harness speaks to its model here, not its tools")
			}
			return strconv.Itoa(p.PID), nil
		},
		Log: func(s string) { d.log.Warn(s) },
	})
	if err != nil {
		return err
	}
	d.gate, d.server = g, serveGate(g, d.listen)
	return nil
}

// serveGate answers on l until the server is closed.
func serveGate(g *gate.Gate, l net.Listener) *http.Server {
	s := &http.Server{Handler: g, ConnContext: g.ConnContext, ReadHeaderTimeout: time.Minute}
	go func() { _ = s.Serve(l) }() // it ends when the server is closed
	return s
}

// environ is the agent's environment with the addresses of the doors.
func (d *doors) environ(env []string) []string {
	if d == nil {
		return env
	}
	return throughGate(env, d.flags.to, "http://"+d.listen.Addr().String())
}

// throughGate replaces the base URLs, and keeps a proxy from standing between.
func throughGate(env []string, to gate.Upstreams, origin string) []string {
	set := to.Env(origin)
	for _, name := range []string{"NO_PROXY", "no_proxy"} {
		set = append(set, name+"="+strings.TrimPrefix(valueOf(env, name)+",127.0.0.1", ","))
	}
	named := func(name string) bool {
		return slices.ContainsFunc(set, func(v string) bool { return strings.HasPrefix(v, name+"=") })
	}
	env = slices.DeleteFunc(slices.Clone(env), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return named(name)
	})
	return append(env, set...)
}

func valueOf(env []string, name string) string {
	for _, v := range env {
		if text, ok := strings.CutPrefix(v, name+"="); ok {
			return text
		}
	}
	return ""
}

// close ends what is under way and returns when everything begun is recorded.
func (d *doors) close() {
	if d == nil {
		return
	}
	if d.server == nil {
		_ = d.listen.Close()
		return
	}
	_ = d.server.Close()
	d.gate.Wait()
}
