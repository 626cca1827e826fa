"""Seen tiles and cards: against hands dealt one by one, and against sums over all possible sights."""

from __future__ import annotations

import json
from collections import Counter
from math import comb
from pathlib import Path

import numpy as np
import pytest

import paigow
from paigow.cli.application import run
from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.material.cards import CARDS, JOKER, Card
from paigow.material.tiles import TILES, Tile, parse_tiles
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import count_relations
from paigow.odds.counting.decks import CountedDeck
from paigow.odds.counting.known import NOTHING_KNOWN, Known
from paigow.odds.counting.one_hand import best_settings
from paigow.odds.counting.tile_deals import as_set, count_replies, hands_left, tally_choices, tile_hands
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.runs.shards import Run
from paigow.ranks.comparing import Outcome
from tests.odds import brute_cards, brute_tiles
from tests.odds.card_ways import MIDDLE, SMALL, at_random, best_high
from tests.odds.test_cards import plainly
from tests.rules import rule


def single(tiles: tuple[Tile, ...], taken: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Single tiles of these faces that nobody has taken."""
    found: tuple[int, ...] = ()
    for tile in tiles:
        found += (next(n for n, other in enumerate(TILES) if other is tile and n not in taken + found),)
    return found


@pytest.mark.parametrize(
    ("out", "shown"),
    [("4-4", ""), ("6-6 6-6 4-5 1-2", ""), ("", "4-4"), ("6-6 2-4", "6-6 1-2"), ("", "1-1 4-4 3-6 1-4")],
)
def test_tiles_dealt_one_by_one_from_what_is_left_give_the_same_integers(out: str, shown: str) -> None:
    kinds = brute_tiles.EIGHT_KINDS
    known = Known(parse_tiles(out), parse_tiles(shown))
    hands = hands_left(tile_hands(kinds), known)
    opponent = as_set(hands, np.zeros(len(hands), dtype=np.int64))
    replies = count_replies(hands, opponent, Role.PLAYER, known=known)
    tally = tally_choices(hands, replies, hands.counts - 1)
    gone = single(known.out)
    dealers = single(known.opponent, gone)
    counts: Counter[Outcome] = Counter()
    lows = {
        hand: brute_tiles.highest_low(brute_tiles.tiles_of(hand))
        for hand in brute_tiles.physical_hands(kinds, gone + dealers)
    }
    for reply in brute_tiles.physical_hands(kinds, gone):
        if set(dealers) <= set(reply):
            theirs = brute_tiles.highest_high(brute_tiles.tiles_of(reply))
            for hand, mine in lows.items():
                if not {*hand} & {*reply}:
                    counts[brute_tiles._compared(mine, theirs, True)[0]] += 1
    found = (tally.win, tally.push, tally.lose)
    assert found == (counts[Outcome.WIN], counts[Outcome.PUSH], counts[Outcome.LOSE])
    left = 16 - len(gone)
    assert tally.total == comb(left - len(dealers), 4 - len(dealers)) * comb(left - 4, 4)


def test_all_that_can_be_seen_of_tiles_adds_up_to_nothing_seen() -> None:
    """Law of total probability: one tile out, each of 32 in turn, is every deal 24 times over.

    A deal to two hands leaves 24 tiles that may be the one out.
    """
    way = load_way("traditional")
    whole = tile_tally(way, way, Role.PLAYER)
    parts = [tile_tally(way, way, Role.PLAYER, known=Known((tile,))) for tile in TILES]
    for outcome in ("win", "push", "lose", "low_copies", "zero_lows"):
        assert sum(getattr(part, outcome) for part in parts) == 24 * getattr(whole, outcome)
    # Of the dealer's four tiles each may be the one shown.
    shown = [tile_tally(way, way, Role.PLAYER, known=Known((), (tile,))) for tile in TILES]
    assert sum(part.win for part in shown) == 4 * whole.win
    assert sum(part.total for part in shown) == 4 * whole.total


def test_knowing_more_never_costs_best_play_anything() -> None:
    way = load_way("traditional")
    blind = tile_tally(None, way, Role.PLAYER).value
    by_tile = [tile_tally(None, way, Role.PLAYER, known=Known((), (tile,))) for tile in TILES]
    assert sum(part.value for part in by_tile) / len(TILES) > blind


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(
    ("deck", "out", "shown"), [(SMALL, 2, 0), (SMALL, 0, 1), (MIDDLE, 5, 2), (MIDDLE, 0, 7)], ids=str
)
def test_cards_dealt_one_by_one_from_what_is_left_give_the_same_integers(
    deck: CountedDeck, out: int, shown: int, role: Role
) -> None:
    dealer = at_random(deck, 5)
    plain, other = brute_cards.plain_deck(deck), plainly(dealer)
    chance = np.random.default_rng(out + 10 * shown)
    for row in chance.integers(len(dealer), size=12).tolist():
        hand = [CARDS[card] for card in dealer.hands.cards[row]]
        rest = [CARDS[n] for n in deck.card_indexes if CARDS[n] not in hand]
        taken = [rest[n] for n in chance.permutation(len(rest))[: out + shown]]
        known = Known(tuple(taken[:out]), tuple(taken[out:]))
        gone = sum(1 << card.index for card in (*hand, *known.out))
        must = sum(1 << card.index for card in known.opponent)
        beside = plain.rows[(plain.masks & gone == 0) & (plain.masks & must == must)]
        low, high = other.low[beside], other.high[beside]
        dealt = []
        for number in np.flatnonzero(~plain.fouled[row]).tolist():
            mine = plain.low[row, number], plain.high[row, number]
            level = role is Role.BANK
            halves = [
                (mine[0] > low) | (level & (mine[0] == low)),
                (mine[1] > high) | (level & (mine[1] == high)),
            ]
            lose, push, win = np.bincount(halves[0].astype(int) + halves[1], minlength=3).tolist()
            dealt.append((win, push, lose))
        found = best_settings(hand, dealer, role, known=known)
        assert sorted((each.win, each.push, each.lose) for each in found) == sorted(dealt)
        assert found[0].total == comb(len(deck) - 7 - out - shown, 7 - shown)


@rule("R151")
@pytest.mark.parametrize(
    ("deck", "out", "seed"), [(SMALL, 3, 1), (SMALL, 1, 2), (MIDDLE, 5, 3), (MIDDLE, 6, 4), (MIDDLE, 7, 5)]
)
def test_ways_from_what_is_left_of_a_deck_count_as_dealt_one_by_one(
    deck: CountedDeck, out: int, seed: int, tmp_path: Path
) -> None:
    """Five ranks and the joker make flushes, for which the exact suits left matter."""
    player, dealer = at_random(deck, seed), best_high(deck)
    gone = np.random.default_rng(seed).permutation(deck.card_indexes)[:out].tolist()
    counted = count_relations(
        player, dealer, Run(workers=1, directory=tmp_path), [CARDS[card] for card in gone]
    )
    plain, mine, theirs = brute_cards.plain_deck(deck), plainly(player), plainly(dealer)
    there = np.flatnonzero(plain.masks & sum(1 << card for card in gone) == 0)
    masks, rows = plain.masks[there], plain.rows[there]
    dealt = np.zeros((3, 3), dtype=np.int64)
    for mask, row in zip(masks.tolist(), rows.tolist(), strict=True):
        beside = rows[masks & mask == 0]
        low = np.sign(mine.low[row] - theirs.low[beside]) + 1
        high = np.sign(mine.high[row] - theirs.high[beside]) + 1
        dealt += np.bincount(3 * low + high, minlength=9).reshape(3, 3)
    assert np.array(counted.counts).tolist() == dealt.tolist()
    assert counted.total == comb(len(deck) - out, 7) * comb(len(deck) - out - 7, 7)


@rule("R151")
def test_all_cards_that_can_be_out_add_up_to_none_out(tmp_path: Path) -> None:
    """A deal to two hands leaves 3 of 17 cards that may be the one out: every deal three times over."""
    player, dealer, here = at_random(SMALL, 7), best_high(SMALL), Run(workers=1, directory=tmp_path)
    parts = [count_relations(player, dealer, here, [CARDS[card]]).counts for card in SMALL.card_indexes]
    whole = count_relations(player, dealer, here).counts
    assert np.array(parts).sum(axis=0).tolist() == (3 * np.array(whole)).tolist()


def test_the_joker_can_be_out_or_the_dealers() -> None:
    dealer = at_random(SMALL, 6)
    hand = next(row for row in dealer.hands.cards if JOKER.index not in row)
    cards = [CARDS[card] for card in hand]
    every: list[Known[Card]] = [NOTHING_KNOWN, Known((JOKER,)), Known((), (JOKER,))]
    anything, out, shown = (
        best_settings(cards, dealer, Role.PLAYER, known=known)[-1].total for known in every
    )
    assert (out, shown) == (comb(9, 7), comb(9, 6))
    assert anything == out + shown


def test_the_library_takes_text_and_pieces() -> None:
    hand = "6-6 4-5 2-2 1-3"
    by_text = paigow.best_settings(hand, seen="6-6 5-6", dealer_shows="4-6")
    by_tile = paigow.best_settings(hand, seen=parse_tiles("6-6 5-6"), dealer_shows=parse_tiles("4-6"))
    assert by_text == by_tile
    assert paigow.best(hand, seen="6-6 5-6", dealer_shows="4-6") == by_text.best
    assert by_text.best.total == comb(32 - 4 - 2 - 1, 3)


@pytest.mark.parametrize(
    ("seen", "shows", "problem"),
    [
        ("6-6 6-6", "", "appears 3 times"),
        ("", "2-2 2-2 1-3", "appears 3 times"),
        ("", "4-6 4-6 5-6 5-6 1-6", "it has 4"),
        ("As", "", "there is no tile"),
    ],
)
def test_what_cannot_have_been_seen_is_rejected(seen: str, shows: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        paigow.best_settings("6-6 4-5 2-2 1-3", seen=seen, dealer_shows=shows)


def test_so_much_seen_that_no_two_hands_are_left_is_rejected() -> None:
    every = " ".join(map(str, TILES[:25]))
    assert run(["odds", "commission-tiles", "--seen", every]) == 3


def test_commands_count_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["best", "6-6 4-5 2-2 1-3", "--seen", "6-6 4-6", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["replies"], found["seen"]) == (comb(26, 4), "6-6 4-6")
    assert run(["odds", "commission-tiles", "--seen", "6-6 6-6 2-4", "--as", "player", "--json"]) == 0
    wagers = json.loads(capsys.readouterr().out)["wagers"]
    assert [each["total"] for each in wagers] == [comb(29, 4) * comb(25, 4)]
    for more in (["--seen", "As", "--player", "best"], ["--dealer-shows", "As"]):
        assert run(["odds", "maryland-poker", "--wager", "main", *more]) == 3
        assert "or count one hand" in capsys.readouterr().err
