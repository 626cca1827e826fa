"""Which values the fields of commands can have: what `legal` tries, bounded only by what a field means.

Whether a value is accepted is for `decide` to say. A field is known by its name, so one name means one thing
in all commands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from msgspec import NODEFAULT, UNSET
from msgspec.structs import FieldInfo

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command
from paigow.table.bank.stacks import INDICATIONS, every_cut
from paigow.table.deal.commitments import FEWEST, MOST, is_committed, is_undrawn
from paigow.table.engine import decide
from paigow.table.game import ALL_CARDS, ALL_TILES, laid
from paigow.table.refusals import ASKED, TIME_UP, Reason, Refused
from paigow.table.state import DEALER_PLACE, POSITIONS, Hand, Pieces, Table
from paigow.table.visibility.views import sees
from paigow.wagers.money import LARGEST


@dataclass(frozen=True, slots=True)
class ActorContext:
    """A table and who asks."""

    rules: Rules
    table: Table
    actor: str


@dataclass(frozen=True, slots=True)
class Only:
    """One value, fixed in the option; a field with several has an option for each."""

    value: Any


@dataclass(frozen=True, slots=True)
class Numbers:
    """Whole numbers: the first of `tries` that is accepted is one end, and the other lies towards `far`."""

    kind: str
    tries: tuple[int, ...]
    far: int


@dataclass(frozen=True, slots=True)
class OneOf:
    kind: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Anything:
    """What chance or a person make of it; the example will do."""

    kind: str
    example: Any


Domain = Only | Numbers | OneOf | Anything
Fixed = Mapping[str, Any]

_ALL_CUTS: Final = (OneOf("cut", tuple(every_cut())),)
_FAR_IN_TIME: Final = 10**9
_OFTEN: Final = 10**6


def refusal_of(moment: ActorContext, command: Command) -> Reason | None:
    """Why a command would be refused; None if it would be carried out."""
    try:
        decide(moment.rules, moment.table, command)
    except Refused as refusal:
        return refusal.reason
    return None


def alternatives(moment: ActorContext, field: FieldInfo, fixed: Fixed) -> tuple[Domain, ...]:
    """What to try for a field, given the values of those before it; none where nothing can be said."""
    known = _BY_FIELD.get(field.name)
    if known is not None:
        return known(moment, fixed)
    if field.type is bool:
        return _each(False, True)
    return () if field.default is NODEFAULT else (Only(field.default),)


def _each(*values: Any) -> tuple[Domain, ...]:
    return tuple(map(Only, values))


def _fixed(*domains: Domain) -> Callable[[ActorContext, Fixed], tuple[Domain, ...]]:
    return lambda _moment, _fixed_so_far: domains


def _positions(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    return _each(*POSITIONS[: moment.rules.table.chairs])


def _places(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    return _each(*moment.rules.circle)


def _kinds(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    return _each(*moment.rules.wagers, *(("tip",) if moment.rules.tips.wagers else ()))


def _persons(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    """Those who are here, and anybody who is not."""
    seated = (person for person in moment.table.chairs if person is not None)
    holders = (name.partition("/")[2] for name in moment.table.balances if name.startswith("rack/"))
    return (*_each(*sorted({*seated, *holders})), Anything("person", "somebody"))


def _styles(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    return _each(*moment.rules.banking.deliveries)


def _all_pieces(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    if is_committed(moment.table):
        return (Only(()),)
    return (Anything("order", ALL_TILES if moment.rules.is_tiles else ALL_CARDS),)


def _found(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    """What an inspection found: all tiles, or, of decks, nothing worth a word."""
    return (Anything("pieces", ALL_TILES if moment.rules.is_tiles else ()),)


def _one_piece(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    pieces = ALL_TILES if moment.rules.is_tiles else ALL_CARDS
    return (OneOf("piece", tuple(dict.fromkeys(pieces))),)


def _own_place(moment: ActorContext) -> int:
    """Whose hand is meant where no position is named: the dealer's by the dealer, the bank's by the bank."""
    bank = moment.table.bank
    return bank.position if bank is not None and bank.person == moment.actor else DEALER_PLACE


def _halves(moment: ActorContext, fixed: Fixed) -> tuple[Domain, ...]:
    """The pieces of a low hand, of a hand that the actor sees: two; at cards any, if a foul is not minded."""
    hand = moment.table.hands.get(fixed.get("position", _own_place(moment)))
    if hand is None or not sees(moment.table, hand, moment.actor):
        return ()
    pairs = tuple(dict.fromkeys(combinations(hand.pieces, 2)))
    if moment.rules.is_tiles or moment.actor == DEALER:
        return (OneOf("pieces", pairs),)
    if fixed.get("confirmed", True):
        sizes = range(len(hand.pieces) + 1)
        return (OneOf("pieces", tuple(low for size in sizes for low in combinations(hand.pieces, size))),)
    return (OneOf("pieces", tuple(low for low in pairs if not _fouls(moment, hand, low))),)


def _fouls(moment: ActorContext, hand: Hand, low: Pieces) -> bool:
    high = tuple(piece for piece in hand.pieces if piece not in low)
    return laid(low, high, moment.rules.wheel)[2]


def _which_piece(moment: ActorContext, fixed: Fixed) -> tuple[Domain, ...]:
    hand = moment.table.hands.get(fixed["place"])
    return (Numbers("number", (0,), len(hand.pieces) - 1 if hand else 0),)


def _depths(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    """While the order is to be drawn the dealer's own cut is as well (R96)."""
    if moment.actor == DEALER and is_undrawn(moment.table):
        return (Only(0),)
    return (Numbers("number", (FEWEST,), MOST),)


def _readings(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    """What shared meters show is told from outside: at least their starts."""
    terms = moment.rules.progressive
    shared = terms is not None and moment.rules.shared_meters is not None
    shown = {each.meter.value: each.start for each in terms.meters} if terms and shared else {}
    return (Anything("readings", shown),)


def _now(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    now = max(1, moment.table.clock)
    return (Numbers("time", (now,), now + _FAR_IN_TIME),)


def _shown(moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    """Which tile an accident shows, where its place has none yet: chance says so."""
    return (Anything("piece", ALL_TILES[0]) if is_undrawn(moment.table) else Only(UNSET),)


def _cuts(_moment: ActorContext, _fixed_so_far: Fixed) -> tuple[Domain, ...]:
    return _ALL_CUTS


_MONEY = _fixed(Numbers("cents", (1,), LARGEST))
_MONEY_OR_NONE = _fixed(Numbers("cents", (0,), LARGEST))
_BY_FIELD: Final[Mapping[str, Callable[[ActorContext, Fixed], tuple[Domain, ...]]]] = {
    "at": _now,
    "because": _fixed(*map(Only, ("", TIME_UP, ASKED))),
    "chips": _MONEY,
    "chips_counted": _fixed(Numbers("number", tuple(range(1, 8)), 8)),
    "count": _fixed(*map(Only, range(1, 4))),
    "coupons": _MONEY_OR_NONE,
    "cut": _cuts,
    "defects": _fixed(Anything("texts", ())),
    "depth": _depths,
    "device": _fixed(Only("shuffler"), Only("shoe")),
    "dice": _fixed(Anything("dice", (1, 2, 3))),
    "drawn_in_error": _fixed(Anything("numbers", ())),
    "extra": _fixed(Numbers("number", (0,), 9), Numbers("number", (-1,), -53)),
    "flawed": _fixed(Anything("pieces", ())),
    "found": _found,
    "found_face_up": _fixed(Anything("numbers", ())),
    "hit": _fixed(Anything("number", 1)),
    "how": _fixed(*map(Only, INDICATIONS)),
    "index": _which_piece,
    "kind": _kinds,
    "low": _halves,
    "missing": _fixed(Anything("texts", ())),
    "most": _MONEY_OR_NONE,
    "motions": _fixed(Numbers("number", tuple(range(1, 13)), _OFTEN)),
    "name": _fixed(Anything("name", "a signature")),
    "nth": _fixed(Numbers("number", (0,), 31)),
    "number": _fixed(*map(Only, range(8))),
    "order": _all_pieces,
    "person": _persons,
    "place": _places,
    "places": _fixed(Anything("places", ())),
    "position": _positions,
    "promotional": _MONEY_OR_NONE,
    "readings": _readings,
    "shown": _shown,
    "shakes": _fixed(Numbers("number", tuple(range(1, 9)), _OFTEN)),
    "style": _styles,
    "tile": _one_piece,
    "total": _fixed(Numbers("number", (3,), 18)),
    "unlike": _fixed(Anything("pieces", ())),
    "why": _fixed(Anything("text", "as seen")),
}
