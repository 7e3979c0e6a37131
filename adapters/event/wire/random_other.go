//go:build !linux

package wire

import "crypto/rand"

// Random fills b with random bytes.
func Random(b []byte) { rand.Read(b) }
