package escrow

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/varek/varek/deploy/networks"
	"github.com/varek/varek/tracestore/trace"
)

// Network says which chain and which escrow a client talks to. As JSON it is a
// network file.
type Network struct {
	Version       int           `json:"version"` // 1
	Name          string        `json:"name"`
	ChainID       uint64        `json:"chain_id"`
	RPC           string        `json:"rpc"` // http(s) or ws(s) URL, or the path of a unix socket
	Escrow        trace.Address `json:"escrow,omitzero"`
	CodeHash      trace.Hash    `json:"code_hash,omitzero"` // Keccak-256 of the escrow's code
	DeployedBlock uint64        `json:"deployed_block,omitzero"`
	// Confirmations is how many blocks must stand on top of a block before it
	// counts; 0 counts the newest.
	Confirmations uint64     `json:"confirmations"`
	Verifiers     []Verifier `json:"verifiers"`
	Fees          Fees       `json:"fees,omitzero"`
	Private       bool       `json:"private,omitzero"` // a development chain: a ledger in one party's hands

	start string // command that starts the chain of this network, where there is one
}

// Verifier is a verifier that the network's users know.
type Verifier struct {
	Address trace.Address `json:"address"`
	URL     string        `json:"url,omitzero"` // where evidence is delivered
}

const networkVersion = 1

// Errors of finding and reaching a network.
var (
	ErrNoNetwork   = errors.New("the network is not known")
	ErrNetworkFile = errors.New("network file")
	ErrNoDevchain  = errors.New("no development chain is running")
	ErrUnreachable = errors.New("the chain cannot be reached")
	ErrNoEscrow    = errors.New("the network file names no escrow")
	ErrWrongChain  = errors.New("the node serves another chain")
	ErrWrongCode   = errors.New("the contract at the escrow's address has other code")
)

// LoadNetwork reads a network file strictly.
func LoadNetwork(path string) (Network, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Network{}, fmt.Errorf("cannot read the %w: %w", ErrNetworkFile, err)
	} else if err != nil {
		return Network{}, fmt.Errorf("cannot read the network file: %w", err)
	}
	n, err := ParseNetwork(text)
	if err != nil {
		return Network{}, fmt.Errorf("%w %s: %w", ErrNetworkFile, path, err)
	}
	return n, nil
}

// ParseNetwork reads the text of a network file strictly.
func ParseNetwork(text []byte) (Network, error) {
	var n Network
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&n); err != nil {
		return Network{}, fmt.Errorf("is not a network file: %w", err)
	}
	if dec.More() {
		return Network{}, errors.New("is not a network file: something follows the object")
	}
	switch {
	case n.Version != networkVersion:
		return Network{}, fmt.Errorf("has version %d, this program reads version %d", n.Version, networkVersion)
	case n.ChainID == 0 || n.RPC == "":
		return Network{}, errors.New("lacks chain_id or rpc")
	case n.Escrow.IsZero() != n.CodeHash.IsZero():
		return Network{}, errors.New("must name escrow and code_hash together")
	}
	return n, nil
}

// Resolve finds a network: "dev" is the development chain of the state
// directory, a name is one of the networks that come with the program, anything
// with a slash or ending in .json is a network file.
func Resolve(name, stateDir string) (Network, error) {
	if name == "dev" {
		return resolveDev(stateDir)
	}
	if strings.ContainsRune(name, filepath.Separator) || strings.HasSuffix(name, ".json") {
		return LoadNetwork(name)
	}
	text, err := fs.ReadFile(networks.Files, name+".json")
	if err != nil {
		return Network{}, fmt.Errorf("%w: %q; there are dev%s, or the path of a network file", ErrNoNetwork, name, knownNetworks())
	}
	return ParseNetwork(text)
}

func resolveDev(stateDir string) (Network, error) {
	dir, err := filepath.Abs(stateDir)
	if err != nil {
		return Network{}, fmt.Errorf("cannot find the state directory: %w", err)
	}
	start := "varek-escrow devchain --detach --state " + shellWord(dir)
	n, err := LoadNetwork(DevNetworkFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return Network{}, fmt.Errorf("%w in %s; start one with: %s", ErrNoDevchain, dir, start)
	}
	n.start = start
	return n, err
}

// DevNetworkFile is where the development chain of a state directory writes its
// network file.
func DevNetworkFile(stateDir string) string {
	return filepath.Join(stateDir, "devchain", "network.json")
}

func knownNetworks() string {
	names, err := fs.Glob(networks.Files, "*.json")
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, n := range names {
		b.WriteString(", " + strings.TrimSuffix(n, ".json"))
	}
	return b.String()
}

// shellWord quotes s so that a shell reads it as one word.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_@%+=:,./-", r)
	}
	if s != "" && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
