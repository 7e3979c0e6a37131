package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/pullreview"
	"github.com/varek/varek/predicates/world/stdio"
	"github.com/varek/varek/predicates/world/table"
	"github.com/varek/varek/predicates/world/table/catalogue"
)

// openWorld finds a world by name. surface may be empty where a world has one.
func openWorld(name, surface string) (world.World, error) {
	switch name {
	case "pullreview":
		if surface == "" {
			surface = pullreview.Page
		}
		w, err := pullreview.New(surface)
		if err != nil {
			return nil, usage(err, "--surface page, or --surface tool")
		}
		return w, nil
	}
	if strings.HasSuffix(name, ".json") {
		return openTable(name, surface)
	}
	if command, ok := strings.CutPrefix(name, "stdio:"); ok {
		return openProgram(command, surface)
	}
	return nil, usage(fmt.Errorf("there is no world %q", name), "varek-check worlds lists them; a table world's file ends in .json")
}

// openProgram starts a world in another program. The command's words are taken
// as they stand: no shell reads them.
func openProgram(command, surface string) (world.World, error) {
	w, err := stdio.Open(strings.Fields(command), stdio.Options{})
	if err != nil {
		return nil, &fault{err, "the program must speak the protocol of package predicates/world/stdio; varek-check worlds serve pullreview is an example", exitUsage}
	}
	if s := w.About().Surface; surface != "" && surface != s {
		return nil, usage(fmt.Errorf("the program's world has the surface %s, not %q", s, surface), "leave --surface out")
	}
	return w, nil
}

// openTable reads a table world.
func openTable(path, surface string) (world.World, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	w, err := table.New(text)
	if kind := catalogue.Kind(text); err != nil && kind != "" {
		return nil, usage(fmt.Errorf("%s lists tools and is no world yet: what the tools do is not in it", path),
			fmt.Sprintf("make a world of it with varek-check import %s %s --promise promise.yaml --out world.json, and walk world.json", kind, path))
	}
	if err != nil {
		return nil, usage(fmt.Errorf("%s: %w", path, err), "mend the world file at the place named; varek-check schema --world prints its JSON Schema")
	}
	if s := w.About().Surface; surface != "" && surface != s {
		return nil, usage(fmt.Errorf("%s has the surface %s, not %q", path, s, surface), "leave --surface out")
	}
	return w, nil
}

func newWorlds() *cobra.Command {
	c := &cobra.Command{
		Use:   "worlds",
		Short: "List the worlds that run can walk",
		Long: `Lists the worlds that are built in, with their surfaces.

--world takes one of these, or
  FILE.json       a table world: variables, tools and rules as data. varek-check import makes a skeleton, varek-check schema --world says the form.
  stdio:COMMAND   a world in another program, over lines of JSON. It runs without network where the machine lets it, with 4 GiB of address space and
                  30 seconds for an answer. varek-check worlds serve is such a program.`,
		Example: `  varek-check worlds
  varek-check run --world pullreview --surface tool --depth 3
  varek-check run --world world.json --promise promise.yaml --depth 4
  varek-check run --world 'stdio:varek-check worlds serve pullreview' --policies rules.json --depth 4`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, surface := range []string{pullreview.Page, pullreview.Tool} {
				w, err := pullreview.New(surface)
				if err != nil {
					return err
				}
				a := w.About()
				fmt.Fprintf(cmd.OutOrStdout(), "%-12s --surface %-5s %s; fifteen policies are built in\n", a.Name, a.Surface, a.Flow)
			}
			return nil
		},
	}
	c.AddCommand(newServe())
	return c
}

func newServe() *cobra.Command {
	surface := ""
	c := &cobra.Command{
		Use:   "serve WORLD",
		Short: "Answer for a world on standard input and output",
		Long: `Speaks the protocol of worlds in other programs: a line of JSON for every question, until the input ends. It is an example for such programs,
and runs a world apart from its checker.`,
		Example: `  echo '{"hello":1}' | varek-check worlds serve pullreview
  varek-check run --world 'stdio:varek-check worlds serve world.json' --promise promise.yaml --depth 3`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			w, err := openWorld(args[0], surface)
			if err != nil {
				return err
			}
			if err := stdio.Serve(w, cmd.InOrStdin(), cmd.OutOrStdout()); err != nil {
				return usage(err, "the questions are those of package predicates/world/stdio")
			}
			return nil
		},
	}
	c.Flags().StringVar(&surface, "surface", "", "how the agent acts in it")
	return c
}
