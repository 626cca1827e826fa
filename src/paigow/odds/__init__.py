"""Exact counts and simulation: kernels on integers, a slow twin for each. It knows no table.

The library has a function of the same name: `paigow.odds("commission-tiles")` calls it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType


class _Callable(ModuleType):
    """This package, called like the function: Python keeps one thing only under `paigow.odds`."""

    def __call__(self, *args: object, **named: object) -> object:
        return import_module("paigow.library.figures").odds(*args, **named)


sys.modules[__name__].__class__ = _Callable
