"""A table's randomness from a seed: orders, dice, places. The same seed and round give the same draws.

A draw depends on the round's mix, its name, and its number among the round's draws of that name. Nothing else
goes in: no version, no time, no command (R95). The table itself is deterministic: the dealer fills in the
random fields of commands, and a verifier draws them again and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, Protocol

from msgspec import UNSET, Struct
from msgspec.structs import replace

from paigow.material.notation import Pieces
from paigow.material.shuffling import between, dice_from, shuffled
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.deal.card_cutting import CutCards
from paigow.table.deal.card_shuffling import ShuffleCards, UsePreshuffled
from paigow.table.deal.card_start import GenerateStart
from paigow.table.deal.commitments import (
    CUT,
    DICE,
    EXPOSED,
    FEWEST,
    MOST,
    ORDER,
    START,
    FixOrder,
    is_committed,
    is_cut_undrawn,
    is_undrawn,
    next_draw,
    require_mixed,
)
from paigow.table.deal.dice import ShakeDice
from paigow.table.deal.first_seeds import first_mix
from paigow.table.deal.mixing import OpenedWord, beacon_randomness, draw_label, mix
from paigow.table.deal.shuffling import ExposeWhileStacking, ReportUndealtTile, WashTiles
from paigow.table.game import ALL_CARDS, ALL_TILES
from paigow.table.sides.progressive import SharedMeters
from paigow.table.state import CARD_PLACES, Table


class Draws(Protocol):
    """The source of randomness: `chance.Chance`, or a test's predetermined results."""

    def order(self, rules: Rules, table: Table) -> Pieces: ...

    def dice(self, table: Table) -> tuple[int, int, int]: ...

    def number(self, table: Table, name: str, first: int, last: int) -> int: ...

    def whim(self, table: Table, label: str, first: int, last: int) -> int:
        """Randomness for a player's choices; it isn't a draw of the round."""
        ...


class DealerContext(Struct, frozen=True):
    """What is known when asking what is due (`due_context.DueContext`), and a source of randomness."""

    rules: Rules
    table: Table
    chance: Draws
    now: int | None = None
    late: bool = False
    meters: SharedMeters | None = None


def seed_from(text: str) -> bytes:
    """A seed of the right length from any text or number."""
    return sha256(text.encode()).digest()


def mix_of(seed: bytes, table: Table) -> bytes:
    """The source of the table's draws now: the seed alone, until its words are closed.

    Only pieces exposed by accident are drawn this early, and all are shuffled again afterward (R96).
    """
    chance = table.drawing
    if not chance.is_mixed:
        return mix(seed, chance.table, chance.number)
    words = (
        OpenedWord(each.position, each.person, each.word, bytes.fromhex(each.salt))
        for each in chance.words
        if each.word is not None
    )
    beacon = b"" if chance.signature is None else beacon_randomness(chance.signature)
    return mix(seed, chance.table, chance.number, words, beacon)


@dataclass(frozen=True, slots=True)
class Chance:
    """Draws from a seed, each labeled by its purpose and its number in the round."""

    seed: bytes
    whims: bytes = b""
    """What players choose by; if it is empty, they choose by the seed."""

    def order(self, rules: Rules, table: Table) -> Pieces:
        """All pieces of the game in random order."""
        return shuffled(*self._stream(table, ORDER), ALL_TILES if rules.is_tiles else ALL_CARDS)

    def dice(self, table: Table) -> tuple[int, int, int]:
        return dice_from(*self._stream(table, DICE)).values

    def number(self, table: Table, name: str, first: int, last: int) -> int:
        """A number from first to last."""
        return between(*self._stream(table, name), first, last)

    def whim(self, table: Table, label: str, first: int, last: int) -> int:
        """A random number for a player's choice, not a draw of the round; the table's version changes it."""
        return between(self.whims or self.seed, f"{table.version}/{label}", first, last)

    def _stream(self, table: Table, name: str) -> tuple[bytes, str]:
        return mix_of(self.seed, table), draw_label(name, next_draw(table, name))


@dataclass(frozen=True, slots=True)
class FirstChance:
    """Draws as the first edition labeled them, by the table's version: to finish and check its rounds."""

    seed: bytes

    def order(self, rules: Rules, table: Table) -> Pieces:
        return shuffled(self.seed, f"{table.version}/order", ALL_TILES if rules.is_tiles else ALL_CARDS)

    def dice(self, table: Table) -> tuple[int, int, int]:
        return dice_from(self.seed, f"{table.version}/dice").values

    def number(self, table: Table, name: str, first: int, last: int) -> int:
        return between(self.seed, f"{table.version}/{name}", first, last)

    whim = number


def chance_for(seed: bytes, table: Table, events: Sequence[Event]) -> Draws:
    """The source of these events' draws at this table, given the seed; first-edition draws have no number."""
    if table.seal.commitment is not None:
        return FirstChance(first_mix(seed, table.seal.words))
    numbered = any(getattr(event, "draw", UNSET) is not UNSET for event in events)
    return Chance(seed) if numbered or is_committed(table) else FirstChance(seed)


_Fields = dict[str, Any]
_Draw = Callable[[Rules, Table, Draws], _Fields]


def _shuffle(rules: Rules, table: Table, chance: Draws) -> _Fields:
    """At a committed table, only the action is recorded; the order is drawn later (R96)."""
    return {"order": () if is_committed(table) else chance.order(rules, table)}


def _fix(rules: Rules, table: Table, chance: Draws) -> _Fields:
    require_mixed(table)
    cut_at = chance.number(table, CUT, FEWEST, MOST) if is_cut_undrawn(table) else 0
    return {"pieces": chance.order(rules, table), "cut_at": cut_at}


def _shake(_rules: Rules, table: Table, chance: Draws) -> _Fields:
    require_mixed(table)
    return {"dice": chance.dice(table)}


def _generate(_rules: Rules, table: Table, chance: Draws) -> _Fields:
    require_mixed(table)
    return {"number": chance.number(table, START, 1, len(CARD_PLACES))}


def _cut(_rules: Rules, table: Table, chance: Draws) -> _Fields:
    return {"depth": 0 if is_undrawn(table) else chance.number(table, CUT, FEWEST, MOST)}


def _seen(table: Table, chance: Draws) -> str:
    return ALL_TILES[chance.number(table, EXPOSED, 0, len(ALL_TILES) - 1)]


_DRAWS: Final[Mapping[type[Command], _Draw]] = {
    WashTiles: _shuffle,
    ShuffleCards: _shuffle,
    UsePreshuffled: _shuffle,
    FixOrder: _fix,
    ShakeDice: _shake,
    GenerateStart: _generate,
    CutCards: _cut,
    ExposeWhileStacking: lambda _rules, table, chance: {"tile": _seen(table, chance)},
    ReportUndealtTile: lambda _rules, table, chance: {"shown": _seen(table, chance)},
}
CHANCE_FIELDS: Final[Mapping[type[Command], str]] = {
    WashTiles: "order",
    ShuffleCards: "order",
    UsePreshuffled: "order",
    ShakeDice: "dice",
    GenerateStart: "number",
}
"""The field of each command that no actor ever chooses."""


def is_drawn(table: Table, command: Command) -> bool:
    """Whether a command has a random field; for cuts, only the dealer's own (R41)."""
    match command:
        case CutCards():
            return command.by == DEALER
        case ExposeWhileStacking() | ReportUndealtTile():
            return is_undrawn(table)
        case _:
            return type(command) in _DRAWS


def drawn(rules: Rules, table: Table, command: Command, chance: Draws) -> Command:
    """The same command with its random fields drawn; raises Refused before its time."""
    if not is_drawn(table, command):
        return command
    return replace(command, **_DRAWS[type(command)](rules, table, chance))
