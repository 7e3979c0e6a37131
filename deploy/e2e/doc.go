// Package e2e runs the whole line on real parts: the built commands, real
// processes under the warden, NATS, SQLite and the development chain.
//
// Purpose: what no single package can show, namely that an agent's run ends in
// the right payment, that a killed sidecar loses nothing it acknowledged, and
// that ordinary programs run unchanged. Promise: each test drives the commands
// as a user does and judges by effects: files, balances, processes, exit codes.
// Limits: it needs the commands in VAREK_BIN (make test builds them) and, for the
// parts that need root, says so when it skips.
package e2e
