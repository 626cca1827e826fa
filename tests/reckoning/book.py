"""Accounts, and the few ways in which a wager's chips move. Not who wins."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Accounts", "Key", "Movement", "Stake"]

Key = tuple[str, int, str]
"""A wager: whose, where, of which kind."""


class Stake(NamedTuple):
    """What a wager is made of, in cents."""

    chips: int
    promotional: int = 0
    coupon: int = 0

    @property
    def playing(self) -> int:
        """What wins and loses like chips; a coupon only ever pays its face (R57)."""
        return self.chips + self.promotional


def wager(key: Key) -> str:
    person, position, kind = key
    return f"wager/{person}/{position}/{kind}"


class Movement(NamedTuple):
    """Chips from one account to another, and why."""

    cents: int
    source: str
    target: str
    why: str

    def __str__(self) -> str:
        return f"{self.cents / 100:.2f} {self.source} -> {self.target}: {self.why}"


@dataclass
class Accounts:
    """Cents by account, and every movement with its reason, to trace a difference."""

    cents: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    movements: list[Movement] = field(default_factory=list)

    def move(self, source: str, target: str, amount: int, why: str) -> None:
        if amount:
            self.cents[source] -= amount
            self.cents[target] += amount
            self.movements.append(Movement(amount, source, target, why))

    def held(self, account: str) -> int:
        return self.cents.get(account, 0)

    def balances(self) -> dict[str, int]:
        return {account: cents for account, cents in self.cents.items() if cents}

    def place(self, key: Key, stake: Stake) -> None:
        self.move(f"rack/{key[0]}", wager(key), stake.chips, "wagered")
        self.move(f"promotional/{key[0]}", wager(key), stake.promotional, "wagered")
        self.move(f"coupons/{key[0]}", wager(key), stake.coupon, "wagered")

    def give_back(self, key: Key, stake: Stake, why: str) -> None:
        """Pushed, void or taken back: chips, promotional chips and coupon are their owner's again."""
        self.move(wager(key), f"rack/{key[0]}", stake.chips, why)
        self.move(wager(key), f"promotional/{key[0]}", stake.promotional, why)
        self.move(wager(key), f"coupons/{key[0]}", stake.coupon, why)

    def lose(self, key: Key, stake: Stake, target: str, why: str) -> None:
        """Chips to the tray or the center; promotional chips and coupon out of play (R57).

        What a bank wins of promotional chips it wins in chips: they play like chips and are never cashed.
        """
        self.move(wager(key), target, stake.chips, why)
        self.move(wager(key), "issued", stake.promotional + stake.coupon, why)
        if target == "center":
            self.move("inventory", "center", stake.promotional, f"{why}, promotional chips redeemed")

    def win(self, key: Key, stake: Stake, source: str, vigorish: int) -> None:
        """The stake back, even money from the tray or the center, a coupon's face from the house (R57)."""
        payee = "tips" if key[2] == "tip" else f"rack/{key[0]}"
        self.move(wager(key), payee, stake.chips, "won, stake")
        self.move(wager(key), f"promotional/{key[0]}", stake.promotional, "won, stake")
        self.move(wager(key), "issued", stake.coupon, "won, coupon taken")
        self.move(source, payee, stake.playing, "won 1 to 1")
        self.move("inventory", payee, stake.coupon, "won, coupon's face")
        self.move(payee, "inventory", vigorish, "vigorish")
