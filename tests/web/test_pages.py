"""Pages around the table: no axe findings, nothing from elsewhere, small, strict; replay, proof, a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Response, Route, expect

from paigow.web import STATIC
from tests.rules import rule
from tests.server.running import Server
from tests.web.conftest import FAILED_REQUEST
from tests.web.hands import (
    BUTTONS,
    KEYS,
    PATIENCE,
    accessible,
    finish_round,
    own_table,
    play_round,
    sit_down,
)
from tests.web.looking import LOOK
from tests.web.staff import in_role

COUNT_SOCKETS = """
  window.opened = 0;
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      window.opened += 1;
    }
  };
"""


@pytest.mark.parametrize("address", ["/", "/pieces", "/history"])
@pytest.mark.parametrize(("theme", "language"), [("dark", "en"), ("light", "zh-Hant")])
def test_axe_finds_nothing_on_the_pages(page: Page, address: str, theme: str, language: str) -> None:
    page.add_init_script(f"localStorage.setItem('language', '{language}')")
    page.goto(f"{address}?theme={theme}")
    page.wait_for_selector("h1")
    assert accessible(page) == []


def test_nothing_is_loaded_from_elsewhere_and_the_first_load_is_small(page: Page, floor: Server) -> None:
    answers: list[Response] = []

    def keep(answer: Response) -> None:
        answers.append(answer)

    page.on("response", keep)
    answer = page.goto("/table/commission-tiles")
    page.wait_for_selector(".app")
    assert all(each.url.startswith(floor.address) for each in answers)
    sizes = {each.url: each.request.sizes()["responseBodySize"] for each in answers if each.ok}
    # The transfer size: files are sent compressed.
    assert 50_000 < sum(sizes.values()) < 120_000, sizes
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


def test_no_page_holds_script_or_style_of_its_own() -> None:
    text = (STATIC / "index.html").read_text("utf-8")
    assert not re.search(r"<style|style=|<script(?![^>]*src=)|\son\w+=", text)
    for path in STATIC.rglob("*.js"):
        assert not re.search(r"<style|\sstyle=\"|\son\w+=\"|eval\(", path.read_text("utf-8")), path


def test_all_modules_of_the_table_are_asked_for_at_once(page: Page) -> None:
    page.goto("/table/commission-tiles")
    page.wait_for_selector(".app")
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').map((each) => new URL(each.name).pathname)"
    )
    named = set(re.findall(r'href="(/[\w/-]+\.js)"', (STATIC / "index.html").read_text("utf-8")))
    # The checkpoint module is loaded with the first of them, before or after this check.
    found = {path for path in loaded if path.endswith(".js")} - {"/shared/checkpoints.js"}
    assert found == named | {"/main.js"}


@rule("R60")
def test_replay_and_verify_a_round_of_ones_own(page: Page) -> None:
    table = own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    finish_round(page, KEYS)
    # The seed is shown when the next one has been sealed.
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    page.goto("/history")
    page.wait_for_selector(".list tbody tr")
    page.click("[data-act=prove]")
    page.wait_for_selector("dialog .proof", timeout=PATIENCE)
    assert page.locator("dialog .proof .lose").count() == 0
    assert page.locator("dialog .proof .win").count() >= 3
    assert accessible(page) == []
    page.keyboard.press("Escape")
    page.goto(f"/round/{table}/1")
    page.wait_for_selector(".stepper")
    page.keyboard.press("End")
    assert re.match(r"Step (\d+) of \1$", page.locator(".stepper [role=status]").inner_text())
    page.keyboard.press("Home")
    assert page.inner_text(".stepper [role=status]").startswith("Step 1 of")
    assert accessible(page) == []


@rule("R60")
def test_a_replay_ends_with_its_own_result_and_shows_nothing_that_is_not_so(page: Page) -> None:
    """No live dot, the seal made before the bets, the player's own settlement."""
    table = own_table(page, "maryland-poker-full", bots=0)
    sit_down(page)
    played = finish_round(page, KEYS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    page.goto(f"/round/{table}/1")
    page.wait_for_selector(".stepper")
    # It opens on its result, with both hands.
    assert re.match(r"Step (\d+) of \1$", page.locator(".stepper [role=status]").inner_text())
    assert page.locator(".rv-board .halves figure").count() == 4
    for key in ("Home", "End"):
        page.keyboard.press(key)
        expect(page.locator(".rv-seal")).to_contain_text(
            re.compile("Commitment, before the bets: [0-9a-f]{16}")
        )
        assert "Live" not in page.inner_text(".topbar")
        # The meters' amounts aren't part of a round: a meter at zero isn't shown.
        assert "$0.00" not in (page.text_content("#page") or "$0.00")
    expect(page.locator(".rv-sums tfoot b")).to_have_text(played.net)
    assert page.locator(".rv-duel").count() == 2


@pytest.mark.parametrize("address", ["/nowhere", "/table", "/round/commission-tiles/x"])
def test_an_unknown_address_is_not_found_and_leads_back(
    page: Page, provoked: list[str], address: str
) -> None:
    provoked.append(FAILED_REQUEST)
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 404
    expect(page.locator("h1")).to_have_text("There’s no page here")
    expect(page.locator("h1")).to_be_focused()
    assert accessible(page) == []
    page.click("main a[href='/']")
    page.wait_for_selector("article.floor-card")


def test_practice_counts_on_until_the_values_are_there_and_says_so(page: Page) -> None:
    asked: list[Route] = []

    def later(route: Route) -> None:
        answer = route.fetch()
        asked.append(route)
        graded = answer.json()
        if len(asked) == 1:
            graded |= {"best": None, "values": None}
        route.fulfill(response=answer, json=graded)

    page.route("**/api/practice/grade", later)
    page.goto("/practice")
    page.click("[data-act=check]")
    expect(page.locator("#grade")).to_contain_text("Counting what each setting is worth")
    expect(page.locator("#grade")).to_contain_text("%", timeout=PATIENCE)
    expect(page.locator("#grade")).not_to_contain_text("Counting")


# Acknowledgments first, everything else a third of a second later: a page has to live with either order.
UPDATES_LATE = """
const add = WebSocket.prototype.addEventListener;
WebSocket.prototype.addEventListener = function (kind, heard, ...rest) {
  const late = (event) => {
    if (kind === 'message' && !event.data.includes('"type":"ack"')) setTimeout(() => heard(event), 300);
    else heard(event);
  };
  add.call(this, kind, late, ...rest);
};
"""


@pytest.mark.parametrize("script", ["", UPDATES_LATE], ids=["in order", "updates late"])
def test_who_arrives_at_a_table_has_the_main_button_in_hand(page: Page, script: str) -> None:
    page.add_init_script(script)
    # Where a bot plays, there is no inspection, which a floor without pauses would end at once.
    own_table(page, "commission-tiles-full", bots=1)
    expect(page.locator("[data-act=sitany]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Bet $25")).to_be_focused()


# As wide as requested, and drawn since.
DRAWN = """(width) => new Promise((done) => {
  const look = () => requestAnimationFrame(() => (innerWidth === width ? setTimeout(done) : look()));
  look();
})"""


@pytest.mark.parametrize("address", ["/", "/practice", "/school", "/history", "/pieces"])
def test_no_page_is_cut_or_too_wide_at_any_width(page: Page, address: str) -> None:
    """Any height: these pages scroll, but never sideways."""
    for language in ("en", "zh-Hant"):
        page.goto("/history")
        page.evaluate("(language) => localStorage.setItem('language', language)", language)
        page.goto(address)
        page.wait_for_selector("h1")
        for width in (390, 820, 844, 1440):
            page.set_viewport_size({"width": width, "height": 4000})
            page.evaluate(DRAWN, width)
            look = page.evaluate(LOOK)
            wrong = {name: look[name] for name in ("wide", "cut", "small", "over", "untold", "bars")}
            assert not any(wrong.values()), (language, width, wrong)


# Parts of the seats in the pictures of the tables that extend beyond the picture, which cuts them off.
CLIPPED = """() => [...document.querySelectorAll('.floor-card .art svg')].flatMap((art) => {
  const { left, right, top, bottom } = art.getBoundingClientRect();
  return [...art.querySelectorAll(':scope > g:last-of-type circle')]
    .map((seat) => seat.getBoundingClientRect())
    .filter((seat) => seat.left < left || seat.right > right || seat.top < top || seat.bottom > bottom)
    .map((seat) => [seat.left - left, right - seat.right, seat.top - top, bottom - seat.bottom]);
})"""


def test_every_letter_of_a_full_lobby_is_large_enough(page: Page) -> None:
    """The same five people and a bot at each table, one with the bank: what an idle floor doesn't show."""

    def full(route: Route) -> None:
        answer = route.fetch()
        lobby = answer.json()
        for table in lobby["tables"]:
            table["bank"] = "p3"
            for seat in table["seats"]:
                seat |= {
                    "person": f"p{seat['position']}",
                    "name": "Wilhelmina Featherstonehaugh",
                    "bot": seat["position"] == 6,
                }
        route.fulfill(response=answer, json=lobby)

    # With a role, a card has more buttons.
    in_role(page, "dealer", "floor")
    page.route("**/api/lobby", full)
    page.goto("/")
    page.wait_for_selector("h1")
    expect(page.locator("article.floor-card .art", has_text="B")).to_have_count(4)
    # Everybody shown is counted; they sit at four tables and are still five people.
    expect(page.locator("article.floor-card .who", has_text="5 people · 1 bot")).to_have_count(4)
    expect(page.locator(".rowhead p")).to_contain_text("Live · 5 people · 4 bots")
    for width in (390, 820, 844, 1440):
        page.set_viewport_size({"width": width, "height": 4000})
        page.evaluate(DRAWN, width)
        look = page.evaluate(LOOK)
        assert not any(look[name] for name in ("wide", "cut", "small", "over")), (width, look)
        assert page.locator(".floor-card .art svg > g:last-of-type circle").count() >= 24
        assert page.evaluate(CLIPPED) == [], width


def test_the_posted_rules_are_styled_under_the_same_strict_policy(page: Page) -> None:
    answer = page.goto("/api/tables/commission-tiles/rules")
    assert answer is not None
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert page.evaluate("document.styleSheets.length") == 1


@pytest.mark.parametrize("book", ["colorado-tiles", "maryland-poker"])
def test_a_round_on_a_phone(page: Page, book: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    own_table(page, f"{book}-full", bots=1)
    assert accessible(page) == []
    sit_down(page)
    played = play_round(page, BUTTONS)
    assert "set" in played.asked
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert accessible(page) == []


def test_an_account_is_made_left_and_entered_again_from_the_lobby(page: Page, provoked: list[str]) -> None:
    provoked.append(FAILED_REQUEST)
    """By keys alone; errors are shown, and the dialog stays open for another try."""
    page.goto("/")
    button = page.locator(".topbar [data-act=account]")
    button.focus()
    page.keyboard.press("Enter")
    _write(page, "Wen", "too short")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("too short")
    assert accessible(page) == []
    _write(page, "Wen", "password1234")
    page.get_by_role("button", name="Create account").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("This password is easy to guess.")
    expect(page.get_by_label("Password", exact=True)).to_be_focused()
    _write(page, "Wen", "long enough to do")
    page.get_by_role("button", name="Create account").press("Enter")
    expect(button).to_have_accessible_name("Signed in as Wen")
    expect(button).to_be_focused()
    page.reload()
    expect(button).to_have_accessible_name("Signed in as Wen")
    button.click()
    assert accessible(page) == []
    page.keyboard.press("Enter")
    expect(button).to_have_accessible_name("Sign in")
    button.click()
    _write(page, "Wen", "something else")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("Wrong name or password")
    _write(page, "Wen", "long enough to do")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("alert")).to_contain_text("is taken")
    page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    expect(button).to_have_accessible_name("Signed in as Wen")


def _write(page: Page, name: str, password: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password", exact=True).fill(password)


def test_sit_in_the_lobby_takes_the_first_free_seat_and_buys_chips(page: Page) -> None:
    page.goto("/")
    page.click("article.floor-card:has(a[href='/watch/commission-tiles']) a.sit")
    page.wait_for_selector(".app:not(.watch)", timeout=PATIENCE)
    page.wait_for_selector(".railbox[aria-busy=false]", timeout=PATIENCE)
    expect(page.locator(".topbar .purse b")).to_contain_text("$")
    # Returning to the page doesn't put anybody back on a seat.
    assert page.evaluate("location.search") == ""
    page.click("[data-act=menu]")
    page.click("dialog [data-act=leave]")
    page.wait_for_selector(".app.watch", timeout=PATIENCE)


def test_a_phones_first_screen_has_a_seat_and_a_table_of_ones_own_is_found_again(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    seat = page.locator("a.sit").first
    box = seat.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 560
    assert page.locator(".welcome a.primary").get_attribute("href") == "/learn/tiles"
    page.get_by_label("Game").select_option("rock-island-poker")
    page.get_by_label("Pace").select_option("quick")
    page.get_by_role("switch", name="Bots").uncheck()
    page.get_by_role("button", name="Open and invite").click()
    code = page.get_by_role("img", name="QR code")
    expect(code).to_be_visible()
    assert code.evaluate("async (image) => { await image.decode(); return image.naturalWidth > 0; }")
    link = page.get_by_label("Link", exact=True).input_value()
    assert accessible(page) == []
    page.keyboard.press("Escape")
    own = page.get_by_role("region", name="Your tables").locator("article")
    expect(own).to_have_count(1)
    answer = page.request.get(link.replace("/table/", "/api/tables/")).json()
    assert (answer["kind"], answer["book"], answer["clock"]) == ("private", "rock-island-poker", False)
    own.locator("a.sit").click()
    page.wait_for_selector(".app:not(.watch)", timeout=PATIENCE)
    page.click("[data-act=lobby]")
    expect(own.locator("a.sit")).to_have_text("Back to your seat")


# A switch is to the right of its words, not below them.
BESIDE = """() => [...document.querySelectorAll('.setting:has(.switch)')].map((row) => {
  const [words, control] = [...row.children].map((each) => each.getBoundingClientRect());
  return control.left >= words.right && control.top < words.bottom;
})"""


def test_settings_apply_at_once_and_are_kept(page: Page) -> None:
    page.goto("/settings")
    root = page.locator("html")
    page.get_by_role("radio", name="Light").check()
    expect(root).to_have_attribute("data-theme", "light")
    before = page.locator("figure").evaluate("(felt) => getComputedStyle(felt).backgroundImage")
    page.get_by_role("radio", name="Wine").check()
    expect(root).to_have_attribute("data-felt", "wine")
    assert page.locator("figure").evaluate("(felt) => getComputedStyle(felt).backgroundImage") != before
    club = page.locator("figure svg").inner_html()
    page.get_by_role("radio", name="Two colors").check()
    assert page.locator("figure svg").inner_html() != club
    page.get_by_role("radio", name="Reduced").check()
    page.get_by_role("switch", name="Sound").check()
    assert accessible(page) == []
    page.get_by_role("radio", name="繁體中文").check()
    expect(page.get_by_role("heading", level=1)).to_have_text("設定")
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(BESIDE) == [True] * page.get_by_role("switch").count()
    page.set_viewport_size({"width": 1440, "height": 900})
    page.reload()
    expect(page.get_by_role("switch", name="聲音")).to_be_checked()
    expect(root).to_have_attribute("data-motion", "off")
    page.get_by_role("radio", name="English").check()
    # A letter that is in use changes places: K is free, then H has K's place.
    page.get_by_role("button", name="sound on or off: M").click()
    page.keyboard.press("k")
    page.get_by_role("button", name="ask for the house way: H").click()
    page.keyboard.press("k")
    expect(page.get_by_role("button", name="sound on or off: H")).to_be_visible()
    assert accessible(page) == []
    # At a table one key turns the sound off, and says so; its former letter does nothing.
    own_table(page, "rock-island-poker-full", bots=0)
    page.keyboard.press("m")
    page.keyboard.press("h")
    expect(page.get_by_role("alert").filter(has_text="Sound off")).to_be_visible()
    assert page.evaluate("localStorage.getItem('sound')") is None


def test_help_starts_with_how_to_play_and_a_seat_says_what_it_takes(page: Page) -> None:
    """A new guest has $5,000; $1,000 of it goes to the table with the seat."""
    page.goto("/")
    page.click(".topbar [data-act=help]")
    page.wait_for_selector("dialog[open] h2")
    first = page.locator("dialog[open] a").evaluate_all("(all) => all.map((each) => each.pathname)")
    assert first == ["/learn/how/tiles", "/learn/how/cards", "/learn/tiles", "/learn/cards", "/pieces"]
    page.goto("/table/commission-tiles?sit")
    told = "You took $1,000.00 from your wallet."
    expect(page.get_by_role("alert").filter(has_text=told)).to_be_visible()
    # A report, not a problem: without the color of one.
    edge = "getComputedStyle(document.querySelector('.toast')).borderLeftColor"
    loses = page.evaluate(
        """() => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = 'var(--lose)';
          return getComputedStyle(probe).color;
        }"""
    )
    assert page.evaluate(edge) != loses
    page.keyboard.press("?")
    expect(page.locator("dialog[open] a").last).to_have_text("Rules")


@pytest.mark.parametrize("address", ["/table/private-0123456789abcdef", "/table/foo", "/watch/foo"])
def test_a_link_to_no_table_says_so_and_stops_connecting(
    page: Page, address: str, provoked: list[str]
) -> None:
    provoked += [FAILED_REQUEST, "WebSocket connection to"]
    page.clock.install()
    page.add_init_script(COUNT_SOCKETS)
    page.goto(address)
    expect(page.locator("main h1")).to_have_text("This table doesn’t exist, or it was closed.")
    opened = page.evaluate("window.opened")
    assert opened
    # The slowest reconnection is 8 seconds after the last.
    page.clock.run_for(20_000)
    assert page.evaluate("window.opened") == opened
    assert accessible(page) == []
    page.get_by_role("link", name="Back to the tables").click()
    expect(page.locator(".floor-card").first).to_be_visible()


def test_the_lobbys_links_wrap_together_on_a_tablet(page: Page) -> None:
    in_role(page, "floor")
    page.set_viewport_size({"width": 820, "height": 1180})
    page.goto("/")
    links = page.locator(".foot a")
    expect(links).to_have_count(4)
    tops = links.evaluate_all("(links) => links.map((link) => link.getBoundingClientRect().top)")
    assert tops == tops[:1] * 4
