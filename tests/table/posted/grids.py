"""What grids and galleries of posted rules must show. The regulations' pay tables are in pay_tables.tsv."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from functools import cache
from pathlib import Path
from typing import Final

from paigow.material.cards import parse_cards
from paigow.material.tiles import FACES, parse_tile, parse_tiles
from paigow.posted.document import CardRow, Gallery, Grid, TileRow
from paigow.ranks.poker import rank_five_cards
from paigow.ranks.tiles import TileCategory, rank_two_tiles
from paigow.submissions.checking import Submission
from paigow.submissions.values import value_text

__all__ = ["check_gallery", "check_grid"]

Rows = tuple[tuple[str, ...], ...]
HERE: Final = Path(__file__).parent


def _texts(grid: Grid) -> Rows:
    return tuple(tuple(cell if isinstance(cell, str) else "" for cell in row) for row in grid.rows)


@cache
def _listed() -> Mapping[tuple[str, str], Rows]:
    """The regulations' lines by wager and table."""
    text = (HERE / "pay_tables.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")][1:]
    found: dict[tuple[str, str], list[tuple[str, ...]]] = {}
    for wager, table, line, pays, envy in rows:
        cells = (line, pays, "" if envy == "-" else envy)
        found.setdefault((wager, table), []).append(cells if wager in ("fortune", "emperors") else cells[:2])
    return {key: tuple(lines) for key, lines in found.items()}


def _pay_table(wager: str) -> Callable[[Grid, Submission], None]:
    def check(grid: Grid, submission: Submission) -> None:
        table = str(submission.rules.choices[f"{wager}.table"])
        assert grid.caption == f"Table {table}"
        assert _texts(grid) == _listed()[wager, table]

    return check


_PAYS: Final = {
    "main": "1 to 1, less 5 percent of the win",
    "match": "1 to 1 for each die",
    "odd": "1 to 1",
    "even": "1 to 1",
    "double": "4 to 1",
    "triple": "30 to 1",
    "dice-bonus": "up to 10,000 to 1",
    "pair-fortunes": "by its table",
    "fortune": "by its table",
    "emperors": "by its table",
    "insurance": "by its table",
    "progressive": "by its table and meters",
}
_NAMES: Final = {
    "main": "Pai Gow wager (the main wager)",
    "match": "Match",
    "odd": "Odd",
    "even": "Even",
    "double": "Double",
    "triple": "Triple",
    "dice-bonus": "Dice bonus",
    "pair-fortunes": "Pair Fortunes",
    "fortune": "Fortune Bonus",
    "emperors": "Emperor's Treasure",
    "insurance": "Pai Gow Insurance",
    "progressive": "Progressive",
}
_DICE: Final = ("match", "odd", "even", "double", "triple", "dice-bonus")


def _offered(submission: Submission) -> list[str]:
    on = submission.rules.choices
    kinds = ["main", *(_DICE if on["dragons-eye.offered"] else ())]
    return kinds + [
        kind
        for kind in ("pair-fortunes", "fortune", "emperors", "insurance", "progressive")
        if on[f"{kind}.offered"]
    ]


def _glance(grid: Grid, submission: Submission) -> None:
    def limit(kind: str, end: str) -> str:
        name = "progressive.wager" if kind == "progressive" else f"limits.{kind}.{end}"
        return value_text(submission.book.options[name], submission.rules.choices[name])

    untaxed = submission.rules.choices["vigorish.method"] == "none"
    pays = {**_PAYS, "main": "1 to 1"} if untaxed else _PAYS
    assert _texts(grid) == tuple(
        (_NAMES[kind], limit(kind, "minimum"), limit(kind, "maximum"), pays[kind])
        for kind in _offered(submission)
    )


def _vigorish(grid: Grid, submission: Submission) -> None:
    """Five percent by decimal arithmetic: half a cent up, the next quarter, or at least a quarter."""
    assert [won for won, _, _ in _texts(grid)] == [
        "$5.00",
        "$10.00",
        "$25.00",
        "$37.50",
        "$100.00",
        "$500.00",
    ]
    for won, taken, kept in _texts(grid):
        win = Decimal(won.strip("$").replace(",", ""))
        exact = win * Decimal("0.05")
        cents = exact.quantize(Decimal("0.01"), ROUND_HALF_UP)
        if submission.rules.choices["vigorish.method"] == "up-to-25-cents":
            cents = (exact / Decimal("0.25")).to_integral_value(ROUND_CEILING) * Decimal("0.25")
        if submission.book.name == "rock-island-poker":
            cents = max(cents, Decimal("0.25"))
        assert (taken, kept) == (f"${cents:,.2f}", f"${win - cents:,.2f}")


_ONE_ROLL: Final = (
    ("Match", "a die shows your position's number; a triple counts three times", "1 to 1 for each die"),
    ("Odd", "the Dragon's Eye die shows 1, 3 or 5, and it is no triple", "1 to 1"),
    ("Even", "the Dragon's Eye die shows 2, 4 or 6, and it is no triple", "1 to 1"),
    ("Double", "the two other dice agree, a triple included", "4 to 1"),
    ("Triple", "all three dice agree", "30 to 1"),
)
"""colorado-tiles 30-2612(1) to (5); `dice_facts` checks the same words against every roll."""
_THREE_TRIPLES: Final = (
    ("First", "30 to 1", "25 to 1"),
    ("Second", "500 to 1", "50 to 1"),
    ("Third", "10,000 to 1", "1,000 to 1"),
)
"""colorado-tiles 30-2612(6)."""


def _fixed(rows: Rows) -> Callable[[Grid, Submission], None]:
    def check(grid: Grid, _submission: Submission) -> None:
        assert _texts(grid) == rows

    return check


_CARD_HANDS: Final = (
    ("Five aces", "the four aces and the joker"),
    ("Royal flush", "ten to ace in one suit"),
    ("Straight flush", "five in a row in one suit"),
    ("Four of a kind", "four of one rank"),
    ("Full house", "three of one rank and two of another"),
    ("Flush", "five of one suit"),
    ("Straight", "five in a row, suits mixed"),
    ("Three of a kind", "three of one rank"),
    ("Two pair", "two of one rank and two of another"),
    ("Pair", "two of one rank"),
    ("High card", "none of these"),
)
"""maryland-poker 6.B, rock-island-poker 9, highest first."""


def _card_hands(grid: Grid, submission: Submission) -> None:
    """Each example is of its kind, and ranks below the one before it."""
    assert [(row[1], row[3]) for row in _texts(grid)] == list(_CARD_HANDS)
    assert [row[0] for row in _texts(grid)] == [str(place) for place in range(1, len(_CARD_HANDS) + 1)]
    ranked = []
    for _, name, example, _ in grid.rows:
        assert isinstance(example, CardRow)
        ranked.append(rank_five_cards(parse_cards(example.cards), submission.rules.ranking.wheel))
        assert str(ranked[-1].category) == str(name).lower()
    assert ranked == sorted(ranked, reverse=True)


def _meters(grid: Grid, submission: Submission) -> None:
    names = {1: ["Meter"], 2: ["Major", "Minor"], 3: ["Mega", "Major", "Minor"]}
    options, chosen = submission.book.options, submission.rules.choices
    starts = value_text(options["progressive.starts"], chosen["progressive.starts"])
    rates = value_text(options["progressive.rates"], chosen["progressive.rates"]).split(", ")
    grown = [f"{rate} of each wager" for rate in rates]
    rows = list(zip(names[len(rates)], starts.split(", "), grown, strict=True))
    assert list(_texts(grid)) == rows


_CHECKS: Final[Mapping[tuple[str, str], Callable[[Grid, Submission], None]]] = {
    ("At a glance", "Limits of each spot, and what a win pays"): _glance,
    ("Vigorish", ""): _vigorish,
    ("Dragon's Eye", "One roll decides"): _fixed(_ONE_ROLL),
    ("Dragon's Eye", "Dice Bonus"): _fixed(_THREE_TRIPLES),
    ("How hands rank", "Five-card hands, highest first"): _card_hands,
    ("Progressive", "Meters"): _meters,
    ("Pair Fortunes", "Table"): _pay_table("pair-fortunes"),
    ("Fortune Bonus", "Table"): _pay_table("fortune"),
    ("Emperor's Treasure", "Table"): _pay_table("emperors"),
    ("Pai Gow Insurance", "Table"): _pay_table("insurance"),
    ("Progressive", "Table"): _pay_table("progressive"),
}


def check_grid(section: str, grid: Grid, submission: Submission) -> None:
    """Check a grid against what it must show; an unknown one fails."""
    key = (section, "Table" if grid.caption.startswith("Table ") else grid.caption)
    assert key in _CHECKS, f"nothing checks the grid {key}"
    _CHECKS[key](grid, submission)


_SORTS: Final = {
    1: "the supreme pair",
    **dict.fromkeys(range(2, 13), "matched pair"),
    **dict.fromkeys(range(13, 17), "mixed pair"),
    17: "wong",
    18: "wong",
    19: "gong",
    20: "gong",
}


def _place(ordinal: str) -> int:
    number = int(ordinal.rstrip("stndrh"))
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10 if number not in (11, 12, 13) else 0, "th")
    assert ordinal == f"{number}{ending}"
    return number


def check_gallery(gallery: Gallery) -> None:
    """The twenty pairs, wongs and gongs, or the seventeen single ranks, by the ranks of their tiles."""
    if gallery.caption == "Pairs, wongs and gongs, highest first":
        _check_pairs(gallery)
    else:
        assert gallery.caption == "Single tiles, highest first"
        _check_singles(gallery)


def _check_pairs(gallery: Gallery) -> None:
    shown = set()
    for place, picture in enumerate(gallery.pictures, 1):
        assert isinstance(picture.pieces, TileRow)
        assert _place(picture.place) == place
        for pair in picture.pieces.tiles.split(", "):
            ranked = rank_two_tiles(parse_tiles(pair))
            assert ranked.place == place
            shown.add(frozenset(pair.split()))
            named = "Gee Joon" if place == 1 else picture.name.lower()
            assert named.lower() in ranked.name.lower()
        assert picture.note == _SORTS[place]
    assert len(gallery.pictures) == 20
    every = [(one, other) for one in FACES for other in FACES if one != other or one.copies == 2]
    made = {
        frozenset(map(str, pair)) for pair in every if rank_two_tiles(pair).category is not TileCategory.VALUE
    }
    assert shown == made


def _check_singles(gallery: Gallery) -> None:
    seen = []
    for rank, picture in enumerate(gallery.pictures, 1):
        assert isinstance(picture.pieces, TileRow)
        assert _place(picture.place) == rank
        tiles = [parse_tile(name) for name in picture.pieces.tiles.split(", ")]
        assert {tile.rank for tile in tiles} == {rank}
        assert picture.name == " and ".join(tile.english for tile in tiles)
        copies = {tile.copies for tile in tiles}
        words = {(1, 2): "two in the set", (1, 1): "one in the set", (2, 1): "one of each"}
        assert picture.note == f"{tiles[0].kind}, {words[len(tiles), copies.pop()]}"
        seen += tiles
    assert sorted(map(str, seen)) == sorted(map(str, FACES))
