# varek: build, test and show. `make demo` and `make test` are the two commands a newcomer needs.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := build

GO ?= go
BIN := $(CURDIR)/bin
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
LDFLAGS := -X main.version=$(VERSION)
# Scale of the counted tests: 1 is what must always hold, make test-full raises it.
export VAREK_SCALE ?= 1

# One cgo setting per package, in build and test alike, so that each compiles once:
# what links the whole chain ships without cgo, what links libseccomp needs it.
STATIC := CGO_ENABLED=0
CGO := CGO_ENABLED=1

CHAIN_PKGS := ./contracts/... ./verifier/cmd/...
PURE_PKGS := ./predicates/... ./verifier/judge/... ./tracestore/trace/...
RACE_PKGS := ./tracestore ./adapters/... ./sidecar ./sidecar/host ./sidecar/bridge ./sidecar/ingest ./sidecar/provider/... ./sidecar/derive ./verifier ./verifier/watch ./verifier/evidence ./verifier/peers ./warden/policy
KERNEL_PKGS := ./warden ./warden/filter ./warden/floor ./warden/internal/...
# Beside the supervisor's own tests these see a machine in turmoil: they run after them.
AFTER_PKGS := ./warden/doctor ./warden/learn ./warden/names
LINE_PKGS := ./sidecar/cmd/... ./deploy/...

.PHONY: bench-adapters test-harness bench-check bench-verifier test-mips bench-chain bench-gas bench-trace prove deps build demo test test-full race bench bench-startup bench-warden lint generate check-generate contracts-test clean release help

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 20

deps: ## install what the build and the tests need (Debian, as root), or print the command
	@deploy/deps

build: deps ## build the commands into bin/
	$(STATIC) $(GO) build -ldflags '$(LDFLAGS)' -o $(BIN)/ ./contracts/cmd/varek-escrow ./verifier/cmd/varek-verifier ./predicates/cmd/varek-check
	# Started for every tool call. The linker writes through a mapping, which leaves the file in the page cache
	# page by page; the copy lies there in large pieces, and its start takes fewer faults.
	$(STATIC) $(GO) build -ldflags '$(LDFLAGS) -s -w' -o $(BIN)/varek-sidecar.linked ./sidecar/cmd/varek-sidecar
	cp $(BIN)/varek-sidecar.linked $(BIN)/varek-sidecar.copy && mv -f $(BIN)/varek-sidecar.copy $(BIN)/varek-sidecar && rm $(BIN)/varek-sidecar.linked
	$(CGO) $(GO) build -ldflags '$(LDFLAGS)' -o $(BIN)/ ./sidecar/cmd/varek-recorder
	$(CGO) $(GO) build -ldflags '$(LDFLAGS)' -o $(BIN)/ ./deploy/demo/varek-replay

demo: build ## tell the whole story on the terminal, on real parts, in temporary state
	@deploy/demo/demo $(BIN)

test: build ## everything that must always hold
	$(STATIC) $(GO) test $(PURE_PKGS)
	$(CGO) $(GO) test -race $(RACE_PKGS)
	$(CGO) $(GO) test $(KERNEL_PKGS)
	$(CGO) $(GO) test $(AFTER_PKGS)
	$(STATIC) $(GO) test $(CHAIN_PKGS)
	VAREK_BIN=$(BIN) $(CGO) $(GO) test $(LINE_PKGS)

HARNESS_CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/varek/harness

test-harness: build ## drive real agent programs from npm through the adapters, and print the table (needs Node and network; installs outside the repository)
	cd adapters/js && npm ci --ignore-scripts --no-audit --no-fund --silent
	VAREK_HARNESS=$(HARNESS_CACHE) VAREK_BIN=$(BIN) $(CGO) $(GO) test -count=1 -v -timeout 60m -run '^TestHarness$$' ./deploy/e2e | grep -vE '^=== '

test-full: ## the full counts that the issues state
	$(MAKE) test VAREK_SCALE=10

bench: build ## print every figure as METRIC name=value unit, baseline in the same run
	$(CGO) $(GO) test -run '^$$' -bench Metric -benchtime 1x ./warden/policy | grep -E 'METRIC|FAIL|^ok'
	$(MAKE) bench-startup bench-adapters bench-warden bench-predicates bench-check bench-detection
	$(MAKE) bench-chain bench-trace bench-verifier bench-gas

bench-predicates: ## what a promise costs a record, with and without CEL, and a formula a step
	$(STATIC) $(GO) test -run '^$$' -bench 'MetricEvaluate|MetricMonitor' -benchtime 1x ./predicates/detection ./predicates/monitor | grep -E 'METRIC|FAIL|^ok'

bench-check: ## transitions a second of the checker with fifteen policies, beside Spin on the same model (spin, gcc), two workers over one, bytes a state; the same of a table world, and of one in another process
	@deploy/deps spin
	$(STATIC) $(GO) test -run '^$$' -p 1 -bench 'MetricCheck|MetricSpin' -benchtime 1x -timeout 30m ./predicates/check ./predicates/world/table ./predicates/world/stdio | grep -E 'METRIC|FAIL|SKIP|^ok'

bench-detection: ## what the promises find in the corpora (VAREK_DATA): the paper's Table 1 for every model, and rule by rule
	$(STATIC) $(GO) test -run '^$$' -bench MetricDetection -benchtime 1x -timeout 30m ./predicates/detection | grep -E 'TABLE|METRIC|FAIL|SKIP|^ok'

bench-startup: build ## what emit and exec cost over /bin/true and one acknowledgement, inside a run
	VAREK_BIN=$(BIN) $(CGO) $(GO) test -run '^$$' -bench MetricStartup -benchtime 1x ./deploy/e2e | grep -E 'METRIC|FAIL|^ok'

bench-adapters: build ## what adapters add to a call beyond the acknowledgements that it waits for, inside a run
	VAREK_BIN=$(BIN) $(CGO) $(GO) test -run '^$$' -bench 'MetricRelay' -benchtime 1x ./deploy/e2e | grep -E 'METRIC|FAIL|^ok'

bench-warden: ## what the agent waits for under the warden, against native, a C floor and strace (gcc, strace)
	$(CGO) $(GO) test -run '^$$' -bench Metric -benchtime 1x -timeout 30m ./warden | grep -E 'METRIC|FAIL|^ok'

bench-trace: ## acknowledgements over fdatasync, throughput, idle sessions; verification over bare Keccak-256 and its memory at a million records
	$(CGO) $(GO) test -p 1 -run '^$$' -bench Metric -benchtime 1x ./tracestore ./sidecar/ingest ./sidecar/host | grep -E 'METRIC|FAIL|^ok'
	$(STATIC) $(GO) test -run '^$$' -bench 'MetricRead|MetricVerify' -benchtime 1x -timeout 30m ./tracestore/trace ./verifier/judge | grep -E 'METRIC|FAIL|^ok'

bench-verifier: ## judging over bare Keccak-256, its memory at a million records; delivery of 10,000 records; a thousand claims settled at once
	$(STATIC) $(GO) test -p 1 -run '^$$' -bench 'MetricJudge|MetricVerifyMemory|MetricDelivery|MetricManyClaims' -benchtime 1x -timeout 30m ./verifier/judge ./verifier/cmd/varek-verifier | grep -E 'METRIC|FAIL|^ok'

test-mips: ## the judge's suite on emulated mips64 (big-endian) and riscv64 machines (qemu-user)
	@deploy/other-machines

bench-chain: ## the development chain's start, restart and memory; 1,000 sessions through the batching committer
	$(STATIC) $(GO) test -run '^$$' -bench Metric -benchtime 1x ./contracts/escrow ./contracts/cmd/varek-escrow/command | grep -E 'METRIC|FAIL|^ok'

bench-gas: ## what each call costs, beside a contract like the paper's in the same run (needs Node)
	cd contracts && npm ci --ignore-scripts --no-audit --no-fund --silent && node script/bench-gas.mjs

lint: ## gofmt, vet, staticcheck
	@out=$$(gofmt -l $$(git ls-files '*.go')); if [ -n "$$out" ]; then echo "gofmt would change:"; echo "$$out"; exit 1; fi
	$(CGO) $(GO) vet ./...
	$(CGO) $(GO) tool staticcheck ./...
	# Sceptics judge on their own machines.
	GOOS=darwin GOARCH=arm64 $(STATIC) $(GO) build -o /dev/null ./verifier/cmd/varek-verifier ./predicates/cmd/varek-check

generate: ## rebuild ABI, bytecode and Go bindings from the Solidity sources (needs Node)
	deploy/generate

check-generate: ## fail where committed ABI, bytecode or bindings differ from their sources (needs Node)
	deploy/generate --check

contracts-test: ## the Solidity tests: unit, fuzz, invariants and their canaries (needs Node)
	cd contracts && npm ci --ignore-scripts --no-audit --no-fund && ./script/test.sh

prove: ## prove the money of the escrow in its small models, and find each seeded fault (needs Node and z3)
	cd contracts && npm ci --ignore-scripts --no-audit --no-fund --silent && node script/prove.mjs

release: ## reproducible binaries in dist/
	$(STATIC) $(GO) build -trimpath -ldflags '$(LDFLAGS) -s -w' -o dist/ ./contracts/cmd/varek-escrow ./verifier/cmd/varek-verifier ./predicates/cmd/varek-check
	$(STATIC) $(GO) build -trimpath -ldflags '$(LDFLAGS) -s -w' -o dist/ ./sidecar/cmd/varek-sidecar
	$(CGO) $(GO) build -trimpath -ldflags '$(LDFLAGS) -s -w' -o dist/ ./sidecar/cmd/varek-recorder

clean: ## remove what the build made
	rm -rf $(BIN) dist
