"""The Progressive: chips collected, meters fed, winners paid (MD 8.C, 11.H(6), 13.E, 13.F, R26, R39)."""

from __future__ import annotations

from fractions import Fraction

from tests.reckoning.betting import meter_names
from tests.reckoning.book import Key
from tests.reckoning.room import Room, Round
from tests.reckoning.seven import progressive_line
from tests.reckoning.sides import under_limit
from tests.reckoning.terms import paytable

__all__ = ["collect_progressive", "refund_progressive", "settle_progressive"]

KIND = "progressive"


def chips(round_: Round) -> list[Key]:
    return sorted(key for key in round_.staked if key[2] == KIND)


def collect_progressive(room: Room, round_: Round) -> None:
    """At "no more bets": the chips go into the tray, and from there to each meter its percentage.

    Fractions of a cent are carried over; shared meters belong to the cage.
    """
    keys = chips(round_)
    if not room.terms.says("progressive.offered"):
        return
    for key in keys:
        room.accounts.move(
            f"wager/{key[0]}/{key[1]}/{KIND}", "inventory", room.take(key).chips, "progressive"
        )
    wagered = sum(round_.staked[key].chips for key in keys)
    rates = room.terms.values["progressive.rates"]
    for name, rate in zip(meter_names(room.terms), rates, strict=True):
        exact = room.carried.get(name, Fraction(0)) + wagered * Fraction(str(rate)) / 100
        room.carried[name] = exact - int(exact)
        if _shared(room):
            room.meters[name] = room.meters.get(name, _start(room, name)) + int(exact)
        room.accounts.move("inventory", "cage" if _shared(room) else f"meter/{name}", int(exact), "meter fed")


def _shared(room: Room) -> bool:
    return bool(room.terms.says("progressive.shared-as", ""))


def _start(room: Room, name: str) -> int:
    starts = dict(zip(meter_names(room.terms), room.terms.values["progressive.starts"], strict=True))
    return int(starts[name] * 100)


def settle_progressive(room: Room, round_: Round, position: int, counted: int) -> None:
    """Odds "for 1" from the tray, under the limit; a share of a meter from the cage, by what it shows now."""
    for key in chips(round_):
        if key[1] != position:
            continue
        line = progressive_line(round_.hands[position])
        pay = paytable("progressive", room.terms.values["progressive.table"]).get(line, 0)
        if isinstance(pay, list):
            won = _pay_share(room, key[0], *pay)
        else:
            won = under_limit(room, counted, pay * round_.staked[key].chips)
            room.accounts.move("inventory", f"rack/{key[0]}", won, f"progressive, {line}")
        round_.paid.append((KIND, position, key[0], won))


def _pay_share(room: Room, person: str, percent: int, name: str) -> int:
    """Rounded down; a meter that was paid whole starts again at once, from the cage (13.F, R26)."""
    own = f"meter/{name}"
    shown = room.meters.get(name, _start(room, name)) if _shared(room) else room.accounts.held(own)
    won = shown * percent // 100
    restart = _start(room, name) if percent == 100 else 0
    if _shared(room):
        room.meters[name] = shown - won + restart
    else:
        room.accounts.move(own, "cage", won, "share of the meter")
        room.accounts.move("cage", own, restart, "meter starts again")
    room.accounts.move("cage", f"rack/{person}", won, f"{percent} percent of the {name} meter")
    return won


def refund_progressive(room: Room, round_: Round, positions: set[int]) -> None:
    """A void pays the chip back from the tray; no meter falls (R39)."""
    for key in chips(round_):
        if key[1] in positions:
            room.accounts.move(
                "inventory", f"rack/{key[0]}", round_.staked[key].chips, "progressive refunded"
            )
