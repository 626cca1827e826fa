"""The dealer's school in a real browser: whole rounds dealt, wrong steps flagged, accidents ruled on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from paigow.submissions.rules import Rules
from paigow.table.hands.comparing import ExposeHand
from paigow.table.state import Step, Table
from paigow.table.visibility.due import due
from paigow.table.visibility.due_context import DueContext
from tests.rules import rule
from tests.table.tables import submission_with
from tests.table.transcripts import PLAYS, parse_transcript, read_transcript, run
from tests.web.desk import Desk
from tests.web.hands import PATIENCE
from tests.web.schooling import (
    CARD_STEPS,
    TILE_STEPS,
    bank,
    begin,
    called,
    conclude,
    deal_a_round,
    deal_until,
    dice,
    drill,
    say,
    say_with,
    wagered,
)


def _paragraphs(page: Page) -> list[str]:
    return page.locator(".duty .verdict .para").all_inner_texts()


@rule("commission-tiles 4(c)")
def test_a_whole_round_with_tiles(page: Page) -> None:
    begin(page, "commission-tiles")
    assert page.locator(".script").count() == 0 or not page.locator(".script").first.is_visible()
    done = deal_a_round(page, TILE_STEPS)
    assert {"wash-tiles", "stack-tiles", "shake-dice", "expose-hand", "finish-round"} <= set(done), done
    assert done.count("deliver-stack") == 8


def test_a_whole_round_with_cards(page: Page) -> None:
    begin(page, "maryland-poker")
    done = deal_a_round(page, CARD_STEPS)
    assert {"shuffle-cards", "deal-cards", "count-stub", "expose-hand", "finish-round"} <= set(done), done


@rule("commission-tiles 6(d)")
def test_wrong_steps_and_wrong_words_are_told_at_once_with_their_paragraph(page: Page) -> None:
    begin(page, "commission-tiles")
    assert say(page, "finish-round") == "wrong"
    # The wrong step's paragraph, then what is right, with its own.
    assert _paragraphs(page)[:2] == ["4(f)", "R31"]
    expect(page.locator(".duty .verdict")).to_contain_text("The right answer is: Go through the equipment.")
    # A wash before the inspection breaks the regulation: the message doesn't mention the draw.
    assert say(page, "wash-tiles") == "wrong"
    assert _paragraphs(page)[0] == "4(d)"
    expect(page.locator(".duty .verdict")).to_contain_text("What comes next is")
    page.click(".duty .verdict .para")
    page.wait_for_selector("dialog .gist")
    page.keyboard.press("Escape")
    deal_until(page, TILE_STEPS, "lid")
    # The dealer lifts the lid and totals the dice by 6(b), in a banked round by 8(i).
    lifted = "8(i)" if bank(page) else "6(b)"
    assert say(page, "lift-lid") == "right"
    assert _paragraphs(page) == [lifted]
    # The pupil has to name the dice total: the felt hides it.
    expect(page.locator(".flat .counted")).to_be_hidden()
    assert not say_with(page, "announce-total", _wrong_total(page))
    assert _paragraphs(page)[0] == lifted
    assert page.get_attribute(".duty", "data-step") == "total"


def _marks(page: Page) -> list[int]:
    """How many steps were right and wrong so far."""
    told = page.inner_text(".duty h1 .num")
    return [int(number) for number in re.findall(r"\d+", told)]


@rule("R31", "R59")
def test_what_may_be_done_is_called_right_only_when_it_is_due(page: Page) -> None:
    """Fresh dice can be placed at any time between rounds. It isn't a step then, and no hint mentions it."""
    begin(page, "commission-tiles")
    deal_until(page, TILE_STEPS, "bets")
    right, wrong = _marks(page)
    version = page.get_attribute(".duty", "data-version")
    assert [say(page, "place-dice") for _ in range(3)] == ["wrong"] * 3
    assert _marks(page) == [right, wrong + 3]
    deal_until(page, TILE_STEPS, "total")
    assert page.get_attribute(".duty", "data-version") != version
    page.click("[data-act=hint]")
    hint = page.locator(".duty .verdict")
    expect(hint).to_contain_text("Announce the total")
    assert "…" not in hint.inner_text()


@rule("commission-tiles 6(d)")
def test_a_wrong_place_is_told_with_the_right_one_and_nothing_is_dealt(page: Page) -> None:
    begin(page, "commission-tiles")
    deal_until(page, TILE_STEPS, "deal")
    version = page.get_attribute(".duty", "data-version")
    right = (bank(page) + sum(dice(page)) - 1) % 8
    name = {0: "Dealer", 7: "Dead hand"}.get(right, f"Position {right}")
    assert not say_with(page, "deliver-stack", (right + 1) % 8)
    expect(page.locator(".duty .verdict")).to_contain_text(f"The right answer is: {name}.")
    assert _paragraphs(page)
    assert page.get_attribute(".duty", "data-version") == version
    assert say_with(page, "deliver-stack", right)


@rule("commission-tiles 6(d)")
def test_a_step_with_a_value_is_not_tried_while_others_are_awaited(page: Page) -> None:
    """The player could act meanwhile, and the stack would go to a place that nobody has named."""
    transcript = read_transcript(PLAYS / "pair-fortunes-lines.play")
    waiting: list[tuple[Table, tuple[str, ...]]] = []

    def look(rules: Rules, table: Table, _command: object, _outcome: object) -> None:
        now = due(DueContext(rules, table))
        if now.act is None and now.waiting:
            waiting.append((table, now.waiting))

    run(transcript, look)
    table, people = waiting[0]
    desk = Desk(submission_with(transcript.submission, *transcript.changes), table)
    desk.serve(page)
    page.goto("/school?table=colorado-tiles")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)
    assert say(page, "deliver-stack") == "wrong"
    expect(page.locator(".duty .verdict")).to_contain_text(f"Waiting for {', '.join(people)}.")
    assert _paragraphs(page)
    assert desk.heard == []


@rule("commission-tiles 7(c)")
def test_the_dealers_tiles_are_turned_over_before_they_are_set(page: Page) -> None:
    begin(page, "commission-tiles")
    deal_until(page, TILE_STEPS, "dealer-setting")
    assert say(page, "set-dealer-hand") == "asks"
    hand = page.locator(".asked .pieces")
    expect(hand).to_be_visible()
    assert len((hand.get_attribute("data-pieces") or "").split()) == 4
    expect(hand.locator("svg")).to_have_count(4)


TILES = """
submission commission-tiles-plain
given an open table
given a tray of 10000.00
given anna at 1 with 1000.00
dealer begins play
anna bets 25.00 on 1
given tiles for 9: dealer 5-6 5-5 4-6 1-6 | 1 1-1 1-1 3-3 3-3
dealer calls no more bets
dealer shakes 2+3+4
given the dealer goes on to setting
given all set the house way
"""


def _lesson_at(page: Page, table: Table, submission: str) -> None:
    Desk(submission_with(submission), table).serve(page)
    page.goto("/school?table=commission-tiles")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)


def test_no_two_settings_of_the_dealers_hand_have_the_same_label(page: Page) -> None:
    """Mooy and Ping count zero alike: 11 + 0 and 7 + 0 are one and seven with either of them."""
    _lesson_at(page, run(parse_transcript(TILES)), "commission-tiles-plain")
    assert say(page, "set-dealer-hand") == "asks"
    labels = page.locator(".asked [data-act=answer]").all_inner_texts()
    assert len(set(labels)) == len(labels) == 3, labels


@pytest.mark.parametrize(("said", "mark"), [("30.00", "▲"), ("100.00", "▼")])
@rule("commission-tiles 8(h)", "R52")
def test_the_pupil_says_the_dealers_wager_against_a_bank(page: Page, said: str, mark: str) -> None:
    """Anna's last bet was 100.00, and she allows 30.00 of it."""
    text = (
        (PLAYS / "banked-surplus.play").read_text("utf-8").partition("\ndealer lays the dealer's wager\n")[0]
    )
    _lesson_at(page, run(parse_transcript(text)), "commission-tiles-full")
    assert say(page, "place-dealer-wager") == "asks"
    expect(page.locator(".asked")).to_contain_text("The bank’s last bet against you was $100.00.")
    page.fill("#amount", said)
    page.click(".asked [data-k=say]")
    verdict = page.locator(".duty .verdict")
    expect(verdict).to_contain_text(mark)
    expect(verdict).to_contain_text("$30.00")
    assert "8(h)" in _paragraphs(page)


@rule("commission-tiles 8(o)")
def test_against_a_bank_the_hands_are_called_against_the_banks(page: Page) -> None:
    transcript = read_transcript(PLAYS / "banked-shortfall.play")
    tables: list[Table] = []
    run(transcript, lambda _rules, table, _command, _outcome: tables.append(table))
    banked = next(table for table in tables if table.bank and table.step is Step.EXPOSE)
    _lesson_at(page, banked, transcript.submission)
    assert say(page, "expose-hand") == "asks"
    act = due(DueContext(transcript.rules, banked)).act
    assert isinstance(act, ExposeHand)
    page.click(f"[data-act=answer][data-value='{act.position}']")
    expect(page.locator("[data-call] h2")).to_contain_text("against the bank’s")
    expect(page.locator("[data-call] .drillhand h3")).to_have_text(["Player", "Bank"])


def test_a_lesson_goes_on_after_a_reload(page: Page) -> None:
    begin(page, "commission-tiles")
    deal_until(page, TILE_STEPS, "shake")
    before = _marks(page)
    page.reload()
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)
    assert _marks(page) == before
    assert page.get_attribute(".duty", "data-step") == "shake"


def test_the_buttons_do_not_give_the_order_away(page: Page) -> None:
    begin(page, "commission-tiles")
    names = page.locator("[data-act=lesson]").all_inner_texts()
    assert names == page.evaluate("(names) => names.sort((a, b) => a.localeCompare(b))", names)


def _wrong_total(page: Page) -> int:
    label = page.locator(".flat [aria-label^='Dice:']").get_attribute("aria-label") or ""
    total = sum(int(letter) for letter in label if letter.isdigit())
    return total - 1 if total > 3 else 4


@rule("commission-tiles 9(c)", "R19", "R79")
def test_accidents_with_tiles(page: Page) -> None:
    """A tile not dealt yet is seen: all again. A player's: the player chooses. Anybody else's: void."""
    begin(page, "commission-tiles")
    for step, right in (("lid", True), ("deal", False), ("cover", True)):
        deal_until(page, TILE_STEPS, step)
        story, place = drill(page)
        expected = {"undealt": "again", "stacking": "again", "noroll": "shake", "wrongplace": "void"}.get(
            story
        )
        if story in ("exposed", "shown"):
            # A bank's own counts as anybody else's too (R79).
            of_player = {"exposed": "choose", "shown": "on"}[story]
            expected = of_player if wagered(page, place or 0) else "void"
        assert expected, story
        assert conclude(page, expected if right else "dead") is right, (story, place)
        assert _paragraphs(page), story


def test_what_an_instructor_has_chosen_goes_wrong_by_itself(page: Page) -> None:
    """After a right step, once a round; what was chosen for another game doesn't count."""
    chosen = [("commission-tiles", "irregularity.noroll"), ("maryland-poker", "irregularity.exposed")]
    assigned = [
        {"book": book, "kind": kind, "given_by": "Ines", "at": 1, "asked": 0, "right": 0}
        for book, kind in chosen
    ]
    mine = {"person": "Paul", "scores": [], "assigned": assigned, "tables": []}
    page.route("**/api/school/me", lambda route: route.fulfill(json=mine))
    begin(page, "commission-tiles")
    page.evaluate("Math.random = () => 0.1")
    deal_until(page, TILE_STEPS, "lid")
    assert page.locator(".asked[data-story]").count() == 0
    assert say(page, "lift-lid") == "right"
    page.wait_for_selector(".asked[data-story=noroll]", timeout=PATIENCE)
    assert conclude(page, "shake")
    # Not twice in a round.
    deal_until(page, TILE_STEPS, "deal")


@rule("maryland-poker 14.B", "maryland-poker 14.G", "maryland-poker 14.H", "maryland-poker 14.N", "R34")
def test_accidents_with_cards(page: Page) -> None:
    """In the first round only the dealer banks; in the second, perhaps no hand is dealt yet."""
    begin(page, "maryland-poker")
    for step in ("count-stub", "deal"):
        deal_until(page, CARD_STEPS, step)
        story, place = drill(page)
        expected = {"oneup": "on", "twoup": "void", "count": "void", "shoe": "void", "stub": "on"}.get(story)
        expected = {"shuffler": "on", "shown": "on", "drawn": "on", "broken": "cover"}.get(story, expected)
        if story in ("six", "eight", "wrongplace"):
            expected = "void"
        if story == "exposed":
            expected = "choose" if wagered(page, place or 0) else "void" if place == 0 else "on"
        assert conclude(page, expected or ""), (story, place)
        assert _paragraphs(page), story


@rule("colorado-tiles 30-2699.01(3)", "colorado-tiles 30-2699.01(4)", "R16")
def test_the_pupil_pays_pair_fortunes_with_the_hand(page: Page) -> None:
    """Table 1: 25 to 1 on 10.00 for two pair, 3 to 1 for an identical pair, as the text lists them."""
    transcript = read_transcript(PLAYS / "pair-fortunes-lines.play")
    tables: list[Table] = []
    run(transcript, lambda _rules, table, _command, _outcome: tables.append(table))
    # Anna's hand, the first, has been shown.
    table = next(table for table in tables if table.step is Step.EXPOSE and table.hands[1].outcome)
    desk = Desk(submission_with(transcript.submission, *transcript.changes), table)
    desk.serve(page)
    page.goto("/school?table=colorado-tiles")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)
    for position, said, right in ((2, "250.00", True), (3, "20.00", False)):
        assert say(page, "expose-hand") == "asks"
        page.click(f"[data-act=answer][data-value='{position}']")
        page.wait_for_selector(f"[data-call='{position}']")
        # Until the pupil has entered it, nothing on the page reveals what the wager is paid.
        assert page.locator("[data-settle]").count() == 0
        page.click(f"""[data-act=call][data-value='"{called(page)}"']""")
        page.wait_for_selector(f"[data-settle='{position}']")
        expect(page.locator("[data-settle] h2")).to_contain_text("Pair Fortunes, $10.00")
        page.fill("#amount", said)
        page.click(".asked [data-k=say]")
        verdict = page.locator(".duty .verdict")
        if right:
            expect(verdict.locator(".win")).to_be_visible()
        else:
            expect(verdict).to_contain_text("The right answer is: $30.00.")
        assert "30-2699.01(4)" in _paragraphs(page)
