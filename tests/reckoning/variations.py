"""The submissions of the campaign: each book's full example, with its choices changed in turn."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from paigow.submissions.checking import find_submission
from paigow.submissions.rules import Rules
from tests.table.tables import FROM_HAND, PRESHUFFLED, rules_with

__all__ = ["VARIATIONS", "rules_of", "values_of"]

OWN_METER_A = (
    'progressive.shared-as = ""',
    'progressive.table = "A"',
    "progressive.rates = [0.7]",
    "progressive.starts = [10000]",
)
OWN_METERS_B = (
    'progressive.shared-as = ""',
    'progressive.table = "B"',
    "progressive.rates = [20, 12.5]",
    "progressive.starts = [10000, 1000]",
)
OWN_METERS_D = (
    'progressive.shared-as = ""',
    'progressive.table = "D"',
    "progressive.wager = 5",
    "progressive.rates = [20, 10, 0.3]",
    "progressive.starts = [10000, 2500, 1000]",
)
BY_HAND = (
    "cards.decks = 1",
    'cards.backs = ["red"]',
    'shuffling.method = "hand"',
    'dealing.method = "manual-shoe"',
    'starting.method = "shaker"',
)


def _tables(fortune: str, emperors: str, insurance: str) -> tuple[str, ...]:
    return (
        f'fortune.table = "{fortune}"',
        f'emperors.table = "{emperors}"',
        f'insurance.table = "{insurance}"',
    )


VARIATIONS: Mapping[str, tuple[str, ...]] = {
    "commission": ("commission-tiles-full",),
    "commission to the cent": (
        "commission-tiles-full",
        'vigorish.method = "to-the-cent"',
        'banking.dealer-wager = "share-of-last-wager"',
        "banking.dealer-wager-percent = 33",
        "spots.two-areas = false",
    ),
    "commission fixed wager": (
        "commission-tiles-full",
        'banking.dealer-wager = "fixed"',
        'banking.co-bank = "nobody"',
    ),
    "colorado": ("colorado-tiles-full",),
    "colorado quarters": (
        "colorado-tiles-full",
        'vigorish.method = "up-to-25-cents"',
        'pair-fortunes.table = "2"',
        'dragons-eye.deal-from = "count"',
        'spots.bank-counts = "whole-spot"',
    ),
    "colorado without vigorish": (
        "colorado-tiles-full",
        'vigorish.method = "none"',
        'pair-fortunes.table = "3"',
        "spots.players-per-spot = 2",
    ),
    "colorado mains only": (
        "colorado-tiles-full",
        "dragons-eye.without-main = false",
        "pair-fortunes.without-main = false",
        "pair-fortunes.above-main = false",
        'pair-fortunes.table = "4"',
        "spots.two-areas = false",
    ),
    "colorado without dragon's eye": (
        "colorado-tiles-full",
        "dragons-eye.offered = false",
        'banking.dealer-wager = "share-of-last-wager"',
        "banking.dealer-wager-percent = 50",
        'vigorish.method = "up-to-25-cents"',
    ),
    "maryland": ("maryland-poker-full",),
    "maryland one meter": (
        "maryland-poker-full",
        *BY_HAND,
        *OWN_METER_A,
        *_tables("A", "D", "A"),
        'banking.sole-bank-sets = "house-way"',
        'vigorish.method = "to-the-cent"',
    ),
    "maryland two meters": (
        "maryland-poker-full",
        *OWN_METERS_B,
        *_tables("C", "A", "B"),
        "payout-limit.on = false",
    ),
    "maryland three meters": (
        "maryland-poker-full",
        *FROM_HAND,
        *OWN_METERS_D,
        *_tables("D", "B", "A"),
        "spots.two-areas = false",
    ),
    "maryland preshuffled": ("maryland-poker-full", *PRESHUFFLED, *_tables("A", "A", "A")),
    "rock island": ("rock-island-poker-full",),
    "rock island wheel second": (
        "rock-island-poker-full",
        'ranking.wheel = "second"',
        'vigorish.method = "to-the-cent"',
        'shuffling.method = "hand"',
        'starting.method = "shaker"',
        "cards.change-hours = 4",
    ),
}
"""An example by name, and TOML lines that replace its own."""


def rules_of(variation: str) -> Rules:
    return rules_with(*VARIATIONS[variation])


def values_of(variation: str) -> dict[str, Any]:
    """The submission as plain values by name: all that the reckoner gets of it."""
    example, *changes = VARIATIONS[variation]
    values = _flat("", tomllib.loads(find_submission(example).text))
    for line in changes:
        values.update(_flat("", tomllib.loads(line)))
    return values


def _flat(path: str, values: Mapping[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in values.items():
        flat |= _flat(f"{path}{name}.", value) if isinstance(value, dict) else {f"{path}{name}": value}
    return flat
