package escrow_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ethereum/go-ethereum/accounts/keystore"
	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"
	"github.com/ethereum/go-ethereum/signer/core/apitypes"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

// TestKeystores opens keystore files, made by another implementation of the
// format, with the right password and with others.
func TestKeystores(t *testing.T) {
	dir := t.TempDir()
	ks := keystore.NewKeyStore(dir, keystore.LightScryptN, keystore.LightScryptP)
	account := must(ks.NewAccount("correct horse"))(t)
	file := account.URL.Path
	word := func(text string) escrow.Password { return func(string) (string, error) { return text, nil } }
	key, err := escrow.OpenKey(file, word("correct horse"))
	if err != nil || key.Address() != trace.Address(account.Address) {
		t.Fatalf("key %v, %v; want %s", key, err, account.Address)
	}
	passwordFile := filepath.Join(dir, "password")
	if err := os.WriteFile(passwordFile, []byte("correct horse\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := escrow.OpenKey(file, escrow.PasswordFile(passwordFile)); err != nil {
		t.Errorf("with a password file: %v", err)
	}
	if err := os.Chmod(passwordFile, 0o644); err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(dir, "damaged")
	text := must(os.ReadFile(file))(t)
	if err := os.WriteFile(damaged, []byte(strings.Replace(string(text), `"version":3`, `"version":2`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		file     string
		password escrow.Password
		want     error
	}{
		"wrong password":     {file, word("battery staple"), escrow.ErrPassword},
		"no password":        {file, nil, escrow.ErrPassword},
		"open password file": {file, escrow.PasswordFile(passwordFile), escrow.ErrPassword},
		"no password file":   {file, escrow.PasswordFile(dir + "/none"), escrow.ErrPassword},
		"another version":    {damaged, word("correct horse"), escrow.ErrKeyText},
	} {
		if _, err := escrow.OpenKey(c.file, c.password); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		} else if strings.Contains(err.Error(), "horse") || strings.Contains(err.Error(), "staple") {
			t.Errorf("%s: the error shows the password", name)
		}
	}
}

// clef is a small external signer that runs as a process of its own.
type clef struct {
	key  string
	mood string // honest, or how it cheats
}

// TransactionArgs are the members of account_signTransaction that it reads.
type TransactionArgs struct {
	From, To             *common.Address
	Gas, Nonce           hexutil.Uint64
	MaxFeePerGas         *hexutil.Big
	MaxPriorityFeePerGas *hexutil.Big
	Value, ChainID       *hexutil.Big
	Input                hexutil.Bytes
}

// List is account_list.
func (c *clef) List() []common.Address {
	return []common.Address{crypto.PubkeyToAddress(crypto.ToECDSAUnsafe(common.FromHex(c.key)).PublicKey)}
}

// SignTransaction is account_signTransaction.
func (c *clef) SignTransaction(_ context.Context, a TransactionArgs) (map[string]any, error) {
	key := crypto.ToECDSAUnsafe(common.FromHex(c.key))
	switch c.mood {
	case "refuses":
		return nil, errors.New("Request denied")
	case "overpays":
		a.Value = (*hexutil.Big)(new(big.Int).Add(a.Value.ToInt(), big.NewInt(1)))
	case "redirects":
		a.To = &common.Address{0xee}
	case "swaps":
		key = crypto.ToECDSAUnsafe(crypto.Keccak256([]byte("another")))
	}
	tx, err := types.SignNewTx(key, types.LatestSignerForChainID(a.ChainID.ToInt()), &types.DynamicFeeTx{
		ChainID: a.ChainID.ToInt(), Nonce: uint64(a.Nonce), GasTipCap: a.MaxPriorityFeePerGas.ToInt(), GasFeeCap: a.MaxFeePerGas.ToInt(),
		Gas: uint64(a.Gas), To: a.To, Value: a.Value.ToInt(), Data: a.Input,
	})
	if err != nil {
		return nil, err
	}
	raw, err := tx.MarshalBinary()
	return map[string]any{"raw": hexutil.Bytes(raw), "tx": tx}, err
}

// SignTypedData is account_signTypedData: it hashes the message itself.
func (c *clef) SignTypedData(_ context.Context, _ common.Address, data apitypes.TypedData) (hexutil.Bytes, error) {
	if c.mood == "swaps" {
		data.Message["salt"] = common.Hash{1}.Hex()
	}
	digest, _, err := apitypes.TypedDataAndHash(data)
	if err != nil {
		return nil, err
	}
	return crypto.Sign(digest, crypto.ToECDSAUnsafe(common.FromHex(c.key)))
}

// runSigner serves an external signer on a port that it prints.
func runSigner(keyFile, mood string) error {
	key, err := os.ReadFile(keyFile)
	if err != nil {
		return err
	}
	server := rpc.NewServer()
	if err := server.RegisterName("account", &clef{strings.TrimSpace(string(key)), mood}); err != nil {
		return err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if err := json.NewEncoder(os.Stdout).Encode("http://" + l.Addr().String()); err != nil {
		return err
	}
	return http.Serve(l, server)
}

// startSigner runs the external signer with a role's key.
func startSigner(t *testing.T, keyFile, mood string) (url string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "signer", keyFile, mood)
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
	if err := json.NewDecoder(out).Decode(&url); err != nil {
		t.Fatal(err)
	}
	return url
}

// TestExternalSigner sends a transaction and signs an opening with a key in
// another process, and refuses what a cheating one returns.
func TestExternalSigner(t *testing.T) {
	s := newScene(t)
	id := s.register(gwei(1000))
	file := devnet.KeyFile(s.state, devnet.Owner)
	owner := s.address(devnet.Owner)
	opening := escrow.OpenMessage(s.client.Domain(), owner, s.address(devnet.User), trace.Hash{2}, []uint32{id}, 1796000000)
	for mood, want := range map[string]error{
		"honest": nil, "refuses": escrow.ErrExternalSigner, "overpays": escrow.ErrSignedElse,
		"redirects": escrow.ErrSignedElse, "swaps": escrow.ErrSignedElse,
	} {
		signer := must(escrow.DialSigner(t.Context(), startSigner(t, file, mood), owner))(t)
		a := must(s.client.Account(signer, t.TempDir()))(t)
		before := must(s.client.Promise(t.Context(), id))(t).Reserve
		if _, err := a.Fund(t.Context(), id, gwei(3)); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", mood, err, want)
		}
		moved := new(big.Int).Sub(must(s.client.Promise(t.Context(), id))(t).Reserve, before)
		if (want == nil) != (moved.Cmp(gwei(3)) == 0) || want != nil && moved.Sign() != 0 {
			t.Errorf("%s: the reserve rose by %s", mood, moved)
		}
		sig, err := signer.SignTyped(t.Context(), opening)
		if mood == "swaps" {
			if !errors.Is(err, escrow.ErrSignedElse) {
				t.Errorf("a swapped message: %v", err)
			}
		} else if got, rerr := trace.Recover(opening.Digest(), sig); err != nil || rerr != nil || got != owner {
			t.Errorf("%s: the opening is signed by %s, %v, %v", mood, got, err, rerr)
		}
		signer.Close()
	}
	if _, err := escrow.DialSigner(t.Context(), startSigner(t, file, "honest"), trace.Address{1}); !errors.Is(err, escrow.ErrExternalSigner) {
		t.Errorf("an account that the signer does not have: %v", err)
	}
}

// TestTypedMessagesAreTheDigests: what an external signer hashes is the digest
// that the contract and the judge check.
func TestTypedMessagesAreTheDigests(t *testing.T) {
	s := newScene(t)
	signer := must(escrow.DialSigner(t.Context(), startSigner(t, devnet.KeyFile(s.state, devnet.Verifier), "honest"), s.address(devnet.Verifier)))(t)
	defer signer.Close()
	d, h := s.client.Domain(), trace.Keccak([]byte("x"))
	for _, m := range []escrow.Typed{
		escrow.OpenMessage(d, s.address(devnet.Owner), s.address(devnet.User), h, []uint32{1, 9}, 1<<40),
		escrow.HeadMessage(d, h, 1<<32-1, h), escrow.EvidenceMessage(d, h, h, 4, h, h, h),
		escrow.VerdictMessage(d, h, true), escrow.VerdictMessage(d, h, false),
	} {
		if _, err := signer.SignTyped(t.Context(), m); err != nil {
			t.Errorf("%s: %v", m.Name(), err)
		}
	}
}
