"""Shared by all tests: rule marks are checked on collection; `--rules-report FILE` writes them out."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import pytest
from hypothesis import settings

from tests.collected import BY_RULE, TestsByRule, collected_apart, tests_by_rule
from tests.rules import unknown_rules

HERE = Path(__file__).parent
LONGEST = ("web", "server", "store", "docs", "odds")
"""Folders whose files take longest: they come first, so that all processes finish together."""
COMPILING = HERE / "cli" / "test_application.py"
"""Its examples compile most kernels. It runs first, so that no two processes compile the same one."""

# The first example of a test may wait for a kernel to compile or a table to be built.
settings.register_profile("paigow", deadline=None, print_blob=True)
settings.load_profile("paigow")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the report."""
    parser.addoption(
        "--rules-report",
        type=Path,
        metavar="FILE",
        help="write which tests show which paragraph or ruling, as JSON (combine with --collect-only -m '')",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Reject marks that name an unknown paragraph, before proofs are deselected; start with the longest."""
    found = tests_by_rule(items)
    if unknown := unknown_rules(set(found)):
        raise pytest.UsageError(f"no rule book has: {', '.join(unknown)}")
    items.sort(key=_place)
    if [(config.rootpath / argument).resolve() for argument in config.args] == [HERE]:
        config.stash[BY_RULE] = found


def _folder(item: pytest.Item) -> str:
    return item.path.relative_to(HERE).parts[0] if item.path.is_relative_to(HERE) else ""


def _place(item: pytest.Item) -> int:
    if item.path == COMPILING:
        return -1
    folder = _folder(item)
    return LONGEST.index(folder) if folder in LONGEST else len(LONGEST)


@pytest.fixture
def by_rule(request: pytest.FixtureRequest) -> TestsByRule:
    """Which tests of the whole suite prove which rule, no matter how few of them this run is about."""
    found: TestsByRule | None = request.config.stash.get(BY_RULE, None)
    return collected_apart() if found is None else found


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the report; of parallel workers, which all collect the same, only the first does."""
    # What is collected lives until the end; scanning it again took a tenth of the law tests' time.
    gc.freeze()
    file: Path | None = session.config.getoption("--rules-report")
    worker = getattr(session.config, "workerinput", {"workerid": "gw0"})["workerid"]
    if file is not None and session.items and worker == "gw0":
        report = {"schema": "paigow/rules-report/1", "rules": tests_by_rule(session.items)}
        file.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
