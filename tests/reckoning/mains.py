"""Main wagers and tips: compared, and settled with the house or through a bank's center."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reckoning.book import Key
from tests.reckoning.poker import outcome_of_cards
from tests.reckoning.room import AGAINST_BANK, DEALER, POSITIONS, Room, Round
from tests.reckoning.terms import vigorish
from tests.reckoning.tiles import outcome_of_tiles

__all__ = ["close_center", "lose_main", "outcome", "pay_winners", "settle_losers"]

DEALER_STAKE = "wager/dealer/0/main"


def outcome(room: Room, round_: Round, place: int, against: int) -> str:
    """A hand's result against another, by how both were last set."""
    own, theirs = round_.settings[place], round_.settings[against]
    if room.terms.is_tiles:
        return outcome_of_tiles(_tiles(own), _tiles(theirs))
    return outcome_of_cards(own, theirs, room.terms.wheel)


def _tiles(halves: tuple[tuple[str, ...], tuple[str, ...]]) -> tuple[tuple[str, str], tuple[str, str]]:
    (first, second), (third, fourth) = halves
    return (first, second), (third, fourth)


def target(round_: Round) -> str:
    """Where a lost main wager goes: the tray, or the center of a banked round (C 7(h), 8(o), R9)."""
    return "inventory" if round_.bank is None else "center"


def lose_main(room: Room, round_: Round, keys: list[Key], why: str) -> None:
    for key in keys:
        room.accounts.lose(key, room.take(key), target(round_), why)


def lying(room: Room, round_: Round, position: int) -> list[Key]:
    """The main wagers and tips at a position that are still in play."""
    return [key for key, _ in round_.at(position, *AGAINST_BANK) if key in room.layout]


def settle_losers(room: Room, round_: Round, position: int) -> str | None:
    """Compare a hand: losing wagers are taken at once, pushed ones returned; a winner waits."""
    keys = lying(room, round_, position)
    if not keys:
        return None
    result = outcome(room, round_, position, round_.opponent)
    if result == "lose":
        lose_main(room, round_, keys, "lost")
        round_.paid.append(("lost", position, tuple(keys)))
    elif result == "push":
        for key in keys:
            room.accounts.give_back(key, room.take(key), "pushed")
    return result


def pay_winners(room: Room, round_: Round, position: int) -> None:
    """1 to 1 less vigorish on each winning wager, coupon included (C 7(k), MD 13.A, RI 3, R11, R57)."""
    source = target(round_)
    for key in lying(room, round_, position):
        stake = room.take(key)
        won = stake.playing + stake.coupon
        charge = vigorish(room.terms, won)
        room.accounts.win(key, stake, source, charge)
        round_.paid.append(("paid", position, key[0], key[2], won, charge))


def close_center(room: Room, round_: Round, winners: list[int]) -> None:
    """Pay winners by position, the dealer last; the bank gives or gets the rest (C 8(n) to (r), MD 12.J)."""
    accounts = room.accounts
    for turn, place in enumerate(winners):
        due = _due(room, round_, place)
        if due > accounts.held("center"):
            _collect_shortfall(room, round_, sum(_due(room, round_, each) for each in winners[turn:]))
        if place == DEALER:
            accounts.move("center", "inventory", due, "the dealer's wager won")
            accounts.move(DEALER_STAKE, "inventory", due, "the dealer's wager, stake")
            round_.paid.append(("dealer paid", DEALER, due))
        else:
            pay_winners(room, round_, place)
    divide_surplus(room, round_)


def _due(room: Room, round_: Round, place: int) -> int:
    """What the bank owes a place; a coupon's part is the house's (R57)."""
    if place == DEALER:
        return round_.dealer_wager
    return sum(room.layout[key].playing for key in lying(room, round_, place))


def _collect_shortfall(room: Room, round_: Round, owed: int) -> None:
    """What the center lacks: from the bank; a co-bank pays half, rounded down, the house the rest (R10)."""
    assert round_.bank is not None
    short = owed - room.accounts.held("center")
    from_bank = short // 2 if round_.bank.co_banked else short
    room.accounts.move(f"cover/{round_.bank.person}", "center", from_bank, "shortfall")
    room.accounts.move("inventory", "center", short - from_bank, "shortfall, the house's half")
    round_.paid.append(("shortfall", DEALER, from_bank, short - from_bank))


def divide_surplus(room: Room, round_: Round) -> None:
    """The surplus: a co-bank's half is rounded down (R10); five percent of the bank's part is vigorish."""
    assert round_.bank is not None
    over = room.accounts.held("center")
    part = over // 2 if round_.bank.co_banked else over
    charge = vigorish(room.terms, part)
    room.accounts.move("center", "inventory", over - part, "the house's half of the surplus")
    room.accounts.move("center", "inventory", charge, "vigorish on the surplus")
    room.accounts.move("center", f"rack/{round_.bank.person}", part - charge, "surplus")


def winning_places(results: dict[int, str | None]) -> Iterator[int]:
    """Positions in order, the dealer's own wager last (R53)."""
    yield from (place for place in POSITIONS if results.get(place) == "win")
    if results.get(DEALER) == "win":
        yield DEALER
