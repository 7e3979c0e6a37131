package archtest

import (
	"path"
	"strings"
)

const module = "github.com/varek/varek"

// rule forbids packages that match From to reach packages that match any of
// Never. With Direct set only the import lines of From itself count, otherwise
// everything it links counts. Patterns are import paths relative to the module
// (ours) or absolute (others'); a trailing /... matches the subtree.
type rule struct {
	From   string
	Except []string // packages under From to which the rule does not apply
	Never  []string
	But    []string // packages under Never that are allowed all the same
	Direct bool
	Why    string
}

const (
	geth   = "github.com/ethereum/go-ethereum/..."
	nats   = "github.com/nats-io/..."
	sqlite = "modernc.org/sqlite/..."
)

// rules is the table of the architecture page, "Who may import whom".
func rules() []rule {
	return []rule{
		{From: "tracestore/trace", Never: []string{module + "/..."}, But: []string{"tracestore/trace/canon"},
			Why: "the leaf that everything may import must not pull in anything of ours"},
		{From: "tracestore/trace/canon", Never: []string{module + "/...", "github.com/decred/...", "crypto/...", "golang.org/x/crypto/...", "math/big", "compress/...", "net"},
			Why: "every front process links it, and starts with all that it links"},
		{From: "tracestore/trace", Never: []string{geth, nats, sqlite, "net", "net/http"},
			Why: "records and hashes are pure; a verifier can be written from the formats alone"},
		{From: "tracestore/trace", Direct: true, Never: []string{"os", "time", "math/rand", "math/rand/v2", "crypto/rand"},
			Why: "records and hashes are pure: no files, no clock, no randomness (fmt links os by itself)"},
		{From: "predicates/...", Except: []string{"predicates/world/...", "predicates/cmd/..."}, Direct: true,
			Never: []string{"os/exec", "net", "net/http"},
			Why:   "a verdict is a function of its input; processes belong to world/stdio alone"},
		{From: "predicates/...", Except: []string{"predicates/cmd/..."}, Never: []string{geth, nats, sqlite, "warden/...", "sidecar/...", "verifier/...", "contracts/...", "adapters/..."},
			Why: "predicates decide traces and must run where nothing else of ours does"},
		{From: "predicates/cmd/...", Never: []string{geth, nats, sqlite, "warden/...", "sidecar/...", "verifier/...", "contracts/...", "adapters/...", "github.com/seccomp/..."},
			But: []string{"warden/policy"},
			Why: "varek-check runs anywhere, without cgo; of the warden it asks the decision, which is a pure function, what enforcement would refuse"},
		{From: "predicates/formula", Never: []string{"predicates/monitor", "predicates/aap", "predicates/check", "predicates/world"},
			Why: "formula <- monitor <- {aap, check}"},
		{From: "predicates/monitor", Never: []string{"predicates/aap", "predicates/check", "predicates/world"},
			Why: "formula <- monitor <- {aap, check}"},
		{From: "warden/...", Never: []string{geth, nats, sqlite, "sidecar/...", "predicates/...", "contracts/...", "verifier/...", "adapters/...", "tracestore"},
			Why: "the supervisor knows the kernel and its policy, nothing else"},
		{From: "warden/policy", Never: []string{"warden/filter", "warden/floor", "warden/internal/...", "golang.org/x/sys/unix"},
			Why: "the decision is a pure function of policy and question"},
		{From: "tracestore", Never: []string{geth, nats, "sidecar/...", "contracts/...", "warden/...", "predicates/...", "verifier/...", "adapters/..."},
			Why: "the store keeps bytes; it knows no chain, no bus and no meaning"},
		{From: "adapters/...", Never: []string{geth, sqlite, "sidecar/...", "tracestore", "warden/...", "contracts/...", "predicates/...", "verifier/..."},
			Why: "an adapter must fit beside any harness and hold no evidence"},
		{From: "contracts/...", Except: []string{"contracts/cmd/..."},
			Never: []string{module + "/..."}, But: []string{"contracts/...", "tracestore/trace", "tracestore/trace/canon", "deploy/networks"},
			Why: "the chain client serves everyone and so may know no one"},
		{From: "sidecar", Never: []string{geth, sqlite, "verifier/...", "tracestore", "warden/...", "contracts/...", "predicates/..."},
			Why: "the session's life is tested against any store, chain and warden; cmd wires the real ones"},
		{From: "sidecar", Direct: true, Never: []string{nats},
			Why: "events reach the session through ingest; only the adapters' client inside adapters/event links the bus"},
		{From: "sidecar/ingest", Never: []string{geth, sqlite, "verifier/...", "tracestore", "warden/...", "contracts/...", "predicates/..."},
			Why: "the bus hands events to the sequencer and knows nothing behind it"},
		{From: "sidecar/bridge", Never: []string{geth, sqlite, "sidecar", "verifier/...", "tracestore", "warden/...", "contracts/...", "predicates/..."},
			Why: "a cluster elsewhere gets signed heads and hands requests over; it knows no session from inside"},
		{From: "sidecar/host", Never: []string{geth, sqlite, "verifier/...", "tracestore", "warden/...", "contracts/...", "predicates/..."},
			Why: "many sessions are kept over any store and chain; cmd wires the real ones"},
		{From: "sidecar/provider", Never: []string{geth, nats, sqlite, "verifier/...", "tracestore", "warden/...", "contracts/...", "predicates/..."},
			Why: "assembling evidence needs bytes and a signer, not a particular store or chain"},
		{From: "sidecar/provider/duty", Never: []string{geth, nats, sqlite, "verifier/...", "tracestore", "warden/...", "contracts/...", "predicates/..."},
			Why: "what is owed after a claim is tested against any chain and store; cmd wires the real ones"},
		{From: "sidecar/cmd/varek-recorder", Never: []string{"contracts/devchain", "github.com/ethereum/go-ethereum/eth", "github.com/ethereum/go-ethereum/node"},
			Why: "the sidecar talks to the development chain over its socket and never links a node"},
		{From: "sidecar/cmd/varek-sidecar", Never: []string{geth, nats, sqlite, "github.com/spf13/...", "github.com/goccy/...", "cel.dev/...",
			"github.com/seccomp/...", "net", "net/http", "warden", "warden/policy", "warden/filter", "tracestore", "tracestore/trace", "sidecar", "sidecar/ingest", "contracts/...",
			"github.com/decred/...", "crypto/...", "golang.org/x/crypto/...", "math/big", "compress/..."},
			Why: "it starts for every tool call and inside every run: what it links is what each of them waits for"},
		{From: "verifier/judge", Never: []string{module + "/..."}, But: []string{"verifier/judge", "predicates/...", "tracestore/trace", "tracestore/trace/canon"},
			Why: "a sceptic must be able to judge with a bundle and chain facts alone"},
		{From: "verifier/judge", Never: []string{geth, nats, sqlite, "os/exec", "net/http", "time/tzdata"},
			Why: "a sceptic must be able to judge with a bundle and chain facts alone"},
		{From: "verifier", Never: []string{geth, nats, "sidecar/...", "warden/...", "tracestore", "contracts/...", "adapters/..."},
			Why: "the claim's life is independent of the party it judges"},
		{From: "verifier/watch", Never: []string{geth, nats, "sidecar/...", "warden/...", "tracestore", "contracts/...", "adapters/..."},
			Why: "the watcher is tested against any chain"},
		{From: "verifier/evidence", Never: []string{geth, nats, "sidecar/...", "warden/...", "tracestore", "contracts/...", "adapters/..."},
			Why: "receipt of evidence must not depend on who sends it"},
		{From: "verifier/peers", Never: []string{geth, nats, "sidecar/...", "warden/...", "tracestore", "contracts/...", "adapters/..."},
			Why: "members of a quorum meet at their public doors and nowhere else"},
		{From: "verifier/cmd/...", Never: []string{"sidecar/...", "warden/...", "tracestore", "github.com/seccomp/..."},
			Why: "the verifier runs anywhere, without cgo and without the provider's store"},
	}
}

// matches reports whether importPath fits pattern, which is absolute when its
// first element has a dot or it is from the standard library list below.
func matches(pattern, importPath string) bool {
	full := pattern
	if !absolute(pattern) {
		full = path.Join(module, pattern)
		if strings.HasSuffix(pattern, "/...") && !strings.HasSuffix(full, "/...") {
			full += "/..."
		}
	}
	if base, ok := strings.CutSuffix(full, "/..."); ok {
		return importPath == base || strings.HasPrefix(importPath, base+"/")
	}
	return importPath == full
}

func absolute(pattern string) bool {
	first, _, _ := strings.Cut(pattern, "/")
	if strings.Contains(first, ".") && first != "..." {
		return true
	}
	switch first {
	case "os", "net", "time", "math", "crypto":
		return true
	}
	return false
}
