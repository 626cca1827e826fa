"""The dealer's script: what to say and do with each command, its paragraphs, and what a console shows.

The lines are in script_tiles.toml and script_cards.toml, in the order of a round, each with the topic whose
paragraphs it carries out. Physical actions are lines too (R31).
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Any, Final

from msgspec import Struct

from paigow.books.tables import KIND, wagers_of_rows
from paigow.books.tables import filled as filled_row
from paigow.prose import blanks, filled, first_upper, holds
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.bank.covering import PlaceDealerWager
from paigow.table.deal.dice import from_button
from paigow.table.deal.sweeping import unwagered_places
from paigow.table.engine import foresee
from paigow.table.house.equipment import CheckEquipment, equipment_of
from paigow.table.ledger import CENTER
from paigow.table.refusals import Refused
from paigow.table.state import HandStatus, Step, Table
from paigow.table.text.card_script import CARD_CONDITIONS, CARD_OFFERS
from paigow.table.text.script_words import Scene, words_of
from paigow.table.visibility.due import Due, due
from paigow.table.visibility.due_context import DueContext
from paigow.wagers.dragons_eye import DICE_BONUS, DICE_KINDS
from paigow.wagers.money import Cents, Vigorish, money


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One thing to say and do, by whom, and the paragraphs and rulings that require it."""

    who: str
    say: str
    do: str
    cites: tuple[str, ...]
    key: str
    """Its trigger: `on wash-tiles`, `after round-voided`, `wait setting`, `always`."""


@dataclass(frozen=True, slots=True)
class _Written:
    key: str
    when: str
    who: str
    say: str
    do: str
    topic: str


ENVIED: Final = "{envied}"
LAST_BEFORE_THE_END: Final = 2
"""The number of triples after which the next one ends the series, and the dice bonus wagers are returned."""
CONDITIONS: Final[Mapping[str, Callable[[Scene], bool]]] = {
    "house": lambda scene: scene.table.bank is None,
    "banked": lambda scene: scene.table.bank is not None,
    "bank": lambda scene: scene.table.bank is not None and not scene.table.bank.co_banked,
    "co-bank": lambda scene: scene.table.bank is not None and scene.table.bank.co_banked,
    "dragon": lambda scene: scene.rules.dragons_eye.offered,
    "by the floor": lambda scene: scene.rules.book.procedure.verified_by == "floor",
    "by surveillance": lambda scene: scene.rules.book.procedure.verified_by == "surveillance",
    "no dragon": lambda scene: not scene.rules.dragons_eye.offered,
    "from the button": lambda scene: from_button(scene.rules, scene.table),
    "by the count": lambda scene: not from_button(scene.rules, scene.table),
    "at opening": lambda scene: not scene.table.between.opened,
    "after idle": lambda scene: scene.table.between.opened,
    "still to shake": lambda scene: scene.table.step.value == "shake",
    "by the dealer": lambda scene: scene.words.get("by") == DEALER,
    "somebody here": lambda scene: any(scene.table.chairs),
    "nobody here": lambda scene: not any(scene.table.chairs),
    "tips": lambda scene: scene.rules.tips.wagers,
    "vigorish": lambda scene: scene.rules.vigorish.method is not Vigorish.NONE,
    "no vigorish": lambda scene: scene.rules.vigorish.method is Vigorish.NONE,
    "to the dealer": lambda scene: scene.words.get("place_number") == "0",
    "to a player": lambda scene: scene.words.get("place_number") != "0",
    "of a player": lambda scene: scene.words.get("asks") == "yes",
    "voids": lambda scene: scene.words.get("voids") == "yes",
    "already looked": lambda scene: scene.words.get("looked") == "yes",
    "without consequence": lambda scene: (
        (scene.words.get("asks"), scene.words.get("looked")) == ("no", "no") and "voids" not in scene.words
    ),
    "forfeits returned": lambda scene: bool(scene.words.get("forfeited")),
    "how say": lambda scene: scene.words.get("how") == "say",
    "how signal": lambda scene: scene.words.get("how") == "signal",
    "how move": lambda scene: scene.words.get("how") == "move",
    "why fell out": lambda scene: scene.words.get("why") == "fell out",
    "why not flat": lambda scene: scene.words.get("why") != "fell out",
    "somebody to ask": lambda scene: bool(scene.words.get("offered")),
    "nobody to ask": lambda scene: not scene.words.get("offered"),
    "dealer wagers": lambda scene: scene.table.bank is not None and bool(scene.table.bank.dealer_wager),
    "no dealer wager": lambda scene: scene.table.bank is None or not scene.table.bank.dealer_wager,
    "wager declined": lambda scene: scene.table.bank is not None and scene.table.bank.most_dealer_wager == 0,
    "wager not declined": lambda scene: scene.table.bank is None or scene.table.bank.most_dealer_wager != 0,
    "wager due": lambda scene: "dealer_wager" in scene.words,
    "no wager due": lambda scene: "dealer_wager" not in scene.words,
    "dealer won": lambda scene: scene.words.get("decided") == "win",
    "dealer pushed": lambda scene: scene.words.get("decided") == "push",
    "dealer lost": lambda scene: scene.words.get("decided") == "lose",
    "surplus": lambda scene: scene.table.balances.get(CENTER, 0) > 0,
    "no surplus": lambda scene: not scene.table.balances.get(CENTER, 0),
    "unwagered": lambda scene: bool(unwagered_places(scene.table)),
    "all wagered": lambda scene: not unwagered_places(scene.table),
    "dice winners": lambda scene: bool(scene.words.get("winners")),
    "no dice winners": lambda scene: not scene.words.get("winners"),
    "surrendered": lambda scene: any(
        hand.status is HandStatus.SURRENDERED for hand in scene.table.hands.values()
    ),
    "on the pieces": lambda scene: scene.words.get("kind") not in DICE_KINDS,
    "dice wagers": lambda scene: any(wager.kind in DICE_KINDS for wager in scene.table.wagers),
    "dice bonus here": lambda scene: (
        scene.table.eye.triples < LAST_BEFORE_THE_END
        and any(
            wager.kind == DICE_BONUS.kind and str(wager.position) == scene.words.get("position")
            for wager in scene.table.wagers
        )
    ),
    **CARD_CONDITIONS,
}
_OFFERED_ONLY: Final[Mapping[str, Callable[[Rules], bool]]] = {
    "banked": lambda rules: rules.banking.offered,
    "bank": lambda rules: rules.banking.offered,
    "co-bank": lambda rules: rules.banking.co_banking,
    "dragon": lambda rules: rules.dragons_eye.offered,
    "by the floor": lambda rules: rules.book.procedure.verified_by == "floor",
    "by surveillance": lambda rules: rules.book.procedure.verified_by == "surveillance",
    "no dragon": lambda rules: not rules.dragons_eye.offered,
    "tips": lambda rules: rules.tips.wagers,
    "vigorish": lambda rules: rules.vigorish.method is not Vigorish.NONE,
    "no vigorish": lambda rules: rules.vigorish.method is Vigorish.NONE,
    "from the button": lambda rules: rules.dragons_eye.offered and rules.dragons_eye.deal_from == "button",
    "dice wagers": lambda rules: rules.dragons_eye.offered,
    "surrendered": lambda rules: rules.book.procedure.surrender,
    **CARD_OFFERS,
}
"""Conditions that depend only on a table's own rules."""


def of(
    rules: Rules, table: Table, command: Command, events: tuple[Event, ...] = ()
) -> tuple[ScriptLine, ...]:
    """The lines for a command: before it or, with its events, as it happened."""
    scene = Scene(rules, table, words_of(rules, table, command, events))
    return _lines(scene, f"on {command.__struct_config__.tag}")


def after(rules: Rules, table: Table, event: Event) -> tuple[ScriptLine, ...]:
    """The lines after an event; `table` is the table after it."""
    key = f"after {event.__struct_config__.tag}"
    if key not in _by_key(rules.is_tiles, tuple(rules.optional)):
        return ()
    return _lines(Scene(rules, table, words_of(rules, table, event, ())), key)


def follow_up(rules: Rules, table: Table, events: tuple[Event, ...]) -> tuple[ScriptLine, ...]:
    """What one command's events ask dealer and floor to do, each once; `table` is the table after them."""
    return tuple(dict.fromkeys(line for event in events for line in after(rules, table, event)))


def next_lines(rules: Rules, table: Table) -> tuple[ScriptLine, ...]:
    """The dealer's lines now: with the command that is due, or while the table waits for a player."""
    return lines_due(rules, table, due(DueContext(rules, table)))


def lines_due(rules: Rules, table: Table, now: Due) -> tuple[ScriptLine, ...]:
    """The lines for what is due."""
    if now.act is not None:
        return of(rules, table, now.act)
    scene = Scene(rules, table, words_of(rules, table, None, (), now.waiting))
    return _lines(scene, "wait choosing" if table.choosing else f"wait {table.step.value}")


def duties(rules: Rules) -> tuple[ScriptLine, ...]:
    """The lines that always apply."""
    return _lines(Scene(rules, Table(), {}), "always")


def manual(rules: Rules) -> tuple[ScriptLine, ...]:
    """The whole script for these rules, in order, to learn from; variable words stay in braces."""
    return tuple(
        ScriptLine(line.who, line.say, line.do, rules.cite(line.topic), line.key)
        for line in _written(rules.is_tiles, tuple(rules.optional))
        if rules.cite(line.topic) and holds(line.when, lambda name: _OFFERED_ONLY.get(name, _always)(rules))
    )


def _always(_rules: Rules) -> bool:
    return True


def _spoken(say: str, words: Mapping[str, str]) -> str:
    """The words to say; none as long as one of them is unknown."""
    return first_upper(filled(say, words.get)) if words.keys() >= {*blanks(say)} else ""


def _lines(scene: Scene, key: str) -> tuple[ScriptLine, ...]:
    return tuple(
        ScriptLine(
            line.who,
            _spoken(line.say, scene.words),
            first_upper(filled(line.do, scene.words.get)),
            scene.rules.cite(line.topic),
            line.key,
        )
        for line in _by_key(scene.rules.is_tiles, tuple(scene.rules.optional)).get(key, ())
        if scene.rules.cite(line.topic) and holds(line.when, lambda name: CONDITIONS[name](scene))
    )


@cache
def _by_key(is_tiles: bool, kinds: tuple[str, ...]) -> Mapping[str, tuple[_Written, ...]]:
    found: dict[str, tuple[_Written, ...]] = {}
    for line in _written(is_tiles, kinds):
        found[line.key] = (*found.get(line.key, ()), line)
    return found


def sayings() -> tuple[str, ...]:
    """All of the dealer's spoken lines in either game, each once; variable words stay in braces."""
    lines = (*_written(True), *_written(False))
    return tuple(dict.fromkeys(line.say for line in lines if line.say))


@cache
def _written(is_tiles: bool, kinds: tuple[str, ...] = ()) -> tuple[_Written, ...]:
    """The lines of a game; those of wagers in the order of these kinds."""
    name = "script_tiles.toml" if is_tiles else "script_cards.toml"
    file = files("paigow.table.text").joinpath(name)
    if not file.is_file():
        return ()
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["line"]
    lines: list[_Written] = []
    for (_, repeated), group in groupby(rows, lambda row: (_key(row), KIND in row["topic"])):
        if repeated:
            together = list(group)
            lines += [_read(filled_row(row, wager)) for wager in wagers_of_rows(kinds) for row in together]
        else:
            lines += map(_read, group)
    envied = _envied(kinds)
    return tuple(
        replace(line, do=line.do.replace(ENVIED, envied)) for line in lines if envied or ENVIED not in line.do
    )


def _envied(kinds: tuple[str, ...]) -> str:
    """The wagers that can have a lammer, and from which stake on."""
    stakes: dict[Cents, list[str]] = {}
    for wager in wagers_of_rows(kinds):
        if wager.envy and wager.kind in kinds:
            stakes.setdefault(wager.envy.qualifying, []).append(wager.name)
    each = (f"{' and '.join(names)} wager of {money(stake)} or more" for stake, names in stakes.items())
    return ", and beside each ".join(each)


def _key(row: Mapping[str, Any]) -> str:
    keys = [f"{word} {row[word]}" for word in ("on", "after", "wait") if word in row]
    keys += ["always"] if "always" in row else []
    assert len(keys) == 1, row
    return keys[0]


def _read(row: Mapping[str, Any]) -> _Written:
    when = ", ".join(row.get("when", ()))
    assert all(condition in CONDITIONS for condition in row.get("when", ())), row
    known = {"on", "after", "wait", "always", "when", "who", "say", "do", "topic"}
    assert row.keys() <= known, row
    return _Written(_key(row), when, row.get("who", DEALER), row.get("say", ""), row["do"], row["topic"])


_OPEN: Final = frozenset((Step.DICE_WAGERS, Step.PAY, Step.CENTER, Step.OPTIONAL, Step.ENVY))
"""Steps at which everything that decides a payment is exposed: at others an amount would reveal a secret."""


class Prompt(Struct, frozen=True):
    """What dealer and floor see of what is due."""

    act: Command | None
    lines: tuple[ScriptLine, ...]
    waiting: tuple[str, ...]
    late: bool
    """Whether those who are waited for have run out of time: the dealer can act for them (R61, R85)."""
    money: dict[str, int]
    """What each account gets from the command, in cents; a negative amount is what it gives."""


def prompt(moment: DueContext) -> Prompt:
    now = due(moment)
    lines = lines_due(moment.rules, moment.table, now)
    if isinstance(now.act, CheckEquipment):
        lines += equipment_lines(moment.rules)
    return Prompt(now.act, lines, now.waiting, moment.late, _money(moment, now.act))


def equipment_lines(rules: Rules) -> tuple[ScriptLine, ...]:
    """What has to be at the table before it opens, item by item (R31)."""
    return tuple(
        ScriptLine(DEALER, "", first_upper(item.what), item.cites, "on check-equipment")
        for item in equipment_of(rules)
    )


def _money(moment: DueContext, act: Command | None) -> dict[str, int]:
    if act is None or not (moment.table.step in _OPEN or isinstance(act, PlaceDealerWager)):
        return {}
    try:
        events = foresee(moment.rules, moment.table, act)
    except Refused:
        return {}
    moved: Counter[str] = Counter()
    for event in events:
        for posting in event.postings:
            moved[posting.account] += posting.cents
    return {account: cents for account, cents in moved.items() if cents}
