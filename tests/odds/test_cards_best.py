"""The best setting of card hands: reduced decks against every reply dealt, and best play against ways."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.material.cards import CARDS, parse_cards
from paigow.odds.counting import Role, card_shards
from paigow.odds.counting.card_deals import best_play, count_relations, deals
from paigow.odds.counting.decks import FULL, CountedDeck
from paigow.odds.counting.one_hand import best_settings
from paigow.odds.counting.strengths import hand_strengths, portable
from paigow.odds.runs.progress import listening
from paigow.odds.runs.shards import Run
from paigow.odds.runs.storage import Arrays
from paigow.ranks.batch import SETTINGS
from tests.odds import brute_cards as brute
from tests.odds.card_ways import BARE, MIDDLE, SMALL, at_random, best_high, best_low
from tests.odds.test_cards import plainly
from tests.rules import rule


@pytest.fixture
def here(tmp_path: Path) -> Run:
    return Run(workers=1, directory=tmp_path)


@rule("R11")
@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(("deck", "step"), [(SMALL, 1), (BARE, 1), (MIDDLE, 50)], ids=str)
def test_the_best_setting_is_the_best_of_all_as_dealt(
    deck: CountedDeck, step: int, role: Role, here: Run
) -> None:
    """The objective is 0.95 win - lose in twentieths; ties go to the highest high, then low hand."""
    dealer = best_low(deck)
    best = best_play(dealer, role, here)
    plain, other = brute.plain_deck(deck), plainly(dealer)
    for n in range(0, len(dealer), step):
        found = brute.settings_of(deck, n, other, role)
        merits = {number: 19 * win - 20 * lose for number, win, _, lose in found}
        first = max(merits, key=lambda s: (merits[s], plain.high[n, s], plain.low[n, s]))
        (wanted,) = [tuple(fates) for number, *fates in found if number == first]
        assert (best.hands.win[n], best.hands.push[n], best.hands.lose[n]) == wanted
        chosen = int(best.choice[n])
        assert plain.high[n, chosen] == plain.high[n, first]
        assert plain.low[n, chosen] == plain.low[n, first]


@pytest.mark.parametrize("role", Role)
def test_every_setting_of_some_hands_is_counted_as_dealt(role: Role) -> None:
    dealer = best_low(SMALL)
    other = plainly(dealer)
    rows = np.arange(0, len(dealer), 7, dtype=np.int32)
    win, lose, fouled = card_shards.count_settings(dealer, rows, role)
    for place, row in enumerate(rows.tolist()):
        wanted = brute.settings_of(SMALL, row, other, role)
        assert np.flatnonzero(~fouled[place]).tolist() == [number for number, *_ in wanted]
        assert [(n, win[place, n], lose[place, n]) for n, *_ in wanted] == [
            (number, wins, losses) for number, wins, _, losses in wanted
        ]


@pytest.mark.parametrize("role", Role)
def test_best_play_is_a_way_with_the_counts_it_says_and_no_way_does_better(role: Role, here: Run) -> None:
    dealer = best_high(MIDDLE)
    best = best_play(dealer, role, here)
    tally = count_relations(hand_strengths(best.choice, deck=MIDDLE), dealer, here).tally(role)
    assert (best.win, best.push, best.lose) == (tally.win, tally.push, tally.lose)
    assert best.total == deals(MIDDLE)
    assert best.value == Fraction(19 * best.win - 20 * best.lose, 20 * deals(MIDDLE)) == tally.value
    for way in (best_low(MIDDLE), best_high(MIDDLE), at_random(MIDDLE, 7)):
        assert count_relations(way, dealer, here).tally(role).value <= best.value


def test_without_vigorish_best_play_weighs_wins_and_losses_alike(here: Run) -> None:
    dealer = best_low(SMALL)
    plain = best_play(dealer, Role.PLAYER, here, merits=(1, 1))
    taxed = best_play(dealer, Role.PLAYER, here)
    assert plain.win - plain.lose >= taxed.win - taxed.lose
    assert plain.value == Fraction(plain.win - plain.lose, plain.total)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("deck", [SMALL, MIDDLE], ids=str)
def test_the_settings_of_one_hand_have_the_counts_of_all_replies(deck: CountedDeck, role: Role) -> None:
    dealer = best_low(deck)
    other = plainly(dealer)
    for n in range(3, len(dealer), len(dealer) // 20):
        hand = [CARDS[card] for card in dealer.hands.cards[n]]
        found = best_settings(hand[::-1], dealer, role)
        fates = [(each.win, each.push, each.lose) for each in found]
        dealt = brute.settings_of(deck, n, other, role)
        assert sorted(fates) == sorted(tuple(fates) for _, *fates in dealt)
        by_setting = {SETTINGS[number]: tuple(fates) for number, *fates in dealt}
        for each in found:
            places = tuple(hand.index(card) for card in each.setting.low)
            assert by_setting[places[0], places[1]] == (each.win, each.push, each.lose)
            total = each.win + each.push + each.lose
            assert each.value == Fraction(19 * each.win - 20 * each.lose, 20 * total)
        assert [each.value for each in found] == sorted((each.value for each in found), reverse=True)


def test_both_methods_choose_alike(here: Run) -> None:
    """Shared cards for all hands at once, reply by reply for one: two ways to the same counts."""
    dealer = at_random(MIDDLE, 8)
    for role in Role:
        best = best_play(dealer, role, here)
        for n in np.random.default_rng(9).integers(len(dealer), size=50).tolist():
            first = best_settings([CARDS[card] for card in dealer.hands.cards[n]], dealer, role)[0]
            assert (first.win, first.lose) == (best.hands.win[n], best.hands.lose[n])


def test_only_seven_different_cards_of_the_deck_are_a_hand() -> None:
    dealer = best_low(SMALL)
    for text in ("As Ah Ad", "As Ah Ad Ac 9h 9d 9c"):
        with pytest.raises(BadInput, match="seven different cards are needed"):
            best_settings(parse_cards(text), dealer, Role.PLAYER)


@pytest.mark.parametrize("deck", [BARE, MIDDLE], ids=str)
def test_counts_cut_off_at_some_shared_cards_bound_the_true_ones(deck: CountedDeck) -> None:
    """Bonferroni: too large after an even number of shared cards, else too small, by the next term."""
    dealer = best_low(deck)
    rows = np.arange(len(dealer), dtype=np.int32)
    asked = card_shards._asked(rows, dealer.high, dealer.low, Role.BANK)
    counts = np.zeros((len(rows), 3), dtype=np.int64)
    cut_off = {}
    for sizes in card_shards.BY_ROWS:
        card_shards._count_by_rows(dealer, asked, sizes, counts)
        cut_off[sizes[-1]] = counts // 24
    card_shards._win_and_lose(dealer, asked, counts)
    for shared, partly in cut_off.items():
        next_term = comb(7, shared + 1) * comb(len(deck) - shared - 1, 7 - shared - 1)
        excess = (partly - counts) * (-1) ** shared
        assert excess.min() >= 0
        assert excess.max() <= next_term


@pytest.mark.parametrize("deck", [BARE, MIDDLE], ids=str)
def test_a_shard_counts_the_same_in_pieces_and_tells_each(
    deck: CountedDeck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    way, other = (portable(side, tmp_path) for side in (at_random(deck, 8), best_low(deck)))
    some = len(best_low(deck)) // 3, len(best_low(deck))
    shards: list[Callable[[], Arrays]] = [
        lambda: card_shards.hands_shard(way, other, "bank", *some),
        lambda: card_shards.best_shard(other, (19, 20), *some),
        lambda: card_shards.face_up_shard(other, *some),
    ]
    for shard in shards:
        told: list[float] = []
        with listening(told.append):
            cut = shard()
        # Four sweeps and the nearest replies, in up to 16 pieces each; the last of all isn't told.
        assert 5 * 8 < len(told) < 5 * 16
        assert told == sorted(told)
        assert max(np.diff(told, prepend=0, append=1)) < 0.05
        with monkeypatch.context() as patch:
            patch.setattr(card_shards, "_PIECES", 1)
            whole = shard()
        assert cut.keys() == whole.keys()
        assert all((cut[name] == whole[name]).all() for name in cut)


def test_only_settings_that_cannot_be_best_leave_the_running() -> None:
    """Full deck, five shared cards counted: F, H and L lack at most 7 * 47 = 329 each.

    So the merit 20 * (H + L) - F can rise by 20 * 2 * 329 or fall by 329 before all terms are counted.
    """
    slack = 20 * 2 * 329 + 329
    rows = np.array([5, 5, 6, 6, 7], dtype=np.int32)
    lacking = [0, slack - 1, 0, slack, 10**6]
    counts = 24 * np.array([[lack, 30_000, 20_000] for lack in lacking], dtype=np.int64)
    kept = card_shards._in_the_running(FULL, rows, counts, 5, (19, 20))
    assert kept.tolist() == [True, True, True, True, True]
    counts[3, 0] += 24
    kept = card_shards._in_the_running(FULL, rows, counts, 5, (19, 20))
    assert kept.tolist() == [True, True, True, False, True]
