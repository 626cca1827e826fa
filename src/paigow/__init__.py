"""Pai gow tiles and pai gow poker by the book: the public API. Each layer is a subpackage.

A hand is text or pieces, and what it needs is imported when it is first used:

>>> import paigow
>>> paigow.rank("6-6 4-5").name
'Teen wong'
>>> print(paigow.set_hand("As Kd Kh Qc Jh 10s 4d", "foxwoods"))
As Qc / Kh Kd Jh 10s 4d
>>> paigow.compare("2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 3-5").outcome.value
'win'
>>> paigow.verify(paigow.play_rounds("colorado-tiles", seed="friday"))
()

Bad input of any kind raises `BadInput`: what was wrong, where, and what is allowed.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paigow.caches import choose_place_for_compiled_code

if TYPE_CHECKING:
    from paigow.faults import BadInput
    from paigow.houseways import HouseWay, built_in_ways, load_way
    from paigow.library.figures import odds, simulate, way_cost
    from paigow.library.hands import Rank, best, best_settings, compare, rank, set_hand, settings
    from paigow.library.rounds import Rows, play_rounds, read_rounds, rows, verify
    from paigow.library.studies import bank, ratings, seat, seen
    from paigow.material import Card, CardSetting, Hand, Setting, Tile, TileSetting, parse_hand, parse_setting
    from paigow.material.game import Game
    from paigow.odds.bank_study import BankOdds
    from paigow.odds.counting import Role
    from paigow.odds.counting.one_hand import HandOdds, SettingOdds
    from paigow.odds.counting.ratings import Rating
    from paigow.odds.counting.way_cost import HandCost, Part, WayCost
    from paigow.odds.reports.wager_odds import OddsReport, PricedResult, WagerOdds
    from paigow.odds.seat_study import SeatOdds
    from paigow.odds.seen_study import SeenOdds
    from paigow.odds.simulation.sampling import Estimate
    from paigow.odds.wagers.seat import SeatRound
    from paigow.ranks.comparing import Comparison, Half, Outcome
    from paigow.ranks.poker import Category, FiveRank, TwoRank, Wheel
    from paigow.ranks.tiles import TileCategory, TileRank
    from paigow.submissions.checking import Submission, check_submission, load_submission
    from paigow.submissions.values import Finding
    from paigow.table.acts import Command
    from paigow.table.autoplay.seat import Player, Seat
    from paigow.table.records.played import PlayedHand, PlayedRound, PlayedWager
    from paigow.table.records.report import Problem
    from paigow.table.records.roundfile import RoundFile, parse_rounds, print_rounds
    from paigow.table.state import Step

__version__ = "1.0.0"

choose_place_for_compiled_code(Path(__path__[0]))

__all__ = [
    "BadInput",
    "BankOdds",
    "Card",
    "CardSetting",
    "Category",
    "Command",
    "Comparison",
    "Estimate",
    "Finding",
    "FiveRank",
    "Game",
    "Half",
    "Hand",
    "HandCost",
    "HandOdds",
    "HouseWay",
    "OddsReport",
    "Outcome",
    "Part",
    "PlayedHand",
    "PlayedRound",
    "PlayedWager",
    "Player",
    "PricedResult",
    "Problem",
    "Rank",
    "Rating",
    "Role",
    "RoundFile",
    "Rows",
    "Seat",
    "SeatOdds",
    "SeatRound",
    "SeenOdds",
    "Setting",
    "SettingOdds",
    "Step",
    "Submission",
    "Tile",
    "TileCategory",
    "TileRank",
    "TileSetting",
    "TwoRank",
    "WagerOdds",
    "WayCost",
    "Wheel",
    "bank",
    "best",
    "best_settings",
    "built_in_ways",
    "check_submission",
    "compare",
    "load_submission",
    "load_way",
    "odds",
    "parse_hand",
    "parse_rounds",
    "parse_setting",
    "play_rounds",
    "print_rounds",
    "rank",
    "ratings",
    "read_rounds",
    "rows",
    "seat",
    "seen",
    "set_hand",
    "settings",
    "simulate",
    "verify",
    "way_cost",
]

_PLACES: Final = {
    "paigow.faults": "BadInput",
    "paigow.houseways": "HouseWay built_in_ways load_way",
    "paigow": "odds",
    "paigow.library.figures": "simulate way_cost",
    "paigow.library.hands": "Rank best best_settings compare rank set_hand settings",
    "paigow.library.studies": "bank ratings seat seen",
    "paigow.library.rounds": "Rows play_rounds read_rounds rows verify",
    "paigow.table.autoplay.seat": "Player Seat",
    "paigow.material.game": "Game",
    "paigow.material": "Card CardSetting Hand Setting Tile TileSetting parse_hand parse_setting",
    "paigow.odds.bank_study": "BankOdds",
    "paigow.odds.counting": "Role",
    "paigow.odds.counting.one_hand": "HandOdds SettingOdds",
    "paigow.odds.counting.ratings": "Rating",
    "paigow.odds.counting.way_cost": "HandCost Part WayCost",
    "paigow.odds.reports.wager_odds": "OddsReport PricedResult WagerOdds",
    "paigow.odds.seat_study": "SeatOdds",
    "paigow.odds.seen_study": "SeenOdds",
    "paigow.odds.simulation.sampling": "Estimate",
    "paigow.odds.wagers.seat": "SeatRound",
    "paigow.ranks.comparing": "Comparison Half Outcome",
    "paigow.ranks.poker": "Category FiveRank TwoRank Wheel",
    "paigow.ranks.tiles": "TileCategory TileRank",
    "paigow.submissions.checking": "Submission check_submission load_submission",
    "paigow.submissions.values": "Finding",
    "paigow.table.acts": "Command",
    "paigow.table.records.roundfile": "RoundFile parse_rounds print_rounds",
    "paigow.table.records.played": "PlayedHand PlayedRound PlayedWager",
    "paigow.table.records.report": "Problem",
    "paigow.table.state": "Step",
}
_MODULES: Final = {name: module for module, names in _PLACES.items() for name in names.split()}


if not TYPE_CHECKING:
    # Hidden from type checkers, which would conclude that every name exists.
    def __getattr__(name: str) -> object:
        """Import a name on first use, so that `import paigow` alone stays lazy."""
        if name not in _MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        place = _MODULES[name]
        # `paigow.odds` is both a package and a function: a callable package is the function itself.
        value = import_module(f"paigow.{name}") if place == __name__ else getattr(import_module(place), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
