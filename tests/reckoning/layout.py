"""What can be on the layout at "no more bets", and who can bank."""

from __future__ import annotations

from collections.abc import Iterator

from tests.reckoning.betting import needs_main
from tests.reckoning.book import Key, Stake
from tests.reckoning.room import AGAINST_BANK, DICE_KINDS, POSITIONS, Bank, Room

__all__ = ["improper", "unfit"]


def unfit(room: Room, bank: Bank) -> Iterator[str]:
    """Why somebody can't bank: no wager against the house last time, or banked last (C 8(c), (d), R7)."""
    if bank.person not in room.last_wagers:
        yield f"{bank.person} banks without a wager in the last round of the house"
    if bank.person == room.banked_last:
        yield f"{bank.person} banks twice in a row"


def improper(room: Room) -> Iterator[str]:
    """Everything on the layout that the texts don't allow there."""
    for person in sorted({key[0] for key in room.layout}):
        yield from _areas(room, person)
    for position in POSITIONS:
        yield from _spot(room, position)
    for key, stake in room.layout.items():
        yield from _wager(room, key, stake)
    if room.bank is not None and room.accounts.held(f"rack/{room.bank.person}") < 0:
        yield f"{room.bank.person} does not cover"


def _mains(room: Room, person: str) -> list[int]:
    return sorted(spot for owner, spot, kind in room.layout if owner == person and kind == "main")


def _areas(room: Room, person: str) -> Iterator[str]:
    """One area, or two neighbors (C 10(a), CO 2611(1), MD 7.F, R56, R77)."""
    spots = _mains(room, person)
    if len(spots) > (2 if room.terms.says("spots.two-areas") else 1):
        yield f"{person} wagers on {spots}"
    if len(spots) == 2 and spots[1] - spots[0] != 1:
        yield f"{person} wagers on {spots}, which are not neighbors"
    if room.bank is not None and person == room.bank.person and spots:
        yield f"{person} banks and wagers on {spots}"


def _spot(room: Room, position: int) -> Iterator[str]:
    """Who shares a spot, and how much is bet there (CO 2606(5), R18, R58)."""
    people = {owner for owner, spot, kind in room.layout if spot == position and kind == "main"}
    seated = room.chairs.get(position)
    if len(people) > room.terms.says("spots.players-per-spot", 1):
        yield f"{sorted(people)} are on spot {position}"
    if people and seated is not None and seated not in people:
        yield f"{sorted(people)} ride on spot {position} without {seated}"
    if people and room.bank is not None and room.bank.position == position:
        yield f"{sorted(people)} are on the bank's spot"
    for kind in sorted({kind for _, spot, kind in room.layout if spot == position} - {"tip", "progressive"}):
        counted = AGAINST_BANK if kind == "main" else (kind,)
        total = sum(
            stake.playing
            for (_, spot, what), stake in room.layout.items()
            if spot == position and what in counted
        )
        if total > room.terms.maximum(kind):
            yield f"{total} lies on spot {position} for {kind}"


def _wager(room: Room, key: Key, stake: Stake) -> Iterator[str]:
    """One wager on its own: its minimum, the main wager it needs, where it can be, what it is made of."""
    person, position, kind = key
    banks = room.bank is not None and room.bank.person == person
    if kind not in ("tip", "progressive") and stake.playing < room.terms.minimum(kind):
        yield f"{key} is below its minimum"
    spots = _mains(room, person)
    beside = bool(spots) if kind in DICE_KINDS else position in spots
    if needs_main(room.terms, room, kind) and not banks and not beside:
        yield f"{key} has no main wager"
    if kind in DICE_KINDS and room.chairs.get(position) != person:
        yield f"{key} is not at its player's own position"
    if stake.coupon > stake.chips or (stake.coupon and kind != "main"):
        yield f"{key} has a coupon of {stake.coupon} beside {stake.chips}"
    if kind == "tip" and stake.playing > min(
        room.layout[person, position, "main"].playing, room.terms.says("tips.maximum", 10**6) * 100
    ):
        yield f"{key} is larger than the posted restrictions allow (R84)"
