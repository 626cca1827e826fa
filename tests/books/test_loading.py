"""Books are found by their entry points, and an incomplete book reports what is missing and where."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from paigow.books import registry
from paigow.books.book import books, load_book, read_book
from paigow.books.registry import GROUP, book_names, folder_of
from paigow.cli.book import books as list_books
from paigow.faults import BadInput

OURS = ("commission-tiles", "colorado-tiles", "rock-island-poker", "maryland-poker")
Found = Callable[..., None]


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[Found]:
    """Make the registry find these entry points instead of the installed ones."""

    def find(*points: tuple[str, str]) -> None:
        monkeypatch.setattr(
            registry, "entry_points", lambda group: [EntryPoint(name, value, group) for name, value in points]
        )
        registry._shelf.cache_clear()

    yield find
    registry._shelf.cache_clear()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of Maryland's folder, to remove something from; an earlier copy's import is dropped."""
    sys.modules.pop("copied", None)
    return Path(shutil.copytree(str(folder_of("maryland-poker")), tmp_path / "copied"))


def without(file: Path, beginning: str) -> None:
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [line for line in lines if not line.startswith(beginning)]
    assert len(kept) < len(lines)
    file.write_text("".join(kept), encoding="utf-8")


def test_our_books_are_listed_with_tiles_first() -> None:
    assert book_names() == OURS
    assert [book.name for book in books()] == list(OURS)


def test_a_book_is_found_by_name_or_folder() -> None:
    assert load_book(" Colorado_Tiles ").name == "colorado-tiles"
    with pytest.raises(BadInput, match=r"there is no rule book 'colorado-tile'; did you mean colorado-tiles"):
        load_book("colorado-tile")


def test_no_entry_points_mean_a_stale_installation(found: Found) -> None:
    found()
    with pytest.raises(
        BadInput, match="no rule books are installed, not even the built-in ones; install paigow"
    ):
        book_names()


MARYLAND = ("maryland-poker", "paigow.books.maryland_poker")


def test_two_books_of_one_name_clash_and_the_others_are_listed(found: Found) -> None:
    found(
        MARYLAND, ("rock-island-poker", "paigow.books.rock_island_poker"), (MARYLAND[0], "elsewhere.maryland")
    )
    assert book_names() == ("rock-island-poker",)
    with pytest.raises(BadInput, match=r"elsewhere\.maryland and paigow\.books\.maryland_poker"):
        load_book("maryland-poker")


def test_a_book_found_twice_in_one_place_is_one_book(found: Found) -> None:
    found(*[MARYLAND] * 2)
    assert book_names() == ("maryland-poker",)


def test_a_package_that_is_gone_is_named_and_left_out(found: Found) -> None:
    found(MARYLAND, ("harbor-poker", "harbor_that_sank"))
    assert [book.name for book in books()] == ["maryland-poker"]
    with pytest.raises(
        BadInput, match=rf"can't load the rule book 'harbor-poker'.*harbor_that_sank.*{GROUP}"
    ):
        load_book("harbor-poker")


def test_a_book_and_its_entry_point_have_one_name(found: Found) -> None:
    found(MARYLAND, ("harbor-poker", "paigow.books.rock_island_poker"))
    assert book_names() == ("maryland-poker",)
    problem = "'harbor-poker' leads to a book that calls itself 'rock-island-poker'"
    with pytest.raises(BadInput, match=problem):
        load_book("harbor-poker")


def test_a_wager_that_is_not_installed_is_told_where_it_is_named(folder: Path) -> None:
    file = folder / "book.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("[wagers.fortune]", "[wagers.fortunes]"))
    with pytest.raises(BadInput, match=r"there is no wager 'fortunes' \(.*book\.toml, wagers\.fortunes\)"):
        read_book(folder)


def test_a_bad_pay_table_of_a_package_is_found_when_books_are_listed(
    found: Found, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(folder.parent)
    (folder / "paytables").mkdir(exist_ok=True)
    table = folder / "paytables" / "fortune.tsv"
    table.write_text("line\tA\nparagraph\t13\nno-such-line\t5 to 1\n", encoding="utf-8")
    found(("rock-island-poker", "paigow.books.rock_island_poker"), ("maryland-poker", "copied"))
    assert book_names() == ("rock-island-poker",)
    with pytest.raises(BadInput, match="'no-such-line' is not a line of maryland-poker fortune A"):
        load_book("maryland-poker")


def test_a_broken_book_of_a_package_is_named_and_the_others_are_listed(
    found: Found, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever file is broken, the book is validated in full before anything lists it."""
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(folder.parent)
    file = folder / "paragraphs.tsv"
    file.write_text(
        file.read_text(encoding="utf-8").replace("\tenforced\t", "\tforced\t", 1), encoding="utf-8"
    )
    found(("rock-island-poker", "paigow.books.rock_island_poker"), ("maryland-poker", "copied"))
    list_books(as_json=False)
    told = capsys.readouterr()
    assert "rock-island-poker" in told.out
    assert "maryland-poker" not in told.out
    assert "Skipped the rule book maryland-poker. 'forced' is not a kind of paragraph" in told.err
    assert "copied/paragraphs.tsv line" in told.err


def test_a_book_of_a_package_cites_paragraphs_that_it_has(
    found: Found, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(folder.parent)
    file = folder / "citations.tsv"
    rows = file.read_text(encoding="utf-8").splitlines()
    place = next(n for n, row in enumerate(rows) if row.startswith("no more bets\t"))
    rows[place] = "no more bets\t7.Z(9)"
    file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    found((MARYLAND[0], "copied"))
    problem = r"the topic 'no more bets' cites '7\.Z\(9\)', which maryland-poker doesn't have"
    with pytest.raises(BadInput, match=problem):
        load_book("maryland-poker")


@pytest.mark.parametrize(
    "file",
    [
        "book.toml",
        "options.toml",
        "counts.tsv",
        "citations.tsv",
        "deciding.tsv",
        "equipment.tsv",
        "terms.tsv",
        "paragraphs.tsv",
    ],
)
def test_a_missing_file_is_named(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(BadInput, match=f"missing this file .copied/{file}"):
        read_book(folder)


def test_a_missing_topic_is_named(folder: Path) -> None:
    without(folder / "citations.tsv", "seated players\t")
    with pytest.raises(BadInput, match=r"has no row for 'seated players' .copied/citations.tsv"):
        read_book(folder)


def test_a_step_of_the_procedure_needs_its_topics(folder: Path) -> None:
    without(folder / "citations.tsv", "surrender collected\t")
    with pytest.raises(BadInput, match=r"no row for 'surrender collected' .copied/citations.tsv"):
        read_book(folder)


def test_a_missing_reason_is_named(folder: Path) -> None:
    without(folder / "deciding.tsv", "push low\t")
    with pytest.raises(BadInput, match=r"maryland-poker has no row for 'push low' .copied/deciding.tsv"):
        read_book(folder)


def test_a_topic_that_nothing_asks_for_is_refused_with_its_neighbor(folder: Path) -> None:
    with (folder / "citations.tsv").open("a", encoding="utf-8") as file:
        file.write("seated player\t7.C\n")
    with pytest.raises(
        BadInput, match=r"there is nothing called 'seated player'.*did you mean seated players"
    ):
        read_book(folder)


def test_a_missing_column_and_a_short_row_are_named(folder: Path) -> None:
    file = folder / "equipment.tsv"
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole.replace("approval\t", "", 1), encoding="utf-8")
    with pytest.raises(BadInput, match=r"the column 'approval' is missing .copied/equipment.tsv"):
        read_book(folder)
    file.write_text(f"{whole}bell\t-\n", encoding="utf-8")
    last = len(whole.splitlines()) + 1
    with pytest.raises(BadInput, match=rf"line {last} has 2 cells .copied/equipment.tsv.; a row has 5"):
        read_book(folder)


def test_an_empty_list_of_equipment_is_refused(folder: Path) -> None:
    (folder / "equipment.tsv").write_text("item\tneeds\tapproval\tparagraphs\twhat\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"equipment list is empty .copied/equipment.tsv"):
        read_book(folder)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('game = "cards"', 'game = "dominoes"', "dominoes"),
        ("surrender = true", "surender = true", "surender"),
        ('chips = "value chips or plaques"\n', "", "chips"),
        ('title = "', "title = ", "this is not TOML"),
    ],
)
def test_a_wrong_key_of_the_book_is_named(folder: Path, old: str, new: str, problem: str) -> None:
    file = folder / "book.toml"
    whole = file.read_text(encoding="utf-8")
    assert old in whole
    file.write_text(whole.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadInput, match=rf"{problem}.*copied/book\.toml"):
        read_book(folder)


def test_asking_for_a_topic_that_no_book_has_names_book_and_topic() -> None:
    with pytest.raises(LookupError, match=r"maryland-poker.*'seated bystanders'"):
        load_book("maryland-poker").topics["seated bystanders"]
