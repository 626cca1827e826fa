"""Hands for these tests, written by the codes of tile kinds or as cards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.houseways.tiles import kinds_named
from paigow.material.game import Game
from paigow.material.tiles import FACES, Tile

HERE = Path(__file__).parent


def tiles_of(codes: str) -> tuple[Tile, ...]:
    """Tiles by kind (`Teen GJ L6 5`); a second one of a kind is its other tile."""
    found: list[Tile] = []
    for code in codes.split():
        kind = kinds_named(code)[1][0]
        faces = [face for face in FACES if face.kind == kind for _ in range(face.copies)]
        found.append(faces[sum(tile.kind == kind for tile in found)])
    return tuple(found)


def names_of(game: Game) -> list[str]:
    return [way.name for way in built_in_ways() if way.game is game]


def ways_of(game: Game) -> list[HouseWay]:
    return [load_way(name) for name in names_of(game)]


def rows_of(name: str) -> Iterator[dict[str, str]]:
    """The rows of a table in `vectors`; the first that isn't a comment names the columns."""
    text = (HERE / "vectors" / name).read_text(encoding="utf-8")
    head, *rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    for row in rows:
        yield dict(zip(head, row, strict=True))
