"""Facts about cards that are posted as sentences, checked by their ranks and lines."""

from __future__ import annotations

from itertools import combinations

from paigow.material.cards import CARDS, parse_cards
from paigow.material.hands import parse_card_setting
from paigow.ranks.comparing import Half, compare_cards
from paigow.ranks.lines import (
    EMPERORS_MATCH,
    FORTUNE_MATCH,
    Line,
    NothingHigh,
    bonus_line,
    nothing_high,
    progressive_line,
)
from paigow.ranks.poker import Category, Wheel, rank_five_cards, rank_two_cards
from paigow.submissions.checking import Submission
from tests.table.posted.facts import fact


def five(text: str, wheel: Wheel = Wheel.SECOND) -> object:
    return rank_five_cards(parse_cards(text), wheel)


@fact
def deck(_sentence: str, _submission: Submission) -> None:
    assert sum(card.is_joker for card in CARDS) == 1
    assert len(CARDS) == 53


@fact
def card_ranks(_sentence: str, _submission: Submission) -> None:
    singles = [f"{rank_}s" for rank_ in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3")]
    ranked = [rank_two_cards(parse_cards(f"{single} 2d")) for single in singles]
    assert ranked == sorted(ranked, reverse=True)
    assert rank_two_cards(parse_cards("As Kd")) == rank_two_cards(parse_cards("Ah Kc"))
    assert rank_five_cards(parse_cards("Ks Jd 8h 6c 3d")) == rank_five_cards(parse_cards("Kd Jh 8c 6s 3h"))
    assert rank_five_cards(parse_cards("Ks Jd 8h 6c 3d")) > rank_five_cards(parse_cards("Kd Jh 8c 6s 2h"))
    assert rank_five_cards(parse_cards("9s 9d 8h 6c 3d")) > rank_five_cards(parse_cards("8s 8d Ah Kc Qd"))


@fact
def card_copies(_sentence: str, submission: Submission) -> None:
    one, other = (parse_card_setting(text) for text in ("As Kd / 9s 9d 8h 6c 3d", "Ac Kh / 9h 9c 8d 6s 3c"))
    found = compare_cards(one, other, submission.rules.ranking.wheel)
    assert (found.low, found.high) == (Half.COPY, Half.COPY)


@fact
def two_cards(_sentence: str, _submission: Submission) -> None:
    found = {rank_two_cards(two).category for two in combinations(CARDS, 2)}
    assert found == {Category.PAIR, Category.HIGH_CARD}
    assert rank_two_cards(parse_cards("2s 2d")) > rank_two_cards(parse_cards("As Kd"))


@fact
def joker(_sentence: str, submission: Submission) -> None:
    wheel = submission.rules.ranking.wheel
    as_ = {
        "Jo Kd 9h 6c 3d": Category.HIGH_CARD,
        "Jo Ad 9h 6c 3d": Category.PAIR,
        "Jo Kd Kh 6c 3d": Category.PAIR,
        "Jo 10d 9h 8c 7d": Category.STRAIGHT,
        "Jo Kd 9d 6d 3d": Category.FLUSH,
        "Jo 10d 9d 8d 7d": Category.STRAIGHT_FLUSH,
        "Jo Kd Qd Jd 10d": Category.ROYAL_FLUSH,
        "Jo As Ah Ad Ac": Category.FIVE_ACES,
    }
    assert {text: rank_five_cards(parse_cards(text), wheel).category for text in as_} == as_
    assert five("Jo Ad 9d 6d 3d", wheel) == five("Ad Kd 9d 6d 3d", wheel)
    assert five("Jo Kd 9d 6d 3d", wheel) == five("Ad Kd 9d 6d 3d", wheel)
    assert rank_two_cards(parse_cards("Jo Ks")) == rank_two_cards(parse_cards("Ad Ks"))
    assert rank_two_cards(parse_cards("Jo As")).category is Category.PAIR


@fact
def wheel(sentence: str, submission: Submission) -> None:
    chosen = submission.rules.ranking.wheel
    assert ("second" in sentence) is (chosen is Wheel.SECOND)
    order = ["Ks Qd Jh 10c 9s", "Qs Jd 10h 9c 8s", "6s 5d 4h 3c 2s"]
    low = rank_five_cards(parse_cards("As 2d 3h 4c 5s"), chosen)
    assert low < rank_five_cards(parse_cards("As Kd Qh Jc 10s"), chosen)
    for other in order:
        assert (low > rank_five_cards(parse_cards(other), chosen)) is (chosen is Wheel.SECOND)
    suited = rank_five_cards(parse_cards("As 2s 3s 4s 5s"), chosen)
    assert suited < rank_five_cards(parse_cards("As Ks Qs Js 10s"), chosen)
    assert (suited > rank_five_cards(parse_cards("Ks Qs Js 10s 9s"), chosen)) is (chosen is Wheel.SECOND)


@fact
def card_halves(_sentence: str, submission: Submission) -> None:
    dealt = set("As Ad Kh Qc 9s 8d 3c".split())
    foul = parse_card_setting("As Ad / Kh Qc 9s 8d 3c")
    sound = parse_card_setting("Kh Qc / As Ad 9s 8d 3c")
    for setting, is_foul in ((foul, True), (sound, False)):
        assert {str(card) for card in (*setting.low, *setting.high)} == dealt
        assert (len(setting.low), len(setting.high)) == (2, 5)
        found = compare_cards(
            setting, parse_card_setting("4s 3d / Kd Jh 9c 8s 5c"), submission.rules.ranking.wheel
        )
        assert found.fouled is is_foul


@fact
def three_over_straight(_sentence: str, _submission: Submission) -> None:
    both = parse_cards("7s 7d 7h 8c 9s 10d Jh")
    assert bonus_line(both, FORTUNE_MATCH) is Line.THREE_OF_A_KIND


@fact
def bonus_lines(_sentence: str, _submission: Submission) -> None:
    straight, two_pair = parse_cards("As Kd Jh 5c 4s 3d 2h"), parse_cards("As Ad Kh Kc 9s 8d 3h")
    assert bonus_line(straight, FORTUNE_MATCH) is Line.STRAIGHT
    assert bonus_line(two_pair, EMPERORS_MATCH) is Line.TWO_PAIR


@fact
def royal_match(sentence: str, _submission: Submission) -> None:
    match = FORTUNE_MATCH if "queen" in sentence else EMPERORS_MATCH
    royal, with_joker = "As Ks Qs Js 10s", "Jo Ks Qs Js 10s"
    for five_ in (royal, with_joker):
        assert bonus_line(parse_cards(f"{five_} Ah Kh"), match) is Line.ROYAL_MATCH
        queens = bonus_line(parse_cards(f"{five_} Kh Qh"), match) is Line.ROYAL_MATCH
        assert queens is ("queen" in sentence)
        assert bonus_line(parse_cards(f"{five_} Ah Kd"), match) is Line.ROYAL_FLUSH
    assert bonus_line(parse_cards(f"{royal} Jo Kh"), match) is Line.ROYAL_FLUSH


@fact
def insurance(_sentence: str, _submission: Submission) -> None:
    assert nothing_high(parse_cards("Ks Jd 9h 8c 6s 4d 2h")) is NothingHigh.KING_HIGH
    for made in ("Ks Kd 9h 8c 6s 4d 2h", "Ks Jd 9h 8c 7s 6d 5h", "Ks Js 9s 8c 6s 4s 2h"):
        assert nothing_high(parse_cards(made)) is NothingHigh.SOMETHING
    assert nothing_high(parse_cards("Jo Jd 9h 8c 6s 4d 2h")) is NothingHigh.ACE_HIGH


@fact
def progressive(_sentence: str, _submission: Submission) -> None:
    assert progressive_line(parse_cards("7s 7d 7h 8c 8s 10d Jh")) is Line.FULL_HOUSE
    assert progressive_line(parse_cards("As Js 9s 8s 6s 4d 2h")) is Line.NOTHING
