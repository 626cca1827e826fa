"""The program draws from a seed what the shared vectors say."""

from __future__ import annotations

from typing import Any

import pytest

from paigow.material.shuffling import between, dice_from, draws, shuffled
from paigow.table.deal.card_cutting import FEWEST, MOST
from paigow.table.deal.sealing import commitment_to, mixed
from paigow.table.game import ALL_CARDS, ALL_TILES
from tests.rules import rule
from tests.vectors import load_vectors

PIECES = {"tiles": ALL_TILES, "cards": ALL_CARDS}
VECTORS = load_vectors()
Record = dict[str, Any]


def _key(vector: Record) -> bytes:
    return bytes.fromhex(vector["key"])


@rule("R60")
def test_seals_and_words_are_as_the_vectors_say() -> None:
    for vector in VECTORS["seals"]:
        assert commitment_to(bytes.fromhex(vector["seed"])) == vector["commitment"]
    for vector in VECTORS["mixes"]:
        words = [(person, words) for person, words in vector["words"]]
        assert mixed(bytes.fromhex(vector["seed"]), words).hex() == vector["key"]


@rule("R60")
def test_draws_are_as_the_vectors_say() -> None:
    for vector in VECTORS["streams"]:
        assert draws(_key(vector), vector["label"], vector["bounds"]) == vector["draws"]
    for vector in VECTORS["orders"]:
        assert list(shuffled(_key(vector), vector["label"], PIECES[vector["pieces"]])) == vector["order"]
    for vector in VECTORS["dice"]:
        assert list(dice_from(_key(vector), vector["label"]).values) == vector["dice"]
    for vector in VECTORS["numbers"]:
        found = between(_key(vector), vector["label"], vector["first"], vector["last"])
        assert found == vector["number"]
    assert any(vector["first"] == FEWEST and vector["last"] == MOST for vector in VECTORS["numbers"])


@rule("R60")
@pytest.mark.parametrize("vector", VECTORS["rounds"], ids=lambda vector: str(vector["game"]))
def test_the_draws_of_a_round_are_as_the_vectors_say(vector: Record) -> None:
    """Words count from the draw after them on, and every draw is labelled with the version before it."""
    seed = bytes.fromhex(vector["seed"])
    assert commitment_to(seed) == vector["sealed"]
    words: list[tuple[str, str]] = []
    for step in vector["steps"]:
        event, key, label = step["event"], mixed(seed, words), step["before"]
        match event["event"]:
            case "words-added":
                words.append((event["person"], event["words"]))
            case "tiles-washed" | "cards-shuffled":
                assert list(shuffled(key, f"{label}/order", PIECES[vector["game"]])) == event["order"]
            case "dice-shaken":
                assert list(dice_from(key, f"{label}/dice").values) == event["dice"]
            case "start-found":
                assert between(key, f"{label}/start", 1, 7) == event["number"]
            case "cards-cut":
                assert between(key, f"{label}/cut", FEWEST, MOST) == event["depth"]
            case other:
                raise AssertionError(other)
