package devchain

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/params"
)

// ChainID is the chain id of every development chain, the one that local
// Ethereum chains carry by custom.
const ChainID = 31337

const (
	gasLimit = 60_000_000
	baseFee  = 5_000_000 // wei
	// richness is what each funded account owns in the genesis block, in ether.
	richness = 1_000_000
)

// chainConfig is Prague and nothing after it: later forks reprice the creation
// of state and would show gas figures that no live chain charges.
func chainConfig() *params.ChainConfig {
	c := *params.AllDevChainProtocolChanges
	c.ChainID = big.NewInt(ChainID)
	c.OsakaTime, c.AmsterdamTime, c.BogotaTime = nil, nil, nil
	prague := uint64(0)
	c.PragueTime = &prague
	return &c
}

// loadGenesis reads the genesis block kept in dir, or makes one whose time is
// now and which holds cfg's money and contracts. A chain is bound to its
// genesis: another allocation or another time is another chain.
func loadGenesis(cfg Config) (*core.Genesis, error) {
	dir := cfg.Dir
	path := filepath.Join(dir, "genesis.json")
	text, err := os.ReadFile(path)
	if err == nil {
		g := new(core.Genesis)
		if err := json.Unmarshal(text, g); err != nil {
			return nil, fmt.Errorf("the genesis block in %s is damaged: %w; the chain can only be made anew in another directory", path, err)
		}
		return g, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot read the chain's genesis block: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, nodeName)); err == nil {
		return nil, fmt.Errorf("%s holds a chain but its genesis.json is missing; put the file back or use another directory", dir)
	}
	g := newGenesis(cfg)
	text, err = json.MarshalIndent(g, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("cannot encode the genesis block: %w", err)
	}
	if err := writeFile(path, text); err != nil {
		return nil, fmt.Errorf("cannot keep the genesis block: %w", err)
	}
	return g, nil
}

func newGenesis(cfg Config) *core.Genesis {
	alloc := core.SystemContractAllocs()
	rich := new(big.Int).Mul(big.NewInt(richness), big.NewInt(params.Ether))
	for _, a := range cfg.Fund {
		alloc[common.Address(a)] = types.Account{Balance: rich}
	}
	for a, c := range cfg.Contracts {
		account := types.Account{Balance: new(big.Int), Code: c.Code, Nonce: 1, Storage: map[common.Hash]common.Hash{}}
		for slot, v := range c.Storage {
			account.Storage[common.Hash(slot)] = common.Hash(v)
		}
		alloc[common.Address(a)] = account
	}
	return &core.Genesis{
		Config:     chainConfig(),
		GasLimit:   gasLimit,
		BaseFee:    big.NewInt(baseFee),
		Difficulty: new(big.Int), // a block of Ethereum since the merge has none, the file format wants it
		Alloc:      alloc,
		Timestamp:  uint64(cfg.Now().Unix()),
	}
}

// writeFile replaces path in one step, so that a reader or a crash sees the old
// text or the new one.
func writeFile(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if _, err := f.Write(text); err != nil {
		f.Close()
		return err
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
