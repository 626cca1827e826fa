"""Pay tables of your own: a `.game` file names their files, and everything counts with them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import paigow
from paigow.faults import BadInput
from paigow.odds.reports.wager_odds import WagerOdds
from paigow.odds.simulation.lines import line_sums
from paigow.odds.subject import subject_of
from paigow.odds.wagers.lines import line_odds
from paigow.wagers.registry import line_wager

FLAT = """line\tflat\ttop
Gee Joon and heaven pairs\t3 to 1\t1,000 to 1
two pair\t3 to 1\t-
Gee Joon pair\t3 to 1\t-
mixed pair\t3 to 1\t-
identical pair\t3 to 1\t-
"""
BONUS = """line\tours
five aces\t400 to 1
four of a kind\t25 to 1
straight\t2 to 1
"""


def game(folder: Path, way: str, tables: str, kind: str, file: str = "ours.tsv") -> str:
    (folder / "ours.tsv").write_text(tables, encoding="utf-8")
    path = folder / "ours.game"
    path.write_text(f'title = "Ours"\nway = "{way}"\n[pay-tables]\n{kind} = "{file}"\n', encoding="utf-8")
    return str(path)


def own(source: str) -> list[WagerOdds]:
    return [
        line_odds(line_wager(offer.kind), offer.table, own=offer.own) for offer in subject_of(source).offers
    ]


def test_a_table_of_tiles_is_counted_with_what_its_file_pays(tmp_path: Path) -> None:
    """Of 35,960 hands 120 have two pairs and 6,720 have one (arithmetic)."""
    source = game(tmp_path, "traditional", FLAT, "pair-fortunes")
    flat, top = paigow.odds(source, "pair-fortunes").wagers
    assert flat.value == Fraction(3 * (120 + 6_720) - 29_120, 35_960)
    assert flat.assumes[0] == "pay table flat (ours.tsv)"
    # Gee Joon and both heavens are one hand.
    assert top.value == Fraction(1_000 - 35_959, 35_960)
    assert paigow.odds(source, "main", role="player").wagers[0].total == 736_281_000


def test_a_table_of_cards_is_counted_with_what_its_file_pays_and_has_no_envy(tmp_path: Path) -> None:
    """Of 154,143,080 hands 1,128 are five aces, 307,472 four of a kind, 11,034,204 straights (Alspach)."""
    (odds,) = own(game(tmp_path, "foxwoods", BONUS, "fortune"))
    paid = 400 * 1_128 + 25 * 307_472 + 2 * 11_034_204
    lost = 154_143_080 - 1_128 - 307_472 - 11_034_204
    assert odds.value == Fraction(paid - lost, 154_143_080)
    assert "envy" not in odds.details
    assert [each.name for each in line_sums([odds], 6).sums] == ["fortune ours"]


def test_a_seat_and_a_simulation_pay_by_the_same_file(tmp_path: Path) -> None:
    source = game(tmp_path, "traditional", FLAT, "pair-fortunes")
    flat = Fraction(3 * 6_840 - 29_120, 35_960)
    evening = paigow.seat(source, {"main": 1000, "pair-fortunes flat": 500}, rounds=10)
    assert evening.round.mean(1) == 500 * flat
    found = {each.wager: each for each in paigow.simulate(source, rounds=2_000, seed=1)}
    exact = found["pair-fortunes flat"].exact
    assert exact is not None
    assert exact.value == flat
    assert not any(each.disagrees for each in found.values())


def test_the_file_of_a_book_can_be_copied_and_counts_as_there(tmp_path: Path) -> None:
    text = (Path(paigow.__file__).parent / "wagers/insurance/paytables.tsv").read_text(encoding="utf-8")
    copied = own(game(tmp_path, "foxwoods", text, "insurance"))
    offers = [each for each in subject_of("maryland-poker").offers if each.kind == "insurance"]
    assert [each.value for each in copied] == [
        line_odds(line_wager("insurance"), offer.table).value for offer in offers
    ]
    assert {offer.own for offer in offers} == {None}


@pytest.mark.parametrize(
    ("way", "kind", "tables", "problem"),
    [
        ("foxwoods", "fortun", BONUS, "'fortun' can't have pay tables of your own .*did you mean fortune"),
        ("foxwoods", "pair-fortunes", FLAT, "'pair-fortunes' can't have pay tables"),
        ("traditional", "fortune", BONUS, "'fortune' can't have pay tables"),
        ("foxwoods", "progressive", BONUS, "'progressive' can't have pay tables"),
        ("foxwoods", "fortune", "line ours\nfive aces 400 to 1\n", "no pay table .*a tab"),
        ("foxwoods", "fortune", BONUS.replace("400 to 1", "$400"), r"five aces can't pay \$400.* 8 to 1"),
        ("foxwoods", "fortune", BONUS.replace("five aces", "six aces"), "'six aces' is not a line"),
        ("foxwoods", "fortune", BONUS.replace("400 to 1", "4 to 1"), "four of a kind pays more than five"),
    ],
)
def test_what_a_file_of_pay_tables_cannot_say_is_told(
    tmp_path: Path, way: str, kind: str, tables: str, problem: str
) -> None:
    with pytest.raises(BadInput, match=problem):
        subject_of(game(tmp_path, way, tables, kind))


def test_a_file_of_pay_tables_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"'gone\.tsv' can't be read"):
        subject_of(game(tmp_path, "foxwoods", BONUS, "fortune", "gone.tsv"))
    path = tmp_path / "flat.game"
    path.write_text('title = "x"\nway = "foxwoods"\npay-tables = "fortune"\n', encoding="utf-8")
    with pytest.raises(BadInput, match="pay-tables can't be 'fortune'"):
        subject_of(str(path))
