package escrow

import (
	"context"
	"crypto/ecdsa"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"strings"

	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"golang.org/x/sys/unix"

	"github.com/varek/varek/tracestore/trace"
)

// Signer is a key that signs typed data and transactions; see OpenKey and
// DialSigner.
type Signer interface {
	Address() trace.Address
	// SignTyped signs a message by EIP-712: 65 bytes r, s, v with v 27 or 28 and
	// low s.
	SignTyped(ctx context.Context, m Typed) ([]byte, error)
	// SignTx signs exactly this transaction.
	SignTx(ctx context.Context, tx *types.Transaction, chainID *big.Int) (*types.Transaction, error)
}

// KeySigner is a Signer that holds its secret key in memory.
type KeySigner struct {
	key     *ecdsa.PrivateKey
	address trace.Address
}

var _ Signer = (*KeySigner)(nil)

// Errors of key files.
var (
	ErrNoKey   = errors.New("there is no key file")
	ErrKeyMode = errors.New("the key file can be read by others")
	ErrKeyText = errors.New("the key file does not hold one secret key in hexadecimal")
)

// LoadKey reads a key file: 64 hexadecimal digits, with or without 0x. The file
// must be readable by its owner alone.
func LoadKey(path string) (*KeySigner, error) {
	text, err := readKeyFile(path)
	if err != nil {
		return nil, err
	}
	return parseKey(path, text)
}

// maxKeyFile is more than any keystore has.
const maxKeyFile = 64 << 10

// readKeyFile reads a small regular file that its owner alone can read.
func readKeyFile(path string) ([]byte, error) {
	// Without waiting: opening a named pipe would wait for who writes it.
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: %s", ErrNoKey, path)
	} else if err != nil {
		return nil, fmt.Errorf("cannot read the key: %w", err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("cannot read the key: %w", err)
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: %s is not a regular file", ErrKeyText, path)
	}
	if st.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%w: %s has mode %04o; make it private with: chmod 600 %s", ErrKeyMode, path, st.Mode().Perm(), shellWord(path))
	}
	text, err := io.ReadAll(io.LimitReader(f, maxKeyFile+1))
	if err != nil {
		return nil, fmt.Errorf("cannot read the key: %w", err)
	}
	if len(text) > maxKeyFile {
		return nil, fmt.Errorf("%w: %s is too large", ErrKeyText, path)
	}
	return text, nil
}

func parseKey(path string, text []byte) (*KeySigner, error) {
	secret, err := hex.DecodeString(strings.TrimPrefix(strings.TrimSpace(string(text)), "0x"))
	if err != nil || len(secret) != 32 {
		return nil, fmt.Errorf("%w: %s", ErrKeyText, path)
	}
	key, err := crypto.ToECDSA(secret)
	if err != nil {
		return nil, fmt.Errorf("%w: %s", ErrKeyText, path)
	}
	return newKeySigner(key), nil
}

// LoadOrCreateKey reads the key file at path and makes a new key where there is
// none.
func LoadOrCreateKey(path string) (*KeySigner, error) {
	signer, err := LoadKey(path)
	if !errors.Is(err, ErrNoKey) {
		return signer, err
	}
	key, err := crypto.GenerateKey()
	if err != nil {
		return nil, fmt.Errorf("cannot make a key: %w", err)
	}
	return createKey(path, key)
}

// LoadOrDeriveKey reads the key file at path and, where there is none, makes the
// key that belongs to a name under seed: the same seed and name always give the
// same key. It is for development accounts.
func LoadOrDeriveKey(path string, seed *KeySigner, name string) (*KeySigner, error) {
	signer, err := LoadKey(path)
	if !errors.Is(err, ErrNoKey) {
		return signer, err
	}
	for i := byte(0); ; i++ {
		secret := crypto.Keccak256([]byte("varek/dev/"), crypto.FromECDSA(seed.key), []byte(name), []byte{i})
		if key, err := crypto.ToECDSA(secret); err == nil { // all but one in 2^128 are keys
			return createKey(path, key)
		}
	}
}

// createKey writes a new key file, or reads the one that another process was
// faster to write.
func createKey(path string, key *ecdsa.PrivateKey) (*KeySigner, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("cannot make a place for the key: %w", err)
	}
	// Written aside and linked, so that nobody ever reads half a key.
	f, err := os.CreateTemp(filepath.Dir(path), ".key-*")
	if err != nil {
		return nil, fmt.Errorf("cannot keep the key: %w", err)
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(hex.EncodeToString(crypto.FromECDSA(key)) + "\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return nil, fmt.Errorf("cannot keep the key: %w", err)
	}
	if err := os.Link(f.Name(), path); errors.Is(err, fs.ErrExist) {
		return LoadKey(path)
	} else if err != nil {
		return nil, fmt.Errorf("cannot keep the key: %w", err)
	}
	return newKeySigner(key), nil
}

func newKeySigner(key *ecdsa.PrivateKey) *KeySigner {
	return &KeySigner{key, trace.Address(crypto.PubkeyToAddress(key.PublicKey))}
}

// Address is the account of the key.
func (k *KeySigner) Address() trace.Address { return k.address }

// SignTyped signs a message, see Signer.
func (k *KeySigner) SignTyped(_ context.Context, m Typed) ([]byte, error) {
	return k.SignHash(m.Digest())
}

// SignHash signs a 32-byte digest: 65 bytes r, s, v with v 27 or 28 and low s.
func (k *KeySigner) SignHash(digest trace.Hash) ([]byte, error) {
	sig, err := crypto.Sign(digest[:], k.key)
	if err != nil {
		return nil, fmt.Errorf("cannot sign: %w", err)
	}
	sig[64] += 27
	return sig, nil
}

// SignTx signs a transaction for the chain.
func (k *KeySigner) SignTx(_ context.Context, tx *types.Transaction, chainID *big.Int) (*types.Transaction, error) {
	signed, err := types.SignTx(tx, types.LatestSignerForChainID(chainID), k.key)
	if err != nil {
		return nil, fmt.Errorf("cannot sign the transaction: %w", err)
	}
	return signed, nil
}
