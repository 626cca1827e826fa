"""People gone from their chairs, and a table that nobody sits at any more (R62). Not their money."""

from __future__ import annotations

from collections.abc import Collection

from paigow.table.state import Shaker, Step, Table, changed


def is_deserted(table: Table, gone: Collection[str]) -> bool:
    """Whether nobody stays seated once these people are gone."""
    return all(person is None or person in gone for person in table.chairs)


def without_people(table: Table, gone: Collection[str]) -> Table:
    """The table without these people in its chairs; another is then the first player."""
    if not gone:
        return table
    chairs = tuple(None if person in gone else person for person in table.chairs)
    between = table.between
    if between.first_player in gone:
        between = changed(between, first_player=next((person for person in chairs if person), None))
    leaving = tuple(person for person in table.leaving if person not in gone)
    return changed(table, chairs=chairs, leaving=leaving, between=between)


def idle(table: Table) -> Table:
    """The table with its pieces to be displayed for the next who comes."""
    return changed(
        table,
        step=Step.DISPLAY,
        bets_open=False,
        offer=None,
        stock=(),
        delivery=None,
        resume=None,
        shaker=Shaker(),
        cards=table.cards.cleared(),
    )
