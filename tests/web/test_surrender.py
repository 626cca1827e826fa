"""What a player sees before surrendering: the result if it is known, the chances if it isn't."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route, expect

from paigow import best_settings, load_way
from paigow.server.analysis import at_table
from paigow.submissions.checking import load_submission
from tests.books.making import text_of, tree_of, with_changes
from tests.web.scenes import Evening, frames
from tests.web.test_phases import put_on

Record = dict[str, Any]
ME = "Anna"
ALONE = {2: (ME, "house-way"), 5: ("Rosa", "house-way")}
BANKED = {2: (ME, "house-way"), 3: ("Mei", "banker"), 5: ("Rosa", "house-way")}


def played(example: str, people: dict[int, tuple[str, str]], seed: str, rounds: int) -> list[Record]:
    evening = Evening(example, people, ME, rounds=rounds, seed=seed)
    found: list[Record] = json.loads(json.dumps(list(frames(evening))))
    return found


def asked(told: list[Record]) -> Iterator[tuple[int, tuple[str, str]]]:
    """The first frame of each round in which I can surrender, and the results of my low and high hand."""
    seen = set()
    for index, frame in enumerate(told):
        view = frame["view"]
        can = any(option["command"]["do"] == "surrender" for option in frame["options"])
        if not can or view["round"] in seen:
            continue
        seen.add(view["round"])
        events = (event for later in told[index:] for event in later["events"])
        shown = next(e for e in events if e["event"] == "hand-exposed" and e["position"] == 2)
        halves = tuple("win" if shown[half] == "win" else "lose" for half in ("low_half", "high_half"))
        yield index, (halves[0], halves[1])


def test_only_a_hand_that_loses_either_way_is_asked_about_against_an_open_hand(page: Page) -> None:
    """One that can't lose any more isn't surrendered; one that loses can be kept from view (7(f)(2))."""
    page.goto("/school")
    page.wait_for_selector("#page h1")
    results = set()
    for example, seed in (("commission-tiles-full", "b"), ("maryland-poker-full", "c")):
        told = played(example, ALONE, seed, 14)
        put_on(page, example, told)
        for index, halves in asked(told):
            page.evaluate("(index) => { showTo(index - 1); channeled.length = 0; showTo(index); }", index)
            loses = halves == ("lose", "lose")
            # The dealer waits for an answer: it comes from the page where the player isn't asked.
            assert page.evaluate("channeled") == ([] if loses else [{"type": "ready"}])
            question, button = page.locator(".question"), page.get_by_role("button", name="Forfeit $")
            expect(question).to_have_count(1 if loses else 0)
            expect(button).to_have_count(1 if loses else 0)
            if loses:
                expect(question).to_contain_text("Your hand loses either way. Surrendering keeps it hidden.")
            results.add((example, halves))
    assert len(results) >= 6, results


OURS = """way "Ours"
game tiles
1  otherwise play the best low
finally the best low, then the best high
"""


def test_against_a_hidden_hand_of_the_bank_the_tables_own_way_gives_the_chances(
    page: Page, tmp_path: Path
) -> None:
    (tmp_path / "ours.way").write_text(OURS, encoding="utf-8")
    changes = {"house-way.way": "ours.way", "house-way.exceptions": ["1"]}
    file = tmp_path / "ours.toml"
    file.write_text(text_of(with_changes(tree_of("commission-tiles-full"), changes)), encoding="utf-8")
    submission = load_submission(str(file)).text
    told = played("commission-tiles-full", BANKED, "b", 6)
    index = next(index for index, _ in asked(told) if told[index]["view"]["bank"])
    (mine,) = (hand for hand in told[index]["view"]["hands"] if hand["place"] == 2)
    answers = list[Record]()

    def answer(route: Route) -> None:
        """What the server sends at a table with this submission."""
        query = parse_qs(urlsplit(route.request.url).query)
        answers.append(at_table(submission, query["hand"][0], query["role"][0]))
        route.fulfill(json={"ready": True, "result": answers[-1]})

    page.route("**/api/tables/commission-tiles/analysis?*", answer)
    page.goto("/school")
    page.wait_for_selector("#page h1")
    put_on(page, "commission-tiles-full", told)
    page.evaluate("(index) => showTo(index)", index)
    expect(page.locator(".question")).to_contain_text("% of the time against the house way")
    # Counted independently here: this hand as it was set, against every reply that "Ours" can have.
    found = best_settings(" ".join((*mine["high"], *mine["low"])), load_way(tmp_path / "ours.way"))
    set_so = next(
        each for each in found.settings if sorted(map(str, each.setting.low)) == sorted(mine["low"])
    )
    counts = (set_so.win, set_so.push, set_so.lose)
    shares = [f"{100 * count / sum(counts):.1f}%" for count in counts]
    expect(page.locator(".question")).to_contain_text("you win {}, push {}, lose {}".format(*shares))
    assert answers
