// Package devchain runs a persistent Ethereum chain of one node inside the
// process: the ledger of `--network dev`.
//
// It promises Prague rules and real transactions, a block for every
// transaction, a clock that moves while nothing happens and can be advanced by
// days, and a state that survives kill -9 of the process. Its only way in is a
// unix socket that the directory's owner alone can open; there is no TCP port.
//
// Its limits: it is a private ledger. Whoever owns the directory can stop it,
// rewrite it and move its clock, so it proves internal consistency and nothing
// against its operator. It was tried against the death of the process, not
// against power loss.
package devchain
