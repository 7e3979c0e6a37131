package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/varek/varek/adapters/event"
	"github.com/varek/varek/adapters/gate"
)

// newWire is the gate on the model API: with a command a run of it behind the gate,
// without one a gate for a session of serve.
func newWire(s *settings, con console) *cobra.Command {
	f := runFlags{doors: doorFlags{wire: true}}
	cmd := &cobra.Command{
		Use:   "wire [flags] [-- agent [argument…]]",
		Short: "Stand between an agent and its model's API, and keep every tool call back until it is stored",
		Long: `wire runs an agent as varek-sidecar run does, with the same flags, and puts a gate before its model's API: Anthropic Messages, OpenAI
Chat Completions and Responses, Gemini. The agent finds the gate in ANTHROPIC_BASE_URL, OPENAI_BASE_URL, OPENAI_API_BASE and
GOOGLE_GEMINI_BASE_URL. Text streams through as it comes; a tool call reaches the agent when its intent is stored, and where it cannot be
stored the agent gets an error and never learns of the call. Results are taken from the next request. Keys pass and are not kept.
What the gate sees is never a permission.

Without a command it is a gate for a session of varek-sidecar serve: it prints the variables and serves until it is told to end.`,
		Example: `  varek-sidecar wire -- claude
  varek-sidecar wire --upstream openai=http://127.0.0.1:8000/v1 -- python3 agent.py
  eval "$(varek-sidecar session open)"; varek-sidecar wire      # prints what another terminal's agent needs`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return beforeStart(run(cmd.Context(), s, con, f, args))
			}
			return standGate(cmd.Context(), s, con, f.doors)
		},
	}
	f.register(cmd.Flags())
	return cmd
}

// standGate serves one session of serve.
func standGate(ctx context.Context, s *settings, con console, f doorFlags) error {
	if err := f.check(os.Environ()); err != nil {
		return err
	}
	cfg, err := event.FromEnv()
	if err != nil {
		return environment("find the session", err, `varek-sidecar wire -- agent …, or first: eval "$(varek-sidecar session open)"`)
	}
	cfg.Source, cfg.Timeout = gate.Source, f.timeout
	bus, err := event.Dial(ctx, cfg)
	if err != nil {
		return environment("reach the sidecar", err, "inside a run the gate belongs to the run: varek-sidecar run --wire -- agent …")
	}
	defer bus.Close()
	g, err := gate.New(gate.Config{Record: bus.SendEvent, Upstream: f.to, Dialect: f.dialect,
		Log: func(text string) { fmt.Fprintf(con.err, "varek: wire: %s\n", text) }})
	if err != nil {
		return usage("wire", err, "varek-sidecar wire --help")
	}
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return environment("open the gate", err, "check that this host has a loopback interface")
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	server := serveGate(g, l)
	if err := announceGate(con, s.json, "http://"+l.Addr().String(), f.to); err != nil {
		return err
	}
	<-ctx.Done()
	err = server.Close()
	g.Wait()
	return err
}

func announceGate(con console, asJSON bool, origin string, to gate.Upstreams) error {
	if asJSON {
		return json.NewEncoder(con.out).Encode(struct {
			URL string   `json:"url"`
			Env []string `json:"env"`
		}{origin, to.Env(origin)})
	}
	for _, v := range to.Env(origin) {
		if _, err := fmt.Fprintln(con.out, "export "+v); err != nil {
			return err
		}
	}
	return nil
}
