# Two commands matter: `make run` and `make test`. Each installs all it needs; a second call starts at once.

# Debian packages the tests need beyond Python's, as PACKAGE or PACKAGE=PROBE (see tools/ensure-system).
SYSTEM_PACKAGES := postgresql=/usr/lib/postgresql/*/bin/postgres libatomic1=/usr/lib/*/libatomic.so.1 \
    chromium-headless-shell=chromium-headless-shell \
    fonts-liberation=/usr/share/fonts/truetype/liberation*/LiberationSans-Regular.ttf nodejs=node npm=npm \
    fonts-wqy-microhei=/usr/share/fonts/truetype/wqy/wqy-microhei.ttc nginx-light=/usr/sbin/nginx caddy=caddy tmux=tmux
# Test processes; the smallest supported machine has two cores.
JOBS ?= 2

BIN := .venv/bin
RUN_READY := .venv/.ready-run
TEST_READY := .venv/.ready-test
# npm's own record of what it installed: tools that check the browser client, which itself needs none of them.
WEB_BIN := node_modules/.bin
WEB_READY := node_modules/.package-lock.json

.DEFAULT_GOAL := help
.PHONY: help run test check bench figures docs prove lock format clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(RUN_READY) ## start paigow
	@$(BIN)/paigow

# A file's tests run in one process, so that its servers and tables are created once. Many processes
# are started, and what one has compiled, the next needn't.
test: check ## check everything, then run every test except the long proofs
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(JOBS) --dist loadfile --no-loadscope-reorder --durations 20

check: $(TEST_READY) $(WEB_READY) ## format, lint, types and layers
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy --num-workers $(JOBS)
	$(BIN)/lint-imports --no-logo
	$(WEB_BIN)/biome check --error-on-warnings
	$(WEB_BIN)/tsc

bench: $(TEST_READY) ## benchmark paigow against similar projects
	$(BIN)/python -m benchmarks

# A missed goal makes `benchmarks` exit with 1, which is no reason to keep old figures.
figures: $(TEST_READY) ## measure again, and write benchmarks/measured.json and the pages that quote it
	-$(BIN)/python -m benchmarks --json benchmarks/measured.json
	$(BIN)/python -m benchmarks.docs

docs: $(TEST_READY) ## build the docs site in build/docs
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going docs build/docs

prove: $(TEST_READY) ## run the exhaustive proofs, with progress and no time limit
	$(BIN)/pytest -m prove -v -s

lock: ## update the lock files; UPGRADE=1 takes newer versions
	tools/lock $(if $(UPGRADE),--upgrade)

format: $(TEST_READY) $(WEB_READY) ## format the code and apply lint fixes
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(WEB_BIN)/biome check --write

clean: ## remove the environment, caches and builds
	rm -rf .venv node_modules .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN_READY): requirements/run.lock pyproject.toml tools/set-up
	@tools/set-up run

$(TEST_READY): requirements/test.lock pyproject.toml tools/set-up tools/ensure-system Makefile
	@tools/ensure-system $(SYSTEM_PACKAGES)
	@tools/set-up test

$(WEB_READY): package.json package-lock.json .npmrc | $(TEST_READY)
	@echo "npm: installing what checks the browser client (package-lock.json)"
	@npm ci --silent
	@touch $@
