"""What goes wrong at the school's table: the page causes the accident, the table rules on it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, Route

from paigow.school.drills import stories_of
from paigow.table.state import Step, Table
from tests.rules import rule
from tests.table.tables import rules_with, submission_with
from tests.web.desk import Desk
from tests.web.hands import PATIENCE
from tests.web.scenes import Evening, due_shown, happenings, shown
from tests.web.schooling import bank, conclude, drill, wagered
from tests.web.test_phases import PEOPLE

# By story: where it happens, what follows, and its paragraph, as the texts number them.
FOLLOWS = {
    "commission-tiles": {
        "stacking": (Step.STACK, "again", "4(e)"),
        "noroll": (Step.TOTAL, "shake", "9(b)"),
        "notflat": (Step.TOTAL, "shake", "9(a)"),
        "undealt": (Step.DEAL, "again", "R19"),
        "wrongplace": (Step.DEAL, "void", "9(c)"),
        "misset": (Step.DEALER_SETTING, "reset", "9(f)"),
    },
    "colorado-tiles": {
        "undealtoff": (Step.DEAL, "again", "30-2610(7)"),
        "wrongplace": (Step.DEAL, "void", "30-2610(3)"),
        "misset": (Step.DEALER_SETTING, "reset", "30-2610(6)"),
    },
    "maryland-poker": {
        "broken": (Step.BETS, "cover", "14.N"),
        "wrongplace": (Step.DEAL, "void", "14.B"),
        "oneup": (Step.DEAL, "on", "14.E"),
        "twoup": (Step.DEAL, "void", "14.F"),
        "drawn": (Step.DEAL, "on", "14.G"),
        "shoe": (Step.DEAL, "void", "14.M"),
        # The stub is wrong and every stack has seven: the second limb.
        "count": (Step.COUNT_STUB, "void", "10.E(2)"),
        "six": (Step.DEALER_SETTING, "void", "14.H"),
        "eight": (Step.DEALER_SETTING, "void", "14.H"),
        "misset": (Step.DEALER_SETTING, "reset", "14.I"),
    },
    "rock-island-poker": {
        "drawn": (Step.DEAL, "on", "R42"),
        "misset": (Step.DEALER_SETTING, "reset", "R42"),
    },
}
# For a hand, the consequence depends on whose it is: a player's is one thing, a bank's or dealer's another.
# When the dealer's hand is to be set, every player has looked, and none has a choice any more (R78).
OF_A_HAND = {
    ("commission-tiles", "exposed"): ("on", "void"),
    ("commission-tiles", "shown"): ("on", "void"),
    ("colorado-tiles", "off"): ("dead", "void"),
}


def _at(book: str, step: Step) -> Table:
    """A table where it is the dealer's turn at a step."""
    example = f"{book}-full"
    rules = rules_with(example)
    played = happenings(Evening(example, PEOPLE, "Anna"))
    return next(
        table
        for table, *_ in played
        if table.step is step and (due_shown(rules, table)["act"] or {}).get("by") == "dealer"
    )


def _open(page: Page, book: str, story: str, table: Table) -> None:
    """The school's table in its current state, with one irregularity chosen by an instructor."""
    lesson = {
        "book": book,
        "kind": f"irregularity.{story}",
        "given_by": "Ines",
        "at": 1,
        "asked": 0,
        "right": 0,
    }
    mine = {"person": "Paul", "scores": [], "assigned": [lesson], "tables": []}

    def answer(route: Route) -> None:
        route.fulfill(json=mine)

    page.unroute_all()
    page.route("**/api/school/me", answer)
    Desk(submission_with(f"{book}-full"), table).serve(page)
    page.goto(f"/school?table={book}")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)


@rule(
    "commission-tiles 9(a)", "commission-tiles 9(b)", "commission-tiles 9(c)", "commission-tiles 9(f)", "R19"
)
@rule("colorado-tiles 30-2610(3)", "colorado-tiles 30-2610(6)", "maryland-poker 14.B", "maryland-poker 14.E")
@rule("maryland-poker 14.F", "maryland-poker 14.G", "maryland-poker 14.H", "maryland-poker 14.I")
@rule("maryland-poker 10.E(2)", "maryland-poker 14.M", "maryland-poker 14.N", "R19", "R42")
@pytest.mark.parametrize("book", FOLLOWS)
def test_what_an_instructor_chose_happens_and_is_ruled_by_its_paragraph(page: Page, book: str) -> None:
    for story, (step, outcome, paragraph) in FOLLOWS[book].items():
        _open(page, book, story, _at(book, step))
        assert drill(page)[0] == story
        assert conclude(page, outcome), (story, page.inner_text(".duty .verdict"))
        assert paragraph in page.locator(".duty .verdict .para").all_inner_texts(), story


@rule("commission-tiles 9(d)", "commission-tiles 9(e)", "colorado-tiles 30-2610(7)", "R19", "R78", "R79")
@pytest.mark.parametrize(("book", "story"), OF_A_HAND)
def test_what_happens_to_a_hand_is_ruled_by_whose_it_is(page: Page, book: str, story: str) -> None:
    _open(page, book, story, _at(book, Step.DEALER_SETTING))
    told, place = drill(page)
    assert told == story
    assert place is not None
    of_player, of_others = OF_A_HAND[book, story]
    assert conclude(page, of_player if wagered(page, place) else of_others), (place, bank(page))


BROUGHT = """async ([tables, stories]) => {
  const { accident } = await import('/console/irregularities.js');
  return stories.filter((story) => tables.some(([options, due, start]) =>
    accident(options, { due, start }, [story])?.key === story));
}"""


@pytest.mark.parametrize("book", FOLLOWS)
def test_every_irregularity_that_can_be_assigned_can_happen_at_a_table(page: Page, book: str) -> None:
    """An instructor chooses from the drills: each of them must come up at some table."""
    example = f"{book}-full"
    rules = rules_with(example)
    tables: dict[Step, Table] = {}
    for table, *_ in happenings(Evening(example, PEOPLE, "Anna")):
        tables.setdefault(table.step, table)
    told = [
        (shown(rules, table, "dealer")["options"], due_shown(rules, table)["act"], table.shaker.start)
        for table in tables.values()
    ]
    stories = list(stories_of(book))
    page.goto("/school")
    assert page.evaluate(BROUGHT, json.loads(json.dumps([told, stories]))) == stories
