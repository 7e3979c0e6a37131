package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/predicates/world/pullreview"
	"github.com/varek/varek/predicates/world/table"
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
	return nil, usage(fmt.Errorf("there is no world %q", name), "varek-check worlds lists them; a table world's file ends in .json")
}

// openTable reads a table world.
func openTable(path, surface string) (world.World, error) {
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	w, err := table.New(text)
	if err != nil {
		return nil, usage(fmt.Errorf("%s: %w", path, err), "mend the world file at the place named; varek-check schema --world prints its JSON Schema")
	}
	if s := w.About().Surface; surface != "" && surface != s {
		return nil, usage(fmt.Errorf("%s has the surface %s, not %q", path, s, surface), "leave --surface out")
	}
	return w, nil
}

func newWorlds() *cobra.Command {
	return &cobra.Command{
		Use:   "worlds",
		Short: "List the worlds that run can walk",
		Long:  "Lists the worlds that are built in, with their surfaces.",
		Example: `  varek-check worlds
  varek-check run --world pullreview --surface tool --depth 3`,
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
}
