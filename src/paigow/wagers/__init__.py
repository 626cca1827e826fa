"""Every wager in whole cents: the main one with its vigorish, the optional ones, and what each pays.

Only what all callers need is gathered here; each wager is a module of its own.
"""

from paigow.wagers.money import Cents, Settlement, Vigorish, dollars, money, parse_money
from paigow.wagers.wager import Kind

__all__ = ["Cents", "Kind", "Settlement", "Vigorish", "dollars", "money", "parse_money"]
