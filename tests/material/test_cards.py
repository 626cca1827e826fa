"""The 53 cards and how they are written."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given

from paigow.faults import BadInput
from paigow.material import CARDS, JOKER, Card, cards_text, parse_card, parse_cards
from paigow.material.cards import RANK_NAMES, SUITS, card_at
from paigow.material.tiles import tiles_named
from tests.material.strategies import card_hands, cards
from tests.rules import rule


@rule("maryland-poker 3.A(1)", "maryland-poker 3.A(3)(b)", "rock-island-poker 2")
def test_a_deck_is_52_cards_and_one_joker() -> None:
    assert len(set(CARDS)) == len(CARDS) == 53 == 13 * 4 + 1
    assert {(card.rank, card.suit) for card in CARDS[:52]} == {
        (rank, suit) for rank in range(2, 15) for suit in "cdhs"
    }
    assert [card for card in CARDS if card.is_joker] == [JOKER]
    assert divmod(len(CARDS), 7) == (7, 4)  # seven stacks of seven, and four left over


def test_a_card_stands_at_its_index() -> None:
    assert [card.index for card in CARDS] == list(range(53))
    assert all(card_at(rank, suit) is parse_card(f"{rank}{suit}") for rank in range(2, 11) for suit in SUITS)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("As", "ace of spades"),
        ("10h", "ten of hearts"),
        ("Th", "ten of hearts"),
        ("2c", "two of clubs"),
        ("Jd", "jack of diamonds"),
        ("Jo", "joker"),
        ("joker", "joker"),
        ("A♠", "ace of spades"),
        ("Q♥️", "queen of hearts"),
        ("kD", "king of diamonds"),
    ],
)
def test_a_card_goes_by_rank_and_suit(text: str, name: str) -> None:
    assert parse_card(text).name == name


def test_cards_can_be_written_without_blanks() -> None:
    spaced = parse_cards("As Kd Jo Qc 10h 9s 4d")
    for text in ("AsKdJoQc10h9s4d", "askdjkqcth9s4d", "A♠K♦ ★Q♣10♥, 9♠4♦", "AsKdJokerQcTh9s4d"):
        assert parse_cards(text) == spaced
    with pytest.raises(BadInput, match="there is no card 'AsKx'"):
        parse_cards("AsKx")
    with pytest.raises(BadInput, match="appears twice"):
        parse_cards("AsKdAs")


def test_no_word_is_both_a_card_and_a_tile() -> None:
    assert [str(card) for card in CARDS if tiles_named(str(card))] == []
    assert tiles_named("joker") == tiles_named("Th") == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "As Xd",
            "there is no card 'Xd' (at character 4); 'X' isn't a rank: use A, K, Q, J, 10",
        ),
        ("As Kx", "there is no card 'Kx' (at character 4); 'x' isn't a suit: use c, d, h, or s"),
        ("10", "there is no card '10' (at character 1); say its suit: 10c, 10d, 10h or 10s"),
        ("1h", "there is no card '1h' (at character 1); '1' isn't a rank"),
        ("6-6", "there is no card '6-6' (at character 1); a card is a rank and a suit"),
        ("As Kd as", "As (the ace of spades) appears twice; a deck has only one"),
        ("Jo joker", "Jo (the joker) appears twice; a deck has only one"),
        ("s", "there is no card 's' (at character 1); a card is a rank and a suit"),
    ],
)
def test_what_is_not_understood_is_said_with_its_place_and_what_would_do(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as fault:
        parse_cards(text)
    assert str(fault.value).startswith(sentence)


def test_a_wrong_number_is_said() -> None:
    with pytest.raises(BadInput, match="1 card in 'As'; 2 are needed"):
        parse_cards("As", count=2)


@given(cards)
def test_what_is_printed_reads_back_as_the_same_card(card: Card) -> None:
    assert parse_card(str(card)) is card
    assert eval(repr(card), {"Card": Card}) is card  # noqa: S307 - the repr is ours


@given(card_hands(7))
def test_a_printed_hand_reads_back(hand: tuple[Card, ...]) -> None:
    assert parse_cards(cards_text(hand)) == hand


@given(cards)
def test_a_pickled_or_copied_card_is_the_same_object(card: Card) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(card, protocol)) is card  # noqa: S301 - pickled a line ago
    assert copy.copy(card) is card
    assert copy.deepcopy(card) is card


def test_every_rank_has_a_name() -> None:
    assert sorted(RANK_NAMES) == list(range(2, 15))
