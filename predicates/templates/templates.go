// Package templates holds ready promise files for common cases, to be copied
// and adapted: names of tools, lists and amounts are examples.
//
// Promise: every template compiles with the catalog, and its tests show a trace
// that keeps it and one that breaks it. Limits: a template is a beginning; which
// tools an agent has, and what it must not do, only its provider knows.
package templates

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.yaml
var files embed.FS

// Template is one ready promise file.
type Template struct {
	Name string // such as workspace-only
	Text []byte // the promise file
}

// About is the first comment line of the file.
func (t Template) About() string {
	first, _, _ := strings.Cut(string(t.Text), "\n")
	return strings.TrimSpace(strings.TrimPrefix(first, "#"))
}

// All lists the templates by name.
func All() ([]Template, error) {
	names, err := fs.Glob(files, "*.yaml")
	if err != nil {
		return nil, fmt.Errorf("list templates: %w", err)
	}
	slices.Sort(names)
	var out []Template
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read template: %w", err)
		}
		out = append(out, Template{strings.TrimSuffix(name, ".yaml"), text})
	}
	return out, nil
}
