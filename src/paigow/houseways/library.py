"""The ways built in, and ways from files. Not how they are read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from paigow.faults import BadInput, nearest
from paigow.houseways.grammar import LARGEST
from paigow.houseways.syntax import Game
from paigow.houseways.way import HouseWay

__all__ = ["BuiltIn", "built_in_ways", "load_built_in", "load_way"]

SUFFIX = ".way"
FOLDERS = {Game.TILES: "tiles", Game.CARDS: "poker"}


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A way that comes with the program: the name to call it by, and its game."""

    name: str
    game: Game


@cache
def _shelf() -> dict[str, tuple[Game, Traversable]]:
    found = {}
    for game, folder in FOLDERS.items():
        for item in sorted(
            files("paigow.houseways").joinpath("ways", folder).iterdir(), key=lambda entry: entry.name
        ):
            if item.name.endswith(SUFFIX):
                found[item.name.removesuffix(SUFFIX)] = (game, item)
    return found


def built_in_ways() -> tuple[BuiltIn, ...]:
    return tuple(BuiltIn(name, game) for name, (game, _) in _shelf().items())


@cache
def load_built_in(name: str) -> HouseWay:
    if name not in _shelf():
        guess = nearest(name, _shelf())
        hint = f"did you mean {guess}?" if guess else f"built in are {', '.join(_shelf())}"
        raise BadInput(f"no way is called {name!r}", allowed=hint)
    return HouseWay.parse(_shelf()[name][1].read_text(encoding="utf-8"))


def load_way(name_or_path: str | Path) -> HouseWay:
    """A built-in way by name, or any way by the path of its file (`NAME.way`)."""
    text = str(name_or_path)
    if text in _shelf():
        return load_built_in(text)
    if not text.endswith(SUFFIX) and "/" not in text:
        return load_built_in(text)
    return _load_file(Path(text), ())


def _load_file(path: Path, leaning: tuple[Path, ...]) -> HouseWay:
    """Read a file; a base is a built-in way or a file beside it."""
    path = path.resolve()
    if path in leaning:
        raise BadInput(
            f"{path.name} leans on itself", allowed="a base must not come back to the way built on it"
        )

    def find(name: str) -> HouseWay:
        beside = path.parent / f"{Path(name).name.removesuffix(SUFFIX)}{SUFFIX}"
        if name not in _shelf() and beside.is_file():
            return _load_file(beside, (*leaning, path))
        return load_built_in(name)

    try:
        return HouseWay.parse(_text(path), find)
    except BadInput as fault:
        where = f"{path.name}, {fault.where}" if fault.where else path.name
        raise BadInput(fault.problem, where=where, allowed=fault.allowed) from None


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(4 * LARGEST + 1)
    except OSError as fault:
        raise BadInput(
            f"{str(path)!r} cannot be read: {fault.strerror}", allowed="give a way's name or file"
        ) from None
    if len(content) > 4 * LARGEST:
        size = f"{path.stat().st_size} bytes"
        raise BadInput(
            f"{path.name} has {size}, too many for a way", allowed=f"at most {LARGEST} characters are read"
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path.name} is not text in UTF-8", allowed="give a text file") from None
