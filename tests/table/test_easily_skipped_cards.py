"""Steps that a card dealer easily skips: each is in the script, in words that say it, with its paragraph."""

from __future__ import annotations

import pytest

from paigow.faults import BadInput
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.sweeping import CoverShaker
from paigow.table.engine import evolve
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.setting import AskHelp
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table
from paigow.table.text import script
from tests.rules import rule
from tests.table.banks import refusal
from tests.table.tables import rules_with
from tests.table.transcripts import PLAYS, parse_transcript, read_transcript, run

LINES = [
    # By command or event, the required words, and their paragraph.
    ("on count-surrendered", "face down on the layout: seven", "11.D(4)"),
    ("after surrendered-hand-taken", "until they are collected for envy", "11.D(3)"),
    ("after envy-hand-acknowledged", "Announce it and leave the cards", "11.H(3)(a)(iii)"),
    ("after envy-hand-acknowledged", "no Fortune Bonus wager, but another player", "11.H(3)(a)(iv)"),
    ("after envy-hand-acknowledged", "Announce it and leave the cards", "11.H(4)(c)"),
    ("after envy-hand-acknowledged", "no Emperor's Treasure wager, but another player", "11.H(4)(d)"),
    ("on expose-hand", "whether or not it has an optional wager", "11.H(2)"),
    ("after hand-racked", "pay no envy bonus and have no optional wager", "11.G"),
    ("after progressive-locked", "even if nobody has played it", "10.A(2)(b)"),
    ("on collect-progressive", "compare their number with what the system accepted", "10.A(2)(c)"),
    ("on collect-progressive", "put them into the tray", "10.A(2)(d)"),
    ("after lammers-placed", "$5.00 or more", "10.A(2)(a)"),
    ("on verify-progressive", "wins the progressive and that its light is lit", "11.H(6)(b)(ii)"),
    ("on validate-progressive", "Validate the progressive payment", "11.H(6)(b)(iii)"),
    ("after progressive-settled", "never the tray", "11.H(6)(b)(v)"),
    ("after progressive-settled", "until the paperwork is done", "11.H(6)(b)(vi)"),
    ("after hand-racked", "from which the hand can be rebuilt", "11.J"),
    ("after deck-stored", "Empty the discard rack", "3.B(4)"),
    ("after house-way-told", "Tell only", "11.A(3)"),
]


@pytest.mark.parametrize(
    ("key", "words", "cite"),
    [pytest.param(key, words, cite, marks=rule(f"maryland-poker {cite}")) for key, words, cite in LINES],
)
def test_the_script_says_it_and_where_it_is_written(key: str, words: str, cite: str) -> None:
    lines = [line for line in script.manual(rules_with("maryland-poker-full")) if line.key == key]
    assert any(words in line.do and cite in line.cites for line in lines), key


@rule("maryland-poker 11.H(3)(a)(iii)", "maryland-poker 11.H(4)(c)")
def test_an_envy_hand_is_spoken_of() -> None:
    lines = script.manual(rules_with("maryland-poker-full"))
    assert all("an envy hand" in line.say for line in lines if line.key == "after envy-hand-acknowledged")


DEALT = """
submission maryland-poker-plain
given an open table
given a tray of 1000.00
given anna at 1 with 100.00
dealer begins play
dealer mixes and stacks the cards
anna bets 10.00 on 1
given cards for 9: dealer 9c 9d Qs Jd 7s 5h 3c | 1 10c 10d As Kd 6h 4s 2d
dealer calls no more bets
dealer shakes 2+3+4
given the dealer goes on to cover
"""


@rule("maryland-poker 5.K(1)(f)")
def test_nobody_sets_before_the_last_shake() -> None:
    transcript = parse_transcript(DEALT)
    rules, table = transcript.rules, run(transcript)
    assert table.step is Step.COVER
    assert table.shaker.lid_off
    assert refusal(rules, table, AskHelp(by="anna", position=1)).reason is Reason.WRONG_STEP
    assert "shake once" in script.of(rules, table, CoverShaker(by="dealer"))[0].do


@rule("maryland-poker 11.A(3)", "R64")
def test_help_is_a_duty_that_no_submission_can_switch_off() -> None:
    for table in ("maryland-poker-plain", "maryland-poker-full"):
        assert rules_with(table).help.house_way
    with pytest.raises(BadInput, match="help"):
        rules_with("maryland-poker-plain", "help.house-way = false")


@rule("maryland-poker 11.H(2)", "maryland-poker 11.G", "R167")
def test_all_cards_are_arranged_while_a_qualifying_wager_is_in_play() -> None:
    """Before each hand is exposed the dealer is reminded, and told again why the cards of some go at once."""
    transcript = read_transcript(PLAYS / "cards-envy-all-arranged.play")
    exposed: dict[int, tuple[list[str], list[str]]] = {}

    def note(rules: Rules, table: Table, command: Command, outcome: tuple[Event, ...] | Refused) -> None:
        if isinstance(command, ExposeHand) and not isinstance(outcome, Refused):
            before = [line.do for line in script.of(rules, table, command, outcome)]
            after: list[str] = []
            for event in outcome:
                table = evolve(table, event)
                after += [line.do for line in script.after(rules, table, event)]
            exposed[command.position] = (before, after)

    run(transcript, note)
    arranged = {
        position: "qualifying wager is in play" in " ".join(do) for position, (do, _) in exposed.items()
    }
    assert arranged == {1: True, 2: True, 3: True}
    at_once = {position: "pay no envy bonus" in " ".join(do) for position, (_, do) in exposed.items()}
    # Bob's four sevens stay, and Carla's cards wait for her Fortune Bonus.
    assert at_once == {1: True, 2: False, 3: False}


@rule("maryland-poker 11.H(2)", "R93")
def test_nothing_is_arranged_for_envy_that_nobody_wagered_on() -> None:
    transcript = parse_transcript(DEALT)
    rules, table = transcript.rules, run(transcript)
    lines = script.of(rules, table, ExposeHand(by="dealer", position=1))
    assert lines
    assert not any("qualifying" in line.do for line in lines)
