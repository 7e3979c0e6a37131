//go:build !amd64

package filter

const foreignCalls = false
