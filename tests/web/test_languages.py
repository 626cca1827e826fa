"""Three catalogs that say the same things, and pages in Chinese without English except proper names."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files

import pytest
from playwright.sync_api import Page

from paigow.ranks.lines import Line, NothingHigh
from paigow.server.accounts.identity import BOTS, display_name
from paigow.server.http.pages import LANGUAGES, catalog
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.engine import EVENTS
from paigow.table.records.codec import plain
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table
from paigow.table.text.tellings import tell_record
from paigow.wagers.pair_fortunes import PairLine
from tests.table.transcripts import PLAYS, read_transcript, run
from tests.web.scenes import Record
from tests.web.test_phases import LOOKING_ON, PEOPLE, SIZES, mount

GAP = re.compile(r"\{(\w+)\}")
HAN = re.compile(r"[\u4e00-\u9fff〇]")
# Written the same in every language: signs of the game, keys of a keyboard, names.
PROPER = {"paigow", "Enter", "English", *(name for name, _ in PEOPLE.values()), LOOKING_ON}
PROPER |= {
    "Jade",
    "Court",
    "Silver",
    "Gulch",
    "Rock",
    "Island",
    "Harbor",
    "Lantern",
    "Guest",
    *map(display_name, BOTS),
}
SEEN = """() => {
  const words = [...document.querySelectorAll('#page *')].filter((each) =>
    !each.closest('script, kbd, [lang=en], [lang=yue-Latn]') &&
    [...each.childNodes].some((child) => child.nodeType === 3 && child.nodeValue.trim()));
  return [
    ...words.filter((each) => each.checkVisibility({ visibilityProperty: true }))
      .map((each) => [...each.childNodes].filter((child) => child.nodeType === 3)
        .map((child) => child.nodeValue).join(' ')),
    ...[...document.querySelectorAll('#page [aria-label]')].map((each) => each.ariaLabel),
  ];
}"""


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_text_is_there_with_the_same_gaps(language: str) -> None:
    english, other = catalog("en"), catalog(language)
    assert english.keys() == other.keys()
    gaps = {
        key: (set(GAP.findall(english[key])), set(GAP.findall(other[key])))
        for key in english
        if not set(GAP.findall(other[key]))
        <= set(GAP.findall(english[key])) | {"main", "kind", "high", "low"}
    }
    assert not gaps
    assert not [key for key, text in other.items() if not text.strip()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_table_tells_has_its_sentence(language: str) -> None:
    texts, said = catalog(language), files("paigow.table.text")
    rows = [line.split("\t") for line in said.joinpath("tellings.tsv").read_text("utf-8").splitlines()]
    told = {row[0]: row[1:] for row in rows if len(row) == 3 and row[0] != "event"}
    assert {key for key in told if "." not in key} == {str(event.__struct_config__.tag) for event in EVENTS}
    wanted = {f"event.{key}" for key, (seen, _) in told.items() if seen != "-"}
    wanted |= {f"event.{key}.hidden" for key, (_, hidden) in told.items() if hidden != "-"}
    for name in ("script_tiles.toml", "script_cards.toml"):
        lines = tomllib.loads(said.joinpath(name).read_text("utf-8"))["line"]
        wanted |= {f"say.{line['say']}" for line in lines if line.get("say")}
    wanted |= {f"reason.{reason.value}" for reason in Reason}
    wanted |= {f"payline.{line.value}" for line in (*Line, *NothingHigh, *PairLine)}
    wanted |= {f"step.{step.value}" for step in Step}
    assert not wanted - texts.keys()


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_what_is_said_is_said_in_chinese(language: str) -> None:
    spoken = ("event.", "say.", "reason.", "step.", "now.", "payline.")
    plain = [
        key
        for key, text in catalog(language).items()
        if key.startswith(spoken) and GAP.sub("", text).strip(" .。") and not HAN.search(text)
    ]
    assert not plain


def english(page: Page) -> set[str]:
    texts: list[str] = page.evaluate(SEEN)
    words = {word for text in texts for word in re.findall(r"[A-Za-zá]{3,}", text)}
    # A long name can be shortened where there is little room.
    return {word for word in words if not any(name.startswith(word) for name in PROPER)}


@pytest.mark.parametrize(
    ("example", "me"),
    [("colorado-tiles-full", "Anna"), ("colorado-tiles-full", "Mei"), ("maryland-poker-full", "Anna")],
)
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_no_phase_in_chinese_shows_english(page: Page, example: str, me: str, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.goto("/school")
    found: dict[int, set[str]] = {}
    for moment in mount(page, example, me, "zh-Hant"):
        page.evaluate("(moment) => showTo(moment)", moment)
        if words := english(page):
            found[moment] = words
    assert not found


@pytest.mark.parametrize(
    "address",
    ["/", "/pieces", "/practice", "/school", "/history", "/learn", "/learn/how/tiles", "/learn/how/cards"],
)
def test_no_page_in_chinese_shows_english(page: Page, address: str) -> None:
    page.add_init_script("localStorage.setItem('language', 'zh-Hans')")
    page.goto(address)
    page.wait_for_selector("h1")
    assert not english(page)


CONFIRMED = """async (language) => {
  await (await import('/shared/texts.js')).loadTexts(language);
  const { lineSaid } = await import('/table/sentences.js'), tag = 'inspection-verified';
  return ['floor', 'surveillance'].map((by) => lineSaid({}, { tag, event: { event: tag, verified_by: by } }));
}"""


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The inspection is confirmed by {}.|the floor supervisor|surveillance"),
        ("zh-Hant", "驗牌已確認：{}。|主任|監控室"),
        ("zh-Hans", "验牌已确认：{}。|主任|监控室"),
    ],
)
def test_whoever_confirms_an_inspection_is_called_by_the_post(page: Page, language: str, said: str) -> None:
    page.goto("/school")
    page.wait_for_selector("#page h1")
    sentence, *posts = said.split("|")
    assert page.evaluate(CONFIRMED, language) == [sentence.format(post) for post in posts]


REASONED = """async ([language, events]) => {
  await (await import('/shared/texts.js')).loadTexts(language);
  const { lineSaid } = await import('/table/sentences.js');
  return events.map((event) => lineSaid({ names: {} }, { tag: event.event, event, text: '' }));
}"""


def test_the_tables_own_reasons_are_told_in_each_language(page: Page) -> None:
    """Why a round is void, a roll doesn't count or a set is rejected, as every transcript has it."""
    found: dict[tuple[str, str], Record] = {}

    def look(_rules: Rules, _table: Table, _command: Command, outcome: tuple[Event, ...] | Refused) -> None:
        for event in () if isinstance(outcome, Refused) else outcome:
            record = plain(event)
            if record["event"] in ("no-roll", "round-voided", "tiles-unsuitable"):
                found[record["event"], str(record["why"])] = record

    for path in sorted(PLAYS.glob("*.play")):
        run(read_transcript(path), look)
    assert len(found) > 20
    page.goto("/school")
    page.wait_for_selector("#page h1")
    records = [json.loads(json.dumps(record)) for record in found.values()]
    # The pages and the files tell it alike, and call a piece what it is.
    english = page.evaluate(REASONED, ["en", records])
    assert english == [tell_record(record) for record in found.values()]
    assert not [told for told in english if re.search(r"piece|has not|: fell|: not", told)]
    for language in LANGUAGES[1:]:
        chinese = page.evaluate(REASONED, [language, records])
        assert not [told for told in chinese if re.search(r"[A-Za-z]{2,}", told)]
