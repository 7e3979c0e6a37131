package attack

import "embed"

// Sources are the attacking programs, for a test binary that runs from another
// place than its package.
//
//go:embed testdata/*.c testdata/*.h
var Sources embed.FS
