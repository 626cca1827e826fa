"""The 53 cards: thirteen ranks in four suits and one joker, and how they are written. Not who wins."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache, total_ordering
from typing import Final, cast

from paigow.faults import BadInput, require_text
from paigow.material.notation import Word, there_are, times, words
from paigow.material.pieces import Drawn, filled

ACE: Final = 14
SUITS: Final = "cdhs"
SUIT_NAMES: Final = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
RANK_SIGNS: Final = {**{n: str(n) for n in range(2, 11)}, 11: "J", 12: "Q", 13: "K", ACE: "A"}
_CARD: Final = re.compile(r"joker|jo|jk|★|(?:10|[2-9tjqka])[cdhs♣♦♥♠]\ufe0f?", re.IGNORECASE)
RANK_NAMES: Final = dict(
    zip(
        range(2, 15),
        "two three four five six seven eight nine ten jack queen king ace".split(),
        strict=True,
    )
)


@total_ordering
class Card(Drawn):
    """A card. Equal cards are the same object.

    `index` runs rank by rank from the two of clubs, 0, to the ace of spades, 51; the joker is 52. `rank` is 2
    to 14; the joker's is 14, since it is an ace unless it completes a straight or a flush. Cards sort by
    index.

    >>> Card("10h").name, Card("Jo").is_joker, Card("As") > Card("Kd")
    ('ten of hearts', True, True)
    """

    __slots__ = ("index", "rank", "suit")

    index: int
    rank: int
    suit: str | None

    def __new__(cls, text: str | Card) -> Card:  # noqa: PYI034
        """The card that a text names: `As`, `10h`, `Jo`."""
        return text if isinstance(text, cls) else parse_card(cast(str, text))

    @property
    def is_joker(self) -> bool:
        return self.suit is None

    @property
    def name(self) -> str:
        return "joker" if self.suit is None else f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    def __str__(self) -> str:
        return "Jo" if self.suit is None else RANK_SIGNS[self.rank] + self.suit

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def _repr_svg_(self) -> str:
        return self._svg([[self]])

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return parse_card, (str(self),)


JOKER: Final[Card] = filled(Card, (52, ACE, None))
CARDS: Final[tuple[Card, ...]] = (
    *(filled(Card, (index, index // 4 + 2, SUITS[index % 4])) for index in range(52)),
    JOKER,
)


def card_at(rank: int, suit: str) -> Card:
    return CARDS[(rank - 2) * 4 + SUITS.index(suit)]


def cards_text(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


@cache
def _names() -> dict[str, Card]:
    """Every spelling of a card, in lower case."""
    found: dict[str, Card] = {}
    for card in CARDS[:52]:
        assert card.suit is not None
        signs = {RANK_SIGNS[card.rank], "t" if card.rank == 10 else RANK_SIGNS[card.rank]}
        for sign in signs:
            found[sign.lower() + card.suit] = card
            found[sign.lower() + SUIT_SIGNS[card.suit]] = card
    return {**found, "jo": JOKER, "jk": JOKER, "joker": JOKER, "★": JOKER}


def parse_card(text: str) -> Card:
    """Read one card: `As`, `10h` or `Th`, `Jo`."""
    return _named(Word(require_text(text, "a card").strip(), 1))


def _named(word: Word) -> Card:
    card = _names().get(word.text.casefold().replace("\ufe0f", ""))
    if card is None:
        raise BadInput(f"there is no card {word.text!r}", where=word.place, allowed=_hint(word.text))
    return card


def _hint(text: str) -> str:
    ranks = {sign.casefold() for sign in RANK_SIGNS.values()} | {"t"}
    folded = text.casefold()
    if folded in ranks:
        return f"say its suit: {text.upper()}c, {text.upper()}d, {text.upper()}h or {text.upper()}s"
    if folded[:-1] in ranks:
        return f"{text[-1]!r} isn't a suit: use c, d, h, or s"
    if folded[-1:] in SUITS and folded[:-1]:
        return f"{text[:-1]!r} isn't a rank: use A, K, Q, J, 10 (or T), or 9 to 2"
    return "a card is a rank and a suit, such as As, 10h or Th, or the joker, Jo"


def cards_named(word: Word) -> tuple[Card, ...]:
    """The card that a word names, or the cards if they are written without spaces; raise BadInput.

    >>> cards_text(cards_named(Word("AsKdTh", 1)))
    'As Kd 10h'
    """
    run = _CARD.findall(word.text)
    if len(run) > 1 and "".join(run) == word.text:
        return tuple(map(parse_card, run))
    return (_named(word),)


def parse_cards(text: str, count: int | None = None, offset: int = 0) -> tuple[Card, ...]:
    """Read several cards, each at most once. Spaces and commas between them are optional.

    >>> cards_text(parse_cards("As kd Jo Th, 9c")), cards_text(parse_cards("AsKdTh9c"))
    ('As Kd Jo 10h 9c', 'As Kd 10h 9c')
    """
    cards = tuple(card for word in words(text, offset) for card in cards_named(word))
    for card, held in Counter(cards).items():
        if held > 1:
            raise BadInput(f"{card} (the {card.name}) appears {times(held)}", allowed="a deck has only one")
    if count is not None and len(cards) != count:
        raise BadInput(f"{there_are(len(cards), 'card')} in {text.strip()!r}", allowed=f"{count} are needed")
    return cards
