"""The 32 tiles: 21 faces, 16 kinds of two tiles each, and how they are written. Not who wins.

Two tiles with the same face are interchangeable, so a tile in play is its face, and the set is a tuple that
has eleven faces twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, total_ordering
from importlib.resources import files
from typing import Final, cast

from paigow.faults import BadInput, require_text, suggestion
from paigow.material.notation import Word, there_are, times, words
from paigow.material.pieces import Drawn, filled


@total_ordering
class Tile(Drawn):
    """A tile, by its face. Equal tiles are the same object. `rank` orders single tiles, 1 the strongest.

    `low` and `high` are its pips, `copies` how many a set has, `kind` what pairs with it. Its names are
    `english`, `cantonese`, and `chinese`. Tiles sort from the weakest to the strongest; faces of one rank in
    the order of the set.

    >>> Tile("Teen"), Tile("6-6").chinese, Tile("2-2") < Tile("6-6")
    (Tile('6-6'), '天', True)
    """

    __slots__ = (
        *("index", "low", "high", "copies", "rank", "kind"),
        *("english", "cantonese", "chinese", "aliases"),
    )

    index: int
    low: int
    high: int
    copies: int
    rank: int
    kind: str
    english: str
    cantonese: str
    chinese: str
    aliases: tuple[str, ...]

    def __new__(cls, text: str | Tile) -> Tile:  # noqa: PYI034
        """The tile that a text names: `6-6`, `66`, `Teen`, `天`."""
        return text if isinstance(text, cls) else parse_tile(cast(str, text))

    @property
    def pips(self) -> int:
        return self.low + self.high

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"

    def __repr__(self) -> str:
        return f"Tile({str(self)!r})"

    def __lt__(self, other: object) -> bool:
        return self.index > other.index if isinstance(other, Tile) else NotImplemented

    def _repr_svg_(self) -> str:
        return self._svg([[self]])

    def __reduce__(self) -> tuple[Callable[[str], Tile], tuple[str]]:
        return parse_tile, (str(self),)


def _read(line: str, index: int) -> Tile:
    face, copies, rank, kind, english, cantonese, chinese, aliases = line.split("\t")
    low, high = (int(pips) for pips in face.split("-"))
    names = (kind, english, cantonese, chinese, tuple(aliases.split("|")))
    return filled(Tile, (index, low, high, int(copies), int(rank), *names))


def _load() -> tuple[Tile, ...]:
    text = files("paigow.material").joinpath("tiles.tsv").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line and not line.startswith("#")][1:]
    faces = tuple(_read(line, index) for index, line in enumerate(rows))
    _check(faces)
    return faces


def _check(faces: tuple[Tile, ...]) -> None:
    """A set is 32 tiles in 16 kinds of two, ranked 1 to 17 in order, no face or own name twice."""
    assert sum(face.copies for face in faces) == 32, "a set has 32 tiles"
    assert all(1 <= face.low <= face.high <= 6 for face in faces), "each end has one to six pips"
    assert len({(face.low, face.high) for face in faces}) == len(faces), "no face stands twice"
    assert [face.rank for face in faces] == sorted(face.rank for face in faces), "strongest first"
    assert {face.rank for face in faces} == set(range(1, 18)), "seventeen single ranks"
    kinds: Counter[str] = Counter()
    for face in faces:
        kinds[face.kind] += face.copies
    assert len(kinds) == 16 and set(kinds.values()) == {2}, "sixteen kinds of two tiles"
    for names in zip(*((f.english, f.cantonese, f.chinese) for f in faces), strict=True):
        assert len(set(names)) == len(names), "each face has names of its own"


FACES: Final[tuple[Tile, ...]] = _load()
TILES: Final[tuple[Tile, ...]] = tuple(face for face in FACES for _ in range(face.copies))
KINDS: Final[tuple[str, ...]] = tuple(dict.fromkeys(face.kind for face in FACES))


def tiles_text(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles))


def _fold(name: str) -> str:
    return name.casefold().replace(" ", "").replace("_", "").replace("-", "")


@cache
def _names() -> dict[str, tuple[Tile, ...]]:
    """Every spelling of a tile, case-folded, with the faces it can mean."""
    found: dict[str, list[Tile]] = {}
    for face in FACES:
        pips = {f"{face.low}{face.high}", f"{face.high}{face.low}"}
        for name in {*pips, *map(_fold, (face.english, face.cantonese, face.chinese, *face.aliases))}:
            found.setdefault(name, []).append(face)
    return {name: tuple(faces) for name, faces in found.items()}


LONGEST_NAME_WORDS: Final = max(
    len(name.split()) for face in FACES for name in (face.english, face.cantonese, *face.aliases)
)


def tiles_named(text: str) -> tuple[Tile, ...]:
    """The faces a word or several words can mean: one, none, or several (`Nine`)."""
    return _names().get(_fold(text), ())


def parse_tile(text: str) -> Tile:
    """Read one tile: `6-6`, `66`, or a name such as `Teen`, `Heaven`, `天`, `H8`."""
    return _named(Word(require_text(text, "a tile").strip(), 1))


def _named(word: Word) -> Tile:
    faces = tiles_named(word.text)
    if len(faces) == 1:
        return faces[0]
    if faces:
        choice = " or ".join(f"{face} ({face.english})" for face in faces)
        raise BadInput(f"{word.text!r} names {len(faces)} tiles", where=word.place, allowed=f"say {choice}")
    hint = suggestion(word.text, _proper_names(), "write a tile as 6-6, 66, or by name, such as Teen or Gor")
    raise BadInput(f"there is no tile {word.text!r}", where=word.place, allowed=hint)


def _proper_names() -> list[str]:
    return [name for face in FACES for name in (face.english, face.cantonese, str(face))]


def parse_tiles(text: str, count: int | None = None, offset: int = 0) -> tuple[Tile, ...]:
    """Read several tiles separated by spaces or commas; two-word names can be joined or separate.

    >>> tiles_text(parse_tiles("Teen 45, red five  GJ3"))
    '6-6 4-5 1-4 1-2'
    """
    tiles = tuple(_named(word) for word in _joined(words(text, offset)))
    _require_in_one_set(tiles)
    if count is not None and len(tiles) != count:
        raise BadInput(f"{there_are(len(tiles), 'tile')} in {text.strip()!r}", allowed=f"{count} are needed")
    return tiles


def _joined(given: list[Word]) -> list[Word]:
    """Join neighboring words that together name a tile (`Low Ten`), longest first."""
    joined: list[Word] = []
    start = 0
    while start < len(given):
        for size in range(LONGEST_NAME_WORDS, 0, -1):
            run = given[start : start + size]
            text = " ".join(word.text for word in run)
            if size == 1 or (len(run) == size and tiles_named(text) and not _fold(text).isdigit()):
                joined.append(Word(text, given[start].position))
                start += size
                break
    return joined


def _require_in_one_set(tiles: Iterable[Tile]) -> None:
    for tile, held in Counter(tiles).items():
        if held > tile.copies:
            copies = "one" if tile.copies == 1 else "two"
            raise BadInput(
                f"{tile} ({tile.english}) appears {times(held)}", allowed=f"a set has only {copies}"
            )
