"""Every installed wager, built-in or from other packages, by kind. The only list of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from operator import attrgetter
from typing import Any, Final

from paigow.faults import BadInput, suggestion
from paigow.wagers.wager import MAIN, Kind, LineWager, NamedWager

GROUP: Final = "paigow.wagers"


@cache
def wagers() -> Mapping[Kind, NamedWager]:
    """All wagers, found on first use: scanning the installed packages takes 20 to 100 ms."""
    found: dict[Kind, NamedWager] = {}
    for point in sorted(entry_points(group=GROUP), key=attrgetter("name", "value")):
        wager = point.load()
        if not isinstance(wager, NamedWager) or wager.kind != point.name:
            raise BadInput(
                f"{point.value} can't be the wager {point.name!r}",
                where=f"entry points {GROUP}",
                allowed="use a wager whose kind is the entry point's name",
            )
        if wager.kind in found:
            raise BadInput(
                f"{point.value} is a second wager called {wager.kind!r}",
                where=f"entry points {GROUP}",
                allowed=f"choose a different name: {found[wager.kind].package} has this one",
            )
        found[wager.kind] = wager
    if not found:
        raise BadInput(
            f"no wagers are installed: the installation has no entry points {GROUP}",
            allowed="install paigow again, with pip install or make",
        )
    return found


def wager_of(kind: str) -> NamedWager:
    """The wager of a kind; raise BadInput."""
    found = wagers().get(Kind(kind))
    if found is None:
        raise BadInput(f"there is no wager {kind!r}", allowed=suggestion(kind, wagers()))
    return found


def line_wager(kind: str) -> LineWager[Any]:
    """A line wager; requesting another kind is a bug."""
    wager = wager_of(kind)
    assert isinstance(wager, LineWager), kind
    return wager


@cache
def line_wagers() -> Mapping[Kind, LineWager[Any]]:
    return {kind: wager for kind, wager in wagers().items() if isinstance(wager, LineWager)}


def name_of(kind: str) -> str:
    """A wager's name inside a sentence; the main wager isn't a plug-in."""
    return kind if kind == MAIN else wager_of(kind).name
