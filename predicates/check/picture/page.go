// Package picture shows a report: one HTML page that needs nothing else, and the
// graph of a small world for Graphviz.
//
// Promise: everything that a report says is escaped; the page loads nothing, runs
// no script, and a strict policy inside it says so.
//
// Limits: it shows what the report says and judges nothing. A graph is drawn up
// to MaxNodes states.
package picture

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"

	"github.com/varek/varek/predicates/check"
)

//go:embed page.html
var pageText string

// page is what the template sees.
type page struct {
	*check.Report
	Says   string
	Levels []bar
}

// bar is one depth; Width is in percent of the widest.
type bar struct {
	Depth  int
	States uint64
	Width  string
}

// HTML writes the report as one page.
func HTML(r *check.Report) ([]byte, error) {
	t, err := template.New("page").Parse(pageText)
	if err != nil {
		return nil, fmt.Errorf("read the page's form: %w", err)
	}
	p := page{Report: r, Says: r.Says()}
	most := uint64(1)
	for _, l := range r.Levels {
		most = max(most, l.States)
	}
	for _, l := range r.Levels {
		p.Levels = append(p.Levels, bar{l.Depth, l.States, fmt.Sprintf("%.1f", 100*float64(l.States)/float64(most))})
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("write the page: %w", err)
	}
	return b.Bytes(), nil
}
