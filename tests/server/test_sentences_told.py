"""What dealer and floor read is complete: no open blanks, no repeated words, nobody's id."""

from __future__ import annotations

import json
import re

from paigow.server.connections.protocol import refusal
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.house.card_opening import DecksReceived
from paigow.table.irregularities.correcting import PaymentCorrected
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table
from paigow.table.text import script
from paigow.table.text.script import prompt
from paigow.table.text.tellings import tell
from paigow.table.visibility.due_context import DueContext
from tests.table.transcripts import PLAYS, read_transcript, run

# A blank, an ellipsis in its place, a word that names itself ("by: by saying it"), an empty quote or pair of
# brackets, a space before a mark, two marks in a row.
HOLE = re.compile(r"\{\w*\}|…|\b(by|how|with): \1\b|“[.… ]*”|\(\)|\s[.,:;!?]|[.,:;]{2}|  |~")


def test_no_sentence_of_any_transcript_has_a_hole() -> None:
    """What happened, what was refused, what to say and do, and what is due next."""
    told: set[str] = set()

    def look(rules: Rules, table: Table, command: Command, outcome: tuple[Event, ...] | Refused) -> None:
        if isinstance(outcome, Refused):
            told.add(outcome.sentence)
            return
        told.update(filter(None, map(tell, outcome)))
        lines = (*script.of(rules, table, command, outcome), *prompt(DueContext(rules, table)).lines)
        told.update(text for line in lines for text in (line.say, line.do))

    for path in sorted(PLAYS.glob("*.play")):
        run(read_transcript(path), look)
    assert len(told) > 1_000
    assert [text for text in sorted(told) if HOLE.search(text)] == []


def test_one_deck_that_has_no_color_of_its_own_is_not_called_by_its_name() -> None:
    """A table with one deck calls it `only` in its records; two are distinguished by their backs."""
    one = DecksReceived(at=0, backs=("only",), preshuffled=False, then=Step.INSPECT, cites=())
    assert tell(one) == "A new deck arrives at the table."
    two = DecksReceived(at=0, backs=("red", "blue"), preshuffled=False, then=Step.INSPECT, cites=())
    assert tell(two) == "New decks arrive at the table: red, blue."


def test_two_signatures_are_listed_with_a_comma() -> None:
    event = PaymentCorrected(person="Ben", to_person=-4000, why="paid twice", signed=("Ada", "Bo"), cites=())
    assert (tell(event) or "").endswith("Signed by Ada, Bo.")


def test_a_refusal_calls_people_by_their_names() -> None:
    """Bots and guests have ids, which end in a part that nobody else sees."""
    told = refusal("7", Refused(Reason.PENDING, "Ben~bot hasn't answered yet.", ()))
    assert json.loads(told)["sentence"] == "Ben hasn't answered yet."
