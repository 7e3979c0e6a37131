package command

import (
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/varek/varek/contracts/cmd/varek-escrow/devnet"
	"github.com/varek/varek/contracts/escrow"
	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/tracestore/trace"
)

// registration holds the flags of `promise register`.
type registration struct {
	verifier    string
	anyVerifier bool
	secret      bool
	hold        bool
}

// examplePromise is a promise file for the help; a test registers it.
const examplePromise = `  predicate: AAP-1@1      # nothing is done without permission
  params:
    calls:                # what is watched: a tool's calls, and what the kernel saw
      - {tool: delete_file, kinds: [action]}
      - {tool: "sys.*", kinds: [syscall]}
    effects: [unlink, rmdir]
    objects: {delete_file: [/args/path]}
    authorities: [human]
    on_gap: violated      # records that are missing count as broken
  payout: 0.1 ether       # what a user is paid when it was broken
  bond: 0.01 ether        # what a user puts down with a claim
  reserve: 1 ether        # what backs it now, one payout at least
  statement: Nothing is deleted without a person's permission.
`

func promiseRegister(s *session) *cobra.Command {
	var f registration
	cmd := &cobra.Command{
		Use:   "register FILE",
		Short: "Register the promise of a file and fund its reserve",
		Long: "Register the promise that FILE states, with its reserve. The file is YAML or JSON. This one is whole and works:\n\n" +
			examplePromise + "\n" +
			"verifier: 0x… in it names who decides; without it the network file's first verifier does. With --hold each open claim\n" +
			"holds its payout, so that a claim that was filed is sure to be paid; without, claims are paid as they are settled.\n\n" +
			"The terms can never be changed. The parameters are checked against the predicate before anything is sent\n" +
			"and are published with the registration unless --no-publish is given.",
		Example: "  varek-escrow promise register promise.yaml\n" +
			"  varek-escrow promise register promise.yaml --network base-sepolia --key owner.key",
		Args: exactly(1, "a promise file"),
		RunE: func(cmd *cobra.Command, args []string) error { return s.register(cmd, args[0], f) },
	}
	cmd.Flags().StringVar(&f.verifier, "verifier", "", "address that decides, instead of the file's or the network's")
	cmd.Flags().BoolVar(&f.anyVerifier, "any-verifier", false, "accept a verifier that the network file does not know")
	cmd.Flags().BoolVar(&f.secret, "no-publish", false, "keep the parameters off the chain; only their hash is registered")
	cmd.Flags().BoolVar(&f.hold, "hold", false, "each open claim holds its payout, so that no claim can be outrun by another")
	return cmd
}

func (s *session) register(cmd *cobra.Command, file string, f registration) error {
	promise, pred, err := readPromise(file)
	if err != nil {
		return err
	}
	c, a, err := s.account(cmd.Context(), devnet.Owner)
	if err != nil {
		return err
	}
	defer c.Close()
	verifier, err := chooseVerifier(c.Network(), promise.Verifier, f)
	if err != nil {
		return err
	}
	r := escrow.Registration{
		Predicate: pred.Manifest().Hash(), ParamsHash: promise.ParamsHash, Params: promise.Params,
		Payout: promise.Payout, Bond: promise.Bond, Reserve: promise.Reserve, Verifier: verifier, Hold: f.hold,
	}
	if r.Reserve.Cmp(r.Payout) < 0 {
		return usage("the reserve of %s does not cover one payout of %s; nobody could file a claim", both(r.Reserve), both(r.Payout))
	}
	if f.secret {
		r.Params = nil
	}
	s.effect("register the promise %s of %s, for ever", pred.Manifest().Name(), a.Address())
	s.effect("lock %s as its reserve; a broken promise pays %s, a claim takes a bond of %s", both(r.Reserve), both(r.Payout), both(r.Bond))
	s.effect("let the verifier %s alone decide every claim", verifier)
	id, receipt, err := a.RegisterPromise(cmd.Context(), r)
	if err != nil {
		return err
	}
	p, err := c.Promise(cmd.Context(), id)
	if err != nil {
		return err
	}
	report, v, err := promiseReport(cmd, c, p, fmt.Sprintf("promise %d registered", id))
	if err != nil {
		return err
	}
	sent := viewOfReceipt(receipt)
	v.Sent = &sent
	report.value = v
	if promise.Statement != "" {
		report.field("statement", "%s", promise.Statement)
	}
	report.cost(receipt)
	run := s.spell(cmd, []string{"varek-sidecar", "run", "--promise", fmt.Sprint(id)}, "state", "network")
	report.next(run + " -- bash")
	return s.print(cmd, report)
}

// readPromise reads a promise file and checks its parameters with the
// predicate that it names.
func readPromise(file string) (predicates.PromiseFile, predicates.Predicate, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return predicates.PromiseFile{}, nil, usage("cannot read the promise file: %w", err)
	}
	promise, err := predicates.ParsePromise(text)
	if err != nil {
		return promise, nil, usage("%s: %w", file, err)
	}
	catalog, err := aap.Catalog()
	if err != nil {
		return promise, nil, environment(err)
	}
	pred, _, err := promise.Compile(catalog)
	if err != nil {
		return promise, nil, usage("%s: %w", file, err)
	}
	return promise, pred, nil
}

// chooseVerifier takes the flag, the file or the network's first verifier, and
// refuses one that the network file does not know unless told otherwise.
func chooseVerifier(n escrow.Network, inFile string, f registration) (trace.Address, error) {
	text := f.verifier
	if text == "" {
		text = inFile
	}
	if text == "" {
		if len(n.Verifiers) == 0 {
			return trace.Address{}, usage("the network %s knows no verifier; name one in the file or with --verifier ADDRESS", n.Name)
		}
		return n.Verifiers[0].Address, nil
	}
	a, err := parseAddress(text)
	if err != nil {
		return a, err
	}
	known := slices.ContainsFunc(n.Verifiers, func(v escrow.Verifier) bool { return v.Address == a })
	if !known && !f.anyVerifier {
		return a, usage("the network file of %s does not know the verifier %s, who alone would decide every claim; to accept it, add --any-verifier", n.Name, a)
	}
	return a, nil
}
