# Two commands matter to a newcomer: make demo, make test. Each sets up what it needs (tools/setup), in .venv.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

RUN := tools/run
TOOLS := .venv/.tools-are-there
ENGINE := .venv/.engine-is-built
RUST := Cargo.toml Cargo.lock $(shell find engine bindings -name '*.rs' -o -name Cargo.toml)
PYTEST_ARGS ?=
# Seconds for each fuzz target.
FUZZ_SECONDS ?= 600
# For example --quick.
BENCH_ARGS ?=

.PHONY: help demo test test-rust test-python lint format notices lock fuzz bench clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(TOOLS): requirements/dev.txt requirements/rust.txt tools/setup
	@tools/setup
	@touch $@

$(ENGINE): $(TOOLS) $(RUST) pyproject.toml
	$(RUN) maturin develop --release --locked
	@$(RUN) python -m compileall -q python/clew # start-up should not depend on who may write bytecode
	@touch $@

demo: $(ENGINE) ## solve every board under boards/: boards, moves, figures, and pictures in demo/
	@$(RUN) python -m tools.demo boards --pictures demo

test: test-rust test-python ## every test

test-rust: $(TOOLS) ## the engine's own tests
	$(RUN) cargo test --locked --workspace

test-python: $(ENGINE) ## the tests of the package, the command line and this repository
	$(RUN) pytest $(PYTEST_ARGS)

lint: $(ENGINE) ## formats, warnings, types, layers, notices
	@tools/setup lint
	$(RUN) cargo fmt --all --check
	$(RUN) cargo clippy --locked --workspace --all-targets -- -D warnings
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) lint-imports --no-cache
	$(RUN) python -m tools.notices --check

format: $(TOOLS) ## write the formats that lint asks for
	$(RUN) cargo fmt --all
	$(RUN) ruff check --fix .
	$(RUN) ruff format .

notices: $(TOOLS) ## write THIRD_PARTY.md anew
	$(RUN) python -m tools.notices

lock: $(TOOLS) ## write requirements/*.txt anew
	set -e; for name in dev fuzz rust; do \
	    $(RUN) uv pip compile --quiet --upgrade --universal --generate-hashes --python-version 3.11 \
	        --custom-compile-command 'make lock' requirements/$$name.in -o requirements/$$name.txt; \
	done

fuzz: $(ENGINE) ## every fuzz target for FUZZ_SECONDS (600) seconds
	@tools/setup fuzz
	@mkdir -p build/fuzz
	set -e; for target in tests/fuzz/fuzz_*.py; do \
	    $(RUN) python $$target -max_total_time=$(FUZZ_SECONDS) -artifact_prefix=build/fuzz/; \
	done

bench: $(ENGINE) ## measure, print one table and write bench/RESULTS.md
	$(RUN) python -m bench $(BENCH_ARGS)

clean: ## remove everything that was built or set up
	rm -rf .venv target build dist demo python/clew/_engine*.so
	rm -rf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find python tools tests -name __pycache__ -prune -exec rm -rf {} +
