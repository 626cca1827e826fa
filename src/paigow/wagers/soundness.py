"""Whether a wager of another package is complete: its texts, its pay tables, a line for every hand.

What is wrong is told with the file and what is allowed, so that a broken package can be left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.resources import files
from tomllib import TOMLDecodeError, loads
from typing import Any, Final

from paigow.faults import BadInput, shown, suggestion
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.tiles import parse_tiles
from paigow.wagers.wager import ENGLISH, LineWager, NamedWager

NEEDED: Final = ("title", "spot", "key")
KNOWN: Final = (*NEEDED, "area", "assumes", "gist", "name", "pay-envy", "pays", "settle", "term")
SAMPLES: Final[Mapping[Game, tuple[str, Callable[[str], Any]]]] = {
    Game.CARDS: ("As Kd Jo 10h 9c 9d 2s", parse_cards),
    Game.TILES: ("6-6 6-6 4-5 1-3", parse_tiles),
}


def require_sound(wager: NamedWager) -> None:
    """Raise BadInput for the first thing that is missing or wrong."""
    package = _name_of(wager)
    _require_texts(wager, package)
    _require_toml(wager, package, "posted.toml")
    _require_toml(wager, package, "options.toml")
    if isinstance(wager, LineWager):
        _require_lines(wager, package)
        _require_tables(wager, package)


def _name_of(wager: NamedWager) -> str:
    try:
        files(wager.package)
    except (ImportError, TypeError, ValueError) as wrong:
        problem = f"the wager {wager.kind!r} has no package {wager.package!r}"
        raise BadInput(problem, allowed="set package=__name__ in the package's __init__.py") from wrong
    return wager.package.rpartition(".")[2]


def _require_toml(wager: NamedWager, package: str, name: str, *, needed: bool = False) -> Mapping[str, Any]:
    file, where = files(wager.package).joinpath(name), f"{package}/{name}"
    try:
        return loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as missing:
        if needed:
            raise BadInput("the wager is missing this file", where=where) from missing
        return {}
    except (TOMLDecodeError, UnicodeDecodeError) as wrong:
        raise BadInput(f"this is not TOML: {wrong}", where=where) from wrong


def _require_texts(wager: NamedWager, package: str) -> None:
    where = f"{package}/texts.toml"
    written = _require_toml(wager, package, "texts.toml", needed=True)
    if not isinstance(written.get(ENGLISH), Mapping):
        allowed = "add a table [en] with title, spot, and key"
        raise BadInput("the wager has no English texts", where=where, allowed=allowed)
    for language, texts in wager.texts.items():
        for key in NEEDED:
            if key not in texts:
                raise BadInput(f"[{language}] has no {key!r}", where=where, allowed=f"add {key!r}")
        for key, text in texts.items():
            if key not in KNOWN:
                problem = f"there is no key {key!r} in [{language}]"
                raise BadInput(problem, where=where, allowed=suggestion(key, KNOWN))
            if not isinstance(text, str):
                raise BadInput(f"{key!r} in [{language}] is {shown(text)}", where=where, allowed="give text")


def _require_lines(wager: LineWager[Any], package: str) -> None:
    sample, parse = SAMPLES[wager.game]
    where = f"{package}/__init__.py"
    if len(wager.lines) < 2:
        allowed = "list them strongest first; the last one never pays"
        raise BadInput("a wager needs at least two lines", where=where, allowed=allowed)
    try:
        line = wager.line(parse(sample))
    except Exception as wrong:
        problem = f"the line of {sample!r} can't be found: {type(wrong).__name__}, {wrong}"
        raise BadInput(
            problem, where=where, allowed="correct the function that the record calls line"
        ) from wrong
    if line not in wager.lines:
        lines = ", ".join(str(each.value) for each in wager.lines)
        problem = f"the line of {sample!r} is {shown(line)}, which is not in the record's lines"
        raise BadInput(problem, where=where, allowed=f"return one of {lines}")


def _require_tables(wager: LineWager[Any], package: str) -> None:
    for name in ("paytables.tsv", "envy.tsv") if wager.envy else ("paytables.tsv",):
        where = f"{package}/{name}"
        try:
            tables = wager.envy_tables if name == "envy.tsv" else wager.tables
        except FileNotFoundError as missing:
            raise BadInput("the wager is missing this file", where=where) from missing
        last = wager.lines[-1]
        for table in tables.values():
            if table.find(last) is not None:
                allowed = "leave it out: the last of the record's lines never pays"
                raise BadInput(f"table {table.name} pays {str(last.value)!r}", where=where, allowed=allowed)
