"""A pupil's actions at the dealer's school: click a step, enter what it asks for, read the verdict."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as NeverCame

from paigow.ranks.poker import Wheel
from paigow.table.game import compare
from tests.web.hands import PATIENCE

__all__ = [
    "CARD_STEPS",
    "TILE_STEPS",
    "bank",
    "begin",
    "called",
    "conclude",
    "deal_a_round",
    "deal_until",
    "dice",
    "drill",
    "say",
    "say_with",
    "wagered",
]

PLACES = 8
"""Dealer, six positions, dead hand: counted in this order, the dealer or the bank first."""

# What the dealer does at each step of a round with tiles, in the order in which it is tried.
TILE_STEPS = {
    "closed": ("receive-tiles", "check-equipment"),
    "inspect": ("inspect-tiles",),
    "display": ("display-pairs",),
    "idle": ("begin-play",),
    "offer": ("offer-bank",),
    "shuffle": ("wash-tiles",),
    "stack": ("stack-tiles",),
    "bets": ("place-dealer-wager", "call-no-more-bets", "place-dice"),
    "style": ("indicate-delivery",),
    "shake": ("shake-dice",),
    "lid": ("lift-lid",),
    "eye": ("announce-eye",),
    "button": ("place-eye-button",),
    "dice-wagers": ("take-dice-wagers", "pay-dice-wagers"),
    "triples": ("place-triples-marker",),
    "total": ("announce-total",),
    "deal": ("deliver-stack",),
    "sweep": ("sweep-unwagered",),
    "extra-set": ("place-extra-set",),
    "cover": ("cover-shaker",),
    "dealer-setting": ("set-dealer-hand",),
    "expose-bank": ("expose-bank",),
    "expose": ("expose-hand",),
    "pay": ("pay-winner",),
    "center": ("pay-from-center", "close-center"),
    "finish": ("finish-round",),
}
CARD_STEPS = {
    "closed": ("receive-decks", "check-equipment"),
    "inspect": ("inspect-decks",),
    "display": ("spread-cards",),
    "idle": ("begin-play",),
    "wash": ("wash-cards",),
    "offer": ("offer-bank",),
    "shuffle": ("shuffle-cards", "change-decks"),
    "cut": ("cut-cards",),
    "bets": ("place-dealer-wager", "call-no-more-bets", "place-dice"),
    "progressive": ("collect-progressive",),
    "start": ("follow-button", "generate-start"),
    "shake": ("shake-dice",),
    "lid": ("lift-lid",),
    "total": ("announce-total",),
    "deal": ("deal-cards",),
    "count-stub": ("count-stub",),
    "sweep": ("sweep-unwagered",),
    "dealer-setting": ("set-dealer-hand",),
    "expose-bank": ("expose-bank",),
    "expose": ("expose-hand",),
    "optional": ("settle-optional", "verify-progressive", "settle-progressive"),
    "center": ("pay-from-center", "close-center"),
    "envy": ("pay-envy",),
    "finish": ("finish-round",),
}
# What the console says, once the felt shows the same: it is drawn with the next frame, and has the dice.
SHOWN = """() => {
  const { step, version, told } = document.querySelector('.duty').dataset;
  return document.querySelector('.app').dataset.version === version && [step, version, told];
}"""
VERDICT = """([press, patience]) => new Promise((done) => {
  const duty = document.querySelector('.duty');
  const score = () => duty.querySelector('h1 .num').textContent;
  const before = score();
  const told = () => {
    if (score() !== before) done(duty.querySelector('.verdict .win') ? 'right' : 'wrong');
    else if (duty.querySelector('.asked')) done('asks');
  };
  new MutationObserver(told).observe(duty, { subtree: true, childList: true, characterData: true });
  setTimeout(() => done('silent'), patience);
  duty.querySelector(press).click();
})"""


def begin(page: Page, book: str) -> None:
    page.goto("/school")
    page.click(f"[data-book={book}]")
    page.wait_for_selector("[data-act=lesson]", timeout=PATIENCE)


def _press(page: Page, button: str) -> str:
    told = str(page.evaluate(VERDICT, [button, PATIENCE]))
    assert told != "silent", button
    return told


def say(page: Page, tag: str) -> str:
    """Click a step: `right`, `wrong`, or `asks` for more."""
    return _press(page, f"[data-act=lesson][data-tag={tag}]")


def _answer(value: object) -> str:
    return f"[data-act=answer][data-value='{json.dumps(value, separators=(',', ':'))}']"


def say_with(page: Page, tag: str, value: object) -> bool:
    """Click a step and enter what it asks for; whether both were right."""
    told = say(page, tag)
    if told == "asks":
        told = _press(page, _answer(value))
    return told == "right"


def dice(page: Page) -> list[int]:
    label = page.locator(".flat [aria-label^='Dice:']").get_attribute("aria-label") or ""
    return [int(number) for number in re.findall(r"\d", label)]


def bank(page: Page) -> int:
    """The bank's position, by its marker on the felt; 0 while the dealer banks."""
    found = page.locator(".flat g[aria-label^='Position']:has(text:text-is('BANK'))")
    label = (found.first.get_attribute("aria-label") or "") if found.count() else ""
    return int(label.split()[1].strip(",")) if label else 0


def _answers(page: Page, tag: str, dealt: int) -> list[object]:
    """What a good dealer adds to a step; if hands wait side by side, the first one."""
    match tag:
        case "announce-eye":
            return [dice(page)[0]]
        case "announce-total":
            return [sum(dice(page))]
        case "deliver-stack":
            return [(bank(page) + sum(dice(page)) - 1 + dealt) % PLACES]
        case _:
            found = page.locator("[data-act=answer]").all()
            return [json.loads(each.get_attribute("data-value") or "") for each in found]


def deal_until(page: Page, steps: Mapping[str, tuple[str, ...]], wanted: str) -> list[str]:
    """Deal from the table's current state until it is at a step; returns the steps that were right."""
    done: list[str] = []
    for _ in range(200):
        step, version, told = page.wait_for_function(SHOWN, timeout=PATIENCE).json_value()
        if step == wanted:
            return done
        if right := next((tag for tag in steps.get(step, ()) if _do(page, tag, done)), ""):
            done.append(right)
        if not right:
            # The floor or a player has to act now, or the time has to run out.
            try:
                page.wait_for_selector(
                    f".duty:not([data-version='{version}'][data-told='{told}'])", timeout=PATIENCE
                )
            except NeverCame as error:
                raise AssertionError((step, done, page.inner_text(".duty"))) from error
    raise AssertionError(done)


def deal_a_round(page: Page, steps: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Deal from the table's current state to the end of a round; returns the steps that were right."""
    done = deal_until(page, steps, "finish")
    assert say(page, "finish-round") == "right"
    return [*done, "finish-round"]


def drill(page: Page) -> tuple[str, int | None]:
    """Let something go wrong: what happened, and at which place."""
    page.click("[data-act=drill]")
    story = page.locator(".asked[data-story]")
    story.wait_for(timeout=PATIENCE)
    place = story.get_attribute("data-place")
    return story.get_attribute("data-story") or "", int(place) if place else None


def conclude(page: Page, outcome: str) -> bool:
    """Answer what follows from an accident; whether that was right."""
    return _press(page, f"[data-act=outcome][data-value={outcome}]") == "right"


def wagered(page: Page, place: int) -> bool:
    """Whether a player has a wager at a place, against the bank or the dealer."""
    if place not in range(1, 7):
        return False
    label = page.locator(f".flat g[aria-label^='Position {place},']").first.get_attribute("aria-label")
    # Those who haven't bet are announced only with the chips on their rail.
    return "Pai Gow $" in (label or "") and place != bank(page)


def called(page: Page) -> str:
    """The result of the hand to be called, by its halves as shown."""
    shown = [
        each.get_attribute("data-pieces") or "" for each in page.locator("[data-call] [data-pieces]").all()
    ]
    high, low, against_high, against_low = (tuple(pieces.split()) for pieces in shown)
    wheel = None if "-" in high[0] else Wheel.SECOND
    return compare((low, high), (against_low, against_high), wheel).outcome.value


def owed(page: Page, tag: str, position: int) -> int:
    """What is paid beyond the stakes, computed from the wager on the felt: 5%, up to 25 cents."""
    if tag not in ("pay-winner", "pay-from-center"):
        return 0
    label = page.locator(f".flat g[aria-label^='Position {position},']").first.get_attribute("aria-label")
    found = re.search(r"Pai Gow \$([\d,.]+)", label or "")
    if found is None:
        return 0
    stake = round(float(found[1].replace(",", "")) * 100)
    return stake - -(-stake * 5 // 2500) * 25


def _said(page: Page, tag: str, position: object) -> str:
    """Answer whatever else a step asks for: the result of a hand, an amount."""
    if page.locator("[data-call]").count():
        return _press(page, f"""[data-act=call][data-value='"{called(page)}"']""")
    page.fill("#amount", f"{owed(page, tag, position if isinstance(position, int) else 0) / 100:.2f}")
    return _press(page, ".asked [data-k=say]")


def _dealt(done: list[str]) -> int:
    """How many hands there are: after an accident the tiles are washed and dealt again."""
    since = [*reversed(done)]
    return since[: since.index("wash-tiles") if "wash-tiles" in since else None].count("deliver-stack")


def _do(page: Page, tag: str, done: list[str]) -> bool:
    told = say(page, tag)
    if told != "asks":
        return told == "right"
    if page.locator("#amount").count():
        return bool(_said(page, tag, None))
    for answer in _answers(page, tag, _dealt(done)):
        if not page.locator(".asked").count() and say(page, tag) != "asks":
            return False
        told = _press(page, _answer(answer))
        if told == "asks":
            told = _said(page, tag, answer)
            assert told == "right" or tag not in ("expose-hand", "pay-winner"), (tag, answer)
            return True
        if told == "right":
            return True
    return False
