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
		Use:     "policy",
		Short:   "Check warden policies",
		Example: "  varek-sidecar policy check policy.yaml",
	}
	cmd.AddCommand(&cobra.Command{
		Use:     "check FILE",
		Short:   "Say whether a policy file is valid, and its hash",
		Example: "  varek-sidecar policy check policy.yaml --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := loadPolicy(args[0])
			if err != nil {
				return err
			}
			digest, err := p.Digest()
			if err != nil {
				return usage("hash the policy "+args[0], err, "")
			}
			if s.json {
				return printJSON(io.out, map[string]any{"valid": true, "mode": p.Mode, "hash": digest})
			}
			_, err = fmt.Fprintf(io.out, "valid: mode %s, hash %s\n", p.Mode, digest)
			return err
		},
	})
	return cmd
}
