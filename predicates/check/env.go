package check

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/varek/varek/predicates/expression"
	"github.com/varek/varek/predicates/formula"
	"github.com/varek/varek/predicates/world"
)

var identifier = regexp.MustCompile(`^[a-z_][A-Za-z0-9_]*$`)

// Env is what CEL conditions see of a world: the members of its document.
func Env(w world.World) (*expression.Env, error) {
	var names []string
	for _, f := range w.Facts() {
		p, err := formula.ParsePointer(f.Pointer)
		if err != nil {
			return nil, fmt.Errorf("fact %q: %w", f.Pointer, err)
		}
		if t := p.Tokens(); len(t) > 0 && identifier.MatchString(t[0]) && !slices.Contains(names, t[0]) {
			names = append(names, t[0])
		}
	}
	return expression.NewEnv(names...)
}
