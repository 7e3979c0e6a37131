package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates/aap"
	"github.com/varek/varek/predicates/templates"
	"github.com/varek/varek/predicates/world/table"
)

func newExplain() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "explain PROMISE",
		Short: "Say in sentences what a promise file promises",
		Long: `Says in plain sentences what a promise file promises, what it cannot see, and which records it needs. The file is checked on the way:
a fault is named with its place.`,
		Example: `  varek-check explain promise.yaml
  varek-check templates mail-allowlist > mail.yaml && varek-check explain mail.yaml`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return explain(cmd.OutOrStdout(), args[0], asJSON)
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return c
}

func explain(out io.Writer, path string, asJSON bool) error {
	reg, err := aap.Catalog()
	if err != nil {
		return err
	}
	l, err := loadPromise(reg, path)
	if err != nil {
		return err
	}
	e, err := aap.Explain(l.promise.Predicate, l.promise.Params, l.prog)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(out, map[string]any{"predicate": l.promise.Predicate, "params_hash": l.promise.ParamsHash.String(),
			"statement": l.promise.Statement, "promises": e.Promises, "cannot_see": e.Blind, "needs": e.Needs})
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s promises by %s (parameters %s):\n", harmless(path), l.promise.Predicate, l.promise.ParamsHash)
	if s := strings.Join(strings.Fields(l.promise.Statement), " "); s != "" {
		fmt.Fprintf(&b, "  in the provider's words: %s\n", harmless(s))
	}
	for _, part := range []struct {
		title string
		lines []string
	}{{"What is promised", e.Promises}, {"What it cannot see", e.Blind}, {"What it needs", e.Needs}} {
		fmt.Fprintf(&b, "\n%s\n", part.title)
		for _, s := range part.lines {
			fmt.Fprintf(&b, "  - %s\n", harmless(s))
		}
	}
	_, err = io.WriteString(out, b.String())
	return err
}

func newTemplates() *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "templates [NAME]",
		Short: "List ready promise files, or print one",
		Long: `Lists ready promise files for common cases, or prints the named one to be adapted: tools, lists and amounts in it are examples.
With --json each is an object {name, about, text}; without a name they are a list.`,
		Example: `  varek-check templates
  varek-check templates workspace-only > promise.yaml
  varek-check templates --json`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := templates.All()
			if err != nil {
				return err
			}
			if len(args) == 0 {
				return listTemplates(cmd.OutOrStdout(), all, asJSON)
			}
			for _, t := range all {
				if t.Name == args[0] {
					return printTemplate(cmd.OutOrStdout(), t, asJSON)
				}
			}
			return usage(errors.New("there is no template "+args[0]), "varek-check templates lists them")
		},
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return c
}

func listTemplates(out io.Writer, all []templates.Template, asJSON bool) error {
	list := []map[string]string{}
	for _, t := range all {
		list = append(list, templateJSON(t))
		if asJSON {
			continue
		}
		if _, err := fmt.Fprintf(out, "%-28s %s\n", t.Name, t.About()); err != nil {
			return err
		}
	}
	if !asJSON {
		return nil
	}
	return printJSON(out, list)
}

func printTemplate(out io.Writer, t templates.Template, asJSON bool) error {
	if asJSON {
		return printJSON(out, templateJSON(t))
	}
	_, err := out.Write(t.Text)
	return err
}

func templateJSON(t templates.Template) map[string]string {
	return map[string]string{"name": t.Name, "about": t.About(), "text": string(t.Text)}
}

func printJSON(out io.Writer, v any) error {
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", text)
	return err
}

func newSchema() *cobra.Command {
	ofWorld := false
	c := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of promise files, or of table worlds",
		Long: `Prints the JSON Schema (2020-12) of promise files, with the parameters of every predicate and the formulas under $defs; with --world that of
table worlds. What a schema accepts may still be refused: explain checks a promise file whole, run a world.`,
		Example: `  varek-check schema > promise.schema.json
  varek-check schema --world > world.schema.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			text := aap.Schema()
			if ofWorld {
				text = table.Schema()
			}
			_, err := cmd.OutOrStdout().Write(text)
			return err
		},
	}
	c.Flags().BoolVar(&ofWorld, "world", false, "the schema of table worlds")
	return c
}
