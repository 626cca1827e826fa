"""Pair Fortunes, Fortune, Emperor's, Insurance and envy. The Progressive is `meters`."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reckoning.book import Key
from tests.reckoning.room import POSITIONS, Room, Round
from tests.reckoning.seven import bonus_line, insurance_line
from tests.reckoning.terms import payout_limit, paytable
from tests.reckoning.tiles import pair_rank

__all__ = ["pair_fortunes_line", "pay_envy", "settle_optional", "settle_pair_fortunes"]

QUALIFYING = 500
"""$5 (MD 1.B(7))."""
LAST_PAIR = 16
"""Wongs and gongs come after the sixteen pairs (R16)."""


def pair_fortunes_line(tiles: Sequence[str]) -> str:
    """The highest line that four tiles make, however they are set (CO 30-2699.01(3), (4), R16)."""
    first, second, third, fourth = tiles
    splits = (
        ((first, second), (third, fourth)),
        ((first, third), (second, fourth)),
        ((first, fourth), (second, third)),
    )
    found = []
    for split in splits:
        ranks = sorted(rank for rank in map(pair_rank, split) if rank is not None and rank <= LAST_PAIR)
        if ranks == [1, 2]:
            found.append("gee-joon-and-heaven")
        elif len(ranks) == 2:
            found.append("two-pair")
        elif ranks:
            found.append("gee-joon" if ranks[0] == 1 else "identical" if ranks[0] <= 12 else "mixed")
    pays = paytable("pair-fortunes", "1")
    return max(found, key=lambda line: int(pays[line]), default="nothing")


def settle_pair_fortunes(room: Room, round_: Round, position: int) -> None:
    """Settled as the hand is shown; the house pays it in a banked round too (R16)."""
    for key, stake in round_.at(position, "pair-fortunes"):
        if key not in room.layout:
            continue
        line = pair_fortunes_line(round_.hands[position])
        odds = paytable("pair-fortunes", room.terms.values["pair-fortunes.table"]).get(line, 0)
        room.take(key)
        if odds:
            room.accounts.give_back(key, stake, "won, stake")
            room.accounts.move("inventory", f"rack/{key[0]}", stake.playing * odds, f"Pair Fortunes, {line}")
        else:
            room.accounts.lose(key, stake, "inventory", "Pair Fortunes lost")
        round_.paid.append(("pair fortunes", position, key[0], stake.playing * odds))


def under_limit(room: Room, before: int, due: int) -> int:
    """How much of an amount is paid, given what was already paid on the hand (MD 13.G, R26)."""
    limit = payout_limit(room.terms)
    return due if limit is None else min(due, max(0, limit - before))


def settle_optional(room: Room, round_: Round, position: int) -> int:
    """Fortune, Emperor's, and Insurance of a hand, in this order (R40); returns what the limit counted."""
    counted = 0
    cards = round_.hands[position]
    for kind in ("fortune", "emperors", "insurance"):
        for key, stake in round_.at(position, kind):
            if key not in room.layout:
                continue
            line = insurance_line(cards) if kind == "insurance" else bonus_line(kind, cards)
            due = stake.playing * int(paytable(kind, room.terms.values[f"{kind}.table"]).get(line, 0))
            paid = under_limit(room, counted, due)
            counted += paid
            room.take(key)
            if due:
                room.accounts.give_back(key, stake, "won, stake")
                room.accounts.move("inventory", f"rack/{key[0]}", paid, f"{kind}, {line}")
            else:
                room.accounts.lose(key, stake, "inventory", f"{kind} lost")
            round_.paid.append((kind, position, key[0], paid, due - paid))
    return counted


def owner(round_: Round, position: int) -> str | None:
    """Whose hand it is: the bank's, or that of the player with the main wager."""
    if round_.bank is not None and round_.bank.position == position:
        return round_.bank.person
    return next((key[0] for key, _ in round_.at(position, "main")), None)


def pay_envy(room: Room, round_: Round) -> None:
    """Pay every qualifying wager for each qualifying hand of somebody else (MD 11.H(3), (4), R25).

    A hand voided alone gives none and gets none; an abandoned one has lost its wagers, and others' envy of it
    stands, as of one that was surrendered (R27, R37). Fortune's first, by position of the holder (R40).
    """
    for kind in ("fortune", "emperors"):
        for position in POSITIONS:
            for key, stake in round_.at(position, kind):
                if stake.playing >= QUALIFYING and position not in round_.hands_voided | round_.abandoned:
                    _pay_holder(room, round_, kind, key)


def _pay_holder(room: Room, round_: Round, kind: str, key: Key) -> None:
    for place in POSITIONS:
        holder = owner(round_, place)
        if holder is None or holder == key[0] or place in round_.hands_voided:
            continue
        line = bonus_line(kind, round_.hands[place])
        dollars = paytable(f"{kind}-envy", room.terms.values[f"{kind}.table"]).get(line, 0)
        if dollars:
            room.accounts.move("inventory", f"rack/{key[0]}", dollars * 100, f"{kind} envy, {line}")
            round_.paid.append((f"{kind} envy", key[1], key[0], holder, dollars * 100))
