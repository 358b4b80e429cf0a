.DEFAULT_GOAL := help
.PHONY: help play test measured unmeasured check lint types screens install modules web site kernels chromium docs dist pictures soak research lowest bench twins load attacks bots lab pages ahead clean

PYTEST := .venv/bin/python -m pytest

# Tests start hundreds of programs. Without bytecode on disk, each would compile again whatever it imports.
unexport PYTHONDONTWRITEBYTECODE

# Twice as many as there are cores: tests of servers and browsers often wait.
WORKERS := $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN))

# These have little to do with each other and some mostly keep one core busy, or the network.
TOGETHER := $(MAKE) --no-print-directory -j6

# The rule tests count which lines of the rules they run (tests/helpers/lines.py).
MEASURED := tests/core tests/games tests/kit
UNMEASURED := $(filter-out $(MEASURED) tests/soak tests/versions tests/__pycache__,$(patsubst %/,%,$(wildcard tests/*/)))

# What uses the packages that Parlour needs: Click, Textual, Starlette, SQLAlchemy, NumPy, Numba, Gymnasium and so on.
LOWEST := $(addprefix tests/,terminal fullscreen home rulebook lab envs contract/test_plugins.py \
	$(addprefix server/test_,http.py room.py sessions.py store.py))

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: web ## Open the house in the browser
	@.venv/bin/parlour

test: install ## Check, then run the tests with coverage (GAME=cambio: only that game's tests)
ifdef GAME
	@$(TOGETHER) lint types screens site chromium
	$(PYTEST) -q -n auto --dist worksteal -k "$(subst -,_,$(GAME))"
else
	@$(TOGETHER) unmeasured measured types screens lint
endif

# One process, whose output comes at its end: the other tests run at the same time, and keep the cache of pytest for themselves.
measured: install
	@log=$$(mktemp); status=0; \
	$(PYTEST) -q -p no:xdist -p no:cacheprovider -p tests.helpers.lines $(MEASURED) >"$$log" 2>&1 || status=1; \
	cat "$$log"; rm -f "$$log"; exit $$status

unmeasured: site chromium
	@sh scripts/retest.sh -q -n $(WORKERS) --dist worksteal --durations=10 $(UNMEASURED)

check: install ## Lint (ruff), check the types (mypy) and the pages (svelte-check, vitest)
	@$(TOGETHER) lint types screens

lint:
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .

types:
	.venv/bin/mypy

screens: modules
	@sh scripts/web.sh check

# What the pages are built with: two parts of `make test` need it, and only one of them may fetch it.
modules: install
	@sh scripts/web.sh modules

web: ## Build the pages of the browser
	@sh scripts/install.sh play
	@sh scripts/web.sh

install: ## Make .venv with everything in it (PYTHON=... chooses the Python)
	@sh scripts/install.sh

kernels: install ## Build the compiled rules of all games ahead, for all machines (GAME=cambio: only that game's)
	.venv/bin/python -m parlour.fast.build $(subst -,_,$(GAME))

# Make `kernels` first: without them the bots of the site don't search.
site: modules ## Build a static site with a house in it, into build/site
	@sh scripts/site.sh

# Find a browser for the tests of the pages: the system's own, or install one.
chromium: install
	@sh scripts/chromium.sh >/dev/null

docs: install site ## Build the documentation site and check its links
	@sh scripts/docs.sh

dist: install kernels ## Build the packages of a release into dist/, pages and kernels included, and check them
	@sh scripts/site.sh
	.venv/bin/python scripts/dist.py

pictures: install web chromium ## Take the pictures of README again
	.venv/bin/python scripts/pictures.py

soak: install ## Run the long tests (some hours; PARLOUR_FUZZ_SECONDS, PARLOUR_ATTACK_SECONDS, PARLOUR_SOAK_SECONDS)
	PARLOUR_SOAK=1 PARLOUR_OUTAGES=60 $(PYTEST) tests/soak tests/core tests/games tests/browser tests/contract tests/server/test_outages.py -q

research: install ## Test the environments at length, with PyTorch too (in .venv-research)
	@sh scripts/beside.sh research -r requirements.lock -r requirements-dev.lock -e '.[openspiel]' torch
	PARLOUR_SOAK=1 .venv-research/bin/python -m pytest -q tests/envs

lowest: install ## Test with the lowest versions that pyproject.toml allows (in .venv-lowest)
	@sh scripts/beside.sh lowest --resolution=lowest-direct -e '.[dev,lab,cluster,envs,postgres]'
	.venv-lowest/bin/python -m pytest -q -n auto -W default::DeprecationWarning $(LOWEST)

bench: install ## Measure the speed
	.venv/bin/python benchmarks/run.py
	.venv/bin/python benchmarks/first_screen.py --write

twins: install ## Measure compiled random play beside C, which `bench` does too (needs gcc)
	.venv/bin/python benchmarks/run.py --twins

load: install ## Measure the house under load (ten minutes; benchmarks/load.py --help has parts and a longer form)
	.venv/bin/python benchmarks/load.py --write
	.venv/bin/python benchmarks/scale.py --write

attacks: install ## Measure what guests notice while the house is attacked
	.venv/bin/python benchmarks/attacks.py --write

bots: install ## Measure how strong the bots are (some hours; a stopped run resumes)
	.venv/bin/python benchmarks/bots.py

lab: install ## Measure the laboratory, and random play compared with other libraries
	.venv/bin/python benchmarks/lab.py
	.venv/bin/python benchmarks/rivals.py

ahead: install ## Measure kernels built ahead, beside Numba
	.venv/bin/python benchmarks/kernels.py --write

pages: install web chromium ## Measure the pages in a browser
	.venv/bin/python benchmarks/browser.py --write

clean: ## Remove .venv, caches and build products
	rm -rf .venv .venv-docs .venv-tools .venv-research .venv-lowest web/node_modules src/parlour/kernels src/parlour/server/pages/app src/parlour/server/pages/offline build dist \
		.pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -path ./.git -prune -o -name __pycache__ -type d -exec rm -rf {} +
