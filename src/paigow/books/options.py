"""The choices a book leaves to the operator: bounds, defaults and paragraphs. Not what an operator chose.

`options.toml` here names every choice once; each book's own `options.toml` says how it treats them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, Final

from msgspec import Struct, field

from paigow.books.cited import Cites, cites_of
from paigow.books.converting import converted
from paigow.books.sections import WagerBlock
from paigow.books.tables import HERE, KIND, filled, line_wagers_by_game, read_rows, read_toml, where_of
from paigow.faults import BadInput, suggestion
from paigow.wagers.registry import line_wagers, no_wager
from paigow.wagers.wager import LineWager

OptionCondition = Mapping[str, tuple[object, ...]]
"""Options and the values allowed for each: one of them must be set."""
ALWAYS: Final[OptionCondition] = {}
_Rows = Mapping[str, Mapping[str, Any]]
LIMITS: Final = "limits."


class Type(StrEnum):
    """How a value is written: see `values` for what each accepts."""

    FLAG = "flag"
    WHOLE = "whole"
    MONEY = "money"
    MONEYS = "moneys"
    PERCENTS = "percents"
    TEXT = "text"
    TEXTS = "texts"
    CHOICE = "choice"
    CHOICES = "choices"
    TABLE = "table"
    WAY = "way"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Option:
    """One choice as one book offers it.

    `given` is false if the book doesn't have the choice, and `fixed` is true if its text settles it; in both
    cases `default` applies. `required` is the condition under which a submission must set it, None if never.
    `words` explains each word this book allows; `least` and `most` bound whole numbers. `governs` lists
    prefixes of paragraphs that only matter with it, besides those cited. `fill_in` marks words that only the
    operator can supply: a template's placeholder isn't enough (R82).
    """

    name: str
    type: Type
    says: str
    cites: Cites
    default: object
    given: bool
    fixed: bool
    required: OptionCondition | None
    when: OptionCondition
    words: Mapping[str, str]
    least: int
    most: int
    governs: tuple[str, ...]
    fill_in: bool

    @property
    def section(self) -> str:
        return self.name.partition(".")[0]

    @property
    def open(self) -> bool:
        """Whether the operator has a choice."""
        return self.given and not self.fixed


def holds(condition: OptionCondition, values: Mapping[str, object]) -> bool:
    """Whether each named option has one of its listed values; an option without a value doesn't match."""
    return all(name in values and values[name] in wanted for name, wanted in condition.items())


@cache
def _every_option(order: tuple[str, ...] = ()) -> Mapping[str, Mapping[str, Any]]:
    """All options in submission order; the options of wagers follow a given order of kinds."""
    written = list(read_toml(HERE / "options.toml").items())
    repeated = {name: row for name, row in written if KIND in name}
    found: dict[str, Mapping[str, Any]] = {}
    last: dict[str, Mapping[str, Any]] = {}
    for name, common in written:
        if KIND not in name:
            found[name] = common
        elif name == next(iter(repeated)):
            for wager in line_wagers_by_game(order):
                of_kind = _of_wager(repeated, wager)
                found |= of_kind
                last |= {name: row for name, row in wager.option_rows.items() if name not in of_kind}
    return {**found, **last}


def _of_wager(
    repeated: Mapping[str, Mapping[str, Any]], wager: LineWager[Any]
) -> dict[str, Mapping[str, Any]]:
    """The options of one wager: the shared ones, its own before the limits, no limits on a fixed stake."""
    every = {filled(name, wager): _says(row, wager) for name, row in repeated.items()}
    limits = {name: row for name, row in every.items() if name.startswith(LIMITS)}
    own = {name: row for name, row in wager.option_rows.items() if name.startswith(f"{wager.kind}.")}
    general = {name: row for name, row in every.items() if name not in limits}
    return {**general, **own, **({} if wager.stake_option else limits)}


def _says(row: Mapping[str, Any], wager: LineWager[Any]) -> Mapping[str, Any]:
    says = row.get("says-with-envy", row["says"]) if wager.envy else row["says"]
    made: Mapping[str, Any] = filled({**row, "says": says}, wager)
    return made


def option_names() -> tuple[str, ...]:
    """Every option that some book offers, in submission order."""
    return tuple(_every_option())


def read_options(
    folder: Traversable, silent: Cites, blocks: Mapping[str, WagerBlock]
) -> Mapping[str, Option]:
    """Every option as a book offers it; `silent` is cited if the book doesn't mention it."""
    own = dict(read_toml(folder / "options.toml", depth=1))
    where = where_of(folder / "options.toml")
    tables = _table_ids(folder, blocks)
    _require_wagers(folder, blocks)
    for kind, block in blocks.items():
        own |= block.option_rows(kind)
    sections = (name.partition(".")[0] for name in own)
    every = _every_option(tuple(dict.fromkeys((*tables, *sections))))
    for name in own.keys() - every.keys():
        hint = suggestion(name, every, "paigow's books/options.toml lists them all")
        raise BadInput(f"there is no option {name!r}", where=where, allowed=hint)
    for name, row in own.items():
        _require_sound(name, row, every, where)
    return {name: _option(silent, name, common, own.get(name), tables) for name, common in every.items()}


class OptionRow(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """How a book treats an option: one row of its `options.toml`."""

    cite: str = ""
    default: Any = None
    fixed: Any = None
    required: bool | dict[str, list[Any]] = False
    allowed: tuple[str, ...] = ()
    from_: int = field(name="from", default=0)
    to: int = 0
    governs: tuple[str, ...] = ()


def _require_sound(name: str, row: object, every: _Rows, where: str) -> None:
    """Raise BadInput for a row with a wrong key, a word the option doesn't have, or an unknown option."""
    sound = converted(row, OptionRow, where, f'"{name}"')
    words = every[name].get("values", {})
    for word in sound.allowed:
        if word not in words:
            hint = suggestion(word, words, "leave out 'allowed': it isn't a choice of words")
            raise BadInput(f"{name} can't be {word!r}", where=where, allowed=hint)
    for other in sound.required if isinstance(sound.required, dict) else ():
        if other not in every:
            problem = f"{name} is required with {other!r}, which is no option"
            raise BadInput(problem, where=where, allowed=suggestion(other, every))


def _require_wagers(folder: Traversable, blocks: Mapping[str, WagerBlock]) -> None:
    kinds = line_wagers()
    for kind in blocks:
        if kind not in kinds:
            raise no_wager(kind, f"{where_of(folder / 'book.toml')}, wagers.{kind}")


def _option(
    silent: Cites,
    name: str,
    common: Mapping[str, Any],
    own: Mapping[str, Any] | None,
    tables: Mapping[str, tuple[str, ...]],
) -> Option:
    mine: Mapping[str, Any] = {} if own is None else own
    return Option(
        name=name,
        type=Type(common["type"]),
        says=common["says"],
        cites=cites_of(mine["cite"]) if "cite" in mine else silent,
        default=_default(mine, common),
        given=own is not None,
        fixed="fixed" in mine,
        required=_condition(mine.get("required", False)),
        when=_condition(common.get("when", True)) or ALWAYS,
        words=_words(name, common, mine, tables),
        least=mine.get("from", common.get("from", 0)),
        most=mine.get("to", common.get("to", 0)),
        governs=tuple(mine.get("governs", ())),
        fill_in=common.get("fill-in", False),
    )


def _default(mine: Mapping[str, Any], common: Mapping[str, Any]) -> object:
    for found in (mine.get("fixed"), mine.get("default"), common.get("otherwise")):
        if found is not None:
            return found
    return None


def _words(
    name: str, common: Mapping[str, Any], mine: Mapping[str, Any], tables: Mapping[str, tuple[str, ...]]
) -> Mapping[str, str]:
    if common["type"] == Type.TABLE:
        return dict.fromkeys(tables.get(name.partition(".")[0], ()), "")
    explained: Mapping[str, str] = common.get("values", {})
    return {word: explained[word] for word in mine.get("allowed", explained)}


def _condition(written: bool | Mapping[str, list[object]]) -> OptionCondition | None:
    """A condition from TOML: true for always, false for never."""
    if isinstance(written, bool):
        return ALWAYS if written else None
    return {name: tuple(values) for name, values in written.items()}


def _table_ids(folder: Traversable, blocks: Mapping[str, WagerBlock]) -> Mapping[str, tuple[str, ...]]:
    file = folder / "paytables.tsv"
    rows = read_rows(file, "wager", "table", "cite", "envy") if file.is_file() else []
    wagers = dict.fromkeys(row["wager"] for row in rows)
    listed = {wager: tuple(row["table"] for row in rows if row["wager"] == wager) for wager in wagers}
    return {kind: tuple(block.tables) for kind, block in blocks.items()} | listed
