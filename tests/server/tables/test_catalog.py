"""A floor opens tables with an operator's own submissions."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from paigow.books.book import load_book
from paigow.cli.application import run
from paigow.faults import BadInput
from paigow.server.tables.catalog import TableSettings, encode_settings, table_of
from paigow.store.journal import open_store
from paigow.store.records import TableRecord
from paigow.submissions.writing import new_submission
from tests.books.making import changed, text_of, tree_of, with_changes
from tests.rules import rule
from tests.server.running import running


def filled_in(draft: str) -> str:
    return draft.replace("Name of the house", "Jade Court").replace("write the reference here", "JC-1")


def test_a_submission_of_ones_own_is_a_table_in_the_lobby(tmp_path: Path) -> None:
    file = tmp_path / "Our Table.toml"
    file.write_text(filled_in(new_submission(load_book("colorado-tiles"))), encoding="utf-8")
    with running(tmp_path, "--no-demonstration", "--table", str(file)) as server:
        (listed,) = httpx.get(f"{server.address}api/lobby", timeout=60).json()["tables"]
        assert listed["book"] == "colorado-tiles"
        assert listed["id"] == table_of(str(file)).id
        assert (
            httpx.get(f"{server.address}api/tables/{listed['id']}/submission", timeout=60).text
            == file.read_text()
        )


def test_another_text_is_another_table(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    text = filled_in(new_submission(load_book("colorado-tiles")))
    file.write_text(text, encoding="utf-8")
    one = table_of(str(file))
    file.write_text(text.replace("main.maximum = ", "main.maximum = 1"), encoding="utf-8")
    assert one.id.startswith("ours-")
    assert table_of(str(file)).id != one.id


def test_what_is_not_in_order_is_not_put_up(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text('rulebook = "colorado-tiles"\n[table]\nchairs = 7\n', encoding="utf-8")
    with pytest.raises(BadInput, match="this is missing"):
        table_of(str(file))


@rule("R82")
def test_a_draft_is_not_put_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(new_submission(load_book("colorado-tiles")), encoding="utf-8")
    with pytest.raises(BadInput, match="a floor doesn't serve drafts"):
        table_of(str(file))
    assert run(["serve", "--no-demonstration", "--table", str(file)]) == 3
    told = capsys.readouterr().err
    assert "a floor doesn't serve drafts" in told
    assert "table.operator" in told


@rule("R81", "R82")
def test_a_kept_table_that_is_not_in_order_any_more_is_set_aside_and_the_others_are_served(
    tmp_path: Path,
) -> None:
    draft = new_submission(load_book("rock-island-poker"))
    rounding = changed("rock-island-poker-full", {"vigorish.method": "up-to-25-cents"})
    store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    for name, text in (("draft", draft), ("rock-island-poker", rounding)):
        store.add_table(TableRecord(name, text, encode_settings(TableSettings()), 0))
    store.close()
    with running(tmp_path) as server:
        names = {each["id"] for each in httpx.get(f"{server.address}api/lobby", timeout=60).json()["tables"]}
    rock_island = [name for name in names if name.startswith("rock-island-poker")]
    assert len(names) == 4
    assert len(rock_island) == 1
    assert not names & {"draft", "rock-island-poker"}


def test_a_house_way_in_a_file_of_its_own_goes_onto_the_floor_with_its_submission(tmp_path: Path) -> None:
    way = 'way "Ours"\ngame tiles\n1  otherwise play the best low\nfinally the best low, then the best high\n'
    (tmp_path / "ours.way").write_text(way, encoding="utf-8")
    changes = {"house-way.way": "ours.way", "house-way.exceptions": ["1"]}
    file = tmp_path / "ours.toml"
    file.write_text(text_of(with_changes(tree_of("commission-tiles-plain"), changes)), encoding="utf-8")
    options: tuple[str, ...] = ("--no-demonstration", "--pace", "0", "--table", str(file))
    for _ in ("put up", "taken up again, without the file"):
        with running(tmp_path, *options) as server:
            (listed,) = httpx.get(f"{server.address}api/lobby", timeout=60).json()["tables"]
            kept = httpx.get(f"{server.address}api/tables/{listed['id']}/submission", timeout=60).text
            posted = httpx.get(f"{server.address}api/tables/{listed['id']}/rules", timeout=60).text
        assert way in kept
        assert "Ours" in posted
        (tmp_path / "ours.way").unlink(missing_ok=True)
        options = options[:3]
