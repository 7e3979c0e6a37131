package pullreview

import (
	_ "embed"
)

// Policies are the fifteen rules of the flow, as a policies file.
//
//go:embed policies.json
var Policies []byte
