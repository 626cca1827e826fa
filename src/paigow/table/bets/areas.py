"""Who owns a spot: a player's own, a free one next to it (R56), another's (R18, R77); setting order.

The amounts are in `limits`.
"""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.refusals import Reason, Refused
from paigow.table.state import HandStatus, Table, Wager
from paigow.wagers.dragons_eye import DICE_KINDS
from paigow.wagers.wager import MAIN, TIP


def setter_of(table: Table, position: int) -> str | None:
    """Who handles the hand at a position: the player there, or the neighbor whose second area it is."""
    seated = table.seated(position)
    if seated is not None:
        return seated
    for wager in table.wagers:
        if wager.position == position:
            return wager.person
    return None


def riders(table: Table, position: int) -> tuple[Wager, ...]:
    """Others' wagers on the spot of the player who sits there."""
    seated = table.seated(position)
    if seated is None:
        return ()
    return tuple(wager for wager in table.wagers_on(position) if wager.person != seated)


def second_area(table: Table, person: str) -> tuple[Wager, ...]:
    """What a player has on the free spot next to their own."""
    return tuple(
        wager for wager in table.wagers if wager.person == person and table.seated(wager.position) is None
    )


def areas_of(table: Table, person: str) -> tuple[int, ...]:
    """The betting areas a player has bet on, including shared ones (R77). Dice wagers have their own."""
    return tuple(
        dict.fromkeys(
            [
                wager.position
                for wager in table.wagers
                if wager.person == person and wager.kind not in DICE_KINDS
            ]
        )
    )


def require_spot(rules: Rules, table: Table, wager: Wager) -> None:
    """Refuse a wager on a spot that the person can't bet on."""
    own = table.position_of(wager.person)
    assert own is not None, wager
    if table.bank is not None and table.bank.person == wager.person:
        _require_beside_bank(rules, wager, own)
        return
    if table.seated(wager.position) not in (None, wager.person):
        _require_ride(rules, table, wager, own)
    elif wager.position != own:
        _require_second_area(rules, table, wager, own)
    if wager.kind not in DICE_KINDS:
        _require_areas(rules, table, wager)


def _require_areas(rules: Rules, table: Table, wager: Wager) -> None:
    """One betting area, or two adjacent ones if the house permits it: shared spots count (R77)."""
    others = [area for area in areas_of(table, wager.person) if area != wager.position]
    if not others:
        return
    cites = rules.cite("two areas")
    if not rules.spots.two_areas:
        sentence = (
            f"Your bet is at position {others[0]}, and you can bet on only one spot. "
            f"Take it back first to bet at position {wager.position}."
        )
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)
    if len(others) > 1:
        where = " and ".join(map(str, others))
        sentence = f"You can bet on at most two spots. You already bet at positions {where}."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)
    if abs(others[0] - wager.position) != 1:
        sentence = (
            f"Your two spots must be adjacent, and position {wager.position} isn't next to {others[0]}."
        )
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)


def topics_of_spot(table: Table, wager: Wager) -> tuple[str, ...]:
    """The topics for a wager on a spot other than the person's own; empty for their own."""
    if wager.position == table.position_of(wager.person):
        return ()
    return ("two areas",) if table.seated(wager.position) is None else ("several on a spot",)


def _require_beside_bank(rules: Rules, wager: Wager, own: int) -> None:
    """The bank plays one spot and no main wager, but can bet Pair Fortunes and dice wagers (R16, R17)."""
    cites = rules.cite("bank on one area")
    if wager.position != own:
        raise Refused(Reason.NOT_ELIGIBLE, f"The banker can bet only at position {own}.", cites)
    if wager.kind in (MAIN, TIP):
        raise Refused(Reason.NOT_ELIGIBLE, f"The banker can't make a {wager.kind} bet.", cites)


def _require_ride(rules: Rules, table: Table, wager: Wager, own: int) -> None:
    cites = rules.cite("several on a spot")
    if rules.spots.players_per_spot == 1:
        sentence = f"{wager.person} can bet only at position {own}."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, rules.cite("seated players"))
    there = {other.person for other in table.wagers_on(wager.position) if other.kind == MAIN}
    if len(there - {wager.person}) >= rules.spots.players_per_spot:
        sentence = f"{rules.spots.players_per_spot} players are already on position {wager.position}."
        raise Refused(Reason.PLACE_TAKEN, sentence, cites)
    if wager.kind != MAIN:
        sentence = "You can make only a main bet on another player's spot."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)
    if table.bank is not None and table.bank.position == wager.position:
        raise Refused(Reason.NOT_ELIGIBLE, "You can't bet on the banker's spot.", cites)
    if table.seated(wager.position) not in there:
        sentence = f"The player at position {wager.position} has no main bet there."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)


def _require_second_area(rules: Rules, table: Table, wager: Wager, own: int) -> None:
    cites = rules.cite("two areas")
    holder = setter_of(table, wager.position)
    if holder not in (None, wager.person):
        raise Refused(Reason.PLACE_TAKEN, f"{holder} is betting at position {wager.position}.", cites)
    if not rules.spots.two_areas:
        sentence = f"{wager.person} can bet only at position {own}."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, (*rules.cite("seated players"), *cites))
    if abs(wager.position - own) != 1:
        raise Refused(Reason.NOT_ELIGIBLE, f"Position {wager.position} isn't next to position {own}.", cites)
    if wager.kind in DICE_KINDS:
        sentence = f"Make dice bets at your own position, {own}."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, rules.cite("dice wager"))
    if table.wager(wager.person, own, MAIN) is None:
        sentence = f"A second spot needs a main bet at position {own}."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)


def _stake(table: Table, person: str, position: int) -> int:
    wagers = (wager for wager in table.staked if wager.key == (person, position, MAIN))
    return sum(wager.playing for wager in wagers)


def order_of_setting(rules: Rules, table: Table, person: str) -> tuple[int, ...]:
    """The positions whose hands a player sets, in setting order.

    The larger main wager comes first; for equal ones the lower position, in Colorado the near spot (R18,
    R56).
    """
    own = table.position_of(person)
    if own is None:
        return ()
    spots = [
        wager.position
        for wager in table.staked
        if wager.person == person
        and wager.kind == MAIN
        and (wager.position == own or table.seated(wager.position) is None)
    ]
    if len(spots) < 2:
        return tuple(spots)
    near_first = rules.book.procedure.far_spot_house_way
    return tuple(
        sorted(
            spots,
            key=lambda spot: (-_stake(table, person, spot), near_first and spot != own, spot),
        )
    )


def why_first(table: Table, person: str, first: int, other: int) -> str:
    """The topic by which one of two hands is set before the other."""
    equal = _stake(table, person, first) == _stake(table, person, other)
    return "equal set in order" if equal else "larger set first"


def next_to_set(rules: Rules, table: Table, person: str) -> int | None:
    """The one hand that a player can look at and set now."""
    for position in order_of_setting(rules, table, person):
        hand = table.hands.get(position)
        if hand is not None and hand.status is HandStatus.DEALT:
            return position
    return None


def far_house_way(rules: Rules, table: Table, position: int) -> bool:
    """Whether this is a Colorado player's far spot without the larger wager: set the house way (R18)."""
    if not (rules.spots.two_areas and rules.book.procedure.far_spot_house_way):
        return False
    person = setter_of(table, position)
    own = None if person is None else table.position_of(person)
    if person is None or own is None or own == position:
        return False
    return _stake(table, person, position) <= _stake(table, person, own)
