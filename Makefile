# Two commands: `make demo` shows the product at work, `make test` proves it. Both make .venv first.
# `make test EXTRAS=onnx` tests MiniLM, too; onnxruntime is not there for every machine.
# `make check` is what a change has to pass before the tests: format, lint, types, imports, bounds, documents.

PYTHON ?= python3
EXTRAS ?=
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# Figures with a compiled standard install are the ones that users have.
export UV_COMPILE_BYTECODE := 1
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test check format docs bench build clean help

help:
	@echo "make demo    the product at work on a throw-away home"
	@echo "make test    all checks and all tests"
	@echo "make check   the checks alone"
	@echo "make format  formats the code and fixes what can be fixed"
	@echo "make docs    rewrites the generated parts of the documents"
	@echo "make bench   prints the figures"
	@echo "make build   the wheel and the source archive, in dist/"

$(READY): pyproject.toml uv.lock scripts/bootstrap.sh
	@PYTHON="$(PYTHON)" EXTRAS="$(EXTRAS)" sh scripts/bootstrap.sh $(VENV)
	@touch $@

demo: $(READY)
	@$(BIN)/python -m demo.run

test: $(READY) check
	@$(BIN)/python -m pytest --numprocesses auto --maxprocesses 8 --dist worksteal

check: $(READY)
	@$(BIN)/python -m scripts.check

format: $(READY)
	@$(BIN)/ruff format
	@$(BIN)/ruff check --fix

docs: $(READY)
	@$(BIN)/python -m scripts.generate_docs
	@$(BIN)/python -m scripts.readme

bench: $(READY)
	@$(BIN)/python -m benchmarks

build: $(READY)
	@$(BIN)/python -m hatchling build -d dist

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
