"""Studies of card ways: short ones, small changes to published ones, and bounds on the rest."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from paigow.faults import BadInput
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.material.game import Game
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.card_deals import CardCounting, best_play
from paigow.odds.counting.equilibrium import MERITS
from paigow.odds.counting.strengths import dealer_strengths
from paigow.odds.counting.two_opponents import two_card_opponents
from paigow.odds.short_cards import changed_way, improve, search
from paigow.odds.short_ways import parse_rules
from paigow.odds.simulation.bank import card_bank
from paigow.odds.subject import subject_of
from paigow.ranks.poker import Wheel
from tools.studies.figures import value_of
from tools.studies.record import Studies

DEALER: Final = "foxwoods"
"""The way that all others are measured against."""
MARGINS: Final = ("0.2", "0.1", "0.05")
QUEEN_HIGH: Final = "queen-high-push"
UNLIKE: Final = ("foxwoods", "golden-nugget")
"""A player's way close to best play, and a dealer's that best play gains 0.41 points against."""
ROUNDS: Final = 2_000_000


def outcomes(tally: Tally) -> list[int]:
    return [tally.win, tally.push, tally.lose]


def card_ways() -> list[str]:
    return [each.name for each in built_in_ways() if each.game is Game.CARDS]


def count_short_cards(record: Studies, counting: CardCounting) -> None:
    """The shortest ways found, from both sides, and their values over all deals."""
    dealer = load_way(DEALER)
    for role in Role:
        best = _best(record, counting, role)
        for margin in MARGINS:
            record.find(
                "short_cards",
                f"{DEALER} {role} {margin}",
                lambda role=role, margin=margin, best=best: _short(  # type: ignore[misc]
                    dealer, role, margin, counting, best
                ),
            )


def _best(record: Studies, counting: CardCounting, role: Role) -> list[int]:
    """Best play against the dealer's way."""
    way = load_way(DEALER)
    found = record.find("best_cards", f"{DEALER} {role}", lambda: outcomes(counting.tally(None, way, role)))
    return list(found)


def _short(
    dealer: HouseWay, role: Role, margin: str, counting: CardCounting, best: list[int]
) -> dict[str, Any]:
    try:
        found = search(dealer, role, Fraction(margin) / 100, counting, best=value_of(best))
    except BadInput:
        return {"rules": [], "counts": []}
    way = parse_rules(Game.CARDS, found.rules)
    assert way is not None
    return {"rules": list(found.rules), "counts": outcomes(counting.tally(way, dealer, role))}


def count_card_changes(record: Studies, counting: CardCounting) -> None:
    """The one rule that, put first, recovers most of what each way loses as player against one dealer."""
    best = value_of(_best(record, counting, Role.PLAYER))
    for name in card_ways():
        record.find("improve_cards", name, lambda name=name: _changed(name, counting, best))  # type: ignore[misc]


def _changed(name: str, counting: CardCounting, best: Fraction) -> dict[str, Any]:
    way, dealer = load_way(name), load_way(DEALER)
    found = improve(name, way, dealer, Role.PLAYER, 1, counting, best)
    after = changed_way(name, found.rules)
    return {
        "rules": list(found.rules),
        "before": outcomes(counting.tally(way, dealer, Role.PLAYER)),
        "after": outcomes(counting.tally(after, dealer, Role.PLAYER)),
    }


def count_card_bounds(record: Studies, counting: CardCounting) -> None:
    """Bounds on the value of the game with both sides free, and on a bank's against two opponents."""
    strengths = counting.strengths(load_way(DEALER))
    gain, cost = MERITS

    def best_dealer() -> list[int]:
        against = best_play(strengths, Role.BANK, counting.run, (cost, gain))
        return [against.lose, against.push, against.win]

    record.find("bounds", f"best dealer against {DEALER}", best_dealer)

    def two() -> dict[str, float]:
        found = two_card_opponents(strengths, strengths, counting.run)
        return {"lower": found.lower, "upper": found.upper}

    record.find("bounds", f"{DEALER} against two", two)


def count_queen_high(record: Studies, counting: CardCounting) -> None:
    """Each way against itself if the dealer's queen-high hands of nothing push."""
    pushes = subject_of(QUEEN_HIGH).rules.pushes
    pushing = CardCounting(Wheel.SECOND, counting.run, pushes, prepare=counting.prepare)
    for name in card_ways():
        record.find(
            "queen_high",
            name,
            lambda name=name: outcomes(  # type: ignore[misc]
                pushing.tally(load_way(name), load_way(name), Role.PLAYER)
            ),
        )
    player, dealer = UNLIKE
    record.find(
        "queen_high_mixed",
        f"{player} against {dealer}",
        lambda: outcomes(pushing.tally(load_way(player), load_way(dealer), Role.PLAYER)),
    )


def count_short_banks(record: Studies) -> None:
    """A bank by the short way closest to best play, against more than one opponent."""
    short = record.content["short_cards"][f"{DEALER} bank {MARGINS[-1]}"]
    win, push, lose = short["counts"]
    gross = Fraction(win - lose, win + push + lose)
    way = parse_rules(Game.CARDS, short["rules"])
    assert way is not None
    for opponents in range(2, 7):

        def sampled(opponents: int = opponents) -> dict[str, Any]:
            bank, every = (dealer_strengths(each, Wheel.SECOND) for each in (way, load_way(DEALER)))
            found = card_bank(bank, (every, opponents), gross, ROUNDS, 1)
            return {"rounds": ROUNDS, "value": found.value, "interval": list(found.interval)}

        record.find("knowing_bank", f"{DEALER} {opponents}", sampled)
