"""House ways: a language for how the dealer sets a hand, read, checked, explained, compiled."""

from paigow.houseways.library import BuiltIn, built_in_ways, load_way
from paigow.houseways.setting import Decision, Explanation, NearMiss
from paigow.houseways.syntax import Rule
from paigow.houseways.way import HouseWay

__all__ = [
    "BuiltIn",
    "Decision",
    "Explanation",
    "HouseWay",
    "NearMiss",
    "Rule",
    "built_in_ways",
    "load_way",
]
