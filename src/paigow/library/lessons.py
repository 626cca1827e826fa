"""The rounds of the beginner courses, played at a real table with prearranged hands. Not their texts.

A lesson names the hands it needs, and the order of the pieces is chosen so that the deal produces them.
Everything after that is the table's own: what players can do, who wins, what is paid, by which paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from paigow.books.tables import read_toml
from paigow.faults import BadInput
from paigow.material.notation import Pieces
from paigow.material.shuffling import shuffled
from paigow.submissions.checking import Submission, find_submission, require_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.seat import Player, Seat, house_way
from paigow.table.autoplay.self_play import next_command, open_table, played
from paigow.table.bets.betting import PlaceWager
from paigow.table.engine import decide, evolve
from paigow.table.game import ALL_CARDS, ALL_TILES
from paigow.table.hands.setting import AskHelp, SetHand
from paigow.table.hands.settling import RoundFinished
from paigow.table.house.asking import awaited
from paigow.table.house.seating import BuyIn, CashOut
from paigow.table.state import Step, Table
from paigow.table.text import script
from paigow.table.text.tellings import tell
from paigow.table.visibility.legal import legal
from paigow.table.visibility.views import see, view
from paigow.wagers.wager import MAIN

Record = dict[str, Any]
LEARNER: Final = "Guest"
POSITION: Final = 3
BOTS: Final = {2: "Ana", 5: "Ben"}
CHIPS: Final = 100_000
"""The learner's chips at the start of a course, in cents."""
_DICE: Final = (1, 2, 3)
_SHUFFLES: Final = 12
"""Enough deals to tell which places of an order go to a hand; in one of them two equal tiles look alike."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One round of a course: the hands dealt, and whether the learner banks it."""

    key: str
    me: str
    dealer: str
    bots: Mapping[str, str] = {}
    banks: bool = False

    @property
    def hands(self) -> dict[int, Pieces]:
        """The pieces to be dealt to each place."""
        named = {0: self.dealer, POSITION: self.me, **{int(at): hand for at, hand in self.bots.items()}}
        return {place: tuple(hand.split()) for place, hand in named.items()}


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    submission: str
    changes: tuple[tuple[str, str], ...]
    wager: int
    lessons: tuple[Lesson, ...]


@cache
def courses() -> Mapping[str, Course]:
    """The course of each game."""
    raw = read_toml(files("paigow.library").joinpath("lessons.toml"))
    return {game: msgspec.convert(course, Course) for game, course in raw.items()}


@cache
def submission_of(game: str) -> Submission:
    """The rules of a course's table."""
    course = courses()[game]
    text = find_submission(course.submission).text
    for old, new in course.changes:
        assert old in text, old
        text = text.replace(old, new)
    return require_submission(text, course.submission)


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Predetermined randomness: this order of the pieces, these dice, the first of any numbers."""

    pieces: Pieces

    def order(self, _rules: Rules, _table: Table) -> Pieces:
        return self.pieces

    def dice(self, _table: Table) -> tuple[int, int, int]:
        return _DICE

    def number(self, _table: Table, _name: str, first: int, _last: int) -> int:
        return first

    whim = number


@dataclass(frozen=True, slots=True)
class LessonRound:
    """A round of a lesson up to one of the learner's decisions, or to its end."""

    game: str
    number: int
    low: Pieces | None = None
    """How the learner sets the hand; None stops at that question."""
    chips: int = CHIPS
    """The learner's chips from the lessons before, in cents."""
    bet: int | None = None
    """The learner's bet in cents: 0 stops at that question, None bets what the course says."""

    @property
    def course(self) -> Course:
        return courses()[self.game]

    @property
    def lesson(self) -> Lesson:
        if not 1 <= self.number <= len(self.course.lessons):
            raise BadInput(
                f"there is no lesson {self.number}", allowed=f"choose 1 to {len(self.course.lessons)}"
            )
        return self.course.lessons[self.number - 1]

    @property
    def rules(self) -> Rules:
        return submission_of(self.game).rules

    def frames(self) -> list[Record]:
        """One frame for each command from the bets on, as a client at the table receives them.

        The first holds the whole view, the others what changed. The last one before the learner's decision
        lists what the learner can do.
        """
        found: list[Record] = []
        seen: Record = {}
        table = asking = _begun(self)
        for before, command, events, table in self.happenings():
            if before.step in _BEFORE and not found:
                asking = table
                continue
            frame = _frame(self.rules, before, table, command, events)
            seen, changed = frame["view"], _changed(seen, frame["view"])
            found.append({**frame, "view": changed})
            if self.bet and isinstance(command, PlaceWager) and command.by == LEARNER:
                found[-1] |= self._asked(table)
        if self.low is None and found:
            found[-1] |= self._asked(table)
        return found if self.bet is None else [self._asking(asking), *found]

    def _asking(self, table: Table) -> Record:
        """The table as it asks the learner for a bet, before any bet is down."""
        shown = {
            "version": table.version,
            "view": view(self.rules, table, LEARNER),
            "events": [],
            "lines": [],
        }
        return {**shown, **self._asked(table)}

    def _asked(self, table: Table) -> Record:
        """What the learner can do now. Only the main bet is offered: the course is about that."""
        options = [
            option
            for option in legal(self.rules, table, LEARNER)
            if not isinstance(option.command, PlaceWager)
            or (option.command.kind, option.command.position) == (MAIN, POSITION)
        ]
        return {"options": msgspec.to_builtins(options, str_keys=True), "awaited": [LEARNER]}

    def help(self) -> Record | None:
        """The dealer's answer when the learner asks how the house would set the hand."""
        *_, (_, _, _, table) = LessonRound(self.game, self.number).happenings()
        if table.step is not Step.SETTING:
            return None
        command = AskHelp(by=LEARNER, position=POSITION)
        events = decide(self.rules, table, command)
        after = _after(table, events)
        frame = _frame(self.rules, table, after, command, events)
        changed = _changed(view(self.rules, table, LEARNER), frame["view"])
        # The learner's options are unchanged.
        return {**frame, "view": changed, "options": None, "awaited": None}

    def happenings(self) -> Iterator[tuple[Table, Command, tuple[Event, ...], Table]]:
        """The table before, a command, its events, and the table after."""
        lesson = self.lesson
        return _played(self, LaidOut(_order_giving(self.game, lesson.banks, _frozen(lesson.hands))))

    def players(self) -> Mapping[str, Player]:
        bettor = _bettor(self.course.wager)
        return {LEARNER: self._learner, **{BOTS[int(at)]: bettor for at in self.lesson.bots}}

    def _learner(self, seat: Seat) -> Command | None:
        if seat.step is Step.OFFER and self.lesson.banks:
            return seat.take_bank()
        if seat.step in _SETTING and seat.hand:
            return None if self.low is None else _set(seat, self.low)
        return _bettor(self.stake)(seat)

    @property
    def stake(self) -> int:
        """The learner's bet on the layout, in cents."""
        limit = self.rules.wagers[MAIN]
        if self.bet and not limit.least <= self.bet <= min(limit.most, self.chips):
            raise BadInput(f"a bet can't be {self.bet} cents", allowed=f"bet {limit.least} to {limit.most}")
        return self.bet or self.course.wager


_SETTING: Final = (Step.SETTING, Step.BANK_SETTING)
_BEFORE: Final = frozenset(Step) - {
    *(Step.BETS, Step.STYLE, Step.START, Step.SHAKE, Step.LID, Step.TOTAL, Step.DEAL, *_SETTING),
}
"""The steps before the bets, which the learner doesn't see."""


def _bettor(wager: int) -> Player:
    """Bets the same in every round and plays the house way."""

    def answer(seat: Seat) -> Command | None:
        laid = seat.table.wager(seat.person, seat.position, "main")
        bets = seat.step is Step.BETS and laid is None and not seat.banks
        return seat.bet(wager) if bets else house_way(seat)

    return answer


def _set(seat: Seat, low: Pieces) -> Command:
    """The learner's own setting. A foul stands too, since the learner was asked to confirm it."""
    hand = [str(piece) for piece in seat.hand]
    if len(low) != 2:
        raise BadInput(
            f"the low hand can't have {len(low)} pieces", where="low", allowed="put two of the hand in it"
        )
    for piece in low:
        if piece not in hand:
            raise BadInput(
                f"{piece} is not in the hand", where="low", allowed=f"choose from {' '.join(hand)}"
            )
        hand.remove(piece)
    command = seat.set(low)
    return msgspec.structs.replace(command, confirmed=True) if isinstance(command, SetHand) else command


def _played(
    round_: LessonRound, chance: LaidOut
) -> Iterator[tuple[Table, Command, tuple[Event, ...], Table]]:
    rules, players, table = round_.rules, round_.players(), _begun(round_)
    while True:
        asks = table.step in _SETTING and round_.low is None
        asks = asks or (table.step is Step.BETS and round_.bet == 0)
        if asks and LEARNER in awaited(rules, table):
            return
        command = next_command(rules, table, chance, players)
        assert command is not None, table.step
        events = decide(rules, table, command)
        before, table = table, _after(table, events)
        yield before, command, events, table
        if any(isinstance(event, RoundFinished) for event in events):
            return


def _begun(round_: LessonRound) -> Table:
    """The table before the round, with the learner's chips."""
    table = _opened(round_.game, round_.lesson.banks, tuple(map(int, round_.lesson.bots)))
    for exchange in (CashOut(by=LEARNER), BuyIn(by=LEARNER, chips=round_.chips)):
        table = _after(table, decide(round_.rules, table, exchange))
    return table


@cache
def _opened(game: str, banks: bool, bots: tuple[int, ...]) -> Table:
    """A table with the learner and the bots seated. Only players who bet in a round can bank the next one."""
    rules, chance = submission_of(game).rules, Chance(seed_from("lesson"))
    seats = {POSITION: LEARNER, **{at: BOTS[at] for at in bots}}
    table = open_table(rules, chance, seats, CHIPS)
    if banks:
        bettors = dict.fromkeys(seats.values(), _bettor(courses()[game].wager))
        for _, _, after in played(rules, table, chance, bettors, rounds=1):
            table = after
    return table


def _after(table: Table, events: Sequence[Event]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def _frame(rules: Rules, before: Table, table: Table, command: Command, events: tuple[Event, ...]) -> Record:
    told = ((event, see(event, LEARNER)) for event in events)
    return {
        "version": table.version,
        "view": view(rules, table, LEARNER),
        "events": [{**seen, "told": tell(event, LEARNER)} for event, seen in told if seen is not None],
        "lines": [msgspec.to_builtins(line) for line in script.of(rules, before, command, events)],
        "options": [],
        "awaited": [],
    }


def _changed(before: Record, after: Record) -> Record:
    return {name: value for name, value in after.items() if before.get(name, ...) != value}


_Hands = tuple[tuple[int, Pieces], ...]


def _frozen(hands: Mapping[int, Pieces]) -> _Hands:
    return tuple(sorted(hands.items()))


@cache
def _order_giving(game: str, banks: bool, hands: _Hands) -> Pieces:
    """An order of the pieces that deals these hands; the other hands get what is left."""
    left = list(ALL_TILES if game == "tiles" else ALL_CARDS)
    order: list[str] = [""] * len(left)
    places = _places(game, banks)
    for place, pieces in hands:
        for at, piece in zip(places[place], pieces, strict=True):
            order[at] = piece
            left.remove(piece)
    return tuple(piece or left.pop() for piece in order)


@cache
def _places(game: str, banks: bool) -> Mapping[int, tuple[int, ...]]:
    """Which numbers of the order go to each hand: those whose piece it has in every trial deal."""
    pieces = ALL_TILES if game == "tiles" else ALL_CARDS
    lesson = next(each for each in courses()[game].lessons if each.banks is banks)
    number = courses()[game].lessons.index(lesson) + 1
    common: dict[int, set[int]] = {}
    for shuffle in range(_SHUFFLES):
        order = shuffled(seed_from("lesson"), str(shuffle), pieces)
        *_, (_, _, _, table) = _played(LessonRound(game, number), LaidOut(order))
        for place, hand in table.hands.items():
            mine = {at for at, piece in enumerate(order) if piece in hand.pieces}
            common[place] = common.get(place, mine) & mine
    size = 4 if game == "tiles" else 7
    assert all(len(found) == size for found in common.values()), common
    return {place: tuple(sorted(found)) for place, found in common.items()}
