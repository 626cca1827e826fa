"""Exact counts and simulation: kernels on integers, each with a slow twin. Independent of the table.

`paigow.odds` is also a function of the library:

    odds(source, wager=None, *, role=None, player=None, dealer=None, bet=None, meters=None, seen=(),
         dealer_shows=()) -> OddsReport

It returns the exact edge of every wager, or of one, for `source`: a `Submission`, a `HouseWay`, or the name
or file of a submission, rule book, game, or house way. `role` is "player" or "bank"; `player` and `dealer`
say how each side sets: a house way, or for the player "best". `bet` is a stake in cents, `meters` has the
progressive's meters in cents, and `seen` and `dealer_shows` are tiles or cards you know.
`help(paigow.library.figures.odds)` has an example.
"""

from __future__ import annotations

import sys
from importlib import import_module
from inspect import Signature, signature
from types import ModuleType


class _Callable(ModuleType):
    """This package, callable like the function: Python allows only one object under `paigow.odds`."""

    def __call__(self, *args: object, **named: object) -> object:
        return import_module("paigow.library.figures").odds(*args, **named)

    @property
    def __signature__(self) -> Signature:
        return signature(import_module("paigow.library.figures").odds)


sys.modules[__name__].__class__ = _Callable
