"""Published figures and ours, each with its source and the way it assumes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from paigow.material.game import Game
from paigow.odds.counting import Role, Tally
from paigow.odds.reports.wager_odds import WagerOdds, fraction_of, percent

if TYPE_CHECKING:
    from tools.results.page import WayResults

__all__ = ["Published", "published_figures"]

_ODDS = "Wizard of Odds"


@dataclass(frozen=True, slots=True)
class Published:
    what: str
    theirs: str
    ours: str
    remark: str


def published_figures(
    ways: Mapping[Game, Sequence[WayResults]], wagers: Mapping[Game, Sequence[WagerOdds]]
) -> list[Published]:
    """Every figure with its source; ways and wagers that weren't counted are left out."""
    tiles = {way.name: way for way in ways[Game.TILES]}
    cards = {way.name: way for way in ways[Game.CARDS]}
    by_name = {wager.name: wager for each in wagers.values() for wager in each}
    found = []
    if "foxwoods-tiles" in tiles:
        found += _tiles(tiles["foxwoods-tiles"])
    if "trump-plaza" in cards:
        found += _cards(cards["trump-plaza"])
    return [*found, *_optional(by_name)]


def _tiles(way: WayResults) -> list[Published]:
    near = "a way close to Foxwoods', not fully stated"
    remark = f"{_ODDS}, Wizard Way page: {near}; here `{way.name}`, with the zero rule (R2)"
    shares = [
        ("same way, as player", "2.44%", way.edge(Role.PLAYER)),
        ("same way, as bank", "0.53%", way.edge(Role.BANK)),
        ("best play, as player", "1.67%", way.best_edge(Role.PLAYER)),
        ("best play, as bank", "-0.20%", way.best_edge(Role.BANK)),
    ]
    return [
        Published(f"Tiles, {what}", theirs, percent(ours, 2), remark)
        for what, theirs, ours in shares
        if ours is not None
    ]


def _cards(way: WayResults) -> list[Published]:
    remark = f"{_ODDS}, by simulation, house way not stated; here `{way.name}`, counted"
    tally = way.same
    shares = [
        ("win", "28.61%", _share(tally, tally.win)),
        ("push", "41.48%", _share(tally, tally.push)),
        ("lose", "29.91%", _share(tally, tally.lose)),
        ("edge as player", "about 2.7%", percent(way.edge(Role.PLAYER), 2)),
        ("edge as bank", "about 0.2%", percent(way.edge(Role.BANK), 2)),
    ]
    return [Published(f"Cards, {what}", theirs, ours, remark) for what, theirs, ours in shares]


def _share(tally: Tally, count: int) -> str:
    return percent(Fraction(count, tally.total), 2)


def _optional(wagers: Mapping[str, WagerOdds]) -> list[Published]:
    found = []
    for name, what, theirs, digits, remark in (
        ("pair-fortunes 1", "Pair Fortunes, table 1", "5.2976%", 4, _ODDS),
        ("insurance B", "Insurance at 100/25/15/7/5/3", "7.35%", 2, f"{_ODDS}; here table B"),
        (
            "emperors A",
            "Fortune at 8000/2000/1000/400/150/50/25/5/4/3/2, one suited match",
            "7.766%",
            3,
            f"{_ODDS}: king and queen match; here Emperor's A, where ace and king do, as likely",
        ),
        (
            "fortune A",
            "the same with Maryland's wider match",
            "",
            3,
            "ace and king match too: 72 hands more win 2,000 instead of 150 (R24)",
        ),
    ):
        if name in wagers:
            found.append(Published(what, theirs, percent(wagers[name].edge, digits), remark))
    if "emperors B" in wagers:
        details: Mapping[str, Any] = wagers["emperors B"].details
        each = percent(fraction_of(details["envy_per_other"]), 2)
        what = "Envy at 3000/1000/500/250/50/20/5 dollars on five, each other player"
        found.append(Published(what, "about 0.92%", each, f"{_ODDS}; here Emperor's Treasure B"))
    return found
