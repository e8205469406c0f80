# make demo   set up, print a table, write a worksheet and its key into demo/
# make test   set up, then every check there is
# Both work again without network, once they have run.
#
# make sweep     all cases of the tests of which make test takes a share (tests/sweep.toml)
# make coverage  every line and branch of calculation, encodings, worksheet and grading that no test reaches
# make mutants   small faults in calculation and grading that no test sees (hours; tests/bench/mutants/tried.json)
# make docs      what README.md, README.de.md and docs/ show of the program, anew
# make samples   what the program makes in samples/, anew (pictures too)
# make bench     the figures in README.md, measured here
# make lowest    the tests with the oldest versions of everything that pyproject.toml allows, on the oldest Python that is here
# make newest    the same with the newest versions there are

SHELL := /bin/sh
BIN := .venv/bin

# What a user has set for pip and Python elsewhere must not reach our own environment.
unexport PYTHONPATH PYTHONHOME PYTHONSTARTUP PYTHONDONTWRITEBYTECODE PIP_USER PIP_TARGET PIP_PREFIX PIP_ROOT PIP_REQUIRE_VIRTUALENV PIP_NO_DEPS UV_TARGET UV_PREFIX UV_CONSTRAINT UV_OVERRIDE

# The first Python that is new enough and can make a virtual environment; or say which: make test PYTHON=/path/to/python
PYTHON := $(shell for python in python3.11 python3.12 python3.13 python3.14 python3 /usr/bin/python3; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
	&& echo $$python && break; done)

# $(call need,check,Debian packages,what is lost without them): installs only what is missing, and only where it can.
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20
GET := $(APT) install -y --no-install-recommends
define need
@{ $(1); } >/dev/null 2>&1 && exit 0; \
if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	echo "Installing $(2) ..."; \
	{ $(GET) $(2) || { $(APT) update; $(GET) $(2); }; } </dev/null >/dev/null 2>&1; \
fi; \
{ $(1); } >/dev/null 2>&1 || echo "Missing here: $(2). $(3)"
endef

# Pages that show what the program prints; make test compares, make docs replaces.
SHOWN := README.md README.de.md docs/commands.md docs/encodings.md docs/arrays.md docs/worksheets.md docs/arbeitsblaetter.md
COG = $(BIN)/cog -I . -P -U -n UTF-8 --verbosity=1

.PHONY: demo test style types shown suite sweep coverage mutants docs samples bench lowest newest setup programs pango viewers clean

demo: setup pango
	$(BIN)/posenc table --d 4 --n 6
	@mkdir -p demo
	@echo "Printing a worksheet and its key; this takes some seconds ..."
	$(BIN)/posenc worksheet katze -o demo/katze.pdf --key demo/katze-loesung.pdf --force
	@echo "Now: open demo/katze.pdf, or try $(BIN)/posenc practice, or $(BIN)/posenc explore --open"

# While programs that the suite needs are still coming, mypy is at work.
test:
	@$(MAKE) --no-print-directory -j4 style types shown suite

style: setup
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: style
	$(BIN)/mypy

shown: style programs
	$(COG) --check --check-fail-msg="Run: make docs" $(SHOWN)

suite: style programs
	$(BIN)/pytest -n auto --dist worksteal

sweep: setup programs
	$(BIN)/pytest -n auto --dist worksteal --sweep

# Few examples of every law show which lines are reached; what prints or builds a package adds none.
coverage: setup
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -q -n auto --dist worksteal --hypothesis-profile=coverage \
		-m "not pdf and not browser and not packaging" --deselect tests/cli/test_late.py
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

mutants: setup
	$(BIN)/python -m tests.bench.mutants.run

docs: setup
	$(COG) -r $(SHOWN)

samples: setup pango
	$(BIN)/python -m tests.samples.rebuild
	$(BIN)/python -m tests.samples.picture

bench: setup pango
	$(BIN)/python -m pip install --quiet --no-input --disable-pip-version-check -c constraints.txt -e '.[bench]'
	$(BIN)/python tests/bench/measure.py
	$(MAKE) docs

# A deprecation is an error here too: what a newer version will take away is seen while it still works.
lowest: CONSTRAINTS := -c constraints-lowest.txt
lowest newest: setup programs
	$(PYTHON) -m venv --clear .venv-$@
	.venv-$@/bin/python -m pip install --quiet --no-input --disable-pip-version-check $(CONSTRAINTS) -e '.[dev]'
	.venv-$@/bin/python -m pytest -n auto --dist worksteal

# uv takes a third of the time of pip, which knows more ways to reach an index.
INSTALL = $(BIN)/python -m pip install --quiet --no-input --no-compile --disable-pip-version-check -c constraints.txt

setup: .venv/.stamp

.venv/.stamp: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "posenc needs Python 3.11 or newer with its venv module (Debian: python3-venv)."; exit 1; }
	@echo "Setting up .venv: this takes some minutes, once ..."
	$(PYTHON) -m venv .venv
	@echo "Installing posenc and what it needs into .venv ..."
	@$(INSTALL) uv >/dev/null 2>&1 && $(BIN)/uv pip install --quiet --python $(BIN)/python -c constraints.txt -e '.[dev]' 2>/dev/null \
		|| $(INSTALL) -e '.[dev]'
	@touch $@

# The library that WeasyPrint draws with; its warning about a missing part of it counts as missing.
pango:
	$(call need,$(BIN)/python -W error::DeprecationWarning -c "import weasyprint",libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0,PDFs are made by a browser or left as pages to print.)

# One after the other: the machine installs one thing at a time.
programs: setup viewers
	@$(MAKE) --no-print-directory pango

# Programs that some tests look at pages with.
viewers:
	$(call need,command -v pdftoppm,poppler-utils,Tests that look at pages are skipped.)
	$(call need,command -v chromium || command -v google-chrome || command -v chromium-browser,chromium,Tests of the browser are skipped.)

clean:
	rm -rf .venv .venv-lowest .venv-newest demo build dist
