package escrow_test

import (
	"bufio"
	"fmt"
	"io"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// anvilVariable names the anvil binary, in a test process whose scenes stand on
// anvil.
const anvilVariable = "VAREK_TEST_ANVIL"

// onAnvil is the scene on an anvil of its own, which has Prague's rules and the
// same chain id.
func (s *scene) onAnvil(binary string) {
	t := s.t
	cmd := exec.Command(binary, "--port", "0", "--hardfork", "prague", "--chain-id", "31337", "--accounts", "1")
	cmd.Dir = s.state
	out := must(cmd.StdoutPipe())(t)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	listening := regexp.MustCompile(`Listening on (127\.0\.0\.1:\d+)`)
	for s.endpoint == "" && lines.Scan() {
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			s.endpoint = "http://" + m[1]
		}
	}
	if s.endpoint == "" {
		t.Fatal("anvil did not start")
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // it logs every call

	c := must(rpc.DialContext(t.Context(), s.endpoint))(t)
	t.Cleanup(c.Close)
	s.keys = map[string]*escrow.KeySigner{}
	rich := (*hexutil.Big)(new(big.Int).Exp(big.NewInt(10), big.NewInt(24), nil))
	s.network = escrow.Network{Version: 1, Name: "dev", ChainID: 31337, RPC: s.endpoint, Private: true}
	for _, role := range devnet.Roles() {
		s.keys[role] = must(escrow.LoadOrCreateKey(devnet.KeyFile(s.state, role)))(t)
		if err := c.Call(nil, "anvil_setBalance", s.keys[role].Address().String(), rich); err != nil {
			t.Fatal(err)
		}
	}
	s.network.Verifiers = []escrow.Verifier{{Address: s.keys[devnet.Verifier].Address()}}
	file := escrow.DevNetworkFile(s.state)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	var err error
	s.network, _, err = escrow.Deploy(t.Context(), s.network, c, s.keys[devnet.Deployer], devnet.KeyDir(s.state), nil, func(n escrow.Network) error {
		return os.WriteFile(file, mustJSON(t, n), 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	client := must(escrow.New(t.Context(), s.network, must(rpc.DialContext(t.Context(), s.endpoint))(t)))(t)
	defer client.Close()
	owner := must(client.Account(s.keys[devnet.Owner], devnet.KeyDir(s.state)))(t)
	must(owner.SetOperator(t.Context(), s.keys[devnet.Operator].Address()))(t)
	s.move = func(d time.Duration) error {
		if err := c.Call(nil, "evm_increaseTime", int64(d/time.Second)); err != nil {
			return err
		}
		return c.Call(nil, "evm_mine")
	}
}

// anvilBinary is the anvil that npm has installed in contracts/; the test is
// skipped aloud where there is none, and fails where it is required.
func anvilBinary(t *testing.T) string {
	t.Helper()
	arch := map[string]string{"amd64": "amd64", "arm64": "arm64"}[runtime.GOARCH]
	path := must(filepath.Abs(filepath.Join("..", "node_modules", "@foundry-rs", "anvil-"+runtime.GOOS+"-"+arch, "bin", "anvil")))(t)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	for _, what := range strings.Split(os.Getenv("VAREK_REQUIRE"), ",") {
		if what == "node" {
			t.Fatalf("anvil is required and not installed: run npm ci --ignore-scripts in contracts/ (%s)", path)
		}
	}
	t.Skip("SKIPPED: anvil is not installed, so nothing but our own chain was tried; run npm ci --ignore-scripts in contracts/")
	return ""
}

// TestSuiteOnAnvil runs the tests of this package that stand on a scene once
// more, against anvil: another implementation of the chain and of its pool.
func TestSuiteOnAnvil(t *testing.T) {
	if os.Getenv(anvilVariable) != "" {
		t.Skip("this is that run")
	}
	binary := anvilBinary(t)
	// The long ones about processes of our own chain stay away.
	cmd := exec.Command(os.Args[0], "-test.run", "^Test", "-test.skip", "OnAnvil|Process|ChainKilled|ChainThat|DataFee|Kept?Flight", "-test.v=test2json")
	cmd.Env = append(os.Environ(), anvilVariable+"="+binary)
	out, err := cmd.CombinedOutput()
	passed, failed := map[string]bool{}, []string{}
	verdict := regexp.MustCompile(`--- (PASS|FAIL): (\S+)`)
	for _, m := range verdict.FindAllStringSubmatch(string(out), -1) {
		if passed[m[2]] = m[1] == "PASS"; m[1] == "FAIL" {
			failed = append(failed, m[2])
		}
	}
	if err != nil || len(failed) > 0 {
		t.Errorf("on anvil: %v, failed: %v\n%s", err, failed, out)
	}
	for _, want := range []string{"TestBrokenPromisePaysTheUser", "TestWindows", "TestStuckTransactionIsReplaced", "TestKilledAtEveryStep", "TestManySessionsShareTransactions"} {
		if !passed[want] {
			t.Errorf("%s was not run on anvil", want)
		}
	}
	t.Logf("%d tests passed on anvil", len(passed))
}

// TestGasIsAnvils: every step takes exactly the gas on our chain that it takes on
// anvil under the rules of Prague, which are those of the main network.
func TestGasIsAnvils(t *testing.T) {
	if os.Getenv(anvilVariable) != "" {
		t.Skip("this is the run on anvil alone")
	}
	binary := anvilBinary(t)
	gas := map[string]map[string]uint64{}
	for name, b := range map[string]string{"ours": "", "anvil": binary} {
		state := t.TempDir()
		if err := os.MkdirAll(devnet.KeyDir(state), 0o700); err != nil {
			t.Fatal(err)
		}
		for i, role := range devnet.Roles() { // the same on both, so that the calls are
			text := fmt.Sprintf("%064x", 0xabcdef0000+int64(i)+1)
			if err := os.WriteFile(devnet.KeyFile(state, role), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		gas[name] = gasOfSteps(newSceneIn(t, state, b))
	}
	if len(gas["ours"]) < 8 {
		t.Errorf("only the steps %v were measured", gas["ours"])
	}
	for step, want := range gas["anvil"] {
		if got := gas["ours"][step]; got != want {
			t.Errorf("%s takes %d gas on our chain, %d on anvil", step, got, want)
		}
	}
}

// gasOfSteps is what each step of a claim's way takes.
func gasOfSteps(s *scene) map[string]uint64 {
	t, ctx := s.t, s.ctx()
	out := map[string]uint64{}
	id, r, err := s.as[devnet.Owner].RegisterPromise(ctx, escrow.Registration{
		Predicate: trace.Hash{1}, ParamsHash: trace.Keccak(params), Params: params,
		Payout: gwei(100), Bond: gwei(10), Reserve: gwei(1000), Verifier: s.address(devnet.Verifier),
	})
	if err != nil {
		t.Fatal(err)
	}
	out["register"] = r.GasUsed
	out["fund"] = must(s.as[devnet.Owner].Fund(ctx, id, gwei(1)))(t).GasUsed
	session, r, err := s.as[devnet.Operator].OpenSession(ctx, s.address(devnet.Owner), s.address(devnet.User), trace.Hash{3}, []uint32{id})
	if err != nil {
		t.Fatal(err)
	}
	out["open"] = r.GasUsed
	x := must(s.client.Session(ctx, session))(t)
	out["first checkpoint"] = s.commit(item(x, 1)).GasUsed
	out["checkpoint"] = s.commit(item(x, 2), item(x, 3)).GasUsed
	out["final"] = s.finalize(item(x, 4)).GasUsed
	claim, r, err := s.as[devnet.User].File(ctx, escrow.Filing{Session: x, Promise: id, Bond: gwei(10)})
	if err != nil {
		t.Fatal(err)
	}
	out["file"] = r.GasUsed
	out["settle"] = must(s.as[devnet.Verifier].Settle(ctx, claim, true, escrow.ReasonViolated))(t).GasUsed
	out["retire"] = must(s.as[devnet.Owner].Retire(ctx, id))(t).GasUsed
	return out
}
