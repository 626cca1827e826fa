"""A phone has room for all that is pressed: bets to take back, buttons, and the way out of a dialog."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.web.test_phases import Record, evening, layout, put_on

PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
# For every frame of betting: how many bets there are, whether the switches are shown, how many lines the
# script has, and what of the buttons that take a bet back isn't wholly in sight.
TAKEN_BACK = """(count) => {
  const found = [];
  const inside = ({ left, top, right, bottom }, edge) => left >= edge.left - 1 && right <= edge.right + 1 &&
    top >= edge.top - 1 && bottom <= edge.bottom + 1;
  for (let at = 0; at < count; at += 1) {
    showTo(at);
    shown.set({ dismissed: true });
    const held = document.querySelector('.app.bet .held'), act = document.querySelector('.rail .act');
    const bets = held ? [...held.querySelectorAll('li:not(.none)')] : [];
    const room = held && { left: 0, top: 0, right: innerWidth, bottom: act.getBoundingClientRect().top };
    const hidden = bets.filter((bet) => {
      bet.scrollIntoView({ inline: 'center', block: 'nearest' });
      const button = bet.querySelector('[data-act=takeback]'), box = button.getBoundingClientRect();
      const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
      const whole = [bet, button].every((each) => inside(each.getBoundingClientRect(), room) &&
        inside(each.getBoundingClientRect(), { ...room, top: held.getBoundingClientRect().top,
          bottom: held.getBoundingClientRect().bottom }));
      return !whole || hit !== button;
    });
    const next = document.querySelector('.app.bet .next');
    const switches = !!next?.checkVisibility({ visibilityProperty: true });
    const line = document.querySelector('.ticker')?.getBoundingClientRect().height ?? 0;
    if (bets.length) found.push([at, bets.length, switches, line > 50, hidden.map((bet) => bet.innerText)]);
    shown.set({ dismissed: false });
  }
  return found;
}"""


def _with_every_bet(example: str, frame: Record) -> Record:
    """Anna has bet on everything that the table offers, not on the main spot alone."""
    wagers = frame["view"]["wagers"]
    main = [each for each in wagers if each["person"] == "Anna" and each["kind"] == "main"]
    kinds = [each["kind"] for each in layout(example)["wagers"] if each["kind"] != "main"]
    side = [{**each, "kind": kind} for each in main for kind in kinds]
    return {**frame, "view": {**frame["view"], "wagers": wagers + side}}


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
@pytest.mark.parametrize("example", ["colorado-tiles-full", "maryland-poker-full"])
@pytest.mark.parametrize("size", [PHONE, SMALL], ids=["phone", "small"])
def test_every_bet_can_be_seen_and_taken_back(
    page: Page, size: dict[str, int], example: str, language: str
) -> None:
    page.set_viewport_size({"width": size["width"], "height": size["height"]})
    page.goto("/school")
    page.wait_for_selector("#page h1")
    told = [_with_every_bet(example, frame) for frame in evening(example, "Anna")]
    put_on(page, example, told, language)
    found = page.evaluate(TAKEN_BACK, len(told))
    assert [each for each in found if each[-1]] == []
    assert {bets for _, bets, *_ in found} == {len(layout(example)["wagers"])}
    # In the first round and in the next, which has the switches for the next hands.
    assert {switches for _, _, switches, *_ in found} == {False, True}


# How far each word on a button is from the button's edges, at its nearest.
MARGINS = """() => [...document.querySelectorAll('.rail .act .btn')].map((each) => {
  const range = document.createRange(), edge = each.getBoundingClientRect();
  range.selectNodeContents(each);
  const box = [...range.getClientRects()].filter(({ width }) => width);
  return [each.dataset.act, Math.min(...box.map(({ left }) => left - edge.left),
    ...box.map(({ right }) => edge.right - right)), edge.top];
})"""


@pytest.mark.parametrize(("width", "left"), [(390, None), (390, 24), (320, 24)])
def test_words_on_buttons_keep_off_the_edges(page: Page, width: int, left: int | None) -> None:
    """With the clock beside them and without it, when the row is theirs."""
    page.set_viewport_size({"width": width, "height": 844})
    page.goto("/school")
    page.wait_for_selector("#page h1")
    told = [{**frame, "left": left, "of": left} for frame in evening("maryland-poker-full", "Anna")]
    asked = next(at for at, frame in enumerate(told) if frame["view"]["step"] == "setting")
    put_on(page, "maryland-poker-full", told)
    page.evaluate("(at) => showTo(at)", asked)
    page.wait_for_selector(".app.set .act")
    assert page.locator(".act .timer").count() == (left is not None)
    margins = page.evaluate(MARGINS)
    assert {act for act, *_ in margins} == {"set", "houseway", "surrender"}
    assert all(margin >= 4 for _, margin, _ in margins), margins
    assert len({top for *_, top in margins}) == 1, margins


CLOSE = """() => {
  const dialog = document.querySelector('dialog[open]'), button = dialog.querySelector('form [data-close]');
  const { left, top, right, bottom } = button.getBoundingClientRect();
  const middle = (left + right) / 2;
  const reached = [top + 2, bottom - 2].every((y) => button.contains(document.elementFromPoint(middle, y)));
  return [dialog.scrollTop, dialog.scrollHeight > dialog.clientHeight + 40, reached];
}"""


def test_a_long_dialog_can_be_closed_without_scrolling(page: Page) -> None:
    page.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    page.goto("/table/commission-tiles")
    page.wait_for_selector(".app")
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert page.evaluate(CLOSE) == [0, True, True]
