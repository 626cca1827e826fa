"""Hands of either game, and settings, written `low / high`. Not which is better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import total_ordering
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from paigow.faults import BadInput, require_text
from paigow.material.cards import Card, cards_named, cards_text, parse_cards
from paigow.material.notation import Word, halves, there_are, words
from paigow.material.pieces import Drawn
from paigow.material.tiles import LONGEST_NAME_WORDS, Tile, parse_tiles, tiles_named, tiles_text

if TYPE_CHECKING:
    # `Hand` alone means a hand of either game. Only Python 3.13 has such defaults at run time.
    from typing_extensions import TypeVar as TypeVarWithDefault

    AnyPiece = TypeVarWithDefault("AnyPiece", bound=Tile | Card, default=Any)
else:
    AnyPiece = TypeVar("AnyPiece", bound=Tile | Card)


_UNORDERED = (bytes, Mapping, AbstractSet)
"""Iterable, but not pieces in an order."""


class Hand(Drawn, tuple[AnyPiece, ...]):
    """A tuple of tiles or of cards, in the order given, made from text or from tiles or cards.

    >>> hand = Hand("6-6 4-5")
    >>> hand, hand[0], str(hand)
    (Hand('6-6 4-5'), Tile('6-6'), '6-6 4-5')
    >>> Hand(hand) == hand
    True
    """

    __slots__ = ()

    @overload
    def __new__(cls, given: str | Iterable[str] = ()) -> Hand[Any]: ...

    @overload
    def __new__(cls, given: Iterable[AnyPiece]) -> Hand[AnyPiece]: ...

    def __new__(cls, given: Any = ()) -> Hand[Any]:
        """Read text, or take pieces; the two can be mixed."""
        if isinstance(given, str):
            return hand_of(cast("tuple[AnyPiece, ...]", parse_pieces(given)))
        if not isinstance(given, Iterable) or isinstance(given, _UNORDERED):
            raise BadInput(f"{given!r} is not a hand", allowed="give text, or a list of tiles or cards")
        pieces: tuple[Tile | Card, ...] = tuple(map(_piece, given))
        if len({isinstance(piece, Tile) for piece in pieces}) > 1:
            raise BadInput("tiles and cards are mixed", allowed="a hand is all tiles or all cards")
        return hand_of(cast("tuple[AnyPiece, ...]", pieces))

    @property
    def is_tiles(self) -> bool:
        return bool(self) and isinstance(self[0], Tile)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"Hand({str(self)!r})" if self else "Hand()"

    def __reduce__(self) -> tuple[type[Hand[AnyPiece]], tuple[tuple[AnyPiece, ...]]]:
        return type(self), (tuple(self),)

    def _repr_svg_(self) -> str:
        return self._svg([self])


def hand_of(pieces: Iterable[AnyPiece]) -> Hand[AnyPiece]:
    """A hand of pieces known to be of one game: the same as `Hand(...)`, without its checks."""
    return tuple.__new__(Hand, pieces)


def _piece(given: object) -> Tile | Card:
    if isinstance(given, Tile | Card):
        return given
    found = parse_pieces(require_text(given, "a tile or card"))
    if len(found) != 1:
        raise BadInput(
            f"{given!r} is not one tile or card",
            allowed="give one tile or card per item, or all of them in one text",
        )
    return found[0]


@total_ordering
class Setting(Drawn, Generic[AnyPiece]):
    """A hand split in two: the low hand and the high hand. The rules decide whether it is allowed.

    >>> Setting("2-2 1-3", "6-6 4-5")
    Setting('2-2 1-3', '6-6 4-5')
    >>> str(Setting("2-2 1-3", "6-6 4-5"))
    '2-2 1-3 / 6-6 4-5'
    """

    __slots__ = ("high", "low")

    low: Hand[AnyPiece]
    high: Hand[AnyPiece]

    def __init__(
        self, low: str | Iterable[AnyPiece] | Iterable[str], high: str | Iterable[AnyPiece] | Iterable[str]
    ) -> None:
        """Take each half as text or as pieces."""
        object.__setattr__(self, "low", low if type(low) is Hand else Hand(low))
        object.__setattr__(self, "high", high if type(high) is Hand else Hand(high))

    @property
    def pieces(self) -> Hand[AnyPiece]:
        """The whole hand, the low half first."""
        return hand_of(chain(self.low, self.high))

    def __str__(self) -> str:
        return f"{self.low} / {self.high}"

    def __repr__(self) -> str:
        return f"Setting({str(self.low)!r}, {str(self.high)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Setting):
            return NotImplemented
        return self.low == other.low and self.high == other.high

    def __hash__(self) -> int:
        return hash((self.low, self.high))

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Setting):
            return NotImplemented
        return (self.low, self.high) < (other.low, other.high)

    def __reduce__(self) -> tuple[type[Setting[AnyPiece]], tuple[Hand[AnyPiece], Hand[AnyPiece]]]:
        return type(self), (self.low, self.high)

    def _repr_svg_(self) -> str:
        return self._svg([self.low, self.high])


TileSetting = Setting[Tile]
"""A setting of four tiles.

>>> import paigow
>>> split: paigow.TileSetting = paigow.Setting("1-3 2-2", "6-6 4-5")
>>> split.high
Hand('6-6 4-5')
"""
CardSetting = Setting[Card]
"""A setting of seven cards.

>>> import paigow
>>> split: paigow.CardSetting = paigow.Setting("As Qc", "Kh Kd Jh 10s 4d")
>>> split.low
Hand('As Qc')
"""


def parse_tile_setting(text: str) -> TileSetting:
    """Read `2-2 1-3 / 6-6 4-5`: two tiles in each half, all four from one set."""
    left, right = halves(text)
    low, high = parse_tiles(left), parse_tiles(right, offset=len(left) + 1)
    for half, name in ((low, "low"), (high, "high")):
        if len(half) != 2:
            raise BadInput(
                f"{there_are(len(half), 'tile')} in the {name} hand of {text.strip()!r}",
                allowed="two are needed in each",
            )
    parse_tiles(tiles_text(low + high))
    return Setting(low, high)


def parse_card_setting(text: str) -> CardSetting:
    """Read `Kd Qs / As Jo 9c 9d 2s`. Five cards before two is a slip; other counts are for the foul rules."""
    left, right = halves(text)
    low, high = parse_cards(left), parse_cards(right, offset=len(left) + 1)
    parse_cards(cards_text(low + high), count=7)
    if (len(low), len(high)) == (5, 2):
        raise BadInput(
            f"the high hand comes first in {text.strip()!r}", allowed="write the low hand first: LOW / HIGH"
        )
    return Setting(low, high)


def parse_pieces(text: str) -> tuple[Tile, ...] | tuple[Card, ...]:
    return parse_tiles(text) if are_tiles(text) else parse_cards(text)


def parse_hand(text: str) -> Hand[Tile] | Hand[Card]:
    """Read any number of tiles or cards; `Hand(...)` does the same and also takes pieces.

    >>> parse_hand("Teen 45")
    Hand('6-6 4-5')
    """
    return Hand(require_text(text, "a hand"))


def parse_setting(text: str) -> TileSetting | CardSetting:
    """Read a setting of tiles or cards, written `low / high`.

    >>> parse_setting("1-3 2-2 / 6-6 4-5") == Setting("1-3 2-2", "6-6 4-5")
    True
    """
    tiles = are_tiles(text, "a setting")
    return parse_tile_setting(text) if tiles else parse_card_setting(text)


def are_tiles(text: str, what: str = "a hand") -> bool:
    """Whether a hand or setting is written in tiles rather than cards; raise BadInput for both or neither."""
    given = [word.text for word in words(require_text(text, what).replace("/", " "))]
    if not given:
        raise BadInput("the hand is empty", allowed="give tiles such as 6-6 4-5, or cards such as As Jo 10h")
    card = next(filter(_is_card, given), None)
    tile = next(filter(tiles_named, _runs(given)), None)
    if card and tile:
        raise BadInput(f"{tile} is a tile and {card} is a card", allowed="a hand is all tiles or all cards")
    if not card and not tile:
        raise BadInput(
            f"there is no tile or card {given[0]!r}",
            allowed="write tiles as 6-6, 66, or Teen, and cards as As, 10h, or Jo",
        )
    return card is None


def _runs(given: list[str]) -> Iterator[str]:
    """Each word alone, and neighboring words joined, since a tile's name can have several."""
    for size in range(1, LONGEST_NAME_WORDS + 1):
        yield from (" ".join(given[start : start + size]) for start in range(len(given) - size + 1))


def _is_card(word: str) -> bool:
    try:
        cards_named(Word(word, 1))
    except BadInput:
        return False
    return True
