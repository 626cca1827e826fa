"""Posted rules are true: every sentence is performed at a table that posts it, or its facts are checked."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paigow.books.cited import ids_of
from paigow.books.registry import book_names
from tests.rules import rule
from tests.table.posted.facts import checked, furniture, stated
from tests.table.posted.playing import Performance, performances
from tests.table.posted.sentences import cited_sentences, rendered, sentences_of, variants
from tests.table.posted.showing import is_shown
from tests.table.transcripts import run


def _performed() -> Iterator[object]:
    for each in performances():
        for example in each.at:
            yield pytest.param(each, example, id=f"{each.name} {example}")


@rule("R93")
@pytest.mark.parametrize(("performance", "example"), list(_performed()))
def test_what_is_posted_comes_true_at_the_table(performance: Performance, example: str) -> None:
    submission = performance.submission(example)
    posted = set(sentences_of(submission))
    for sentence in performance.says:
        assert rendered(sentence, submission) in posted, f"{example} does not post: {sentence}"
    run(performance.transcript(example))


@rule("R93")
@pytest.mark.parametrize("book", book_names())
def test_no_sentence_is_posted_that_nothing_shows(book: str) -> None:
    """Each sentence is performed at a table that made the choices it depends on, or is among the facts."""
    unshown = {
        sentence
        for submission in variants(book)
        for sentence in sentences_of(submission)
        if not is_shown(sentence, submission)
    }
    assert sorted(unshown) == []


@pytest.mark.parametrize("sentence", [pytest.param(each, id=each[:60]) for each in stated()])
def test_the_facts_of_a_sentence_are_so(sentence: str) -> None:
    """At every table that posts it; and some table does."""
    found = [
        (rendered(sentence, submission), submission)
        for book in book_names()
        for submission in variants(book)
        if rendered(sentence, submission, missing="?") in sentences_of(submission)
    ]
    assert found, "no table posts it"
    for words, submission in found:
        checked(sentence)(words, submission)


def _furniture() -> Iterator[object]:
    for sentence, (paragraph, words) in furniture().items():
        yield pytest.param(sentence, paragraph, words, id=sentence[:60], marks=rule(paragraph))


@pytest.mark.parametrize(("sentence", "paragraph", "words"), list(_furniture()))
def test_a_piece_of_furniture_is_told_of_by_its_paragraph(sentence: str, paragraph: str, words: str) -> None:
    """What the paragraph is about is in the sentence, and the sentence cites it wherever it is posted."""
    assert [word for word in words.split("|") if word not in sentence] == []
    book = paragraph.partition(" ")[0]
    cites = [
        cite
        for submission in variants(book)
        for posted, cite in cited_sentences(submission)
        if posted == rendered(sentence, submission)
    ]
    assert cites
    assert all(paragraph in ids_of(cite) for cite in cites)
