"""A group of appends, each judged, with the rows for one database transaction. The same for every store.

The store reads heads, earlier command ids and balances of shared accounts, and writes the resulting rows;
between the two nobody else may write.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from paigow.store.records import Append, Appended, Conflict, Declined, Head, Overdrawn, Repeated, link

Outcome = Appended | Repeated | Conflict | Declined | Overdrawn
Row = tuple[object, ...]
Moves = tuple[tuple[str, int], ...]
OWING = ("house", "floor/")
"""Accounts, or beginnings of their names, that may sink below nothing: the house's own counterparts."""


def accounts_of(batches: Sequence[Append]) -> set[str]:
    """The shared accounts that some batches would move, or rest on."""
    found: set[str] = set()
    for batch in batches:
        if batch.floor or batch.expects:
            found.update([account for account, _ in (*batch.floor, *batch.expects)])
        if batch.fill is not None:
            found.update((batch.fill.account, batch.fill.source))
    return found


class AppendGroup:
    """One group of batches, judged one after the other as if each had its own transaction."""

    def __init__(
        self, heads: dict[str, Head], commands: dict[tuple[str, str], Repeated], balances: dict[str, int]
    ) -> None:
        self._heads = heads
        self._commands = commands
        self._balances = balances
        self._kept: list[tuple[Append, Moves]] = []
        self._journal: list[Row] = []
        self._touched: set[str] = set()

    def judge(self, batch: Append) -> Outcome:
        """Decide what becomes of a batch and, if it can be kept, take it up."""
        key = (batch.table, batch.command)
        if key in self._commands:
            return self._commands[key]
        head = self._heads[batch.table]
        if head.version != batch.after or batch.follows not in (None, head.chain):
            return Conflict(head.version)
        for account, cents in batch.expects:
            if self._balances.get(account, 0) != cents:
                return Conflict(head.version)
        moves = self._moves(batch)
        if moves and (short := self._moved(moves)) is not None:
            return Overdrawn(short)
        last = batch.last
        self._commands[key] = Repeated(batch.after + 1, last)
        self._chain(batch, head, last)
        self._kept.append((batch, moves))
        return Appended(last)

    def _moved(self, moves: Moves) -> str | None:
        """Move shared accounts, unless one of them does not hold so much: that one."""
        after = {account: self._balances.get(account, 0) for account, _ in moves}
        for account, cents in moves:
            after[account] += cents
        for account, cents in after.items():
            if cents < 0 and not account.startswith(OWING):
                return account
        self._balances.update(after)
        self._touched.update(after)
        return None

    def _moves(self, batch: Append) -> Moves:
        fill = batch.fill
        if fill is None:
            return batch.floor
        held = self._balances.get(fill.account, 0)
        moved = sum(cents for account, cents in batch.floor if account == fill.account)
        if held or moved >= 0:
            return batch.floor
        return ((fill.source, -fill.cents), (fill.account, fill.cents), *batch.floor)

    def _chain(self, batch: Append, head: Head, last: int) -> None:
        table, command, at = batch.table, batch.command, batch.at
        links = batch.links if batch.follows is not None else ()
        chain = head.chain
        for number, body in enumerate(batch.events):
            version = batch.after + 1 + number
            chain = links[number] if links else link(chain, table, version, at, body)
            self._journal.append((table, version, command, at, body, chain))
        self._heads[table] = Head(last, chain)

    def rows(self) -> Mapping[str, Sequence[Row]]:
        """Rows to insert, by table of the database."""
        kept = [each for each, _ in self._kept]
        commands = [(each.table, each.command, each.after + 1, each.last, each.body) for each in kept]
        postings = [
            (each.table, posting.version, line, posting.account, posting.cents)
            for each in kept
            for line, posting in enumerate(each.postings)
        ]
        floor = [
            (each.table, each.last, line, account, cents)
            for each, moves in self._kept
            for line, (account, cents) in enumerate(moves)
        ]
        rounds, people = self._finished()
        return {
            "journal": self._journal,
            "commands": commands,
            "postings": postings,
            "floor_postings": floor,
            "rounds": rounds,
            "round_people": people,
        }

    def _finished(self) -> tuple[list[Row], list[Row]]:
        rounds: list[Row] = []
        people: list[Row] = []
        for each, _ in self._kept:
            if (over := each.finished) is not None:
                rounds.append((each.table, over.round, over.first, each.last, each.at, over.summary))
                people.extend((person, each.table, over.round, each.at) for person in over.people)
        return rounds, people

    def moved(self) -> list[Row]:
        """The balances now of the shared accounts that changed, each with its account."""
        return [(self._balances[account], account) for account in sorted(self._touched)]

    def ends(self) -> list[tuple[int, bytes, str]]:
        """Where each table's journal ends now."""
        tables = {each.table for each, _ in self._kept}
        return [(self._heads[table].version, self._heads[table].chain, table) for table in sorted(tables)]
