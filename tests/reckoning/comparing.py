"""The engine's money against the reckoner's: balances after each round, and every payment in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from paigow.table.records.codec import plain
from paigow.table.state import Table
from paigow.table.text.phrases import command_text
from tests.reckoning.dues import dues
from tests.reckoning.reckoner import Checkpoint, Reckoner
from tests.table.walks import Stride

__all__ = ["Difference", "Watch"]

Payment = tuple[Any, ...]


class Difference(AssertionError):
    """The engine and the reckoner disagree."""


def _keys(event: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(sorted(tuple(key) for key in event["keys"]))


PAYMENTS: Mapping[str, Callable[[Mapping[str, Any]], Payment]] = {
    "dice-wagers-lost": lambda e: ("dice lost", e["position"], _keys(e)),
    "main-wagers-lost-to-triple": lambda e: ("lost to triple", e["position"], _keys(e)),
    "dice-wager-paid": lambda e: ("dice paid", e["position"], e["person"], e["kind"], e["won"], e["stays"]),
    "pair-fortunes-paid": lambda e: ("pair fortunes", e["position"], e["person"], e["won"]),
    "pair-fortunes-lost": lambda e: ("pair fortunes", e["position"], e["person"], 0),
    "wagers-lost": lambda e: ("lost", e["position"], _keys(e)),
    "winner-paid": lambda e: ("paid", e["position"], e["person"], e["kind"], e["won"], e["vigorish"]),
    "dealer-wager-paid": lambda e: ("dealer paid", 0, e["won"]),
    "shortfall-collected": lambda e: ("shortfall", 0, e["from_bank"], e["from_house"]),
    "optional-settled": lambda e: (e["kind"], e["position"], e["person"], e["won"], e.get("withheld", 0)),
    "progressive-settled": lambda e: ("progressive", e["position"], e["person"], e["won"]),
    "envy-paid": lambda e: (f"{e['kind']} envy", e["position"], e["person"], e["hand_of"], e["won"]),
}
"""What the engine says it did with the money, in the reckoner's words: what, at which position, the rest."""


def _in_order(payments: Iterable[Payment]) -> list[Payment]:
    """Payments in sequence; no rule orders several identical ones at one position."""
    grouped = groupby(payments, key=lambda payment: payment[:2])
    return [payment for _, group in grouped for payment in sorted(group, key=str)]


class Watch:
    """Follows one table, and raises `Difference` if its money isn't as computed."""

    def __init__(self, values: Mapping[str, Any], name: str) -> None:
        self.reckoner = Reckoner(values)
        self.name = name
        self.said: list[str] = []
        self.paid: list[Payment] = []

    def see(self, stride: Stride) -> Iterator[Checkpoint]:
        """Every moment of this step at which the money was compared and found equal."""
        if stride.refused is not None:
            return
        events = [plain(event) for event in stride.events]
        self.said.append(f"{command_text(stride.command)}\n{_told(events)}")
        self.paid += [PAYMENTS[event["event"]](event) for event in events if event["event"] in PAYMENTS]
        for point in self.reckoner.hear(plain(stride.command), events):
            self._compare(point, stride.after)
            yield point
            if point.when != "no-more-bets":
                self.said.clear()
                self.paid.clear()

    def _compare(self, point: Checkpoint, table: Table) -> None:
        wrong, balances = [*point.wrong], table.balances
        for account in sorted({*point.balances, *balances}):
            reckoned, held = point.balances.get(account, 0), balances.get(account, 0)
            if reckoned != held:
                wrong.append(f"{account}: reckoned {reckoned / 100:.2f}, the engine has {held / 100:.2f}")
        if point.when == "round-finished" and _in_order(point.paid) != _in_order(self.paid):
            wrong += ["payments reckoned:", *map(str, _in_order(point.paid))]
            wrong += ["payments of the engine:", *map(str, _in_order(self.paid))]
        if point.when != "no-more-bets":
            wrong += _wrong_dues(point, table)
        if wrong:
            raise Difference(
                "\n".join(
                    (
                        f"{self.name}, {point.when}",
                        *wrong,
                        "",
                        *self.said,
                        "",
                        "reckoned:",
                        *map(str, point.movements),
                    )
                )
            )


def _wrong_dues(point: Checkpoint, table: Table) -> list[str]:
    """What corrections would be based on, if it isn't what the wager was due (R87)."""
    reckoned = dues(point.round)
    missing = reckoned.keys() - {result.key for result in table.record.results}
    return [
        *(f"{key} is not on record" for key in sorted(missing)),
        *(
            f"{result.key} was due {reckoned[result.key]}, and is on record with {result.due}"
            for result in table.record.results
            if result.due != reckoned[result.key]
        ),
    ]


def _told(events: Iterable[Mapping[str, Any]]) -> str:
    """Events on one line each, without paragraphs."""
    return "\n".join(
        f"    {event['event']} "
        + " ".join(
            f"{name}={value}" for name, value in event.items() if name not in ("event", "cites", "between")
        )
        for event in events
    )
