"""The dealer's school in a real browser: whole rounds dealt, wrong steps told, accidents concluded."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.rules import rule
from tests.web.schooling import (
    CARD_STEPS,
    TILE_STEPS,
    begin,
    conclude,
    deal_a_round,
    deal_until,
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
    assert _paragraphs(page) == ["4(f)"]
    page.click(".duty .verdict .para")
    page.wait_for_selector("dialog .gist")
    page.keyboard.press("Escape")
    deal_until(page, TILE_STEPS, "total")
    assert not say_with(page, "announce-total", _wrong_total(page))
    assert _paragraphs(page)
    assert page.get_attribute(".duty", "data-step") == "total"


def _wrong_total(page: Page) -> int:
    label = page.locator(".flat [aria-label^='Dice:']").get_attribute("aria-label") or ""
    total = sum(int(letter) for letter in label if letter.isdigit())
    return total - 1 if total > 3 else 4


@rule("R19", "R79")
def test_accidents_with_tiles(page: Page) -> None:
    """A tile not dealt yet is seen: all again. A player's: he chooses. Anybody else's: void."""
    begin(page, "commission-tiles")
    for step, right in (("lid", True), ("deal", False), ("cover", True)):
        deal_until(page, TILE_STEPS, step)
        story, place = drill(page)
        expected = {"undealt": "again", "stacking": "again", "noroll": "shake"}.get(story)
        if story in ("exposed", "shown"):
            # A bank's own is anybody else's too (R79).
            of_player = {"exposed": "choose", "shown": "on"}[story]
            expected = of_player if wagered(page, place or 0) else "void"
        assert expected, story
        assert conclude(page, expected if right else "dead") is right, (story, place)
        assert _paragraphs(page), story


@rule("R34")
def test_accidents_with_cards(page: Page) -> None:
    """In the first round nobody but the dealer banks; in the second, perhaps, no hand is dealt yet."""
    begin(page, "maryland-poker")
    for step in ("count-stub", "deal"):
        deal_until(page, CARD_STEPS, step)
        story, place = drill(page)
        expected = {"oneup": "on", "twoup": "void", "count": "void", "shoe": "void", "stub": "on"}.get(story)
        expected = {"shuffler": "on", "shown": "on"}.get(story, expected)
        if story == "exposed":
            expected = "choose" if wagered(page, place or 0) else "void" if place == 0 else "on"
        assert conclude(page, expected or ""), (story, place)
        assert _paragraphs(page), story
