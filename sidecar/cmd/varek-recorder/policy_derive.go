package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/sidecar/derive"
)

func newPolicyDerive(s *settings, io console) *cobra.Command {
	var promises []string
	var output string
	cmd := &cobra.Command{
		Use:   "derive --promise FILE [--promise FILE…]",
		Short: "Write an enforcing policy from promise files",
		Long: `derive writes the policy under which a run cannot break what the kernel can hold of the promises: where files are written (AAP-2) and
which hosts are connected to (AAP-2, AAP-4). Each rule names the promise it comes from; what no rule can hold is listed with the reason.`,
		Example: `  varek-sidecar policy derive --promise workspace-only.yaml --output policy.yaml
  varek-sidecar policy derive --promise workspace-only.yaml --promise network-allowlist.yaml
  varek-sidecar policy derive --promise workspace-only.yaml --json`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return derivePolicy(s, io, promises, output)
		},
	}
	cmd.Flags().StringArrayVar(&promises, "promise", nil, "a promise file; may be given more than once")
	cmd.Flags().StringVar(&output, "output", "", "the policy file to write; it must not exist (default: standard output)")
	return cmd
}

func derivePolicy(s *settings, io console, files []string, output string) error {
	if len(files) == 0 {
		return usage("policy derive", errors.New("no promise is given"), "varek-sidecar policy derive --promise workspace-only.yaml")
	}
	list, err := readPromises(files)
	if err != nil {
		return err
	}
	d, err := derive.From(list)
	if err != nil {
		return usage("derive a policy", err, "these promises need a policy by hand")
	}
	if output != "" {
		out, err := os.OpenFile(output, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
		if err == nil {
			_, err = out.WriteString(d.Text())
			err = errors.Join(err, out.Close())
		}
		if err != nil {
			return usage("write the policy", err, "name a file that does not exist with --output")
		}
		fmt.Fprintf(io.err, "varek: derived %s; %d parts of the promises are beyond a policy, see its head\n  next: varek-sidecar policy check %s\n", output, len(d.Beyond), output)
	}
	switch {
	case s.json:
		return printJSON(io.out, map[string]any{"rules": d.Rules, "beyond": d.Beyond, "policy": d.Text()})
	case output == "":
		_, err = fmt.Fprint(io.out, d.Text())
	}
	return err
}

// readPromises reads and compiles promise files.
func readPromises(files []string) ([]derive.Promise, error) {
	catalog, err := aap.Catalog()
	if err != nil {
		return nil, err
	}
	var list []derive.Promise
	for _, name := range files {
		text, err := os.ReadFile(filepath.Clean(name))
		if err != nil {
			return nil, usage("read the promise", err, "name a promise file with --promise")
		}
		file, err := predicates.ParsePromise(text)
		if err == nil {
			_, _, err = file.Compile(catalog)
		}
		if err != nil {
			return nil, usage("read the promise "+name, err, "varek-check explain "+name)
		}
		list = append(list, derive.Promise{Name: filepath.Base(name), File: file})
	}
	return list, nil
}
