package table

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
)

const (
	day   = 24 * 3600
	terms = `{"predicate":"AAP-4@1","params":{"calls":[{"tool":"send_email","kinds":["action"]}],"recipients":["/args/to/*"],"as":"email",
"allow":["*@example.com"],"include_failed":false,"on_gap":"ignore"},"payout":"0.05 ether","bond":"0.01 ether","reserve":"%s","statement":"Mail goes to example.com and nowhere else."}`
)

var (
	payout = ether(50)
	bond   = ether(10)
)

// ether is so many thousandths of one.
func ether(thousandths int64) *big.Int {
	return new(big.Int).Mul(big.NewInt(thousandths), big.NewInt(1e15))
}

// rig is a state directory with its chain, its parties, and a verifier.
type rig struct {
	testing.TB
	bin, state string
	client     *escrow.Client
	owner      *escrow.Account
	operator   *escrow.Account
	user       *escrow.Account
	signer     *escrow.KeySigner // the operator's key
	verifier   string            // its address
	salts      byte
}

func scale() int {
	n, _ := strconv.Atoi(os.Getenv("VAREK_SCALE"))
	return max(n, 1)
}

func newRig(t testing.TB) *rig {
	t.Helper()
	bin := os.Getenv("VAREK_BIN")
	if bin == "" {
		t.Skip("skipped: VAREK_BIN is not set; make test builds the commands and sets it")
	}
	r := &rig{TB: t, bin: bin, state: filepath.Join(t.TempDir(), "state")}
	t.Cleanup(func() { _, _ = r.try("varek-escrow", "devchain", "stop") })
	r.ok("varek-escrow", "devchain", "--detach", "--heartbeat", "1h")
	n, err := escrow.Resolve("dev", r.state)
	r.must(err)
	r.client, err = escrow.Dial(t.Context(), n)
	r.must(err)
	t.Cleanup(r.client.Close)
	for role, to := range map[string]**escrow.Account{"owner": &r.owner, "operator": &r.operator, "user": &r.user} {
		key, err := escrow.LoadKey(filepath.Join(r.state, "keys", role+".key"))
		r.must(err)
		*to, err = r.client.Account(key, filepath.Join(r.state, "keys"))
		r.must(err)
		if role == "operator" {
			r.signer = key
		}
	}
	r.startVerifier()
	return r
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *rig) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(r.bin, name), args...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "VAREK_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	home := filepath.Dir(r.state)
	cmd.Env = append(cmd.Env, "VAREK_STATE="+r.state, "PATH="+r.bin+":"+os.Getenv("PATH"), "HOME="+home)
	cmd.Dir = home
	return cmd
}

// try runs a command and returns all it said and its exit code.
func (r *rig) try(name string, args ...string) (string, int) {
	cmd := r.command(name, args...)
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		r.Fatalf("%s: %v", name, err)
	}
	return string(out), cmd.ProcessState.ExitCode()
}

func (r *rig) ok(name string, args ...string) string {
	r.Helper()
	var errs bytes.Buffer
	cmd := r.command(name, args...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		r.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, out, errs.String())
	}
	return string(out)
}

// refused runs a command that must end with the code and the words.
func (r *rig) refused(code int, words, name string, args ...string) {
	r.Helper()
	if out, got := r.try(name, args...); got != code || !strings.Contains(out, words) {
		r.Errorf("%s %s: exit %d, want %d and %q:\n%s", name, strings.Join(args, " "), got, code, words, out)
	}
}

func (r *rig) startVerifier() {
	r.Helper()
	log, err := os.Create(filepath.Join(filepath.Dir(r.state), "verifier.log"))
	r.must(err)
	defer log.Close()
	cmd := r.command("varek-verifier", "serve")
	cmd.Stdout, cmd.Stderr = log, log
	r.must(cmd.Start())
	r.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM) // it may have ended
		_ = cmd.Wait()
		if r.Failed() {
			text, _ := os.ReadFile(log.Name())
			r.Logf("the verifier's log:\n%s", text[max(0, len(text)-6000):])
		}
	})
	r.eventually("the verifier is ready", func() bool {
		text, err := os.ReadFile(filepath.Join(r.state, "verifier", "endpoint.json"))
		var e struct{ URL string }
		if err != nil || json.Unmarshal(text, &e) != nil {
			return false
		}
		r.verifier = e.URL
		res, err := http.Get(e.URL + "/readyz")
		if err != nil {
			return false
		}
		res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
}

// eventually polls: other processes do this in their own time.
func (r *rig) eventually(what string, cond func() bool) {
	r.Helper()
	for end := time.Now().Add(3 * time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if cond() {
			return
		}
	}
	r.Fatalf("not in three minutes: %s", what)
}

func (r *rig) now() uint64 {
	r.Helper()
	t, err := r.client.LatestTime(r.Context())
	r.must(err)
	return t
}

// advance moves the chain's clock to a block time or just beyond it.
func (r *rig) advance(to uint64) {
	r.Helper()
	if now := r.now(); now < to {
		r.ok("varek-escrow", "devchain", "advance", fmt.Sprintf("%ds", to-now))
	}
}

// register makes a promise with the command.
func (r *rig) register(reserve string, flags ...string) uint32 {
	r.Helper()
	file := filepath.Join(r.TempDir(), "promise.json")
	r.must(os.WriteFile(file, fmt.Appendf(nil, terms, reserve), 0o600))
	var p struct {
		Promise uint32 `json:"promise"`
		ID      uint32 `json:"id"`
	}
	out := r.ok("varek-escrow", append([]string{"promise", "register", file, "--json"}, flags...)...)
	r.must(json.Unmarshal([]byte(out), &p))
	n, err := r.client.PromiseCount(r.Context())
	r.must(err)
	return n
}

// registerRaw makes a promise that the command refuses to make.
func (r *rig) registerRaw(change func(*escrow.Registration)) uint32 {
	r.Helper()
	catalog, err := aap.Catalog()
	r.must(err)
	p, _ := catalog.ByName("AAP-4@1")
	reg := escrow.Registration{Predicate: p.Manifest().Hash(), Params: []byte(`{"allow":["*@example.com"]}`), Payout: payout, Bond: bond,
		Reserve: ether(1000), Verifier: r.client.Network().Verifiers[0].Address}
	change(&reg)
	reg.ParamsHash = trace.Keccak(reg.Params)
	id, _, err := r.owner.RegisterPromise(r.Context(), reg)
	r.must(err)
	return id
}

// run records a session of the agent that mails to each address, under the
// promises, with the command. Nobody answers claims on it by itself.
func (r *rig) run(promises []uint32, to ...string) trace.Hash {
	r.Helper()
	var list []string
	for _, p := range promises {
		list = append(list, fmt.Sprint(p))
	}
	script := ""
	for _, a := range to {
		args := fmt.Sprintf(`{"to":["%s"],"subject":"Report"}`, a)
		script += fmt.Sprintf("id=$(varek-sidecar emit intent --tool send_email --args '%s') && varek-sidecar emit action --action \"$id\" --tool send_email --args '%s' --status ok >/dev/null || exit 9\n", args, args)
	}
	r.ok("varek-sidecar", "run", "--promise", strings.Join(list, ","), "--k", "3", "--r", "1h", "--", "bash", "-c", script)
	var sessions []struct{ Session trace.Hash }
	r.must(json.Unmarshal([]byte(r.ok("varek-sidecar", "trace", "ls", "--json")), &sessions))
	return sessions[0].Session
}

// file files a claim with the command.
func (r *rig) file(session trace.Hash, promise uint32, flags ...string) trace.Hash {
	r.Helper()
	r.ok("varek-escrow", append([]string{"claim", "file", session.String(), "--promise", fmt.Sprint(promise)}, flags...)...)
	id, _, err := r.client.LatestClaim(r.Context(), session, promise)
	r.must(err)
	return id
}

func (r *rig) claim(id trace.Hash) escrow.Claim {
	r.Helper()
	c, err := r.client.Claim(r.Context(), id)
	r.must(err)
	return c
}

// ends waits for a claim's outcome and compares it.
func (r *rig) ends(name string, id trace.Hash, status escrow.Status, reason escrow.Reason) {
	r.Helper()
	var c escrow.Claim
	r.eventually(name+" has its outcome", func() bool { c = r.claim(id); return c.Status != escrow.StatusOpen })
	if c.Status != status || c.Reason != reason {
		r.Errorf("%s: %s, %s; want %s, %s", name, c.Status, c.Reason, status, reason)
	}
}

func (r *rig) reserve(promise uint32) *big.Int {
	r.Helper()
	p, err := r.client.Promise(r.Context(), promise)
	r.must(err)
	return p.Reserve
}

// money is what user and owner hold, and what the owner is credited.
type money struct{ user, credit *big.Int }

func (r *rig) money() money {
	r.Helper()
	u, err := r.client.Balance(r.Context(), r.user.Address())
	r.must(err)
	c, err := r.client.Credit(r.Context(), r.owner.Address())
	r.must(err)
	return money{u, c}
}

// moved compares what changed hands since before, to the last wei.
func (r *rig) moved(before money, user, credit *big.Int) {
	r.Helper()
	now := r.money()
	if got := new(big.Int).Sub(now.user, before.user); got.Cmp(user) != 0 {
		r.Errorf("the user got %s wei, want %s", got, user)
	}
	if got := new(big.Int).Sub(now.credit, before.credit); got.Cmp(credit) != 0 {
		r.Errorf("the provider was credited %s wei, want %s", got, credit)
	}
}

func times(n int, wei *big.Int) *big.Int { return new(big.Int).Mul(big.NewInt(int64(n)), wei) }
