"""The catalog of mutants, read from the `.toml` files in this folder. Running them is elsewhere.

[[mutant]]
name = "two shakes are enough"                     what the changed program does
breaks = ["commission-tiles 6(a)", "colorado-tiles 30-2607(1)"]
                                                   for each of these a test that carries it must fail
file = "table/deal/dice.py"                        below src/paigow: a module, a table, a way
old = "FEWEST_SHAKES: Final = 3"                   found exactly once in that file
new = "FEWEST_SHAKES: Final = 2"
stalls = "the dealer's own shakes are refused"     optional: why an ordinary round cannot be played
equivalent = "no hand can tell the difference"     optional: why no test can fail; then none may fail
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tests.rules import BOOKS, unknown_rules

__all__ = ["FOLDER", "SOURCES", "Mutant", "NotApplicable", "applied", "catalog", "flaws", "sample"]

FOLDER: Final = Path(__file__).parent
SOURCES: Final = BOOKS.parent
"""The package whose files are changed."""
KEYS: Final = {"name", "breaks", "file", "old", "new", "stalls", "equivalent"}


class NotApplicable(Exception):
    """The text that a mutant replaces doesn't occur exactly once in its file."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file, and the paragraphs that it breaks."""

    name: str
    breaks: tuple[str, ...]
    file: str
    old: str
    new: str
    stalls: str = ""
    equivalent: str = ""
    listed: str = ""
    """The catalog file that has it."""

    @property
    def id(self) -> str:
        """Its first paragraph and its name."""
        return f"{self.breaks[0]}: {self.name}"

    @property
    def books(self) -> tuple[str, ...]:
        """The books whose paragraphs it breaks."""
        return tuple(dict.fromkeys(id_.partition(" ")[0] for id_ in self.breaks if " " in id_))


def catalog(folder: Path = FOLDER) -> tuple[Mutant, ...]:
    """All mutants, by file and then in the order of the file."""
    return tuple(mutant for path in sorted(folder.glob("*.toml")) for mutant in _read(path))


def _read(path: Path) -> Iterable[Mutant]:
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]:
        yield _mutant(entry, path.name)


def _mutant(entry: dict[str, Any], listed: str) -> Mutant:
    if unknown := set(entry) - KEYS:
        raise ValueError(f"{listed}: {entry.get('name')!r} has unknown keys: {', '.join(sorted(unknown))}")
    return Mutant(**{**entry, "breaks": tuple(entry["breaks"])}, listed=listed)


def applied(mutant: Mutant, sources: Path = SOURCES) -> str:
    """The text of the mutant's file with its change; raise NotApplicable."""
    path = sources / mutant.file
    if not path.is_file():
        raise NotApplicable(f"{mutant.listed}: {mutant.id}: there is no src/paigow/{mutant.file}")
    text = path.read_text(encoding="utf-8")
    if (found := text.count(mutant.old)) != 1:
        raise NotApplicable(
            f"{mutant.listed}: {mutant.id}: its old text occurs {found} times in src/paigow/{mutant.file},"
            " not once. Adapt the mutant to the file as it is now."
        )
    return text.replace(mutant.old, mutant.new)


def flaws(mutants: Sequence[Mutant]) -> list[str]:
    """What is wrong with a catalog: duplicate names, unknown paragraphs, changes that no longer apply."""
    found = [
        f"{id_}: two mutants have this name" for id_, n in Counter(m.id for m in mutants).items() if n > 1
    ]
    for mutant in mutants:
        found += [f"{mutant.id}: no rule book has {id_}" for id_ in unknown_rules(set(mutant.breaks))]
        if mutant.old == mutant.new:
            found.append(f"{mutant.id}: the change is empty")
        try:
            applied(mutant)
        except NotApplicable as fault:
            found.append(str(fault))
    return found


def sample(mutants: Sequence[Mutant], of_each_book: int) -> tuple[Mutant, ...]:
    """This many mutants of each book, evenly spread over the catalog and always the same."""
    chosen: list[Mutant] = []
    for book in sorted({book for mutant in mutants for book in mutant.books}):
        own = [m for m in mutants if book in m.books and not m.equivalent and m not in chosen]
        take = min(of_each_book, len(own))
        chosen += [own[(2 * index + 1) * len(own) // (2 * take)] for index in range(take)]
    return tuple(chosen)
