package aap

import (
	"fmt"

	"github.com/varek/varek/predicates/expression"
)

// environment is where the conditions of one version of a predicate compile:
// over call, state and data.
type environment struct{ *expression.Env }

func newEnvironment() (environment, error) {
	e, err := expression.NewEnv("call", "state", "data")
	if err != nil {
		return environment{}, fmt.Errorf("catalog: %w", err)
	}
	return environment{e}, nil
}
