package command

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
)

func deployCommand(s *session) *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "deploy",
		Short: "Deploy a new escrow and write its network file",
		Long: "Deploy a new escrow on the chain of --network with the key of --key, compare the deployed code, and write\n" +
			"a network file that names it. The escrow has no owner: whoever deploys it has no power over it.\n" +
			"The development chain has its escrow already.",
		Example: "  varek-escrow deploy --network base-sepolia --key deployer.key --out escrow.json\n" +
			"  varek-escrow promise ls --network ./escrow.json",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.deploy(cmd, out) },
	}
	cmd.Flags().StringVar(&out, "out", "escrow.json", "network file to write")
	return cmd
}

func (s *session) deploy(cmd *cobra.Command, out string) error {
	if _, err := os.Lstat(out); err == nil {
		return usage("%s exists and may name an escrow that holds money; name another file with --out", out)
	}
	n, err := s.network()
	if err != nil {
		return err
	}
	signer, err := s.signer(devnet.Deployer)
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
	deployed, receipt, err := escrow.Deploy(cmd.Context(), n, c, signer, devnet.KeyDir(dir), nil, func(n escrow.Network) error {
		text, err := json.MarshalIndent(n, "", "  ")
		if err == nil {
			err = os.WriteFile(out, append(text, '\n'), 0o644)
		}
		if err != nil {
			return environment(fmt.Errorf("the escrow is deployed at %s in block %d, but its network file could not be written: %w", n.Escrow, n.DeployedBlock, err))
		}
		return nil
	})
	if err != nil {
		return err
	}
	r := newReport(deployed, deployed)
	r.say("escrow deployed at %s", deployed.Escrow)
	r.cost(receipt)
	r.field("network file", "%s", out)
	r.next(shellLine([]string{"varek-escrow", "promise", "ls", "--network", pathWord(out)}))
	return s.print(cmd, r)
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
	r.field("transaction", "%s in block %d, fee %s", receipt.TxHash, receipt.Block, ether(receipt.Fee))
}

// sentView is what programs learn about a transaction.
type sentView struct {
	Tx    string `json:"tx"`
	Block uint64 `json:"block"`
	Time  uint64 `json:"block_time"`
	Gas   uint64 `json:"gas_used"`
	Fee   string `json:"fee_wei"`
}

func viewOfReceipt(r escrow.Receipt) sentView {
	return sentView{r.TxHash.String(), r.Block, r.BlockTime, r.GasUsed, r.Fee.String()}
}
