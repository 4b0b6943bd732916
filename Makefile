# `make demo` shows what Lexludi does; `make test` runs everything that CI runs.
# Both work on a bare machine with Python 3.11 and make, with uv or without.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
ROUND := mo/q-poker --seed 39 --bet 1:ante=10 --bet 1:pair-plus=5 --action 1:play

TEST_PACKAGES := $(shell $(PYTHON) -c "import tomllib; g = tomllib.load(open('pyproject.toml', 'rb'))['dependency-groups']; print(' '.join('\"' + p + '\"' for n in g for p in g[n]))")

# Tests start hundreds of commands, each of which would be compiled anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test tests lint format site serve bench fuzz mutants soak release vnu vendor vsix clean

demo: $(VENV)/installed
	$(BIN)/lexludi check
	$(BIN)/lexludi play $(ROUND)

# One worker more than there are processors: tests in a browser wait for it.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

# Without a browser and what `make vendor` fetches, the tests of the site are skipped, and say so.
test: $(VENV)/tested
	$(MAKE) --no-print-directory -j2 tests lint

tests: $(VENV)/tested
	$(BIN)/python -m pytest -rs --numprocesses $(WORKERS) --dist loadfile --no-loadscope-reorder

lint: $(VENV)/tested
	$(BIN)/ruff check engine tests .ci
	$(BIN)/ruff format --check engine tests .ci
	$(BIN)/mypy
	$(BIN)/mypy tests/readme_example.py
	$(BIN)/lint-imports

format: $(VENV)/tested
	$(BIN)/ruff check --fix engine tests .ci
	$(BIN)/ruff format engine tests .ci

# The extension for Visual Studio Code, packed with npm.
vsix:
	mkdir -p build
	cd editors/vscode && npm ci --no-audit --no-fund && npm run vsix

# Pyodide for the site, axe-core for the tests: fetched once into build/vendor, with the hashes of site/vendor.toml.
vendor:
	@$(PYTHON) .ci/vendor.py

# Never with -q: that silences what strict counts.
site: $(VENV)/tested
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

serve: $(VENV)/tested
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs serve

bench: $(VENV)/tested
	PYTHONPATH=tests $(BIN)/python -m benchmarks
	PYTHONPATH=tests $(BIN)/python -m benchmarks.playouts
	PYTHONPATH=tests $(BIN)/python -m benchmarks.growth

# Generated texts against enumeration, then broken inputs at every door, each for so many seconds from a seed on;
# what is found is kept in tests/generated/found, shrunk, and in tests/hostile/found. TEXTS=often makes frequent in the
# texts what is seldom in regulations, TEXTS=small has many texts of the size that the tests have.
SECONDS ?= 60
SEED ?= 1
fuzz: $(VENV)/tested
	PYTHONPATH=tests $(BIN)/python -m generated.fuzz $(SECONDS) $(SEED) $(TEXTS)
	PYTHONPATH=tests $(BIN)/python -m hostile.fuzz $(SECONDS) $(SEED)

# Small faults put into the code of rules, play and exact, one at a time: a sample by a seed, and which of them no test
# notices of those that run the line. A few minutes to record what tests run, then seconds for each; a run that was
# stopped is taken up again. Accepted survivors: tests/mutants/survivors.toml.
MUTANTS ?= 300
mutants: $(VENV)/tested
	PYTHONPATH=tests $(BIN)/python -m mutants $(MUTANTS) $(SEED)

# Wheel, sdist, their SHA-256 and a CycloneDX list of what they depend on, in dist.
release: $(VENV)/tested
	$(BIN)/python .ci/release.py

# What takes minutes: a million deals of each game by all generated code (`make test` compares thousands), 200 kills,
# every fault put in, the grammar of every language against ambiguity, all combinations of which `make test` has some.
soak: $(VENV)/tested
	$(BIN)/python -m pytest -m soak tests

# Every page of the site by vnu, the checker of HTML of the W3C; it needs Java (Debian: apt-get install
# default-jre-headless), for which CI has no time.
vnu: $(VENV)/tested
	@$(PYTHON) .ci/vendor.py vnu-jar
	$(BIN)/python -m pytest -m soak tests/test_vnu.py

$(BIN)/python:
ifdef UV
	uv venv --quiet --python $(PYTHON) $(VENV)
else
	$(PYTHON) -m venv $(VENV) || { echo "Debian: apt-get install python3-venv" >&2; exit 1; }
endif

$(VENV)/installed: pyproject.toml | $(BIN)/python
ifdef UV
	uv pip install --quiet --python $(BIN)/python --editable .
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
endif
	touch $@

$(VENV)/tested: $(VENV)/installed
ifdef UV
	uv pip install --quiet --python $(BIN)/python $(TEST_PACKAGES)
else
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $(TEST_PACKAGES)
endif
	touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
