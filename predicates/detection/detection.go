// Package detection measures what promises find in recorded runs whose
// violations are known: AgentDojo, the airline and retail desks of tau-bench and
// tau2-bench, and reported incidents.
//
// Promise: the promise files are in this package and are ordinary ones; the
// evaluation is the verifier's; every count is taken over all runs given, and
// nothing is tuned to single runs. Limits: the labels are the corpora's own or
// derived from their policies (see the corpora's notes); what is not in the
// records cannot be found, and the tables say what was missed.
package detection

import (
	"embed"
	"fmt"

	"github.com/varek/varek/predicates"
	"github.com/varek/varek/predicates/aap"
)

//go:embed incidents/* agentdojo/*.yaml agentdojo/permitted/*.yaml tau/*
var files embed.FS

// Load compiles one of the package's promise files.
func Load(reg *predicates.Registry, path string) (predicates.PromiseFile, predicates.Program, error) {
	text, err := files.ReadFile(path)
	if err != nil {
		return predicates.PromiseFile{}, nil, fmt.Errorf("load a promise: %w", err)
	}
	p, err := predicates.ParsePromise(text)
	if err != nil {
		return p, nil, fmt.Errorf("%s: %w", path, err)
	}
	_, prog, err := p.Compile(reg)
	if err != nil {
		return p, nil, fmt.Errorf("%s: %w", path, err)
	}
	return p, prog, nil
}

// Catalog is the registry that the promise files name.
func Catalog() (*predicates.Registry, error) { return aap.Catalog() }
