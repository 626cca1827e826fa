"""Replay as a board, and the rounds of an evening: each decision at the library's cost; keys, touch."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Callable
from itertools import count as counting
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Download, Locator, Page, Route, expect

from paigow import Outcome, best_settings, compare, parse_rounds, verify
from tests.rules import rule
from tests.server.running import Server
from tests.web.hands import (
    BUTTONS,
    KEYS,
    PATIENCE,
    Played,
    accessible,
    finish_round,
    own_table,
    play_round,
    sit_down,
)
from tests.web.looking import LOOK


def _setting(record: dict[str, Any], person: str) -> tuple[int, dict[str, Any]]:
    """The step at which somebody set a hand, and what was set."""
    for step, act in enumerate(record["acts"], start=1):
        for event in act["events"]:
            if event["event"] == "hand-set" and event["set_by"] == person:
                return step, event
    raise AssertionError("nobody set")


def _cost(event: dict[str, Any], stake: int, role: Literal["player", "bank"] = "player") -> int:
    """What a setting lost in cents: its exact value against the regulation's way, compared with the best."""
    found = best_settings(" ".join((*event["high"], *event["low"])), "regulation", role=role)
    low = sorted(event["low"])
    chosen = next(each for each in found.settings if sorted(map(str, each.setting.low)) == low)
    return round(float((found.best.value - chosen.value) * stake))


def _money(cents: int) -> str:
    return f"−${cents / 100:.2f}" if cents else "no cost"


@rule("R11", "R60")
def test_a_round_is_studied_step_by_step_with_the_price_of_each_decision(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    played = finish_round(page, KEYS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    person = page.evaluate("localStorage.guest")
    record = page.request.get(f"/api/tables/{table}/rounds/1").json()
    brief = page.request.get(f"/api/tables/{table}/rounds/1?brief=true").json()
    assert [act["events"] for act in brief["acts"]] == [act["events"] for act in record["acts"]]
    step, event = _setting(record, person)
    page.goto(f"/round/{table}/1?step={step}")
    expect(page.locator(".stepper [role=status]")).to_contain_text(f"Step {step} of")
    setting = page.locator(".decided li.here")
    expect(setting.locator("h3 b")).to_have_text(_money(_cost(event, 2500)), timeout=PATIENCE)
    expect(setting).to_contain_text("20,475 hands")
    _every_share_has_its_figure(setting)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".stepper [role=status]")).to_contain_text("Step 2 of")
    page.keyboard.press("d")
    expect(page.locator(".decided li.here")).to_have_count(1)
    assert re.search(r"step=\d+$", page.url)
    page.keyboard.press(" ")
    expect(page.locator("[data-act=play]")).to_contain_text("Pause")
    page.keyboard.press(" ")
    page.keyboard.press("End")
    _own_result_leads(page, played)
    with page.expect_download() as saved:
        page.locator("[data-act=save]").press("Enter")
    image = saved.value.path().read_bytes()
    # A PNG file starts with these eight bytes; width and height follow in its first chunk.
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(image[16:20]), int.from_bytes(image[20:24])) == (1920, 1080)
    with page.expect_download() as saved:
        page.locator("[data-act=savesvg]").press("Enter")
    drawing = saved.value.path().read_text("utf-8")
    assert drawing.startswith("<svg")
    assert "var(--" not in drawing, "a picture stands by itself"
    page.locator(".decided a", has_text="Open in analysis").first.click()
    page.wait_for_selector(".setting", timeout=PATIENCE)
    assert sorted(page.input_value("#notation").split()) == sorted((*event["high"], *event["low"]))
    _the_evening_adds_up(page, table, played.net, _cost(event, 2500))


DOTS = {"One": 1, "Two": 2, "Three": 3, "Four": 4, "Five": 5, "Six": 6}
PACES = """window.paces = [];
const real = window.setInterval.bind(window);
window.setInterval = (what, time) => {
  if (String(what).includes('show(')) window.paces.push(time);
  return real(what, time);
};"""
"""Keeps how many milliseconds each playing gives a step."""


def test_a_replay_shows_its_stages_and_its_evening_and_adds_its_hand_to_the_trainer(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    finish_round(page, KEYS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    record = page.request.get(f"/api/tables/{table}/rounds/1").json()
    _, event = _setting(record, page.evaluate("localStorage.guest"))
    page.add_init_script(PACES)
    page.goto(f"/round/{table}/1?step=2")
    page.wait_for_selector(".track")
    _stages_are_named_where_they_begin(page, record["acts"])
    page.keyboard.press(" ")
    page.select_option("[data-k=pace]", "quick")
    assert page.evaluate("window.paces") == [1000, 400]
    page.locator("[data-act=play]").press("Enter")
    _the_evening_is_below_with_this_round_marked(page)
    train = page.locator("[data-act=train]").first
    train.press("Enter")
    expect(train).to_have_text("In your trainer")
    page.evaluate("localStorage.setItem('practice-book', 'commission-tiles')")
    page.goto("/practice")
    page.wait_for_selector("[data-act=check]")
    expect(page.locator(".drills [aria-current]")).to_contain_text("1 due")
    pieces = page.locator("#try .piece").evaluate_all("(all) => all.map((each) => each.textContent)")
    faces = sorted("-".join(str(DOTS[dots]) for dots in re.findall("|".join(DOTS), each)) for each in pieces)
    assert faces == sorted((*event["high"], *event["low"]))


def _stages_are_named_where_they_begin(page: Page, acts: list[dict[str, Any]]) -> None:
    """Bets and settings take many steps of a round: they have room for a name."""
    ends = [{"round-finished"} & {event["event"] for event in act["events"]} for act in acts]
    steps = [act["view"]["step"] for act in acts[: 1 + list(map(bool, ends)).index(True)]]
    names = dict(
        page.locator(".track text").evaluate_all(
            "(all) => all.map((each) => [each.textContent, parseFloat(each.getAttribute('x'))])"
        )
    )
    for name, step in (("Bet", "bets"), ("Set", "setting")):
        assert names[name] == round(100 * steps.index(step) / (len(steps) - 1), 2)
    # The bank is offered once the round is over: that is the next one's.
    assert "Bank" not in names


def _the_evening_is_below_with_this_round_marked(page: Page) -> None:
    below = page.locator(".review .whole")
    expect(below.locator("[aria-current]")).to_have_attribute("aria-label", "Round 1", timeout=PATIENCE)
    expect(below).to_contain_text("Rounds: 1")
    # Sums of money are marked at round amounts, and each end of the evening with its time.
    marks = [each.strip() for each in below.locator("svg text:not(.time)").all_text_contents()]
    amounts = [int(each.replace("−", "-").replace("$", "").replace(",", "")) for each in marks]
    (gap,) = {later - before for before, later in itertools.pairwise(amounts)}
    assert 0 in amounts
    assert str(gap).rstrip("0") in {"1", "2", "5"}
    assert below.locator("svg .time").count() == 2


MARKS = """async (rounds) => {
  const { graph } = await import('/rounds/evening.js');
  const drawn = document.createElement('div');
  const played = rounds.map(([net, cost], i) => ({ table: "a", round: i, at: i, net, review: { cost } }));
  drawn.innerHTML = graph(played);
  return [...drawn.querySelectorAll('svg text:not(.time)')].map((each) => each.textContent.trim());
}"""


@pytest.mark.parametrize(
    ("rounds", "marks"),
    [
        ([[0, 0]], ["−$1", "$0"]),
        # From 70 cents down to 70 cents up; from $4 down to $4.90 up, where steps of $5 would show $0 alone.
        ([[0, 70]], ["−$1", "$0"]),
        ([[-400, 0], [890, 0]], ["−$4", "−$2", "$0", "$2", "$4"]),
        ([[-40_00, 0], [190_00, 0]], ["$0", "$50", "$100", "$150"]),
    ],
)
def test_an_evening_has_two_to_five_marks(page: Page, rounds: list[list[int]], marks: list[str]) -> None:
    page.goto("/history")
    page.wait_for_selector("h1")
    assert page.evaluate(MARKS, rounds) == marks


def _every_share_has_its_figure(setting: Locator) -> None:
    """In its part of the bar, or below the bar where the part is too narrow."""
    for choice in setting.locator(".rv-choice").all():
        told = re.findall(r"([\d.]+)%", choice.locator("svg").get_attribute("aria-label") or "")
        inside = choice.locator("svg text").all_text_contents()
        below = re.findall(r"([\d.]+)%", choice.locator("small").inner_text())
        assert sorted(inside + below) == sorted(each for each in told if float(each))


def _own_result_leads(page: Page, played: Played) -> None:
    """The last step starts with the viewer's result; on a phone the buttons stay in one place."""
    expect(page.locator(".rv-sums tfoot b")).to_have_text(played.net)
    # No amount is a sign alone.
    assert not {"=", "○"} & {text.strip() for text in page.locator(".rv-sums td").all_inner_texts()}
    expect(page.locator(".rv-board .said b")).to_contain_text("You")
    expect(page.locator(".rv-board .said b")).to_contain_text(played.net_in_a_replay)
    assert accessible(page) == []
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 390, "height": 844})
    forward = page.locator("[data-act=next]")
    places = []
    for key in ("Home", "End"):
        page.keyboard.press(key)
        places.append(forward.bounding_box())
    assert places[0] == places[1]
    assert places[0] is not None
    assert places[0]["y"] < 844
    page.set_viewport_size(size)


def _the_evening_adds_up(page: Page, table: str, told: str, cost: int) -> None:
    """What the cards were worth, minus decisions, is what was won; filtered and exported."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/rounds/1?brief=true", hold)
    # The replay has judged the round as well.
    page.evaluate("localStorage.removeItem('reviews')")
    page.goto("/history")
    # Luck and decisions are not told apart before anything is judged.
    expect(page.locator(".bywager")).to_contain_text("Decisions judged in 0 of 1 rounds")
    assert page.locator(".sums dd").all_inner_texts()[:2] == ["…", "…"]
    for each in held:
        each.continue_()
    page.unroute("**/rounds/1?brief=true")
    net = round(100 * float(told.replace("−", "-").replace("+", "").replace("even", "0")))
    shown = [
        f"{'+' if each > 0 else '−'}{abs(each) / 100:.2f}" if each else "0.00"
        for each in (net + cost, -cost, net)
    ]
    expect(page.locator(".sums dd").first).to_have_text(shown[0], timeout=PATIENCE)
    expect(page.locator(".whole")).to_contain_text("set at a cost of over 1%", timeout=PATIENCE)
    assert page.locator(".sums dd").all_inner_texts() == shown
    assert accessible(page) == []
    with page.expect_download() as saved:
        page.locator("[data-act=csv]").press("Enter")
    rows = list(csv.DictReader(io.StringIO(saved.value.path().read_text("utf-8"))))
    assert [(row["table"], row["round"], float(row["net"])) for row in rows] == [(table, "1", net / 100)]
    with page.expect_download() as saved:
        page.locator("[data-act=files]").press("Enter")
    assert table in saved.value.suggested_filename
    _the_evening_is_filtered_by_keys(page, "win" if net > 0 else "lose" if net else "push")


def _the_evening_is_filtered_by_keys(page: Page, outcome: str) -> None:
    """The one round is shown for its own outcome and for days up to its own, and for no other."""
    rows, choice = page.locator(".rounds tbody tr"), page.locator("[data-filter=outcome]")
    choice.focus()
    for each in ("win", "push", "lose"):
        page.keyboard.press("ArrowDown")
        expect(choice).to_have_value(each)
        expect(rows).to_have_count(1 if each == outcome else 0)
    page.keyboard.press("Home")
    expect(choice).to_have_value("")
    expect(rows).to_have_count(1)
    page.locator("[data-filter=since]").focus()
    for day, value, count in (("12312998", "2998-12-31", 0), ("01012001", "2001-01-01", 1)):
        page.keyboard.type(day)
        expect(page.locator("[data-filter=since]")).to_have_value(value)
        expect(rows).to_have_count(count)
        page.locator("[data-filter=outcome]").focus()
        page.keyboard.press("Tab")


def _press(act: str) -> Callable[[Page], None]:
    return lambda page: page.locator(f"#page [data-act={act}]").first.click()


def _round_with(page: Page, table: str, name: str, person: str) -> tuple[int, dict[str, Any]]:
    """The first round in which this happened to somebody."""
    # The bot played alone, as many rounds as there was time for, before anybody sat down.
    for number in counting(1):
        answer = page.request.get(f"/api/tables/{table}/rounds/{number}")
        if not answer.ok:
            break
        record = answer.json()
        events = [event for act in record["acts"] for event in act["events"]]
        if any(event["event"] == name and event["person"] == person for event in events):
            return number, record
    raise AssertionError(f"{name} never happened")


def _priced(page: Page, table: str, number: int) -> dict[str, str]:
    """Each decision of a round with its cost, once all are known."""
    page.goto(f"/round/{table}/{number}")
    page.wait_for_selector(".decided li")
    expect(page.locator(".judged")).not_to_contain_text("…", timeout=PATIENCE)
    rows = page.locator(".decided li")
    return dict(
        zip(rows.locator("h3 button").all_inner_texts(), rows.locator("h3 b").all_inner_texts(), strict=True)
    )


@rule("R11")
def test_a_surrender_and_the_bank_have_their_prices_too(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    # The page asks only about a hand that loses, one in three: none in 40 is rarer than one in a million.
    for _ in range(40):
        played = play_round(page, {**BUTTONS, "surrender": _press("surrender")})
        if "surrender" in played.asked:
            break
    person = page.evaluate("localStorage.guest")
    for _ in range(6):
        play_round(page, BUTTONS, offer=_press("bank"))
        if page.locator(".others").count():
            break
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")

    number, record = _round_with(page, table, "wager-surrendered", person)
    mine = _setting(record, person)[1]
    events = [event for act in record["acts"] for event in act["events"]]
    dealer = next(each for each in events if each["event"] == "hand-set" and each["place"] == 0)
    mine_text, dealers = (
        " / ".join(" ".join(each[half]) for half in ("low", "high")) for each in (mine, dealer)
    )
    assert compare(mine_text, dealers).outcome is Outcome.LOSE
    prices = _priced(page, table, number)
    assert prices["Surrender"] == _money(0)
    assert prices["Setting"] == _money(_cost(mine, 2500))
    expect(page.locator(".judged")).to_contain_text("playing on would have lost too")

    number, record = _round_with(page, table, "bank-accepted", person)
    staked = sum(
        event["wager"]["chips"]
        for act in record["acts"]
        for event in act["events"]
        if event["event"] == "wager-placed"
    )
    prices = _priced(page, table, number)
    page.keyboard.press("End")
    expect(page.locator(".rv-row .who span").first).to_have_text("Banker, position 1")
    expect(page.locator(".rv-row .who span").last).not_to_contain_text("Banker")
    assert prices["Took the bank"] == "no cost"
    setting = _cost(_setting(record, person)[1], staked, "bank")
    assert prices["Setting"].removeprefix("about ") == _money(setting)
    # Pai gow tiles by the house way, five percent on wins: 2.68 as player, 0.34 as banker.
    expect(page.locator(".judged")).to_contain_text(
        "costs 2.68% on average; the banker’s side costs 0.34%", timeout=PATIENCE
    )
    assert accessible(page) == []
    _what_is_filtered_is_summed_and_exported(page, table, person)


def _what_is_filtered_is_summed_and_exported(page: Page, table: str, person: str) -> None:
    """Every figure is that of the round's own file, read by the library."""
    page.goto("/history")
    rows = page.locator(".rounds tbody tr")
    expect(rows.first).to_be_visible()
    nets = {}
    for number in map(int, rows.locator("td:nth-child(2)").all_inner_texts()):
        file = parse_rounds(page.request.get(f"/api/tables/{table}/rounds/{number}/file").text())
        (nets[number],) = (played.money[person] for played in file.played())
    assert len(nets) >= 2
    page.select_option("[data-filter=table]", table)
    for outcome, chosen in {
        "": nets,
        "win": {number: net for number, net in nets.items() if net > 0},
        "push": {number: net for number, net in nets.items() if net == 0},
        "lose": {number: net for number, net in nets.items() if net < 0},
    }.items():
        page.select_option("[data-filter=outcome]", outcome)
        expect(rows).to_have_count(len(chosen))
        total = sum(chosen.values())
        told = f"{'+' if total > 0 else '−'}{abs(total) / 100:,.2f}" if total else "0.00"
        expect(page.locator(".sum-won dd")).to_have_text(told)
        with page.expect_download() as saved:
            page.locator("[data-act=csv]").click()
        lines = csv.DictReader(io.StringIO(saved.value.path().read_text("utf-8")))
        assert {int(line["round"]): round(100 * float(line["net"])) for line in lines} == chosen
    # The surrendered round is lost: there are as many round files as rounds shown, and each passes.
    files = list[Download]()
    lost = {number for number, net in nets.items() if net < 0}

    def all_there(file: Download) -> bool:
        files.append(file)
        return len(files) == len(lost)

    with page.expect_download(all_there):
        page.locator("[data-act=files]").click()
    assert {file.suggested_filename for file in files} == {f"{table}-{number}.rounds" for number in lost}
    assert all(verify(parse_rounds(file.path().read_text("utf-8"))) == () for file in files)
    page.fill("[data-filter=since]", "2999-01-01")
    expect(rows).to_have_count(0)
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.locator("[data-act=files]").click()
    with page.expect_download():
        page.locator("[data-act=csv]").click()
    assert not [url for url in asked if url.endswith("/file")]


def _step(page: Page) -> int:
    return int(page.input_value("[data-k=scrub]"))


def _the_board_is_played_scrubbed_linked_and_saved_by_touch(page: Page) -> None:
    page.locator("[data-act=first]").tap()
    assert _step(page) == 1
    page.locator("[data-act=play]").tap()
    # It advances automatically, and stops when told to.
    page.wait_for_function("() => document.querySelector('[data-k=scrub]').value !== '1'")
    page.locator("[data-act=play]").tap()
    expect(page.locator("[data-act=play]")).to_contain_text("▶")
    track = page.locator(".scrub").bounding_box()
    assert track is not None
    steps = int(page.get_attribute("[data-k=scrub]", "max") or 0)
    page.touchscreen.tap(track["x"] + track["width"] / 2, track["y"] + track["height"] / 2)
    page.wait_for_function(
        "(middle) => Math.abs(document.querySelector('[data-k=scrub]').value - middle) <= 2", arg=steps / 2
    )
    assert page.url.endswith(f"step={_step(page)}")
    page.locator("[data-act=link]").tap()
    expect(page.locator("[data-act=link]")).to_have_text("已複製連結")
    with page.expect_download() as saved:
        page.locator("[data-act=save]").tap()
    assert saved.value.path().read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def _the_evening_is_filtered_exported_and_opened_by_touch(page: Page, table: str) -> None:
    page.select_option("[data-filter=table]", table)
    with page.expect_download() as saved:
        page.locator("[data-act=csv]").tap()
    rows = list(csv.DictReader(io.StringIO(saved.value.path().read_text("utf-8"))))
    assert [(row["table"], row["round"]) for row in rows] == [(table, "1")]
    with page.expect_download() as saved:
        page.locator("[data-act=files]").tap()
    assert saved.value.suggested_filename == f"{table}-1.rounds"
    assert verify(parse_rounds(saved.value.path().read_text("utf-8"))) == ()
    # A phone's own list and calendar open on a tap; the choice made there is applied.
    shown, won = page.locator(".rounds tbody tr"), float(rows[0]["net"])
    for each, count in (("win", won > 0), ("push", won == 0), ("lose", won < 0), ("", True)):
        page.locator("[data-filter=outcome]").tap()
        expect(page.locator("[data-filter=outcome]")).to_be_focused()
        page.select_option("[data-filter=outcome]", each)
        expect(shown).to_have_count(int(count))
    for day, left in (("2998-12-31", 0), ("", 1)):
        page.locator("[data-filter=since]").tap()
        expect(page.locator("[data-filter=since]")).to_be_focused()
        page.fill("[data-filter=since]", day)
        expect(shown).to_have_count(left)
    # The graph is as wide as the phone, and a point of it opens its round.
    drawn = page.locator(".evening").bounding_box()
    assert drawn is not None
    assert drawn["height"] > 150
    page.locator(".evening a").first.tap()
    page.wait_for_selector(".rv-board")
    assert f"/round/{table}/1" in page.url
    page.go_back()
    page.wait_for_selector(".rounds tbody tr")


def test_on_a_phone_the_board_is_stepped_by_touch(browser: Browser, floor: Server) -> None:
    context = browser.new_context(
        base_url=floor.address, viewport={"width": 390, "height": 844}, has_touch=True, locale="zh-TW"
    )
    page = context.new_page()
    table = own_table(page, "commission-tiles-full", bots=0)
    sit_down(page)
    finish_round(page, BUTTONS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    page.goto(f"/round/{table}/1?theme=light")
    page.locator("[data-act=last]").tap()
    expect(page.locator(".rv-sums")).to_be_visible()
    page.locator("[data-act=decision]").tap()
    expect(page.locator(".decided li.here")).to_have_count(1)
    _the_board_is_played_scrubbed_linked_and_saved_by_touch(page)
    for address in (None, "/history?theme=light"):
        if address:
            page.goto(address)
            page.wait_for_selector(".rounds tbody tr")
            _the_evening_is_filtered_exported_and_opened_by_touch(page, table)
        look = page.evaluate(LOOK)
        assert not look["wide"]
        assert look["untold"] == look["small"] == [], look
        assert accessible(page) == []
    context.close()
