"""The two games are separate in the engine: neither knows the other's commands or modules."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from paigow.table.acts import Event, Noted
from paigow.table.engine import (
    CARDS,
    COMMANDS,
    OF_CARDS,
    OF_TILES,
    TILES,
    commands_of,
    functions_of,
    in_order,
)
from paigow.table.state import Table
from paigow.table.text.phrases import tag_of
from tests.table.tables import rules_with


def _names(topics: tuple[ModuleType, ...]) -> set[str]:
    return {topic.__name__.rpartition(".")[2] for topic in topics}


def test_a_table_knows_the_commands_of_its_own_game_alone() -> None:
    for table, own, other in (
        ("commission-tiles", OF_TILES, OF_CARDS),
        ("rock-island-poker", OF_CARDS, OF_TILES),
    ):
        known = set(commands_of(rules_with(table)))
        assert own <= known
        assert not other & known
    assert set(COMMANDS) > OF_TILES | OF_CARDS


def test_no_module_of_one_game_calls_the_other_games() -> None:
    """What both need is in a shared module, so neither half has to know the other."""
    for topics, others in ((TILES, _names(CARDS)), (CARDS, _names(TILES))):
        for topic in topics:
            source = Path(str(topic.__file__)).read_text(encoding="utf-8")
            imported = set(re.findall(r"^from paigow\.table\.\w+\.(\w+) import", source, re.MULTILINE))
            assert not imported & others, topic.__name__


def test_the_order_of_commands_is_written_out_and_hangs_on_no_module() -> None:
    decided = COMMANDS[1:] + COMMANDS[:1]
    assert in_order(decided) == COMMANDS
    with pytest.raises(AssertionError, match="'sit'"):
        in_order(command for command in decided if tag_of(command) != "sit")


class Rung(Event, frozen=True, tag="rung"):
    pass


class Heard(Noted, frozen=True, tag="heard"):
    pass


def rung(table: Table, _event: Rung) -> Table:
    return table


def rung_again(table: Table, _event: Rung) -> Table:
    return table


def _topic(*members: object) -> ModuleType:
    topic = ModuleType(__name__)
    vars(topic).update({getattr(each, "__name__", ""): each for each in members})
    return topic


def test_each_event_of_a_topic_has_one_function_unless_it_only_leaves_a_trace() -> None:
    """The parameters say which one, so a forgotten function must not go unnoticed."""
    found = functions_of(_topic(Rung, Heard, rung), Event, "table", "event")
    assert found.keys() == {Rung, Heard}
    assert found[Rung] is rung
    with pytest.raises(AssertionError, match=r"no function of .* takes Rung"):
        functions_of(_topic(Rung, Heard), Event, "table", "event")
    with pytest.raises(AssertionError, match=r"two functions of .* take Rung"):
        functions_of(_topic(Rung, rung, rung_again), Event, "table", "event")
