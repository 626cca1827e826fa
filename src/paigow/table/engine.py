"""The table's two functions: `decide` judges without changing, `evolve` changes without judging.

Both are pure. Random values, time, and shared meters arrive in commands. Each topic brings its own commands
and events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from inspect import isclass, isfunction
from types import ModuleType
from typing import Any, Final, NamedTuple

from paigow.books.tables import read_rows
from paigow.submissions.rules import Rules
from paigow.table import editions
from paigow.table.acts import DEALER, FLOOR, STAFF, Apply, Command, Decide, Event, Noted
from paigow.table.bank import bank_setting, banking, center, covering, stacks
from paigow.table.bets import betting
from paigow.table.deal import (
    card_cutting,
    card_dealing,
    card_devices,
    card_shuffling,
    card_start,
    commitments,
    delivery,
    dice,
    first_seeds,
    shuffling,
    sweeping,
    words,
)
from paigow.table.deal.draw_counts import COUNTED
from paigow.table.hands import card_progress, comparing, progress, setting, settling, surrender
from paigow.table.house import asking, card_opening, equipment, handover, opening, seating, tile_opening
from paigow.table.irregularities import card_reports, correcting, reports, voiding
from paigow.table.irregularities.correcting import RECORDED
from paigow.table.ledger import INVENTORY, post
from paigow.table.refusals import Reason, Refused, cents
from paigow.table.sides import dragons_eye, eye_wagers, optional, pair_fortunes, progressive
from paigow.table.state import Step, Table, changed

SHARED: Final[tuple[ModuleType, ...]] = (
    equipment,
    opening,
    seating,
    banking,
    covering,
    betting,
    dice,
    sweeping,
    progress,
    setting,
    bank_setting,
    surrender,
    comparing,
    settling,
    center,
    reports,
    correcting,
    voiding,
    asking,
    handover,
)
TILES: Final[tuple[ModuleType, ...]] = (
    tile_opening,
    shuffling,
    stacks,
    delivery,
    eye_wagers,
    dragons_eye,
    pair_fortunes,
)
CARDS: Final[tuple[ModuleType, ...]] = (
    card_cutting,
    card_dealing,
    card_devices,
    card_reports,
    card_opening,
    card_progress,
    card_shuffling,
    card_start,
    optional,
    progressive,
)
LIVE: Final[tuple[ModuleType, ...]] = (commitments, words, first_seeds, editions)
"""What a floor does beyond the game to show that its randomness is fair: no paragraph requires it."""
TOPICS: Final = (*SHARED, *TILES, *CARDS, *LIVE)


class Occasion(NamedTuple):
    """Who can ever send a command, and at which steps of the table."""

    who: frozenset[str]
    steps: frozenset[Step]


PLAYER: Final = "player"
"""The name in `commands.tsv` for everybody who isn't staff."""


def _occasions() -> dict[str, Occasion]:
    rows = read_rows(files("paigow.table") / "commands.tsv", "command", "who", "steps")
    return {
        row["command"]: Occasion(
            frozenset(row["who"].split()) & {DEALER, FLOOR, PLAYER},
            frozenset(Step) if row["steps"] == "*" else frozenset(map(Step, row["steps"].strip("-").split())),
        )
        for row in rows
    }


_OCCASIONS: Final = _occasions()


def in_order(kinds: Iterable[type[Command]]) -> tuple[type[Command], ...]:
    """The kinds of command in `commands.tsv`, which must list each exactly once."""
    by_name = {str(kind.__struct_config__.tag): kind for kind in kinds}
    assert by_name.keys() == _OCCASIONS.keys(), sorted(by_name.keys() ^ _OCCASIONS.keys())
    return tuple(by_name[name] for name in _OCCASIONS)


def functions_of(
    topic: ModuleType, base: type[Command | Event], *parameters: str
) -> dict[type[Any], Callable[..., Any]]:
    """The commands or events that a topic defines, each with the one public function that takes it."""
    own = [each for each in vars(topic).values() if getattr(each, "__module__", "") == topic.__name__]
    found: dict[type[Any], Callable[..., Any]] = {}
    for function in filter(isfunction, own):
        taken = {
            name.lstrip("_"): kind for name, kind in function.__annotations__.items() if name != "return"
        }
        if tuple(taken) == parameters and not function.__name__.startswith("_"):
            for kind in taken[parameters[-1]].split(" | "):
                assert vars(topic)[kind] not in found, f"two functions of {topic.__name__} take {kind}"
                found[vars(topic)[kind]] = function
    for kind in own:
        if isclass(kind) and issubclass(kind, base) and kind not in found:
            assert issubclass(kind, Noted), f"no function of {topic.__name__} takes {kind.__name__}"
            found[kind] = _unchanged
    return found


def _unchanged(table: Table, _event: Event) -> Table:
    return table


def decided_in(topics: Iterable[ModuleType]) -> dict[type[Command], Decide]:
    """The commands of some topics, each with the function that decides it."""
    return {
        kind: function
        for topic in topics
        for kind, function in functions_of(topic, Command, "rules", "table", "command").items()
    }


_DECIDES: Final = decided_in(TOPICS)
_APPLIES: Final[dict[type[Event], Apply]] = {
    kind: function
    for topic in TOPICS
    for kind, function in functions_of(topic, Event, "table", "event").items()
}
COMMANDS: Final = in_order(_DECIDES)
EVENTS: Final = tuple(_APPLIES)
OF_TILES: Final = frozenset(decided_in(TILES))
OF_CARDS: Final = frozenset(decided_in(CARDS))


_KNOWN: Final = {
    tiles: tuple(command for command in COMMANDS if command not in (OF_CARDS if tiles else OF_TILES))
    for tiles in (True, False)
}


def commands_of(rules: Rules) -> tuple[type[Command], ...]:
    """The commands of a table of this game."""
    return _KNOWN[rules.is_tiles]


def occasion_of(kind: type[Command]) -> Occasion:
    """Who can ever send a command, and at which steps."""
    return _OCCASIONS[str(kind.__struct_config__.tag)]


@cache
def _conceivable(tiles: bool, step: Step, who: str) -> tuple[type[Command], ...]:
    occasions = ((kind, occasion_of(kind)) for kind in _KNOWN[tiles])
    return tuple(kind for kind, when in occasions if who in when.who and step in when.steps)


def _is_choice_open(table: Table, _actor: str) -> bool:
    return bool(table.choosing)


def _are_cards_uncounted(table: Table, _actor: str) -> bool:
    return bool(table.cards.uncounted)


def _can_sit(table: Table, actor: str) -> bool:
    return actor not in table.chairs or actor in table.leaving


_ONLY_WHILE: Final[Mapping[type[Command], Callable[[Table, str], bool]]] = {
    reports.ChooseAfterExposure: _is_choice_open,
    reports.PlayOnInSilence: _is_choice_open,
    card_progress.CountSurrendered: _are_cards_uncounted,
    seating.Sit: _can_sit,
}
"""Commands allowed at any step that something else at the table blocks, whatever position they name."""


def conceivable(rules: Rules, table: Table, actor: str) -> tuple[type[Command], ...]:
    """The commands this actor could send now: `decide` refuses all others."""
    kinds = _conceivable(rules.is_tiles, table.step, actor if actor in STAFF else PLAYER)
    return tuple([kind for kind in kinds if kind not in _ONLY_WHILE or _ONLY_WHILE[kind](table, actor)])


def decide(rules: Rules, table: Table, command: Command) -> tuple[Event, ...]:
    """Return the events of a command. Change nothing; raise Refused."""
    kind = type(command)
    if kind in (OF_CARDS if rules.is_tiles else OF_TILES):
        sentence = "This step belongs to the other game."
        raise Refused(Reason.NOT_OFFERED, sentence, rules.cite("main wager"))
    events = _DECIDES[kind](rules, table, command)
    for event in events:
        if event.postings:
            _require_tray(rules, table, events)
            break
    return events


_FORESEEN: Final[list[tuple[Rules, Table, Command, tuple[Event, ...]]]] = []
"""The last arguments of `foresee`, and its result."""


def foresee(rules: Rules, table: Table, command: Command) -> tuple[Event, ...]:
    """The result of `decide`, cached for the next caller with the same command and table.

    A paying command is tried before it is called due, and then carried out.
    """
    for known_rules, known_table, known, events in _FORESEEN:
        if known is command and known_table is table and known_rules is rules:
            return events
    events = decide(rules, table, command)
    _FORESEEN[:] = ((rules, table, command, events),)
    return events


def _require_tray(rules: Rules, table: Table, events: tuple[Event, ...]) -> None:
    """Nothing is paid that isn't in the table inventory: the floor fills it first."""
    held = table.balances.get(INVENTORY, 0)
    for event in events:
        for posting in event.postings:
            if posting.account == INVENTORY:
                held += posting.cents
                if held < 0:
                    sentence = f"The tray is {cents(-held)} short. The floor supervisor must fill it."
                    raise Refused(Reason.NOT_ENOUGH, sentence, rules.cite("pay"))


def evolve(table: Table, event: Event) -> Table:
    """The table after an event, including its money. Never fails."""
    kind = type(event)
    after, version = _APPLIES[kind](table, event), table.version + 1
    if kind not in _KEPT_BESIDES:
        if not event.postings:
            return changed(after, version=version)
        return changed(after, version=version, balances=post(table.balances, event.postings))
    besides: dict[str, Any] = {}
    if kind in RECORDED:
        besides["record"] = RECORDED[kind](table, event)
    if kind in COUNTED:
        besides["chance"] = COUNTED[kind](table, event)
    if event.postings:
        besides["balances"] = post(table.balances, event.postings)
    return changed(after, version=version, **besides)


_KEPT_BESIDES: Final = frozenset((*RECORDED, *COUNTED))
"""The events whose results or draws are kept, whatever else they change."""


def play(rules: Rules, table: Table, commands: Iterable[Command]) -> tuple[Table, tuple[Event, ...]]:
    """Decide and apply commands one after another: the final table and all events."""
    happened: list[Event] = []
    for command in commands:
        events = decide(rules, table, command)
        for event in events:
            table = evolve(table, event)
        happened.extend(events)
    return table, tuple(happened)
