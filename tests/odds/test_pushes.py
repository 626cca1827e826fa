"""Main wagers that push on some dealer hands: against each pair dealt, and the rule in the keys."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from paigow.books.cited import Cite
from paigow.books.sections import Main, Push
from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.cards import CARDS
from paigow.odds.answering import Counting, Question, answer
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.card_deals import CardCounting, best_play, count_hands, count_relations, deals
from paigow.odds.counting.decks import CountedDeck
from paigow.odds.counting.one_hand import best_settings
from paigow.odds.counting.strengths import (
    DealerPushes,
    HandStrengths,
    _nothing_high,
    dealer_strengths,
    deck_hands,
    hand_strengths,
    portable,
    restored,
    way_strengths,
    with_pushes,
)
from paigow.odds.game_rules import GameRules
from paigow.odds.runs.shards import Run
from paigow.odds.simulation.rounds import CardRounds, card_dealing
from paigow.odds.simulation.sampling import simulate
from paigow.odds.subject import subject_of
from paigow.ranks.comparing import Outcome, compare_cards
from paigow.ranks.lines import lines_made
from paigow.ranks.poker import Order
from paigow.wagers.money import Vigorish
from tests.odds import brute_cards as brute
from tests.odds.card_ways import SMALL, at_random, best_high, best_low
from tests.odds.plain_chance import PlainChance
from tests.odds.test_cards import plainly

LOWEST = CountedDeck((2, 3, 4, 5, 7), joker=False)
"""Here a player can set 7-5-4-3-2, the lowest possible high hand."""

Bools = npt.NDArray[np.bool_]


@pytest.fixture
def here(tmp_path: Path) -> Run:
    return Run(workers=1, directory=tmp_path)


def some_hands(dealer: HandStrengths, seed: int = 1) -> Bools:
    """About a third of all classes."""
    return np.random.default_rng(seed).random(len(dealer)) < 1 / 3


def dealt(
    deck: CountedDeck, row: int, dealer: HandStrengths, pushes: Bools
) -> dict[int, tuple[int, int, int]]:
    """For each setting of a hand that isn't fouled: its wins, pushes, and losses, reply by reply."""
    plain, way = brute.plain_deck(deck), plainly(dealer)
    beside = plain.rows[plain.masks & plain.class_masks[row] == 0]
    others = beside[~pushes[beside]]
    found = {}
    for number in np.flatnonzero(~plain.fouled[row]).tolist():
        low, high = plain.low[row, number], plain.high[row, number]
        halves = (low > way.low[others]).astype(int) + (high > way.high[others])
        lose, push, win = np.bincount(halves, minlength=3).tolist()
        found[number] = (win, push + int(pushes[beside].sum()), lose)
    return found


@pytest.mark.parametrize("seed", [1, 2])
def test_a_pushing_dealer_counts_as_every_pair_dealt(seed: int, here: Run) -> None:
    player, plain_dealer = at_random(SMALL, seed), best_low(SMALL)
    pushes = some_hands(plain_dealer, seed)
    dealer = with_pushes(plain_dealer, pushes)
    tally = count_relations(player, dealer, here).tally(Role.PLAYER)
    hands = count_hands(player, dealer, Role.PLAYER, here)
    sums = np.zeros(3, dtype=np.int64)
    for row, weight in enumerate(player.hands.weights.tolist()):
        fates = dealt(SMALL, row, plain_dealer, pushes)[int(player.choice[row])]
        assert (hands.win[row], hands.push[row], hands.lose[row]) == fates
        sums += weight * np.array(fates)
    assert (tally.win, tally.push, tally.lose) == tuple(sums.tolist())
    assert tally.total == deals(SMALL)


def test_the_best_setting_against_a_pushing_dealer_is_the_best_as_dealt(here: Run) -> None:
    """Without vigorish: even money."""
    plain_dealer = best_high(SMALL)
    pushes = some_hands(plain_dealer, 3)
    best = best_play(with_pushes(plain_dealer, pushes), Role.PLAYER, here, merits=(1, 1))
    for row in range(0, len(plain_dealer), 7):
        fates = dealt(SMALL, row, plain_dealer, pushes).values()
        assert best.hands.win[row] - best.hands.lose[row] == max(win - lose for win, _, lose in fates)
    tally = count_relations(hand_strengths(best.choice, deck=SMALL), with_pushes(plain_dealer, pushes), here)
    assert tally.tally(Role.PLAYER).win == best.win
    assert best.value == Fraction(best.win - best.lose, deals(SMALL))


def test_the_lowest_high_hand_still_pushes(here: Run) -> None:
    """A player's 7-5-4-3-2 isn't taken for a copy of a pushing hand."""
    plain_dealer, player = best_high(LOWEST), at_random(LOWEST, 5)
    pushes = some_hands(plain_dealer, 4)
    dealer = with_pushes(plain_dealer, pushes)
    hands = count_hands(player, dealer, Role.PLAYER, here)
    lowest = np.flatnonzero(player.high == 0)
    assert len(lowest) > 3
    for row in lowest.tolist():
        fates = dealt(LOWEST, row, plain_dealer, pushes)
        assert (hands.win[row], hands.push[row], hands.lose[row]) == fates[int(player.choice[row])]
        found = best_settings([CARDS[card] for card in player.hands.cards[row]], dealer, Role.PLAYER)
        assert sorted((each.win, each.push, each.lose) for each in found) == sorted(fates.values())


def test_one_hand_against_a_pushing_dealer_has_the_values_dealt() -> None:
    plain_dealer = best_low(SMALL)
    pushes = some_hands(plain_dealer, 6)
    for row in range(3, len(plain_dealer), len(plain_dealer) // 20):
        hand = [CARDS[card] for card in plain_dealer.hands.cards[row]]
        found = best_settings(hand, with_pushes(plain_dealer, pushes), Role.PLAYER, Fraction(1))
        fates = sorted(dealt(SMALL, row, plain_dealer, pushes).values())
        assert sorted((each.win, each.push, each.lose) for each in found) == fates
        assert [each.value for each in found] == sorted(
            (Fraction(win - lose, win + push + lose) for win, push, lose in fates), reverse=True
        )


def test_the_rule_is_part_of_the_key_and_travels_with_the_way(tmp_path: Path) -> None:
    """Counts of one dealer are never used for another whose wagers push on other hands."""
    plain_dealer = best_low(SMALL)
    dealers = [plain_dealer, *(with_pushes(plain_dealer, some_hands(plain_dealer, n)) for n in (1, 2))]
    assert len({dealer.key for dealer in dealers}) == 3
    assert len({portable(dealer, tmp_path) for dealer in dealers}) == 3
    for dealer in dealers:
        again = restored(portable(dealer, tmp_path))
        assert again.key == dealer.key
        assert (again.high == dealer.high).all()
        assert (again.low == dealer.low).all()
        assert again.least_high_against == dealer.least_high_against


def test_kept_counts_of_another_rule_are_not_taken(here: Run) -> None:
    player, plain_dealer = best_high(SMALL), best_low(SMALL)
    dealer = with_pushes(plain_dealer, some_hands(plain_dealer))
    counted = [count_relations(player, each, here) for each in (plain_dealer, dealer, plain_dealer, dealer)]
    assert counted[:2] == counted[2:]
    assert counted[0] != counted[1]


def test_a_bank_cannot_take_the_place_of_a_pushing_dealer(here: Run) -> None:
    dealer = with_pushes(best_low(SMALL), some_hands(best_low(SMALL)))
    for counted in (
        lambda: count_hands(best_low(SMALL), dealer, Role.BANK, here),
        lambda: best_play(dealer, Role.BANK, here),
        lambda: best_settings([CARDS[card] for card in dealer.hands.cards[0]], dealer, Role.BANK),
    ):
        with pytest.raises(BadInput, match="compute the odds as player"):
            counted()


def test_hands_that_push_must_exist_and_no_other_may_be_the_lowest() -> None:
    dealer = at_random(LOWEST, 5)
    with pytest.raises(BadInput, match="pushes on no hand of the dealer"):
        with_pushes(dealer, np.zeros(len(dealer), dtype=np.bool_))
    with pytest.raises(BadInput, match="use a dealer's house way that sets none so low"):
        with_pushes(dealer, dealer.high > 0)


def test_hands_of_nothing_by_their_highest_card(tmp_path: Path) -> None:
    """A queen-high hand of nothing has no line and a queen, none higher; the joker is an ace."""
    mask = _nothing_high(frozenset({12}), tmp_path)
    hands = deck_hands().cards
    rng = np.random.default_rng(2)
    rows = np.concatenate([np.flatnonzero(mask)[:50], rng.integers(len(hands), size=300)])
    for row in rows.tolist():
        cards = [CARDS[card] for card in hands[row]]
        nothing = {str(line) for line in lines_made(cards)} == {"nothing"}
        ranks = [14 if card.is_joker else card.rank for card in cards]
        assert mask[row] == (nothing and max(ranks) == 12)
    assert (_nothing_high(frozenset({12}), tmp_path) == mask).all()
    assert _nothing_high(frozenset({13}), tmp_path).any()
    assert not (_nothing_high(frozenset({13}), tmp_path) & mask).any()


def dealt_to_pushing_dealers(way: HouseWay, wheel: Order, rounds: int, seed: int) -> Counter[Outcome]:
    """One seat's results by the plain ranks in the rounds in which the dealer has nothing, queen-high."""
    chance, order, found = PlainChance(seed, 0, "cards"), list(range(53)), Counter[Outcome]()
    for _ in range(rounds):
        chance.draw(order, 14)
        dealer, player = ([CARDS[n] for n in order[k : k + 7]] for k in (0, 7))
        ranks = [14 if card.is_joker else card.rank for card in dealer]
        if max(ranks) == 12 and {str(line) for line in lines_made(dealer)} == {"nothing"}:
            mine, theirs = way.set(player, wheel), way.set(dealer, wheel)
            found[compare_cards(mine, theirs, wheel).outcome] += 1  # type: ignore[arg-type]
    return found


def test_a_table_whose_wagers_push_says_so_and_is_simulated_as_counted(here: Run) -> None:
    """No vigorish, and no triple either: that is Dragon's Eye alone."""
    push = Push("nothing-high", ("queen-high",), (Cite("8"),))
    subject = replace(
        subject_of("rock-island-poker"),
        methods=(Vigorish.NONE,),
        main=Main(push=push),
        rules=GameRules(pushes=DealerPushes(nothing=frozenset({12}))),
        banking=False,
    )
    terms = subject.main_terms(Vigorish.NONE)
    assert not terms.triples
    assert terms.net_of_a_win() == Fraction(1)
    player = way_strengths(subject.way, subject.wheel)
    dealer = dealer_strengths(subject.way, subject.wheel, subject.rules.pushes)
    with_rule, without = (
        simulate(card_dealing(CardRounds(1, player, bank)), 1500, seed=8)[0] for bank in (dealer, player)
    )
    pushed = dealt_to_pushing_dealers(subject.way, subject.wheel, 1500, seed=8)
    assert sum(pushed.values()) > 10
    assert int(without[1, 0] - with_rule[1, 0]) == pushed[Outcome.WIN]
    assert int(without[0, 1] - with_rule[0, 1]) == pushed[Outcome.LOSE]
    asked = Question(subject, wager="main", role=Role.PLAYER)
    tally = Tally(2, 5, 3, None, None, None, 0)
    report = answer(asked, Counting(lambda *_: tally))
    assert report.assumes[-1] == "the main wager pushes when the dealer has nothing, queen-high (8)"
    assert report.wagers[0].value == Fraction(-1, 10)
    with pytest.raises(BadInput, match="compute the odds as player"):
        CardCounting(subject.wheel, here, subject.rules.pushes).dealer(subject.way, Role.BANK)
