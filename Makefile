# Two commands do everything:
#   make demo   install the package and play 1,000 games
#   make test   install what the tests need and pass them
# Another Python: make test PYTHON=python3.12 VENV=.venv312

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
# processes that tests run in; 0 is none but pytest itself
JOBS ?= 2
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist worksteal
# a build for the processor only
TORCH ?= torch==2.13.0

.PHONY: help demo test test-vectors check bench clean

help:
	@echo "make demo    install the package in $(VENV) and play 1,000 games"
	@echo "make test    install what the tests need in $(VENV) and run them"
	@echo "make test-vectors   the same for vectors, shipped word files and Ray, with torch and all sources"
	@echo "make check   style and types: ruff, mypy"
	@echo "make bench   how fast it plays on this machine"
	@echo "make clean   remove $(VENV) and what tools left behind; runs stay"

demo: $(VENV)/.installed
	$(BIN)/cluejam simulate --rules duo --spymaster margin --guesser nearest --games 1000 --seed 1

test: $(VENV)/.installed-dev
	$(PYTEST)

# rebuilds the shipped vectors and word files from their sources, loads a sentence-transformers model, and plays
# on Ray; needs 2.5 GB
test-vectors: $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet '$(TORCH)'
	$(BIN)/python -m pip install --quiet --editable '.[dev,builders,train,sbert,ray]'
	$(PYTEST) tests/embeddings/test_build_vectors.py tests/embeddings/test_loaders.py tests/test_own_vectors.py tests/cli/test_embeddings_commands.py tests/words/test_shipped_files.py tests/runs/test_ray.py

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(VENV)/.installed
	$(BIN)/cluejam bench

# An environment that was left half made is made again; an old one is kept.
define environment
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) is missing or older than Python 3.11; name another: make PYTHON=python3.12"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
endef

$(VENV)/.installed: pyproject.toml
	$(environment)
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.installed-dev: pyproject.toml
	$(environment)
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
