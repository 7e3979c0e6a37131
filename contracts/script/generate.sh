#!/bin/sh
# Compiles the contracts and writes everything that is committed from it: abi/*.json and the Go files in escrow/bindings.
# With --check it writes to a temporary folder and fails when a committed file differs by a byte or a source is not
# formatted; then it changes nothing. Needs Go, node and the packages of `npm ci --ignore-scripts` in contracts/.
set -eu
cd "$(dirname "$0")/.."
if [ ! -d node_modules/solc ]; then
  echo "the compiler is not installed: run npm ci --ignore-scripts in contracts/" >&2
  exit 4
fi

# Without cgo, as everything that links the chain is built.
generate() {
  node script/compile.mjs "$1"
  CGO_ENABLED=0 go tool abigen --v2 --pkg bindings \
    --combined-json "$1/out/abigen/combined.json" --out "$1/escrow/bindings/escrow.go"
}

case "${1:-}" in
'')
  generate .
  ;;
--check)
  fresh=$(mktemp -d)
  trap 'rm -rf "$fresh"' EXIT
  generate "$fresh"
  status=0
  for file in abi/Escrow.json abi/Quorum.json abi/Reveal.json escrow/bindings/escrow.go escrow/bindings/code.go; do
    if ! cmp "$fresh/$file" "$file"; then
      echo "contracts/$file is not what contracts/src gives: run contracts/script/generate.sh and commit the result" >&2
      status=1
    fi
  done
  script/forge.mjs fmt --check src test || status=1
  exit $status
  ;;
*)
  echo "usage: generate.sh [--check]" >&2
  exit 2
  ;;
esac
