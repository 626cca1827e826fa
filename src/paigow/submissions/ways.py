"""The house way that a submission names, and where it departs from the regulation's own rules (R83).

It is built in, or a file that the submission carries or that is in the same folder. A rule departs if the
regulation's rules would set some of its hands differently. That is computed over all hands, so a note is
never taken on trust.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from sys import intern
from typing import Any, Final

from paigow.books.book import RuleBook
from paigow.faults import BadInput, suggestion
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.houseways.library import read_way, way_of
from paigow.material.cards import CARDS, Card
from paigow.material.game import Game
from paigow.material.notation import Pieces
from paigow.material.tiles import FACES, Tile
from paigow.ranks.poker import Wheel
from paigow.submissions.values import Finding, shown

SUFFIX: Final = ".way"
HouseSetting = tuple[Pieces, Pieces]


@dataclass(frozen=True, slots=True)
class ChosenWay:
    """A way, and the name that the submission gives it: a built-in one's, or a file's.

    `source` is its full text; two chosen ways are equal if their names and sources are.
    """

    name: str
    source: str = field(repr=False)
    way: HouseWay = field(compare=False, repr=False)
    files: Mapping[str, str] = field(compare=False, repr=False)
    """The texts of a way that isn't built in, by file name: its own, and those of its bases."""

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
    """Find the way a submission names, or all problems at once. A way from a file is proven over every hand.

    `carried` holds the files embedded in the submission; others are looked up in `folder`.
    """
    known = ways_for(game)
    if not name.endswith(SUFFIX) and name not in known:
        names = f"name a file that ends in {SUFFIX}, or one of {', '.join(known)}"
        allowed = suggestion(name, known, names)
        return (WayProblem(f"there is no house way {name!r} for {game.value}", allowed),)
    if carried and name not in carried:
        return (WayProblem(f"the submission doesn't contain {name!r}", f"name {' or '.join(carried)}"),)
    if name.endswith(SUFFIX) and not carried and (folder is None or Path(name).name != name):
        return (
            WayProblem(f"there is no file {name!r} beside the submission", "name a file in the same folder"),
        )
    try:
        way, files = _load(name, carried, folder)
    except BadInput as fault:
        where = f" ({fault.where})" if fault.where else ""
        problem = f"the house way can't be used: {fault.problem}{where}"
        return (WayProblem(problem, fault.allowed or "name another house way"),)
    if way.game is not game:
        return (WayProblem(f"{name} sets {way.game.value}", f"name a house way for {game.value}"),)
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
    """Problems found by a proof over every hand. The tests prove the built-in ways."""
    from paigow.houseways.checking import check_way

    check = check_way(way, wheel)
    found = [
        (check.unanswered, f"it leaves {check.unanswered:,} hands unset", "add rules that set them"),
        (check.fouled, f"it fouls {check.fouled:,} hands", "add rules that set them without a foul"),
    ]
    found += [
        (1, f"rule {rule.label} never applies", "remove it, or mark it `silent` with the reason")
        for rule in check.unreachable
    ]
    found += [
        (1, f"rule {rule.label} is marked `silent`, but applies", "remove the mark")
        for rule in check.speaking_though_silent
    ]
    found += [
        (
            1,
            f"rules {each.first.label} and {each.second.label} contradict each other: {each.examples[0]}",
            "keep one of them, or give it a condition",
        )
        for each in check.conflicts
    ]
    return tuple(
        WayProblem(f"the house way has a problem: {problem}", allowed)
        for wrong, problem, allowed in found
        if wrong
    )


@cache
def setting_by(way: HouseWay, wheel: Wheel) -> Callable[[Pieces], HouseSetting]:
    """A house way as a function of pieces in notation.

    All 3,620 tile hands are cached. Of the 154,143,080 card hands only the latest are: a hand comes up again
    only in its own round, and a server's memory must stay flat.
    """
    pieces_of: tuple[Tile, ...] | tuple[Card, ...] = FACES if way.game is Game.TILES else CARDS
    named: dict[str, Any] = {intern(str(piece)): piece for piece in pieces_of}
    names = {piece: name for name, piece in named.items()}

    @lru_cache(maxsize=4096 if way.game is Game.TILES else 256)
    def in_order(pieces: Pieces) -> HouseSetting:
        setting = way.set(tuple([named[piece] for piece in pieces]), wheel)
        return tuple([names[piece] for piece in setting.low]), tuple([names[piece] for piece in setting.high])

    return lambda pieces: in_order(tuple(sorted(pieces)))


EXCEPTIONS: Final = "house-way.exceptions"
WAY: Final = "house-way.way"


@dataclass(frozen=True, slots=True)
class Departure:
    """A rule of a way by its number, the regulation's rules it overrides, and the number of hands."""

    rule: str
    overrides: tuple[int, ...]
    hands: int


def departures(book: RuleBook, way: HouseWay) -> tuple[Departure, ...]:
    """Every rule of a way that departs from the book's own, in the way's order; empty if it has none."""
    if not book.options[EXCEPTIONS].open:
        return ()
    return _departures(way, str(book.options[WAY].default))


@lru_cache(maxsize=32)
def _departures(way: HouseWay, usual: str) -> tuple[Departure, ...]:
    default = load_way(usual)
    if way.rules == default.rules and way.final == default.final:
        return ()
    # Imported here, so that a submission with the regulation's own way doesn't load the compiler.
    from paigow.houseways.checking import compare_ways

    found = compare_ways(way, default)
    return tuple(
        Departure(
            str(rule.label),
            tuple(sorted(each.second.label.number for each in found if each.first == rule)),
            sum(each.hands for each in found if each.first == rule),
        )
        for rule in way.rules
        if any(each.first == rule for each in found)
    )


def exception_findings(book: RuleBook, chosen: ChosenWay, noted: Sequence[str]) -> Iterator[Finding]:
    """Problems with the notes: unknown rule numbers, missing notes, and needless ones."""
    option = book.options[EXCEPTIONS]
    if not option.open:
        return
    due = [each.rule for each in departures(book, chosen.way)]
    labels = {str(rule.label) for rule in chosen.way.rules}
    allowed = f"exceptions = {json.dumps(due)}"
    unknown = [each for each in noted if each not in labels]
    missing = [each for each in due if each not in noted]
    needless = [each for each in noted if each in labels and each not in due]
    own = "the regulation's own rules"
    for numbers, one, more in (
        (unknown, "{} is not in the way {}", "{} are not in the way {}"),
        (missing, f"{{}} departs from {own} and is not noted", f"{{}} depart from {own} and are not noted"),
        (
            needless,
            f"{{}} is noted but never departs from {own}",
            f"{{}} are noted but never depart from {own}",
        ),
    ):
        if numbers:
            problem = (one if len(numbers) == 1 else more).format(_named(numbers), chosen.name)
            yield Finding(option.name, problem, allowed, book.written(option.cites))


def _named(rules: Sequence[str]) -> str:
    """Rules by number, as a sentence names them: `rule 3a`, `rules 3a, 4, 7`."""
    names = [rule if rule.isalnum() and len(rule) <= 8 else shown(rule) for rule in rules]
    return f"rule{'' if len(names) == 1 else 's'} {', '.join(names)}"
