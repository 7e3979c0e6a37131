package world

import "errors"

// ErrFacts says that a world's list of facts is not one.
var ErrFacts = errors.New("facts have different pointers, none empty and none inside another")

// ErrState says that bytes are no state of the world.
var ErrState = errors.New("not a state of this world")
