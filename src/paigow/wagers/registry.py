"""Every installed wager, built-in or from other packages, by kind. The only list of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from types import MappingProxyType
from typing import Any, Final

from paigow.faults import BadInput, suggestion
from paigow.wagers.soundness import require_sound
from paigow.wagers.wager import MAIN, Kind, LineWager, NamedWager

GROUP: Final = "paigow.wagers"


@dataclass(frozen=True, slots=True)
class _Rack:
    """The sound wagers by kind, and what is wrong with the others by name."""

    wagers: Mapping[Kind, NamedWager]
    broken: Mapping[str, BadInput]


def wagers() -> Mapping[Kind, NamedWager]:
    """All wagers, found on first use: scanning the installed packages takes 20 to 100 ms."""
    return _rack().wagers


def broken_wagers() -> Mapping[str, BadInput]:
    """The installed wagers that were rejected, by name, and what is wrong with each."""
    return _rack().broken


@cache
def _rack() -> _Rack:
    found: dict[Kind, NamedWager] = {}
    broken: dict[str, BadInput] = {}
    for point in sorted(
        entry_points(group=GROUP), key=lambda each: (not _is_ours(each), each.name, each.value)
    ):
        try:
            wager = _sound(point)
            if wager.kind in found:
                raise BadInput(
                    f"{point.value} is a second wager called {wager.kind!r}",
                    where=f"entry points {GROUP}",
                    allowed=f"choose a different name: {found[wager.kind].package} has this one",
                )
        except BadInput as wrong:
            broken[point.name] = wrong
        else:
            found[wager.kind] = wager
    if not found:
        raise BadInput(
            f"no wagers are installed: the installation has no entry points {GROUP}",
            allowed="install paigow again, with pip install or make",
        )
    return _Rack(MappingProxyType(found), MappingProxyType(broken))


def _is_ours(point: EntryPoint) -> bool:
    return point.value.startswith(f"{GROUP}.")


def _sound(point: EntryPoint) -> NamedWager:
    """A wager by its entry point. Another package's wager is validated in full; raise BadInput."""
    where = f"{point.value}, an entry point of {GROUP}"
    try:
        wager = point.load()
    except Exception as wrong:
        # Importing a package runs its code, which can fail in any way; the other wagers still work.
        problem = f"can't load the wager {point.name!r}: {type(wrong).__name__}, {wrong}"
        raise BadInput(problem, where=where, allowed="correct or remove its package") from wrong
    if not isinstance(wager, NamedWager) or wager.kind != point.name:
        raise BadInput(
            f"{point.value} can't be the wager {point.name!r}",
            where=f"entry points {GROUP}",
            allowed="use a wager whose kind is the entry point's name",
        )
    if not _is_ours(point):
        require_sound(wager)
    return wager


def wager_of(kind: str) -> NamedWager:
    """The wager of a kind; raise BadInput."""
    found = wagers().get(Kind(kind))
    if found is None:
        raise no_wager(kind)
    return found


def no_wager(kind: str, where: str | None = None) -> BadInput:
    """Why there is no wager of a kind: it was rejected, or nobody has it."""
    if kind in broken_wagers():
        return broken_wagers()[kind]
    return BadInput(f"there is no wager {kind!r}", where=where, allowed=suggestion(kind, wagers()))


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
