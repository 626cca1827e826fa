"""The examples in the docstrings of material and ranks work as written."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

import paigow.material
import paigow.ranks

MODULES = [
    f"{package.__name__}.{module.name}"
    for package in (paigow.material, paigow.ranks)
    for module in iter_modules(package.__path__)
]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_work(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0


def test_there_are_some() -> None:
    assert sum(doctest.testmod(import_module(module)).attempted for module in MODULES) >= 5
