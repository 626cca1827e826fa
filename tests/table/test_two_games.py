"""The two games stand side by side in the engine: neither knows the other's commands or modules."""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType

import pytest

from paigow.table.engine import CARDS, COMMANDS, ORDER, TILES, TOPICS, commands_of, in_order
from paigow.table.text.phrases import tag_of
from tests.table.tables import rules_with


def _names(topics: tuple[ModuleType, ...]) -> set[str]:
    return {topic.__name__.rpartition(".")[2] for topic in topics}


def test_a_table_knows_the_commands_of_its_own_game_alone() -> None:
    of_tiles, of_cards = (
        {command for topic in topics for command in topic.DECIDES} for topics in (TILES, CARDS)
    )
    for table, own, other in (
        ("commission-tiles", of_tiles, of_cards),
        ("rock-island-poker", of_cards, of_tiles),
    ):
        known = set(commands_of(rules_with(table)))
        assert own <= known
        assert not other & known
    assert of_tiles | of_cards < set(COMMANDS)


def test_no_module_of_one_game_calls_the_other_games() -> None:
    """What both need is in a shared module, so neither half has to know the other."""
    for topics, others in ((TILES, _names(CARDS)), (CARDS, _names(TILES))):
        for topic in topics:
            source = Path(str(topic.__file__)).read_text(encoding="utf-8")
            imported = set(re.findall(r"^from paigow\.table\.\w+\.(\w+) import", source, re.MULTILINE))
            assert not imported & others, topic.__name__


def test_the_order_of_commands_is_written_out_and_hangs_on_no_module() -> None:
    decided = [command for topic in TOPICS for command in topic.DECIDES]
    assert in_order(decided) == in_order(reversed(decided)) == COMMANDS
    assert [tag_of(command) for command in COMMANDS] == ORDER
    with pytest.raises(AssertionError, match="'sit'"):
        in_order(command for command in decided if tag_of(command) != "sit")
