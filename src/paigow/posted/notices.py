"""Posted rules that only inform: what hangs and stands at the table, and what the words mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paigow.books.choices import OddsShown, PayoutLimitShown
from paigow.posted.document import Block, Items, Section, Text
from paigow.posted.words import first_upper, gist
from paigow.submissions.submission import Submission

__all__ = ["at_the_table", "words_of_the_game"]

_OFFERED: Final = {
    "2.B(5)": "fortune.offered",
    "2.B(6)": "emperors.offered",
    "2.B(7)": "insurance.offered",
    "2.B(8)": "progressive.offered",
    "2.B(10)": "payout-limit.on",
}
"""Parts of the layout that are there only with the wager they serve (maryland-poker 2.B)."""


_WHERE: Final = {OddsShown.LAYOUT: "on the layout", OddsShown.SIGN: "on a sign at the table"}
_LIMIT: Final = {
    PayoutLimitShown.LAYOUT: "on the layout",
    PayoutLimitShown.GENERIC_INSCRIPTION: "in these posted rules, and a line on the layout refers to it",
    PayoutLimitShown.SIGN: "on a sign at the table",
}


def at_the_table(submission: Submission) -> tuple[Section, ...]:
    """What players find at the table, where the regulation wants it shown."""
    match submission.book.name:
        case "colorado-tiles":
            place = submission.posting.place
            blocks: tuple[Block, ...] = (
                Text(f"These rules hang {place.value}.", place.cite),
                gist(submission.book, "30-2602"),
            )
        case "maryland-poker":
            ids = [id_ for id_ in submission.book.paragraphs if id_.startswith("2.B")]
            shown = [id_ for id_ in ids if id_ not in _OFFERED or submission.choices[_OFFERED[id_]].value]
            blocks = (Items(tuple(_on_the_layout(submission, id_) for id_ in shown)),)
        case "rock-island-poker":
            blocks = (gist(submission.book, "1"),)
        case _:
            return ()
    return (Section("At the table", blocks),)


def _on_the_layout(submission: Submission, id_: str) -> Text:
    """A paragraph on the layout; where odds and limit are to be read is the operator's choice."""
    text, posting = gist(submission.book, id_), submission.posting
    match id_:
        case "2.B(9)":
            return Text(f"What every wager pays is written {_WHERE[posting.odds.value]}.", text.cite)
        case "2.B(10)":
            return Text(
                f"The payout limit of one hand is written {_LIMIT[posting.payout_limit.value]}.", text.cite
            )
        case _:
            return text


def words_of_the_game(submission: Submission) -> tuple[Section, ...]:
    """The regulation's own words, explained, save those of wagers that are not offered."""
    items = tuple(_words(submission))
    return (Section("Words of the game", (Items(items),)),) if items else ()


def _words(submission: Submission) -> Iterator[Text]:
    for term in submission.book.terms:
        if term.needs == "-" or any(_is_met(submission, need) for need in term.needs.split("|")):
            text = gist(submission.book, term.paragraph)
            words = text.words.removeprefix(f"{term.word}: ")
            yield Text(first_upper(words), text.cite, lead=term.word)


def _is_met(submission: Submission, need: str) -> bool:
    """Whether an option has the value without which nobody meets the word: `fortune.offered=True`."""
    name, _, value = need.partition("=")
    return str(submission.choices[name].value) == value
