"""Played rounds as data: who was dealt what, how it was set, what each wager won. Not the judging.

All money is in cents. A round's records are derived from its events alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from paigow.material.cards import Card
from paigow.material.dice import Dice
from paigow.material.hands import CardSetting, Hand, TileSetting
from paigow.material.tiles import Tile
from paigow.ranks.poker import Wheel
from paigow.submissions.checking import require_submission
from paigow.table.acts import Event
from paigow.table.deal.dice import DiceShaken
from paigow.table.engine import evolve
from paigow.table.game import hand_from, hand_name, setting_from
from paigow.table.hands.settling import RoundFinished
from paigow.table.house.seating import BoughtIn, CashedOut
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.records.codec import plain
from paigow.table.records.roundfile import RoundFile
from paigow.table.state import DealtHand, HandStatus, Table, Wager, WagerKey, WagerResult
from paigow.table.text.tellings import tell_record

OWN: Final = ("rack", "wager", "cover", "promotional")
"""Accounts that hold a person's own money: the name follows the slash."""
CARRIED: Final = (BoughtIn, CashedOut)
ENDS: Final = (RoundFinished, RoundVoided)
_OUT_OF_PLAY: Final = (HandStatus.SURRENDERED, HandStatus.VOID, HandStatus.DEAD, HandStatus.KILLED)


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of a round. Position 0 is the dealer's; `person` is who sat at the position, if anybody did.

    >>> import paigow
    >>> played = paigow.play_rounds("commission-tiles", seed="friday").played()[0]
    >>> [(hand.position, hand.person) for hand in played.hands if hand.setting]
    [(0, None), (1, 'Ana'), (2, 'Ben')]
    """

    position: int
    person: str | None
    hand: Hand[Tile] | Hand[Card]
    setting: TileSetting | CardSetting | None
    """None for a hand that was never set: one without a wager, or in a void round."""
    low_name: str | None
    high_name: str | None
    set_by: str | None
    """A person, `dealer`, or `house-way` for an absent player."""
    outcome: str | None
    """win, push, or lose against dealer or bank; surrendered, void, dead, or killed; None if not compared."""
    fouled: bool
    is_bank: bool

    def as_json(self) -> dict[str, Any]:
        """Plain data with stable keys."""
        return {
            "position": self.position,
            "person": self.person,
            "hand": str(self.hand),
            "low": None if self.setting is None else str(self.setting.low),
            "high": None if self.setting is None else str(self.setting.high),
            "low_name": self.low_name,
            "high_name": self.high_name,
            "set_by": self.set_by,
            "outcome": self.outcome,
            "fouled": self.fouled,
            "is_bank": self.is_bank,
        }


@dataclass(frozen=True, slots=True)
class PlayedWager:
    """One wager of a round. `net` is the winnings less commission, or the loss as a negative number.

    >>> import paigow
    >>> bet = paigow.play_rounds("commission-tiles", seed="friday").played()[0].wagers[0]
    >>> bet.result, bet.net == bet.stake * 95 // 100
    ('win', True)
    """

    person: str
    position: int
    kind: str
    stake: int
    """Chips and promotional chips at risk."""
    coupon: int
    net: int

    @property
    def result(self) -> str:
        """win, push, or lose."""
        return "push" if self.net == 0 else "win" if self.net > 0 else "lose"

    def as_json(self) -> dict[str, Any]:
        """Plain data with stable keys."""
        return {
            "person": self.person,
            "position": self.position,
            "kind": self.kind,
            "stake": self.stake,
            "coupon": self.coupon,
            "result": self.result,
            "net": self.net,
        }


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round as data: hands, settings, dice, wagers, results, money, and events.

    >>> import paigow
    >>> played = paigow.play_rounds("commission-tiles", seed="friday").played()[0]
    >>> played.number, played.bank, len(played.dice[0].values)
    (1, None, 3)
    >>> played.money["Ana"] == sum(wager.net for wager in played.wagers if wager.person == "Ana")
    True
    """

    number: int
    bank: str | None
    """The player who banked; None if the house did."""
    voided: bool
    dice: tuple[Dice, ...]
    """Every shake, in order; empty for cards dealt from a shoe."""
    hands: tuple[PlayedHand, ...]
    wagers: tuple[PlayedWager, ...]
    money: dict[str, int]
    """What each player won or lost in the round, bank and corrections included."""
    events: tuple[Event, ...] = field(repr=False)

    def as_json(self) -> dict[str, Any]:
        """Plain data with stable keys; each event has its sentence beside its fields."""
        return {
            "number": self.number,
            "bank": self.bank,
            "voided": self.voided,
            "dice": [list(shake.values) for shake in self.dice],
            "hands": [hand.as_json() for hand in self.hands],
            "wagers": [wager.as_json() for wager in self.wagers],
            "money": self.money,
            "events": [{**record, "told": tell_record(record)} for record in map(plain, self.events)],
        }


@dataclass(slots=True)
class _Notes:
    """What is collected during a round."""

    wheel: Wheel | None
    hands: dict[int, DealtHand] = field(default_factory=dict)
    people: dict[int, str | None] = field(default_factory=dict)
    wagers: dict[WagerKey, Wager] = field(default_factory=dict)
    bank: str | None = None
    dice: list[Dice] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def take(self, before: Table, event: Event, after: Table) -> None:
        self.events.append(event)
        if isinstance(event, DiceShaken):
            self.dice.append(Dice(*event.dice))
        if after.wagers is not before.wagers:
            self.wagers.update({wager.key: wager for wager in after.wagers})
        if after.bank is not None:
            self.bank = after.bank.person
        if after.hands is not before.hands:
            for place, hand in after.hands.items():
                was = self.hands.get(place)
                if was is None or was.status not in _OUT_OF_PLAY:
                    self.hands[place] = hand
                    self.people[place] = after.seated(place)

    def ended(self, table: Table, *, voided: bool) -> PlayedRound:
        results = () if voided else table.record.results
        money = sums(self.events)
        return PlayedRound(
            table.round,
            self.bank,
            voided,
            tuple(self.dice),
            tuple(self._hand(self.hands[place]) for place in sorted(self.hands)),
            tuple(map(self._wager, results)),
            {person: cents for person, cents in sorted(money.items()) if person},
            tuple(self.events),
        )

    def _hand(self, hand: DealtHand) -> PlayedHand:
        person = self.people.get(hand.place)
        is_set = bool(hand.low and hand.high)
        out = hand.status in _OUT_OF_PLAY
        return PlayedHand(
            hand.place,
            person,
            hand_from(hand.pieces),
            setting_from(hand.low, hand.high) if is_set else None,
            hand_name(hand.low, self.wheel) if is_set and not hand.fouled else None,
            hand_name(hand.high, self.wheel) if is_set and not hand.fouled else None,
            hand.set_by,
            hand.status.value if out else hand.outcome,
            hand.fouled,
            person is not None and person == self.bank,
        )

    def _wager(self, result: WagerResult) -> PlayedWager:
        wager = self.wagers[result.key]
        stake, coupon = wager.playing, wager.coupon
        return PlayedWager(result.person, result.position, result.kind, stake, coupon, result.due)


def sums(events: Iterable[Event]) -> dict[str, int]:
    """What each person has won or lost through some events."""
    found: dict[str, int] = {}
    for event in events:
        for posting in () if isinstance(event, CARRIED) else event.postings:
            kind, _, rest = posting.account.partition("/")
            if rest and kind in OWN:
                person = rest.partition("/")[0]
                found[person] = found.get(person, 0) + posting.cents
    return found


def played_rounds(file: RoundFile) -> Iterator[PlayedRound]:
    """The rounds of a file, one after another; raise BadInput if its submission can't be read."""
    rules = require_submission(file.submission, "the file's submission").rules
    wheel = None if rules.is_tiles else rules.ranking.wheel
    table, notes = file.opens, _Notes(wheel)
    for act in (act for each in file.rounds for act in each.acts):
        for event in act.events:
            before, table = table, evolve(table, event)
            notes.take(before, event, table)
            if isinstance(event, ENDS):
                yield notes.ended(table, voided=isinstance(event, RoundVoided))
                notes = _Notes(wheel)
