"""Studies of whole seats and tables: seen hands, the bank, ratings, a seat's evening. Not the counting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Real
from typing import TYPE_CHECKING

from paigow.faults import BadInput, require_count, shown
from paigow.library.figures import card_counting, setter_given, subject_given
from paigow.library.reading import (
    RoleLike,
    SourceLike,
    WayLike,
    bets_given,
    cents_given,
    meters_given,
    number_from,
    role_given,
    seed_given,
    way_given,
)
from paigow.material.game import Game

if TYPE_CHECKING:
    from paigow.odds.bank_study import BankOdds
    from paigow.odds.counting.ratings import Rating
    from paigow.odds.seat_study import SeatOdds
    from paigow.odds.seen_study import SeenOdds


def seen(
    way: WayLike,
    hands: Iterable[int] = (),
    *,
    role: RoleLike = "player",
    rounds: int = 200_000,
    seed: int | str = 1,
) -> tuple[SeenOdds, ...]:
    """What it is worth to see other hands before you set, against a house way.

    `hands` are the numbers of other hands seen, by default 5 and 6, or 5 for cards. For tiles, every deal is
    counted; 2 to 4 hands take minutes. For cards, `rounds` hands are sampled for each number.

    >>> nothing, tile, all_six = seen("traditional", [6])
    >>> nothing.edge > tile.edge > 0 > all_six.edge
    True
    """
    from paigow.odds.counting.seen_hands import MOST_SEEN as ALL_OTHERS
    from paigow.odds.game_rules import GameRules
    from paigow.odds.runs.shards import Run
    from paigow.odds.seen_study import QUICK, check_seen_cards, seen_at_cards, seen_at_tiles
    from paigow.odds.simulation.seen_cards import MOST_SEEN

    house, side, start = way_given(way), role_given(role), number_from(seed_given(seed))
    most = ALL_OTHERS if house.game is Game.TILES else MOST_SEEN
    wanted = [_between(each, "the number of seen hands", 0, most) for each in _listed(hands)]
    if house.game is Game.TILES:
        return tuple(seen_at_tiles(house, side, wanted or QUICK, Run()))
    wanted = wanted or [MOST_SEEN]
    count = require_count(rounds, "rounds", 1)
    check_seen_cards(wanted, count)
    value = card_counting(GameRules()).tally(house, house, side).value
    return tuple(seen_at_cards(house, side, wanted, value, (count, start)))


def bank(
    way: WayLike,
    *,
    opponents: int = 6,
    exact: int | None = None,
    bounds: bool = False,
    rounds: int = 10_000_000,
    seed: int | str = 1,
) -> tuple[BankOdds, ...]:
    """The bank's edge against one, two, and up to six opponents with equal bets, all setting by a house way.

    Up to `exact` opponents are counted for tiles, 2 by default and 3 at most, and one for cards. For more,
    the commission is sampled in `rounds` rounds. `bounds` proves bounds for two opponents (cards), which
    takes minutes.

    >>> [row.opponents for row in bank("traditional", opponents=3, rounds=1000) if row.interval]
    [3]
    """
    from paigow.odds.bank_study import (
        MOST_OPPONENTS,
        bank_at_cards,
        bank_at_tiles,
        bank_sampled,
        check_bounds,
        exactly_counted,
        with_bounds,
    )
    from paigow.odds.counting.bank import MOST_EXACT
    from paigow.odds.game_rules import GameRules
    from paigow.odds.runs.shards import Run
    from paigow.odds.simulation.sampling import check_rounds

    house, start = way_given(way), number_from(seed_given(seed))
    most = _between(opponents, "opponents", 1, MOST_OPPONENTS)
    if exact is not None:
        _between(exact, "exactly counted opponents", 1, MOST_EXACT)
    counted = min(exactly_counted(house, exact), most)
    sampled = require_count(rounds, "rounds", 1)
    check_rounds(sampled)
    if bounds:
        check_bounds(house, most)
    cards = card_counting(GameRules())
    tiles = house.game is Game.TILES
    found = bank_at_tiles(house, counted, Run()) if tiles else [bank_at_cards(house, cards)]
    for more in range(len(found) + 1, most + 1):
        found.append(bank_sampled(house, more, found[0].gross, (sampled, start)))
    return tuple(with_bounds(row, house, cards) for row in found) if bounds else tuple(found)


def ratings(way: WayLike) -> tuple[Rating, ...]:
    """How often each low and high hand beats an opponent's who sets every possible hand by a house way.

    The low hands come first; the weakest is first in each half.

    >>> strongest = ratings("traditional")[-1]
    >>> strongest.half, strongest.name, strongest.beats < strongest.total
    ('high', 'Gee Joon, the supreme pair', True)
    """
    from paigow.odds.counting.ratings import ratings as ratings_of

    return ratings_of(way_given(way))


def seat(
    source: SourceLike,
    bets: Mapping[str, int],
    *,
    player: WayLike | None = None,
    rounds: int = 100,
    bankroll: int | None = None,
    goal: int | None = None,
    risk: float = 5,
    position: int = 1,
    others: int = 0,
    meters: Mapping[str, int] | None = None,
    seed: int | str = 1,
) -> SeatOdds:
    """All bets of a seat together, since they depend on the same cards: one round, and an evening of many.

    `bets` are stakes in cents by name, as in `odds`; `main` is required. With a `bankroll`, the result says
    how likely you are to lose it or to reach a `goal`; it always says which bankroll has this `risk` of ruin,
    in percent. `others` is how many other players can pay you envy (cards), `position` matters to dice, and
    `meters` to the progressive.

    >>> evening = seat("commission-tiles", {"main": 1000}, rounds=50, bankroll=20_000, goal=30_000)
    >>> evening.behind > evening.ahead, round(evening.ruined + evening.reached + evening.playing, 9)
    (True, 1.0)
    """
    from paigow.odds.seat_study import check_risk, seat_odds
    from paigow.odds.seats import seat_with_others
    from paigow.odds.simulation.envy import MOST_OTHERS

    subject = subject_given(source)
    chosen = setter_given(player, subject.game)
    accepted = _number(risk, "the risk")
    check_risk(accepted)
    if goal is not None and bankroll is None:
        raise BadInput("a goal needs a bankroll", allowed="give a bankroll too")
    counted, envy = seat_with_others(
        subject,
        bets_given(bets),
        subject.way if chosen is None else chosen.way,
        card_counting(subject.rules) if subject.game is Game.CARDS else None,
        _between(others, "other players", 0, MOST_OTHERS),
        position=_between(position, "the position", 1, MOST_OTHERS + 1),
        meters=meters_given(meters),
        seed=number_from(seed_given(seed)),
    )
    return seat_odds(
        counted,
        envy,
        _between(rounds, "rounds", 1, 10_000),
        accepted,
        None if bankroll is None else cents_given(bankroll, "the bankroll"),
        None if goal is None else cents_given(goal, "the goal"),
    )


def _between(value: int, what: str, least: int, most: int) -> int:
    number = require_count(value, what, least)
    if number > most:
        raise BadInput(f"{what} can't be {number}", allowed=f"give {least} to {most}")
    return number


def _listed(numbers: Iterable[int]) -> list[int]:
    if isinstance(numbers, str | bytes) or not isinstance(numbers, Iterable):
        raise BadInput(
            f"the numbers of seen hands can't be {shown(numbers)}", allowed="give a list, such as [5, 6]"
        )
    return list(numbers)


def _number(value: object, what: str) -> float:
    if isinstance(value, bool) or not isinstance(value, Real):
        raise BadInput(f"{what} can't be {shown(value)}", allowed="give a number")
    return float(value)
