"""How this table deals its cards now, and the paragraphs for it: each method has a chapter of its own."""

from __future__ import annotations

from paigow.table.card_rules import Methods
from paigow.table.rules import TableRules
from paigow.table.state import Table

__all__ = ["cite_deal", "methods"]


def methods(rules: TableRules, table: Table) -> Methods:
    return rules.cards.methods(table.cards.out_of_order)


def cite_deal(rules: TableRules, table: Table, topic: str) -> tuple[str, ...]:
    """The paragraphs of a topic in the chapter of the method in use; for tiles there is only one."""
    if rules.is_tiles:
        return rules.cite(topic)
    return rules.cite(f"{topic} from {methods(rules, table).dealing}")
