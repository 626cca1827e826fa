"""The checks that many commands share, each a refusal with its reason, in order of precedence."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, STAFF
from paigow.table.places import POSITIONS, place_name
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Hand, Step, Table
from paigow.wagers.money import Cents, money

CARDS_IN_A_HAND = 7


def refuse(reason: Reason, sentence: str, cites: tuple[str, ...]) -> Refused:
    return Refused(reason, sentence, cites)


def cents(amount: int) -> str:
    return money(Cents(amount))


def require_dealer(by: str, act: str, cites: tuple[str, ...]) -> None:
    if by != DEALER:
        raise Refused(Reason.NOT_YOURS, f"only the dealer may {act}", cites)


def require_floor(by: str, act: str, cites: tuple[str, ...]) -> None:
    if by != FLOOR:
        raise Refused(Reason.NOT_YOURS, f"only the floor may {act}", cites)


def require_staff(by: str, act: str, cites: tuple[str, ...]) -> None:
    if by not in (DEALER, FLOOR):
        raise Refused(Reason.NOT_YOURS, f"the dealer or the floor may {act}", cites)


def require_person(by: str, act: str, cites: tuple[str, ...]) -> str:
    if by in STAFF:
        raise Refused(Reason.NOT_YOURS, f"only a player may {act}", cites)
    return by


def require_step(table: Table, act: str, cites: tuple[str, ...], *steps: Step) -> None:
    if table.step not in steps:
        when = " or ".join(step.value for step in steps)
        raise Refused(
            Reason.WRONG_STEP, f"one cannot {act} now: the table is at {table.step.value}, not {when}", cites
        )
    if table.choosing:
        waiting = ", ".join(map(place_name, table.choosing))
        raise Refused(Reason.PENDING, f"{waiting} must first choose whether to void or play on", cites)


def require_seat(table: Table, person: str, cites: tuple[str, ...]) -> int:
    position = table.position_of(person)
    if position is None:
        raise Refused(Reason.NOT_SEATED, f"{person} is not seated at this table", cites)
    return position


def require_position(position: int, rules: Rules) -> None:
    if position not in POSITIONS[: rules.table.chairs]:
        raise Refused(
            Reason.NO_SUCH_PLACE,
            f"there is no position {position} here: 1 to {rules.table.chairs}",
            rules.cite("chairs"),
        )


def require_place(rules: Rules, place: int, cites: tuple[str, ...]) -> None:
    if place not in rules.circle:
        raise Refused(Reason.NO_SUCH_PLACE, f"there is no place {place} here", cites)


def require_whole(rules: Rules, hand: Hand) -> None:
    """Refuse to go on with a wrong number of cards: it is to be reported, and voids the round."""
    if not rules.is_tiles and len(hand.pieces) != CARDS_IN_A_HAND:
        sentence = f"{place_name(hand.place)} has {len(hand.pieces)} cards: a misdeal, to be reported"
        raise Refused(Reason.BAD_PIECES, sentence, rules.cite("misdealt"))


def require_hand(table: Table, place: int, cites: tuple[str, ...]) -> Hand:
    hand = table.hands.get(place)
    if hand is None:
        raise Refused(Reason.NOTHING_THERE, f"{place_name(place)} has no hand", cites)
    return hand
