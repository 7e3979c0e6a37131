// Package networks holds the network files that the commands know by name: the
// chain, its public RPC, the escrow deployed there with the hash of its code,
// how many confirmations count, and the verifiers that are known.
//
// It is data and nothing else. A file without an escrow names a network on which
// none has been deployed; clients refuse it and say so. The development network
// has no file here: its chain writes one into its state directory.
package networks

import "embed"

// Files are the network files, named <network>.json.
//
//go:embed *.json
var Files embed.FS
