"""Every moment of a banked round from recorded frames: nothing cut off or unsaid, no axe findings."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from paigow.server.tables.catalog import TableSettings, layout_record
from paigow.submissions.checking import load_submission
from paigow.web import STATIC
from tests.table.tables import rules_with
from tests.web.hands import accessible, phase
from tests.web.looking import LOOK
from tests.web.scenes import Evening, frames

Record = dict[str, Any]
SIZES = {
    "wide": (1440, 900),
    "tablet": (1024, 768),
    "upright": (820, 1180),
    "phone": (390, 844),
    "lengthwise": (844, 390),
}
PEOPLE = {
    1: ("Rosa", "house-way"),
    2: ("Mei", "banker"),
    3: ("Tomás", "house-way"),
    4: ("Anna", "house-way"),
    6: ("Kestrel", "house-way"),
}
# An evening with many bets.
BONUSES = {
    1: ("Rosa", "bonus"),
    2: ("Mei", "banker"),
    3: ("Tomás", "bonus"),
    4: ("Anna", "bonus"),
    6: ("Kestrel", "house-way"),
}
LOOKING_ON = "Zoe"
CO_BANKING = "Lan"
EXPECTED = {
    "Anna": {"bet", "set", "wait"},
    "Mei": {"offer", "cut", "style", "set"},
    LOOKING_ON: {"watch"},
}
# A whole evening is passed as one text: as values it would take longer than all of its rendering.
MOUNT = """async (told) => {
  const [layout, frames, language] = JSON.parse(told);
  const { tablePage } = await import('/table/table.js');
  const { loadTexts } = await import('/shared/texts.js');
  await loadTexts(language);
  await (await import('/shared/terms.js')).readTerms();
  window.shown?.close();
  const root = document.getElementById('page');
  root.innerHTML = '<div></div>';
  window.channeled = [];
  const tell = (message) => window.channeled.push(message);
  const send = async () => ({ type: 'ack' });
  const page = tablePage(root.firstChild, { layout, send, tell, navigate() {} });
  window.shown = page;
  let at = 0;
  window.showTo = (index) => {
    for (; at <= index; at += 1)
      page.receive({ ...frames[at], type: at ? 'update' : 'snapshot', me: frames[at].view.actor });
    page.set({});
  };
}"""
TURNS = {
    "accept-bank",
    "cut-stacks",
    "cut-cards",
    "choose-delivery",
    "shake-dice",
    "set-hand",
    "set-bank-hand",
    "surrender",
    "place-wager",
}
# What is asked while a result is still shown is checked too.
EVERY = f"""(moments) => {{
  const look = {LOOK};
  return moments.flatMap((at) => {{
    showTo(at);
    const found = [[at, look()]];
    if (found[0][1].phase === 'result') {{
      shown.set({{ dismissed: true }});
      found.push([at, look()]);
      shown.set({{ dismissed: false }});
    }}
    return found;
  }});
}}"""


@cache
def evening(example: str, me: str) -> tuple[Record, ...]:
    people = PEOPLE if me != CO_BANKING else {**PEOPLE, 2: (me, "co-banker")}
    played = frames(Evening(example, people, me, rounds=2))
    return tuple(json.loads(json.dumps(list(played))))


@cache
def layout(example: str) -> Record:
    name = example.rpartition("-")[0]
    record = layout_record(name, load_submission(example), rules_with(example), TableSettings(title="T-12"))
    found: Record = json.loads(json.dumps(record))
    return found


def moments(example: str, me: str) -> list[int]:
    """The first frame of every step and of every set of things to do."""
    seen, found = set(), []
    for index, frame in enumerate(evening(example, me)):
        asked = frozenset(option["command"]["do"] for option in frame["options"]) & TURNS
        key = (frame["view"]["step"] if not asked else "", asked)
        if key not in seen:
            seen.add(key)
            found.append(index)
    return found


def mount(page: Page, example: str, me: str, language: str = "en") -> list[int]:
    """Put the table on the page; `showTo(index)` then advances the evening."""
    # The page itself is drawn once it has the session, and would draw over the table.
    page.wait_for_selector("#page h1")
    found = moments(example, me)
    shown = evening(example, me)[: found[-1] + 1]
    put_on(page, example, shown, language)
    return found


def put_on(page: Page, example: str, told: Sequence[Record], language: str = "en") -> None:
    page.evaluate(MOUNT, json.dumps([layout(example), told, language]))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("example", "me"),
    [
        ("colorado-tiles-full", "Anna"),
        ("colorado-tiles-full", "Mei"),
        ("maryland-poker-full", "Anna"),
        ("maryland-poker-full", LOOKING_ON),
    ],
)
def test_every_moment_fits_and_says_what_it_is(page: Page, example: str, me: str, size: str) -> None:
    other = "zh-Hant" if size in ("tablet", "lengthwise") else "zh-Hans"
    assert EXPECTED[me] <= _fitting(page, example, me, SIZES[size], ("en", other))


@pytest.mark.parametrize("size", ["phone", "lengthwise"])
@pytest.mark.parametrize("example", ["commission-tiles-full", "maryland-poker-full"])
def test_a_banker_has_room_on_a_phone(page: Page, example: str, size: str) -> None:
    """The dealer bets against the bank at one of them; at the other each hand of the list has long names."""
    assert {"result", "set", "bet"} <= _fitting(page, example, "Mei", SIZES[size], ("en", "zh-Hant"))


@pytest.mark.parametrize("example", ["colorado-tiles-full", "maryland-poker-full"])
def test_results_fit_a_laptop(page: Page, example: str) -> None:
    """Between the other sizes, where one result used to overlap another; the felt's letters shrink here."""
    found = _fitting(page, example, "Anna", (1280, 860), ("en",), unless="small")
    assert {*EXPECTED["Anna"], "result"} <= found


def _fitting(
    page: Page, example: str, me: str, size: tuple[int, int], languages: Iterable[str], unless: str = ""
) -> set[str]:
    """The phases that were checked; each fits, and nothing overlaps."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/school?theme=light")
    phases = set()
    for language in languages:
        found = mount(page, example, me, language)
        for at, look in page.evaluate(EVERY, found):
            phases.add(look.pop("phase"))
            wrong = {name: what for name, what in look.items() if what and name != unless}
            assert not wrong, (at, evening(example, me)[at]["view"]["step"], language, wrong)
    return phases


def test_a_player_who_is_done_reads_who_is_awaited(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/school")
    mount(page, "maryland-poker-full", "Rosa")
    told = evening("maryland-poker-full", "Rosa")
    seen = set()
    for at, frame in enumerate(told[: moments("maryland-poker-full", "Rosa")[-1]]):
        page.evaluate("(at) => showTo(at)", at)
        others = [name for name in frame["awaited"] if name != "Rosa"]
        done = page.locator(".act [data-act=ready]")
        if phase(page) != "bet" or len(others) in seen or not done.count():
            continue
        seen.add(len(others))
        expect(done).to_have_text("Done Enter")
        page.evaluate("shown.set({ done: true })")
        match others:
            case []:
                said = "The dealer’s turn"
            case [name]:
                said = f"Waiting for {name}"
            case [name, other]:
                said = f"Waiting for {name} and {other}"
            case _:
                said = f"Waiting for {others[0]} and {len(others) - 1} others"
        expect(done).to_have_text(said)
        expect(done).to_be_in_viewport()
        page.evaluate("shown.set({ done: false })")
    assert {0, 1, 2} < seen


LARGE = """() => {
  const box = (found) => document.querySelector(found).getBoundingClientRect();
  const size = (found) => parseFloat(getComputedStyle(document.querySelector(found)).fontSize);
  const panel = box('.railbox'), parts = ['.mine', '.hand', '.act .btn.primary'].map(box);
  const inside = (part) => part.left >= panel.left && part.right <= panel.right &&
    part.top >= panel.top && part.bottom <= panel.bottom;
  const top = Math.min(...parts.map((part) => part.top)),
    bottom = Math.max(...parts.map((part) => part.bottom));
  return {
    piece: box('.slot .piece:last-child').width, together: parts.every(inside),
    share: (bottom - top) / innerHeight, line: size('.script .now p'), para: size('.side .para'),
  };
}"""

# What I am asked, and what the dealer does meanwhile.
TITLES = """() => [...document.querySelectorAll(':is(.choice, .nowbox) h2')]
  .map((each) => Math.round(parseFloat(getComputedStyle(each).fontSize) * 10) / 10)"""


def test_on_a_large_screen_hand_bets_and_button_stand_together_and_everything_grows(page: Page) -> None:
    """A card is at least 160 pixels wide; the newest line of the script, 18 pixels at 1440x900, grows too."""
    page.set_viewport_size({"width": 2560, "height": 1440})
    page.goto("/school?theme=light")
    titles: set[float] = set()
    for example, language in (("maryland-poker-full", "en"), ("colorado-tiles-full", "zh-Hant")):
        found = mount(page, example, "Anna", language)
        for at in found:
            page.evaluate("(at) => showTo(at)", at)
            look = page.evaluate(LOOK)
            wrong = {name: what for name, what in look.items() if what and name != "phase"}
            assert not wrong, (at, language, wrong)
            if look["phase"] == "result":
                page.evaluate("shown.set({ dismissed: true })")
            titles |= set(page.evaluate(TITLES))
            page.evaluate("shown.set({ dismissed: false })")
            if look["phase"] != "set":
                continue
            large = page.evaluate(LARGE)
            assert large["piece"] >= (160 if example == "maryland-poker-full" else 106), large
            assert large["together"], large
            assert large["share"] < 0.6, large
            assert large["line"] > 24, large
            assert large["para"] > 15, large
    # 26 pixels at 1440x900; letters grow by 0.3 + 0.7 times the growth of the screen.
    assert titles == {round(26 * (0.3 + 0.7 * 1.6), 1)}


@pytest.mark.parametrize(
    ("example", "me", "theme"),
    [
        ("colorado-tiles-full", "Anna", "dark"),
        ("colorado-tiles-full", "Mei", "light"),
        ("maryland-poker-full", "Anna", "light"),
    ],
)
def test_axe_finds_nothing_in_any_phase(page: Page, example: str, me: str, theme: str) -> None:
    page.goto(f"/school?theme={theme}")
    checked: set[str] = set()
    for index in mount(page, example, me):
        page.evaluate("(index) => showTo(index)", index)
        if phase(page) in checked & {"result"}:
            page.evaluate("shown.set({ dismissed: true })")
        now = phase(page)
        if now not in checked:
            checked.add(now)
            assert accessible(page) == [], now


SAME = """(moments) => moments.map((at) => {
  showTo(at);
  const { view, me, previous } = shown.model, same = document.querySelector('[data-act=same]');
  return [view.bank?.person === me, !!previous, !!same && !same.ariaDisabled];
})"""


def test_the_same_bets_are_offered_to_whoever_can_lay_them(page: Page) -> None:
    """Mei bets in the first round, has the bank in the second, and bets again after that."""
    example = "commission-tiles-full"
    people = {1: PEOPLE[2], 4: PEOPLE[4]}
    told = list(frames(Evening(example, people, "Mei", rounds=2)))
    between = [at for at, frame in enumerate(told) if frame["view"]["step"] in ("offer", "cut", "bets")]
    page.goto("/school")
    page.wait_for_selector("#page h1")
    put_on(page, example, told)
    found = {tuple(each) for each in page.evaluate(SAME, between)}
    assert (True, True, False) in found
    assert (True, True, True) not in found
    assert (False, True, True) in found


READ = """(at) => {
  showTo(at);
  shown.receive({ type: 'update', view: {}, events: [], left: 15, of: 15 });
  shown.set({});
  const app = document.querySelector('.app');
  const first = document.querySelector('.settle .act .btn');
  return [app.classList[1], first.firstChild.nodeValue.trim(),
    document.querySelectorAll('.settle .primary').length, first.matches('.primary[data-act=change]')];
}"""


def test_who_looks_on_is_shown_no_pieces_once_all_are_dealt(page: Page) -> None:
    """Neither an empty picture nor a pack without cards; nobody without a hand is told to set one."""
    page.goto("/school")
    for example in ("maryland-poker-full", "colorado-tiles-full"):
        drawn = {}
        for moment in mount(page, example, LOOKING_ON):
            page.evaluate("(moment) => showTo(moment)", moment)
            step = evening(example, LOOKING_ON)[moment]["view"]["step"]
            drawn[step] = page.locator(".nowbox .stage svg > *").count()
            assert drawn[step] or not page.locator(".nowbox .stage").count(), step
            assert not page.get_by_role("heading", name="Set your hands").count()
        assert drawn["bets"]
        assert not drawn["setting"]
        assert not drawn["expose"]


def test_the_result_stays_until_it_was_read_though_the_bank_is_offered_on_the_clock(page: Page) -> None:
    example = "commission-tiles-full"
    told = list(frames(Evening(example, {1: PEOPLE[2], 4: PEOPLE[4]}, "Anna", rounds=2)))
    asked = next(
        at
        for at, frame in enumerate(told)
        if any(each["command"]["do"] == "pass-bank" for each in frame["options"])
    )
    page.goto("/school")
    page.wait_for_selector("#page h1")
    put_on(page, example, told)
    assert page.evaluate(READ, asked) == ["result", "Next: the bank", 1, True]
    # The same bets can be repeated from the result, and then the bank is answered.
    page.keyboard.press("r")
    page.wait_for_selector("[data-act=pass]")
    page.wait_for_function("() => shown.model.again || shown.model.done")
    page.evaluate("shown.set({ dismissed: false })")
    page.wait_for_selector(".settle")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-act=pass]")


# Where everything is and how it looks, except for the clock, which ticks.
DRAWN = """() => [...document.querySelectorAll('.app *')].filter((each) => !each.closest('.timer'))
  .map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect(), look = getComputedStyle(each);
    return [each.outerHTML.slice(0, 60), [x, y, width, height].map(Math.round).join(' '), look.color,
      look.backgroundColor, look.borderTopColor, look.font].join(' | ');
  })"""
SHEETS = sorted(path.stem for path in (STATIC / "styles").glob("*.css"))
# The page's own come with it; others come with their pages and stay.
OTHERS = """async (names) => {
  const own = new Set([...document.querySelectorAll('link:not(.other)')].map((each) => each.href));
  for (const name of names) {
    const href = new URL(`/styles/${name}.css`, location), link = document.createElement('link');
    if (own.has(String(href))) continue;
    const loaded = new Promise((done) => { link.onload = done; });
    Object.assign(link, { rel: 'stylesheet', href, className: 'other' });
    document.head.append(link);
    await loaded;
  }
}"""


@pytest.mark.parametrize("size", ["phone", "wide"])
def test_a_table_looks_the_same_whichever_pages_were_open_before(page: Page, size: str) -> None:
    """A page's styles stay when it is left: none of them must affect the table."""
    page.set_viewport_size({"width": SIZES[size][0], "height": SIZES[size][1]})
    page.goto("/table/commission-tiles")
    page.wait_for_selector(".app")
    example = "maryland-poker-full"
    found = moments(example, "Anna")
    put_on(page, example, evening(example, "Anna")[: found[-1] + 1])
    before, phases = {}, set()
    for at in found:
        page.evaluate("(at) => showTo(at)", at)
        before[at] = page.evaluate(DRAWN)
        phases.add(phase(page))
    assert {"bet", "set", "result"} <= phases
    put_on(page, example, evening(example, "Anna")[: found[-1] + 1])
    page.evaluate(OTHERS, SHEETS)
    assert page.locator("link.other").count() >= 10
    for at in found:
        page.evaluate("(at) => showTo(at)", at)
        assert page.evaluate(DRAWN) == before[at], at
