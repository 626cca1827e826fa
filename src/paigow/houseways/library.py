"""The built-in ways, and ways from files. How they are parsed is in `way`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from paigow.faults import LONGEST_SHOWN, BadInput, require_kind, suggestion
from paigow.houseways.grammar import LARGEST
from paigow.houseways.way import HouseWay
from paigow.material.game import Game
from paigow.sources import folder_of

SUFFIX = ".way"
FOLDERS = {Game.TILES: "tiles", Game.CARDS: "poker"}


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A built-in way: its name and its game."""

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
    """The built-in house ways, each with its name for `load_way` and its game.

    >>> {"traditional", "foxwoods"} <= {way.name for way in built_in_ways()}
    True
    """
    return tuple(BuiltIn(name, game) for name, (game, _) in _shelf().items())


@cache
def load_built_in(name: str) -> HouseWay:
    if name not in _shelf():
        hint = suggestion(
            name, _shelf(), f"name a file that ends in {SUFFIX}, or one of {', '.join(_shelf())}"
        )
        raise BadInput(f"there is no house way {name[:LONGEST_SHOWN]!r}", allowed=hint)
    return HouseWay.parse(built_in_text(name))


def built_in_text(name: str) -> str:
    """A built-in way as it is written in its file, with its lines and columns."""
    return _shelf()[name][1].read_text(encoding="utf-8")


def load_way(name_or_path: str | Path) -> HouseWay:
    """A built-in house way by name, or your own by the path of its file (`NAME.way`).

    >>> print(load_way("foxwoods").set("As Kd Kh Qc Jh 10s 4d"))
    As Qc / Kh Kd Jh 10s 4d
    """
    require_kind(name_or_path, str | Path, "a house way", "give its name, or its file")
    text = str(name_or_path)
    if "\0" in text:
        raise BadInput(
            f"there is no house way {text!r}", allowed="give a built-in name, or the path of a .way file"
        )
    if text in _shelf():
        return load_built_in(text)
    if not text.endswith(SUFFIX) and "/" not in text:
        return load_built_in(text)
    return read_way(Path(text))[0]


def load_sound_way(name: str, game: Game | None = None) -> HouseWay:
    """A way by name or file, checked against the game if one is given. A file with findings is rejected."""
    way = load_way(name)
    if game is not None and way.game is not game:
        raise BadInput(
            f"{name} is a house way for {way.game.value}", allowed=f"give a house way for {game.value}"
        )
    if name not in _shelf():
        from paigow.houseways.checking import check_way

        if not check_way(way).clean:
            raise BadInput(
                f"the house way {name} has problems", allowed=f"paigow way check {name} lists them"
            )
    return way


def read_way(path: Path) -> tuple[HouseWay, dict[str, str]]:
    """A way and the texts it was read from, by file name: its own, and those of its bases beside it."""
    path = path.resolve()
    folder = folder_of(path)
    texts = {path.name: _text(path)}

    def read(name: str) -> str | None:
        if name not in texts and (folder / name).is_file():
            texts[name] = _text(folder / name)
        return texts.get(name)

    return _way(path.name, read, ()), texts


def way_of(name: str, texts: Mapping[str, str]) -> HouseWay:
    """A way rebuilt from the texts that `read_way` returned with it."""
    return _way(name, texts.get, ())


def _way(file: str, read: Callable[[str], str | None], leaning: tuple[str, ...]) -> HouseWay:
    """The way in a file. Its base is a built-in way or another readable file."""
    if file in leaning:
        raise BadInput(f"{file} is built on itself", allowed="name a base that isn't built on this house way")

    def find(name: str) -> HouseWay:
        beside = f"{Path(name).name.removesuffix(SUFFIX)}{SUFFIX}"
        if name not in _shelf() and read(beside) is not None:
            return _way(beside, read, (*leaning, file))
        return load_built_in(name)

    try:
        return HouseWay.parse(read(file) or "", find)
    except BadInput as fault:
        where = f"{file}, {fault.where}" if fault.where else file
        raise BadInput(fault.problem, where=where, allowed=fault.allowed) from None


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            content = file.read(4 * LARGEST + 1)
    except OSError as fault:
        raise BadInput(
            f"{str(path)!r} can't be read: {fault.strerror}", allowed="give a house way's name or file"
        ) from None
    if len(content) > 4 * LARGEST:
        size = f"{path.stat().st_size} bytes"
        raise BadInput(
            f"{path.name} has {size}, too many for a house way",
            allowed=f"at most {LARGEST} characters are read",
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{path.name} is not text in UTF-8", allowed="give a text file") from None
