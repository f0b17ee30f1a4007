# make site   builds the example site into example_site/site/ and the documentation into docs/site/
# make serve  serves the example site at http://127.0.0.1:8000/ and rebuilds it on every change
# make test   runs every test, those in a browser too where one is found
# make check  runs formatter, linter, types and the rules of who may import whom
# make check-js  checks the types of the player's script, where npm is found
# make bench  measures what figures cost a build, what `check` costs, and what the player costs a browser
# make docs-update  writes the generated parts of the documentation again
# make clean  removes what was built. Each command sets up .venv by itself; to start over, remove that folder.
#
# Needs Python 3.11 or newer with pip, git and make. PYTHON=... names one that is not found by itself.

SHELL := /bin/sh
PYTHON ?=
PYTEST_ARGS ?= -n auto --dist loadfile
RUN := .venv/bin/python -m
SCRIPT := mkdocs_mechanism/figure/assets/mechanism-player.js
TYPESCRIPT := 5
TSC_ARGS := --noEmit --allowJs --checkJs --strict --noImplicitAny false --target es2022 --lib es2022,dom,dom.iterable
READY := .venv/ready
# Material for MkDocs advertises on every build; the variable is its own switch for that.
export NO_MKDOCS_2_WARNING := 1
# The packages go into .venv, whoever runs this.
export PIP_ROOT_USER_ACTION := ignore

.PHONY: site serve test check check-js format bench docs-update clean
.DEFAULT_GOAL := site

# The system's own pip seeds the environment, so that it works without ensurepip too (Debian without python3-venv).
# The stamp is the last thing written: a setup that broke off starts again.
$(READY): pyproject.toml
	@set -eu; \
	if ! .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	  found=; \
	  for name in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	    if "$$name" -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$name; break; fi; \
	  done; \
	  if [ -z "$$found" ]; then echo 'No Python 3.11 or newer with pip was found: install one, or name it with PYTHON=...' >&2; exit 1; fi; \
	  "$$found" -m venv --without-pip .venv; \
	  packages=$$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))'); \
	  "$$found" -m pip install --quiet --disable-pip-version-check --target "$$packages" 'pip>=25.1'; \
	elif ! .venv/bin/python -c 'import pip, sys; sys.exit(tuple(map(int, pip.__version__.split(".")[:2])) < (25, 1))' 2>/dev/null; then \
	  echo 'The folder .venv was not made by this Makefile: remove it and run make again.' >&2; exit 1; \
	fi
	$(RUN) pip install --quiet --disable-pip-version-check --editable '.[mkdocs]' --group dev
	@$(RUN) pip install --quiet --disable-pip-version-check --group provenance || \
	  echo 'The group provenance of pyproject.toml was not installed: the tests that need it are skipped.' >&2
	@touch $@

site: $(READY)
	$(RUN) mkdocs build --strict --config-file example_site/mkdocs.yml
	$(RUN) mkdocs build --strict --config-file docs/mkdocs.yml

serve: $(READY)
	$(RUN) mkdocs serve --config-file example_site/mkdocs.yml

test: $(READY)
	$(RUN) pytest $(PYTEST_ARGS)

check: $(READY)
	$(RUN) ruff format --check .
	$(RUN) ruff check .
	$(RUN) mypy
	$(RUN) pytest -q tests/project/test_imports.py

# The types stand in comments, and the script is published as it is: nothing here needs Node to build or to test.
check-js:
	@if command -v npx >/dev/null; then \
	  npx --yes --package typescript@$(TYPESCRIPT) tsc $(TSC_ARGS) $(SCRIPT); \
	else \
	  echo "SKIPPED: the types of $(SCRIPT) are not checked, since npm is not here (Debian: apt-get install npm)"; \
	fi

format: $(READY)
	$(RUN) ruff format .
	$(RUN) ruff check --fix .

bench: $(READY)
	.venv/bin/python tests/bench/bench_cost.py
	PYTHONPATH=tests .venv/bin/python tests/bench/bench_player.py

docs-update: $(READY)
	.venv/bin/python docs/generate.py

clean:
	rm -rf site example_site/site docs/site dist build .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find mkdocs_mechanism tests docs -name __pycache__ -type d -prune -exec rm -rf {} +
