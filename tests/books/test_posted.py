"""Posted rules: complete, true to the submission, and a self-contained page."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from paigow.books.book import load_book
from paigow.books.cited import ids_of
from paigow.books.registry import book_names
from paigow.posted import posted_rules, rules_page, rules_text
from paigow.posted.document import cites_of
from paigow.submissions.checking import Submission, example_names, load_submission
from tests.books.making import sound
from tests.rules import rule

VOID = {"meta", "rect", "circle", "use"}


def text_of(submission: Submission) -> str:
    """The text without line breaks, so that a sentence can be found."""
    return " ".join(rules_text(posted_rules(submission)).split())


def cited(submission: Submission) -> set[str]:
    return {id_ for cite in cites_of(posted_rules(submission)) for id_ in ids_of(cite)}


def to_be_posted(name: str) -> set[str]:
    paragraphs = load_book(name).paragraphs.values()
    return {f"{name} {paragraph.id}" for paragraph in paragraphs if paragraph.where == "posted"}


@pytest.mark.parametrize("name", book_names())
def test_everything_that_is_there_to_be_read_is_posted(name: str) -> None:
    """That it is there; tests/table/posted compares its content with the table."""
    assert to_be_posted(name) <= cited(load_submission(f"{name}-full"))


@pytest.mark.parametrize("name", example_names())
def test_every_citation_names_a_paragraph(name: str) -> None:
    submission = load_submission(name)
    for id_ in cited(submission):
        known = id_.removeprefix(f"{submission.book.name} ") in submission.book.paragraphs
        assert known or id_.startswith("R"), id_


@pytest.mark.parametrize("name", example_names())
def test_limits_and_operator_are_posted(name: str) -> None:
    submission = load_submission(name)
    text = rules_text(posted_rules(submission))
    assert submission.rules.table.operator.upper() in text
    assert f"table {submission.rules.table.number}" in text
    for limit in submission.rules.wagers.values():
        assert f"${limit.least // 100:,}." in text
        assert f"${limit.most // 100:,}." in text


@pytest.mark.parametrize("name", example_names())
def test_the_game_comes_before_money_and_what_seldom_happens(name: str) -> None:
    document = posted_rules(load_submission(name))
    titles = [section.title for section in document.sections]
    game = ["Setting your hand", "Winning and losing", "How hands rank", "The deal", "How the dealer sets"]
    assert titles[:5] == game
    page = rules_page(document)
    assert all(f'<a href="#{section.anchor}">' in page for section in document.sections)


@rule("maryland-poker 11.H(3)(b)", "R25")
@pytest.mark.parametrize(
    ("left_out", "named"),
    [
        ((), "each Fortune Bonus or Emperor's Treasure wager of $5.00 or more"),
        (("emperors",), "each Fortune Bonus wager of $5.00 or more"),
        (("fortune",), "each Emperor's Treasure wager of $5.00 or more"),
    ],
)
def test_the_line_about_envy_names_the_wagers_that_the_table_offers(
    left_out: tuple[str, ...], named: str
) -> None:
    changes = {f"{kind}.offered": False for kind in left_out}
    assert f"Envy bonus: {named} gets" in text_of(sound("maryland-poker-full", changes))


@rule("colorado-tiles 30-2602", "R84")
def test_colorados_odds_and_notices_are_posted() -> None:
    text = text_of(load_submission("colorado-tiles-full"))
    for words in (
        "10,000 to 1 1,000 to 1",
        "Gee Joon and heaven pairs 300 to 1",
        "Identical pair 3 to 1",
        "A wager for the dealers is no larger than the main wager beside it.",
        "Place of posting: on the wall behind the table.",
        "Printed copies",
        "Up to 4 people may wager on one spot",
        "Dice wagers may be made without a main wager.",
    ):
        assert words in text, words


@rule("maryland-poker 2.B(9)", "maryland-poker 2.B(10)", "maryland-poker 13.E(6)", "maryland-poker 13.E(7)")
def test_marylands_odds_meters_and_limit_are_posted() -> None:
    text = text_of(load_submission("maryland-poker-full"))
    for words in (
        "Seven-card straight flush 5,000 to 1 $3,000.00",  # Fortune B with its envy
        "Royal flush with suited ace and king 1,000 to 1 $250.00",  # Emperor's C with its envy
        "Queen-high 7 to 1",  # Insurance B
        "Mega $10,000.00 20% of each wager",
        "Minor $500.00 10% of each wager",
        "optional wagers pay at most $50,000.00 on one hand",
        "shared by all tables of Lantern Three",
        "The deal starts at the flat button.",
    ):
        assert words in text, words


def test_what_is_not_offered_is_not_posted() -> None:
    text = text_of(load_submission("maryland-poker-plain"))
    for words in ("Fortune", "Emperor", "Insurance", "Mega", "flat button", "Payout limit"):
        assert words not in text, words
    assert "players are not offered the bank" in text
    eyeless = text_of(load_submission("colorado-tiles-plain"))
    assert "Dragon" not in eyeless
    assert "Pair Fortunes" not in eyeless


@rule("commission-tiles 7(k)", "R11")
def test_vigorish_is_worked_out_for_the_players() -> None:
    # Five percent of 37.50 is 1.875: to the cent 1.88, up to the next quarter 2.00.
    assert "$37.50 $1.88 $35.62" in text_of(load_submission("commission-tiles-plain"))
    assert "$37.50 $2.00 $35.50" in text_of(load_submission("commission-tiles-full"))


@rule("rock-island-poker 3", "R11")
def test_rock_islands_least_commission_is_posted() -> None:
    text = text_of(load_submission("rock-island-poker-plain"))
    assert "never less than 25 cents on a winning bet" in text


@rule("colorado-tiles 30-2608(12)(b)", "R14")
def test_play_without_vigorish_says_what_a_triple_costs() -> None:
    text = text_of(sound("colorado-tiles-full", {"vigorish.method": "none"}))
    assert "No vigorish is taken." in text
    assert "every player's main wager lose" in text


@rule("R60")
def test_the_rules_say_who_may_rebuild_a_round() -> None:
    assert "It is then shown to everyone" in text_of(load_submission("commission-tiles-plain"))
    secret = sound("commission-tiles-plain", {"fairness.reveal": "auditors"})
    assert "It is then shown to auditors only" in text_of(secret)


@rule("maryland-poker 7.C(2)", "R30", "R37", "R93")
def test_only_where_wagers_can_be_called_abandoned_the_rules_say_so() -> None:
    for name in example_names():
        text = text_of(load_submission(name))
        maryland = name.startswith("maryland")
        assert ("may call its wagers abandoned; then they lose" in text) is maryland, name
        assert ("you forfeit nothing" in text) is not maryland, name


@rule("R93")
@pytest.mark.parametrize("name", [f"{book}-plain" for book in book_names()])
def test_a_table_without_player_banks_posts_nothing_of_them(name: str) -> None:
    posted = text_of(load_submission(name)).partition("TERMS")[0]
    text = posted.replace("players are not offered the bank", "")
    for words in ("bank's", "banked round", "or bank", "the bank,", "pass the bank", "The bank cannot leave"):
        assert words not in text, words


@rule("commission-tiles 7(e)")
def test_the_dealers_way_is_posted_rule_by_rule() -> None:
    submission = load_submission("commission-tiles-plain")
    text = text_of(submission)
    for each in submission.rules.way.way.rules:
        assert f"{each.label}. " in text
        assert str(each.action) in text


@rule("commission-tiles 8(k)")
def test_only_the_deliveries_offered_are_posted() -> None:
    text = text_of(sound("commission-tiles-full", {"banking.deliveries": ["jung-quat"]}))
    assert "Jung quat" in text
    assert "Chee yee" not in text


class Strict(HTMLParser):
    """Follows every tag, to detect an unclosed or misplaced one."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")
            if name in {"src", "srcset", "data", "onclick"}:
                self.loads.append(f"{tag} {name}")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open[-1:] == [tag], f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()


@pytest.mark.parametrize("name", example_names())
def test_the_page_is_sound_and_needs_nothing_else(name: str) -> None:
    page = rules_page(posted_rules(load_submission(name)))
    parser = Strict()
    parser.feed(page)
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))
    assert parser.loads == []
    assert all(link.startswith("#") and link[1:] in parser.ids for link in parser.links)
    assert "http" not in page
    assert "@import" not in page
    assert "url(" not in page
    assert "<script" not in page
    assert "@media print" in page
    assert "prefers-color-scheme: dark" in page


def test_an_operators_words_cannot_become_markup() -> None:
    nasty = sound(
        "colorado-tiles-full", {"table.operator": "<script>alert(1)</script>", "posting.place": "\"on' <b>"}
    )
    page = rules_page(posted_rules(nasty))
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "&quot;on&#x27; &lt;b&gt;" in page
