#!/bin/sh
# Runs the Solidity tests: units, fuzz and invariants; then the canaries, which must fail; then gas against snapshots/.
# Needs node and the packages of `npm ci --ignore-scripts` in contracts/. VAREK_SCALE (default 1) multiplies the runs.
#
# Usage: test.sh [--write-gas]   (--write-gas: take the gas figures as the new snapshot instead of comparing)
set -eu
cd "$(dirname "$0")/.."
forge=script/forge.mjs
scale=${VAREK_SCALE:-1}
FOUNDRY_FUZZ_RUNS=$((256 * scale))
FOUNDRY_INVARIANT_RUNS=$((32 * scale))
export FOUNDRY_FUZZ_RUNS FOUNDRY_INVARIANT_RUNS

"$forge" test --no-match-path 'test/{canary,gas}/*'
node script/canaries.mjs
check=true
if [ "${1:-}" = --write-gas ]; then check=false; fi
"$forge" test --match-path 'test/gas/*' --isolate --gas-snapshot-check "$check"
