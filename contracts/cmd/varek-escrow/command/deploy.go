package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/tracestore/trace"
)

func deployCommand(s *session) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "deploy",
		Short: "Deploy a new escrow and write its network file",
		Long: "Deploy a new escrow on the chain of --network with the key of --key, compare the deployed code, and write\n" +
			"a network file that names it. The escrow has no owner: whoever deploys it has no power over it. A file that\n" +
			"describes the chain and names no escrow yet, such as those of deploy/networks, is filled in. The development\n" +
			"chain has its escrow already.",
		Example: "  varek-escrow deploy --network base-sepolia --key deployer.key --dry-run\n" +
			"  varek-escrow deploy --network base-sepolia --key deployer.key --out base-sepolia.json\n" +
			"  varek-escrow deploy check --network ./base-sepolia.json",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.deploy(cmd, out) },
	}
	cmd.Flags().StringVar(&out, "out", "escrow.json", "network file to write")
	cmd.AddCommand(deployCheck(s))
	return cmd
}

func (s *session) deploy(cmd *cobra.Command, out string) error {
	n, err := s.network()
	if err != nil {
		return err
	}
	if err := mayReplace(out, n); err != nil {
		return err
	}
	signer, err := s.signer(cmd.Context(), devnet.Deployer)
	if err != nil {
		return err
	}
	dir, err := s.stateDir()
	if err != nil {
		return err
	}
	c, err := escrow.DialRPC(cmd.Context(), n)
	if err != nil {
		return err
	}
	defer c.Close()
	s.effect("deploy a new escrow on %s, chain %d", n.Name, n.ChainID)
	s.effect("write its network file to %s", out)
	deployed, receipt, err := escrow.Deploy(cmd.Context(), n, c, signer, devnet.KeyDir(dir), s.review, func(n escrow.Network) error {
		return writeNetwork(out, n)
	})
	if err != nil {
		return err
	}
	r := newReport(deployed, deployed)
	r.say("escrow deployed at %s", deployed.Escrow)
	r.field("code hash", "%s", deployed.CodeHash)
	r.cost(receipt)
	r.field("network file", "%s", out)
	r.next(shellLine([]string{"varek-escrow", "promise", "ls", "--network", pathWord(out)}))
	return s.print(cmd, r)
}

// mayReplace refuses a place that cannot be written, before anything is paid for,
// and to write over anything but a network file of the same chain that names no
// escrow.
func mayReplace(out string, n escrow.Network) error {
	probe, err := os.CreateTemp(filepath.Dir(out), ".network-*")
	if err != nil {
		return usage("the network file could not be written to %s: %w; name another place with --out", out, err)
	}
	if err := errors.Join(probe.Close(), os.Remove(probe.Name())); err != nil {
		return environment(err)
	}
	if _, err := os.Lstat(out); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	old, err := escrow.LoadNetwork(out)
	if err == nil && old.Escrow.IsZero() && old.ChainID == n.ChainID {
		return nil
	}
	return usage("%s exists and may name an escrow that holds money; name another file with --out", out)
}

// writeNetwork writes a network file in one step.
func writeNetwork(out string, n escrow.Network) error {
	text, err := json.MarshalIndent(n, "", "  ")
	if err == nil {
		next := out + ".next"
		if err = os.WriteFile(next, append(text, '\n'), 0o644); err == nil {
			err = os.Rename(next, out)
		}
	}
	if err != nil {
		return environment(fmt.Errorf("the escrow is deployed at %s in block %d, but its network file could not be written: %w; run the same command again, it deploys no second one", n.Escrow, n.DeployedBlock, err))
	}
	return nil
}

// checkView is what programs learn from `deploy check`.
type checkView struct {
	Network   string        `json:"network"`
	ChainID   uint64        `json:"chain_id"`
	Escrow    trace.Address `json:"escrow,omitzero"`
	CodeHash  trace.Hash    `json:"code_hash,omitzero"`
	ThisBuild bool          `json:"code_of_this_build"`
	Deployed  bool          `json:"deployed"`
}

func deployCheck(s *session) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Check a network file against its chain",
		Long: "Check that the node of a network file serves its chain, that the escrow stands at its address with the code hash\n" +
			"of the file, and that it is the code that this program deploys. The code has no constants of its\n" +
			"deployment: whoever compiles the same sources gets the same hash.\n\n" +
			"Exit status: 0 all is as the file says; 1 the file names no escrow, or the code is of another version.",
		Example: "  varek-escrow deploy check --network base-sepolia\n  varek-escrow deploy check --network ./base-sepolia.json --json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.checkDeployment(cmd) },
	}
}

func (s *session) checkDeployment(cmd *cobra.Command) error {
	n, err := s.network()
	if err != nil {
		return err
	}
	ours, err := escrow.CodeHash()
	if err != nil {
		return environment(err)
	}
	v := checkView{n.Name, n.ChainID, n.Escrow, n.CodeHash, n.CodeHash == ours, !n.Escrow.IsZero()}
	r := newReport(n, v)
	r.say("network %s, chain %d", n.Name, n.ChainID)
	if !v.Deployed {
		r.field("escrow", "none: nobody has deployed one and named it in this file")
		if err := s.print(cmd, r); err != nil {
			return err
		}
		return fault{errSaid, exitNo}
	}
	c, err := s.dial(cmd.Context())
	if err != nil {
		return err
	}
	c.Close()
	r.field("escrow", "%s, deployed in block %d", n.Escrow, n.DeployedBlock)
	r.field("code hash", "%s, as on the chain", n.CodeHash)
	if v.ThisBuild {
		r.field("version", "the code that this program deploys")
		return s.print(cmd, r)
	}
	r.field("version", "another one: this program deploys code with hash %s", ours)
	if err := s.print(cmd, r); err != nil {
		return err
	}
	return fault{errSaid, exitNo}
}

// pathWord makes a file name that Resolve takes for a path.
func pathWord(file string) string {
	if len(file) > 0 && (file[0] == '/' || file[0] == '.') {
		return file
	}
	return "./" + file
}

// cost adds what a transaction cost.
func (r *report) cost(receipt escrow.Receipt) {
	r.field("transaction", "%s in block %d, fee %s", receipt.TxHash, receipt.Block, both(receipt.Fee))
	if receipt.Resumed {
		r.field("note", "an earlier run had sent this transaction and ended before it could say so; nothing was sent twice. To do it once more, run the command again")
	}
}

// sentView is what programs learn about a transaction.
type sentView struct {
	Tx    string `json:"tx"`
	Block uint64 `json:"block"`
	Time  uint64 `json:"block_time"`
	Gas   uint64 `json:"gas_used"`
	Fee   string `json:"fee_wei"`
	// Resumed says that an earlier run had sent it; this one sent nothing.
	Resumed bool `json:"resumed,omitzero"`
}

func viewOfReceipt(r escrow.Receipt) sentView {
	return sentView{r.TxHash.String(), r.Block, r.BlockTime, r.GasUsed, r.Fee.String(), r.Resumed}
}
