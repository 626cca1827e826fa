"""How this table deals its cards now, and the paragraphs for it: each method has a chapter of its own."""

from __future__ import annotations

from paigow.table.card_rules import Methods
from paigow.table.rules import TableRules
from paigow.table.state import Table

__all__ = ["cite_deal", "is_cut", "methods"]

ENDS_OF_THE_CUT = ("start", "deal")


def methods(rules: TableRules, table: Table) -> Methods:
    return rules.cards.methods(table.cards.out_of_order)


def cite_deal(rules: TableRules, table: Table, topic: str) -> tuple[str, ...]:
    """The paragraphs of a topic in the chapter of the method in use; for tiles there is only one.

    Start and deal are also the last steps of the cut, where cards are cut.
    """
    if rules.is_tiles:
        return rules.cite(topic)
    by_method = f"{topic} from {methods(rules, table).dealing}"
    if topic in ENDS_OF_THE_CUT and is_cut(rules, table):
        return rules.cite(by_method, f"{topic} after the cut")
    return rules.cite(by_method)


def is_cut(rules: TableRules, table: Table) -> bool:
    """Whether cards are cut here: where they are shuffled by hand, if the book has a cut at all."""
    return methods(rules, table).shuffling == "hand" and bool(rules.cite("card cut"))
