"""Posted sentences as data: conditions, topics that a book lacks, a book's own lines, another language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec import structs

from paigow.books.book import books
from paigow.books.cited import Cite, is_ruling
from paigow.books.options import option_names
from paigow.books.sections import Main, Procedure, Push
from paigow.books.topics import Topics
from paigow.faults import BadInput
from paigow.posted import posted_rules, rules_page, rules_text, templates
from paigow.posted.document import Items, PostedSection, Text
from paigow.posted.figures import Facts
from paigow.posted.templates import PostedLine, SectionText, load_texts, read_lines, with_book, with_lines
from paigow.prose import chosen, filled, holds
from paigow.submissions.checking import Submission, load_submission
from tests.books.making import sound


def test_a_comma_binds_before_or_and_not_negates() -> None:
    so = {"cards", "bank"}.__contains__
    assert holds("", so)
    assert holds("cards, bank", so)
    assert not holds("cards, not bank", so)
    assert holds("tiles, bank or cards", so)
    assert not holds("tiles or cards, not bank", so)


def test_of_several_sentences_the_first_that_holds_is_said() -> None:
    words = {"tiles": "tiles", "bank": "banked", "otherwise": "else"}
    assert chosen(words, {"bank"}.__contains__) == "banked"
    assert chosen(words, {"cards"}.__contains__) == "else"
    with pytest.raises(BadInput, match="none of these conditions holds"):
        chosen({"tiles": "tiles"}, {"cards"}.__contains__)


def test_a_blank_without_a_word_stays_open() -> None:
    assert filled("{one} and {two}", {"one": "1"}.get) == "1 and {two}"


def _lines() -> Iterator[PostedLine]:
    texts = load_texts()
    for section in texts.sections.values():
        yield from section.lines
    for kind, wager in texts.wagers.items():
        yield from read_lines(wager.lines, kind)


def test_every_topic_that_a_line_cites_is_one_of_some_book() -> None:
    """A misspelled topic would silently remove its line everywhere."""
    known = {
        "limits of every wager",
        "payout limit amount",
        "accepted instruments",
        "pay table",
        "envy table",
        "push on nothing",
    }
    known |= set(option_names())
    for book in books():
        known |= set(book.topics) | set(with_book(load_texts(), book).cites)
    unknown = [
        (line.key, topic)
        for line in _lines()
        for topic in line.cites
        if "{" not in topic and topic not in known and not is_ruling(topic)
    ]
    assert unknown == []


def _under(submission: Submission, *, lacking: tuple[str, ...] = (), **settled: object) -> Submission:
    """The submission under a book that lacks some topics and fixes something else."""
    book = submission.book
    topics = Topics(book.name, {name: cites for name, cites in book.topics.items() if name not in lacking})
    other = replace(book, topics=topics, **settled)  # type: ignore[arg-type]
    return replace(submission, rules=structs.replace(submission.rules, book=other))


def _text(submission: Submission) -> str:
    return " ".join(rules_text(posted_rules(submission)).split())


def test_a_line_is_not_posted_where_the_book_lacks_its_topic() -> None:
    submission = load_submission("commission-tiles-full")
    assert "Printed copies" in _text(submission)
    small = _text(_under(submission, lacking=("printed rules", "own hand only")))
    assert "Printed copies" not in small
    assert "nobody but you and the dealer touches your tiles" not in small
    assert "Split your four tiles two and two" in small


def test_a_book_without_a_step_posts_nothing_of_it() -> None:
    submission = load_submission("maryland-poker-full")
    small = _text(_under(submission, procedure=Procedure()))
    for words in ("you may surrender", "surrendered or", "abandoned", "the cut is offered"):
        assert words in _text(submission) or "the cut" in words, words
        assert words not in small, words


def test_no_vigorish_does_not_mean_dragons_eye() -> None:
    untaxed = sound("colorado-tiles-full", {"vigorish.method": "none"})
    assert "whenever the three dice show a triple" in _text(untaxed)
    other = _text(_under(untaxed, main=Main()))
    assert "No vigorish is taken. [" in other
    assert "whenever the three dice show a triple" not in other
    assert "in return no vigorish is taken" not in other


def test_a_push_on_nothing_is_posted() -> None:
    submission = load_submission("rock-island-poker-plain")
    push = Push(lines="nothing-high", on=("queen-high", "jack-high"), cite=(Cite("15"),))
    words = "are queen-high or jack-high, main wagers push; a fouled hand still loses. [15]"
    assert words not in _text(submission)
    assert words in _text(_under(submission, main=Main(push=push)))


def _section(*keys: str) -> SectionText:
    return SectionText("Title", "", tuple(PostedLine(key=key, text=key) for key in keys))


def test_a_books_line_replaces_one_of_its_key_or_stands_where_it_says() -> None:
    added = (
        PostedLine(key="b", text="B"),
        PostedLine(key="d", text="D"),
        PostedLine(key="e", text="E", after="a"),
    )
    made = with_lines(_section("a", "b", "c"), added)
    assert [line.text for line in made.lines] == ["a", "E", "B", "c", "D"]
    assert [
        line.key
        for line in with_lines(_section("a", "b"), (PostedLine(key="c", text="c"),), before="b").lines
    ] == [
        "a",
        "c",
        "b",
    ]
    with pytest.raises(BadInput, match="'x' can't come after 'y'"):
        with_lines(_section("a"), (PostedLine(key="x", text="x", after="y"),))


def test_a_wager_with_little_to_say_says_it_in_its_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a `posted.toml` it has a section: a sentence, and its pay table under its heading."""
    said = {"title": "Dealer's Nothing", "heading": "The dealer's cards", "posted": "It wins on nothing."}
    wager = SimpleNamespace(package="paigow.material", texts={"en": said, "de": {"title": "Nichts"}})
    monkeypatch.setattr(templates, "wagers", lambda: {"dealers-nothing": wager})
    found = load_texts.__wrapped__().wagers["dealers-nothing"]
    assert (found.title, found.heading, found.posted) == tuple(said.values())
    assert (found.sections, found.pays) == (("wager",), "by its table")


BOOK = """
[cites]
"printed rules" = "9"

[deciding.push]
cite = "printed rules"
item = "A push stays."

[harbor]
title = "In the harbor"
after = "deciding"

[harbor.fog]
when = "bank"
cite = "R1"
text = "In fog the house banks."

[harbor.horn]
text = "Listen for the horn of table {table.number}."
"""


def test_a_book_brings_sections_and_lines_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "posted.toml").write_text(BOOK, encoding="utf-8")
    monkeypatch.setattr(templates, "folder_of", lambda _name: tmp_path)
    submission = load_submission("rock-island-poker-plain")
    harbor = _under(submission, name="harbor")
    document = posted_rules(harbor)
    titles = [section.title for section in document.sections]
    assert titles[titles.index("Winning and losing") + 1] == "In the harbor"
    assert "A push stays. [9]" in _joined(rules_text(document))
    assert "Listen for the horn of table 7." in _joined(rules_text(document))
    assert "In fog" not in rules_text(document)
    (tmp_path / "posted.toml").write_text('[decding.push]\nitem = "A push stays."', encoding="utf-8")
    with pytest.raises(BadInput, match="no section 'decding'"):
        posted_rules(_under(submission, name="lagoon"))


def test_a_line_has_one_thing_to_say() -> None:
    with pytest.raises(BadInput, match="nothing to say"):
        read_lines({"empty": {"when": "cards"}}, "bank")
    with pytest.raises(BadInput, match="text"):
        read_lines({"double": {"text": "a", "item": "b"}}, "bank")
    with pytest.raises(BadInput, match="unknown field `wen`"):
        read_lines({"misspelled": {"text": "a", "wen": "cards"}}, "bank")


def test_a_condition_that_nothing_knows_is_refused() -> None:
    facts = Facts(load_submission("commission-tiles-plain"), load_texts())
    with pytest.raises(BadInput, match="nothing called 'moonlight'"):
        facts.holds("moonlight")


BANK = """
[bank]
title = "Die Bank"

[bank.house]
text = "Das Haus hält immer die Bank."

[bank.dealer-wager.item]
"banking.dealer-wager = fixed" = "Der Geber setzt {banking.dealer-wager-amount} gegen die Bank."
otherwise = "Der Geber setzt gegen die Bank."
"""
PAGE = '[frame]\nand-separator = " und "\n'


def _written(folder: Path, name: str, text: str) -> Path:
    (folder / "de").mkdir(exist_ok=True)
    (folder / "de" / name).write_text(text, encoding="utf-8")
    return folder


def test_another_language_replaces_the_sentences_that_it_has(tmp_path: Path) -> None:
    _written(tmp_path, "bank.toml", BANK)
    german = load_texts("de", _written(tmp_path, "page.toml", PAGE))
    english = posted_rules(load_submission("colorado-tiles-plain"))
    document = posted_rules(load_submission("colorado-tiles-plain"), german)
    bank = next(section for section in document.sections if section.title == "Die Bank")
    assert [text.words for text in bank.blocks] == ["Das Haus hält immer die Bank."]  # type: ignore[union-attr]
    cited = next(section for section in english.sections if section.title == "The bank")
    assert bank.blocks[0].cite == cited.blocks[0].cite  # type: ignore[union-attr]
    assert '<html lang="de">' in rules_page(document)
    assert "after an exposed tile und your hand is set the house way" in _joined(rules_text(document))
    fixed = sound("commission-tiles-full", {"banking.dealer-wager": "fixed"})
    banked = _joined(rules_text(posted_rules(fixed, german)))
    assert "Der Geber setzt $25.00 gegen die Bank. [8(h), R52]" in banked
    assert "Nobody banks twice in a row" in banked


def _joined(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[bank.hous]\ntext = "x"', "English has no 'hous'"),
        ('[bank.house]\nwhen = "tiles"', "'when' is not words"),
        ('[bank.house]\ntext = "{tips.maximum}"', "English has no blank 'tips.maximum'"),
    ],
)
def test_another_language_changes_words_only(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        load_texts("de", _written(tmp_path, "bank.toml", text))


def test_a_language_that_nobody_wrote_is_refused() -> None:
    with pytest.raises(BadInput, match="not written in 'tlh'"):
        load_texts("tlh")


def test_a_term_leads_to_its_explanation_once_in_each_section() -> None:
    terms = Items((Text("The player <who> banks.", lead="Bank"), Text("An equal hand.", lead="Copy hands")))
    first = (Text("The banker's bank pays. A bank & a copy hand."), Items((Text("More copy hands."),)))
    sections = (
        PostedSection("One", first),
        PostedSection("Two", (Text("Banks only."),)),
        PostedSection("Terms", (terms,)),
    )
    document = replace(posted_rules(load_submission("commission-tiles-plain")), sections=sections)
    page = rules_page(document)
    bank, copy = (
        f'<a class="term" href="#term-{anchor}" title="{told}">'
        for anchor, told in (("bank", "The player &lt;who&gt; banks."), ("copy-hands", "An equal hand."))
    )
    assert f"<p>The banker&#x27;s {bank}bank</a> pays. A bank &amp; a {copy}copy hand</a>.</p>" in page
    assert "<li>More copy hands.</li>" in page
    assert f"<p>{bank}Banks</a> only.</p>" in page
    assert '<li><b id="term-bank">Bank.</b> The player &lt;who&gt; banks.</li>' in page


@pytest.mark.parametrize("book", [book.name for book in books()])
def test_every_link_of_the_posted_rules_leads_somewhere(book: str) -> None:
    page = rules_page(posted_rules(load_submission(f"{book}-full")))
    ids, links = (re.findall(pattern, page) for pattern in (r' id="([^"]+)"', r'href="#([^"]+)"'))
    assert set(links) <= set(ids)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("book", [book.name for book in books()])
def test_a_printed_copy_is_not_a_hand_of_equal_rank(book: str) -> None:
    page = rules_page(posted_rules(load_submission(f"{book}-full")))
    assert "Printed copies of these rules" in page
