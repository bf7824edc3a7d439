# Two commands matter to a newcomer: make demo, make test. Each sets up what it needs (tools/setup), in .venv.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

RUN := tools/run
# A test that fails runs once more, and is named as rerun (docs/decisions/0039-a-failed-test-runs-once-more.md).
PYTEST := $(RUN) pytest --reruns 1 -rR
TOOLS := .venv/.tools-are-there
ENGINE := .venv/.engine-is-built
DEMO_ENGINE := .venv/.demo-engine-is-built
RUST := Cargo.toml Cargo.lock $(shell find engine bindings -name '*.rs' -o -name Cargo.toml)
PYTEST_ARGS ?=
# `make engine ENGINE_PROFILE=release` for the engine of a release, as `make bench` and `pip install .` build it.
ENGINE_PROFILE ?= quick
# Seconds for each fuzz target.
FUZZ_SECONDS ?= 600
# For example --quick, --against HEAD~1.
BENCH_ARGS ?=
STUDIO_TESTS ?= -m site studio/tests/studio
# For example --port 8080 --data ./site.
STUDIO_ARGS ?=

.PHONY: help engine demo studio client catalogue test test-many test-browser test-client test-rust test-alone
.PHONY: test-python test-site lint lint-rust lint-python docs contract proofs
.PHONY: format notices lock fuzz fuzz-quick bench bench-peers peaks clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(TOOLS): requirements/dev.txt requirements/rust.txt tools/setup
	@tools/setup
	@touch $@

$(ENGINE): $(TOOLS) $(RUST) pyproject.toml $(wildcard $(foreach part,lab studio world,$(part)/*.toml $(part)/setup.py))
	$(RUN) maturin develop --profile $(ENGINE_PROFILE) --locked
	@$(RUN) python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e lab -e studio -e world
	@$(RUN) python -m compileall -q python/clew lab/clew_lab studio/clew_studio world/clew_world # start-up should not depend on who may write bytecode
	@touch $@

# For somebody who only looks: a compiler's quickest useful engine, and none of the tools for developers.
$(DEMO_ENGINE): $(RUST) pyproject.toml requirements/demo.txt
	@tools/setup demo
	@echo "demo: compiling the engine, once: a few minutes on two cores"
	@mkdir -p build
	@set -o pipefail; $(RUN) maturin develop --profile demo --locked 2>&1 | tee build/demo.log | \
	    sed -un 's/^ *Compiling \(clew[a-z-]*\) .*/demo: compiling \1/p' || { cat build/demo.log; exit 1; }
	@touch $@

engine: $(ENGINE) ## build the engine, if its sources have changed

demo: $(or $(wildcard $(ENGINE)),$(DEMO_ENGINE)) ## solve every board under boards/: boards, moves, figures, and pictures in demo/
	@$(RUN) python -m tools.demo boards --pictures demo

studio: engine client ## the web site on this machine: prints its address, serves until Ctrl-C
	@$(RUN) clew studio $(STUDIO_ARGS)

client: $(TOOLS) ## build the studio's client, if its sources have changed
	@$(RUN) python tools/studio_parts.py --is-fresh || \
	    { tools/setup node && tools/setup wasm && $(RUN) python tools/studio_parts.py; }

# A compiler keeps one processor busy most of the time: the engine and its tests are compiled side by side.
SIDE_BY_SIDE := $(MAKE) --no-print-directory --jobs=2 --output-sync=target

test: $(TOOLS) ## the tests of the engine and the package
	@$(SIDE_BY_SIDE) test-rust engine
	@$(MAKE) --no-print-directory test-python
	@$(MAKE) --no-print-directory test-alone

test-rust: $(TOOLS) ## the tests of the engine, and of the checker of proofs in Rust
	$(RUN) cargo test --locked --workspace --exclude clew-bindings --exclude clew-wasm

# Three at a time: many wait for other processes.
test-python: $(ENGINE) ## the tests of the package, the command line and this repository
	$(PYTEST) -n 3 --dist worksteal -m "not alone" $(PYTEST_ARGS)

# 5 is pytest's word for "none of them among the tests asked for".
test-alone: $(ENGINE) ## those of them that measure memory
	$(PYTEST) -m alone $(or $(PYTEST_ARGS),$(shell grep -rl --include='test_*.py' 'mark\.alone' tests lab studio world)) || [ $$? = 5 ]

test-many: engine client ## every test with many cases, the studio on both profiles too: hours
	@tools/setup r && tools/setup browser && tools/setup site
	PROPTEST_CASES=10000 $(RUN) cargo test --release --locked --workspace --exclude clew-bindings --exclude clew-wasm
	CLEW_TESTS=many $(PYTEST) -n 2 --dist worksteal -m "not alone" $(PYTEST_ARGS)
	CLEW_TESTS=many $(PYTEST) -m alone $(PYTEST_ARGS)
	CLEW_TESTS=many $(PYTEST) -n 2 --dist worksteal --profile site studio/tests/studio $(PYTEST_ARGS)
	for profile in embedded site; do CLEW_TESTS=many $(PYTEST) --profile $$profile studio/tests/browser $(PYTEST_ARGS); done

test-site: $(ENGINE) ## what is about PostgreSQL and Redis; STUDIO_TESTS=studio/tests/studio for all tests of the studio on them
	@tools/setup site
	$(PYTEST) --profile site -n 2 --dist worksteal $(STUDIO_TESTS) $(PYTEST_ARGS)

# For example `make test-browser PROFILE=site`, on PostgreSQL and Redis.
PROFILE := embedded
# What each commit looks at: the pages, their engine, playing, the maker, the worlds, classes, experiments.
BROWSER_TESTS ?= $(addprefix studio/tests/browser/test_,pages.py page_engine.py play.py pushing.py maker.py world.py \
    classes.py experiment.py)

test-browser: engine client ## the tests that need Chromium; BROWSER_TESTS=studio/tests/browser for all of them
	@tools/setup browser
	@tools/setup site
	$(PYTEST) -n 2 --dist worksteal --profile $(PROFILE) $(BROWSER_TESTS) $(PYTEST_ARGS)

test-client: client ## the client's own tests, formats and types
	$(RUN) python -m tools.client_types --check
	cd studio/client && $(CURDIR)/$(RUN) npm run --silent lint && $(CURDIR)/$(RUN) npm run --silent test

# `cargo fmt` does not see the families, which a macro declares.
RUSTFMT := find engine bindings wasm check -name '*.rs' -not -path '*/target/*' | xargs $(RUN) rustfmt --edition 2024

lint: ## formats, warnings, types, layers, notices
	@$(SIDE_BY_SIDE) lint-rust lint-python

lint-rust: $(TOOLS) ## what of that is about Rust
	@tools/setup lint
	@$(RUSTFMT) --check
	$(RUN) cargo clippy --locked --workspace --all-targets -- -D warnings

lint-python: $(ENGINE) ## and what is not
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) lint-imports --no-cache
	$(RUN) python -m tools.notices --check

proofs: $(ENGINE) ## check the proof of the theorem behind proof files, build the proved checker, compare it with clew_check.py
	@tools/setup proofs
	check/rocq/build
	$(PYTEST) -n 2 check/rocq $(PYTEST_ARGS)

docs: engine client ## the documentation, as build/site/index.html, with every link checked
	@tools/setup docs
	$(RUN) python -m tools.site

format: $(TOOLS) ## format everything as lint requires
	@$(RUSTFMT)
	$(RUN) ruff check --fix .
	$(RUN) ruff format .

catalogue: engine client ## bring what is made from the code up to date: the texts to translate, the schema of boards, the client's types
	@$(RUN) python -m tools.catalogue
	@$(RUN) python -m tools.schema
	@$(RUN) python -m tools.client_types

contract: $(ENGINE) ## accept the public names, options and keys as they are now (docs/versions.md)
	@$(RUN) python -m tools.contract

notices: $(TOOLS) ## rewrite THIRD_PARTY.md
	$(RUN) python -m tools.notices

lock: $(TOOLS) ## rewrite requirements/*.txt
	set -e; for name in dev demo docs fuzz node peers release rust; do \
	    $(RUN) uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
	        --custom-compile-command 'make lock' requirements/$$name.in -o requirements/$$name.txt; \
	done

fuzz-quick: $(ENGINE) ## compiled, plain and built-in rules against each other for a moment, with new ones each time
	$(RUN) python tests/fuzz/fuzz_compiled.py -max_total_time=20

fuzz: $(ENGINE) ## every fuzz target for FUZZ_SECONDS (600) seconds
	@tools/setup fuzz
	@mkdir -p build/fuzz
	set -e; for target in tests/fuzz/fuzz_*.py; do \
	    $(RUN) python $$target -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=build/fuzz/; \
	done

bench: $(TOOLS) ## measure, print one table and write bench/RESULTS.md
	$(RUN) maturin develop --release --locked
	$(RUN) python -m bench $(BENCH_ARGS)

bench-peers: $(TOOLS) ## measure Clew beside what registries offer for the same work, and print a table (10 minutes)
	$(RUN) maturin develop --release --locked
	@tools/setup peers
	cd bench/peers_rust && $(CURDIR)/$(RUN) cargo build --quiet --release --locked
	@$(RUN) python -m bench --only peers --only layouts --output - $(BENCH_ARGS)

peaks: $(TOOLS) ## measure the peak memory of all kinds of work under limits (an hour)
	$(RUN) maturin develop --release --locked
	$(RUN) python -m bench.peaks $(PEAKS_ARGS)

clean: ## remove everything that was built or set up
	rm -rf .venv target build dist demo python/clew/_engine*.so
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find python lab studio world tools tests -name __pycache__ -prune -exec rm -rf {} +
