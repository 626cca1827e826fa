"""A bot sees what its seat sees: no player can learn, or act on, what is hidden from the person there."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from random import Random

import msgspec
import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.seat import Seat, answer
from paigow.table.autoplay.self_play import open_table, played
from paigow.table.deal.dice import ShakeDice
from paigow.table.house.asking import awaited
from paigow.table.state import Table
from paigow.table.visibility.legal import legal
from paigow.table.visibility.views import table_seen, view
from tests.rules import rule
from tests.table.laws import refusal
from tests.table.secrets import knows, twin
from tests.table.tables import rules_with
from tests.table.walks import walk
from tests.table.wild import PEOPLE, wild_command

TABLES = ("commission-tiles-full", "colorado-tiles-full", "maryland-poker-full", "rock-island-poker-full")
STEPS = 250
CHANCE = Chance(seed_from("seats"))
tables = pytest.mark.parametrize("table", TABLES)


def _moments(rules: Rules, seed: int) -> Iterator[Table]:
    for stride in walk(rules, seed, STEPS, wild=0.05, odd=0.05, trouble=0.05, bots=tuple(PLAYERS)):
        if stride.events:
            yield stride.after


@tables
@rule("R53", "R55", "R56", "R60", "R64", "R78")
def test_a_seat_shows_and_allows_what_the_person_sees_and_may_do(table: str) -> None:
    rules, random = rules_with(table), Random(table)
    for moment in _moments(rules, 1):
        person = random.choice(PEOPLE)
        seen = table_seen(moment, person)
        assert view(rules, seen, person) == view(rules, moment, person)
        assert legal(rules, seen, person) == legal(rules, moment, person)
        for _ in range(10):
            command = msgspec.structs.replace(wild_command(random, rules, moment), by=person)
            assert str(refusal(rules, seen, command)) == str(refusal(rules, moment, command)), command


@tables
@rule("R53", "R55", "R56", "R60", "R64", "R78")
def test_what_is_hidden_changes_neither_seat_nor_answer(table: str) -> None:
    rules, random = rules_with(table), Random(table)
    answered = 0
    for moment in _moments(rules, 2):
        for person in awaited(rules, moment):
            other = twin(moment, person, random)
            assert table_seen(other, person) == table_seen(moment, person)
            for player in PLAYERS.values():
                given = answer(player, rules, moment, person, CHANCE)
                assert given == answer(player, rules, other, person, CHANCE)
                answered += given is not None
    assert answered > STEPS


def _seat(rules: Rules, table: Table, person: str) -> Seat:
    """What a player gets."""
    given: list[Seat] = []

    def takes(seat: Seat) -> None:
        given.append(seat)

    assert answer(takes, rules, table, person, CHANCE) is None
    return given[0]


def _reachable(thing: object) -> Iterator[str]:
    """Every text a player could get hold of: in fields, private ones too, tuples, and dicts."""
    match thing:
        case str():
            yield thing
        case dict():
            for each in thing.items():
                yield from _reachable(each)
        case tuple() | list() | set() | frozenset():
            for each in thing:
                yield from _reachable(each)
        case msgspec.Struct():
            for name in thing.__struct_fields__:
                yield from _reachable(getattr(thing, name))
        case None | int() | Enum() | msgspec.UnsetType():
            pass
        case _:
            raise AssertionError(f"what can be reached from {type(thing)} is not known")


def _hidden(table: Table, person: str) -> set[str]:
    """The cards a person must not know, by the rulings; every card is there once."""
    hands = table.hands.values()
    seen = {card for hand in hands if knows(table, hand, person) for card in hand.pieces}
    seen |= {hand.pieces[index] for hand in hands for index in hand.shown} | {*table.cards.found_face_up}
    cards = [*(hand.pieces for hand in hands), *table.stock, table.cards.stub, table.cards.cut.uncut]
    return {card for each in cards for card in each} - seen


@pytest.mark.parametrize("table", ["maryland-poker-full", "rock-island-poker-full"])
@rule("R53", "R55", "R56", "R60", "R64", "R78")
def test_no_way_leads_from_a_seat_to_a_card_that_its_player_has_not_seen(table: str) -> None:
    rules, kept = rules_with(table), 0
    for moment in _moments(rules, 3):
        for person in PEOPLE:
            seat = _seat(rules, moment, person)
            # Nothing else is passed: the rules are older than any deal, and randomness comes from `number`
            # alone.
            assert set(seat.__slots__) == {"person", "rules", "table", "_chance"}
            assert seat.rules is rules
            hidden = _hidden(moment, person)
            assert not hidden & set(_reachable(seat.table))
            kept += len(hidden)
    assert kept > STEPS


def test_dice_are_drawn_once_the_player_has_answered() -> None:
    """A player who knew the coming roll could leave the shake to the dealer."""
    rules, answered, shaken = rules_with("colorado-tiles-full"), list[tuple[int, int, int]](), 0

    def banks(seat: Seat) -> Command | None:
        command = PLAYERS["banker"](seat)
        if isinstance(command, ShakeDice):
            answered.append(command.dice)
        return command

    table = open_table(rules, CHANCE, {1: "Ana", 2: "Ben"}, rules.wagers["main"].least * 200)
    for command, _, after in played(rules, table, CHANCE, {"Ana": banks, "Ben": banks}, 6):
        if isinstance(command, ShakeDice) and command.by in ("Ana", "Ben"):
            shaken += 1
            assert command.dice == CHANCE.dice(table)
        table = after
    assert shaken
    assert answered == [(1, 1, 1)] * shaken
