"""The house way that a submission names: built in, or a file that it carries or that lies beside it.

Not what a way says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from paigow.faults import BadInput, nearest
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.houseways.library import read_way, way_of
from paigow.material.cards import parse_card
from paigow.material.game import Game
from paigow.material.tiles import FACES
from paigow.ranks.poker import Wheel

SUFFIX: Final = ".way"
Pieces = tuple[str, ...]
HouseSetting = tuple[Pieces, Pieces]


@dataclass(frozen=True, slots=True)
class ChosenWay:
    """A way, and the name that the submission gives it: a built-in one's, or a file's.

    `source` is all that it says; two chosen ways are the same if name and source are.
    """

    name: str
    source: str = field(repr=False)
    way: HouseWay = field(compare=False, repr=False)
    files: Mapping[str, str] = field(compare=False, repr=False)
    """The texts of a way that is not built in, by file name: its own, and those that it leans on."""

    @property
    def is_file(self) -> bool:
        return self.name.endswith(SUFFIX)

    @property
    def title(self) -> str:
        return self.way.title


@dataclass(frozen=True, slots=True)
class WayProblem:
    problem: str
    allowed: str


def ways_for(game: Game) -> tuple[str, ...]:
    """The names of the built-in ways for a game."""
    return tuple(way.name for way in built_in_ways() if way.game is game)


def choose_way(
    name: str, game: Game, wheel: Wheel, carried: Mapping[str, str], folder: Path | None
) -> ChosenWay | tuple[WayProblem, ...]:
    """Find the way that a submission names; every problem at once. A file's way is proven over every hand.

    `carried` are the files that stand in the submission itself; what is not there is looked for in `folder`.
    """
    known = ways_for(game)
    if not name.endswith(SUFFIX) and name not in known:
        meant = nearest(name, known)
        perhaps = f"perhaps {meant}; " if meant else ""
        allowed = f"{perhaps}a file that ends in {SUFFIX}, or one of {', '.join(known)}"
        return (WayProblem(f"no way for {game.value} is called {name!r}", allowed),)
    if carried and name not in carried:
        return (WayProblem(f"{name!r} is not what the submission carries", f"one of {', '.join(carried)}"),)
    if name.endswith(SUFFIX) and not carried and (folder is None or Path(name).name != name):
        return (WayProblem(f"there is no file {name!r} beside the submission", "a file in the same folder"),)
    try:
        way, files = _load(name, carried, folder)
    except BadInput as fault:
        where = f" ({fault.where})" if fault.where else ""
        return (
            WayProblem(f"the way cannot be used: {fault.problem}{where}", fault.allowed or "a sound way"),
        )
    if way.game is not game:
        return (WayProblem(f"{name} is a way for {way.game.value}", f"a way for {game.value}"),)
    chosen = ChosenWay(name, "\n".join([str(way), *map(str, way.rules)]), way, files)
    return (_proven(way, wheel) if chosen.is_file else ()) or chosen


def _load(name: str, carried: Mapping[str, str], folder: Path | None) -> tuple[HouseWay, Mapping[str, str]]:
    if name in carried:
        return way_of(name, carried), carried
    if name.endswith(SUFFIX) and folder is not None:
        return read_way(folder / name)
    return load_way(name), {}


@lru_cache(maxsize=16)
def _proven(way: HouseWay, wheel: Wheel) -> tuple[WayProblem, ...]:
    """What a proof over every hand finds wrong; the built-in ways have theirs among the tests."""
    from paigow.houseways.checking import check_way

    check = check_way(way, wheel)
    found = [
        (check.unanswered, f"{check.unanswered:,} hands get no answer", "a way that sets every hand"),
        (check.fouled, f"{check.fouled:,} hands are set foul", "a way that never fouls"),
    ]
    found += [
        (1, f"rule {rule.label} never speaks", "rules that speak, or say why not")
        for rule in check.unreachable
    ]
    found += [
        (1, f"rule {rule.label} speaks though it says it is silent", "take its word `silent` out")
        for rule in check.speaking_though_silent
    ]
    found += [
        (
            1,
            f"rules {each.first.label} and {each.second.label} contradict each other: {each.examples[0]}",
            "one answer",
        )
        for each in check.conflicts
    ]
    return tuple(
        WayProblem(f"the way has a finding: {problem}", allowed) for wrong, problem, allowed in found if wrong
    )


@cache
def setting_by(way: HouseWay, wheel: Wheel) -> Callable[[Pieces], HouseSetting]:
    """A house way as a function of pieces in notation; 3,620 tile hands are soon all remembered."""
    tiles = {str(face): face for face in FACES}

    @lru_cache(maxsize=8192)
    def in_order(pieces: Pieces) -> HouseSetting:
        if way.game is Game.TILES:
            setting = way.set(tuple(tiles[piece] for piece in pieces), wheel)
        else:
            setting = way.set(tuple(map(parse_card, pieces)), wheel)
        return tuple(map(str, setting.low)), tuple(map(str, setting.high))

    return lambda pieces: in_order(tuple(sorted(pieces)))
