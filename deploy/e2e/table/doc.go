// Package table holds the settlement table as a test: every row of it, and every
// way in which evidence can be flawed, end to end through the built commands on
// a development chain whose clock is moved.
//
// Promise: what a claim ends with is read from the chain, balances included; no
// outcome is asked of the verifier under test. Limits: it needs the commands
// (VAREK_BIN, as make test sets it) and is a test only.
package table
