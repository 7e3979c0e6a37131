package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/varek/varek/warden/policy"
)

// loadPolicy reads a policy file; without one it is the default, which
// observes everything and protects the recorder.
func loadPolicy(path string) (*policy.Policy, error) {
	if path == "" {
		return policy.Default(), nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, usage("read the policy", err, "name a file with --policy, or leave it out for the default")
	}
	p, err := policy.Parse(text)
	if err != nil {
		return nil, usage("read the policy "+path, err, "varek-sidecar policy check "+path)
	}
	return p, nil
}

func newPolicy(s *settings, io console) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Explain warden policies, learn and derive them",
		Example: `  varek-sidecar policy check policy.yaml
  varek-sidecar policy learn --output policy.yaml -- make test
  varek-sidecar policy derive --promise workspace-only.yaml --output policy.yaml`,
	}
	cmd.AddCommand(newPolicyCheck(s, io), newPolicyLearn(s, io), newPolicyDerive(s, io))
	return cmd
}

func newPolicyCheck(s *settings, io console) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Say in sentences what a policy does, and which of its rules can never decide",
		Long: `check reads a policy as run would, says in sentences what it does, gives its hash, and names rules that can never decide because a
stronger or an earlier rule covers them. Such a rule is a remark and no error: exit 0. A file that is no policy is exit 2, with the key at fault.`,
		Example: `  varek-sidecar policy check policy.yaml
  varek-sidecar policy check policy.yaml --workspace ~/src/project --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return checkPolicy(s, io, args[0], dir)
		},
	}
	cmd.Flags().StringVar(&dir, "workspace", "", "what $WORKSPACE means (default: the working directory)")
	return cmd
}

func checkPolicy(s *settings, io console, file, dir string) error {
	p, err := loadPolicy(file)
	if err != nil {
		return err
	}
	digest, err := p.Digest()
	if err != nil {
		return usage("hash the policy "+file, err, "")
	}
	if dir, err = workspace(dir); err != nil {
		return environment("find the workspace", err, "name a directory with --workspace")
	}
	home := os.Getenv("HOME")
	if home == "" {
		home = "/nonexistent"
	}
	rules, err := policy.Compile(p, policy.Env{Workspace: dir, Home: home})
	if err != nil {
		return usage("read the policy "+file, err, "correct the rule that is named")
	}
	shadowed := rules.Shadowed()
	if s.json {
		return printJSON(io.out, map[string]any{"valid": true, "mode": p.Mode, "hash": digest, "says": p.Explain(), "shadowed": shadowed})
	}
	text := fmt.Sprintf("valid: mode %s, hash %s\n", p.Mode, digest)
	for _, sentence := range p.Explain() {
		text += printable(sentence) + "\n"
	}
	for _, r := range shadowed {
		text += fmt.Sprintf("never decides: %s (%s), because %s covers it\n", r.Rule, printable(r.Text), printable(r.By))
	}
	_, err = fmt.Fprint(io.out, text)
	return err
}
