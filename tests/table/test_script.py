"""The dealer's script: complete, cited, and about the command that is due."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from paigow.books.book import ParagraphKind, books
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.card_dealing import DealCards
from paigow.table.deal.card_start import GenerateStart
from paigow.table.engine import CARDS, EVENTS, SHARED, TILES, decide, decided_in, evolve
from paigow.table.hands.comparing import HandExposed
from paigow.table.state import Step, Table
from paigow.table.text import script
from paigow.table.text.phrases import tag_of
from tests.rules import rule
from tests.table.tables import FROM_HAND, PRESHUFFLED, rules_with
from tests.table.walks import walk

TILE_TABLES = (
    "commission-tiles-plain",
    "commission-tiles-full",
    "colorado-tiles-plain",
    "colorado-tiles-full",
)
CARD_TABLES = (
    "maryland-poker-plain",
    "maryland-poker-full",
    "rock-island-poker-plain",
    "rock-island-poker-full",
)
SCRIPTS = {"script_tiles.toml": TILES, "script_cards.toml": CARDS}
BY_PLAYERS_OR_FLOOR = {
    "sit",
    "buy-in",
    "cash-out",
    "give-coupons",
    "leave",
    "accept-bank",
    "pass-bank",
    "place-wager",
    "take-back-wager",
    "direct-dealer-wager",
    "set-hand",
    "ask-help",
    "ask-dealer",
    "set-bank-hand",
    "surrender",
    "choose-after-exposure",
    "report-wrong-payment",
    "cut-stacks",
    "decline-cut",
    "choose-delivery",
    "leave-shake-to-dealer",
    "look-at-pieces",
    "ask-for-rules",
    "ask-inspection",
    "pay-winner",
}
"""Commands that aren't the dealer's: what the dealer does about them is written after their events."""


def _rows(file: str) -> list[dict[str, object]]:
    text = files("paigow.table.text").joinpath(file).read_text(encoding="utf-8")
    rows: list[dict[str, object]] = tomllib.loads(text)["line"]
    return rows


@pytest.mark.parametrize("file", SCRIPTS)
def test_every_act_of_the_dealer_has_its_line(file: str) -> None:
    acts = {tag_of(command) for command in decided_in((*SHARED, *SCRIPTS[file]))}
    written = {row["on"] for row in _rows(file) if "on" in row}
    assert acts - BY_PLAYERS_OR_FLOOR - written == set()
    assert written - acts == set()


@pytest.mark.parametrize("file", SCRIPTS)
def test_lines_answer_events_and_steps_that_exist(file: str) -> None:
    rows = _rows(file)
    events = {tag_of(event) for event in EVENTS}
    assert {row["after"] for row in rows if "after" in row} <= events
    assert {row["wait"] for row in rows if "wait" in row} <= {"choosing", *(step.value for step in Step)}


@pytest.mark.parametrize("table", [*TILE_TABLES, *CARD_TABLES])
def test_every_line_names_its_paragraphs(table: str) -> None:
    lines = script.manual(rules_with(table))
    assert lines
    assert all(line.cites and line.do for line in lines)


@rule("R31", "commission-tiles 3(b)", "colorado-tiles 30-2604(2)")
@pytest.mark.parametrize(
    ("table", "cite"), [("commission-tiles-plain", "3(b)"), ("colorado-tiles-plain", "30-2604(2)")]
)
def test_the_dice_are_never_left_alone(table: str, cite: str) -> None:
    (duty,) = script.duties(rules_with(table))
    assert "never leave them unattended" in duty.do
    assert duty.cites == (cite, "R31")


@rule("maryland-poker 5.K(2)(a)", "R31")
def test_the_generators_number_is_called_when_it_is_shown_and_not_before() -> None:
    rules = rules_with("maryland-poker-full", *PRESHUFFLED)
    table = Table(step=Step.START)
    before, *_ = script.next_lines(rules, table)
    assert (before.key, before.say) == ("on generate-start", "")
    command = GenerateStart(by="dealer", number=6)
    told, *_ = script.of(rules, table, command, decide(rules, table, command))
    assert told.say == "6."


@rule("commission-tiles 8(o)", "maryland-poker 11.F", "R93")
@pytest.mark.parametrize("table", ["commission-tiles-full", "maryland-poker-full"])
def test_a_hands_result_is_called_once_it_is_shown_and_nothing_before(table: str) -> None:
    rules = rules_with(table)
    calls = set()
    for stride in walk(rules, 11, 700, wild=0, odd=0):
        shown = [event for event in stride.events if isinstance(event, HandExposed)]
        if shown:
            lines = script.of(rules, stride.before, stride.command)
            assert {line.say for line in lines} == {""}
            told = [line.say for line in script.of(rules, stride.before, stride.command, stride.events)]
            assert f"{shown[0].outcome}.".capitalize() in told
            calls |= {*told}
    assert calls - {""} == {"Win.", "Lose.", "Push."}


@pytest.mark.parametrize("table", [*TILE_TABLES, *CARD_TABLES])
def test_there_is_a_line_for_every_moment_of_a_random_walk_with_all_words_filled(table: str) -> None:
    rules = rules_with(table)
    for stride in walk(rules, 7, 900, wild=0.05):
        lines = script.next_lines(rules, stride.after)
        assert lines, stride.after.step
        for line in (*lines, *_told(rules, stride.before, stride.command, stride.events)):
            assert not re.search(r"\{\w+\}", f"{line.say} {line.do}"), line


def _told(
    rules: Rules, table: Table, command: Command, events: tuple[Event, ...]
) -> tuple[script.ScriptLine, ...]:
    lines = script.of(rules, table, command, events)
    for event in events:
        table = evolve(table, event)
        lines += script.after(rules, table, event)
    return lines


PERFORMED = {"commission-tiles": r"(3|4|6|7|8)\(", "colorado-tiles": r"30-26(04|05|07|07\.01|08|09)\("}


@pytest.mark.parametrize("book", PERFORMED)
def test_every_step_that_a_tile_book_has_performed_is_in_the_script(book: str) -> None:
    """Paragraphs of the kind `performed` are physical steps: each is cited by a line."""
    lines = script.manual(rules_with(f"{book}-full"))
    cited = {cite for line in lines for cite in line.cites}
    table = Path(str(files("paigow.books"))) / book.replace("-", "_") / "paragraphs.tsv"
    rows = [row.split("\t") for row in table.read_text(encoding="utf-8").splitlines()]
    performed = {row[0] for row in rows if row[1] == "performed" and re.match(PERFORMED[book], row[0])}
    assert performed - cited == set()


MARYLAND = (
    ("maryland-poker-full",),
    ("maryland-poker-plain", 'cutting.spare-cover-card = "four-from-the-bottom"'),
    ("maryland-poker-full", *FROM_HAND),
    ("maryland-poker-full", *PRESHUFFLED),
)


@rule("R31")
def test_every_step_that_maryland_has_performed_is_in_the_script_of_some_table() -> None:
    """Each way to shuffle, to find the start, and to deal has its own steps."""
    cited = {
        cite for changes in MARYLAND for line in script.manual(rules_with(*changes)) for cite in line.cites
    }
    performed = {
        paragraph.id
        for book in books()
        if book.name == "maryland-poker"
        for paragraph in book.paragraphs.values()
        if paragraph.kind is ParagraphKind.PERFORMED
    }
    assert performed - cited == set()


@rule("maryland-poker 2.C(1)(b)", "maryland-poker 2.C(1)(b)(i)", "maryland-poker 3.B(4)", "R31")
def test_what_a_card_dealer_minds_all_the_time() -> None:
    shaker, cards = script.duties(rules_with("maryland-poker-plain"))
    assert "never leave them unattended" in shaker.do
    assert shaker.cites == ("2.C(1)(b)", "2.C(1)(b)(i)", "R31")
    assert "only that player and you" in cards.do
    # Without dice there is no shaker to watch; with two decks there is the rack.
    cards, rack = script.duties(rules_with("maryland-poker-full"))
    assert rack.cites == ("3.B(4)",)
    assert "both decks" in rack.do


@rule(
    "maryland-poker 8.D(3)", "maryland-poker 9.A(2)", "maryland-poker 9.A(2)(a)", "maryland-poker 9.A(2)(b)"
)
@rule("maryland-poker 9.A(2)(b)", "maryland-poker 9.B(1)")
@pytest.mark.parametrize(
    ("changes", "words", "cites"),
    [
        (("maryland-poker-plain",), ("hand nearer the shoe", "with the other"), {"8.D(3)"}),
        (
            ("maryland-poker-full", *FROM_HAND),
            ("in one hand throughout", "above the tray", "With the other"),
            {"9.A(2)", "9.A(2)(a)", "9.A(2)(b)", "9.B(1)"},
        ),
    ],
)
def test_the_dealers_hands_have_their_own_work(
    changes: tuple[str, ...], words: tuple[str, ...], cites: set[str]
) -> None:
    rules = rules_with(*changes)
    line, *_ = script.of(rules, Table(), DealCards(by="dealer"))
    assert all(word in line.do for word in words)
    assert cites <= set(line.cites)
