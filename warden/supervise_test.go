package warden

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/varek/varek/warden/policy"
)

func init() { testPrograms["supervise"] = supervise }

// supervise is a supervisor in a process of its own: it runs its arguments
// with its own streams. WARDEN_TEST_RECORDS names a file for the records as
// JSON lines, WARDEN_TEST_POLICY holds a policy; into the file that
// WARDEN_TEST_BEFORE names goes its memory before it supervises anything.
func supervise(args []string) int {
	var env []string
	for _, e := range os.Environ() {
		if !strings.HasPrefix(e, "WARDEN_TEST_") {
			env = append(env, e)
		}
	}
	p := policy.Default()
	if text := os.Getenv("WARDEN_TEST_POLICY"); text != "" {
		var err error
		if p, err = policy.Parse([]byte(text)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 125
		}
	}
	sink := SinkFunc(func(Record) error { return nil })
	if name := os.Getenv("WARDEN_TEST_RECORDS"); name != "" {
		f, err := os.Create(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 125
		}
		var mu sync.Mutex
		sink = func(r Record) error {
			mu.Lock()
			defer mu.Unlock()
			return json.NewEncoder(f).Encode(r)
		}
	}
	if name := os.Getenv("WARDEN_TEST_BEFORE"); name != "" {
		if err := os.WriteFile(name, []byte(strconv.FormatInt(resident(os.Getpid()), 10)), 0o600); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 125
		}
	}
	s, err := Start(context.Background(), Config{Policy: p, Argv: args, Env: env, Home: os.Getenv("HOME"), Sink: sink,
		Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 125
	}
	return s.Wait().Code
}
