"""Committed randomness: a seed committed before bets, an order fixed after them, the seed revealed last.

Until then a washed or shuffled stock holds places without pieces, which cuts move like any others. The seed
isn't in the table: its keeper draws with `autoplay.chance` and gives the table the results.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

from msgspec import UNSET, UnsetType

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.chance_state import UNDRAWN, Beacon, RoundChance
from paigow.table.deal.mixing import is_hex, seed_commitment
from paigow.table.fields import Anything, Domains, Only
from paigow.table.game import ALL_CARDS, ALL_TILES, same_pieces
from paigow.table.refusals import Reason, Refused, require_dealer
from paigow.table.state import Step, Table, changed

CITES: Final = ("R60", "R95")
ORDER_CITES: Final = ("R60", "R96")
FEWEST, MOST = 10, 43
"""How many cards can be above the cut card: ten from either end of 53 (R41)."""
_STILL_MOVED: Final = (Step.WASH, Step.SHUFFLE, Step.STACK, Step.CUT, Step.BETS)
"""Steps at which the places of a stock are still moved, or bets are still open."""
Drawn = int | UnsetType
"""The number of a draw in an event; first-edition events have none."""
ORDER, CUT, DICE, START, EXPOSED = "order", "cut", "dice", "start", "exposed"
"""The names of draws."""


class PublishCommitment(Command, frozen=True, tag="publish-commitment"):
    """The floor commits to a seed for this table's next round and names the beacon to be mixed in."""

    commitment: str
    table: str
    beacon: Beacon | None = None


class CommitmentPublished(Event, frozen=True, tag="commitment-published"):
    commitment: str
    table: str
    round: int
    beacon: Beacon | None


class FixOrder(Command, frozen=True, tag="fix-order"):
    """Record the drawn pieces for the places of the stock as washed, and the dealer's own cut."""

    pieces: Pieces
    cut_at: int = 0


class OrderFixed(Event, frozen=True, tag="order-fixed"):
    pieces: Pieces
    cut_at: int
    draw: int
    cut_draw: int


class PublishSeed(Command, frozen=True, tag="publish-seed"):
    """The round is over: the published seed proves that every draw followed from the commitment."""

    seed: str


class SeedPublished(Event, frozen=True, tag="seed-published"):
    commitment: str
    seed: str


def is_committed(table: Table) -> bool:
    """Whether draws here come from a seed that the floor has committed to."""
    return table.chance is not UNSET and table.chance.commitment is not None


def _order_of(pieces: Pieces) -> Domains:
    """The random result; empty while the floor is committed to a seed: that order is drawn later (R96)."""
    made, later = (Anything("order", pieces),), (Only(()),)
    return Domains(lambda moment, _before: later if is_committed(moment.table) else made)


TilesInOrder = Annotated[Pieces, _order_of(ALL_TILES)]
CardsInOrder = Annotated[Pieces, _order_of(ALL_CARDS)]


def next_draw(table: Table, name: str) -> int:
    """The number of the next draw of this name in the round."""
    return table.drawing.counts.get(name, 0) + 1


def counted(table: Table, *names: str) -> RoundChance:
    """The round's randomness after one more draw of each of these names."""
    chance = table.drawing
    return changed(chance, counts={**chance.counts, **{name: next_draw(table, name) for name in names}})


def places(number: int) -> Pieces:
    """A stock whose pieces aren't drawn yet: its places, numbered from 1.

    >>> places(3)
    ('#1', '#2', '#3')
    """
    return tuple(f"{UNDRAWN}{place}" for place in range(1, number + 1))


def is_undrawn(table: Table) -> bool:
    """Whether there is a stock here whose pieces are still to be drawn."""
    return bool(table.stock) and table.stock[0][0].startswith(UNDRAWN)


def is_cut_undrawn(table: Table) -> bool:
    """Whether the dealer has cut the stock at a place that is still to be drawn (R41)."""
    cut = table.cards.cut
    return cut.made_by == DEALER and cut.place == 0


def is_order_due(table: Table) -> bool:
    """Whether the order has to be fixed before anything else happens."""
    return is_undrawn(table) and table.drawing.is_mixed and table.step not in _STILL_MOVED


def require_order(table: Table) -> None:
    """Refuse to deal a stock whose order isn't drawn."""
    if is_undrawn(table):
        sentence = "The order isn't drawn yet. It's fixed as soon as the players' words are opened."
        raise Refused(Reason.PENDING, sentence, ORDER_CITES)


def awaits_mix(table: Table) -> bool:
    """Whether the inputs of the round's draws are still open."""
    return is_committed(table) and not table.drawing.is_mixed


def require_mixed(table: Table) -> None:
    """Refuse to draw for a round before its words are closed and its beacon is known."""
    if awaits_mix(table):
        sentence = "Nothing is drawn yet. The players' words are opened first."
        raise Refused(Reason.PENDING, sentence, ORDER_CITES)


def require_pieces(table: Table, order: Pieces, whole: Pieces, sentence: str, cites: tuple[str, ...]) -> None:
    """A washed or shuffled order is in the event, unless it is drawn at the mix (R96)."""
    if is_committed(table):
        if order:
            told = 'The order is drawn after "no more bets". It can\'t be told with the shuffle.'
            raise Refused(Reason.NOT_AS_REQUIRED, told, ORDER_CITES)
    elif not same_pieces(order, whole):
        raise Refused(Reason.BAD_PIECES, sentence, cites)


def _nothing_drawn(table: Table) -> bool:
    """Whether nothing of a round is on the table, and none is being reshuffled (R19)."""
    return not table.stock and not table.hands and table.shaker.dice is None and table.resume is None


def may_commit(table: Table) -> bool:
    """Whether a seed can be committed now."""
    return not is_committed(table) and table.seal.commitment is None and _nothing_drawn(table)


def may_publish(table: Table) -> bool:
    """Whether the committed seed's round is over, finished or void."""
    return is_committed(table) and table.round > table.drawing.round and _nothing_drawn(table)


def publish_commitment(_rules: Rules, table: Table, command: PublishCommitment) -> tuple[Event, ...]:
    require_dealer(command.by, "commit to a seed", CITES)
    if is_committed(table) or table.seal.commitment is not None:
        raise Refused(Reason.PENDING, "The last seed isn't published yet.", CITES)
    if not _nothing_drawn(table):
        raise Refused(Reason.WRONG_STEP, "A seed is committed to before its round begins.", CITES)
    if not is_hex(command.commitment):
        raise Refused(Reason.BAD_PIECES, "A commitment is 64 hexadecimal digits.", CITES)
    published = CommitmentPublished(
        commitment=command.commitment,
        table=command.table,
        round=table.round + 1,
        beacon=command.beacon,
        cites=CITES if command.beacon is None else (*CITES, "R98"),
    )
    return (published,)


def commitment_published(table: Table, event: CommitmentPublished) -> Table:
    chance = RoundChance(
        round=event.round - 1, commitment=event.commitment, table=event.table, beacon=event.beacon
    )
    return changed(table, chance=chance)


def fix_order(rules: Rules, table: Table, command: FixOrder) -> tuple[Event, ...]:
    require_dealer(command.by, "fix the order", ORDER_CITES)
    if not is_undrawn(table):
        raise Refused(Reason.NOTHING_THERE, "No tiles or cards are waiting for their order.", ORDER_CITES)
    require_mixed(table)
    if table.step in _STILL_MOVED:
        raise Refused(Reason.WRONG_STEP, "The order is fixed once the stock is cut.", ORDER_CITES)
    if not same_pieces(command.pieces, ALL_TILES if rules.is_tiles else ALL_CARDS):
        raise Refused(Reason.BAD_PIECES, "These aren't all the tiles or cards of the game.", ORDER_CITES)
    waits = is_cut_undrawn(table)
    if not (FEWEST <= command.cut_at <= MOST if waits else command.cut_at == 0):
        sentence = "The dealer's own cut is drawn together with the order, and no other cut is."
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, (*ORDER_CITES, "R41"))
    fixed = OrderFixed(
        pieces=command.pieces,
        cut_at=command.cut_at,
        draw=next_draw(table, ORDER),
        cut_draw=next_draw(table, CUT) if waits else 0,
        cites=(*ORDER_CITES, "R41") if waits else ORDER_CITES,
    )
    return (fixed,)


def order_fixed(table: Table, event: OrderFixed) -> Table:
    drawn = dict(zip(places(len(event.pieces)), event.pieces, strict=True))
    stock = tuple(_drawn(stack, drawn) for stack in table.stock)
    cut = changed(table.cards.cut, uncut=_drawn(table.cards.cut.uncut, drawn))
    if event.cut_at:
        (stack,) = stock
        stock = ((*stack[event.cut_at :], *stack[: event.cut_at]),)
        cut = changed(cut, place=event.cut_at)
    return changed(table, stock=stock, cards=changed(table.cards, cut=cut))


def _drawn(stack: Pieces, drawn: Mapping[str, str]) -> Pieces:
    return tuple([drawn[place] for place in stack])


def publish_seed(_rules: Rules, table: Table, command: PublishSeed) -> tuple[Event, ...]:
    """The seed is revealed once nothing drawn from it is on the table: after the end or a void round."""
    require_dealer(command.by, "publish a seed", CITES)
    if not is_committed(table):
        raise Refused(Reason.NOTHING_THERE, "No seed was committed.", CITES)
    if not may_publish(table):
        raise Refused(Reason.WRONG_STEP, "A seed is published when its round is over.", CITES)
    chance = table.drawing
    seed = bytes.fromhex(command.seed) if is_hex(command.seed) else b""
    if not seed or seed_commitment(chance.table, chance.number, seed) != chance.commitment:
        raise Refused(Reason.NOT_AS_REQUIRED, "This isn't the seed that was committed to.", CITES)
    return (SeedPublished(commitment=chance.commitment, seed=command.seed, cites=CITES),)


def seed_published(table: Table, _event: SeedPublished) -> Table:
    return changed(table, chance=UNSET)
