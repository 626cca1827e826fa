"""Published outcomes, and outcomes that follow from published rules by hand; each row names which."""

from __future__ import annotations

import pytest

from paigow.houseways import load_way
from paigow.houseways.poker import rank_named
from paigow.houseways.tiles import kinds_named
from paigow.material.cards import Card, parse_cards
from paigow.material.tiles import Tile
from tests.houseways.pieces import rows_of, tiles_of

TILE_ROWS = list(rows_of("tiles.tsv"))
CARD_ROWS = list(rows_of("cards.tsv"))


def identify(row: dict[str, str]) -> str:
    return f"{row['way']}: {row['hand']} ({row['standing']})"


@pytest.mark.parametrize("row", TILE_ROWS, ids=identify)
def test_tiles_are_set_as_the_source_says(row: dict[str, str]) -> None:
    setting = load_way(row["way"]).set(tiles_of(row["hand"]))
    got = [
        sorted(tile.kind for tile in half if isinstance(tile, Tile)) for half in (setting.low, setting.high)
    ]
    wanted = [sorted(kinds_named(code)[1][0] for code in half.split()) for half in row["setting"].split("/")]
    assert got == wanted, row["why"]


@pytest.mark.parametrize("row", CARD_ROWS, ids=identify)
def test_cards_are_set_as_the_source_says(row: dict[str, str]) -> None:
    setting = load_way(row["way"]).set(parse_cards(row["hand"]))
    got = sorted(card.rank for card in setting.low if isinstance(card, Card))
    assert got == sorted(rank_named(sign) for sign in row["low"].split()), row["why"]


def test_every_vector_says_whether_its_source_states_it() -> None:
    assert {row["standing"] for row in TILE_ROWS + CARD_ROWS} == {"stated", "derived"}


def test_the_straight_stays_high_where_the_source_states_only_that() -> None:
    """MGM-style, two low pairs without an ace: the source says the straight is played."""
    decision = load_way("mgm").explain(parse_cards("2s 2h 3d 3c 4s 5h 6d")).decision
    assert decision.high_name == "six-high straight"
