"""A table's state: frozen records, replaced and never changed. Not what can happen next.

They have no reference cycles, so the garbage collector doesn't track them.

Places are numbers: the dealer 0, the betting positions 1 to 6 counterclockwise from the dealer's right,
and, at a tile table, the dead hand 7.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from msgspec import UNSET, Struct, UnsetType, field
from msgspec.structs import replace

from paigow.material.game import Named
from paigow.material.notation import Pieces
from paigow.table.card_state import CardTableState
from paigow.table.chance_state import RoundChance
from paigow.wagers.wager import Kind

DEALER_PLACE: Final = 0
POSITIONS: Final = (1, 2, 3, 4, 5, 6)
DEAD_HAND: Final = 7
TILE_PLACES: Final = (DEALER_PLACE, *POSITIONS, DEAD_HAND)
CARD_PLACES: Final = (DEALER_PLACE, *POSITIONS)


def round_from(first: int, circle: Sequence[int]) -> tuple[int, ...]:
    """All places of a circle in order, starting with the given one."""
    at = circle.index(first)
    return (*circle[at:], *circle[:at])


def count_from(first: int, total: int, circle: Sequence[int]) -> int:
    """The place a count reaches if the first place is number one (R5).

    >>> count_from(DEALER, 9, TILE_PLACES), count_from(DEALER, 15, TILE_PLACES)
    (0, 6)
    """
    return circle[(circle.index(first) + total - 1) % len(circle)]


def place_title(place: int) -> str:
    """A place's name at the start of a sentence."""
    name = place_name(place)
    return name[:1].upper() + name[1:]


def place_name(place: int) -> str:
    match place:
        case 0:
            return "the dealer"
        case 7:
            return "the dead hand"
        case _:
            return f"position {place}"


class Step(Named):
    """The next step of the dealer's procedure, in the order of a round.

    >>> import paigow
    >>> steps = []
    >>> def watch(seat: paigow.Seat) -> paigow.Command | None:
    ...     steps.append(seat.step)
    ...     return seat.usual()
    >>> _ = paigow.play_rounds("colorado-tiles", [watch], seed="friday")
    >>> steps.index(Step.BETS) < steps.index(Step.SETTING)
    True
    """

    CLOSED = "closed"
    INSPECT = "inspect"
    SUBSTITUTE = "substitute"
    VERIFY = "verify"
    DISPLAY = "display"
    IDLE = "idle"
    OFFER = "offer"
    WASH = "wash"
    SHUFFLE = "shuffle"
    STACK = "stack"
    CUT = "cut"
    BETS = "bets"
    PROGRESSIVE = "progressive"
    STYLE = "style"
    SHAKE = "shake"
    PLAYER_SHAKE = "player-shake"
    LID = "lid"
    EYE = "eye"
    BUTTON = "button"
    DICE_WAGERS = "dice-wagers"
    TRIPLES = "triples"
    TOTAL = "total"
    START = "start"
    DEAL = "deal"
    COUNT_STUB = "count-stub"
    SWEEP = "sweep"
    EXTRA_SET = "extra-set"
    COVER = "cover"
    SETTING = "setting"
    BANK_SETTING = "bank-setting"
    DEALER_SETTING = "dealer-setting"
    EXPOSE_BANK = "expose-bank"
    EXPOSE = "expose"
    OPTIONAL = "optional"
    PAY = "pay"
    CENTER = "center"
    ENVY = "envy"
    PAPERS = "papers"
    FINISH = "finish"


class RejectedSet(Struct, frozen=True):
    """A set unfit for play, until its envelope is sealed and signed and another set arrives."""

    why: tuple[str, ...]
    label: str = ""
    """What is written on the sealed envelope: table number, date, and time."""
    dealer: str = ""
    """The dealer's signature."""
    supervisor: str = ""
    """The supervisor's signature."""


class TileTableState(Struct, frozen=True):
    """The sets of a tile table, kept from round to round."""

    sets: int = 0
    """How many sets have been brought to this table, substitutes included."""
    rejected: RejectedSet | None = None
    """The set that failed its inspection, until it is replaced."""


changed: Final = replace
"""The same record with some fields replaced: `changed(table, step=Step.BETS)`."""


WagerKey = tuple[str, int, Kind]
"""Whose wager, on which position, of which kind."""


class Wager(Struct, frozen=True, gc=False):
    """A stake in play, keyed by person, position and kind: a `Kind`'s value, or `tip`."""

    person: str
    position: int
    kind: Kind
    chips: int
    """Cash chips, in cents."""
    promotional: int = 0
    """Promotional chips, in cents; they play like chips."""
    coupon: int = 0
    """The face of a coupon, in cents."""

    @property
    def key(self) -> WagerKey:
        return (self.person, self.position, self.kind)

    @property
    def playing(self) -> int:
        """The amount at risk, which a bank must cover."""
        return self.chips + self.promotional


class HandStatus(Named):
    """What has happened to the pieces at a place."""

    DEALT = "dealt"
    SET = "set"
    EXPOSED = "exposed"
    SURRENDERED = "surrendered"
    KEPT = "kept"
    """Surrendered or abandoned, but still face down: it may pay an envy bonus to others (R27, R37)."""
    VOID = "void"
    DEAD = "dead"
    KILLED = "killed"
    COLLECTED = "collected"


class DealtHand(Struct, frozen=True, gc=False):
    """The pieces at a place. `low` and `high` are filled once it is set, `outcome` once it is compared."""

    place: int
    pieces: Pieces
    status: HandStatus = HandStatus.DEALT
    low: Pieces = ()
    high: Pieces = ()
    shown: tuple[int, ...] = ()
    """Indexes of the pieces that were exposed by accident."""
    outcome: str | None = None
    set_by: str | None = None
    """Who set it: a person, `dealer`, or `house-way` for an absent player."""
    fouled: bool = False
    looked_by: str | None = None
    """The player who has looked at it and now sees all of it (R78)."""


class Bank(Struct, frozen=True, gc=False):
    """The player who banks this round, alone or with the house taking half."""

    person: str
    position: int
    co_banked: bool = False
    """Whether the house takes half."""
    dealer_wager: int | None = None
    """The dealer's stake against the bank, in cents; None until it is decided."""
    most_dealer_wager: int | None = None
    """The most that the bank lets the dealer stake, in cents, if it set a limit."""
    indicated: tuple[str, ...] = ()
    """How the dealer has indicated the style of delivery so far: `say`, `signal`, `move`."""


class PendingOffer(Struct, frozen=True, gc=False):
    """The bank, or the cut, offered to a person."""

    person: str
    position: int
    passed: tuple[str, ...] = ()
    """Who has already passed."""

    @property
    def pending(self) -> bool:
        """Whether the person still has to answer."""
        return self.person not in self.passed


class Shaker(Struct, frozen=True, gc=False):
    """The dice in their shaker. What they show is secret until the lid is off."""

    dice: tuple[int, int, int] | None = None
    """What the dice show; null while the lid is on."""
    shakes: int = 0
    """How often they were shaken this round."""
    shaken_by: str | None = None
    """Who shook them."""
    left_to_dealer: bool = False
    """Whether the player who was passed the shaker had the dealer shake instead."""
    lid_off: bool = False
    announced: int | None = None
    """The total, or the number drawn at a card table, that the dealer announced."""
    start: int | None = None
    """The place that gets the first pieces."""


class Between(Struct, frozen=True, gc=False):
    """What carries over from round to round and shapes the next one."""

    pointer: int = 1
    """The position where the next bank offer starts; 0, the dealer, once it has gone around (R7)."""
    opened: bool = False
    """Whether play has begun here before; then a display is that of an idle table (R62)."""
    start_of_game: bool = True
    """Whether the next round is the first since play began."""
    first_player: str | None = None
    """Who sat down first at the idle table: offered the inspection, and for cards the first cut."""
    banked_last: tuple[str, ...] = ()
    """Who banked or co-banked the last completed round."""
    house_round_due: bool = False
    """Colorado: the house banks a round before the next offer."""
    last_wagers: dict[str, int] = field(default_factory=dict)
    """Main wagers against the dealer in the last completed round without a bank, by person."""
    equipment: tuple[str, ...] = ()
    """The items of the equipment list, once all were found in place."""
    dice_placed_at: int | None = None
    """When the dice went into the shaker, in seconds."""
    dice_inspected_at: int | None = None
    """When the dice were last inspected, in seconds."""


class Seal(Struct, frozen=True, gc=False):
    """The seed of a round of the first edition."""

    commitment: str | None = None
    """The seed's hash."""
    words: tuple[tuple[str, str], ...] = ()
    """The words that players added, each with the player's name."""
    round: int = 0
    """How many rounds had begun when the seed was committed."""


class DragonsEyeState(Struct, frozen=True, gc=False):
    """What Dragon's Eye keeps from roll to roll (R13), and the result of the last roll."""

    button: int | None = None
    """The position that the last roll named; its player shakes next if there is a dice bonus wager there."""
    triples: int = 0
    """Triples in a row, at most two: the third ends the series."""
    marker: int = 0
    """The number on the second button, beside the dice bonus wagers; 0 while the button is off the layout."""
    shaker: str | None = None
    """Who is paid as the shaker of the last roll, if anyone."""
    paid: int = 0
    """The last position whose dice wagers were paid for this roll; some of them stay on the layout."""


class WagerResult(Struct, frozen=True, gc=False):
    """The net result of a wager: the win less vigorish, minus the stake, or zero."""

    person: str
    position: int
    kind: Kind
    due: int
    corrected: bool = False
    """Whether a payment for it was already corrected (R87)."""

    @property
    def key(self) -> WagerKey:
        return (self.person, self.position, self.kind)


class RoundResults(Struct, frozen=True, gc=False):
    """The basis for correcting payments of the last round, until the next "no more bets" (R63, R87)."""

    results: tuple[WagerResult, ...] = ()
    """By wager, in settlement order."""
    hands: dict[int, DealtHand] = field(default_factory=dict)
    """Once the round is over, the hands that were shown in it."""
    against: int = 0
    """The place whose hand they were compared with."""


_position: Final = attrgetter("position")


def wagers_at(among: tuple[Wager, ...], position: int) -> tuple[Wager, ...]:
    """The wagers on a position, of wagers in the order in which a table keeps them."""
    first = bisect_left(among, position, key=_position)
    return among[first : bisect_right(among, position, first, key=_position)]


def wager_at(among: tuple[Wager, ...], person: str, position: int, kind: str) -> Wager | None:
    """A person's wager of a kind on a position; None if there is none."""
    for wager in wagers_at(among, position):
        if wager.kind == kind and wager.person == person:
            return wager
    return None


class Table(Struct, frozen=True, gc=False):
    """Everything about one table. The journal of events is the source of truth; this is their sum."""

    step: Step = Step.CLOSED
    version: int = 0
    round: int = 0
    clock: int = 0
    """The time from the last command that had one, in seconds."""
    chairs: tuple[str | None, ...] = (None,) * len(POSITIONS)
    balances: dict[str, int] = field(default_factory=dict)
    bets_open: bool = False
    # `ledger.with_wager` keeps them in order.
    wagers: tuple[Wager, ...] = ()
    """The wagers on the layout now, by position."""
    staked: tuple[Wager, ...] = ()
    """The wagers at "no more bets"."""
    forfeited: tuple[Wager, ...] = ()
    """What was surrendered or declared abandoned this round: a void round returns it (R80)."""
    bank: Bank | None = None
    offer: PendingOffer | None = None
    stock: tuple[Pieces, ...] = ()
    """The stacks, from the dealer's right; at a card table one stack, top first."""
    delivery: str | None = None
    resume: Step | None = None
    """The step at which the round resumes after a reshuffle for pieces seen before the deal (R19)."""
    shaker: Shaker = Shaker()
    hands: dict[int, DealtHand] = field(default_factory=dict)
    discards: tuple[DealtHand, ...] = ()
    """Hands collected this round, in an order from which they can be rebuilt."""
    choosing: tuple[int, ...] = ()
    """Positions whose player must choose to void or play on after a piece was exposed."""
    asked: tuple[tuple[str, str, int], ...] = ()
    """Who asked the dealer to act for them: the person, the step, and the round (R85)."""
    leaving: tuple[str, ...] = ()
    """Those who left during a live round: their hands are set the house way and settled (R30)."""
    between: Between = Between()
    eye: DragonsEyeState = DragonsEyeState()
    cards: CardTableState = CardTableState()
    tiles: TileTableState = TileTableState()
    seal: Seal = Seal()
    record: RoundResults = RoundResults()
    edition: str | UnsetType = UNSET
    """The edition that judges it. It has no default, so that stored tables keep their fingerprints."""
    dealt_by: str | UnsetType = UNSET
    """Who deals, by name or number, if the house records it (R110)."""
    chance: RoundChance | UnsetType = UNSET
    """What commits and counts the round's draws; tables stored by the first edition have none."""

    @property
    def drawing(self) -> RoundChance:
        """The randomness of the next or current round; blank if it hasn't drawn yet."""
        return RoundChance(round=self.round) if self.chance is UNSET else self.chance

    def position_of(self, person: str) -> int | None:
        try:
            return self.chairs.index(person) + 1
        except ValueError:
            return None

    def seated(self, position: int) -> str | None:
        return self.chairs[position - 1] if 0 < position <= len(self.chairs) else None

    def wager(self, person: str, position: int, kind: str) -> Wager | None:
        return wager_at(self.wagers, person, position, kind)

    def wagers_on(self, position: int) -> tuple[Wager, ...]:
        return wagers_at(self.wagers, position)

    def rack(self, person: str) -> int:
        return self.balances.get(f"rack/{person}", 0)
