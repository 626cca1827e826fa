"""`python -m tools.results [FILE]` counts every built-in way and writes the page. Takes an hour, once."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from paigow.cli.counting import card_counting
from paigow.cli.output import note
from paigow.faults import BadInput
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.material.game import Game
from paigow.odds.answering import side_jobs
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.tile_ways import tile_surplus, tile_tally
from paigow.odds.game_rules import GameRules
from paigow.odds.reports.wager_odds import percent
from paigow.odds.subject import subject_of
from paigow.odds.wagers.main import MainTerms, main_odds
from paigow.ranks.poker import Wheel
from tools.results.counted import counted_rows
from tools.results.page import BOOKS, WayResults, results_page
from tools.results.record import BEST, Record
from tools.results.rulings import ruling_prices

if TYPE_CHECKING:
    from paigow.odds.counting.card_deals import CardCounting
    from paigow.odds.reports.wager_odds import WagerOdds

__all__ = ["main"]

WHEEL_WAY: Final = "foxwoods"
"""The way that shows the effect of the wheel's rank; each costs another count."""


def _names(game: Game, only: Sequence[str]) -> list[str]:
    every = [way.name for way in built_in_ways() if way.game is game]
    return [name for name in every if not only or name in only]


def _tile_ways(only: Sequence[str]) -> Iterator[WayResults]:
    for name in _names(Game.TILES, only):
        way = load_way(name)
        yield WayResults(
            name,
            way.title,
            same=tile_tally(way, way, Role.PLAYER),
            best={role: tile_tally(None, way, role) for role in Role},
            two=tile_surplus(way, way),
            without_zero_rule=tile_tally(way, way, Role.PLAYER, zero_rule=False),
        )


class NotCounted(LookupError):
    """A shard isn't cached."""


class _Nobody(Executor):
    """Does no work: what isn't cached stays uncounted."""

    def submit(self, *_: object, **__: object) -> NoReturn:
        raise NotCounted


def _card_ways(counting: CardCounting, record: Record, only: Sequence[str]) -> Iterator[WayResults]:
    """Every way against itself first: best play takes several times as long."""
    ways = {name: load_way(name) for name in _names(Game.CARDS, only)}
    same = {name: _same(counting, record, name, way) for name, way in ways.items()}
    for name, way in ways.items():
        best = {role: _best(counting, record, name, way, role) for role in Role}
        tally = same[name]
        if tally is not None:
            found = {role: each for role, each in best.items() if each is not None}
            yield WayResults(name, way.title, tally, found)


def _same(counting: CardCounting, record: Record, name: str, way: HouseWay) -> Tally | None:
    def count() -> Tally | None:
        return _counted(f"{name} against itself", lambda: counting.tally(way, way, Role.PLAYER))

    return record.tally(name, (name, way), Role.PLAYER, counting.wheel, count)


def _best(counting: CardCounting, record: Record, name: str, way: HouseWay, role: Role) -> Tally | None:
    def count() -> Tally | None:
        return _counted(f"best play as {role} against {name}", lambda: counting.tally(None, way, role))

    return record.tally(BEST, (name, way), role, counting.wheel, count)


def _counted(what: str, count: Callable[[], Tally]) -> Tally | None:
    try:
        tally = count()
    except NotCounted:
        return None
    note(f"counted {what}")
    return tally


def _wagers(book: str) -> list[WagerOdds]:
    return [work() for _, work in side_jobs(subject_of(book), None, {})]


def _switches(
    tiles: Sequence[WayResults], cards: Sequence[WayResults], record: Record, kept: bool
) -> list[tuple[str, str, str]]:
    found = []
    for way in tiles:
        assert way.without_zero_rule is not None
        found.append(
            (
                f"tiles, `{way.name}` as player: a zero low hand never wins (R2), or as any other",
                percent(way.edge(Role.PLAYER)),
                percent(-way.without_zero_rule.value),
            )
        )
        without = main_odds(way.same, Role.PLAYER, MainTerms(triples=True))
        found.append(
            (
                f"tiles, `{way.name}` as player: five percent, or a triple takes the wager (R14)",
                percent(way.edge(Role.PLAYER)),
                percent(without.edge),
            )
        )
    return [*found, *_wheel(cards, record, kept), *ruling_prices(tiles, cards)]


def _wheel(cards: Sequence[WayResults], record: Record, kept: bool) -> Iterator[tuple[str, str, str]]:
    with _counting(Wheel.LOWEST, kept) as lowest:
        for way in (way for way in cards if way.name == WHEEL_WAY):
            tally = _same(lowest, record, way.name, load_way(way.name))
            if tally is not None:
                yield (
                    f"cards, `{way.name}` as player: A-2-3-4-5 second highest straight, or lowest (R20)",
                    percent(way.edge(Role.PLAYER), 6),
                    percent(-tally.value, 6),
                )


@contextmanager
def _counting(wheel: Wheel, kept: bool) -> Iterator[CardCounting]:
    with card_counting(GameRules(wheel)) as counting:
        yield replace(counting, run=replace(counting.run, executor=_Nobody())) if kept else counting


def main(arguments: Sequence[str] | None = None) -> int:
    """Count and write; earlier results come from the record next to the page."""
    parser = argparse.ArgumentParser(prog="python -m tools.results", description="Write the page of results.")
    parser.add_argument("file", nargs="?", type=Path, help="where to write; the terminal unless given")
    parser.add_argument("--only", nargs="*", default=[], metavar="WAY", help="only these ways")
    parser.add_argument("--kept", action="store_true", help="leave out what no earlier run has counted")
    parser.add_argument("--fresh", action="store_true", help="count again what is on record")
    options = parser.parse_args(arguments)
    try:
        beside = None if options.file is None else options.file.with_suffix(".json")
        record = Record(beside) if options.fresh else Record.load(beside)
        with _counting(Wheel.SECOND, options.kept) as counting:
            cards = list(_card_ways(counting, record, options.only))
        tiles = list(_tile_ways(options.only))
        wagers = {game: _wagers(book) for game, book in BOOKS.items()}
        switches = _switches(tiles, cards, record, options.kept)
        counted = [] if beside is None else list(counted_rows(beside.with_name("studies.json")))
        page = results_page({Game.TILES: tiles, Game.CARDS: cards}, wagers, switches, counted)
    except BadInput as fault:
        note(f"paigow: {fault}")
        return 3
    if options.file is None:
        print(page, end="")
    else:
        options.file.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
