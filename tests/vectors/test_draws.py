"""The program's draws from a seed match the shared vectors."""

from __future__ import annotations

from typing import Any

import pytest

from paigow.material.shuffling import between, dice_from, draws, shuffled
from paigow.table.deal.commitments import FEWEST, MOST
from paigow.table.deal.first_seeds import first_commitment, first_mix
from paigow.table.deal.mixing import OpenedWord, beacon_randomness, mix, seed_commitment, word_commitment
from paigow.table.game import ALL_CARDS, ALL_TILES
from tests.rules import rule
from tests.vectors import load_rounds, load_vectors

PIECES = {"tiles": ALL_TILES, "cards": ALL_CARDS}
VECTORS = load_vectors()
Record = dict[str, Any]


def _key(vector: Record) -> bytes:
    return bytes.fromhex(vector["key"])


@rule("R60")
def test_seals_and_words_are_as_the_vectors_say() -> None:
    for vector in VECTORS["seals"]:
        assert first_commitment(bytes.fromhex(vector["seed"])) == vector["commitment"]
    for vector in VECTORS["mixes"]:
        words = [(person, words) for person, words in vector["words"]]
        assert first_mix(bytes.fromhex(vector["seed"]), words).hex() == vector["key"]


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
    """Words count from the next draw on, and every draw is labeled with the version before it."""
    seed = bytes.fromhex(vector["seed"])
    assert first_commitment(seed) == vector["sealed"]
    words: list[tuple[str, str]] = []
    for step in vector["steps"]:
        event, key, label = step["event"], first_mix(seed, words), step["before"]
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


@rule("R95", "R96", "R97", "R98")
@pytest.mark.parametrize("vector", load_rounds(), ids=lambda vector: f"{vector['table']} {vector['round']}")
def test_rounds_are_mixed_and_drawn_as_the_vectors_say(vector: Record) -> None:
    seed, table, number = bytes.fromhex(vector["seed"]), vector["table"], vector["round"]
    assert seed_commitment(table, number, seed) == vector["sealed"]
    listed: dict[str, Record] = {}
    words: list[OpenedWord] = []
    key = mix(seed, table, number)
    for event in (step["event"] for step in vector["steps"]):
        match event["event"]:
            case "commitment-published":
                assert event["commitment"] == vector["sealed"]
            case "words-listed":
                listed = {each["person"]: each for each in event["words"]}
            case "word-opened":
                salt, word = bytes.fromhex(event["salt"]), listed[event["person"]]
                said = word_commitment(table, number, event["person"], event["word"], salt)
                assert said == word["commitment"]
                words.append(OpenedWord(word["position"], event["person"], event["word"], salt))
            case "words-closed":
                key = mix(seed, table, number, words)
            case "beacon-mixed":
                key = mix(seed, table, number, words, beacon_randomness(event["signature"]))
            case _:
                _is_drawn(key, vector["game"], event)
    assert key.hex() == vector["mix"]


def _is_drawn(key: bytes, game: str, event: Record) -> None:
    number = event["draw"]
    match event["event"]:
        case "order-fixed":
            assert list(shuffled(key, f"order {number}", PIECES[game])) == event["pieces"]
            if event["cut_draw"]:
                assert between(key, f"cut {event['cut_draw']}", FEWEST, MOST) == event["cut_at"]
        case "dice-shaken":
            assert list(dice_from(key, f"dice {number}").values) == event["dice"]
        case "cards-cut":
            assert between(key, f"cut {number}", FEWEST, MOST) == event["depth"]
        case "start-found":
            assert between(key, f"start {number}", 1, 7) == event["number"]
        case "exposed-while-stacking":
            assert ALL_TILES[between(key, f"exposed {number}", 0, 31)] == event["tile"]
        case other:
            raise AssertionError(other)
