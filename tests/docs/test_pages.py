"""Every command, program, and file in README and docs does what the page says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.reading import PAGES, ROOT, Block, blocks_of, steps_of
from tests.docs.running import Page, matches
from tests.store.servers import postgres_server

RUN = ("console", "python", "toml", "tsv", "way")
SEEN_ELSEWHERE = {
    "{toctree}": "make docs",
    "{eval-rst}": "tests/docs/test_reference.py",
    "hands": "tests/houseways/test_specification.py",
    "lark": "tests/houseways/test_specification.py",
    "json": "this file",
    "{literalinclude}": "tests/library/test_examples.py",
    "text": "nothing: words laid out",
    "shell": "this file: only what other tests run",
}
SHELL = re.compile(
    r"make [a-z]+( UPGRADE=1)?|python3 -m venv [a-z]+|([a-z]+/bin/)?(pip|pipx) (install|run) .*|git clone .*"
)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def blocks(path: Path) -> tuple[Block, ...]:
    return blocks_of(path.read_text(encoding="utf-8"))


def is_run(block: Block) -> bool:
    return block.kind in RUN


SHORT = [path for path in PAGES if any(is_run(block) and not block.long for block in blocks(path))]
LONG = [path for path in PAGES if any(is_run(block) and block.long for block in blocks(path))]


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    made = Page(tmp_path)
    yield made
    made.close()


@pytest.mark.parametrize("path", SHORT, ids=name_of)
def test_a_page_does_what_it_says(page: Page, path: Path) -> None:
    for block in blocks(path):
        if not block.long:
            page.run(block)


@pytest.mark.prove
@pytest.mark.parametrize("path", LONG, ids=name_of)
def test_a_page_does_what_it_says_where_that_takes_long(tmp_path: Path, path: Path) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    with postgres_server() as server:
        page = Page(folder, server.url)
        try:
            for block in blocks(path):
                page.run(block)
        finally:
            page.close()


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_every_block_says_what_it_is(path: Path) -> None:
    for block in blocks(path):
        assert is_run(block) or block.kind in SEEN_ELSEWHERE, f"{name_of(path)}, line {block.line}"
        if block.kind == "console":
            assert steps_of(block), f"{name_of(path)}, line {block.line}: no command"
        if block.kind == "shell":
            assert all(SHELL.fullmatch(line) for line in block.text.splitlines()), block.text


def test_lines_left_out_match_any() -> None:
    assert matches(["a", "b", "c"], ["a", "...", "c"])
    assert matches(["a [1] 2 c"], ["a [1] ... c"])
    assert not matches(["a", "b"], ["a"])
    assert not matches(["ab"], ["a?"])


def test_what_is_not_so_is_found(page: Page) -> None:
    with pytest.raises(AssertionError, match="prints"):
        page.run(blocks_of("```console\n$ paigow show 6-6\\ 4-5\nnonsense\n```\n")[0])
    with pytest.raises(AssertionError, match="exit code 3"):
        page.run(blocks_of("```console\n$ paigow show 7-7\n```\n")[0])
    page.run(blocks_of("```console\n$ paigow show 7-7\n...\n(exit code 3)\n```\n")[0])


def test_the_readmes_figures_are_those_of_the_results() -> None:
    results = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (?:tiles|cards), .*$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert len(rows) == 3
    for row in rows:
        win, push, lose, total, edge = re.findall(r"\| ([\d,.]+%?) (?=\|)", row)
        assert f"| {win} | {push} | {lose} |" in results
        assert total in results
        assert f"| {edge} |" in results
