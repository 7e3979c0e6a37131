// Package bindings is the escrow contract as Go sees it: ABI, creation code, packers and unpackers, and the hash of the
// deployed code.
//
// All but this file is generated from contracts/src by contracts/script/generate.sh, whose --check compares byte for
// byte, so it is never behind the Solidity source. It promises nothing beyond the ABI: who may call what, and when, is in
// contracts/src/IEscrow.sol; nonces, fees, receipts and readable errors are the business of the package escrow, which is
// the only one that should import this.
package bindings
