"""The domains of command fields, declared on each field: `position: Position`. `legal` tries them.

A domain follows from a field's meaning alone; `decide` says whether a value is accepted. A yes-or-no field
needs no declaration, and one without a domain keeps its default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Any, Final, Protocol, get_args

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER
from paigow.table.game import laid
from paigow.table.refusals import ASKED, TIME_UP
from paigow.table.state import DEALER_PLACE, POSITIONS, DealtHand, Table
from paigow.wagers.money import LARGEST
from paigow.wagers.wager import MAIN, TIP, Kind


class Moment(Protocol):
    """A table and who asks."""

    @property
    def rules(self) -> Rules: ...

    @property
    def table(self) -> Table: ...

    @property
    def actor(self) -> str: ...

    def hand_seen(self, place: int) -> DealtHand | None:
        """The hand at a place, if the actor can see its pieces."""


@dataclass(frozen=True, slots=True)
class Only:
    """One value, fixed in the option; a field with several values has an option for each."""

    value: Any


@dataclass(frozen=True, slots=True)
class WholeNumbers:
    """Whole numbers: the first accepted one of `tries` is one end, and the other is toward `far`.

    `usual` is the value in the offered command, if it is within these bounds; by default, the first end.
    """

    kind: str
    tries: tuple[int, ...]
    far: int
    usual: int | None = None


@dataclass(frozen=True, slots=True)
class OneOf:
    kind: str
    values: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Anything:
    """A random or free value; the example is enough to try."""

    kind: str
    example: Any


Domain = Only | WholeNumbers | OneOf | Anything
Fixed = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Domains:
    """What to try for a field at a moment, given the values of the fields before it: an option for each."""

    at: Callable[[Moment, Fixed], tuple[Domain, ...]]


def within(*domains: Domain) -> Domains:
    """The same at every moment."""
    return Domains(lambda _moment, _before: domains)


def each(*values: Any) -> Domains:
    """An option for each of some values."""
    return within(*map(Only, values))


def each_of(values: Callable[[Moment], Iterable[Any]]) -> Domains:
    """An option for each value that the table has at the moment."""
    return Domains(lambda moment, _before: tuple(map(Only, values(moment))))


def alternatives(moment: Moment, field: FieldInfo, before: Fixed) -> tuple[Domain, ...]:
    """What to try for a field, given the values of those before it; empty if nothing can be tried."""
    for declared in get_args(field.type):
        if isinstance(declared, Domains):
            return declared.at(moment, before)
    if field.type is bool:
        return (Only(False), Only(True))
    return () if field.default is NODEFAULT else (Only(field.default),)


def plain_type(kind: Any) -> Any:
    """A field's stored type: without its domain, and with a kind of wager as text."""
    if any(isinstance(each, Domains) for each in get_args(kind)):
        kind = get_args(kind)[0]
    return getattr(kind, "__supertype__", kind)


def kinds_offered(rules: Rules) -> tuple[Kind, ...]:
    """What can be wagered on here, tips included."""
    return (*map(Kind, rules.wagers), *((TIP,) if rules.tips.wagers else ()))


def _persons(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
    """Everyone who is here, and a name that isn't."""
    seated = (person for person in moment.table.chairs if person is not None)
    holders = (name.partition("/")[2] for name in moment.table.balances if name.startswith("rack/"))
    return (*map(Only, sorted({*seated, *holders})), Anything("person", "somebody"))


def _own_place(moment: Moment) -> int:
    """The hand meant when no position is named: the dealer's for the dealer, the bank's for the bank."""
    bank = moment.table.bank
    return bank.position if bank is not None and bank.person == moment.actor else DEALER_PLACE


def _low_hands(moment: Moment, before: Fixed) -> tuple[Domain, ...]:
    """Low pieces of a hand the actor can see: two that don't foul; for cards any, once a foul is confirmed.

    Tiles can't foul, and the dealer's setting is corrected. `decide` also accepts a bank's fouled hand, which
    is an irregularity (R33) and so isn't offered.
    """
    hand = moment.hand_seen(before.get("position", _own_place(moment)))
    if hand is None:
        return ()
    pairs = tuple(dict.fromkeys(combinations(hand.pieces, 2)))
    if moment.rules.is_tiles or moment.actor == DEALER:
        return (OneOf("pieces", pairs),)
    if before.get("confirmed"):
        sizes = range(len(hand.pieces) + 1)
        return (OneOf("pieces", tuple(low for size in sizes for low in combinations(hand.pieces, size))),)
    return (OneOf("pieces", tuple(low for low in pairs if not _fouls(moment, hand, low))),)


def _fouls(moment: Moment, hand: DealtHand, low: Pieces) -> bool:
    high = tuple(piece for piece in hand.pieces if piece not in low)
    return laid(low, high, moment.rules.wheel)[2]


_FAR_IN_TIME: Final = 10**9
OFTEN: Final = 10**6
"""More often than anybody shakes dice or moves tiles."""


def _from_now(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
    now = max(1, moment.table.clock)
    return (WholeNumbers("time", (now,), now + _FAR_IN_TIME),)


Time = Annotated[int, Domains(_from_now)]
Money = Annotated[int, within(WholeNumbers("cents", (1,), LARGEST))]
BUY_IN_WAGERS: Final = 20
"""The default buy-in, in minimum main bets."""
TRAY_WAGERS: Final = 10
"""The default fill of the tray, in maximum main bets."""


def _main_wagers(count: int, least: bool) -> Domains:
    def at(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
        limit = moment.rules.wagers[MAIN]
        return (WholeNumbers("cents", (1,), LARGEST, count * (limit.least if least else limit.most)),)

    return Domains(at)


def _surplus(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
    """What is in the tray; by default, what exceeds the amount of a fill."""
    held = moment.table.balances.get("inventory", 0)
    over = held - TRAY_WAGERS * moment.rules.wagers[MAIN].most
    return (WholeNumbers("cents", (1,), held, over if over > 0 else None),) if held else ()


BuyInMoney = Annotated[int, _main_wagers(BUY_IN_WAGERS, least=True)]
TrayMoney = Annotated[int, _main_wagers(TRAY_WAGERS, least=False)]
TraySurplus = Annotated[int, Domains(_surplus)]
MoneyOrNone = Annotated[int, within(WholeNumbers("cents", (0,), LARGEST))]
Position = Annotated[int, each_of(lambda moment: POSITIONS[: moment.rules.table.chairs])]
Place = Annotated[int, each_of(lambda moment: moment.rules.circle)]
WagerKind = Annotated[str, each_of(lambda moment: kinds_offered(moment.rules))]
PersonName = Annotated[str, Domains(_persons)]
LowHand = Annotated[Pieces, Domains(_low_hands)]
Because = Annotated[str, each("", TIME_UP, ASKED)]
"""Why the dealer acts for a player (R85)."""
Why = Annotated[str, within(Anything("text", "as seen"))]
Signature = Annotated[str, within(Anything("name", "a signature"))]
UpToSeven = Annotated[int, each(*range(8))]
SomePieces = Annotated[Pieces, within(Anything("pieces", ()))]
SomeNumbers = Annotated[tuple[int, ...], within(Anything("numbers", ()))]
SomeTexts = Annotated[tuple[str, ...], within(Anything("texts", ()))]
