// Package snapshots holds the gas that each operation of the escrow takes, as the
// Solidity tests measure and compare it on every run: whole transactions under
// Prague rules, typical calls. It is data and nothing else.
package snapshots

import _ "embed"

// Escrow is Escrow.json: an object of gas in decimal by the operation's name.
//
//go:embed Escrow.json
var Escrow []byte
