"""What the words for cards mean for one hand, written plainly. The compiled twin is in `poker_arrays`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Final, NamedTuple

from paigow.faults import BadInput
from paigow.houseways.poker import (
    PLACES,
    AsTable,
    BothPairsAre,
    BothPairsIn,
    CardIs,
    CardKind,
    CardKindSpec,
    CardsLow,
    Exceeds,
    Group,
    GroupIn,
    GroupIs,
    HighCard,
    HoldsJoker,
    JokerIn,
    LowHandTable,
    Outside,
    PairsAddUp,
    PairSpec,
    PartLow,
    Possible,
    RankLow,
    Shape,
    ShapeIs,
    TwoCards,
    rank_sign,
)
from paigow.houseways.syntax import Extent, Fact, Filter, Side, Spec, reaching, sign
from paigow.material.cards import ACE, Card, cards_text
from paigow.material.hands import CardSetting, Setting, hand_of
from paigow.ranks.poker import (
    Category,
    FiveRank,
    Order,
    TwoRank,
    is_wild,
    outranks,
    rank_fives,
    rank_two_cards,
)


class CardCandidate(NamedTuple):
    """One legal setting of a hand: its two low cards, and the ranks of its halves."""

    low: TwoRank
    high: FiveRank
    two: tuple[Card, ...]
    seven: tuple[Card, ...]

    @property
    def setting(self) -> CardSetting:
        return Setting(hand_of(self.two), hand_of([card for card in self.seven if card not in self.two]))

    def points(self, side: Side | None) -> int:
        raise AssertionError(f"cards have no points ({side})")


@dataclass(frozen=True, slots=True)
class CardHand:
    """Seven cards, their groups (largest and highest first), and the settings that aren't fouls.

    A group's last card tells its rank: the joker, which can be part of it, comes first.
    """

    cards: tuple[Card, ...]
    candidates: tuple[CardCandidate, ...]
    groups: tuple[tuple[Card, ...], ...]
    shape: Shape

    def group(self, group: Group) -> tuple[Card, ...]:
        """The cards of a group; empty if the hand has no such group."""
        size, place = _PLACES[group]
        alike = [cards for cards in self.groups if len(cards) == size]
        if group is Group.LOWER_PAIR:
            place = max(len(alike) - 1, 1)
        if group is Group.MIDDLE_PAIR and len(alike) < 3:
            return ()
        return alike[place] if place < len(alike) else ()

    def rank(self, group: Group) -> int | None:
        cards = self.group(group)
        return cards[-1].rank if cards else None

    @property
    def outside(self) -> list[Card]:
        grouped = {card for cards in self.groups for card in cards}
        return [card for card in self.cards if card not in grouped]


_PLACES: Final = {
    Group.PAIR: (2, 0),
    Group.HIGHER_PAIR: (2, 0),
    Group.MIDDLE_PAIR: (2, 1),
    Group.LOWER_PAIR: (2, 1),
    Group.THREE: (3, 0),
    Group.LOWER_THREE: (3, 1),
    Group.FOUR: (4, 0),
    Group.FIVE: (5, 0),
}
"""The size of a group and its position among those of that size."""
_SHAPES: Final = {
    (): Shape.NOTHING,
    (2,): Shape.PAIR,
    (2, 2): Shape.TWO_PAIRS,
    (2, 2, 2): Shape.THREE_PAIRS,
    (3,): Shape.THREE,
    (3, 2): Shape.THREE_PAIR,
    (3, 2, 2): Shape.THREE_TWO_PAIRS,
    (3, 3): Shape.TWO_THREES,
    (4,): Shape.FOUR,
    (4, 2): Shape.FOUR_PAIR,
    (4, 3): Shape.FOUR_THREE,
    (5,): Shape.FIVE,
    (5, 2): Shape.FIVE_PAIR,
}


def read_hand(cards: Sequence[Card], wheel: Order, joker_in_groups: bool) -> CardHand:
    if len(cards) != 7 or len(set(cards)) != 7:
        raise BadInput(f"{len(set(cards))} cards in {cards_text(cards)!r}", allowed="seven cards are needed")
    ordered = tuple(sorted(cards, key=lambda card: card.index, reverse=True))
    groups = _groups(ordered, joker_in_groups, wild=is_wild(wheel))
    shape = _SHAPES[tuple([len(group) for group in groups])]
    return CardHand(ordered, _candidates(ordered, wheel), groups, shape)


def _candidates(seven: tuple[Card, ...], wheel: Order) -> tuple[CardCandidate, ...]:
    """The settings that aren't fouls, in `card_settings` order."""
    return tuple(
        [
            CardCandidate(low, high, two, seven)
            for two, high in zip(combinations(seven, 2), rank_fives(seven, wheel), strict=True)
            if not outranks(low := rank_two_cards(two, wheel), high)
        ]
    )


def _groups(cards: Sequence[Card], joker_in_groups: bool, *, wild: bool) -> tuple[tuple[Card, ...], ...]:
    by_rank: dict[int, list[Card]] = defaultdict(list)
    for card in cards:
        if not card.is_joker:
            by_rank[card.rank].append(card)
    if joker_in_groups and cards[0].is_joker:
        by_rank[_joined(by_rank) if wild else ACE].insert(0, cards[0])
    groups = [tuple(alike) for alike in by_rank.values() if len(alike) >= 2]
    return tuple(sorted(groups, key=lambda group: (len(group), group[-1].rank), reverse=True))


def _joined(by_rank: Mapping[int, Sequence[Card]]) -> int:
    """The rank that a fully wild joker joins: the largest group and, among equals, the highest (R176).

    Four of a kind are never five, aces excepted.
    """
    open_ranks = [rank for rank, alike in by_rank.items() if len(alike) < 4 or rank == ACE]
    return max(open_ranks, key=lambda rank: (len(by_rank[rank]), rank))


def holds(fact: Fact, hand: CardHand) -> bool:
    match fact:
        case ShapeIs():
            return hand.shape in fact.shapes
        case GroupIs(group, ranks):
            return hand.rank(group) in ranks.ranks
        case CardIs(at, ranks):
            return hand.cards[PLACES.index(at)].rank in ranks.ranks
        case BothPairsAre(ranks):
            return hand.rank(Group.HIGHER_PAIR) in ranks.ranks and _second_pair(hand) in ranks.ranks
        case Outside():
            outside = [card.rank for card in hand.outside]
            return any(
                all(rank in wanted for rank, wanted in zip(chosen, fact.rank_sets, strict=True))
                for chosen in permutations(outside, len(fact.rank_sets))
            )
        case HoldsJoker():
            return any(card.is_joker for card in hand.cards)
        case Possible(spec):
            place = _placed(spec)
            return any(place(candidate.high) == 0 for candidate in hand.candidates)
        case PairsAddUp(number):
            high, low = hand.rank(Group.HIGHER_PAIR), _second_pair(hand)
            return high is not None and low is not None and high + low in number
        case Exceeds(group, other, number):
            rank, other_rank = hand.rank(group), hand.rank(other)
            return rank is not None and other_rank is not None and rank - other_rank in number
    raise AssertionError(f"no meaning for {fact}")


def _second_pair(hand: CardHand) -> int | None:
    """The rank of the second highest of two or three pairs."""
    pairs = [cards[-1].rank for cards in hand.groups if len(cards) == 2]
    return pairs[1] if len(pairs) > 1 else None


def finding(fact: Fact, hand: CardHand) -> str:
    """The actual situation, in words, for a fact that a rule asks about."""
    match fact:
        case GroupIs(group, _) | Exceeds(group, _, _):
            rank = hand.rank(group)
            return f"{group} is {rank_sign(rank)}" if rank else f"the hand holds {hand.shape.value}"
        case CardIs(place, _):
            return f"the {place.value} card is {rank_sign(hand.cards[PLACES.index(place)].rank)}"
        case Outside():
            signs = [rank_sign(card.rank) for card in hand.outside]
            return f"outside are {', '.join(signs)}" if signs else "no card is outside"
        case HoldsJoker():
            return "the hand holds no joker"
        case Possible(spec):
            return f"no setting has {spec} high"
        case PairsAddUp() | BothPairsAre():
            pairs = [rank_sign(cards[-1].rank) for cards in hand.groups if len(cards) == 2]
            return f"the pairs are {' and '.join(pairs)}" if pairs else "the hand holds no pair"
    return f"the hand holds {hand.shape.value}"


def within(extent: Extent) -> Callable[[TwoRank | FiveRank], bool]:
    """A predicate that decides whether a rank is in a range of hands."""
    return reaching(extent, _placed)


Placed = Callable[[TwoRank | FiveRank], int]


def _placed(spec: Spec) -> Placed:
    """A function that returns whether a rank is below (-1), in (0), or above (1) the hands a spec names."""
    match spec:
        case TwoCards(high, low):
            return lambda rank: sign((rank.category, rank.ranks), (Category.HIGH_CARD, (high, low)))
        case HighCard(top):
            return lambda rank: sign((rank.category, rank.ranks[0]), (Category.HIGH_CARD, top))
        case PairSpec(None):
            return lambda rank: sign(rank.category, Category.PAIR)
        case PairSpec(of):
            return lambda rank: sign((rank.category, rank.ranks[0]), (Category.PAIR, of))
        case CardKindSpec(kind):
            return _placed_kind(kind)
    raise AssertionError(f"no meaning for {spec}")


_MADE: Final = (Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


def _placed_kind(kind: CardKind) -> Placed:
    match kind:
        case CardKind.MADE_HAND:
            return lambda rank: 0 if rank.category in _MADE else sign(rank.category, Category.STRAIGHT)
        case CardKind.WHEEL:
            return lambda rank: 0 if rank.category in _RUNS and rank.ranks == (5,) else -1
        case CardKind.ACE_HIGH_STRAIGHT:
            return lambda rank: sign((rank.category, rank.ranks[0]), (Category.STRAIGHT, 14))
        case _:
            category = Category[kind.name]
            return lambda rank: sign(rank.category, category)


_RUNS: Final = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)


def admits(part: Filter, hand: CardHand) -> Callable[[CardCandidate], bool]:
    """A predicate that decides whether a setting of this hand passes a filter."""
    match part:
        case GroupIn(group, side):
            cards = frozenset(hand.group(group))
            if side is Side.LOW:
                return lambda candidate: bool(cards) and cards.issubset(candidate.two)
            return lambda candidate: bool(cards) and cards.isdisjoint(candidate.two)
        case BothPairsIn():
            pairs = [cards for cards in hand.groups if len(cards) == 2][:2]
            paired = frozenset(card for pair in pairs for card in pair)
            return lambda candidate: len(pairs) == 2 and paired.isdisjoint(candidate.two)
        case PartLow(group, count):
            grouped = frozenset(hand.group(group))
            return lambda candidate: len(grouped.intersection(candidate.two)) == count
        case JokerIn(side):
            low = side is Side.LOW
            held = any(card.is_joker for card in hand.cards)
            return lambda candidate: held and any(card.is_joker for card in candidate.two) is low
        case RankLow(rank):
            return lambda candidate: any(card.rank == rank for card in candidate.two)
        case CardsLow(first, second):
            wanted = rank_two_cards([hand.cards[PLACES.index(place)] for place in (first, second)])
            return lambda candidate: candidate.low == wanted
        case AsTable(_, table):
            entry = _asked(table, hand)
            if isinstance(entry, bool):
                return lambda _candidate: entry
            place = _placed(entry)
            return lambda candidate: place(candidate.low) >= 0
    raise AssertionError(f"no meaning for {part}")


def _asked(table: LowHandTable, hand: CardHand) -> Spec | bool:
    """What a table requires for this hand's groups."""
    keys = tuple(of for key in table.keys if (of := hand.rank(key)) is not None)
    return table.entry(keys) if len(keys) == len(table.keys) else False


def detail(part: Filter, hand: CardHand) -> str:
    """What a filter means for this hand, if its words alone don't say."""
    if not isinstance(part, AsTable):
        return ""
    entry = _asked(part.table, hand)
    if isinstance(entry, bool):
        return f" ({'anything' if entry else 'never'})"
    return f" ({entry} or better)"
