"""Every wager in whole cents: the main one with its vigorish, the optional ones, and what each pays.

This module has only what all callers need; each wager is a separate module.
"""

from paigow.wagers.money import Cents, Settlement, Vigorish, dollars, money, parse_money
from paigow.wagers.wager import Kind

__all__ = ["Cents", "Kind", "Settlement", "Vigorish", "dollars", "money", "parse_money"]
